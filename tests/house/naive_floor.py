"""What a floor's accounts and meters come to when corrected rounds and voided hits are left out.

Slow and obvious: it knows what was played as the log first recorded it, and adds it all up from the
beginning. Of the house it uses nothing but the words of the accounts.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from math import floor

State = list[Fraction]
"""A meter: what is displayed, the reserve, the overflow."""


@dataclass
class Terms:
    """A jackpot as it was opened, in cents."""

    progressive: bool
    wager: int
    seed: Fraction
    rate: Fraction
    reserve: Fraction
    maximum: Fraction | None
    opened: State


@dataclass
class Hit:
    sensor: int
    seat: int
    hand: str
    percent: Fraction
    first: int
    state: str
    envy: int = 0
    """What each other seat with the wager was paid for it."""

    @property
    def wager(self) -> str:
        return f"jackpot-{self.sensor + 1}"


@dataclass
class Played:
    """A settled round as the log first had it."""

    table: str
    number: int
    jackpots: list[str]
    policy: str
    who: dict[int, str]
    net: dict[int, int]
    wagered: list[set[int]]
    """For each sensor the seats with its wager."""
    meters: list[State]
    hits: list[Hit]
    """In settling order."""
    tips: int = 0
    rake: int = 0
    promoted: Counter[int] = field(default_factory=Counter)
    """What promotions added for all but hits, by seat."""
    times: Fraction = Fraction(0)
    """What a promotion adds to a hit of the first sensor: this part of it."""
    undone: bool = False
    uncollected: Counter[int] = field(default_factory=Counter)
    """What could not be collected from a seat's player, who still has it."""


@dataclass
class Act:
    """Something that moved a meter, in the order of time."""

    kind: str
    """played, adjusted, reseeded, or corrected"""
    table: str = ""
    played: Played | None = None
    change: Fraction = Fraction(0)


def capped(terms: Terms, state: State) -> State:
    shown, reserve, over = state
    if terms.maximum is not None and shown > terms.maximum:
        return [terms.maximum, reserve, over + shown - terms.maximum]
    return state


def seeded(terms: Terms, state: State) -> State:
    shown, reserve, over = state
    return capped(
        terms,
        [shown + terms.seed + over, reserve - min(reserve, terms.seed), Fraction(0)],
    )


def contributed(terms: Terms, state: State, wagers: int) -> State:
    cents = wagers * terms.wager
    shown, reserve, over = state
    return capped(terms, [shown + cents * terms.rate, reserve + cents * terms.reserve, over])


def awards(terms: Terms, state: State, hits: list[Hit], policy: str) -> tuple[list[int], int]:
    """What hits are paid on a meter that has the round's contributions, and what the house adds."""
    shown = floor(state[0])
    if not terms.progressive:
        return [floor(state[0] * hit.percent / 100) for hit in hits], 0
    if policy == "each-of-displayed":
        paid = [floor(shown * hit.percent / 100) for hit in hits]
        return paid, max(0, sum(paid) - shown)
    if policy == "shared":
        whole = max(Fraction(100), sum((hit.percent for hit in hits), Fraction(0)))
        return [floor(shown * hit.percent / whole) for hit in hits], 0
    paid = []
    for hit in hits:
        paid.append(floor(state[0] * hit.percent / 100))
        state = [state[0] - paid[-1], *state[1:]]
        if hit.percent == 100:
            state = seeded(terms, state)
    return paid, 0


def settled(terms: Terms, played: Played, sensor: int) -> tuple[list[Hit], list[int], int]:
    """The hits of a sensor that count, what they come to, and what the house covers."""
    state = played.meters[sensor]
    if terms.progressive:
        state = contributed(terms, state, len(played.wagered[sensor]))
    hits = [hit for hit in played.hits if hit.sensor == sensor and hit.state != "voided"]
    return hits, *awards(terms, state, hits, played.policy)


def go_on(terms: Terms, state: State, act: Act, jackpot: str) -> State:
    if act.kind == "adjusted":
        return capped(terms, [state[0] + act.change, *state[1:]])
    if act.kind == "reseeded":
        return seeded(terms, state)
    if act.kind == "corrected":
        return [max(Fraction(0), state[0]), *state[1:]]
    played = act.played
    assert played
    if played.undone:
        return state
    sensor = played.jackpots.index(jackpot)
    hits, paid, covered = settled(terms, played, sensor)
    state = contributed(terms, state, len(played.wagered[sensor]))
    state = [state[0] + covered, *state[1:]]
    for hit, cents in zip(hits, paid, strict=True):
        state = [state[0] - cents, *state[1:]]
        if hit.percent == 100 and played.policy == "in-settling-order":
            state = seeded(terms, state)
    if played.policy != "in-settling-order" and any(hit.percent == 100 for hit in hits):
        state = seeded(terms, state)
    return state


def whole(state: State) -> int:
    return sum(map(floor, state))


class Sums:
    """Every account and every meter, from the beginning."""

    def __init__(
        self, jackpots: dict[str, Terms], acts: dict[str, list[Act]], rounds: list[Played]
    ) -> None:
        self.accounts: Counter[str] = Counter()
        self.people: Counter[str] = Counter()
        self.meters: dict[str, State] = {}
        for name, terms in jackpots.items():
            if terms.progressive:
                self._tell(name, terms, acts[name])
            else:
                self.meters[name] = terms.opened
        for played in rounds:
            for cents, account in self._moved(jackpots, played):
                self.accounts[account] += cents

    def _tell(self, name: str, terms: Terms, acts: list[Act]) -> None:
        state = terms.opened
        self.accounts["cage"] -= whole(state)
        for act in acts:
            after = go_on(terms, state, act, name)
            bears = f"bank:{act.table}" if act.table else "cage"
            self.accounts[bears] -= whole(after) - whole(state)
            state = after
        self.meters[name] = state
        for part, cents in zip(("meter", "reserve", "overflow"), state, strict=True):
            self.accounts[f"jackpot:{name}:{part}"] += floor(cents)

    def _moved(self, jackpots: dict[str, Terms], played: Played) -> Iterator[tuple[int, str]]:
        nets = Counter(dict.fromkeys(played.who, 0))
        held: Counter[str] = Counter()
        added: Counter[int] = Counter()
        if not played.undone:
            nets.update(played.net)
            added.update(played.promoted)
            for sensor, name in enumerate(played.jackpots):
                self._settle(jackpots[name], played, sensor, nets)
                hits, paid, _ = settled(jackpots[name], played, sensor)
                for hit, cents in zip(hits, paid, strict=True):
                    if hit.state == "paid":
                        nets[hit.seat] += cents
                        added[hit.seat] += floor(cents * played.times) if not sensor else 0
                    else:
                        held[name] += cents
            yield played.tips, f"tips:{played.table}"
            yield played.rake, f"rake:{played.table}"
        for name, cents in held.items():
            yield cents, f"held:{name}"
        kept = 0 if played.undone else played.tips + played.rake
        bank = -nets.total() - kept - held.total() - played.uncollected.total()
        yield bank, f"bank:{played.table}"
        yield -added.total(), "promotions"
        for seat, person in played.who.items():
            self.people[person] += nets[seat] + added[seat] + played.uncollected[seat]

    def _settle(self, terms: Terms, played: Played, sensor: int, nets: Counter[int]) -> None:
        """Take out what the hits were paid at first, and the envy pays of those that are void."""
        for hit in (each for each in played.hits if each.sensor == sensor):
            nets[hit.seat] -= hit.first
            if hit.state == "voided":
                for seat in played.wagered[sensor] - {hit.seat}:
                    nets[seat] -= hit.envy
