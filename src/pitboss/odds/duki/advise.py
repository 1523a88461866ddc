"""What each option is worth to a Duki seat by its own four cards, and the play of every hand."""

from fractions import Fraction

from pitboss.cards import format_cards
from pitboss.games.duki.score import cards_of, category_of
from pitboss.odds.duki.hands import DEALERS, classes_of, field_of, meet, settle
from pitboss.odds.duki.price import at_unit, joint_wagers
from pitboss.odds.duki.strategy import gain
from pitboss.odds.figures import Chances, Figures, advice, exact
from pitboss.odds.request import Request
from pitboss.rounds.runner import Runner


def advise(running: Runner) -> Figures:
    """The expectations of playing and folding, for the whole round."""
    opening, seat = running.table.opening, running.asked.seat
    wagers = opening.wagers[seat]
    settlement = settle(opening.settings, wagers)
    met = meet(opening.settings.rulings["ace"], running.table.hands[seat])
    worth = settlement.values(*met)
    ends = settlement.main_ends(*met, "ante")
    values = {
        action: Fraction(cents, DEALERS * wagers["ante"])
        for action, cents in zip(settlement.actions, worth, strict=True)
    }
    chances = dict(zip(settlement.actions, map(Chances._make, ends), strict=True))
    return advice(running.asked, values, ("fold", "play"), chances)


def solve(request: Request) -> Figures:
    """All 16,432 classes of hands that differ by a change of suits alone, the best hand first.

    The gain of a class is playing less folding.
    """
    ace = request.settings.rulings["ace"]
    wagers = joint_wagers(request.bonus_ratio or Fraction(0))
    settlement = at_unit(request, wagers, field_of(ace))
    unit = DEALERS * settlement.opening.wagers[1]["ante"]
    classes = [
        (met.score, Fraction(gain(settlement, met.score, met.counts), unit), met.hand, met.ways)
        for met in classes_of(ace).values()
    ]
    classes.sort(key=lambda one: one[:2], reverse=True)
    return {
        "classes": len(classes),
        "strategy": [
            {
                "hand": format_cards(cards),
                "duki": cards_of(value),
                "category": category_of(value),
                "hands": ways,
                "best": "play" if worth > 0 else "fold",
                "gain": exact(worth),
            }
            for value, worth, cards, ways in classes
        ],
    }
