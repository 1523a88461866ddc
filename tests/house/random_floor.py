"""A floor that is played and corrected at random: tables of every game, jackpots of both types,
links, planted hits, tips, promotions, rake, envy, aggregate limits; and what the naive floor must
know of it to add it up again."""

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from typing import Any
from unittest.mock import patch

from pitboss.cards import DECK, parse_cards
from pitboss.games.events import JackpotHit
from pitboss.house import desk
from pitboss.house.audit.export import export_log
from pitboss.house.audit.verify import Finding
from pitboss.house.engine import TABLE, House
from pitboss.house.log import Person
from pitboss.house.store import entries, jackpots
from pitboss.house.tables import play
from pitboss.house.tables.play import Command
from pitboss.refusal import Refused
from tests.house.audit_log import verify
from tests.house.guests import OPERATOR, SUPERVISOR, ask, decision, stacking
from tests.house.naive_floor import Act, Hit, Played, State, Sums
from tests.house.random_plan import FloorPlan, Spot, signer

HANDS = ("Ah Kh Qh Jh", "9h 8h 7h 6h", "Kd Ks Kc 4d")
"""With the ten of hearts: the whole meter, a tenth of it, and nothing of it."""


class Floor(FloorPlan):
    """``play`` does so many things at random; ``compare`` tells what differs."""

    # What happens

    def play(self, steps: int) -> None:
        kinds: dict[Callable[[], None], int] = {
            self._play_round: 9,
            self._advance_hit: 4,
            self._void_hit: 4,
            self._undo: 3,
            self._move_meter: 1,
            self._come_and_go: 2,
            self._change_table: 1,
        }
        with patch.object(play, "draw_deck", lambda drawn: stacking(self.deck)(drawn)):
            for act in self.rng.choices([*kinds], [*kinds.values()], k=steps):
                self._attempt(act)

    def _attempt(self, act: Callable[[], None]) -> None:
        try:
            act()
        except Refused:
            self.did["refused"] += 1

    def _play_round(self) -> None:
        spot = self.rng.choice(self.spots)
        self.deck = self._pick_deck(spot)
        before = self.house.table(spot.table).round
        if spot.game == "holdout":
            self.house.ask(Command(spot.table, "deal", TABLE))
        else:
            for person in self._seated(spot):
                wagers = self._pick_wagers(spot)
                ask(self.house, spot.table, "wager", person, wagers=wagers, deal=True)
        if self.rng.random() < 0.15 and self.house.table(spot.table).question:
            # in the middle of the round something happens elsewhere, or to an earlier hit
            self._attempt(self.rng.choice((self._void_hit, self._undo, self._advance_hit)))
        while self.house.table(spot.table).question:
            seat, given = decision(self.house, spot.table, self.rng)
            who = self.house.table(spot.table).seats[seat]["who"]
            person = next(person for person in spot.people if person.id == who)
            try:
                ask(self.house, spot.table, "decide", person, **given)
            except Refused:  # more than they have
                ask(self.house, spot.table, "decide", person, action="fold")
        if self.house.table(spot.table).round == before:
            raise Refused("deal: not everyone is ready")
        self._note(spot, before + 1)
        self.did["rounds"] += 1

    def _pick_deck(self, spot: Spot) -> tuple[int, ...]:
        top: list[int] = []
        if spot.game == "super-omaha" and self.rng.random() < 0.75:
            hands = self.rng.sample(HANDS, len(self._seated(spot)))
            top = [*parse_cards(" ".join([*hands, "2c 3d 4s 5c Th"]))]
        elif spot.game == "duki" and self.rng.random() < 0.5:
            top = [*parse_cards("9h 9c 9s 9d 8h 8c 8s 8d")]
        rest = [card for card in DECK if card not in top]
        self.rng.shuffle(rest)
        return (*top, *rest)

    def _pick_wagers(self, spot: Spot) -> dict[str, int]:
        rng = self.rng
        if spot.game == "duki":
            return {"ante": 10, "bonus": 5} | ({"tip": 5} if rng.random() < 0.5 else {})
        if spot.game == "buyout":
            return {"first": 10, "bonus": 5}
        wagers = {"ante": 10}
        if rng.random() < 0.3:
            wagers["high-hand"] = 5
        for number, name in enumerate(self.links(spot), 1):
            if rng.random() < 0.85:
                wagers[f"jackpot-{number}"] = self.terms[name].wager // 100
        return wagers

    def _note(self, spot: Spot, number: int) -> None:
        """Keep what the log has of a round that has just been settled."""
        with self.house.database.reading() as transaction:
            found = entries.after(transaction, spot.table, spot.noted)
        opened = next(e for e in found if e.kind == "round-opened")
        who = {int(seat): name for seat, name in opened.values["who"].items()}
        result = next(e.values["result"] for e in found if "result" in e.values)
        names = self.links(spot)
        rows = result["settlement"]
        wagered = [
            {row["seat"] for row in rows if row["wager"] == f"jackpot-{n}"}
            for n in range(1, len(names) + 1)
        ]
        supervised = spot.given.get("verify") == "supervisor"
        published = self.house.table(spot.table)
        events = [published.events[n] for n in range(published.length)]
        hits = [
            read_hit(event, rows, "locked" if supervised else "paid")
            for event in events
            if isinstance(event, JackpotHit)
        ]
        own = [e.values for e in found if e.values.get("round") == number]
        moved: Counter[str] = Counter()
        for values in own:
            moved.update(values.get("postings", {}))
        rulings = spot.given["table"]["rulings"]
        played = Played(
            *(spot.table, number, names, rulings.get("same-round-percentages", ""), who),
            *({int(seat): cents(text) for seat, text in result["net"].items()}, wagered),
            *([read_meter(each) for each in result.get("meters", [])], hits),
            tips=moved[f"tips:{spot.table}"],
            rake=moved[f"rake:{spot.table}"],
        )
        if spot.game == "super-omaha" and spot.given.get("promotions"):
            played.times = Fraction(1, 2)
        for pay in (pay for values in own for pay in values.get("pays") or ()):
            hit = next((h for h in hits if h.seat == pay["seat"] and pay["wager"] == h.wager), None)
            played.promoted[pay["seat"]] += 0 if hit else pay["cents"]
        self.rounds.append(played)
        for sensor, name in enumerate(names):
            if self.terms[name].progressive and wagered[sensor]:
                self.acts[name].append(Act("played", spot.table, played))
        spot.noted = found[-1].version

    def _pick_hit(self) -> tuple[Played, Hit, str]:
        waiting = [
            (played, hit, f"{played.table}-{played.number}-{order}")
            for played in self.rounds
            for order, hit in enumerate(played.hits, 1)
            if hit.state not in ("paid", "voided")
        ]
        if not waiting:
            raise Refused("hit: none waits")
        return self.rng.choice(waiting)

    def _advance_hit(self) -> None:
        played, hit, name = self._pick_hit()
        state = {"locked": "verified", "verified": "paid"}[hit.state]
        ask(self.house, played.table, "advance-hit", SUPERVISOR, hit=name, state=state)
        hit.state = state
        self.did[f"hits {state}"] += 1

    def _void_hit(self) -> None:
        played, hit, name = self._pick_hit()
        ask(self.house, played.table, "advance-hit", SUPERVISOR, hit=name, state="voided")
        hit.state = "voided"
        self._correct(played, [played.jackpots[hit.sensor]])
        self.did["hits voided"] += 1
        self.did["hits voided beside another"] += len(played.hits) > 1

    def _undo(self) -> None:
        standing = [played for played in self.rounds if not played.undone]
        if not standing:
            raise Refused("undo: nothing is left")
        played = self.rng.choice(standing)
        asks, approves = self.two
        body = {"table": played.table, "round": played.number}
        request = desk.ask_for(self.house, asks, "void-settled", body, "wrong cards")
        desk.approve_and_do(self.house, approves, request.id)
        played.undone = True
        played.uncollected.clear()
        self.did["rounds undone"] += 1
        self.did["rounds undone with a hit"] += bool(played.hits)
        self.did["rounds undone with a hit voided"] += any(h.state == "voided" for h in played.hits)
        for hit in played.hits:
            hit.state = "voided"
        self._correct(
            played, [n for n, made in zip(played.jackpots, played.wagered, strict=True) if made]
        )

    def _correct(self, played: Played, names: list[str]) -> None:
        """Keep what could not be collected, and that meters were turned back at this moment."""
        spot = next(spot for spot in self.spots if spot.table == played.table)
        with self.house.database.reading() as transaction:
            found = entries.after(transaction, spot.table, spot.noted)
        spot.noted = spot.noted if self.house.table(spot.table).question else found[-1].version
        kinds = ("round-corrected", "round-resettled")
        last = [e for e in found if e.kind in kinds and e.values["round"] == played.number]
        for seat, text in (last[-1].values["uncollected"] if last else {}).items():
            played.uncollected[int(seat)] += cents(text)
            self.did["uncollected"] += 1
        for name in names:
            if self.terms[name].progressive:
                self.acts[name].append(Act("corrected", played.table))

    def _move_meter(self) -> None:
        name = self.rng.choice(sorted(self.terms))
        asks, approves = self.two
        if self.rng.random() < 0.5:
            body, act, kind = {"jackpot": name}, "reseed", "reseeded"
        else:
            change = self.rng.choice(("-12.345", "7.5", "-300"))
            body = {"jackpot": name, "change": change, "cause": "display-fault", "reference": "R"}
            act, kind = "adjust-meter", "adjusted"
        request = desk.ask_for(self.house, asks, act, body, "as written")
        desk.approve_and_do(self.house, approves, request.id)
        change_cents = Fraction(body.get("change", "0")) * 100
        self.acts[name].append(Act(kind, change=change_cents))
        self.did[f"meters {kind}"] += 1

    def _come_and_go(self) -> None:
        """Someone leaves and sits down again, or plays on elsewhere with what they have."""
        spot = self.rng.choice(self.spots)
        person = self.rng.choice(spot.people)
        if self.house.table(spot.table).question:
            raise Refused("leave: not now")
        if person in self._seated(spot):
            ask(self.house, spot.table, "leave", person)
        away = self.rng.random() < 0.3 and len(self.house.table(self.bar).seats) < 7
        chips = self.house.balance(f"player:{person.id}") // 100
        chips = min(chips, 5000 if away else self.rng.choice((100, 5000)))
        ask(self.house, self.bar if away else spot.table, "sit", person, chips=chips)
        self.did["people gone elsewhere"] += away

    def _seated(self, spot: Spot) -> list[Person]:
        there = {seat["who"]: n for n, seat in self.house.table(spot.table).seats.items()}
        here = [person for person in spot.people if person.id in there]
        return sorted(here, key=lambda person: there[person.id])

    def _change_table(self) -> None:
        """A table gets other jackpots, another policy or another verifier."""
        spot = self.rng.choice([spot for spot in self.spots if spot.game == "super-omaha"])
        changed = {"table": self.omaha(self.rng), "promotions": []}
        changed["verify"] = self.rng.choice(("supervisor", "table"))
        ask(self.house, spot.table, "change-table", OPERATOR, setup=changed, why="another evening")
        spot.given = {**spot.given, **changed}
        spot.noted = self.house.table(spot.table).version

    # What it comes to

    def verify(self) -> list[Finding]:
        """What the auditor finds in the exported log; nothing."""
        return verify(export_lines(self.house)).findings

    def compare(self) -> list[str]:
        """What differs from the floor without what was corrected; nothing does."""
        sums = Sums(self.terms, self.acts, self.rounds)
        with self.house.database.reading() as transaction:
            balances = dict(entries.read_balances(transaction))
            meters = {name: jackpots.peek(transaction, name).meter for name in self.terms}
        differs = [
            f"meter {name}: {[*map(str, meters[name])]} for {[*map(str, state)]}"
            for name, state in sums.meters.items()
            if [*meters[name]] != state
        ]
        has: Counter[str] = Counter()
        for seat in self.house.table(self.bar).seats.values():
            has[seat["who"]] += seat["stack_cents"]
        for spot in self.spots:
            for seat in self.house.table(spot.table).seats.values():
                has[seat["who"]] += seat["stack_cents"]
            for person in spot.people:
                has[person.id] += balances.get(f"player:{person.id}", 0)
                wanted = 1000_00 + sums.people[person.id]
                if has[person.id] != wanted:
                    differs.append(f"{person.id}: {has[person.id]} for {wanted}")
        sums.accounts["cage"] -= self.issued
        own = {a: c for a, c in balances.items() if not a.startswith(("player:", "seat:"))}
        for account in sorted({*own, *sums.accounts}):
            if own.get(account, 0) != sums.accounts[account]:
                differs.append(f"{account}: {own.get(account, 0)} for {sums.accounts[account]}")
        return differs


def export_lines(house: House) -> list[bytes]:
    """The whole log, signed."""
    return [line.encode() for line in export_log(house.database, signer())]


def cents(text: str) -> int:
    return int(Fraction(text) * 100)


def read_meter(values: dict[str, str]) -> State:
    parts = ("meter", "reserved", "overflow")
    return [Fraction(values.get(part, "0")) * 100 for part in parts]


def read_hit(event: JackpotHit, rows: list[dict[str, Any]], state: str) -> Hit:
    sensor = int(event.jackpot.removeprefix("jackpot-")) - 1
    envy = [
        cents(row["paid"])
        for row in rows
        if row["wager"] == f"{event.jackpot}-envy" and row["row"] == event.row
    ]
    percent = Fraction(event.pays.removesuffix("%"))
    return Hit(
        sensor, event.seat, event.row, percent, event.paid_cents, state, envy[0] if envy else 0
    )
