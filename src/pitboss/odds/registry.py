"""The solvers, by game: what each answers, and in which module of its folder.

A module is imported when it is first asked, so that a printed figure, which needs a shipped count
and nothing else, is answered without the compiler and its arrays.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Executor
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple, TextIO, cast

from pitboss.extras import needed_by
from pitboss.games import find_game, game_keys
from pitboss.games.contract import Decision, Game
from pitboss.odds.cache import Count, is_kept
from pitboss.odds.figures import Figures, exact, fraction_of
from pitboss.odds.request import JACKPOT, TIES, Request, read_request
from pitboss.refusal import Refused
from pitboss.rounds.runner import Runner
from pitboss.rounds.shuffle import Bytes
from pitboss.rounds.view import Picture, view

COUNTED_ANEW = "this is counted anew, which"
"""What needs the compiler, in the refusal where it is missing."""

Player = Callable[[Runner], Decision]
"""Answers the open question of a round."""


class Parts(NamedTuple):
    """A count so long that a cluster may share it, and whose states may fill a file.

    ``sources`` are what every machine must have just so. ``count_anew`` makes the count of a
    request; ``write`` writes a line for each part and gives their number; ``keep`` makes the open
    files of the optimum in a folder. The last two are None where no such files are made.
    """

    sources: tuple[str, ...]
    count_anew: Callable[[Request, Executor], None]
    write: Callable[[Request, TextIO, Executor | None], int] | None = None
    keep: Callable[[Request, Path, Executor | None], dict[str, Any]] | None = None


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
        """Every count that is shipped: those of all printed tables and rulings, and of leaks."""
        yield from self._ask("price", "shipped_counts")
        if self._leaks:
            yield from self._leaks.shipped_counts()

    @property
    def _leaks(self) -> ModuleType | None:
        """What leaks of cards are worth, in a game that has some."""
        return self._module("leaks") if find_spec(f"{self.package}.leaks") else None

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
        counted = self._module("price")
        if not hasattr(counted, "count_anew"):
            return None
        parts = Parts(counted.ALIKE, counted.count_anew)
        if not find_spec(f"{self.package}.optimum"):
            return parts
        write, keep = self._module("advise").write, self._module("optimum").write
        return parts._replace(write=write, keep=keep)

    def lines(self, answer: Mapping[str, Any]) -> Iterator[str] | None:
        """An answer of ``price`` or ``advise`` for people, in a game that tells it its own way."""
        name = "advise" if "best" in answer else "price"
        tell = getattr(self._module(name), "lines", None)
        return cast("Iterator[str]", tell(answer)) if tell else None


GENERIC = "pitboss.odds.generic"
"""The solver of every game that brings none."""


def has_solver(game: Game) -> bool:
    """Whether a game is priced: by its own solver, or from its rules and its ``score.py``."""
    return bool(game.solver) or _has_score(game)


def _has_score(game: Game) -> bool:
    return game.read_seating is None and find_spec(f"{game.package}.score") is not None


@cache
def find_solver(key: str) -> Solver:
    """The solver of this game; the generic one where it brings none."""
    game = find_game(key)
    if not has_solver(game):
        raise Refused(f"{key}: no solver prices this game; it has no score.py with a score")
    return Solver(game.solver or GENERIC)


def has_leaks(key: str) -> bool:
    """Whether it is counted for this game what leaks of cards are worth."""
    return has_solver(find_game(key)) and find_solver(key)._leaks is not None


def find_leaks(key: str) -> ModuleType:
    """What leaks of cards are worth in this game."""
    leaks = find_solver(key)._leaks
    if leaks is None:
        have = ", ".join(filter(has_leaks, game_keys()))
        raise Refused(f"protect: {key} has no leak that is counted; these games have: {have}")
    return leaks


def price_by(request: Request, known: Request) -> Figures | None:
    """The figures of a wager by the play that is best under another pay table: at once, where the
    best play under this one would have to be counted; None in a game that has no such."""
    solver = find_solver(request.key)
    price = getattr(solver._module("price"), "price_by", None)
    return cast(Figures, price(request, known)) if price and request.is_main else None


def is_counted_anew(request: Request) -> bool:
    """Whether a count stands behind its figures that is neither shipped nor kept here."""
    count = (
        find_solver(request.key).count_of(request) if has_solver(find_game(request.key)) else None
    )
    return count is not None and (request.recompute or not is_kept(count))


def practise(running: Runner, level: str, take: Bytes) -> Decision:
    """What a practice player does in the seat whose turn it is.

    In a game that brings no solver it does anything that the rules allow, at its smallest size:
    nobody at the table waits for a count.
    """
    if not running.game.solver:
        offered = [option.action for option in running.asked.options]
        return take_first(running, offered[take(1)[0] % len(offered)])
    return find_solver(running.game.source.key).practise(level, running, take)


def cards_seen(running: Runner) -> tuple[list[int], list[int]]:
    """The waiting seat's own cards and the community cards, by its view alone."""
    seat = running.asked.seat
    picture = Picture(view(running.table.events, seat))
    return [card for card in picture.place(seat).cards if card is not None], picture.board


def take_first(running: Runner, *actions: str) -> Decision:
    """The first of these actions that is allowed, at its smallest size."""
    question = running.asked
    options = {option.action: option for option in reversed(question.options)}
    action = next((action for action in actions if action in options), None)
    option = options[action] if action else next(iter(options.values()))
    if option.cards:
        return Decision(question.seat, option.action, cards=option.cards)
    return Decision(question.seat, option.action, option.least_cents if option.most_cents else None)


def check_level(key: str, level: str) -> str:
    """A level of practice players that this game has."""
    levels = find_solver(key).levels
    if level not in levels:
        raise Refused(f"opponents {level[:40]!r} are unknown; there are {', '.join(levels)}")
    return level


def describe_request(request: Request) -> Figures:
    """The head of an answer: what was priced."""
    settings = request.settings
    return {
        "game": request.key,
        "wager": request.wager,
        "paytable": request.paytable.code if request.paytable else None,
        "rulings": dict(settings.rulings),
        "labels": list(settings.labels),
    }


def price(request: Request) -> Figures:
    """The answer of ``pitboss odds``; settings of one's own are set against the usual ones."""
    solver = find_solver(request.key)
    if request.ties != TIES[0] and solver.package != GENERIC:
        raise Refused(f"--ties {request.ties}: {request.key} is counted with the smaller wager")
    figures = solver.price(request)
    return {**describe_request(request), **figures, **_changes(request, figures)}


def fit(key: str, given: Mapping[str, object]) -> Figures:
    """The answer of ``pitboss fit``; what the rows of a wager pay is in a solver's ``fit``."""
    from pitboss.odds.fit.wish import read_wish

    wish, solver = read_wish(key, given), find_solver(key)
    if find_spec(f"{solver.package}.fit") is None:
        raise Refused(f"fit: nothing here tells what the rows of {key} pay")
    with needed_by("fit"):
        from pitboss.odds.fit.answer import fit_apart, fit_tied

        rows = solver._module("fit")
        apart = rows.rows_apart(wish)
        return fit_apart(wish, apart) if apart else fit_tied(wish, rows.rows_tied(wish))


def advise(running: Runner) -> Figures:
    """The answer of ``pitboss advise``."""
    if running.question is None:
        raise Refused(f"advise: the round is {running.status}; advice needs a seat that is asked")
    return find_solver(running.table.opening.settings.game).advise(running)


def _changes(request: Request, figures: Figures) -> Figures:
    """What differs from the usual settings, and what that does to the house edge."""
    usual = _usual(request)
    changed: Figures = {}
    before, now = usual.settings.rulings, request.settings.rulings
    if now != before:
        changed["rulings"] = {
            name: {"from": before[name], "to": now[name]}
            for name in now
            if now[name] != before[name]
        }
    if rows := _changed_rows(usual, request):
        changed["paytable"] = rows
    if not changed:
        return {}
    edges = [find_solver(request.key).price(usual).get("house_edge"), figures.get("house_edge")]
    if None not in edges:
        old, new = map(fraction_of, edges)
        changed["house_edge"] = {"from": edges[0], "to": edges[1], "difference": exact(new - old)}
    return {"changed": changed}


def _usual(request: Request) -> Request:
    """The same question at a table with the default rulings and the printed default tables."""
    tables = dict(request.game.default_paytables)
    if request.wager in request.game.paytables and request.wager not in tables:
        tables[request.wager] = next(iter(request.game.paytables[request.wager]))
    usual = read_request(request.key, {"wager": request.wager, "paytables": tables})
    return request._replace(settings=usual.settings, paytable=usual.paytable, recompute=False)


def _changed_rows(usual: Request, request: Request) -> list[dict[str, object]]:
    """Rows that pay otherwise; a wager's table stands in the settings, a jackpot's beside them."""
    before, after = dict(usual.settings.paytables), dict(request.settings.paytables)
    if request.wager == JACKPOT and request.paytable and usual.paytable:
        before[JACKPOT], after[JACKPOT] = usual.paytable, request.paytable
    changed: list[dict[str, object]] = []
    for wager, table in after.items():
        old = {row.event: row.text for row in before[wager].rows} if wager in before else {}
        new = {row.event: row.text for row in table.rows}
        changed += [
            {"wager": wager, "row": event, "from": old.get(event), "to": new.get(event)}
            for event in {**old, **new}
            if old.get(event) != new.get(event)
        ]
    return changed
