"""Viewers of every kind who look at every address of the site while rounds are played.

Each visit is planned once for each kind of viewer, in random order, and again when all were made.
"""

import asyncio
import json
import random
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime

from pitboss.games.events import Decided
from pitboss.house.log import canonical
from pitboss.house.tables.state import Published
from tests.campaigns.bytes_scan import as_read, cards_in, find_secrets
from tests.campaigns.clients import STAFF, Client, Tab
from tests.campaigns.deals import Deals, Findings
from tests.campaigns.lessons import Lessons
from tests.campaigns.visits import (
    DRILL,
    ENTRY,
    EXERCISE,
    LEARNING,
    LOG,
    NOTES,
    PAST,
    PRINT,
    ROUND,
    TABLE,
    VISITS,
    Visit,
)

KINDS = ("guest", "nobody", *STAFF)
"""Who makes each visit; guests may be seated, folded, gone, new at a seat or without one."""
REFUSED = (303, 401, 403)
LASTING = ("/floor/stream", "/wall/stream")
"""Streams that are drawn anew at most so often, so that one round is too short for them."""
RECENT = 3
ENTRIES = 12
"""How far back a visitor looks in the history and in the log."""
SOON = 10
"""Visits until one is made anew that was answered by nothing yet."""

Values = Mapping[str, object]
Sees = tuple[set[int] | None, Sequence[bytes]]


class Tour:
    """Who visits, what they have still to see, and the tabs that they have open."""

    def __init__(
        self,
        clients: Sequence[Client],
        deals: Deals,
        lessons: Lessons,
        findings: Findings,
        rng: random.Random,
    ) -> None:
        self.deals = deals
        self.lessons = lessons
        self.findings = findings
        self.rng = rng
        self._clients: dict[str, list[Client]] = {}
        for client in clients:
            self._clients.setdefault(client.role, []).append(client)
        self._plans: dict[bool, list[tuple[Visit, str]]] = {True: [], False: []}
        self._tabs: dict[str, tuple[Visit, Tab]] = {}
        self._printed: dict[str, set[int]] = {}

    async def read_print(self, tables: Sequence[Published]) -> None:
        """What the signs and rules of each game have in them that looks like a card."""
        for shown in tables:
            assert not shown.round
            is_known = shown.setup.key in self._printed
            for visit in (visit for visit in VISITS if visit.holds == PRINT):
                if is_known and "{table_id}" not in visit.route:
                    continue
                client = self._clients["nobody" if "nobody" in visit.roles else "operator"][0]
                path = (visit.route + visit.queries[0]).format(
                    table_id=shown.id, key=shown.setup.key
                )
                status, text = await client.request("GET", path)
                assert status == 200, path
                self._printed.setdefault(shown.setup.key, set()).update(cards_in(as_read(text)))

    async def visit_any(self, shown: Published, dear: bool = False) -> None:
        """The next visit that is planned."""
        plan = self._plans[dear]
        if not plan:
            plan += [
                (visit, kind)
                for visit in VISITS
                for kind in KINDS
                if dear == (visit.dear and kind in visit.roles)
            ]
            self.rng.shuffle(plan)
            # Of each address one comes first who may ask for it: the plan is taken from its end.
            first = {visit: (visit, kind) for visit, kind in plan if kind in visit.roles}
            plan.sort(key=lambda one: first.get(one[0]) == one)
        visit, kind = plan.pop()
        await self.visit(visit, self._choose(kind, shown), shown)
        if kind in visit.roles and not self.findings.counts[f"GET {visit.route}"]:
            # Such as a round that was still in play: nobody has seen this address, so soon again.
            plan.insert(max(0, len(plan) - SOON), (visit, kind))

    async def visit_lesson(self, learner: Client, shown: Published, kinds: Sequence[str]) -> None:
        """Some page for learners of these kinds."""
        pages = [visit for visit in LEARNING if visit.kind in kinds]
        await self.visit(self.rng.choice(pages), learner, shown)

    async def visit_round(self, client: Client, shown: Published) -> None:
        """Some page that shows the round at the table, or one before it."""
        pages = [visit for visit in VISITS if visit.holds in (TABLE, ROUND)]
        mine = [visit for visit in pages if client.role in visit.roles]
        await self.visit(self.rng.choice(mine), client, shown)

    def _choose(self, kind: str, shown: Published) -> Client:
        """A viewer; of the guests in each situation one as likely as in any other."""
        if kind != "guest":
            return self.rng.choice(self._clients[kind])
        found: dict[str, list[Client]] = {}
        for client in self._clients[kind]:
            found.setdefault(situation(shown, client.who), []).append(client)
        return self.rng.choice(found[self.rng.choice(sorted(found))])

    async def visit(self, visit: Visit, client: Client, shown: Published) -> None:
        """Ask, and scan what comes."""
        if client.role == "guest":
            self.findings.counts[f"by {situation(shown, client.who)}"] += 1
        values = await self._values(visit, client, shown)
        path = fill(visit, values, self.rng)
        if visit.stream:
            await self._open(visit, client, path, shown)
            return
        may_see, secrets = self._may_see(visit, client, shown, values)
        status, text = await client.request("GET", path)
        hidden = visit.holds == ROUND and not has_ended(shown, int(str(values["number"])))
        refused = {404, *visit.statuses} - {200}
        self._check(visit, client, path, status, tuple(refused) if hidden else visit.statuses)
        if status == 200 and visit.holds == LOG:
            self._scan_log(visit, text, shown)
            return
        place = f"{shown.id} {shown.version} at {visit.route} ({path}) for {client}"
        self.findings.scan(visit.kind, place, as_read(text), may_see, secrets)

    def _check(
        self, visit: Visit, client: Client, path: str, status: int, expected: tuple[int, ...]
    ) -> None:
        """Whoever may ask is answered, and nobody else."""
        wanted = expected if client.role in visit.roles else REFUSED
        assert status in wanted, f"{path} for {client.role}: {status}"
        self.findings.counts[f"GET {visit.route}"] += status in visit.statuses

    async def _values(self, visit: Visit, client: Client, shown: Published) -> Values:
        """What the address of a visit names."""
        key = self._drill_key(client) if visit.holds == DRILL else shown.setup.key
        is_house, back = self.rng.random() < 0.1, self.rng.randrange(ENTRIES)
        is_run = "?run={run}" in visit.queries and client.role in visit.roles
        return {
            "table_id": shown.id,
            "number": self.rng.randint(max(1, shown.round - RECENT), max(1, shown.round)),
            "event": self.rng.randint(0, shown.length),
            "chain": "house" if is_house else shown.id,
            "version": 1 + back if is_house else self._version(shown, back),
            "key": key,
            "person_id": client.who,
            "name": self.rng.choice(visit.names or ("",)),
            "day": datetime.now(UTC).date(),
            "run": await self._verify(client, shown) if is_run else "",
        }

    def _drill_key(self, client: Client) -> str:
        """One's own drill, else that of the pupil."""
        drill = self.lessons.drill(client.who)
        if drill is None and self.lessons.pupil:
            drill = self.lessons.drill(self.lessons.pupil.who)
        return drill.id if drill else "none"

    def _version(self, shown: Published, back: int) -> int:
        """An entry of the table so far back, or as often the one with the deck."""
        if shown.round and self.rng.random() < 0.5:
            return self.deals.deal(shown).version
        return max(1, shown.version - back)

    async def _verify(self, client: Client, shown: Published) -> str:
        """The name of a run of the verifier over the table's log, once it has ended."""
        status, text = await client.submit("/audit/verify", {"table": shown.id})
        assert status == 303, text
        name = client.location.rpartition("=")[2]
        for _ in range(400):
            _, text = await client.request("GET", f"/audit/verify?run={name}&part=1")
            if b"data-wait" not in text:
                return name
            await asyncio.sleep(0.05)
        raise AssertionError(f"the verifier's run {name} has not ended")

    def _may_see(self, visit: Visit, client: Client, shown: Published, values: Values) -> Sees:
        """What may be in the answer: cards, None for all of them; and secrets that may not. A
        refusal holds nothing."""
        sight, own = self.deals.sight(shown)
        in_play = self.deals.secrets_in_play()
        secrets = [*own, *in_play]
        if client.role not in visit.roles:
            return set(), secrets
        if visit.holds == TABLE:
            return sight.of(client.who), secrets
        if visit.holds == PRINT:
            return self._printed[shown.setup.key], secrets
        if visit.holds == ROUND:
            seen = self._round_sight(visit, client, shown, int(str(values["number"])))
            return seen, in_play if seen is None else secrets
        if visit.holds == PAST:
            return self.deals.all_past(shown.id, client.who), secrets
        if visit.holds == ENTRY:
            return self._entry_sight(shown, values), in_play
        return self._lesson_sight(visit, client), secrets

    def _round_sight(
        self, visit: Visit, client: Client, shown: Published, number: int
    ) -> set[int] | None:
        """A round in play is nobody's to look back at."""
        if not has_ended(shown, number):
            return set()
        if client.role in visit.opens:
            return None
        return self.deals.past(shown.id, number).of(client.who)

    def _entry_sight(self, shown: Published, values: Values) -> set[int] | None:
        """Entries of the round in play and of the house have no card; all others have ended."""
        if values["chain"] != shown.id:
            return set()
        is_open = shown.question and int(str(values["version"])) >= self.deals.deal(shown).version
        return set() if is_open else None

    def _lesson_sight(self, visit: Visit, client: Client) -> set[int]:
        if visit.holds == NOTES:
            return self.lessons.noted(client.who)
        if visit.holds == EXERCISE:
            return self.lessons.exercise_sight(client.who)
        if visit.holds == DRILL:
            drill = self.lessons.drill(client.who)
            return self.lessons.drill_sight(client.who, drill) if drill else set()
        return set()

    def _scan_log(self, visit: Visit, text: bytes, shown: Published) -> None:
        """Nothing of any round in play leaves the house, not even to an auditor."""
        self.findings.counts[visit.kind] += 1
        lines = [json.loads(line) for line in text.splitlines()]
        assert "end" in lines[-1]
        entries = [line["entry"] for line in lines if "entry" in line]
        for table in self.deals.in_play():
            opened = self.deals.deal(table).version
            own = [e for e in entries if e["chain"] == table.id and e["version"] >= opened]
            assert own or table.id != shown.id
            if cards_in(canonical(own).encode()):
                self.findings.leaks.append(f"{visit.kind} of {table.id} {table.version}")
        if find_secrets(text, self.deals.secrets_in_play()):
            self.findings.leaks.append(f"{visit.kind} of {shown.id} {shown.version}: a secret")

    async def _open(self, visit: Visit, client: Client, path: str, shown: Published) -> None:
        """Follow the stream of a page instead of the one that was open."""
        if visit.route in self._tabs:
            await self._read(*self._tabs[visit.route], shown)
        await self._close(visit.route)
        tab = Tab(client, path)
        self._tabs[visit.route] = visit, tab
        await tab.wait_for(0)
        self._check(visit, client, path, tab.status, visit.statuses)
        await self._read(visit, tab, shown)

    async def read_tabs(self, shown: Published) -> None:
        """What the open streams have sent since; that of the table is waited for."""
        for visit, tab in list(self._tabs.values()):
            await self._read(visit, tab, shown)

    async def _read(self, visit: Visit, tab: Tab, shown: Published) -> None:
        if visit.holds == TABLE:
            await tab.wait_for(shown.version)
        if text := tab.take():
            may_see, secrets = self._may_see(visit, tab.client, shown, {})
            place = f"{shown.id} {shown.version} at {visit.route} for {tab.client}"
            self.findings.scan(visit.kind, place, as_read(text), may_see, secrets)

    async def end_round(self, shown: Published) -> None:
        """Close the tabs that change with every step."""
        await self.read_tabs(shown)
        for route in [route for route in self._tabs if route not in LASTING]:
            await self._close(route)

    async def _close(self, route: str) -> None:
        if route in self._tabs:
            await self._tabs.pop(route)[1].close()

    async def close(self) -> None:
        for route in list(self._tabs):
            await self._close(route)


def fill(visit: Visit, values: Values, rng: random.Random) -> str:
    """The address of a visit."""
    return (visit.route + rng.choice(visit.queries)).format(**values)


def has_ended(shown: Published, number: int) -> bool:
    """Whether a round of the table is over."""
    return number < shown.round or (number == shown.round and shown.question is None)


def situation(shown: Published, who: str) -> str:
    """What someone has to do with the round that a table shows."""
    seat = next((n for n, taken in shown.seats.items() if taken["who"] == who), 0)
    dealt = next((n for n, person in shown.dealt.items() if person == who), 0)
    if not dealt:
        return "a newcomer at a seat" if seat in shown.dealt else "no part of the round"
    events = (event for event in shown.events[: shown.length] if isinstance(event, Decided))
    if any(event.seat == dealt and event.action == "fold" for event in events):
        return "a folded seat"
    return "a seat of the round" if seat == dealt else "a seat that was left"
