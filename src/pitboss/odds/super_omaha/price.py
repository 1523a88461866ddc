"""Figures of Super Omaha's wagers, and every count behind them.

In High Hand, Flop Bonus and the jackpots nothing is decided, so their rows add up.
"""

from collections import Counter
from collections.abc import Iterable
from concurrent.futures import Executor
from fractions import Fraction
from functools import cache, lru_cache
from itertools import combinations
from typing import Any, NamedTuple, cast

from pitboss.cards import DECK
from pitboss.cards.poker import CATEGORY_NAMES
from pitboss.games.super_omaha.bonuses import flop_events, hand_events, paid_row
from pitboss.money import dollars
from pitboss.odds import figures
from pitboss.odds.cache import Count, find, recall
from pitboss.odds.figures import Figures, Outcome, exact, fraction_of, outcome_of
from pitboss.odds.request import JACKPOT, JackpotTerms, Request
from pitboss.odds.super_omaha import strategy
from pitboss.paytable import PayTable, Prize, Row, Share
from pitboss.refusal import Refused

ALIKE = (*strategy.SOURCES, "odds/super_omaha", "odds/compiled.py")
"""What every machine of a cluster must have just so: all that counts, and what writes states."""

FAMILIES = {"5CL": 5, "7CL": 7}
"""The cards of a jackpot hand, by the first letters of its table's code."""

Found = list[tuple[Row, int]]
"""Rows of a table in printed order, with the deals they are paid for."""


def price(request: Request) -> Figures:
    """The main game under optimal play or a given strategy; a bonus or jackpot by its rows."""
    if request.bonus_ratio is not None:
        raise Refused("--bonus-ratio: bonus wagers do not change the play; price each by itself")
    if not request.is_main:
        if request.strategy is not None:
            raise Refused(f"--strategy: {request.wager} has no decision")
        return _price_rows(request)
    nets = strategy.nets_of(request.settings)
    if request.strategy is None and not request.recompute:
        return {"method": "exact", **strategy.price_sums(_sums(nets), request.settings)}
    game, sums = game_of(request)
    best = strategy.price_sums(sums, request.settings)
    if request.strategy is None:
        return {"method": "exact", **best}
    plan = strategy.read_strategy(request.strategy).fill(game.cells, nets)
    found = strategy.price_sums(strategy.sums_of(plan, game.cells), request.settings)
    answer = figures.with_cost(found, best, request.strategy, plan.describe())
    least = strategy.least_edge(game.cells, plan.features, nets) - fraction_of(best["house_edge"])
    return {"method": "exact", **answer, "least_cost": exact(least)}


def price_by(request: Request, known: Request) -> Figures:
    """The main game by the play that is best under another Ante table, which is counted already."""
    sums = _sums(strategy.nets_of(known.settings))
    return {"method": "exact", **strategy.price_sums(sums, request.settings)}


def game_of(request: Request) -> tuple[strategy.Game, list[strategy.Sum]]:
    """The whole game, and the sums of best play under the request's Ante table."""
    nets, printed = strategy.nets_of(request.settings), strategy.printed_nets()
    if nets in printed or request.recompute:
        together = printed if nets in printed else [nets]
        game = strategy.read_game(strategy.whole_game(together), request.recompute)
        return game, game.actions[together.index(nets)]
    return strategy.read_game(strategy.whole_game(printed)), _sums(nets)


@lru_cache(maxsize=8)
def _sums(nets: strategy.Nets) -> list[strategy.Sum]:
    """Of the best play under an Ante table."""
    printed = strategy.printed_nets()
    if nets in printed:
        return strategy.read_actions(strategy.whole_game(printed))[printed.index(nets)]
    return strategy.check_sums(cast("list[strategy.Sum]", recall(count_sums(nets))))


def count_sums(nets: strategy.Nets) -> Count:
    """The sums of best play under an Ante table of the house's own, from the book of this machine;
    that is made first where there is none."""

    def make() -> object:
        from pitboss.odds.super_omaha.book import machine_book

        if counted := find(strategy.whole_game([nets])):  # by a cluster, or before there were books
            return cast(Any, counted)["actions"][0]
        return machine_book().sums(nets)

    return Count(strategy.GAME, "ante", {"nets": list(nets)}, strategy.SOURCES, make)


def count_anew(request: Request, pool: Executor) -> None:
    """Count the whole game anew; it must agree with what is kept, if any is."""
    recall(strategy.whole_game(strategy.nets_counted(request.settings), pool), recompute=True)


def count_of(request: Request) -> Count | None:
    """A Flop bonus is counted anew each time, in no time."""
    if request.is_main:
        nets, printed = strategy.nets_of(request.settings), strategy.printed_nets()
        return strategy.whole_game(printed) if nets in printed else count_sums(nets)
    if request.wager != JACKPOT:
        return high_hand() if request.wager == "high-hand" else None
    code = _table(request).code
    if code[:3] not in FAMILIES:
        raise Refused(
            f"pay table {code}: a jackpot's code starts with {' or '.join(FAMILIES)}, which"
            " says how many cards make its hand"
        )
    return jackpot_hands(FAMILIES[code[:3]])


def shipped_counts() -> Iterable[Count]:
    yield strategy.whole_game(strategy.printed_nets())
    yield high_hand()
    yield jackpot_hands(5)
    yield jackpot_hands(7)


def high_hand() -> Count:
    """All boards and hands, by the category of the best Omaha hand."""

    def make() -> object:
        from pitboss.odds.super_omaha.kernels.deals import count_high_hand

        return count_high_hand()

    return Count(strategy.GAME, "high-hand", {}, strategy.SOURCES, make)


def jackpot_hands(cards: int) -> Count:
    """All hands of five or seven cards, by the events they meet."""

    def make() -> object:
        from pitboss.odds.super_omaha.kernels import deals

        return deals.count_five_cards() if cards == 5 else deals.count_seven_cards()

    sources = (*strategy.SOURCES, "games/super_omaha/bonuses.py")
    return Count(strategy.GAME, "jackpot-hands", {"cards": cards}, sources, make)


def _price_rows(request: Request) -> Figures:
    """A bonus or a jackpot, by the deals that each row of its table pays."""
    table = _table(request)
    counts: Counter[str | None] = Counter()
    for names, count in shown_events(request):
        row = paid_row(table, names)
        counts[row.event if row else None] += count
    found = [(row, counts[row.event]) for row in table.rows if counts[row.event]]
    lost = outcome_of(None)._replace(combinations=counts[None])
    if request.wager == JACKPOT:
        return _price_jackpot(request, found, lost)
    outcomes = [outcome_of(row)._replace(combinations=n) for row, n in found]
    return {"method": "exact", **figures.summarise([*outcomes, lost])}


def _table(request: Request) -> PayTable:
    assert request.paytable is not None
    return request.paytable


def shown_events(request: Request) -> list[tuple[set[str], int]]:
    """What the deals show: all 22,100 Flops, or hands as they were counted."""
    count = count_of(request)
    if count is None:
        return [(set(events), n) for events, n in _flops().items()]
    counted = cast(Any, recall(count, request.recompute))
    if request.wager == JACKPOT:
        return [(set(events.split()), n) for events, n in counted.items()]
    return [(hand_events(name), n) for name, n in zip(CATEGORY_NAMES, counted, strict=True)]


@cache
def _flops() -> Counter[frozenset[str]]:
    """All Flops by the events they meet; the same for every table."""
    return Counter(frozenset(flop_events(flop)) for flop in combinations(DECK, 3))


class Returns(NamedTuple):
    """Where a jackpot wager of one unit goes back: prizes, envy, and for each dollar of meter.

    ``whole`` is the probability of a hand that takes all of the meter.
    """

    prizes: Fraction
    envy: Fraction
    per_meter_dollar: Fraction
    whole: Fraction


def _price_jackpot(request: Request, found: Found, lost: Outcome) -> Figures:
    """A jackpot at a given meter, with envy for the players at the table.

    The meter at which the wager loses nothing is None where no hand takes of it. Hits are the rows
    that take of the meter, by how rare they are at this number of wagers a round.
    """
    terms, players = request.jackpot, request.players
    meter = Fraction(terms.shown_cents, 100)
    deals = sum(n for _, n in found) + lost.combinations
    returns = _returns([(row, Fraction(n, deals)) for row, n in found], terms, players)
    left, per = 1 - returns.prizes - returns.envy, returns.per_meter_dollar
    edge = left - meter * per
    outcomes = []
    for row, n in found:
        pay = _prize(row, terms) + _share(row) * meter * 100 / terms.wager_cents
        outcomes.append(Outcome(row.hand, row.text, n, net=pay - 1, won=True))
    return {
        "method": "exact",
        **figures.summarise([*outcomes, lost]),
        "house_edge": exact(edge),
        "element_of_risk": exact(edge),
        "players": players,
        "meter": dollars(terms.shown_cents),
        "fixed_return": exact(returns.prizes),
        "meter_return": exact(meter * per),
        "envy_return": exact(returns.envy),
        "break_even_meter": exact(left / per) if per else None,
        "hits": [
            {
                "event": row.hand,
                "pays": row.text,
                "probability": exact(Fraction(n, deals)),
                "mean_rounds_between": exact(Fraction(deals, n * players)),
            }
            for row, n in found
            if _share(row)
        ],
        **_long_run(returns, terms),
    }


def _prize(row: Row, terms: JackpotTerms) -> Fraction:
    return terms.units(row.pay.cents) if isinstance(row.pay, Prize) else Fraction(0)


def _share(row: Row) -> Fraction:
    return row.pay.percent / 100 if isinstance(row.pay, Share) else Fraction(0)


def _returns(chances: Iterable[tuple[Row, Fraction]], terms: JackpotTerms, players: int) -> Returns:
    prizes = envy = share = whole = Fraction(0)
    for row, chance in chances:
        prizes += chance * _prize(row, terms)
        envy += chance * (players - 1) * terms.units(row.envy_cents)
        share += chance * _share(row)
        whole += chance * (_share(row) == 1)
    return Returns(prizes, envy, share * 100 / terms.wager_cents, whole)


def _long_run(returns: Returns, terms: JackpotTerms) -> Figures:
    """What a progressive returns in the long run: what goes on its meter comes off it again.

    Every contribution, and a seed after each hand that takes all, is paid out by and by; so the
    meter stands on average where the pays keep up with that.
    """
    if terms.rate is None or terms.seed_cents is None:
        return {}
    meter = terms.rate + returns.whole * Fraction(terms.seed_cents, terms.wager_cents)
    total = returns.prizes + returns.envy + meter
    answer: Figures = {
        "seed": dollars(terms.seed_cents),
        "rate": exact(terms.rate),
        "long_run_return": exact(total),
        "long_run_house_edge": exact(1 - total),
    }
    if returns.per_meter_dollar:
        answer["mean_meter"] = exact(meter / returns.per_meter_dollar)
    return answer
