"""What a game's solver answers, and in which module of its folder.

A module is imported when it is first asked, so that a printed figure, which needs a shipped count
and nothing else, is answered without the compiler and its arrays.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Executor
from importlib import import_module
from importlib.util import find_spec
from types import ModuleType
from typing import Any, NamedTuple, TextIO, cast

from pitboss.extras import needed_by
from pitboss.games.contract import Decision
from pitboss.odds.cache import Count
from pitboss.odds.figures import Figures
from pitboss.odds.request import Request
from pitboss.rounds.runner import Runner
from pitboss.rounds.shuffle import Bytes

COUNTED_ANEW = "this is counted anew, which"
"""What needs the compiler, in the refusal where it is missing."""

Player = Callable[[Runner], Decision]
"""Answers the open question of a round."""


class Parts(NamedTuple):
    """A count so long that a cluster may share it, and whose states fill a file.

    ``sources`` are what every machine must have just so. ``count_anew`` makes the count of a
    request; ``write`` writes a line for each part and gives their number.
    """

    sources: tuple[str, ...]
    count_anew: Callable[[Request, Executor], None]
    write: Callable[[Request, TextIO, Executor | None], int]


class Solver:
    """A game's solver, by its package.

    ``price`` and everything about counts stand in ``price``, ``advise`` and ``solve`` in
    ``advise``, ``player`` and ``practise`` in ``play``. What a game need not have is looked for by
    name and has a default here; a test checks the rest.
    """

    def __init__(self, package: str) -> None:
        self.package = package

    def _module(self, name: str) -> ModuleType:
        """A module of the solver's folder."""
        with needed_by(COUNTED_ANEW):
            return import_module(f"{self.package}.{name}")

    def _ask(self, module: str, function: str, *given: object) -> Any:
        with needed_by(COUNTED_ANEW):
            return getattr(self._module(module), function)(*given)

    def price(self, request: Request) -> Figures:
        """The figures of ``pitboss odds``, from ``method`` on."""
        return cast(Figures, self._ask("price", "price", request))

    def advise(self, running: Runner) -> Figures:
        """The expectation of every option of the waiting seat, and the best one."""
        return cast(Figures, self._ask("advise", "advise", running))

    def solve(self, request: Request) -> Figures:
        """The full optimal strategy."""
        return cast(Figures, self._ask("advise", "solve", request))

    def player(self, request: Request) -> Player:
        """Who plays a seat by the request's strategy, for ``pitboss simulate``."""
        return cast(Player, self._ask("play", "player", request))

    def practise(self, level: str, running: Runner, take: Bytes) -> Decision:
        """What a practice player does in the seat whose turn it is, from what that seat sees."""
        return cast(Decision, self._ask("play", "practise", level, running, take))

    def hold(self, hand: Sequence[int], number: int) -> tuple[int, ...]:
        """So many cards that a player keeps of a hand, where players discard."""
        return cast("tuple[int, ...]", self._ask("play", "hold", hand, number))

    def count_of(self, request: Request) -> Count | None:
        """The count behind the figures of a request; None where they take no time."""
        return cast("Count | None", self._ask("price", "count_of", request))

    def shipped_counts(self) -> Iterable[Count]:
        """Every count that is shipped: those of all printed tables and rulings."""
        return cast("Iterable[Count]", self._ask("price", "shipped_counts"))

    @property
    def is_joint(self) -> bool:
        """Whether a fold loses the bonus too, so that a bonus changes how the rest is played."""
        return bool(getattr(self._module("price"), "JOINT", False))

    @property
    def levels(self) -> Sequence[str]:
        """How well practice players play, where that can be chosen."""
        return cast("Sequence[str]", getattr(self._module("play"), "LEVELS", ()))

    @property
    def parts(self) -> Parts | None:
        """The long count, in a game that has one."""
        if find_spec(f"{self.package}.parts") is None:
            return None
        found = self._module("parts")
        return Parts(found.SOURCES, found.count_anew, found.write)

    def lines(self, answer: Mapping[str, Any]) -> Iterator[str] | None:
        """An answer of ``price`` or ``advise`` for people, in a game that tells it its own way."""
        name = "advise" if "best" in answer else "price"
        tell = getattr(self._module(name), "lines", None)
        return cast("Iterator[str]", tell(answer)) if tell else None
