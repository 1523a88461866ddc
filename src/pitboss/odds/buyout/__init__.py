"""Ultimate 4 Card Buyout: every deal of one seat, by up card."""

from collections.abc import Iterator
from fractions import Fraction
from typing import cast

from pitboss.odds.buyout import strategy
from pitboss.odds.buyout.endings import (
    Bonus,
    count_endings,
    count_points,
    read_bonus,
    read_endings,
)
from pitboss.odds.buyout.pricing import figures, figures_of_bonus
from pitboss.odds.figures import Figures, with_cost
from pitboss.odds.kept import Count, recall
from pitboss.odds.registry import Player
from pitboss.odds.request import Request, read_request
from pitboss.refusal import Refused
from pitboss.rounds.runner import Runner


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
    rows, found = _by_strategy(request, bonus)
    words = strategy.describe(rows)
    return {"method": "exact", **with_cost(figures(found, bonus), best, request.strategy, words)}


def is_bonus_alone(request: Request) -> bool:
    allowed = request.settings.rulings["bonus-alone"] == "yes"
    return not request.is_main and allowed and request.bonus_ratio is None


def bonus_beside(request: Request) -> Bonus | None:
    """The bonus beside a first wager, one for one unless told."""
    return None if request.is_main else read_bonus(request, request.bonus_ratio or Fraction(1))


def _by_strategy(
    request: Request, bonus: Bonus | None
) -> tuple[list[strategy.Thresholds], list[list[int]]]:
    chosen = strategy.read_strategy(request.strategy)
    result = recall(strategy.count_strategy(chosen, bonus), request.recompute)
    kept = cast(dict[str, list[list[int]]], result)
    return [strategy.Thresholds(*row) for row in kept["rows"]], read_endings(kept["endings"])


def advise(running: Runner) -> Figures:
    from pitboss.odds.buyout.advice import advise

    return advise(running)


def solve(request: Request) -> Figures:
    """The best decision at every third card."""
    from pitboss.odds.buyout.full import full_strategy

    return full_strategy(bonus_beside(request))


def player(request: Request) -> Player:
    """Plays by the optimum or the request's thresholds."""
    from pitboss.odds.buyout.full import book_by, optimal_book

    bonus = bonus_beside(request)
    if request.strategy is None:
        return optimal_book(bonus).decide
    return book_by(_by_strategy(request, bonus)[0]).decide


def shipped_counts() -> Iterator[Count]:
    yield count_points()
    bonuses: list[Bonus | None] = [None]
    for hand in ("bought", "four-cards"):
        request = read_request("buyout", {"wager": "bonus", "rulings": {"bonus-hand": hand}})
        bonuses.append(bonus_beside(request))
    for bonus in bonuses:
        yield count_endings(bonus)
        for name in strategy.NAMES:
            yield strategy.count_strategy(name, bonus)
