"""Figures of Duki's wagers: optimal play, a given strategy, the bonus alone or beside an Ante."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from functools import cache

from pitboss.games.events import WagerSettled
from pitboss.odds.cache import Count
from pitboss.odds.duki import strategy
from pitboss.odds.duki.hands import ACES, count_of_hands, field_of, make_field
from pitboss.odds.figures import (
    LOST,
    Cell,
    Figures,
    Outcome,
    frequencies,
    merge_best_first,
    summarise,
    summarise_jointly,
    with_cost,
)
from pitboss.odds.generic.inputs import unit_of
from pitboss.odds.generic.met import Choose, Field, Followed, Settlement
from pitboss.odds.request import Request
from pitboss.refusal import Refused

JOINT = True


def price(request: Request) -> Figures:
    """The Ante under optimal play; the bonus made alone, or beside an Ante of a given ratio."""
    ratio, ace = request.bonus_ratio, request.settings.rulings["ace"]
    field = make_field(ace, True) if request.recompute else field_of(ace)
    if request.is_main and ratio is not None:
        raise Refused("--bonus-ratio goes with --wager bonus, which reports both parts")
    if not request.is_main and ratio is None:
        if request.strategy is not None:
            raise Refused("--strategy: a bonus alone has no decision; add --bonus-ratio")
        ended = bonus_alone(at_unit(request, {"bonus": 1}, field))
        return {"method": "exact", **summarise(merge_best_first(ended))}
    wagers = {"ante": 1} if ratio is None else joint_wagers(ratio)
    settlement = at_unit(request, wagers, field)
    best = figures(settlement, settlement.best, ratio)
    if request.strategy is None:
        return {"method": "exact", **best}
    threshold = strategy.read_threshold(request.strategy, settlement)
    found = figures(settlement, strategy.play_from(threshold, settlement), ratio)
    words = strategy.describe(threshold, field.hands)
    return {"method": "exact", **with_cost(found, best, request.strategy, words)}


def joint_wagers(ratio: Fraction) -> dict[str, int]:
    """An Ante with a bonus beside it, in whole units; without a bonus where it is 0."""
    beside = {"bonus": ratio.numerator} if ratio else {}
    return {"ante": ratio.denominator, **beside}


def at_unit(request: Request, wagers: dict[str, int], field: Field) -> Settlement:
    """These wagers in units that every pay leaves whole."""
    unit = unit_of(request.game, request.settings, "ante")
    cents = {wager: number * unit for wager, number in wagers.items()}
    return Settlement(request.game, request.settings, cents, field)


def count_of(request: Request) -> Count | None:
    return count_of_hands(request.settings.rulings["ace"])


def shipped_counts() -> Iterable[Count]:
    return map(count_of_hands, ACES)


def bonus_alone(settlement: Settlement) -> Iterator[Outcome]:
    """Nothing is decided, and the dealer's hand does not matter."""
    for one in settlement.field.hands:
        ((bonus,),) = settlement.rows_of(one)
        yield end_of_bonus({"bonus": bonus})._replace(combinations=one.number)


def cells(settlement: Settlement, followed: Iterable[Followed]) -> Iterator[Cell]:
    """How every deal ends, Ante and bonus together."""

    @cache
    def ends(kind: int, column: int, way: int) -> tuple[Outcome, Outcome]:
        rows = {row.wager: row for row in settlement.rows(kind, column)[way]}
        return end_of_ante(rows), end_of_bonus(rows)

    for one in followed:
        kind = settlement.field.kinds[one.hands.score]
        for column, deals in enumerate(one.deals):
            if deals:
                yield Cell(*ends(kind, column, one.way), deals)


def end_of_ante(rows: Mapping[str, WagerSettled]) -> Outcome:
    """Ante and Play together, in Antes."""
    ante, play = rows["ante"], rows.get("play")
    main = [row for row in (ante, play) if row]
    wagered, net = (
        Fraction(sum(cents), ante.cents)
        for cents in ([row.cents for row in main], [row.net_cents for row in main])
    )
    return Outcome(*_words(ante, play), 0, wagered, net)


def _words(ante: WagerSettled, play: WagerSettled | None) -> tuple[str, str]:
    if play is None:
        return "fold", ""
    if ante.outcome != "win":
        return ("tie", "ante and play push") if ante.outcome == "push" else ("beaten", "")
    event, pays = "dealer without a Duki", "pushes"
    if play.outcome == "win":
        event, pays = "dealer beaten", str(play.pays)
    return f"{event}, {ante.row}" if ante.row else event, f"ante {ante.pays}, play {pays}"


def end_of_bonus(rows: Mapping[str, WagerSettled]) -> Outcome:
    """The bonus in its own units; a fold loses it too."""
    bonus = rows.get("bonus")
    if bonus is None or bonus.outcome != "win":
        folded = "ante" in rows and "play" not in rows
        return LOST._replace(event="folded") if folded else LOST
    net = Fraction(bonus.net_cents, bonus.cents)
    return Outcome(str(bonus.row), str(bonus.pays), 0, net=net, won=True)


def figures(settlement: Settlement, choose: Choose, ratio: Fraction | None) -> Figures:
    """The answer for an Ante, or for an Ante with a bonus beside it."""
    followed = list(settlement.follow(settlement.field.hands, choose))
    taken = Counter({"play": 0, "fold": 0})
    for one in followed:
        taken[settlement.actions[one.way]] += one.number
    ended = list(cells(settlement, followed))
    if ratio is None:
        outcomes = (cell.main._replace(combinations=cell.combinations) for cell in ended)
        found = summarise(merge_best_first(outcomes))
    else:
        found = summarise_jointly(ended, ("ante", "bonus"), ratio)
    return {**found, "actions": frequencies(taken)}
