"""What a Buyout seat's wagers are worth before the deal, from the counts that are kept.

Counted are the first wager alone and with a bonus of its own size. A bonus of another size is stood
for by a mixture of the two: its mean is as exact as theirs.
"""

from fractions import Fraction
from typing import Any

from pitboss.games.contract import Opening
from pitboss.odds.buyout.price import count_of, price
from pitboss.odds.cache import find
from pitboss.odds.figures import fraction_of
from pitboss.odds.request import Request, read_request
from pitboss.odds.worth import Part, Worth

FIRST, BONUS = "first", "bonus"


def worth(opening: Opening, seat: int) -> Worth | None:
    """None where a pay table of the house's own was never counted, or is paid in rounded cents."""
    wagers = opening.wagers[seat]
    if FIRST not in wagers:
        return _single(opening, wagers[BONUS], {BONUS: wagers[BONUS]}, BONUS)
    first, bonus = wagers[FIRST], wagers.get(BONUS, 0)
    alone = _single(opening, first, {FIRST: first}, FIRST)
    if not bonus or alone is None:
        return alone
    beside = _single(opening, first, {FIRST: first, BONUS: first}, BONUS)
    if bonus == first or beside is None:
        return beside
    ratio = Fraction(bonus, first)
    mixed = zip((alone.parts[0], beside.parts[0]), (1 - ratio, ratio), strict=True)
    return Worth(tuple(part._replace(weight=weight) for part, weight in mixed))


def _single(opening: Opening, unit: int, wagers: dict[str, int], priced: str) -> Worth | None:
    """Wagers that are counted as they are, of so many cents a unit."""
    request = _request(opening, priced, is_beside=len(wagers) > 1)
    count = count_of(request)
    if count is None or find(count) is None:
        return None
    figures: Any = price(request)
    rows = figures.get("parts", {}).get(BONUS, figures)["outcomes"]
    if any((fraction_of(row["net"]) * unit).denominator > 1 for row in rows):
        return None
    mean = -fraction_of(figures["house_edge"]) * unit
    return Worth((Part(wagers, mean),), variance=fraction_of(figures["variance"]) * unit**2)


def _request(opening: Opening, priced: str, is_beside: bool) -> Request:
    """The wager under the table's own settings; a bonus alone or beside a first wager."""
    usual = read_request(opening.settings.game, {"wager": priced})
    ratio = Fraction(1) if is_beside else None
    tables = opening.settings.paytables
    return usual._replace(settings=opening.settings, paytable=tables.get(priced), bonus_ratio=ratio)
