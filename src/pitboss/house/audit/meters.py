"""Jackpots' meters in a whole log, followed from their opening through every round, adjustment and
correction: each must begin where the one before it ended, and a correction must leave the meter
where its history leads without what was corrected. A layer that knows the rules, like ``replay``.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from pitboss.games import find_game, jackpot_keys
from pitboss.games.events import MeterMoved
from pitboss.jackpots.history import Anew, Moves, Place, Step, not_below_zero, tell
from pitboss.jackpots.meter import Cause, Meter, Move, Terms, cap, reseed
from pitboss.jackpots.terms import read_jackpots, wager_of
from pitboss.money import exact_dollars, floor_cents, read_exact
from pitboss.refusal import Refused
from pitboss.rounds.runner import Runner

Entry = Mapping[str, Any]
Findings = Iterator[tuple[str, str]]

PARTS = ("meter", "reserve", "overflow")


class Moved(NamedTuple):
    """Something that a meter went through: after how many moves, how many it made, from where to
    where. ``anew`` is what a correction leaves of its round's awards."""

    moves: int | None
    rows: int
    step: Step
    before: Meter
    after: Meter
    at: str
    anew: Moves | None = None


class Corrected(NamedTuple):
    """A correction: what it posts, where it says that meters stand, and what of the cage's part is
    for practice players."""

    at: str
    chain: str
    postings: Mapping[str, int]
    stands: Mapping[str, Any]
    for_bots: int = 0


def read_stand(values: Sequence[object]) -> Meter:
    """A meter's three parts as the log has them."""
    if len(values) != len(PARTS):
        raise Refused("a meter has three exact amounts")
    return Meter(*map(read_exact, values))


def award_moves(running: Runner, wager: str) -> Moves:
    """What a round moved on the meter of a sensor."""
    moved = (event for event in running.table.events if isinstance(event, MeterMoved))
    return tuple(Move(Cause(e.cause), e.change) for e in moved if e.jackpot == wager)


class Meters:
    """Gathers what moved each meter; ``finish`` goes through it in the order of the moves."""

    def __init__(self) -> None:
        self.checked = 0
        self._terms: dict[str, tuple[Terms, Meter]] = {}
        self._moved: dict[str, list[Moved]] = {}
        self._corrected: dict[str, Corrected] = {}
        self._flows: dict[str, Counter[str]] = {}
        self._by_place: dict[Place, list[str]] = {}

    def open(self, body: Mapping[str, Any]) -> None:
        if isinstance(terms := body.get("terms"), Mapping):
            game = find_game(str(body.get("game") or jackpot_keys()[0]))
            (found,) = read_jackpots([terms], game.paytables["jackpot"])
            self._terms[body["jackpot"]] = found

    @property
    def are_told(self) -> bool:
        """Whether the log tells of jackpots that were opened."""
        return bool(self._terms)

    def is_progressive(self, jackpot: str) -> bool:
        return jackpot in self._terms and self._terms[jackpot][0].type == "progressive"

    def settle(self, place: Place, names: Sequence[str], running: Runner, last: Entry) -> None:
        """A round has ended by this entry."""
        numbers = last["body"]["result"].get("moves") or [None] * len(names)
        at = f"{last['chain']} entry {last['version']}"
        table = running.table
        for sensor, name in enumerate(names):
            moves = award_moves(running, wager_of(sensor + 1))
            before, after = table.opening.meters[sensor], table.meters[sensor]
            if not self.is_progressive(name) or (before == after and not moves):
                continue
            terms = self._terms[name][0]
            made = sum(wager_of(sensor + 1) in placed for placed in table.opening.wagers.values())
            reserved = made * terms.wager_cents * terms.reserve_rate
            # where only the reserve grows, the house counts one move of nothing
            step = Step(place, moves or (Move(Cause.CONTRIBUTIONS, Fraction(0)),), reserved)
            moved = Moved(numbers[sensor], max(1, len(moves)), step, before, after, at)
            self._moved.setdefault(name, []).append(moved)
            self._by_place.setdefault(place, []).append(name)

    def moved_by(self, place: Place) -> list[str]:
        """The meters that a round moved."""
        return self._by_place.get(place, [])

    def adjust(self, entry: Entry, at: str) -> Iterator[str]:
        """Two people have adjusted or reseeded a meter."""
        body, name = entry["body"], entry["body"]["jackpot"]
        stands, where = body.get("stands"), ("", 0)
        if not isinstance(stands, Mapping):
            gone = Moved(None, 1, Step(where, None), Meter(Fraction(0)), Meter(Fraction(0)), at)
            self._moved.setdefault(name, []).append(gone)
            return
        before, after = read_stand(stands["before"]), read_stand(stands["after"])
        cause = Cause.RESEED if body["act"] == "reseed" else Cause.ADJUSTMENT
        change = after.total - before.total
        step = Step(where, (Move(cause, change),))
        moved = Moved(stands["moves"], 1, step, before, after, at)
        self._moved.setdefault(name, []).append(moved)
        if name in self._terms:
            terms = self._terms[name][0]
            right = cap(terms, before._replace(value=before.value + change))
            if cause == Cause.RESEED:
                right = reseed(terms, before)
            if right != after:
                yield f"{body['act']} leaves {_words(right)}, recorded is {_words(after)}"
        postings = body.get("postings", {})
        yield from _compare_accounts(name, before, after, postings)
        own = {f"jackpot:{name}:{part}" for part in PARTS} | {"cage"}
        if others := sorted(set(postings) - own):
            yield f"moves {others[0]}, which is no account of its meter"

    def correct(self, place: Place, anew: Moves | None, corrected: Corrected) -> Iterator[str]:
        """A round was undone (without moves), or settled anew."""
        at = corrected.at
        self._corrected[at] = corrected
        for name, values in corrected.stands.items():
            before, after = read_stand(values["before"]), read_stand(values["after"])
            moved = Moved(values["moves"], 1, Step(place, None), before, after, at, anew)
            self._moved.setdefault(name, []).append(moved)
            yield from _compare_accounts(name, before, after, corrected.postings)

    def finish(self) -> Findings:
        """Once all is known; a meter that an earlier Pitboss has moved is not followed, because
        its entries do not tell their order."""
        followed = set()
        for name, moved in self._moved.items():
            if name in self._terms and all(each.moves is not None for each in moved):
                followed.add(name)
                yield from self._follow(name, sorted(moved, key=lambda each: each.moves or 0))
        for at, corrected in self._corrected.items():
            if followed.issuperset(corrected.stands):
                self.checked += 1
                for problem in compare_banks(corrected, self._flows.get(at, Counter())):
                    yield at, problem

    def _follow(self, name: str, moved: list[Moved]) -> Findings:
        terms, stands = self._terms[name]
        count, anew, steps, starts = 0, dict[Place, Moves | None](), list[Step](), list[Meter]()
        for each in moved:
            if each.moves != count:
                yield each.at, f"jackpot {name}: follows {each.moves} moves, there were {count}"
                return
            if each.before != stands:
                was, is_ = _words(stands), _words(each.before)
                yield each.at, f"jackpot {name}: its meter stood at {was}, recorded is {is_}"
                return
            if each.step.moves is None:
                told = {**anew, each.step.place: each.anew}
                right = self._without(terms, (starts, steps), (anew, told), each)
                if right != each.after:
                    own, recorded = _words(right), _words(each.after)
                    yield each.at, f"jackpot {name}: stands at {own} then, recorded is {recorded}"
                anew = told
            count, stands = count + each.rows, each.after
            steps.append(each.step)
            starts.append(each.before)

    def _without(
        self,
        terms: Terms,
        history: tuple[list[Meter], list[Step]],
        told: tuple[Anew, Anew],
        each: Moved,
    ) -> Meter:
        """Where the meter stands after a correction; what that moves on banks is noted."""
        starts, steps = history
        first = min(
            (n for n, step in enumerate(steps) if step.moves and step.place in told[1]),
            default=len(steps),
        )
        if first == len(steps):
            return each.before
        was, then = (tell(terms, starts[first], steps[first:], anew) for anew in told)
        flows = self._flows.setdefault(each.at, Counter())
        flows.update(was.banks)
        flows.subtract(then.banks)
        parts = zip(each.before, then.meter, was.meter, strict=True)
        return not_below_zero(Meter(*(now + new - old for now, new, old in parts)))


def _compare_accounts(
    name: str, before: Meter, after: Meter, postings: Mapping[str, int]
) -> Iterator[str]:
    for part, old, new in zip(PARTS, before, after, strict=True):
        account, right = f"jackpot:{name}:{part}", floor_cents(new) - floor_cents(old)
        if postings.get(account, 0) != right:
            yield f"moves {right} cents on {account}, recorded are {postings.get(account, 0)}"


def compare_banks(corrected: Corrected, flows: Counter[str]) -> Iterator[str]:
    """Other tables' rounds may have put more or less into a meter; the rest meets its own bank."""
    expected = {f"bank:{table}" if table else "cage": cents for table, cents in flows.items()}
    expected["cage"] = expected.get("cage", 0) + corrected.for_bots
    named = {account for account in corrected.postings if account.startswith("bank:")}
    for account in sorted({*named, *expected} - {f"bank:{corrected.chain}"}):
        right, recorded = expected.get(account, 0), corrected.postings.get(account, 0)
        if right != recorded:
            yield f"moves {right} cents on {account}, recorded are {recorded}"


def _words(meter: Meter) -> str:
    return " + ".join(exact_dollars(part) for part in meter)
