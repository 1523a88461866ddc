"""Tables and rulings of one's own: how papers say that they are not as approved, the files that
they stand in, and the options that a command takes them by."""

import shlex
from collections.abc import Iterator, Mapping

from pitboss.games.contract import Game
from pitboss.games.opening import set_table
from pitboss.odds.request import JACKPOT

Given = Mapping[str, object]


def mark_of(game: Game, tables: Given, rulings: Given) -> str:
    """What is otherwise than in the approved game, for the head of every page; nothing where all of
    it is as approved and as usual."""
    settings = set_table(game, rulings, {n: t for n, t in tables.items() if n != JACKPOT})
    labelled = " ".join(settings.labels)
    words = [*settings.labels]
    for wager in own_tables(tables):
        spot = game.source.spots.get(wager)
        if wager == JACKPOT:
            words.append("not as approved: this pay table for the jackpot is not printed")
        elif spot and spot.house_table and f"for {wager} " not in labelled:
            words.append(f"a pay table of the house for {wager}, not printed in the document")
    changed = game.source.changed_rulings(settings.rulings)
    words += [f"by ruling {entry}" for entry in changed if entry not in labelled]
    text = "; ".join(words)
    return text[:1].upper() + text[1:]


def own_tables(tables: Given) -> dict[str, Given]:
    """Those that no document prints, by their wager."""
    return {wager: table for wager, table in tables.items() if isinstance(table, Mapping)}


def table_files(tables: Given) -> Iterator[tuple[str, Given]]:
    """A file for each code, as ``--paytable`` takes it."""
    own = own_tables(tables)
    for code in dict.fromkeys(str(table["code"]) for table in own.values()):
        found = {wager: table for wager, table in own.items() if table["code"] == code}
        yield f"{code}.json", {"paytables": found}


def options_of(tables: Given, rulings: Given) -> str:
    """The options of a command, with a space before each; files stand beside it."""
    words = [part for name, _ in table_files(tables) for part in ("--paytable", name)]
    own = own_tables(tables)
    for wager, code in tables.items():
        words += ["--paytable", f"{wager}={code}"] if wager not in own else []
    for name, value in rulings.items():
        words += ["--ruling", f"{name}={value}"]
    return f" {shlex.join(words)}" if words else ""
