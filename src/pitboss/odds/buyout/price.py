"""Figures of Buyout's wagers from counted endings."""

from collections.abc import Iterable, Iterator
from fractions import Fraction
from typing import cast

from pitboss.odds.buyout import strategy
from pitboss.odds.buyout.counts import count_endings, count_points, count_strategy
from pitboss.odds.buyout.endings import (
    ENDINGS,
    FOLDS,
    FOURTH_BUY,
    FOURTH_FOLD,
    FOURTH_REFUSE,
    THIRD_FOLD,
    THIRD_REFUSE,
    Bonus,
    Thresholds,
    bonus_outcomes,
    read_bonus,
    read_endings,
)
from pitboss.odds.cache import Count, recall
from pitboss.odds.figures import (
    LOST,
    Cell,
    Figures,
    frequencies,
    merge_best_first,
    summarise,
    summarise_jointly,
    with_cost,
)
from pitboss.odds.request import Request, read_request
from pitboss.paytable import PayTable
from pitboss.refusal import Refused

JOINT = True
FOLDED = LOST._replace(event="folded")
RESULTS = 3


def price(request: Request) -> Figures:
    """The first wager and its buys; the bonus alone where that is allowed, else beside them."""
    if request.is_main and request.bonus_ratio is not None:
        raise Refused("--bonus-ratio goes with --wager bonus, which reports both parts")
    if is_bonus_alone(request):
        if request.strategy is not None:
            raise Refused("--strategy: a bonus alone has no decision; add --bonus-ratio")
        assert request.paytable is not None
        hands = cast(list[int], recall(count_points(), request.recompute))
        return {"method": "exact", **figures_of_bonus(hands, request.paytable)}
    bonus = bonus_beside(request)
    endings = read_endings(recall(count_endings(bonus), request.recompute))
    best = figures(endings, bonus)
    if request.strategy is None:
        return {"method": "exact", **best}
    rows, found = by_strategy(request, bonus)
    words = strategy.describe(rows)
    return {"method": "exact", **with_cost(figures(found, bonus), best, request.strategy, words)}


def is_bonus_alone(request: Request) -> bool:
    allowed = request.settings.rulings["bonus-alone"] == "yes"
    return not request.is_main and allowed and request.bonus_ratio is None


def bonus_beside(request: Request) -> Bonus | None:
    """The bonus beside a first wager, one for one unless told."""
    return None if request.is_main else read_bonus(request, request.bonus_ratio or Fraction(1))


def by_strategy(request: Request, bonus: Bonus | None) -> tuple[list[Thresholds], list[list[int]]]:
    chosen = strategy.read_strategy(request.strategy)
    result = recall(count_strategy(chosen, bonus), request.recompute)
    kept = cast(dict[str, list[list[int]]], result)
    return [Thresholds(*row) for row in kept["rows"]], read_endings(kept["endings"])


def count_of(request: Request) -> Count | None:
    return count_points() if is_bonus_alone(request) else count_endings(bonus_beside(request))


def shipped_counts() -> Iterable[Count]:
    yield count_points()
    bonuses: list[Bonus | None] = [None]
    for hand in ("bought", "four-cards"):
        request = read_request("buyout", {"wager": "bonus", "rulings": {"bonus-hand": hand}})
        bonuses.append(bonus_beside(request))
    for bonus in bonuses:
        yield count_endings(bonus)
        for name in strategy.NAMES:
            yield count_strategy(name, bonus)


def figures(endings: list[list[int]], bonus: Bonus | None) -> Figures:
    """The first wager and its buys, or those with a bonus beside them."""
    if bonus:
        found = summarise_jointly(list(_cells(endings, bonus)), ("first", "bonus"), bonus.ratio)
    else:
        rows = zip(ENDINGS, endings, strict=True)
        found = summarise([end._replace(combinations=sum(counts)) for end, counts in rows])
    return {**found, "actions": _actions([sum(counts) for counts in endings])}


def _cells(endings: list[list[int]], bonus: Bonus) -> Iterator[Cell]:
    for number, counts in enumerate(endings):
        for total, count in enumerate(counts):
            if count:
                outcome = FOLDED if number in FOLDS else bonus.outcomes[total]
                yield Cell(ENDINGS[number], outcome, count)


def _actions(counts: list[int]) -> Figures:
    """How often each option is taken, of all rounds."""

    def challenges(first: int) -> int:
        return sum(counts[first : first + RESULTS])

    fourth = {
        "fourth:buy": challenges(FOURTH_BUY),
        "fourth:refuse": challenges(FOURTH_REFUSE),
        "fourth:fold": counts[FOURTH_FOLD],
    }
    third = {
        "third:buy": sum(fourth.values()),
        "third:refuse": challenges(THIRD_REFUSE),
        "third:fold": counts[THIRD_FOLD],
    }
    return {**frequencies(third), **frequencies(fourth, sum(third.values()))}


def figures_of_bonus(hands: list[int], paytable: PayTable) -> Figures:
    """The bonus alone, always on four cards; rows that no hand reaches stand with 0."""
    rows = zip(bonus_outcomes(paytable), hands, strict=True)
    return summarise(merge_best_first(end._replace(combinations=count) for end, count in rows))
