"""``pitboss``: the commands with their options, and the one line that bad input gets."""

import argparse
import os
import re
import sys
from collections.abc import Iterable, Sequence
from importlib import import_module
from typing import Any, NoReturn

from pitboss import __version__
from pitboss.extras import needed_by
from pitboss.refusal import Refused
from pitboss.web.settings import arguments

PRACTICE = "Play money only: Pitboss takes no real wagers."

Option = tuple[list[str], dict[str, Any]]
"""The names of an argument, and how ``argparse`` takes it."""


def _option(names: str, help: str, **how: Any) -> Option:
    return names.split(), {"help": help, **how}


def _flag(names: str, help: str) -> Option:
    return _option(names, help, action="store_true")


def _several(name: str, metavar: str, help: str) -> Option:
    """An option that may be given again and again."""
    return _option(name, help, action="append", default=[], metavar=metavar)


GAME: Option = ["game"], {}
JSON = _flag("--json", "print JSON")
RULING = _several("--ruling", "NAME=OPTION", "choose a ruling")
RECOMPUTE = _flag("--recompute", "count anew")
VIEWER = _option("--viewer", "whose eyes: a seat, spectator, or all (the default)", metavar="SEAT")
PAYTABLE = _several(
    "--paytable",
    "[WAGER=]CODE|FILE",
    "a printed table's code, or a JSON file with one of your own",
)
REQUEST = (
    GAME,
    _option("--wager", "the wager (default the main game; simulate also takes the word all)"),
    PAYTABLE,
    RULING,
    _option("--bonus-ratio", "bonus for each unit of the first wager"),
    _option("--strategy", "a strategy instead of the best", metavar="NAME|FILE"),
)
JACKPOT = (
    _option("--players", "players at the table, for envy pays", default="1"),
    _option("--meter", "what a jackpot's meter shows, in dollars"),
    _option("--amount", "a jackpot's fixed wager, in dollars (default 1)"),
)
TIES = _option("--ties", "of options worth the same: less wagered (the default) or more")
PROGRESSIVE = (
    _option("--seed", "what a jackpot starts from again, in dollars"),
    _option("--rate", "the part of a jackpot wager that feeds the meter"),
)
SESSION = (
    *REQUEST,
    *JACKPOT,
    *PROGRESSIVE,
    _option("--rounds", "rounds to play, up to 10,000,000"),
    _option("--unit", "each first wager, in dollars (default 1)"),
    _option("--bankroll", "money to start with, for the chance of ruin"),
    _flag("--drawdown", "find the expected maximum drawdown too"),
    _option("--fan", "the quantiles at so many moments on the way", metavar="MOMENTS"),
    _flag("--house", "the house's side: its hold by shift, day and year"),
    _option("--rounds-per-hour", "with --house: rounds that a table plays in an hour"),
    _option("--hours", "with --house: hours of a shift (default 8)"),
    _option("--open", "with --house: hours of a day (default 24)"),
    _option("--reserve", "with --house: part of a jackpot wager kept for the next seed"),
    _option("--reserved", "with --house: what is kept for it already, in dollars"),
    RECOMPUTE,
    JSON,
)
CLUSTER = "count anew on a Dask cluster, where a count is long"
OPTIMUM = "make the open files of all states, or go on making them"
STATES = "write every state with its best action, where it is long"
FIT: tuple[Option, ...] = (
    GAME,
    _option("--wager", "the wager whose tables are looked for (default the main game)"),
    _option("--edge", "the house edge, in per cent: 2..3.5", metavar="LOW..HIGH"),
    _option("--hit", "the hit frequency, in per cent", metavar="LOW..HIGH"),
    _option("--deviation", "the standard deviation, in wagers", metavar="LOW..HIGH"),
    _several("--row", "EVENT=LOW..HIGH", "what a row may pay (1 to twice its largest printed pay)"),
    _flag("--any-order", "pays may rise down the table"),
    _option("--rank", "what the tables are put in order by: edge (the default), hit or deviation"),
    _option("--limit", "how many are listed (default 20)", metavar="K"),
    RULING,
    JSON,
)
HISTORY = (
    _option("script", "a JSON file, or - for standard input", nargs="?"),
    _option("--format", "text (the default) or phh", metavar="FORMAT"),
    VIEWER,
    _option("--import", "a PHH file, to print as a script", dest="phh", metavar="FILE"),
    _flag("--fill", "with --import: stand in for unknown cards"),
    _option("-o --output", "write to a file", metavar="FILE"),
    JSON,
)
PLAY = (
    _option("game", "the game; without it, choose in the lobby", nargs="?"),
    _option("--seed", "a repeatable game"),
    _option("--bots", "practice players in other seats, 0-6", default="2"),
    _option("--bankroll", "practice dollars to start with", default="500"),
    _several("--limit", "NAME=AMOUNT", "a table limit: min=5, max=100, bonus=1-25"),
    _option("--blinds", "small and big blind where players play each other"),
    _option("--opponents", "players against you: easy, medium (default) or hard", metavar="LEVEL"),
    _option("--pace", "seconds to watch each action", default="0.4"),
    RULING,
)
SETTINGS: tuple[Option, ...] = tuple(arguments())
SHOWN: tuple[Option, ...] = (*SETTINGS, JSON)
PLACE: tuple[Option, ...] = tuple(arguments("data", "database", "vault_key", "second_key"))
BACKUP: tuple[Option, ...] = (
    _option("target", "the file to write, or a folder for one named after the moment"),
    _flag("--with-key", "put the house's private key and the vault's into it too"),
    _flag("--force", "replace a file that is there"),
    *PLACE,
)
RESTORE: tuple[Option, ...] = (
    _option("file", "a backup"),
    _option("--key", "the house's public key, which must have signed it", default=""),
    _flag("--unsigned", "restore a backup that is not signed"),
    _flag("--with-findings", "restore a log in which the verifier finds something"),
    *PLACE,
)
WAYS = (
    *("house_name", "alert_webhook", "alert_webhook_secret", "alert_webhook_plain"),
    *("alert_email_to", "alert_email_from"),
    *("smtp_host", "smtp_port", "smtp_security", "smtp_user", "smtp_password"),
)
ALERTS: tuple[Option, ...] = (
    _option("act", "test: send a trial alert by every way that is set", choices=("test",)),
    *arguments(*WAYS),
)
PEOPLE: tuple[Option, ...] = (
    _option("act", "list, make, reset, end-sessions or reset-second-factor"),
    _option("name", "whose account", nargs="?", default=""),
    _option("--role", "of a new account: player, dealer, supervisor, operator or auditor"),
    *PLACE,
    JSON,
)
VERIFY: tuple[Option, ...] = (
    _option("file", "an exported log or round, or - for standard input", nargs="?", default=""),
    _flag("--house", "the house's own tables beside its log"),
    _several("--key", "PUBLICKEY", "the house's public key, as it was given to you"),
    _several("--head", "FILE", "a signed head of this log that was kept elsewhere"),
    _several("--timestamp", "FILE", "a timestamp of one of its heads (RFC 3161)"),
    *PLACE,
    JSON,
)
PAPER: tuple[Option, ...] = (
    _option("--paper", "the size of its pages: a4 (the default) or letter", default="a4"),
    _flag("--force", "replace a file that is there"),
)
REPORT: tuple[Option, ...] = (
    GAME,
    _option("--sheet", "par (the default), jackpot, protection, card, rack, rules or round"),
    *REQUEST[1:4],
    _option("--round", "of a round report: a script or an exported round", metavar="FILE"),
    _option("--meter", "what a jackpot's meter shows, in dollars (default its seed)"),
    _option("--seed", "what a jackpot starts from again, in dollars"),
    _option("--rate", "the part of a jackpot wager that feeds the meter"),
    _option("--reserve", "the part of a jackpot wager that is kept for the seed"),
    _option("--amount", "a jackpot's fixed wager, in dollars (default 1)"),
    _option("-o --output", "the file to write: .html or .pdf", metavar="FILE", required=True),
    *PAPER,
)
PACK: tuple[Option, ...] = (
    GAME,
    PAYTABLE,
    RULING,
    _option("-o --output", "the file to write: .zip", metavar="FILE", required=True),
    *PAPER,
)
COMMANDS: dict[str, tuple[str, str, *tuple[Option, ...]]] = {
    "new": (
        "kit:run_new",
        "a new game as a package of its own",
        _option("name", "its key, such as two-cards"),
        _option("-o --output", "the folder to write (default: the name)", metavar="FOLDER"),
    ),
    "check": (
        "kit:run_check",
        "hold the contract against a game: what is missing, in words",
        _option("package", "the key of an installed game, or a package's folder"),
        JSON,
    ),
    "games": ("games:run_games", "list the games", JSON),
    "rules": ("games:run_rules", "a game's approval, rules and rulings", GAME, RULING, JSON),
    "paytables": (
        "games:run_paytables",
        "a game's printed pay tables",
        GAME,
        _option("--wager", "only the tables of this wager"),
        _option("--code", "only the table of this code"),
        JSON,
    ),
    "score": (
        "games:run_score",
        "score a hand, or with - one a line",
        GAME,
        _option("cards", "cards such as 'As 4s', or - for standard input", nargs="+"),
        RULING,
        JSON,
    ),
    "deal": (
        "rounds:run_deal",
        "deal and settle a scripted round",
        _option("script", "a JSON file, or - for standard input (one a line with --json)"),
        JSON,
    ),
    "history": ("rounds:run_history", "a Holdout round's history; PHH files", *HISTORY),
    "odds": (
        "odds:run_odds",
        "exact odds of a wager, optimal play",
        *REQUEST,
        *JACKPOT,
        *PROGRESSIVE,
        TIES,
        RECOMPUTE,
        _option("--executor", CLUSTER, metavar="dask://HOST:PORT"),
        JSON,
    ),
    "advise": (
        "odds:run_advise",
        "what each option of a waiting seat is worth",
        _option("script", "a JSON file, or - for standard input (one a line, --json)"),
        JSON,
    ),
    "fit": ("fit:run_fit", "all pay tables of a wager that hit a target", *FIT),
    "simulate": (
        "odds:run_simulate",
        "play rounds and compare with the exact odds",
        *REQUEST,
        *JACKPOT,
        _option("--rounds", "rounds to play (default 10000)", default="10000"),
        _option("--seed", "a repeatable sequence of decks (default 1)", default="1"),
        _option("--executor", "play on a Dask cluster", metavar="dask://HOST:PORT"),
        JSON,
    ),
    "session": ("session:run_session", "what many rounds come to, exactly", *SESSION),
    "solve": (
        "odds:run_solve",
        "the full optimal strategy",
        *REQUEST,
        TIES,
        _option("-o --output", "write the strategy to a JSON file", metavar="FILE"),
        RECOMPUTE,
        _option("--executor", CLUSTER, metavar="dask://HOST:PORT"),
        _option("--states", STATES, metavar="FILE"),
        _option("--optimum", OPTIMUM, metavar="FOLDER"),
        JSON,
    ),
    "report": ("papers:run_report", "a paper of a game: PAR sheet, cards, round report", *REPORT),
    "pack": ("papers:run_pack", "all papers of a game with its data, in one file", *PACK),
    "protect": (
        "protect:run_protect",
        "what a leak of cards is worth to a player",
        GAME,
        _several("--leak", "NAME", "only this leak (default all that the game has)"),
        PAYTABLE,
        RULING,
        RECOMPUTE,
        _option("--executor", CLUSTER, metavar="dask://HOST:PORT"),
        JSON,
    ),
    "verify": ("verify:run_verify", "check an exported log or round, independently", *VERIFY),
    "data": (
        "data:run_data",
        "an exported log as Parquet tables",
        _option("log", "an exported log, or - for standard input"),
        _option("-o --output", "the folder to write to", metavar="FOLDER", required=True),
        _flag("--force", "replace tables that are there"),
        JSON,
    ),
    "replay": (
        "rounds:run_replay",
        "show an exported round step by step",
        _option("round", "an exported round or a script, or - for standard input"),
        VIEWER,
        JSON,
    ),
    "play": ("play:run_play", "play a game in the terminal", *PLAY),
    "serve": ("serve:run_serve", "open the tables, in a browser and for programs", *SETTINGS),
    "mcp": ("mcp:run_mcp", "the games for agents, as tools of the Model Context Protocol"),
    "backup": ("backup:run_backup", "the whole house in one file, while it plays", *BACKUP),
    "restore": ("backup:run_restore", "a house made of a backup, in an empty place", *RESTORE),
    "rekey": ("backup:run_rekey", "lock a closed house's secrets with another key", *PLACE),
    "alerts": ("serve:run_alerts", "whether alerts arrive where they are sent", *ALERTS),
    "people": ("people:run_people", "accounts, from the machine itself", *PEOPLE),
    "settings": ("serve:run_settings", "how a server would be set, and by what", *SHOWN),
}
"""What each command runs (a module of this package and its function, imported when the command
runs), what it does, and its options."""


BAND_BELOW = re.compile(r"-[0-9.]+\.\.")
"""How a band begins whose lower bound is below 0."""


class Parser(argparse.ArgumentParser):
    """A parser that refuses in one line."""

    def error(self, message: str) -> NoReturn:
        raise Refused(f"{message} (see '{self.prog} --help')")


def build_parser() -> Parser:
    parser = Parser(prog="pitboss", description=f"Casino card games by their rules. {PRACTICE}")
    parser.add_argument("--version", action="version", version=f"pitboss {__version__}")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", required=True)
    for name, (run, help, *taken) in COMMANDS.items():
        one = commands.add_parser(name, help=help)
        for names, how in taken:
            one.add_argument(*names, **how)
        one.set_defaults(run=run)
    return parser


def join_bands(words: Iterable[str]) -> list[str]:
    """A band from below 0 on is the value of the option before it, and no option itself.

    >>> join_bands(["fit", "duki", "--edge", "-1..2"])
    ['fit', 'duki', '--edge=-1..2']
    """
    joined: list[str] = []
    for word in words:
        if BAND_BELOW.match(word) and joined and joined[-1].startswith("--"):
            joined[-1] += f"={word}"
        else:
            joined.append(word)
    return joined


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command: 0 when done, 2 with one line on standard error when refused."""
    try:
        words = sys.argv[1:] if arguments is None else arguments
        options = build_parser().parse_args(join_bands(words))
        module, _, function = options.run.partition(":")
        with needed_by(f"pitboss {options.command}"):
            code = getattr(import_module(f"pitboss.cli.{module}"), function)(options)
        sys.stdout.flush()
        return int(code or 0)
    except Refused as refusal:
        print(f"pitboss: {' '.join(str(refusal).split())}", file=sys.stderr)
        return 2
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except KeyboardInterrupt:
        print(file=sys.stderr)
        return 130


if __name__ == "__main__":
    sys.exit(main())
