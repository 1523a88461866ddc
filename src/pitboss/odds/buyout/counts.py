"""Buyout's counts: what each depends on, and the compiled code that makes it."""

from pitboss.games.buyout.rules import DRAWS_BELOW
from pitboss.odds.buyout.endings import Bonus, Thresholds
from pitboss.odds.cache import Count

SOURCES = ("games/buyout/score.py", "odds/buyout/endings.py", "odds/buyout/kernels")


def count_endings(bonus: Bonus | None) -> Count:
    """Deals by ending and by points of the bonus's hand, under optimal play."""

    def make() -> object:
        from pitboss.odds.buyout.kernels.decisions import count_optimum

        return count_optimum(bonus)

    return Count("buyout", "optimum", inputs_of(bonus), SOURCES, make)


def inputs_of(bonus: Bonus | None) -> dict[str, object]:
    """What a count of deals depends on; the dealer's rule is a number here and no source, so that
    the other rules of the game may be edited without counting anew."""
    return {"bonus": bonus.inputs() if bonus else None, "draws_below": DRAWS_BELOW}


def count_points() -> Count:
    """Hands of four cards by points: what a bonus alone depends on."""

    def make() -> object:
        from pitboss.odds.buyout.kernels.tables import count_hands

        return count_hands()

    sources = ("games/buyout/score.py", "odds/buyout/kernels/tables.py")
    return Count("buyout", "points", {}, sources, make)


def count_strategy(strategy: str | list[Thresholds], bonus: Bonus | None) -> Count:
    """Deals by ending and points under a strategy; a named one is found first."""

    def make() -> object:
        from pitboss.odds.buyout.kernels.thresholds import count_by, find_best

        rows = find_best(bonus, strategy) if isinstance(strategy, str) else strategy
        return {"rows": [list(row) for row in rows], "endings": count_by(rows, bonus)}

    given = strategy if isinstance(strategy, str) else [list(row) for row in strategy]
    return Count("buyout", "strategy", {**inputs_of(bonus), "strategy": given}, SOURCES, make)
