"""The layout as a drawing, made from the wagers that the game's document names and its seats."""

from math import cos, pi, sin
from typing import NamedTuple
from xml.etree.ElementTree import Element, SubElement, tostring

from pitboss.games.contract import Game
from pitboss.games.source import Spot
from pitboss.reports.charts import INK
from pitboss.reports.sheet import Drawing

WIDTH, HEIGHT = 640, 376
MIDDLE, TOP = WIDTH / 2, 64
ACROSS, DOWN = 292, 262
"""From the middle of the dealer's edge to the players' rail."""

FONT = "Libertinus Serif, Georgia, serif"
LINE = "#f4f1e8"
SIZES = {"main": 17, "follow-up": 14, "bonus": 12, "jackpot": 9, "tip": 9}
FIRST, LAST = 0.06, 0.94


class Place(NamedTuple):
    x: float
    y: float


def draw_layout(game: Game, seats: int) -> Drawing:
    """The felt with its positions; each has a circle for each wager, named at the side."""
    spots = list(game.source.spots.values())
    picture = Element(
        "svg",
        {
            "xmlns": "http://www.w3.org/2000/svg",
            "width": str(WIDTH),
            "height": str(HEIGHT),
            "viewBox": f"0 0 {WIDTH} {HEIGHT}",
            "font-family": FONT,
        },
    )
    _felt(picture, game)
    for seat in range(1, seats + 1):
        _position(picture, seat, _at(seat, seats), spots)
    _dealer(picture, "the board and the pots" if game.read_seating else "dealer's cards")
    _legend(picture, spots)
    named = ", ".join(spot.title for spot in spots) or "no spots: wagers go into the pot"
    says = f"A layout of {seats} positions; each has {named}."
    return Drawing("", tostring(picture, encoding="unicode"), says)


def _felt(picture: Element, game: Game) -> None:
    colours = game.face.colours
    edge = f"M{MIDDLE - ACROSS - 22},{TOP - 34} L{MIDDLE + ACROSS + 22},{TOP - 34}"
    arc = f"A{ACROSS + 22},{DOWN + 40} 0 0 1 {MIDDLE - ACROSS - 22},{TOP - 34} Z"
    _add(picture, "path", d=f"{edge} {arc}", fill=colours.felt, stroke=colours.deep, width=5)


def _at(seat: int, seats: int) -> Place:
    """From the dealer's left, which is the right of whoever looks at it from the rail's side."""
    part = FIRST + (LAST - FIRST) * (seat - 1) / max(1, seats - 1)
    angle = pi * part
    return Place(MIDDLE + (ACROSS - 52) * cos(angle), TOP + (DOWN - 46) * sin(angle))


def _position(picture: Element, seat: int, at: Place, spots: list[Spot]) -> None:
    if not spots:
        _circle(picture, at, 20)
        _write(picture, at, str(seat), 13)
        return
    main = [spot for spot in spots if spot.kind in ("main", "follow-up")]
    rest = [spot for spot in spots if spot not in main]
    for spot, place in [*_row(main, at, -10), *_row(rest, at, 18)]:
        _circle(picture, place, SIZES[spot.kind] * 0.72)
        _write(picture, place, _mark(spots, spot), 8)
    _write(picture, Place(at.x, at.y + 42), str(seat), 12)


def _row(spots: list[Spot], at: Place, down: float) -> list[tuple[Spot, Place]]:
    wide = 25.0
    start = at.x - wide * (len(spots) - 1) / 2
    return [(spot, Place(start + wide * n, at.y + down)) for n, spot in enumerate(spots)]


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


def _legend(picture: Element, spots: list[Spot]) -> None:
    words = "  ·  ".join(f"{_mark(spots, spot)} {spot.title}" for spot in spots)
    _write(picture, Place(MIDDLE, HEIGHT - 12), words, 12, INK)


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
