"""The solvers, by game; a game's solver is imported when it is asked for."""

from functools import cache

from pitboss.games import find_game
from pitboss.games.contract import Decision
from pitboss.odds.contract import Solver
from pitboss.odds.figures import Figures, exact, fraction_of
from pitboss.odds.practice import play_carefully
from pitboss.odds.request import JACKPOT, Request, read_request
from pitboss.paytable import PayTable
from pitboss.refusal import Refused
from pitboss.rounds.runner import Runner
from pitboss.rounds.shuffle import Bytes


@cache
def find_solver(key: str) -> Solver:
    """The solver of this game."""
    game = find_game(key)
    if not game.solver:
        raise Refused(f"{key}: no solver prices this game")
    return Solver(game.solver)


def practise(running: Runner, level: str, take: Bytes) -> Decision:
    """What a practice player does in the seat whose turn it is."""
    if not running.game.solver:
        return play_carefully(running)
    return find_solver(running.game.source.key).practise(level, running, take)


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
    figures = find_solver(request.key).price(request)
    return {**describe_request(request), **figures, **_changes(request, figures)}


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
    rulings = {
        name: {"from": before[name], "to": now[name]} for name in now if now[name] != before[name]
    }
    rows = _changed_rows(usual, request)
    if rulings:
        changed["rulings"] = rulings
    if rows:
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
    given = {"wager": request.wager, "paytables": tables}
    usual = read_request(request.key, given)
    return request._replace(settings=usual.settings, paytable=usual.paytable, recompute=False)


def _changed_rows(usual: Request, request: Request) -> list[dict[str, object]]:
    """Rows that pay otherwise; a wager's table stands in the settings, a jackpot's beside them."""
    tables = dict(request.settings.paytables)
    before = dict(usual.settings.paytables)
    if request.wager == JACKPOT and request.paytable and usual.paytable:
        tables[JACKPOT], before[JACKPOT] = request.paytable, usual.paytable
    return [
        {"wager": wager, **row}
        for wager, table in tables.items()
        for row in _row_differences(before.get(wager), table)
    ]


def _row_differences(before: PayTable | None, after: PayTable) -> list[dict[str, object]]:
    old = {row.event: row.text for row in before.rows} if before else {}
    new = {row.event: row.text for row in after.rows}
    return [
        {"row": event, "from": old.get(event), "to": new.get(event)}
        for event in {**old, **new}
        if old.get(event) != new.get(event)
    ]
