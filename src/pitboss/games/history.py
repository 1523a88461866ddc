"""Histories of rounds in a game's own form, and what a game needs to write and read them.

The runner lives above the games, so a history is given the round as it was run, or a way to run
one.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple, Protocol

from pitboss.games.contract import Decision, Game, Opening, Question, Table
from pitboss.games.events import Event

Viewer = int | None
"""A seat, 0 for a spectator, or None for one who sees every card."""


def seen_by(viewer: Viewer) -> str:
    """Whose eyes a round is told from, as a line of its heading."""
    return {None: "All cards open", 0: "Seen by a spectator"}.get(viewer, f"Seen by seat {viewer}")


class Played(Protocol):
    """A round as it is run."""

    game: Game
    table: Table
    decisions: list[Decision]
    question: Question | None
    status: str

    @property
    def net_cents(self) -> dict[int, int]: ...

    def decide(self, decision: Decision, /) -> None: ...


class Seen(NamedTuple):
    """A round through a viewer's eyes: ``events`` hold no card that the viewer did not see."""

    running: Played
    events: Sequence[Event]
    viewer: Viewer = None


Run = Callable[[Opening], Played]
"""Starts the round of an opening."""


class Histories(NamedTuple):
    """What a game brings: its forms by name, and the reader of a file.

    ``read`` takes the file, whether cards may stand in for unknown ones, and how to run a round;
    it gives the round and the cards that stand in.
    """

    forms: Mapping[str, Callable[[Seen], str]]
    read: Callable[[Game, str, bool, Run], tuple[Played, tuple[int, ...]]]
