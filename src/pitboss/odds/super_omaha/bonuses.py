"""Figures of High Hand, Flop Bonus and the jackpots: nothing is decided, so rows add up."""

from collections import Counter
from collections.abc import Iterable
from fractions import Fraction
from itertools import combinations
from typing import NamedTuple, cast

from pitboss.cards.poker import CATEGORY_NAMES
from pitboss.games.super_omaha.bonuses import flop_events, hand_events, paid_row
from pitboss.money import dollars
from pitboss.odds.cache import Count, recall
from pitboss.odds.figures import LOST, Figures, Outcome, exact, outcome_of, summarise
from pitboss.odds.request import JackpotTerms, Request
from pitboss.odds.super_omaha.counts import high_hand, jackpot_hands
from pitboss.paytable import PayTable, Prize, Row, Share
from pitboss.refusal import Refused

FAMILIES = {"5CL": 5, "7CL": 7}
"""The cards of a jackpot hand, by the first letters of its table's code."""

ONE = Fraction(1)

Found = list[tuple[Row | None, int]]
"""Rows of a table in printed order with the deals they are paid for; None for what is lost."""


def price_high_hand(request: Request) -> Figures:
    """Over all boards and hands."""
    counted = cast(list[int], recall(high_hand(), request.recompute))
    events = [(hand_events(name), n) for name, n in zip(CATEGORY_NAMES, counted, strict=True)]
    return _price(_find_rows(_table(request), events))


def price_flop_bonus(request: Request) -> Figures:
    """Over all 22,100 Flops."""
    events = [(flop_events(flop), 1) for flop in combinations(range(52), 3)]
    return _price(_find_rows(_table(request), events))


def _table(request: Request) -> PayTable:
    assert request.paytable is not None
    return request.paytable


def _find_rows(table: PayTable, events: Iterable[tuple[set[str], int]]) -> Found:
    found: Counter[str] = Counter()
    lost = 0
    for names, count in events:
        row = paid_row(table, names)
        if row:
            found[row.event] += count
        else:
            lost += count
    rows: Found = [(row, found[row.event]) for row in table.rows if found[row.event]]
    return [*rows, (None, lost)]


def _price(found: Found) -> Figures:
    outcomes = [outcome_of(row)._replace(combinations=n) for row, n in found]
    return {"method": "exact", **summarise(outcomes)}


class Returns(NamedTuple):
    """Where a jackpot wager of one unit goes back: prizes, envy, and for each dollar of meter.

    ``whole`` is the probability of a hand that takes all of the meter.
    """

    prizes: Fraction
    envy: Fraction
    per_meter_dollar: Fraction
    whole: Fraction


def price_jackpot(request: Request) -> Figures:
    """A jackpot at a given meter, with envy for the players at the table."""
    found = _find_rows(_table(request), _jackpot_events(request))
    terms, players = request.jackpot, request.players
    shown = terms.seed_cents if terms.meter_cents is None else terms.meter_cents
    meter = Fraction(shown or 0, 100)
    outcomes = [_jackpot_outcome(row, n, terms, meter) for row, n in found]
    returns = _returns(found, terms, players)
    edge = ONE - returns.prizes - meter * returns.per_meter_dollar - returns.envy
    summary = summarise(outcomes)
    return {
        "method": "exact",
        **summary,
        "house_edge": exact(edge),
        "element_of_risk": exact(edge),
        "players": players,
        "meter": dollars(shown or 0),
        "fixed_return": exact(returns.prizes),
        "meter_return": exact(meter * returns.per_meter_dollar),
        "envy_return": exact(returns.envy),
        "break_even_meter": _break_even(returns),
        "hits": _hits(found, players),
        **_long_run(returns, terms),
    }


def count_of_jackpot(request: Request) -> Count:
    """The hands of as many cards as the table's code says."""
    table = _table(request)
    if table.code[:3] not in FAMILIES:
        raise Refused(
            f"pay table {table.code}: a jackpot's code starts with {' or '.join(FAMILIES)}, which"
            " says how many cards make its hand"
        )
    return jackpot_hands(FAMILIES[table.code[:3]])


def _jackpot_events(request: Request) -> list[tuple[set[str], int]]:
    counted = cast(dict[str, int], recall(count_of_jackpot(request), request.recompute))
    return [(set(events.split()), n) for events, n in counted.items()]


def _jackpot_outcome(row: Row | None, n: int, terms: JackpotTerms, meter: Fraction) -> Outcome:
    if row is None:
        return LOST._replace(combinations=n)
    pay = _prize(row, terms) + _share(row) * meter * 100 / terms.wager_cents
    return Outcome(row.hand, row.text, n, net=pay - 1, won=True)


def _prize(row: Row, terms: JackpotTerms) -> Fraction:
    return _scaled(row.pay.cents, terms) if isinstance(row.pay, Prize) else Fraction(0)


def _scaled(cents: int, terms: JackpotTerms) -> Fraction:
    """A dollar amount of the table for each unit of the fixed wager, in whole cents as paid."""
    return Fraction(cents * terms.wager_cents // 100, terms.wager_cents)


def _share(row: Row) -> Fraction:
    return row.pay.percent / 100 if isinstance(row.pay, Share) else Fraction(0)


def _returns(found: Found, terms: JackpotTerms, players: int) -> Returns:
    deals = sum(n for _, n in found)
    rows = [(row, Fraction(n, deals)) for row, n in found if row]
    zero = Fraction(0)
    return Returns(
        sum((chance * _prize(row, terms) for row, chance in rows), zero),
        (players - 1)
        * sum((chance * _scaled(row.envy_cents, terms) for row, chance in rows), zero),
        sum((chance * _share(row) for row, chance in rows), zero) * 100 / terms.wager_cents,
        sum((chance for row, chance in rows if _share(row) == 1), zero),
    )


def _break_even(returns: Returns) -> object:
    """The meter in dollars at which the wager loses nothing; None where no hand takes of it."""
    if not returns.per_meter_dollar:
        return None
    return exact((ONE - returns.prizes - returns.envy) / returns.per_meter_dollar)


def _hits(found: Found, players: int) -> list[Figures]:
    """The rows that take of the meter: how rare they are, at this number of wagers a round."""
    deals = sum(n for _, n in found)
    return [
        {
            "event": row.hand,
            "pays": row.text,
            "probability": exact(Fraction(n, deals)),
            "mean_rounds_between": exact(Fraction(deals, n * players)),
        }
        for row, n in found
        if row and _share(row)
    ]


def _long_run(returns: Returns, terms: JackpotTerms) -> Figures:
    """What a progressive returns in the long run: what goes on its meter comes off it again.

    Every contribution, and a seed after each hand that takes all, is paid out by and by; so the
    meter stands on average where the pays keep up with that.
    """
    if terms.rate is None or terms.seed_cents is None:
        return {}
    seed = Fraction(terms.seed_cents, 100)
    meter = terms.rate + returns.whole * seed * 100 / terms.wager_cents
    total = returns.prizes + returns.envy + meter
    figures: Figures = {
        "seed": dollars(terms.seed_cents),
        "rate": exact(terms.rate),
        "long_run_return": exact(total),
        "long_run_house_edge": exact(ONE - total),
    }
    if returns.per_meter_dollar:
        figures["mean_meter"] = exact(meter / returns.per_meter_dollar)
    return figures
