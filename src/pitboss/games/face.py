"""A game's ``face.toml``: how it presents itself, so that no screen knows a game by its name."""

from collections.abc import Mapping
from functools import cache
from typing import Any, NamedTuple

from pitboss.data import frozen, read_toml

Given = Mapping[str, Any]
"""A table's setup in part, as it is given when a table is opened."""

_NONE: Given = {}


class Colours(NamedTuple):
    """Of the felt at the table, its shaded edge, the game's card in lists, and on the wall."""

    felt: str = "#0d5a3c"
    deep: str = "#073524"
    card: str = "#0d5a3c"
    wall: str = "#0a4630"


class Practice(NamedTuple):
    """A practice table of one's own: how it is set, where the person sits, and who else does."""

    setup: Given = _NONE
    own_seat: int = 1
    player_seats: tuple[int, ...] = ()


class FirstTable(NamedTuple):
    """The table that a fresh house opens; ``jackpot``, where given, is opened and linked first."""

    setup: Given = _NONE
    jackpot: Given = _NONE
    player_seats: tuple[int, ...] = ()
    player_chips: str = ""


class Drill(NamedTuple):
    """Deals among which hard hands are looked for (a few seconds' work), and the game's turn when
    counts are made ready, the quickest first."""

    deals: int = 24
    turn: int = 9


class Face(NamedTuple):
    """What a game looks like on every screen.

    ``art`` is a few cards for its picture, ``titles`` are short names of wagers for the felt,
    ``keys`` the letters of actions, ``joint`` a wager whose figures hang on its size beside the
    main one, ``put_away`` the word for cards that leave a hand, and
    ``jackpot_note`` is said beside the meters, with the rulings in braces.
    """

    blurb: str = ""
    art: tuple[str, ...] = ()
    put_away: str = "discarded"
    joint: str = ""
    jackpot_note: str = ""
    colours: Colours = Colours()
    titles: Mapping[str, str] = {}
    keys: Mapping[str, str] = {}
    practice: Practice = Practice()
    first_table: FirstTable = FirstTable()
    drill: Drill = Drill()


_PARTS = {"colours": Colours, "practice": Practice, "first_table": FirstTable, "drill": Drill}


@cache
def load_face(package: str) -> Face:
    """Read the ``face.toml`` of a game's package; a game without one has a plain face."""
    data = read_toml(package, "face.toml")
    for name, kind in _PARTS.items():
        data[name] = kind(**frozen(data.get(name, {})))
    return Face(**frozen(data))
