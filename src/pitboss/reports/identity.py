"""Whose figures a sheet has: the game, its document, rulings and pay tables, each with its hash,
and the command that prints them again."""

import json
import shlex
from collections.abc import Iterable, Mapping
from hashlib import sha256
from pkgutil import get_data

from pitboss import __version__
from pitboss.games.contract import Game
from pitboss.money import dollars
from pitboss.odds.registry import find_solver
from pitboss.odds.request import JACKPOT, Request, read_request
from pitboss.paytable import PayTable
from pitboss.reports.sheet import Section, Sheet, Table, texts
from pitboss.rounds.telling import wager_title

CHECKED = (
    "Made by Pitboss {version}. Figures without an error or interval are counted over all deals, by"
    " the functions that settle its rounds; its tests hold both against slower ones that share no"
    " code with them. Play-money software: the approval is of the maker's game, not of Pitboss."
)


def make_sheet(kind: str, title: str, game: Game, lead: str, sections: Iterable[Section]) -> Sheet:
    """A sheet of a game, with what was checked and how at its foot."""
    return Sheet(
        kind,
        title,
        game.source.title,
        game.source.maker,
        game.face.colours.card,
        lead,
        tuple(sections),
        CHECKED.format(version=__version__),
        version=f"Pitboss {__version__}",
    )


def title_of(game: Game, wager: str) -> str:
    return wager_title(game, wager)


def wager_words(request: Request) -> str:
    """``Ante``; in a game between players its hands."""
    if request.game.read_seating:
        return "Hands"
    if request.wager == JACKPOT:
        return "Jackpot"
    return title_of(request.game, request.wager)


def hash_rules(game: Game) -> str:
    """Of the game's document as data, as the house's manifest has it."""
    return sha256(get_data(game.package, "source.toml") or b"").hexdigest()


def hash_table(table: PayTable) -> str:
    """Of what a table says, as the house's manifest has it."""
    text = json.dumps(table.to_json(), sort_keys=True, separators=(",", ":"))
    return sha256(text.encode()).hexdigest()


def of_game(game: Game) -> tuple[tuple[str, str], ...]:
    source = game.source
    facts = (
        ("Game", f"{source.title} ({source.key})"),
        ("Maker", source.maker),
        ("Approved", source.approved or "no"),
        ("Submission", source.submission),
        ("Rules version", source.version),
        ("SHA-256 of the rules", hash_rules(game)),
    )
    return tuple(fact for fact in facts if fact[1])


def of_wager(request: Request) -> tuple[tuple[str, str], ...]:
    """What was priced, by which table and which count."""
    facts = [*of_game(request.game), ("Wager", wager_words(request))]
    if request.is_main:
        spots = request.game.source.spots.values()
        follow = ", ".join(spot.title for spot in spots if spot.kind == "follow-up")
        facts += [("With its follow-ups", follow)] if follow else []
    return (*facts, *of_table(request))


def of_table(request: Request) -> tuple[tuple[str, str], ...]:
    """The pay table, and the sources of the count."""
    facts = []
    if table := request.paytable:
        where = table.cite or "not printed in the document: a table of one's own"
        facts += [("Pay table", f"{table.code}, {where}")]
        facts += [("SHA-256 of the pay table", hash_table(table))]
    count = find_solver(request.key).count_of(request)
    facts += [("SHA-256 of what counted it", count.digest)] if count else []
    return tuple(facts)


def rulings_table(request: Request) -> Table:
    """Those in force, and what is not as approved."""
    known = request.game.source.rulings
    rows = tuple((n, option, known[n].label) for n, option in request.settings.rulings.items())
    heads = texts("Ruling", "In force", "What it decides")
    return Table("Rulings in force", heads, rows, "; ".join(request.settings.labels))


def changed_rulings(request: Request) -> list[str]:
    return request.game.source.changed_rulings(request.settings.rulings)


def ask_again(request: Request, rulings: Mapping[str, str]) -> Request:
    """The same question under other rulings; a ruling that needs another falls back with it."""
    given = dict(entry.split("=", 1) for entry in changed_rulings(request))
    tables = {name: given_table(table) for name, table in request.settings.paytables.items()}
    asked = {
        "wager": request.wager,
        "rulings": {**given, **rulings},
        "paytables": tables,
        "players": request.players,
        "bonus_ratio": request.bonus_ratio,
    }
    other = read_request(request.key, {k: v for k, v in asked.items() if v is not None})
    return other._replace(jackpot=request.jackpot)


def given_table(table: PayTable) -> object:
    """As a request takes it: a printed one by its code."""
    return table.code if table.printed else table.to_json()


def odds_command(request: Request, *more: str) -> str:
    """The command that prints these figures again; a table of one's own is in a file beside it."""
    words = ["pitboss", "odds", request.key]
    if not request.is_main:
        words += ["--wager", request.wager]
    if request.paytable:
        code = request.paytable.code
        words += ["--paytable", code if request.paytable.printed else f"{code}.json"]
    for entry in changed_rulings(request):
        words += ["--ruling", entry]
    if request.wager == JACKPOT:
        words += ["--meter", dollars(request.jackpot.shown_cents)]
    return shlex.join([*words, *more, "--json"])
