"""The wager spots of a seat as its document names them, with the chips that lie there."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from pitboss.games.opening import PLACED_FIRST
from pitboss.house.tables.setup import Setup
from pitboss.house.tables.view import Published
from pitboss.money import money
from pitboss.rounds.picture import Place
from pitboss.web.pages.table.words import spot_title

CHIPS = (500_00, 100_00, 25_00, 5_00, 1_00)
"""Values of chips from the dearest; each has its colour on the page."""

MOST_DISCS = 5


class Heap(NamedTuple):
    """Chips that lie together: a few discs for the eye, and the exact amount."""

    discs: tuple[int, ...]
    cents: int
    words: str


class Spot(NamedTuple):
    """A place for a wager and what lies on it; ``state`` says how it ended."""

    name: str
    title: str
    kind: str
    heap: Heap | None
    state: str = ""


class Open(NamedTuple):
    """A wager that may be made before the deal, with its limits in cents (0 is none)."""

    name: str
    title: str
    kind: str
    least_cents: int
    most_cents: int
    limits: str


def heap(cents: int) -> Heap:
    """The fewest chips for an amount, at most five of them drawn."""
    discs: list[int] = []
    left = cents
    for value in CHIPS:
        count, left = divmod(left, value)
        discs += [value // 100] * min(count, MOST_DISCS)
    return Heap(tuple(discs[:MOST_DISCS]) or (1,), cents, money(cents))


def spot_names(setup: Setup) -> list[str]:
    """The spots that this table's layout has: those whose wager can be made here."""
    settings = setup.settings
    names = []
    for spot in setup.game.source.spots.values():
        if spot.kind == "jackpot":
            offered = int(spot.name.removeprefix("jackpot-")) <= len(settings.jackpots)
        elif spot.kind == "bonus":
            offered = spot.name in settings.paytables
        elif spot.kind == "tip":
            offered = settings.rulings.get("dealer-wagers") == "yes"
        else:
            offered = True
        if offered:
            names.append(spot.name)
    return names


def lay_spots(table: Published, place: Place, known: Mapping[str, Any]) -> list[Spot]:
    """A seat's spots: wagers of the round, or those made for the next."""
    waiting = table.phase == "wagering" and known["wagers"]
    wagers: Mapping[str, int] = known["wagers"] if waiting else place.wagers
    states = {} if waiting else {row.wager: row.outcome for row in place.settled}
    source = table.setup.game.source
    return [
        Spot(
            name,
            spot_title(source, name),
            source.spots[name].kind,
            heap(wagers[name]) if name in wagers else None,
            states.get(name, ""),
        )
        for name in spot_names(table.setup)
    ]


def open_spots(setup: Setup) -> list[Open]:
    """What may be wagered before the deal, and its limits."""
    found = []
    for name in spot_names(setup):
        spot = setup.game.source.spots[name]
        if spot.kind not in PLACED_FIRST:
            continue
        least, most = spot_limits(setup, name)
        title = spot_title(setup.game.source, name)
        found.append(Open(name, title, spot.kind, least, most, limit_words(least, most)))
    return found


def spot_limits(setup: Setup, name: str) -> tuple[int, int]:
    """Least and most for a wager; a jackpot has one amount."""
    spot = setup.game.source.spots[name]
    limits = setup.settings.limits
    if spot.kind == "jackpot":
        fixed = setup.settings.jackpots[int(name.removeprefix("jackpot-")) - 1].wager_cents
        return fixed, fixed
    if spot.kind == "main":
        least, most = limits.least_cents, limits.most_cents
    elif spot.kind == "follow-up":
        least, most = 0, limits.most_cents
    else:
        least, most = limits.others.get(name, (0, 0))
    return max(least, spot.least_cents), most


def limit_words(least: int, most: int) -> str:
    if least == most:
        return f"{money(least)} exactly"
    if most:
        return f"{money(least)} to {money(most)}" if least > 1 else f"up to {money(most)}"
    return f"from {money(least)}" if least > 1 else "no limit"
