"""What others have published of the play of the games in ``examples/games``: which hands are
played, what single hands and wagers are worth, what other ways to play cost, other pay tables."""

from collections import Counter
from collections.abc import Mapping
from contextlib import suppress
from fractions import Fraction
from math import comb
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from pitboss.cards import parse_cards
from pitboss.games import find_game
from pitboss.games.contract import Game, Table
from pitboss.games.events import COMMUNITY
from pitboss.games.opening import set_table
from pitboss.odds.figures import fraction_of
from pitboss.odds.generic.ends import nets_of
from pitboss.odds.generic.solve import (
    count_all,
    look_for_bounds,
    open_alone,
    set_problem,
)
from pitboss.odds.registry import advise, find_solver
from pitboss.odds.request import read_request
from pitboss.rounds.script import run_script
from tests.examples.published import Answer, answer

UNIT = 100
RANKS = "23456789TJQKA"
TEN, JACK, QUEEN, KING = 8, 9, 10, 11


class Line(NamedTuple):
    """A class of hands at the first question: its cards, how many hands it has, the best move and
    what each is worth."""

    cards: str
    hands: int
    best: str
    worth: Mapping[str, Fraction]

    @property
    def ranks(self) -> tuple[int, ...]:
        return tuple(sorted((card >> 2 for card in parse_cards(self.cards)), reverse=True))


def strategy(key: str) -> list[Line]:
    """The answer of ``pitboss solve``."""
    found: Any = find_solver(key).solve(read_request(key, {}))
    return [
        Line(
            *(line["hand"], line["hands"], line["best"]),
            {name: fraction_of(value) for name, value in line["worth"].items()},
        )
        for line in found["strategy"]
    ]


def printed(value: Fraction, digits: int) -> str:
    return f"{float(value):.{digits}f}"


def own_table(wager: str, rows: Mapping[str, str]) -> dict[str, object]:
    """A pay table of a designer's own."""
    return {wager: {"terms": "to 1", "rows": [[event, event, pay] for event, pay in rows.items()]}}


# Three Card Poker.

THREE_CARDS = {
    "straight-flush": 48, "three-of-a-kind": 52, "straight": 720, "flush": 1_096, "pair": 3_744,
    "high-card": 16_440,
}  # fmt: skip
BONUS = {"straight": 1, "three-of-a-kind": 4, "straight-flush": 5}
THRESHOLD = (QUEEN, 4, 2)
"""Queen, six, four."""
AT_THRESHOLD = {THRESHOLD: ("-0.994627", "-0.993378"), (QUEEN, 4, 1): ("-1.003962", "-1.002551")}
"""What hands at the threshold are worth played, by their suits: the least and the most."""

BONUS_TABLES: dict[tuple[str, ...], tuple[str, ...]] = {
    ("4", "3", "1"): ("3.83", "2.28"),
    ("3", "2", "1"): ("4.28", "2.56"),
    ("5", "3", "1"): ("3.61", "2.16"),
    ("9", "8", "1"): ("1.56", "0.93"),
    ("12.5", "10", "1"): ("0.33", "0.20"),
}
"""Edge and element of risk in per cent, by what a straight flush, three of a kind and a straight
are paid beside the Ante."""

PAIR_PLUS = {
    "35 33 6 4 1": 596, "40 25 6 4 1": 772, "35 25 6 4 1": 1_012, "50 30 6 3 1": 1_128,
    "40 30 5 4 1": 1_232, "40 25 5 4 1": 1_492,
}  # fmt: skip
"""What 22,100 units lose, by the pays from the straight flush down to the pair."""


def three_card_lines() -> list[tuple[Line, str]]:
    """Every line of the strategy with what its hand is called."""
    score = find_game("three-card-poker").score
    return [(line, str(score(line.cards, {})["category"])) for line in strategy("three-card-poker")]


def check_three_card_hands(lines: list[tuple[Line, str]]) -> None:
    """How many hands there are of each kind, and which are played."""
    counted = Counter[str]()
    for line, hand in lines:
        counted[hand] += line.hands
        plays = hand != "high-card" or line.ranks >= THRESHOLD
        assert line.best == ("play" if plays else "fold"), line
    assert counted == THREE_CARDS
    low = sum(line.hands for line, hand in lines if _is_below(line, hand, QUEEN))
    assert low == 6_720
    assert printed(Fraction(22_100 - low, 221), 2) == "69.59"  # so often the dealer qualifies
    for ranks, figures in AT_THRESHOLD.items():
        of = [line.worth["play"] for line, h in lines if (line.ranks, h) == (ranks, "high-card")]
        assert (printed(min(of), 6), printed(max(of), 6)) == figures


def _is_below(line: Line, hand: str, rank: int) -> bool:
    return hand == "high-card" and line.ranks[0] < rank


def check_three_card_strategies(lines: list[tuple[Line, str]]) -> None:
    """Playing everything, from a jack or from a queen up, without the Ante bonus and with it."""
    bonus = Fraction(sum(THREE_CARDS[hand] * pay for hand, pay in BONUS.items()), 22_100)
    assert bonus == Fraction(292, 5_525)

    def worth(rank: int) -> Fraction:
        played = (
            line.hands * (-1 if _is_below(line, hand, rank) else line.worth["play"])
            for line, hand in lines
        )
        return sum(played) / Fraction(22_100) - bonus

    figures = {0: "-0.129389", JACK: "-0.100696", QUEEN: "-0.087342"}
    assert {rank: printed(worth(rank), 6) for rank in figures} == figures
    assert printed(-100 * (worth(QUEEN) + bonus), 2) == "3.45"
    assert printed(-100 * (worth(0) + bonus), 2) == "7.65"
    best = sum(line.hands * max(line.worth.values()) for line, _ in lines) / Fraction(22_100)
    assert best == -Fraction(13_733_780, 407_170_400)
    assert best - bonus == -Fraction(35_253_012, 407_170_400)


def check_bonus_table(pays: tuple[str, ...]) -> None:
    rows = dict(zip(("straight-flush", "three-of-a-kind", "straight"), pays, strict=True))
    found = answer("three-card-poker", paytables=own_table("ante", rows))
    shown = [
        printed(100 * fraction_of(found[name]), 2) for name in ("house_edge", "element_of_risk")
    ]
    assert tuple(shown) == BONUS_TABLES[pays]


def check_pair_plus(pays: str) -> None:
    rows = dict(zip([*THREE_CARDS][:5], pays.split(), strict=True))
    table = own_table("pair-plus", rows)
    found = answer("three-card-poker", wager="pair-plus", paytables=table)
    assert {row["hand"]: int(row["combinations"]) for row in found["hands"]} == THREE_CARDS
    assert fraction_of(found["house_edge"]) == Fraction(PAIR_PLUS[pays], 22_100)


# Let It Ride.

KEPT = {
    1_689: 1_440, 6_360: 52, 252: 20, 480: 4, 708: 4, 198: 12, 426: 12, 144: 24, 1_736: 4,
    1_454: 12, 1_172: 24,
}  # fmt: skip
"""How many hands of three cards leave their wager, by its total pay over 1,176 completions."""


def check_let_it_ride_play() -> None:
    """Which hands leave the first wager, and what each of the three wagers is worth."""
    kept = Counter[Fraction]()
    for line in strategy("let-it-ride"):
        worth = line.worth["ride"] - line.worth["take-back"]
        assert (line.best == "ride") == (worth > 0)
        if worth > 0:
            kept[worth * 1_176] += line.hands
    assert kept == KEPT
    assert sum(kept.values()) == 1_608
    found = answer("let-it-ride")
    first, second, last = wagers_of(found)
    assert first == Fraction(354_517, 3_248_700)
    assert second == Fraction(742_459, 3_248_700)
    assert last == Fraction(-242_173, 649_740)
    chances = (found, answer("let-it-ride", ties="more"))
    less, more = (fraction_of(one["actions"]["4 cards: ride"]["probability"]) for one in chances)
    assert (more - less) * comb(52, 4) == 2_268  # of these the second wager is worth nothing


def wagers_of(found: Answer) -> tuple[Fraction, Fraction, Fraction]:
    """What the first, the second and the compulsory wager are worth."""
    sums = [Fraction(0)] * 3
    for row in found["hands"]:
        each = fraction_of(row["net"]) / fraction_of(row["wagered"]) * int(row["combinations"])
        for number, move in enumerate((*row["moves"].split(", "), "ride")):
            sums[number] += each if move == "ride" else 0
    first, second, last = (total / int(found["deals"]) for total in sums)
    return first, second, last


# Mississippi Stud.

MISSISSIPPI_FIRST = {"bet 3x": 78, "bet 1x": 836, "fold": 412}


def check_mississippi_play() -> None:
    """The first decision by hand, and the last one by what is in already."""
    first = Counter[str]()
    for line in strategy("mississippi-stud"):
        first[line.best] += line.hands
        if line.ranks[0] == line.ranks[1]:
            assert line.best == "bet 3x", line
    assert first == MISSISSIPPI_FIRST
    # Three unpaired middle cards and a low one, after five units and after three.
    for fourth, bet, fold, best in ((30, -234, -240, "bet"), (10, -156, -144, "fold")):
        script = {
            "game": "mississippi-stud",
            "deck": "6c 9d Th 2s Kc",
            "wagers": {"1": {"ante": 10}},
            "decisions": [[1, "bet", 10], [1, "bet", fourth]],
        }
        found: Any = advise(run_script(script))
        values = {one["action"]: fraction_of(one["ev"]) for one in found["options"]}
        assert values == {"bet": Fraction(bet, 48), "fold": Fraction(fold, 48)}
        assert found["best"] == best


def check_mississippi_seen_card() -> None:
    """The player knows the first card for everybody before the first decision."""
    game = find_game("mississippi-stud")

    def seen(table: Table) -> Any:
        asked = game.play(table)
        question = next(asked)
        table.show(COMMUNITY, "MS-04", table.hands[COMMUNITY][:1])
        with suppress(StopIteration):
            while True:
                question = asked.send((yield question))

    won, deals = solve_alone(game._replace(play=seen), "ante")
    assert Fraction(won, deals * UNIT) == Fraction(254_633, 464_100)
    assert printed(Fraction(100 * won, deals * UNIT), 4) == "54.8660"


def solve_alone(game: Game, wager: str) -> tuple[int, int]:
    """What all deals win, and how many there are; nothing is kept."""
    opening = open_alone(game, set_table(game), {wager: UNIT})
    problem = set_problem(game, opening, look_for_bounds(game, opening), "less")
    net = nets_of(problem.table)
    counted = np.array(count_all(problem, Path("kept-none"))[: net.size]).reshape(net.shape)
    return int((counted * net).sum()), int(counted.sum())


# Ultimate Texas Hold'em.

FOUR_TIMES = {True: {"Q": 6, "J": 8}, False: {"K": 5, "Q": 8, "J": 10}}
"""The least second card of a suited and of another hand that is raised four times, by the first."""


def check_ultimate_play() -> None:
    """The hands that are raised before the Flop, once the game has been counted."""
    raised = 0
    for line in strategy("ultimate-holdem"):
        four = is_raised(line)
        assert (line.best == "raise 4x") == four, line
        raised += line.hands * four
        assert max(line.worth.values()) > line.worth["raise 3x"]
    assert raised == 500


def is_raised(line: Line) -> bool:
    high, low = line.ranks
    suited = len({card & 3 for card in parse_cards(line.cards)}) == 1
    if high == low:
        return high > 0
    least = {"A": 2, **({"K": 2} if suited else {}), **FOUR_TIMES[suited]}.get(RANKS[high])
    return least is not None and low + 2 >= least
