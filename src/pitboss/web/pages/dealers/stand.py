"""The table from the dealer's side: where on it a question is answered by a click.

A step's choices are places, acts or what becomes of a wager; each is found somewhere on the table
(``seat-3``, ``rack``, ``spot-3-ante``). What can be clicked follows from the choices and from what
the prompt speaks of, never from the answer.
"""

from collections.abc import Iterator
from typing import NamedTuple

from pitboss.games.lesson import BEFORE_PLAYER, RACK, Step
from pitboss.training.words import (
    BACK,
    BURN,
    FACES,
    SETTLE,
    SHOW_BOARD,
    SHOW_DEALER,
    TAKE_UP,
)
from pitboss.web.pages.table.scene import Scene, SeatScene

CHIP_VALUES = (1, 5, 25, 100, 500)
"""Chips in the dealer's tray, in dollars."""

SPOTS = {
    "dealer": "dealer",
    "community": "board",
    BURN: "burn",
    SHOW_BOARD: "board",
    SHOW_DEALER: "dealer",
    SETTLE: "tray",
    TAKE_UP: "rack",
    RACK: "rack",
    BACK: "shoe",
}
"""Choices with a place of their own on the table."""

DRAWS = {"yes": ("shoe", "Draw"), "no": ("dealer", "Stand")}


STEEPEST = 4
"""The bend of the outermost places."""


def place_players(scene: Scene) -> list[tuple[int, int, SeatScene | None]]:
    """Every place of the table from the dealer's left, with how far the arc bends towards the
    dealer there and who sits there."""
    count = scene.table.setup.seats
    middle = (count - 1) / 2 or 1
    return [
        (n, round(abs(n - 1 - middle) * STEEPEST / middle), scene.seats.get(n))
        for n in range(1, count + 1)
    ]


class Target(NamedTuple):
    """A click that answers: with which choice, and how it is labelled."""

    value: str
    words: str

    @property
    def look(self) -> str:
        """How a card would lie is answered by the card itself."""
        return dict(zip(FACES, ("ghost", "ghost back"), strict=True)).get(self.value, "")


Targets = dict[str, list[Target]]


def find_targets(step: Step) -> Targets:
    """For each place on the table that answers the step, what a click there says."""
    found: Targets = {}
    for place, target in _targets(step):
        found.setdefault(place, []).append(target)
    return found


def _targets(step: Step) -> Iterator[tuple[str, Target]]:
    for choice in step.choices:
        if step.kind == "outcome":
            yield spot_id(step.about), Target(choice, choice)
        elif step.kind == "face":
            yield place_id(step.about), Target(choice, choice)
        elif step.kind == "draws":
            place, words = DRAWS[choice]
            yield place, Target(choice, words)
        elif choice == BEFORE_PLAYER:
            yield place_id(step.about), Target(choice, choice)
        elif choice in SPOTS:
            yield SPOTS[choice], Target(choice, choice)
        elif choice.startswith("seat ") and " and " not in choice:
            yield choice.replace(" ", "-"), Target(choice, choice)


def place_id(about: str) -> str:
    """``seat-3`` for ``3`` or ``3/ante``; the dealer and the board by their own names."""
    of = about.partition("/")[0]
    return {"dealer": "dealer", "community": "board", "": ""}.get(of, f"seat-{of}")


def spot_id(about: str) -> str:
    """``spot-3-ante`` for ``3/ante``."""
    of, _, wager = about.partition("/")
    return f"spot-{of}-{wager}"
