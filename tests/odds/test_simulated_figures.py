"""Every published figure beside rounds played through the rules.

The design was fixed before the first run and no seed was looked for. The decks of a figure come
from its name and the version (``Figure.seed``). A figure's p is exact: of a total, from the counted
outcomes by Fourier inversion; of rows, from binomial tails. All p must stay above 0.01 divided by
the number of figures, so that right figures fail together in at most one of 100 versions. A
failure is a finding to explain, never a reason for another seed.

PITBOSS_SIMULATED=20000 makes it a campaign. As a program (``python -m``) it prints every p, and the
share of figures that lie inside their own 99 %.
"""

import json
import os
from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from itertools import product
from math import lcm
from typing import Any, NamedTuple
from unittest.mock import patch

import numpy as np
import pytest

from pitboss import __version__
from pitboss.cards.poker import category_name
from pitboss.games import find_game
from pitboss.games.holdout.score import score
from pitboss.odds import simulation
from pitboss.odds.registry import find_solver, price
from pitboss.odds.request import JACKPOT, read_request
from pitboss.odds.simulation import tail
from pitboss.odds.super_omaha.strategy import named_strategies
from pitboss.rounds.shuffle import seeded, shuffle

ROUNDS = int(os.environ.get("PITBOSS_SIMULATED", "150"))
ROWS_TIMES = 5
"""A wager by rows is played so many times as often: it is quick, and some rows are rare."""

FAMILY = 0.01
TERMS = {"meter": 50_000}
PLAYERS = 2
"""One other player, whose hand alone is as random as the seat's own: binomial tails hold."""

OMAHA = find_game("super-omaha").paytables


class Figure(NamedTuple):
    """A request, or for Holdout the number of held cards."""

    game: str
    given: Mapping[str, Any]

    @property
    def name(self) -> str:
        return f"{self.game} {json.dumps(self.given, sort_keys=True)}"

    @property
    def seed(self) -> str:
        return f"pitboss {__version__} {self.name}"


def rulings(**options: tuple[str, ...]) -> list[dict[str, str]]:
    names = [name.replace("_", "-") for name in options]
    return [dict(zip(names, chosen, strict=True)) for chosen in product(*options.values())]


def duki() -> list[dict[str, Any]]:
    ace = ("high-low", "high")
    main = rulings(
        ante_three_card=("even", "three-card-table"),
        ante_four_beats_three=("table", "even"),
        ace=ace,
    )
    bonus = rulings(
        bonus_four_card=("best-three", "own-category", "ante-table", "three-suits-only"),
        bonus_pays=("to-1", "for-1"),
        ace=ace,
    )
    return [
        *({"rulings": chosen} for chosen in (*main, {"shuffler": "no"})),
        *({"wager": "bonus", "rulings": chosen} for chosen in bonus),
        *({"wager": "bonus", "bonus_ratio": 1, "rulings": chosen} for chosen in bonus[::4]),
        *({"strategy": name} for name in ("threshold", "any-duki", "always")),
    ]


def buyout() -> list[dict[str, Any]]:
    beside = [
        {"wager": "bonus", "rulings": {"bonus-hand": hand}} for hand in ("bought", "four-cards")
    ]
    played = [{}, *beside]
    return [
        *played,
        *({**given, "strategy": name} for given in played for name in ("up-card", "points")),
        {"wager": "bonus", "rulings": {"bonus-alone": "yes"}},
    ]


def omaha() -> list[dict[str, Any]]:
    def table(wager: str, code: str, **chosen: str) -> dict[str, Any]:
        given = {"wager": wager, "paytables": {wager: code}, "rulings": chosen}
        return {**given, "jackpot": TERMS, "players": PLAYERS} if wager == JACKPOT else given

    wagers = ("ante", "high-hand", "flop-bonus", JACKPOT)
    return [
        *(table(wager, code) for wager in wagers for code in OMAHA[wager]),
        *({"strategy": name} for name in named_strategies()),
        *(table(JACKPOT, "5CL-E01", **{"five-card-community": place}) for place in "2345"),
        *(
            table(JACKPOT, "7CL-07", **{"royal-suit": suit})
            for suit in ("hearts", "diamonds", "clubs")
        ),
        *(table(wager, next(iter(OMAHA[wager])), shuffler="no") for wager in wagers[1:]),
    ]


FIGURES = [
    *(Figure("duki", given) for given in duki()),
    *(Figure("buyout", given) for given in buyout()),
    *(Figure("super-omaha", given) for given in omaha()),
    *(Figure("holdout", {"held": held}) for held in (5, 4, 3, 2, 1)),
]


def find_p(figure: Figure) -> float:
    """How likely rounds at least as far from the figure are, if the figure is right."""
    if figure.game == "holdout":
        return holdout_p(figure)
    request = read_request(figure.game, figure.given)
    # asked for directly: price also sets them against those of the usual table
    figures: Any = find_solver(figure.game).price(request)
    rounds = ROUNDS if "actions" in figures else ROWS_TIMES * ROUNDS
    with patch.object(simulation, "price", return_value=figures) as asked:
        answer: Any = simulation.simulate(request, rounds, figure.seed)
    asked.assert_called_once_with(request)  # the figures at hand: counting them takes longest
    if "actions" in figures:
        return total_p(figures["outcomes"], Fraction(answer["mean"]["exact"]) * ROUNDS, ROUNDS)
    check_mean(answer, figures["outcomes"], request.paytable)
    tails = [row["tail"] for row in answer["rows"]]
    return min(1.0, len(tails) * float(min(tails)))


def check_mean(answer: Any, outcomes: Any, table: Any) -> None:
    """The mean is what the rows that came pay by the counted table, to the last cent."""
    nets = {(row["event"], row["pays"]): Fraction(row["net"]["exact"]) for row in outcomes}
    for row in table.rows:
        nets[f"envy: {row.hand}", ""] = Fraction(row.envy_cents, 100)
    paid = (nets[row["event"], row["pays"]] * row["observed"] for row in answer["rows"])
    total = sum(paid, Fraction(0))
    assert total == Fraction(answer["mean"]["exact"]) * answer["rounds"]


def holdout_p(figure: Figure) -> float:
    held, rounds = figure.given["held"], ROWS_TIMES * ROUNDS
    take = seeded(figure.seed)
    decks = (shuffle(take) for _ in range(rounds))
    found = Counter(category_name(score(deck[:held], deck[5:9])) for deck in decks)
    tables: Any = price(read_request("holdout", {}))["hand_ranks"]
    rows = next(table["outcomes"] for table in tables if table["held"] == held)
    assert set(found) <= {row["event"] for row in rows}
    tails = [tail(found[row["event"]], rounds, row["probability"]["value"]) for row in rows]
    return min(1.0, len(tails) * min(tails))


def total_p(outcomes: Any, total: Fraction, rounds: int) -> float:
    """Twice the smaller tail of the sum of independent rounds, each ending as counted."""
    nets = [Fraction(row["net"]["exact"]) for row in outcomes]
    unit = Fraction(1, lcm(*(net.denominator for net in nets)))
    steps = [int((net - min(nets)) / unit) for net in nets]
    size = 1 << (rounds * max(steps)).bit_length()
    one = np.zeros(size)
    for step, row in zip(steps, outcomes, strict=True):
        one[step] += row["probability"]["value"]
    chances = np.fft.irfft(np.fft.rfft(one) ** rounds, size)
    place = int((total - rounds * min(nets)) / unit)
    tails = float(np.sum(chances[: place + 1])), float(np.sum(chances[place:]))
    return min(1.0, max(0.0, 2 * min(tails)))


@pytest.mark.parametrize("figure", FIGURES, ids=lambda figure: figure.name)
def test_rounds_agree_with_the_figure(figure: Figure) -> None:
    assert find_p(figure) >= FAMILY / len(FIGURES)


def test_figures_have_decks_of_their_own() -> None:
    assert len({figure.seed for figure in FIGURES}) == len(FIGURES)


def test_the_chance_of_a_total() -> None:
    """Two throws of a coin that pays 1 or takes 1, and one that is far from fair."""
    coin = [{"net": {"exact": net}, "probability": {"value": 0.5}} for net in ("1/1", "-1/1")]
    assert total_p(coin, Fraction(2), 2) == pytest.approx(0.5)
    assert total_p(coin, Fraction(0), 2) == 1
    assert total_p(coin, Fraction(20), 20) == pytest.approx(2 / 2**20)


if __name__ == "__main__":
    found = {figure.name: find_p(figure) for figure in FIGURES}
    for name, p in sorted(found.items(), key=lambda item: item[1]):
        print(f"{p:.6f} {name}")
    inside = sum(p >= FAMILY for p in found.values())
    print(f"{inside} of {len(found)} inside their own 99 %; bound {FAMILY / len(found):.6f}")
