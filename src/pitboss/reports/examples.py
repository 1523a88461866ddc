"""Rounds that were run to show a game: one that wins, one that loses, one that ties, and one that
wins each bonus. The first of a seed's rounds that ends so is taken, so they are always the same."""

import json
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any, NamedTuple

from pitboss.cards import format_cards
from pitboss.games import find_game
from pitboss.games.contract import Decision, Game, Settings
from pitboss.games.events import PotAwarded, PotMade, numbered
from pitboss.games.opening import first_offers, offers
from pitboss.money import dollars
from pitboss.odds.registry import practise
from pitboss.odds.request import JACKPOT
from pitboss.refusal import Refused
from pitboss.rounds.runner import Runner
from pitboss.rounds.script import read_opening, read_settings, run_script, write_decision
from pitboss.rounds.shuffle import Bytes, seeded, shuffle

WIN, LOSE, TIE = "win", "lose", "tie"
TITLES = {WIN: "The player wins", LOSE: "The player loses", TIE: "A tie"}
SEED = "pitboss examples"
MOST_ROUNDS = 20_000
SEAT = 1
MAIN_CENTS, OTHER_CENTS = 1_000, 500
STACK = "100.00"
LEVEL = "easy"

Script = dict[str, Any]


class Example(NamedTuple):
    """What a round shows, the script that runs it again, and the round."""

    name: str
    title: str
    script: Script
    running: Runner


def write_own(tables: Mapping[str, object], rulings: Mapping[str, object]) -> str:
    """Pay tables and rulings of one's own as a text, by which examples are known; a jackpot's pays
    go with a jackpot."""
    own = {name: table for name, table in tables.items() if name != JACKPOT}
    return json.dumps({"paytables": own, "rulings": dict(rulings)}) if own or rulings else ""


@cache
def find_examples(key: str, own: str = "") -> tuple[Example, ...]:
    """Those of a game that are found, each by the first round that shows it."""
    game = find_game(key)
    table, settings = _first_table(game, json.loads(own) if own else {})
    wanted = {**TITLES, **_bonus_titles(game, settings)}
    found: dict[str, Example] = {}
    take = seeded(SEED)
    start = _start(game, settings)
    for _ in range(MOST_ROUNDS):
        script: Script = {
            "game": game.source.key, "table": table, **start, "deck": format_cards(shuffle(take)),
        }  # fmt: skip
        running = _play(game, script, take)
        if name := next((one for one in shows(running) if one in wanted.keys() - found), ""):
            found[name] = _keep(name, wanted[name], script, running)
        if len(found) == len(wanted):
            break
    return tuple(found[name] for name in wanted if name in found)


def _first_table(game: Game, own: Script) -> tuple[Script, Settings]:
    """That of a fresh house, with its limits; a bonus without a default has its first table."""
    given: Mapping[str, Any] = game.face.first_table.setup.get("table", {})
    bonuses = [spot.name for spot in game.source.spots.values() if spot.kind == "bonus"]
    first = {name: next(iter(game.paytables[name])) for name in bonuses if name in game.paytables}
    tables = {**first, **game.default_paytables, **given.get("paytables", {})}
    tables |= own.get("paytables", {})
    table: Script = {**given, "paytables": tables} if tables else dict(given)
    if rulings := own.get("rulings"):
        table["rulings"] = {**given.get("rulings", {}), **rulings}
    return table, read_settings(game, table, [])


def _bonus_titles(game: Game, settings: Settings) -> dict[str, str]:
    return {
        offer.spot.name: f"{offer.spot.title} wins"
        for offer in first_offers(offers(game, settings))
        if offer.spot.kind == "bonus"
    }


def _start(game: Game, settings: Settings) -> Script:
    """Two stacks where players play each other, else every wager of one seat."""
    if game.read_seating:
        blinds = game.face.first_table.setup.get("blinds", (1, 2))
        stacks = {str(seat): STACK for seat in (SEAT, SEAT + 1)}
        return {"stacks": stacks, "button": SEAT, "blinds": list(blinds)}
    wagers = {
        offer.spot.name: dollars(MAIN_CENTS if offer.spot.kind == "main" else OTHER_CENTS)
        for offer in first_offers(offers(game, settings))
    }
    return {"wagers": {str(SEAT): wagers}}


def _play(game: Game, script: Script, take: Bytes) -> Runner:
    running = Runner(game, read_opening(game, script))
    while running.question:
        running.decide(_stay(running, take))
    return running


def _stay(running: Runner, take: Bytes) -> Decision:
    """Stays in for the least there is; where cards are chosen, as a practice player does."""
    options = running.asked.options
    if options[0].cards:
        return practise(running, LEVEL, take)
    actions = ("check", "call")
    safe = [one for one in options if one.action in actions]
    option = next((one for one in (*safe, *options) if one.action != "fold"), options[0])
    return Decision(
        running.asked.seat, option.action, option.least_cents if option.most_cents else None
    )


def shows(running: Runner) -> Iterator[str]:
    """What a round is an example of."""
    if any(decision.action == "fold" for decision in running.decisions):
        return
    if running.table.opening.seating:
        yield from _shows_pot(running)
        return
    spots = running.game.source.spots
    main = [r for r in running.settlement if spots[r.wager].kind in ("main", "follow-up")]
    ends = {row.outcome for row in main}
    if ends == {"push"}:
        yield TIE
    elif ends == {"lose"}:
        yield LOSE
    elif ends <= {"win", "push"}:
        yield WIN
    yield from (
        row.wager
        for row in running.settlement
        if spots[row.wager].kind == "bonus" and row.outcome == "win"
    )


def _shows_pot(running: Runner) -> Iterator[str]:
    """By the main pot, where it comes to a showdown."""
    events = running.table.events
    if not any(len(pot.seats) > 1 for _, pot in numbered(events, PotMade)):
        return
    winners = {won.seat for _, won in numbered(events, PotAwarded) if won.pot == 0}
    yield TIE if len(winners) > 1 else WIN if SEAT in winners else LOSE


def _keep(name: str, title: str, script: Script, running: Runner) -> Example:
    """The script with its decisions, and the round as that script runs it."""
    decisions = [write_decision(decision) for decision in running.decisions]
    whole = {**script, "decisions": decisions}
    again = run_script(whole)
    if again.table.events != running.table.events:
        raise Refused(f"example {name}: its script does not run as it was played")
    return Example(name, title, whole, again)
