"""``pitboss odds holdout``: players play each other, so there is no edge, but there are odds."""

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from math import sqrt
from textwrap import wrap
from typing import Any, NamedTuple, cast

from pitboss.cards.poker import CATEGORY_NAMES
from pitboss.odds.cache import Count, recall
from pitboss.odds.figures import WIDTH_99, Figures, exact
from pitboss.odds.holdout.strategy import KINDS, MODELS, UNIFORM
from pitboss.odds.request import Request
from pitboss.refusal import Refused

SIZES = (5, 4, 3, 2, 1)
SOURCES = (
    "cards/lookup.py",
    "cards/poker.py",
    "odds/holdout/equity.py",
    "odds/holdout/kernels",
    "odds/holdout/strategy.py",
    "odds/ranks.py",
    "rounds/shuffle.py",
)
HANDS = 400
"""Hands of each kind that are looked at."""
PICKED_BY, VALUED_BY = 600, 2_000
DUELS, DEALS_A_DUEL = 1_500, 400
SEED = "holdout values"
INPUTS: dict[str, Mapping[str, object]] = {
    "categories": {"held": SIZES},
    "kinds": {"hands": "all"},
    "values": {"hands": HANDS, "deals": [PICKED_BY, VALUED_BY], "seed": SEED},
    "duels": {"hands": DUELS, "deals": DEALS_A_DUEL, "seed": SEED},
}
"""The counts by name: how often each hand is made by one to five held cards, how many hands there
are of each kind, and estimates of what holds win, and of what a number of discards says."""
WIDTH = 78
HEADS_UP = 2


class Mean(NamedTuple):
    """Shares added up over hands, in halves of a deal, and their squares.

    The interval of a mean over hands comes from the spread between them.
    """

    hands: int
    deals: int
    total: int
    squares: int

    @property
    def figure(self) -> Figures:
        whole = 2 * self.deals
        mean = self.total / self.hands
        spread = sqrt(max(0.0, self.squares / self.hands - mean**2) / self.hands)
        low, high = mean - WIDTH_99 * spread, mean + WIDTH_99 * spread
        return {"value": mean / whole, "interval": [max(0.0, low / whole), min(1.0, high / whole)]}

    @property
    def of_opponent(self) -> Figures:
        """The other side of a mean share."""
        total = 2 * self.deals
        squares = self.hands * total**2 - 2 * total * self.total + self.squares
        return self._replace(total=self.hands * total - self.total, squares=squares).figure


def price(request: Request) -> Figures:
    """Frequencies of hands by number of held cards, and shares of the pot against one opponent."""
    if request.strategy is not None:
        raise Refused("--strategy: Holdout has no wager against the house to price by a strategy")
    if request.bonus_ratio is not None:
        raise Refused("--bonus-ratio: Holdout has no bonus wager")
    if request.players > HEADS_UP:
        raise Refused(
            f"--players {request.players}: these shares are against one opponent; at most 2"
        )
    found = {count.name: recall(count, request.recompute) for count in shipped_counts()}
    categories, kinds, values, duels = cast(Iterable[dict[str, Any]], found.values())
    return {
        "method": "exact, except figures with an interval (99 %), which are estimates from a seed",
        "models": MODELS,
        "hand_ranks": [_table(size, categories[str(size)]) for size in SIZES],
        "hold_values": list(hold_values(kinds["kinds"], values)),
        "discards": list(discard_values(kinds["discards"], duels)),
    }


def count_of(request: Request) -> Count | None:
    """The longest of the counts that the answer is made of."""
    return count("values")


def shipped_counts() -> Iterable[Count]:
    return map(count, INPUTS)


def count(name: str) -> Count:
    """One of the counts behind the answer."""

    def make() -> object:
        from pitboss.odds.holdout import equity
        from pitboss.odds.holdout.kernels.counts import count_categories

        if name == "categories":
            return count_categories()
        if name == "kinds":
            return equity.count_kinds()
        if name == "values":
            return equity.value_kinds(HANDS, (PICKED_BY, VALUED_BY), SEED)
        return equity.value_discards(DUELS, DEALS_A_DUEL, SEED)

    return Count("holdout", name, INPUTS[name], SOURCES, make)


def _table(size: int, counts: list[int]) -> Figures:
    deals = sum(counts)
    return {
        "held": size,
        "deals": str(deals),
        "outcomes": [
            {
                "event": CATEGORY_NAMES[category],
                "combinations": str(counts[category]),
                "probability": exact(Fraction(counts[category], deals)),
            }
            for category in range(len(counts) - 1, 0, -1)
        ],
    }


def hold_values(numbers: list[int], values: Mapping[str, list[list[int]]]) -> Iterator[Figures]:
    """For each kind of hand: how often it is dealt, and what holds of each size win."""
    for kind, number in zip(KINDS, numbers, strict=True):
        means = [Mean(HANDS, VALUED_BY, *sums).figure for sums in values[kind]]
        yield {
            "hand": kind,
            "combinations": str(number),
            "probability": exact(Fraction(number, sum(numbers))),
            "by_rule": means[-1],
            "by_held": {str(size): mean for size, mean in zip(SIZES, means[:-1], strict=True)},
        }


def discard_values(numbers: list[int], duels: Mapping[str, list[list[int]]]) -> Iterator[Figures]:
    """How often the rule discards so many cards, and what such an opponent wins on average."""
    for number, count in enumerate(numbers):
        shares = {
            model: Mean(DUELS, DEALS_A_DUEL, *sums[number]).of_opponent
            for model, sums in duels.items()
            if model == UNIFORM or count
        }
        chance = exact(Fraction(count, sum(numbers)))
        yield {"discarded": number, "combinations": str(count), "probability": chance, **shares}


def lines(answer: Mapping[str, Any]) -> Iterator[str]:
    """Frequencies by number of held cards, then what holds and discards are worth."""
    tables = answer["hand_ranks"]
    yield "Final hand, by number of held cards (all deals counted)"
    yield f"  {'':<16}" + "".join(f"{table['held']:>11}" for table in tables)
    for rows in zip(*(table["outcomes"] for table in tables), strict=True):
        chances = "".join(f"{100 * row['probability']['value']:>10.5f}%" for row in rows)
        yield f"  {rows[0]['event']:<16}{chances}"
    yield from ("", "Share of the pot against one opponent, by number of held cards (estimates)")
    yield f"  {'':<28}{'dealt':>8}" + "".join(f"{held:>8}" for held in "54321")
    for row in answer["hold_values"]:
        shares = "".join(f"{100 * figure['value']:>7.1f}%" for figure in row["by_held"].values())
        yield f"  {row['hand']:<28}{100 * row['probability']['value']:>7.2f}%{shares}"
    yield from ("", "What an opponent wins on average who discarded so many (estimates)")
    models = list(answer["models"])
    yield f"  {'discarded':<12}{'dealt':>8}" + "".join(f"{model:>12}" for model in models)
    for row in answer["discards"]:
        shares = "".join(_share(row.get(model)) for model in models)
        yield f"  {row['discarded']:<12}{100 * row['probability']['value']:>7.2f}%{shares}"
    for model, text in answer["models"].items():
        yield from ("", *wrap(f"{model}: {text}.", WIDTH))


def _share(figure: Mapping[str, Any] | None) -> str:
    return f"{100 * figure['value']:>11.1f}%" if figure else f"{'never':>12}"
