"""Random rounds, and after each step every byte that any viewer was sent, scanned for cards.

``python -m tests.campaigns.scan [ROUNDS] [SEED]``
"""

import asyncio
import random
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

from pitboss.house.audit.integrity import Watch, open_key
from pitboss.house.engine import House
from pitboss.house.log import Person, canonical
from pitboss.house.store.schema import create_schema
from pitboss.house.store.sqlite import Connection, Sqlite
from pitboss.house.tables.play import Command
from pitboss.house.tables.state import Published, table_view
from pitboss.refusal import Refused
from pitboss.web.app import create_app
from pitboss.web.common.services import ServerSettings
from tests.campaigns.clients import STAFF, Client, hire
from tests.campaigns.deals import Deals, Findings
from tests.campaigns.lessons import Lessons
from tests.campaigns.tour import Tour
from tests.house.guests import DEALER, WAGERS, decision, omaha_table, open_jackpot, open_table

GUESTS = 4
STAY = 3
"""Guests who like to sit; the others walk about and take seats that fall free."""
INTERRUPTED = 0.03
"""How often, before a step, everyone goes to another table while the round is in play."""
ROUNDS_EACH = 500
"""After so many rounds a scan goes on with a new house, so that its books stay short."""


class Chances(NamedTuple):
    """How often, at each step of a round, someone looks at one more page; and at each round, how
    often a seat has a coach."""

    visit: float
    round: float
    dear: float
    exercise: float
    lesson: float


USUAL = Chances(visit=0.2, round=0.04, dear=0.013, exercise=0.015, lesson=0.04)


class Unsynced(Sqlite):
    """What is written need not outlive the trial, so nothing waits for the disk."""

    def _open(self) -> Connection:
        opened = super()._open()
        opened.execute("PRAGMA synchronous = OFF")
        return opened


class Scan:
    """A house, its visitors and what each of them may know."""

    def __init__(self, folder: Path, seed: int, chances: Chances = USUAL) -> None:
        self.rng = random.Random(seed)
        database = Unsynced(str(folder / f"house-{seed}.db"))
        create_schema(database)
        self.house = House(database)
        self.watch = Watch(self.house, open_key(folder / "key.pem"))
        ticks = iter(range(10**12))
        settings = ServerSettings(
            clock=lambda: float(next(ticks)), heartbeat_seconds=3_600, watch=self.watch
        )
        self.app = create_app(self.house, settings)
        self.chances = chances
        self.findings = Findings()
        self.counts = self.findings.counts
        self.deals = Deals(self.house)
        self.lessons = Lessons(self.house, self.deals, self.findings, self.rng)
        self.clients = [Client(self.app) for _ in range(GUESTS + 1)]
        self.staff = [Client(self.app) for _ in STAFF]
        self.tables: dict[str, str] = {}

    async def run(self, rounds: int) -> Findings:
        jackpot = open_jackpot(self.house)
        for game in ("duki", "buyout", "super-omaha", "super-omaha", "holdout"):
            setup = {"table": omaha_table(jackpot)} if game == "super-omaha" else {}
            self.tables[open_table(self.house, game, **setup)] = game
        self.findings.leave_out([jackpot, *self.tables])
        await self._arrive()
        visitors = (*self.clients, *self.staff)
        self.tour = Tour(visitors, self.deals, self.lessons, self.findings, self.rng)
        await self.tour.read_print([self.house.table(table) for table in self.tables])
        while self.counts["rounds"] < rounds:
            table = self.rng.choice(list(self.tables))
            await self._round(table)
            self.counts["rounds"] += self.house.table(table).question is None
        await self.tour.close()
        for client in self.clients:
            await client.close()
        self.watch.stop()
        self.app.state.services.close()
        self.house.close()
        return self.findings

    async def _arrive(self) -> None:
        """Guests, someone without a session, and staff; all but the staff watch every table."""
        self.watch.start()
        for client in self.clients[:GUESTS]:
            await client.arrive()
        for client, person in zip(self.staff, hire(self.house).values(), strict=True):
            client.arrive_as(self.house, person)
        for client in self.clients:
            client.watch(list(self.tables))

    async def _round(self, table: str) -> None:
        """Come and go, wager, decide at random to the end, or leave the end for later; everything
        is looked at on the way."""
        if self.house.table(table).question is None:
            await self._settle_in(table)
            await self._deal(table)
        while self.house.table(table).question and self.rng.random() >= INTERRUPTED:
            await self._step(table)
        await self.tour.end_round(self.house.table(table))
        self.lessons.pupil = None

    async def _deal(self, table: str) -> None:
        """With a coach beside one of the seats now and then."""
        if self.rng.random() < self.chances.lesson:
            self.lessons.begin(self._seated(table))
        if self.tables[table] == "holdout":
            await self._ask(table, self._seated(table)[0], "deal")
        else:
            for client in self._seated(table):
                await self._wager(table, client)

    def _seated(self, table: str) -> list[Client]:
        seats = {seat["who"] for seat in self.house.table(table).seats.values()}
        return [client for client in self.clients if client.who in seats]

    async def _settle_in(self, table: str) -> None:
        """Someone leaves, someone takes a free seat, rather one that was left; two at least sit
        with chips."""
        rng = self.rng
        shown = self.house.table(table)
        for client in rng.sample(self.clients[:GUESTS], GUESTS):
            assert client.person
            mine = next((s for s in shown.seats.values() if s["who"] == client.who), None)
            stays = client in self.clients[:STAY]
            if mine and rng.random() < (0.05 if stays else 0.5):
                await self._ask(table, client, "leave")
                await self.tour.visit_round(client, self.house.table(table))
            elif mine and mine["stack_cents"] < 60_00:
                self._fetch_chips(client.person)
                await self._ask(table, client, "buy-chips", chips=100)
            elif not mine and rng.random() < (0.7 if stays or self._freed(table) else 0.1):
                await self._sit(table, client)
        while len(self._seated(table)) < 2:
            waiting = [c for c in self.clients[:GUESTS] if c not in self._seated(table)]
            await self._sit(table, rng.choice(waiting))

    async def _sit(self, table: str, client: Client) -> None:
        assert client.person
        self._fetch_chips(client.person)
        shown = self.house.table(table)
        free = [n for n in range(1, shown.setup.seats + 1) if n not in shown.seats]
        freed = self._freed(table)
        seat = self.rng.choice(freed if freed and self.rng.random() < 0.7 else free)
        await self._ask(table, client, "sit", seat=seat, chips=150)
        if seat in freed:
            await self.tour.visit_round(client, self.house.table(table))

    def _freed(self, table: str) -> list[int]:
        """Seats that were dealt the last round and that nobody has now."""
        shown = self.house.table(table)
        return [number for number in shown.dealt if number not in shown.seats]

    def _fetch_chips(self, person: Person) -> None:
        try:
            self.house.issue_chips(person)
        except Refused:
            return

    async def _wager(self, table: str, client: Client) -> None:
        (main, amount), *others = WAGERS[self.tables[table]].items()
        wagers = {main: amount, **dict(w for w in others if self.rng.random() < 0.5)}
        await self._ask(table, client, "wager", wagers=wagers, deal=True)

    async def _step(self, table: str) -> None:
        """Mostly the seat that is asked answers; else someone errs, leaves, comes back, or the
        dealer voids the round."""
        chance = self.rng.random()
        seat, given = decision(self.house, table, self.rng)
        who = self.house.table(table).seats[seat]["who"]
        client = next(client for client in self.clients if client.who == who)
        if chance < 0.03:
            other = self.rng.choice(self.clients[:GUESTS])
            await self._ask(table, other, "decide", **given)
        elif chance < 0.04:
            await self._ask(table, client, "decide", action="hold", cards="As Kd Qh Jc Ts 2c")
        elif chance < 0.05:
            await self._ask(table, self.rng.choice(self._seated(table)), "leave")
        elif chance < 0.06:
            self.rng.choice(self.clients).watch(list(self.tables))
            await self._look(table)
        elif chance < 0.07:
            command = Command(table, "void", DEALER, {"reason": "a card was exposed"})
            await asyncio.wrap_future(self.house.command(command))
            self.counts["voids"] += 1
            await self._look(table)
        else:
            await self._ask(table, client, "decide", **given)

    async def _ask(self, table: str, client: Client, act: str, **given: Any) -> None:
        """Through the application or, as often, straight to the house; the answer is scanned."""
        if self.rng.random() < 0.5:
            path = f"/api/tables/{table}/commands"
            _, text = await client.request("POST", path, {"act": act, **given})
        else:
            assert client.person
            command = Command(table, act, client.person, given)
            try:
                answer = await asyncio.wrap_future(self.house.command(command))
                text = canonical(answer).encode()
            except Refused as refusal:
                text = str(refusal).encode()
        for code in str(given.get("cards", "")).split():
            text = text.replace(code.encode(), b"")  # a refusal repeats what the client has sent
        shown = await self._look(table)
        self._scan("answers", text, shown, client.who)

    async def _look(self, table: str) -> Published:
        """Every viewer's stream and views, and whatever else someone looks at."""
        shown = self.house.table(table)
        views = self.rng.random() < 0.3
        for client in self.clients:
            await client.wait_for(table, shown.version)
            if frames := client.take_frames():
                self._scan("stream frames", frames, shown, client.who)
            if views:
                start = self.rng.choice([0, 0, self.rng.randint(0, shown.length)])
                view = canonical(table_view(shown, client.who, start)).encode()
                self._scan("views", view, shown, client.who)
        await self._look_around(shown)
        return shown

    async def _look_around(self, shown: Published) -> None:
        """Someone looks at another page, learns, or reads the books."""
        chances, rng, pupil = self.chances, self.rng, self.lessons.pupil
        await self.tour.read_tabs(shown)
        if rng.random() < chances.visit:
            await self.tour.visit_any(shown)
        if rng.random() < chances.round:
            await self.tour.visit_round(rng.choice(self.clients), shown)
        if rng.random() < chances.dear:
            await self.tour.visit_any(shown, dear=True)
        if pupil and rng.random() < 0.5:
            await self.lessons.teach(shown)
            await self.tour.visit_lesson(pupil, shown, ("coach", "drills"))
        if rng.random() < chances.exercise:
            trainee = rng.choice([*self.clients[:GUESTS], *self.staff])
            await self.lessons.train(trainee)
            await self.tour.visit_lesson(trainee, shown, ("training",))

    def _scan(self, kind: str, text: bytes, shown: Published, who: str) -> None:
        """A stream that was just begun tells of every table: what may be seen at any of them may
        be there. All else is of one table."""
        sight, secrets = self.deals.sight(shown)
        seen = sight.of(who)
        if kind == "stream frames":
            for table in self.tables:
                if table != shown.id and table.encode() in text:
                    other, hidden = self.deals.sight(self.house.table(table))
                    seen, secrets = seen | other.of(who), [*secrets, *hidden]
        self.findings.scan(kind, f"{shown.id} {shown.version} for {who}", text, seen, secrets)


def scan_rounds(
    rounds: int, seed: int = 1, chances: Chances = USUAL
) -> tuple[Counter[str], list[str]]:
    """So many rounds in houses of limited length; counts, and what was found."""
    counts: Counter[str] = Counter()
    leaks: list[str] = []
    with tempfile.TemporaryDirectory() as folder:
        while counts["rounds"] < rounds:
            scan = Scan(Path(folder), seed * 10_000 + counts["houses"], chances)
            found = asyncio.run(scan.run(min(ROUNDS_EACH, rounds - counts["rounds"])))
            counts += found.counts
            counts["houses"] += 1
            leaks += found.leaks
    return counts, leaks


def describe(counts: Mapping[str, int], leaks: list[str]) -> str:
    """Figures by kind; of the routes, how many there were and the fewest answers of one."""
    routes = [number for key, number in counts.items() if key.startswith("GET ")]
    kinds = [(key, number) for key, number in counts.items() if not key.startswith("GET ")]
    figures = "; ".join(f"{key} {number:,}" for key, number in sorted(kinds))
    asked = f"routes {len(routes)}, each at least {min(routes, default=0):,} times"
    return f"byte scan: {figures}; {asked}; found {len(leaks)}"


def main() -> None:
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 1_000
    start = time.monotonic()
    counts, leaks = scan_rounds(rounds, int(sys.argv[2]) if len(sys.argv) > 2 else 1)
    print(describe(counts, leaks), f"in {time.monotonic() - start:,.0f} s")
    print("\n".join(leaks[:20]))
    sys.exit(bool(leaks))


if __name__ == "__main__":
    main()
