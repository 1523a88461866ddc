"""``pitboss play``: the lobby and the terminal table."""

import argparse
from collections.abc import Mapping

from pitboss.cli.input import read_pairs
from pitboss.cli.main import PRACTICE
from pitboss.cli.screen.console import QUIT, Item, Leave, Person, no_choice, pick
from pitboss.cli.screen.pages import approval_words
from pitboss.cli.screen.session import Session
from pitboss.cli.screen.tables import PracticeTable, Purse
from pitboss.cli.screen.text import Text, flowing, wrapped
from pitboss.games import all_games, find_game, game_keys
from pitboss.games.contract import Game, Settings
from pitboss.games.opening import set_table
from pitboss.jackpots.terms import read_jackpots
from pitboss.money import dollars, money, parse_dollars, read_number, read_whole, signed_money
from pitboss.odds.registry import check_level
from pitboss.refusal import Refused

MOST_BOTS = 6
DEFAULT_LIMITS = {"min": "5", "max": "100"}
DEFAULT_BLINDS = (200, 400)
DEFAULT_BONUS_LIMITS = ("1", "25")
PRACTICE_JACKPOT = {"type": "progressive", "wager": 1, "meter": 10000, "seed": 10000, "rate": "0.2"}
"""Where a game has jackpots, its first table is offered on these terms."""


def run_play(options: argparse.Namespace) -> None:
    read_wishes(options)
    setup = None
    if options.game is not None:
        setup = set_up(find_game(options.game), options)
    else:
        for name in ("ruling", "limit", "blinds", "opponents"):
            if getattr(options, name):
                raise Refused(f"--{name} needs a game: {', '.join(game_keys())}")
    # Seat the person, and see them out politely however they leave.
    person, purse = Person(), Purse(options.bankroll)
    try:
        if setup:
            Session(setup, person, purse).run()
        else:
            visit_lobby(options, person, purse)
    except (Leave, KeyboardInterrupt):
        person.say([Text()])
    rounds = f"{purse.rounds} round{'' if purse.rounds == 1 else 's'}"
    words = f"You leave with {money(purse.cents)} in practice chips after {rounds},"
    words += f" net {signed_money(purse.net_cents)}. Goodbye."
    person.say(wrapped(words, person.width))


def visit_lobby(wishes: argparse.Namespace, person: Person, purse: Purse) -> None:
    """Choose a game, play it, come back; q leaves."""
    games = all_games()
    items = [Item(str(number), game.source.key) for number, game in enumerate(games, 1)]
    message = ""
    while True:
        width = person.width
        lines = [Text("Pitboss", "bold"), *wrapped(PRACTICE, width, 0, "bold yellow"), Text()]
        for game, item in zip(games, items, strict=True):
            lines += flowing([Text(f"[{item.key}] ", "bold").append(game.source.title)], width)
            lines += wrapped(f"    {approval_words(game.source)}", width, 4, "dim")
        tail = [*wrapped(message, width, 2, "yellow"), *flowing([QUIT.label], width)]
        person.show([*lines, Text(), *tail])
        answer = person.key()
        picked = pick([*items, QUIT], answer) if answer else None
        if picked is None:
            message = no_choice(answer, f"1 to {len(games)} and q")
        elif picked.item is QUIT:
            return
        else:
            try:
                setup = set_up(games[items.index(picked.item)], wishes)
            except Refused as refusal:
                message = f"No table of this game: {refusal}"
            else:
                Session(setup, person, purse).run()
                message = ""


def set_up(game: Game, wishes: argparse.Namespace) -> PracticeTable:
    """A table as wished; wagers without a default pay table get their first printed one."""
    tables = {
        wager: next(iter(codes))
        for wager, codes in game.paytables.items()
        if wager in game.source.spots and wager not in game.default_paytables
    }
    printed = game.paytables.get("jackpot", {})
    jackpots = [{**PRACTICE_JACKPOT, "paytable": next(iter(printed))}] if printed else []
    read = read_jackpots(jackpots, printed)
    limits, terms = _limits(game, wishes.limit), [terms for terms, _ in read]
    settings = set_table(game, wishes.ruling, tables, limits, terms)
    blinds = wishes.blinds or DEFAULT_BLINDS
    _check_seats(game, settings, wishes)
    least = blinds[1] if game.read_seating else settings.limits.least_cents
    if wishes.bankroll < least:
        raise Refused(
            f"--bankroll {dollars(wishes.bankroll)} is below {dollars(least)}, the least for"
            " a round at this table"
        )
    meters = tuple(meter for _, meter in read)
    setup = PracticeTable(game, settings, wishes.bots, wishes.seed, wishes.pace, blinds, meters)
    return setup._replace(opponents=wishes.opponents) if wishes.opponents else setup


def _check_seats(game: Game, settings: Settings, wishes: argparse.Namespace) -> None:
    seats = int(settings.rulings["seats"])
    if wishes.bots + 1 > seats:
        raise Refused(
            f"--bots {wishes.bots}: this table has {seats} seats (ruling seats), so at most"
            f" {seats - 1}"
        )
    if wishes.blinds and not game.read_seating:
        raise Refused(f"--blinds: {game.source.key} is played against the house; use --limit")
    if wishes.opponents and not game.read_seating:
        raise Refused(f"--opponents: {game.source.key} is played against the house")
    if wishes.opponents:
        check_level(game.source.key, wishes.opponents)
    if game.read_seating and not wishes.bots:
        raise Refused("--bots 0: players play each other in this game; at least 1 is needed")


def _limits(game: Game, given: Mapping[str, object]) -> dict[str, object]:
    """The limits given, and the practice table's own for wagers without one."""
    if game.read_seating:
        if given:
            raise Refused(
                f"--limit: {game.source.key} has no wagers against the house; use --blinds"
            )
        return {}
    bonuses = [spot.name for spot in game.source.spots.values() if spot.kind == "bonus"]
    own: dict[str, object] = dict.fromkeys(bonuses, DEFAULT_BONUS_LIMITS)
    if not {"min", "max"} & given.keys():
        own.update(DEFAULT_LIMITS)
    return {**own, **given}


def read_wishes(options: argparse.Namespace) -> None:
    """Put amounts in cents, rulings and limits in the place of their words."""
    options.bots = read_whole(options.bots, "--bots", 0, MOST_BOTS)
    bankroll = parse_dollars(options.bankroll, "--bankroll")
    if bankroll <= 0:
        raise Refused(f"--bankroll {options.bankroll}: practice chips must be above 0")
    pace = read_number(options.pace, "--pace")
    if not 0 <= pace <= 10:
        raise Refused(f"--pace {options.pace}: allowed are 0 to 10 seconds")
    options.pace = float(pace)
    options.bankroll = bankroll
    options.ruling = read_pairs(options.ruling)
    options.limit = read_pairs(options.limit, "--limit", "min=5, max=100 or bonus=1-25")
    for name, amount in options.limit.items():
        if name not in ("min", "max") and amount.count("-") == 1:
            options.limit[name] = tuple(amount.split("-"))
    if options.blinds is not None:
        blinds = tuple(parse_dollars(part, "--blinds") for part in options.blinds.split(","))
        if len(blinds) != 2 or not 0 < blinds[0] <= blinds[1]:
            words = "write the small and the big blind, such as 2,4"
            raise Refused(f"--blinds {options.blinds!r}: {words}")
        options.blinds = blinds
