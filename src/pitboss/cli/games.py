"""``pitboss games``, ``rules``, ``paytables``: what the games' documents say; ``score``: a hand or
many."""

import argparse
import json

from pitboss.cli.input import answer_lines, decode, lines_of_stdin, read_pairs
from pitboss.games import all_games, find_game
from pitboss.games.approval import asked_records
from pitboss.games.contract import Game, Settings
from pitboss.games.opening import set_table
from pitboss.games.profile import NAMES
from pitboss.games.source import resolve_rulings
from pitboss.money import dollars, money
from pitboss.paytable import PayTable
from pitboss.refusal import Refused


def run_games(options: argparse.Namespace) -> None:
    games = all_games()
    if options.json:
        found = [
            {
                "game": source.key,
                "title": source.title,
                "maker": source.maker,
                "approved": source.approved,
                "submission": source.submission or None,
                "rules_version": source.version,
                "wagers": list(source.spots),
                "rulings": list(source.rulings),
            }
            for source in (game.source for game in games)
        ]
        print(json.dumps({"games": found}))
        return
    from pitboss.cli.screen.pages import games_lines, print_page

    print_page(lambda width: games_lines(games, width))


def run_rules(options: argparse.Namespace) -> None:
    game = find_game(options.game)
    settings = set_table(game, read_pairs(options.ruling))
    if options.json:
        print(json.dumps(rules_json(game, settings)))
        return
    from pitboss.cli.screen.pages import print_page, rules_lines

    print_page(lambda width: rules_lines(game, settings, width))


def run_paytables(options: argparse.Namespace) -> None:
    game = find_game(options.game)
    tables = [table for codes in game.paytables.values() for table in codes.values()]
    wagers = f"{game.source.key} has pay tables for"
    for option, asked in (("wager", wagers), ("code", "the pay tables are")):
        name = getattr(options, option)
        if name is None:  # codes repeat across wagers: either may be given, or both
            continue
        known = dict.fromkeys(getattr(table, option) for table in tables)
        if name not in known:
            raise Refused(f"--{option} {name!r}: {asked} {', '.join(known) or 'no wager'}")
        tables = [table for table in tables if getattr(table, option) == name]
    if options.json:
        found = [paytable_json(game, table) for table in tables]
        print(json.dumps({"game": game.source.key, "paytables": found}))
        return
    from pitboss.cli.screen.pages import paytables_lines, print_page

    print_page(lambda width: paytables_lines(game, tables, width))


def rules_json(game: Game, settings: Settings) -> dict[str, object]:
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
            "conditions": [one.text for one in source.conditions],
            "records": {name: asked_records(source, name) for name in NAMES[1:]},
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
        "rulings": [
            {
                "name": ruling.name,
                "options": list(ruling.options),
                "default": ruling.options[0] if ruling.options else None,
                "in_force": settings.rulings.get(ruling.name),
                "why": ruling.why,
                "needs": dict(ruling.needs),
                "what_if": list(ruling.what_if),
                "form": ruling.form or None,
                "takes": list(ruling.choices),
            }
            for ruling in source.rulings.values()
        ],
        "readings": list(source.readings),
        "void_causes": [cause._asdict() for cause in source.causes.values()],
        "labels": list(settings.labels),
    }


def paytable_json(game: Game, table: PayTable) -> dict[str, object]:
    """A table as printed; ``dead`` gives the reason where no hand can reach a row, ``dash`` says
    where the hands of a row without a pay are paid."""
    return {
        "wager": table.wager,
        "code": table.code,
        "terms": table.terms,
        "heading": table.heading or None,
        "cite": table.cite,
        "printed": table.printed,
        "default": game.default_paytables.get(table.wager) == table.code,
        "rows": [
            {
                "event": row.event,
                "hand": row.hand,
                "pays": row.text,
                "envy": money(row.envy_cents) if row.envy_cents else None,
                "dead": table.dead.get(row.event),
                "dash": table.dashes.get(row.event),
            }
            for row in table.rows
        ],
    }


def run_score(options: argparse.Namespace) -> None:
    game = find_game(options.game)
    rulings = resolve_rulings(game.source, read_pairs(options.ruling))
    hands = [" ".join(options.cards)]
    if options.cards == ["-"]:
        if options.json:
            answer_lines(lambda text: game.score(text.strip(), rulings), "standard input")
            return
        hands = [decode(line, "standard input").strip() for line in lines_of_stdin()]
    for answer in [game.score(hand, rulings) for hand in hands]:
        text = "  ".join(f"{name} {value}" for name, value in answer.items())
        print(json.dumps(answer) if options.json else text)
