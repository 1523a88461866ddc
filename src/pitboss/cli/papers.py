"""``pitboss report`` and ``pack``: a game's papers as files. Nothing is written where anything is
refused."""

import argparse

from pitboss.cli.input import read_json, read_pairs, read_tables
from pitboss.cli.output import check_target, whole_file
from pitboss.cli.rounds import read_round
from pitboss.games import find_game
from pitboss.games.contract import Game
from pitboss.odds.request import JACKPOT, main_wager
from pitboss.refusal import Refused
from pitboss.reports.pack import make_pack
from pitboss.reports.papers import WRITERS, Asked, check_paper, choose_sheet, make_paper
from pitboss.rounds.runner import Runner

TERMS = ("meter", "seed", "rate", "reserve", "amount")


def run_report(options: argparse.Namespace) -> None:
    suffix = check_target(options.output, tuple(WRITERS), options.force)
    paper = check_paper(options.paper)
    asked = read_asked(options)
    write_target(options.output, WRITERS[suffix](make_paper(asked), paper))


def run_pack(options: argparse.Namespace) -> None:
    check_target(options.output, (".zip",), options.force)
    paper = check_paper(options.paper)
    game = find_game(options.game)
    tables, rulings = read_tables(options.paytable, main_wager(game), game.paytables)
    asked = Asked(game, tables=tables, rulings={**rulings, **read_pairs(options.ruling)})
    write_target(options.output, make_pack(asked, paper))


def read_asked(options: argparse.Namespace) -> Asked:
    """What the options ask for; a jackpot's terms only where there is a jackpot."""
    game = find_game(options.game)
    sheet = options.sheet or ""
    wager = options.wager or ""
    priced = JACKPOT if JACKPOT in (sheet, wager) else wager or main_wager(game)
    tables, rulings = read_tables(options.paytable, priced, game.paytables)
    terms = {name: getattr(options, name) for name in TERMS if getattr(options, name) is not None}
    running = read_ended(game, options.round) if options.round is not None else None
    asked = Asked(
        game, sheet, wager, tables, {**rulings, **read_pairs(options.ruling)}, terms, running
    )
    asked = choose_sheet(asked)
    if terms and asked.sheet != JACKPOT:
        raise Refused(f"--{next(iter(terms))} goes with --sheet jackpot only")
    return asked.about(asked.sheet, asked.wager)


def read_ended(game: Game, path: str) -> Runner:
    """The round of a script or an export, run to where its decisions end."""
    running, decisions = read_round(read_json(path), path)
    if running.game is not game:
        key = running.game.source.key
        raise Refused(f"--round {path}: a round of {key}, not of {game.source.key}")
    for decision in decisions:
        running.decide(decision)
    return running


def write_target(path: str, data: bytes) -> None:
    with whole_file(path) as file:
        file.write(data)
    print(f"{path}  {len(data):,} bytes")
