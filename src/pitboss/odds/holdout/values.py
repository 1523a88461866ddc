"""What holds are worth by kind of hand, and what a number of discards says: estimates.

Hands are dealt from a seed until there are enough of each kind; for each the best hold of every
size is picked by one set of deals and valued by another. A mean over hands has its interval from
the spread between them.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from math import sqrt
from typing import NamedTuple, cast

from pitboss.cards import rank_of, suit_of
from pitboss.odds.cache import Count, recall
from pitboss.odds.figures import Figures, exact
from pitboss.odds.holdout.strategy import MODELS, QUEEN, UNIFORM, sensible_hold
from pitboss.rounds.shuffle import seeded, shuffle

HANDS = 400
"""Hands of each kind that are looked at."""
PICKED_BY, VALUED_BY = 600, 2_000
DUELS, DEALS_A_DUEL = 1_500, 400
SEED = "holdout values"
SIZES = (5, 4, 3, 2, 1)
COUNTS = (0, 1, 2, 3, 4)
SIGMAS = 2.5758293035489004

KINDS = (
    "straight or better",
    "three of a kind",
    "two pairs",
    "pair of queens or better",
    "lower pair",
    "four to a flush",
    "four to an open straight",
    "four to an inside straight",
    "three to a flush",
    "three to a straight",
    "two high cards",
)
"""Hands by what the rule holds of them."""

SOURCES = (
    "cards/lookup.py",
    "cards/poker.py",
    "odds/holdout/equity.py",
    "odds/holdout/kernels",
    "odds/holdout/strategy.py",
    "odds/holdout/values.py",
    "odds/ranks.py",
    "rounds/shuffle.py",
)


class Mean(NamedTuple):
    """Shares added up over hands, in halves of a deal, and their squares."""

    hands: int
    deals: int
    total: int
    squares: int

    @property
    def figure(self) -> dict[str, object]:
        whole = 2 * self.deals
        mean = self.total / self.hands
        spread = sqrt(max(0.0, self.squares / self.hands - mean**2) / self.hands)
        low, high = mean - SIGMAS * spread, mean + SIGMAS * spread
        return {"value": mean / whole, "interval": [max(0.0, low / whole), min(1.0, high / whole)]}


def kind_of(held: Sequence[int]) -> str:
    """The kind of a hand, by the cards that the rule holds."""
    counts = Counter(map(rank_of, held))
    rank, most = counts.most_common(1)[0]
    suited = len(set(map(suit_of, held))) == 1
    if len(held) == 5:
        return KINDS[0]
    if len(held) == 4:
        low, high = min(counts), max(counts)
        straight = KINDS[6] if high - low == 3 and high < 12 else KINDS[7]
        return KINDS[2] if most == 2 else KINDS[5] if suited else straight
    if len(held) == 3:
        pair = KINDS[3] if rank >= QUEEN else KINDS[4]
        draw = KINDS[8] if suited else KINDS[9]
        return KINDS[1] if most == 3 else pair if most == 2 else draw
    return KINDS[10]


def count_kinds() -> Count:
    """The exact number of hands of each kind, and of each number of discards."""
    return Count("holdout", "kinds", {"hands": "all"}, SOURCES, _make_kinds)


def _make_kinds() -> dict[str, list[int]]:
    import numpy as np

    from pitboss.odds.holdout.kernels.holdings import list_classes
    from pitboss.odds.holdout.kernels.kept import kept

    numbers = np.bincount(kept().classes, minlength=len(list_classes())).tolist()
    kinds: Counter[str] = Counter()
    counts: Counter[int] = Counter()
    for (ranks, suit), number in zip(list_classes(), numbers, strict=True):
        suits = range(len(ranks)) if suit is None else [suit] * len(ranks)
        held = [4 * rank + at % 4 for rank, at in zip(ranks, suits, strict=True)]
        kinds[kind_of(held)] += number
        counts[5 - len(ranks)] += number
    return {
        "kinds": [kinds[kind] for kind in KINDS],
        "discards": [counts[number] for number in COUNTS],
    }


def count_values() -> Count:
    inputs = {"hands": HANDS, "deals": [PICKED_BY, VALUED_BY], "seed": SEED}
    return Count("holdout", "values", inputs, SOURCES, _make_values)


def _make_values() -> dict[str, list[list[int]]]:
    """For each kind: by number of held cards, and by the rule, the sum of shares and of squares."""
    from pitboss.odds.progress import run_parts

    dealt = deal_kinds()
    found = run_parts("holdout values", [hand for kind in KINDS for hand in dealt[kind]], value)
    values = {}
    for place, kind in enumerate(KINDS):
        rows = found[place * HANDS : (place + 1) * HANDS]
        columns = list(zip(*rows, strict=True))
        values[kind] = [[sum(column), sum(x * x for x in column)] for column in columns]
    return values


def deal_kinds() -> dict[str, list[tuple[int, ...]]]:
    """Enough hands of each kind."""
    take = seeded(SEED)
    dealt: dict[str, list[tuple[int, ...]]] = {kind: [] for kind in KINDS}
    while min(map(len, dealt.values())) < HANDS:
        hand = shuffle(take)[:5]
        hands = dealt[kind_of(sensible_hold(hand))]
        if len(hands) < HANDS:
            hands.append(hand)
    return dealt


def value(hand: tuple[int, ...]) -> list[int]:
    """The best hold of each size and that of the rule: what they win, in halves of a deal."""
    from pitboss.odds.holdout import equity

    spot = equity.Spot(hand)
    picked = equity.values_of_holds(spot, rounds=equity.Rounds(PICKED_BY, 1 + sum(hand)))
    best = [next(held for held, _ in picked if len(held) == size) for size in SIZES]
    holds = [*best, sensible_hold(hand)]
    rounds = equity.Rounds(VALUED_BY, 1_000 + sum(hand))
    rows = equity.estimate(holds, spot, equity.everyone(spot), rounds=rounds)
    return [round(2 * VALUED_BY * row[0].value) for row in rows]


def count_duels() -> Count:
    inputs = {"hands": DUELS, "deals": DEALS_A_DUEL, "seed": SEED}
    return Count("holdout", "duels", inputs, SOURCES, _make_duels)


def _make_duels() -> dict[str, list[list[int]]]:
    """Against each number of discards, in each model, what a sensible player's hands win."""
    from pitboss.odds.progress import run_parts

    take = seeded(SEED)
    hands = [shuffle(take)[:5] for _ in range(DUELS)]
    duels = {}
    for model in MODELS:

        def win(hand: tuple[int, ...], model: str = model) -> list[int]:
            return _win_against(hand, model)

        rows = run_parts(f"holdout discards, {model}", hands, win)
        columns = zip(*rows, strict=True)
        duels[model] = [[sum(column), sum(x * x for x in column)] for column in columns]
    return duels


def _win_against(hand: tuple[int, ...], model: str) -> list[int]:
    from pitboss.odds.holdout import equity

    held = sensible_hold(hand)
    rest = tuple(card for card in hand if card not in held)
    rounds = equity.Rounds(DEALS_A_DUEL, 1 + sum(hand))
    won = []
    for number in COUNTS:
        spot = equity.Spot(held, rest, (), (number,))
        share = equity.estimate([held], spot, equity.everyone(spot), model, rounds)[0][0]
        won.append(round(2 * DEALS_A_DUEL * share.value))
    return won


def hold_values(recompute: bool) -> list[Figures]:
    """For each kind of hand: how often it is dealt, and what holds of each size win."""
    numbers = cast(Mapping[str, list[int]], recall(count_kinds(), recompute))["kinds"]
    values = cast(Mapping[str, list[list[int]]], recall(count_values(), recompute))
    rows: list[Figures] = []
    for kind, number in zip(KINDS, numbers, strict=True):
        means = [Mean(HANDS, VALUED_BY, *sums).figure for sums in values[kind]]
        rows.append(
            {
                "hand": kind,
                "combinations": str(number),
                "probability": exact(Fraction(number, sum(numbers))),
                "by_rule": means[-1],
                "by_held": {str(size): mean for size, mean in zip(SIZES, means[:-1], strict=True)},
            }
        )
    return rows


def discard_values(recompute: bool) -> Iterator[Figures]:
    """How often the rule discards so many cards, and what such an opponent wins on average."""
    numbers = cast(Mapping[str, list[int]], recall(count_kinds(), recompute))["discards"]
    duels = cast(Mapping[str, list[list[int]]], recall(count_duels(), recompute))
    for number, count in zip(COUNTS, numbers, strict=True):
        shares = {
            model: _opponent(Mean(DUELS, DEALS_A_DUEL, *sums[number]))
            for model, sums in duels.items()
            if model == UNIFORM or count
        }
        chance = exact(Fraction(count, sum(numbers)))
        yield {"discarded": number, "combinations": str(count), "probability": chance, **shares}


def _opponent(own: Mean) -> dict[str, object]:
    """The other side of a mean share."""
    total = 2 * own.deals
    squares = own.hands * total**2 - 2 * total * own.total + own.squares
    return own._replace(total=own.hands * total - own.total, squares=squares).figure
