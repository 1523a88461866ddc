"""``pitboss games``, ``rules`` and ``paytables``: what the games' documents say."""

import argparse
import json
from collections.abc import Collection

from pitboss.cli.options import read_rulings
from pitboss.games import all_games, find_game
from pitboss.games.contract import Game, Settings
from pitboss.games.opening import set_table
from pitboss.money import dollars, money
from pitboss.paytable import PayTable, Row
from pitboss.refusal import Refused

Document = dict[str, object]


def run_games(options: argparse.Namespace) -> None:
    games = all_games()
    if options.json:
        print(json.dumps({"games": [game_json(game) for game in games]}))
        return
    from pitboss.cli.screen.pages import games_lines, print_page

    print_page(lambda width: games_lines(games, width))


def run_rules(options: argparse.Namespace) -> None:
    game = find_game(options.game)
    settings = set_table(game, read_rulings(options.ruling))
    if options.json:
        print(json.dumps(rules_json(game, settings)))
        return
    from pitboss.cli.screen.pages import print_page, rules_lines

    print_page(lambda width: rules_lines(game, settings, width))


def run_paytables(options: argparse.Namespace) -> None:
    game = find_game(options.game)
    tables = choose_tables(game, options.wager, options.code)
    if options.json:
        found = [paytable_json(game, table) for table in tables]
        print(json.dumps({"game": game.source.key, "paytables": found}))
        return
    from pitboss.cli.screen.pages import paytables_lines, print_page

    print_page(lambda width: paytables_lines(game, tables, width))


def choose_tables(game: Game, wager: str | None, code: str | None) -> list[PayTable]:
    """The printed tables, or those of a wager and a code; codes repeat across wagers."""
    tables = [table for codes in game.paytables.values() for table in codes.values()]
    if wager is not None:
        _require(wager, game.paytables, f"--wager {wager!r}: {game.source.key} has pay tables for")
        tables = [table for table in tables if table.wager == wager]
    if code is not None:
        codes = dict.fromkeys(table.code for table in tables)
        _require(code, codes, f"--code {code!r}: the pay tables are")
        tables = [table for table in tables if table.code == code]
    return tables


def _require(name: str, known: Collection[str], problem: str) -> None:
    if name not in known:
        raise Refused(f"{problem} {', '.join(known) or 'no wager'}")


def game_json(game: Game) -> Document:
    source = game.source
    return {
        "game": source.key,
        "title": source.title,
        "maker": source.maker,
        "approved": source.approved,
        "submission": source.submission or None,
        "rules_version": source.version,
        "wagers": list(source.spots),
        "rulings": list(source.rulings),
    }


def rules_json(game: Game, settings: Settings) -> Document:
    """A game's document: approval, wagers, rules, and the rulings in force."""
    source = game.source
    return {
        "game": source.key,
        "title": source.title,
        "rules_version": source.version,
        "approval": {
            "maker": source.maker,
            "date": source.approved,
            "submission": source.submission or None,
            "conditions": list(source.conditions),
        },
        "wagers": [
            {
                "name": spot.name,
                "title": spot.title,
                "kind": spot.kind,
                "least": dollars(spot.least_cents),
                "rule": spot.rule,
            }
            for spot in source.spots.values()
        ],
        "rules": [rule._asdict() for rule in source.rules.values()],
        "rulings": _rulings_json(game, settings),
        "void_causes": [cause._asdict() for cause in source.causes.values()],
        "labels": list(settings.labels),
    }


def _rulings_json(game: Game, settings: Settings) -> list[Document]:
    return [
        {
            "name": ruling.name,
            "options": list(ruling.options),
            "default": ruling.options[0] if ruling.options else None,
            "in_force": settings.rulings.get(ruling.name),
            "why": ruling.why,
            "needs": dict(ruling.needs),
            "what_if": list(ruling.what_if),
        }
        for ruling in game.source.rulings.values()
    ]


def paytable_json(game: Game, table: PayTable) -> Document:
    """A table as printed; ``dead`` gives the reason where no hand can reach a row, ``dash`` says
    where the hands of a row without a pay are paid."""
    return {
        "wager": table.wager,
        "code": table.code,
        "terms": table.terms,
        "cite": table.cite,
        "printed": table.printed,
        "default": game.default_paytables.get(table.wager) == table.code,
        "rows": [_row_json(table, row) for row in table.rows],
    }


def _row_json(table: PayTable, row: Row) -> Document:
    return {
        "event": row.event,
        "hand": row.hand,
        "pays": row.text,
        "envy": money(row.envy_cents) if row.envy_cents else None,
        "dead": table.dead.get(row.event),
        "dash": table.dashes.get(row.event),
    }
