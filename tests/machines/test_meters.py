"""Meters over long runs: hits, voids and adjustments, balanced to the last fraction.

    closing = opening + contributed + seeded + covered - paid + adjusted

An auditor reads nothing but the events of each round, knows the terms that are posted, and keeps
the books of each jackpot. Meters go from round to round as the table's do.
"""

from collections import Counter
from fractions import Fraction
from random import Random
from typing import Any

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    rule,
    run_state_machine_as_test,
)

from pitboss.cards import DECK, parse_cards
from pitboss.games import find_game
from pitboss.games.contract import Decision
from pitboss.games.events import (
    Event,
    JackpotHit,
    MeterMoved,
    RoundVoided,
    WagerPlaced,
    WagerSettled,
)
from pitboss.games.opening import open_round, set_table
from pitboss.jackpots.meter import POLICIES, REDUCTIONS, Meter, Terms, adjust
from pitboss.jackpots.terms import TYPES
from pitboss.refusal import Refused
from pitboss.rounds.runner import Runner

GAME = find_game("super-omaha")
CODES = list(GAME.paytables["jackpot"])
SEEDS = st.integers(0, 2**32)
PARTS = st.fractions(0, Fraction(1, 2), max_denominator=30)
AMOUNTS = st.fractions(0, 5_000_000, max_denominator=9)

STACKS = [
    (),
    ("Ah Kh Qh Jh", "9h 8h 7h 6h", "Th"),
    ("9h 8h 7h 6h", "Ah Kh Qh Jh", "Th"),
    ("9h 8h 7h 6h", "4h 3h 2h Ah", "5h"),
    ("Kh Qh Jh Th", "As Qs Js Ts", "Ah Ks 2c"),
    ("Ks Qs Js Ts", "9d 9c 2d 2h", "As 9s 9h"),
]
"""Hole cards of two seats and what the board starts with: one or two percentage winners."""


class Book:
    """One jackpot's account, kept from the record alone."""

    def __init__(self, terms: Terms, opening: Fraction) -> None:
        self.terms = terms
        self.running = self.opening = opening
        self.sums: dict[str, Fraction] = {}

    def add(self, cause: str, change: Fraction) -> None:
        assert self.terms.type == "progressive", "a house jackpot never moves"
        # A seed of nothing still brings the overflow back.
        assert change or cause == "seed", "a move moves something"
        self.sums[cause] = self.sums.get(cause, Fraction(0)) + change
        self.running += change
        assert self.running >= 0, "no meter is ever below zero"

    def expected(self) -> Fraction:
        """The identity, from the sums of each cause."""
        known = ("contributions", "seed", "covered by the house", "paid", "adjusted", "reversed")
        assert set(self.sums) <= set(known)
        return self.opening + sum(self.sums.values())


def audit_round(books: list[Book], policy: str, events: list[Event]) -> None:
    """Read a round's record into the books; every figure is worked out from other lines of it."""
    for number, book in enumerate(books, 1):
        name = f"jackpot-{number}"
        moves = [(e.cause, e.change) for e in events if isinstance(e, MeterMoved)
                 if e.jackpot == name]  # fmt: skip
        wagers = [e.cents for e in events if isinstance(e, WagerPlaced) and e.wager == name]
        rows = [e for e in events if isinstance(e, WagerSettled) and e.wager == name]
        hits = [e for e in events if isinstance(e, JackpotHit) and e.jackpot == name]
        shares = [row for row in rows if row.outcome == "win" and str(row.pays).endswith("%")]
        assert sorted((h.seat, h.paid_cents) for h in hits) == sorted(
            (row.seat, row.paid_cents) for row in shares
        )
        assert [hit.seat for hit in hits] == sorted((hit.seat for hit in hits), reverse=True)
        if book.terms.type == "house":
            assert not moves
            continue
        added = sum(wagers) * book.terms.rate
        by_cause = {cause: sum(c for name, c in moves if name == cause) for cause, _ in moves}
        assert by_cause.get("contributions", 0) == added
        assert -by_cause.get("paid", 0) == sum(row.paid_cents for row in shares)
        whole = sum(row.pays == "100%" for row in shares)
        seeds = whole if policy == "in-settling-order" else min(whole, 1)
        assert by_cause.get("seed", 0) == seeds * book.terms.seed
        assert policy == "each-of-displayed" or "covered by the house" not in by_cause
        if any(isinstance(event, RoundVoided) for event in events):
            assert not shares
            assert by_cause.get("reversed", 0) == -added
        for cause, change in moves:
            book.add(cause, change)


class Meters(RuleBasedStateMachine):
    """A table with one or two jackpots that deals round after round."""

    kind = policy = ""
    seen: Counter[str]

    @initialize(data=st.data())
    def open_table(self, data: st.DataObject) -> None:
        sensors = data.draw(st.integers(1, 2))
        drawn = [self.draw_jackpot(data) for _ in range(sensors)]
        self.terms = [terms for terms, _ in drawn]
        self.meters = [meter for _, meter in drawn]
        self.books = [Book(terms, meter.total) for terms, meter in drawn]
        rulings: dict[str, object] = {"same-round-percentages": self.policy}
        self.settings = set_table(GAME, rulings, jackpots=self.terms)

    def draw_jackpot(self, data: st.DataObject) -> tuple[Terms, Meter]:
        table = GAME.paytables["jackpot"][data.draw(st.sampled_from(CODES))]
        wager = data.draw(st.sampled_from([1, 25, 100, 250, 500]))
        if self.kind == "house":
            return Terms(table, "house", wager), Meter(data.draw(AMOUNTS))
        seed, level = data.draw(AMOUNTS), data.draw(AMOUNTS)
        maximum = data.draw(st.none() | st.fractions(0, 10**5, max_denominator=7))
        most = None if maximum is None else max(seed, level) + maximum
        rate, reserve = data.draw(PARTS), data.draw(PARTS)
        return Terms(table, "progressive", wager, seed, rate, reserve, most), Meter(level)

    @rule(seed=SEEDS, stack=st.sampled_from(STACKS), void=st.sampled_from([False] * 6 + [True]))
    def play_round(self, seed: int, stack: tuple[str, ...], void: bool) -> None:
        rng = Random(seed)
        running = self.open(rng, stack)
        while running.question:
            seat = running.question.seat
            if void and (rng.random() < 0.4 or seat == running.table.seats[-1]):
                running.decide(Decision(0, "void", reason="a card fell"))
            elif rng.random() < 0.5:
                running.decide(Decision(seat, "fold"))
            else:
                running.decide(Decision(seat, "flop", running.table.open_wagers[seat]["ante"]))
        if void:
            assert running.table.meters == self.meters
        audit_round(self.books, self.policy, running.table.events)
        self.count(running.table.events)
        self.check_reserves(running.table.events, running.table.meters)
        self.meters = running.table.meters

    def count(self, events: list[Event]) -> None:
        """What the runs have met with; a test of meters that never saw a hit would be none."""
        hits = Counter(event.jackpot for event in events if isinstance(event, JackpotHit))
        self.seen["two winners"] += max(hits.values(), default=0) > 1
        for event in events:
            if isinstance(event, MeterMoved):
                self.seen[event.cause] += 1

    def open(self, rng: Random, stack: tuple[str, ...]) -> Runner:
        seats = sorted(rng.sample(range(1, 8), rng.randint(2, 7)))
        wagers: dict[int, dict[str, int]] = {seat: {"ante": 1000} for seat in seats}
        for number, terms in enumerate(self.terms, 1):
            for seat in rng.sample(seats, rng.randint(len(seats) // 2, len(seats))):
                wagers[seat][f"jackpot-{number}"] = terms.wager_cents
        deck = stacked_deck(rng, seats, stack)
        opening = open_round(GAME, self.settings, wagers, deck)
        return Runner(GAME, opening._replace(meters=tuple(self.meters)))

    def check_reserves(self, events: list[Event], after: list[Meter]) -> None:
        """The hidden reserve grows by its rate and falls only for a seed, never below zero."""
        for number, (terms, before) in enumerate(zip(self.terms, self.meters, strict=True)):
            name = f"jackpot-{number + 1}"
            made = [e.cents for e in events if isinstance(e, WagerPlaced) and e.wager == name]
            void = any(isinstance(event, RoundVoided) for event in events)
            expected = before.reserve + (0 if void else sum(made) * terms.reserve_rate)
            for event in events:
                if isinstance(event, MeterMoved) and (event.jackpot, event.cause) == (name, "seed"):
                    expected -= min(expected, terms.seed)
            assert after[number].reserve == expected

    @rule(
        change=st.fractions(-1_000_000, 1_000_000, max_denominator=5),
        cause=st.sampled_from([*REDUCTIONS, "promotion"]),
        reference=st.sampled_from(["log 12", ""]),
    )
    def adjust_meter(self, change: Fraction, cause: str, reference: str) -> None:
        before = self.meters[0]
        allowed = reference and before.value + change >= 0 and (change >= 0 or cause in REDUCTIONS)
        if self.kind == "house" or not change:
            return
        try:
            self.meters[0] = adjust(self.terms[0], before, change, cause, reference)
        except Refused:
            assert not allowed
        else:
            assert allowed
            self.books[0].add("adjusted", change)

    @invariant()
    def the_books_balance(self) -> None:
        for terms, meter, book in zip(
            getattr(self, "terms", []), getattr(self, "meters", []), getattr(self, "books", []),
            strict=True,
        ):  # fmt: skip
            assert meter.total == book.running == book.expected()
            assert min(meter) >= 0
            assert terms.maximum is None or meter.value <= terms.maximum
            assert meter.overflow == 0 or meter.value == terms.maximum or book.sums.get("adjusted")


def stacked_deck(rng: Random, seats: list[int], stack: tuple[str, ...]) -> tuple[int, ...]:
    """Four cards at a time to each seat and the dealer, then the board."""
    first, second, board = [parse_cards(part) for part in stack] if stack else [(), (), ()]
    fixed = {*first, *second, *board}
    rest = rng.sample([card for card in DECK if card not in fixed], 52 - len(fixed))
    lucky = dict(zip(rng.sample(seats, 2), (first, second), strict=True)) if stack else {}
    deck: list[int] = []
    for seat in [*seats, 0]:
        deck += lucky.get(seat) or [rest.pop() for _ in range(4)]
    return (*deck, *board, *rest)


@pytest.mark.rule("SO-27")
@pytest.mark.parametrize("kind", TYPES)
@pytest.mark.parametrize("policy", POLICIES)
def test_meters_balance_over_long_runs(kind: str, policy: str):
    seen: Counter[str] = Counter()
    machine: Any = type("Machine", (Meters,), {"kind": kind, "policy": policy, "seen": seen})
    examples = settings().max_examples // (2 if kind == "progressive" else 10)
    run_state_machine_as_test(
        machine, settings=settings(max_examples=examples, stateful_step_count=50)
    )
    if kind == "progressive":
        met = ["two winners", "contributions", "paid", "seed", "reversed"]
        met += ["covered by the house"] if policy == "each-of-displayed" else []
        assert min(seen[name] for name in met) >= 5, seen


PLACED = WagerPlaced(1, "jackpot-1", 100, "")
MOVED = MeterMoved("jackpot-1", "contributions", Fraction(20), "SO-27")
WON = WagerSettled(1, "jackpot-1", 100, "win", "100%", 1020, 920, "Royal Flush", "SO-22")
HIT = JackpotHit("jackpot-1", 1, "Royal Flush", "100%", 1020, "SO-27")
PAID = MeterMoved("jackpot-1", "paid", Fraction(-1020), "SO-27")
SEEDED = MeterMoved("jackpot-1", "seed", Fraction(500), "SO-27")
HONEST: list[Event] = [PLACED, MOVED, WON, HIT, PAID, SEEDED]


def book() -> Book:
    table = GAME.paytables["jackpot"]["5CL-01"]
    return Book(Terms(table, "progressive", 100, Fraction(500), Fraction(1, 5)), Fraction(1000))


def test_the_auditor_agrees_with_an_honest_record():
    kept = book()
    audit_round([kept], "shared", list(HONEST))
    assert kept.running == kept.expected() == 500


@pytest.mark.parametrize(
    "wrong",
    [
        [e for e in HONEST if e is not MOVED],
        [e for e in HONEST if e is not HIT],
        [e for e in HONEST if e is not PAID],
        [e for e in HONEST if e is not SEEDED],
        [PLACED, MOVED._replace(change=Fraction(19))],
        [*HONEST, SEEDED],
        [*HONEST, MOVED],
        [PLACED, MOVED, WON._replace(paid_cents=1019), HIT, PAID, SEEDED],
        [PLACED, MOVED, WON, HIT, PAID._replace(change=Fraction(-1021)), SEEDED],
        [PLACED, MOVED, RoundVoided("house-procedure", "a card fell", "", False)],
    ],
)
def test_the_auditor_sees_what_is_wrong(wrong: list[Event]):
    with pytest.raises(AssertionError):
        audit_round([book()], "shared", wrong)
