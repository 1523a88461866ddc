"""The layout as a drawing, made from the wagers that the game's document names and its seats."""

from collections.abc import Iterator
from math import cos, degrees, pi, sin
from typing import NamedTuple
from xml.etree.ElementTree import Element, SubElement, tostring

from pitboss.games.contract import Game
from pitboss.games.source import Spot
from pitboss.reports.charts import FONT
from pitboss.reports.sheet import Drawing

WIDTH, HEIGHT = 640, 314
MIDDLE, TOP = WIDTH / 2, 64
ACROSS, DOWN = 292, 262
"""From the middle of the dealer's edge to the players' rail."""

LINE = "#f4f1e8"
SIZES = {"main": 17, "follow-up": 14, "bonus": 12, "jackpot": 9, "tip": 9}
FIRST, LAST = 0.06, 0.94
LARGE, STEP = 1.7, 67
"""How much larger the position with the names is, and from one of its spots to the next."""


class Place(NamedTuple):
    x: float
    y: float


def draw_layout(game: Game, seats: int) -> Drawing:
    """The felt with its positions, each facing its seat, and a circle for each wager; the position
    in the middle is drawn large, with the names."""
    spots = list(game.source.spots.values())
    picture = Element(
        "svg",
        {
            "xmlns": "http://www.w3.org/2000/svg",
            "width": str(WIDTH),
            "height": str(HEIGHT),
            "viewBox": f"0 {TOP - 38} {WIDTH} {HEIGHT}",
            "font-family": FONT,
        },
    )
    _felt(picture, game)
    for seat in range(1, seats + 1):
        _position(picture, seat, _angle(seat, seats), spots)
    _dealer(picture, "the board and the pots" if game.read_seating else "dealer's cards")
    _named(picture, spots)
    named = ", ".join(spot.title for spot in spots) or "no spots: wagers go into the pot"
    says = f"A layout of {seats} positions; each has {named}."
    return Drawing("", tostring(picture, encoding="unicode"), says)


def _felt(picture: Element, game: Game) -> None:
    colours = game.face.colours
    edge = f"M{MIDDLE - ACROSS - 22},{TOP - 34} L{MIDDLE + ACROSS + 22},{TOP - 34}"
    arc = f"A{ACROSS + 22},{DOWN + 40} 0 0 1 {MIDDLE - ACROSS - 22},{TOP - 34} Z"
    _add(picture, "path", d=f"{edge} {arc}", fill=colours.felt, stroke=colours.deep, width=5)


def _angle(seat: int, seats: int) -> float:
    """From the dealer's left, which is the right of whoever looks at it from the rail's side."""
    if seats == 1:
        return pi / 2
    return pi * (FIRST + (LAST - FIRST) * (seat - 1) / (seats - 1))


def _position(picture: Element, seat: int, angle: float, spots: list[Spot]) -> None:
    """Turned to whoever sits there; its number stays upright."""
    x, y = MIDDLE + (ACROSS - 52) * cos(angle), TOP + (DOWN - 46) * sin(angle)
    turn = f"translate({x:.1f} {y:.1f}) rotate({degrees(angle) - 90:.1f})"
    group = _add(picture, "g", transform=turn)
    if not spots:
        _circle(group, Place(0, 0), 20)
    for spot, place in _places(spots, 25.0, (-10, 18)):
        _circle(group, place, SIZES[spot.kind] * 0.72)
        _write(group, place, _mark(spots, spot), 8)
    out = 42 if spots else 0
    _write(picture, Place(x + out * cos(angle), y + out * sin(angle)), str(seat), 12)


def _places(
    spots: list[Spot], step: float, rows: tuple[float, float]
) -> Iterator[tuple[Spot, Place]]:
    """The main wager and what follows it toward the dealer, the others before the player."""
    main = [spot for spot in spots if spot.kind in ("main", "follow-up")]
    rest = [spot for spot in spots if spot not in main]
    for row, down in zip((main, rest), rows, strict=True):
        start = -step * (len(row) - 1) / 2
        yield from ((spot, Place(start + step * n, down)) for n, spot in enumerate(row))


def _mark(spots: list[Spot], spot: Spot) -> str:
    """A letter for each wager, in the document's order."""
    return "ABCDEFGH"[spots.index(spot)]


def _dealer(picture: Element, before: str) -> None:
    _add(
        picture, "rect", x=MIDDLE - 95, y=TOP - 24, width_=190, height=30, rx=4, fill="none",
        stroke=LINE, width=1.2,
    )  # fmt: skip
    _write(picture, Place(MIDDLE, TOP - 9), "chip rack", 11)
    for across, words in ((-190, "discard holder"), (190, "shuffler or shoe")):
        _write(picture, Place(MIDDLE + across, TOP - 9), words, 10)
    _write(picture, Place(MIDDLE, TOP + 34), before, 10)


def _named(picture: Element, spots: list[Spot]) -> None:
    """One position, large, with the name of each wager."""
    group = _add(picture, "g", transform=f"translate({MIDDLE:.0f} {TOP + 92})")
    for spot, place in _places(spots, STEP, (-25, 27)):
        radius = SIZES[spot.kind] * 0.72 * LARGE
        _circle(group, place, radius)
        _write(group, place, _mark(spots, spot), 11)
        name = spot.title.partition(" (")[0]
        for number, words in enumerate(name.split(", ")):
            _write(group, Place(place.x, place.y + radius + 8 + 10 * number), words, 9)


def _circle(picture: Element, at: Place, radius: float) -> None:
    _add(
        picture, "circle", cx=round(at.x, 1), cy=round(at.y, 1), r=round(radius, 1), fill="none",
        stroke=LINE, width=1.4,
    )  # fmt: skip


def _write(picture: Element, at: Place, words: str, size: int, colour: str = LINE) -> None:
    where = {"x": round(at.x, 1), "y": round(at.y + size * 0.34, 1), "fill": colour}
    text = _add(picture, "text", **where, size=size, anchor="middle")
    text.text = words


_NAMES = {"width": "stroke-width", "width_": "width", "size": "font-size", "anchor": "text-anchor"}


def _add(picture: Element, kind: str, **given: object) -> Element:
    values = {_NAMES.get(name, name): str(value) for name, value in given.items()}
    return SubElement(picture, kind, values)
