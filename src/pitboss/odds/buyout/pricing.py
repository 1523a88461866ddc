"""Figures of Buyout's wagers from counted endings."""

from collections.abc import Iterator

from pitboss.odds.buyout.endings import (
    ENDINGS,
    FOLDS,
    FOURTH_BUY,
    FOURTH_FOLD,
    FOURTH_REFUSE,
    THIRD_FOLD,
    THIRD_REFUSE,
    Bonus,
    bonus_outcomes,
)
from pitboss.odds.figures import (
    LOST,
    Cell,
    Figures,
    Outcome,
    frequencies,
    merge,
    summarise,
    summarise_jointly,
)
from pitboss.paytable import PayTable

FOLDED = LOST._replace(event="folded")
RESULTS = 3


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
    outcomes: list[Outcome] = []
    for outcome, count in zip(bonus_outcomes(paytable), hands, strict=True):
        outcomes.append(outcome._replace(combinations=count))
    return summarise(sorted(merge(outcomes), key=lambda outcome: -outcome.net))
