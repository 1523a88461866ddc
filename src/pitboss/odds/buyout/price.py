"""Figures of Buyout's wagers from counted endings."""

from collections.abc import Iterable
from typing import cast

from pitboss.games.buyout.rules import DRAWS_BELOW
from pitboss.odds.buyout import strategy
from pitboss.odds.buyout.strategy import ENDINGS, Bonus, Thresholds
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
from pitboss.refusal import Refused

SOURCES = ("games/buyout/score.py", "odds/buyout/strategy.py", "odds/buyout/kernels")
DEALS_OF_A_ROUND = 52 * 1_275 * 49 * 48 * 713_460
"""Up card, two cards, third, fourth, and the dealer's hidden card and draws."""
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
        # Always on four cards; rows that no hand reaches stand with 0.
        hands = cast(list[int], recall(count_points(), request.recompute))
        ends = zip(strategy.bonus_outcomes(request.paytable), hands, strict=True)
        ended = merge_best_first(end._replace(combinations=count) for end, count in ends)
        return {"method": "exact", **summarise(ended)}
    bonus = bonus_beside(request)
    best = figures(recall(count_endings(bonus), request.recompute), bonus)
    if request.strategy is None:
        return {"method": "exact", **best}
    rows, found = by_strategy(request, bonus)
    words = strategy.describe(rows)
    return {"method": "exact", **with_cost(figures(found, bonus), best, request.strategy, words)}


def count_endings(bonus: Bonus | None) -> Count:
    """Deals by ending and by points of the bonus's hand, under optimal play."""

    def make() -> object:
        from pitboss.odds.buyout.kernels.decisions import count_under, decide_all

        return count_under(decide_all(bonus), bonus)

    return Count("buyout", "optimum", inputs_of(bonus), SOURCES, make)


def inputs_of(bonus: Bonus | None) -> dict[str, object]:
    """What a count of deals depends on; the dealer's rule is a number here and no source, so that
    the other rules of the game may be edited without counting anew."""
    return {"bonus": bonus.inputs() if bonus else None, "draws_below": DRAWS_BELOW}


def count_points() -> Count:
    """Hands of four cards by points: what a bonus alone depends on."""

    def make() -> object:
        from pitboss.odds.buyout.kernels.deals import count_hands

        return count_hands()

    return Count("buyout", "points", {}, SOURCES, make)


def count_strategy(chosen: str | list[Thresholds], bonus: Bonus | None) -> Count:
    """Deals by ending and points under a strategy; a named one is found first."""

    def make() -> object:
        from pitboss.odds.buyout.kernels.decisions import count_under, find_best, follow_all

        rows = find_best(bonus, chosen) if isinstance(chosen, str) else chosen
        endings = count_under(follow_all(rows), bonus)
        return {"rows": [list(row) for row in rows], "endings": endings}

    given = chosen if isinstance(chosen, str) else [list(row) for row in chosen]
    return Count("buyout", "strategy", {**inputs_of(bonus), "strategy": given}, SOURCES, make)


def is_bonus_alone(request: Request) -> bool:
    allowed = request.settings.rulings["bonus-alone"] == "yes"
    return not request.is_main and allowed and request.bonus_ratio is None


def bonus_beside(request: Request) -> Bonus | None:
    """The bonus beside a first wager, one for one unless told."""
    return None if request.is_main else strategy.read_bonus(request)


def by_strategy(request: Request, bonus: Bonus | None) -> tuple[list[Thresholds], object]:
    """The thresholds of the request's strategy, and how the deals end under them."""
    chosen = strategy.read_strategy(request.strategy)
    result = recall(count_strategy(chosen, bonus), request.recompute)
    kept = cast(dict[str, list[list[int]]], result)
    return [Thresholds(*row) for row in kept["rows"]], kept["endings"]


def count_of(request: Request) -> Count | None:
    return count_points() if is_bonus_alone(request) else count_endings(bonus_beside(request))


def shipped_counts() -> Iterable[Count]:
    yield count_points()
    for wager, hand in (("first", "bought"), ("bonus", "bought"), ("bonus", "four-cards")):
        request = read_request("buyout", {"wager": wager, "rulings": {"bonus-hand": hand}})
        bonus = bonus_beside(request)
        yield count_endings(bonus)
        for name in strategy.NAMES:
            yield count_strategy(name, bonus)


def figures(result: object, bonus: Bonus | None) -> Figures:
    """The first wager and its buys, or those with a bonus beside them, from counted endings."""
    endings = cast(list[list[int]], result)
    counts = [sum(row) for row in endings]
    assert sum(counts) == DEALS_OF_A_ROUND
    if bonus:
        cells = [
            Cell(end, FOLDED if number in strategy.FOLDS else bonus.outcomes[total], count)
            for number, (end, row) in enumerate(zip(ENDINGS, endings, strict=True))
            for total, count in enumerate(row)
            if count
        ]
        found = summarise_jointly(cells, ("first", "bonus"), bonus.ratio)
    else:
        rows = zip(ENDINGS, counts, strict=True)
        found = summarise([end._replace(combinations=count) for end, count in rows])
    return {**found, "actions": _actions(counts)}


def _actions(counts: list[int]) -> Figures:
    """How often each option is taken, of all rounds."""

    def challenges(first: int) -> int:
        return sum(counts[first : first + RESULTS])

    fourth = {
        "fourth:buy": challenges(strategy.FOURTH_BUY),
        "fourth:refuse": challenges(strategy.FOURTH_REFUSE),
        "fourth:fold": counts[strategy.FOURTH_FOLD],
    }
    third = {
        "third:buy": sum(fourth.values()),
        "third:refuse": challenges(strategy.THIRD_REFUSE),
        "third:fold": counts[strategy.THIRD_FOLD],
    }
    return {**frequencies(third), **frequencies(fourth, sum(third.values()))}
