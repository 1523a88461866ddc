"""What a Super Omaha seat's wagers are worth before the deal, from the counts that are kept.

Bonuses and jackpots are never played for, so each adds its own mean: only the Ante hangs on the
play.
"""

from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from itertools import combinations
from typing import Any, cast

from pitboss.cards import DECK
from pitboss.cards.poker import CATEGORY_NAMES
from pitboss.games.contract import Opening, Question, Table
from pitboss.games.super_omaha.bonuses import flop_events, hand_events, paid_row
from pitboss.games.super_omaha.rules import FOLD, flop_options
from pitboss.games.super_omaha.sensors import contributed_meters
from pitboss.jackpots.meter import Meter, Terms, award
from pitboss.jackpots.terms import wager_of
from pitboss.money import floor_cents
from pitboss.odds.cache import find, recall
from pitboss.odds.figures import net_cents
from pitboss.odds.super_omaha import strategy
from pitboss.odds.super_omaha.kernels import CATEGORIES, LOSSES, STATES
from pitboss.odds.super_omaha.price import FAMILIES, count_sums, high_hand, jackpot_hands
from pitboss.odds.worth import Part, Worth
from pitboss.paytable import PayTable, Prize, Row, Share
from pitboss.rounds.runner import cap_follow_up

NOTHING = Fraction(0)
DEALS = strategy.FLOPS * strategy.HANDS * strategy.SHOWDOWNS


def worth(opening: Opening, seat: int) -> Worth | None:
    """None where the Ante's pay table was never counted, or is paid in rounded cents."""
    wagers = opening.wagers[seat]
    ante = _ante(opening, seat)
    if ante is None:
        return None
    mean, squares = ante
    counted = {name: cents for name, cents in wagers.items() if not name.startswith("jackpot")}
    tables = opening.settings.paytables
    bonuses = [_bonus(tables[name], name, counted[name]) for name in counted if name != "ante"]
    apart = sum((_jackpot(opening, seat, n) for n in range(len(opening.meters))), NOTHING)
    variance = squares - mean**2 if set(wagers) == {"ante"} else None
    return Worth((Part(counted, mean + sum(bonuses)),), apart, variance)


def _ante(opening: Opening, seat: int) -> tuple[Fraction, Fraction] | None:
    """The mean and the mean square of Ante and Flop wager by best play, at the largest Flop wager
    that the table allows; which hands are raised, played or folded does not hang on that."""
    cents, settings = opening.wagers[seat].get("ante", 0), opening.settings
    if not cents:
        return Fraction(0), Fraction(0)
    pays = [pay.net * cents for pay in strategy.ante_pays(settings)]
    sums = _sums(settings.game, strategy.nets_of(settings))
    if sums is None or any(pay.denominator > 1 for pay in pays):
        return None
    total = squares = Fraction(0)
    for one, flop in zip(sums, (_most(opening, seat), cents, 0), strict=True):
        for net, deals in _ends(one, cents, flop, pays):
            total, squares = total + net * deals, squares + net**2 * deals
    return total / DEALS, squares / DEALS


def _ends(
    one: strategy.Sum, ante: int, flop: int, pays: list[Fraction]
) -> list[tuple[Fraction, int]]:
    """How the states that are played alike end: cents, and the number of deals."""
    if not flop:
        return [(Fraction(-ante), one[STATES] * strategy.SHOWDOWNS)]
    won = [(pays[category] + flop, one[category]) for category in CATEGORIES]
    return [*won, (Fraction(-ante - flop), one[LOSSES])]


@cache
def _sums(key: str, nets: strategy.Nets) -> list[strategy.Sum] | None:
    """The sums of best play under an Ante table that was counted."""
    printed = strategy.printed_nets()
    if nets in printed:
        return strategy.read_game(strategy.whole_game(printed)).actions[printed.index(nets)]
    return cast("list[strategy.Sum] | None", find(count_sums(nets)))


def _most(opening: Opening, seat: int) -> int:
    """The largest Flop wager that the seat will be offered."""
    asked = Question(seat, (*flop_options(Table(opening), seat), FOLD), "SO-05")
    return max(option.most_cents for option in cap_follow_up(asked, opening).options)


def _bonus(table: PayTable, name: str, cents: int) -> Fraction:
    """The mean of High Hand or Flop Bonus."""
    shown = _flops() if name == "flop-bonus" else _hands()
    total = sum(net_cents(paid_row(table, events), cents) * number for events, number in shown)
    return Fraction(total, sum(number for _, number in shown))


@cache
def _flops() -> list[tuple[frozenset[str], int]]:
    """What all Flops show, with how many show it."""
    return list(Counter(frozenset(flop_events(flop)) for flop in combinations(DECK, 3)).items())


@cache
def _hands() -> list[tuple[frozenset[str], int]]:
    """What all final hands show."""
    counted = cast(list[int], recall(high_hand()))
    shown = (frozenset(hand_events(name)) for name in CATEGORY_NAMES)
    return list(zip(shown, counted, strict=True))


def _jackpot(opening: Opening, seat: int, sensor: int) -> Fraction:
    """The mean of a seat's jackpot wager at the meter as it stands once the round's wagers are on
    it, with the envy pays of others' hands; that two hands take of one meter in one round is not
    thought of."""
    name, terms = wager_of(sensor + 1), opening.settings.jackpots[sensor]
    if name not in opening.wagers[seat]:
        return Fraction(0)
    meter = contributed_meters(opening)[sensor]
    others = sum(name in made for made in opening.wagers.values()) - 1
    policy = opening.settings.rulings["same-round-percentages"]
    paid = Fraction(0)
    for row, chance in _chances(terms):
        paid += chance * (_pay(terms, meter, row, policy) + others * row.envy_cents)
    return paid - opening.wagers[seat][name]


def _chances(terms: Terms) -> list[tuple[Row, Fraction]]:
    """The rows that are paid, with how likely each is."""
    counted = cast("Mapping[str, Any]", recall(jackpot_hands(FAMILIES[terms.family])))
    deals, counts = sum(counted.values()), Counter[str]()
    rows = {row.event: row for row in terms.pays.rows}
    for events, number in counted.items():
        if row := paid_row(terms.pays, set(events.split())):
            counts[row.event] += number
    return [(rows[event], Fraction(number, deals)) for event, number in counts.items()]


def _pay(terms: Terms, meter: Meter, row: Row, policy: str) -> int:
    """What a single winning hand is paid, in whole cents."""
    if isinstance(row.pay, Prize):
        return row.pay.cents
    assert isinstance(row.pay, Share)
    if terms.type == "house":
        return floor_cents(meter.value * row.pay.percent / 100)
    return award(terms, meter, [row.pay.percent], policy).paid_cents[0]
