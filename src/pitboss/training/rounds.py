"""Rounds to deal: a table with wagers and a deck made from a seed, or a round that is given."""

from collections.abc import Mapping
from typing import NamedTuple, cast

from pitboss.cards import format_cards
from pitboss.games import find_game
from pitboss.games.contract import Opening
from pitboss.games.events import COMMUNITY, CardDealt
from pitboss.refusal import Refused
from pitboss.rounds.runner import Runner, replay
from pitboss.rounds.script import read_opening, run_script
from pitboss.rounds.shuffle import Bytes, seeded, shuffle
from pitboss.training.irregularities import Placed, place, void_decision
from pitboss.training.players import play_out

PLANTED = 96
"""Of 256 Super Omaha rounds, so many have a straight flush on the jackpot, royals among them."""

Script = dict[str, object]


class Played(NamedTuple):
    """A round that has been played, and what goes wrong in it, if anything does."""

    running: Runner
    placed: Placed | None


def play_round(game: str, seed: str, options: Mapping[str, object]) -> Played:
    """The round of an exercise; the same seed and options give the same round."""
    take = seeded(f"{game} {seed}")
    if "script" in options:
        running = run_script(options["script"])
        if running.table.opening.settings.game != game:
            raise Refused(f"exercise: the script is of another game than {game}")
    else:
        opening = make_opening(game, take, options)
        running = Runner(find_game(game), opening)
    running = play_out(running, take)
    if running.status == "void" or take(1)[0] >= 256 * _percent(options) // 100:
        return Played(running, None)
    placed = place(running, take)
    if placed and placed.irregularity.reason:
        opening, decisions = running.table.opening, running.decisions[: placed.after]
        running = replay(running.game, opening, [*decisions, void_decision(placed)])
    return Played(running, placed)


def _percent(options: Mapping[str, object]) -> int:
    return int(str(options["irregularities"]))


def make_opening(game: str, take: Bytes, options: Mapping[str, object]) -> Opening:
    """A table and its wagers, with the rulings that are asked for."""
    script = SCRIPTS[game](_seats(game, take, options), take)
    table = cast("dict[str, object]", script.setdefault("table", {}))
    rulings = cast("Mapping[str, object]", options.get("rulings", {}))
    usual = cast("Mapping[str, object]", table.get("rulings", {}))
    table["rulings"] = {**usual, **rulings}
    script["deck"] = format_cards(shuffle(take))
    opening = read_opening(find_game(game), script)
    if opening.settings.jackpots and take(1)[0] < PLANTED:
        return plant(opening, take)
    return opening


def _seats(game: str, take: Bytes, options: Mapping[str, object]) -> list[int]:
    """Some of the table's seats, from its first to its last."""
    rulings = cast("Mapping[str, object]", options.get("rulings", {}))
    table = int(str(rulings.get("seats", find_game(game).source.rulings["seats"].options[0])))
    number = int(str(options["players"]))
    if number > table:
        raise Refused(f"exercise: {number} players; this table has {table} seats (ruling seats)")
    return sorted(shuffle(take, tuple(range(1, table + 1)))[:number])


def _dollars(take: Bytes, *amounts: int) -> int:
    return amounts[take(1)[0] % len(amounts)]


def _made(take: Bytes, chance: int) -> bool:
    return take(1)[0] < chance


def script_duki(seats: list[int], take: Bytes) -> Script:
    wagers = {}
    for seat in seats:
        made = {"ante": _dollars(take, 5, 10, 15, 20, 25)}
        if _made(take, 160):
            made["bonus"] = _dollars(take, 1, 2, 5, 10)
        wagers[str(seat)] = made
    return {"wagers": wagers}


def script_buyout(seats: list[int], take: Bytes) -> Script:
    wagers = {}
    for seat in seats:
        made = {"first": _dollars(take, 5, 10, 15, 20, 25)}
        if _made(take, 160):
            made["bonus"] = _dollars(take, 1, 2, 5, 10)
        wagers[str(seat)] = made
    return {"wagers": wagers}


def script_super_omaha(seats: list[int], take: Bytes) -> Script:
    """Every wager that the layout has, a five-card progressive with envy among them."""
    wagers = {}
    for seat in seats:
        made = {"ante": _dollars(take, 5, 10, 15, 20)}
        for name, chance in (("high-hand", 130), ("flop-bonus", 130), ("jackpot-1", 200)):
            if _made(take, chance):
                made[name] = 1 if name == "jackpot-1" else _dollars(take, 1, 2, 5)
        wagers[str(seat)] = made
    meter = 10_000 + 37 * int.from_bytes(take(1), "big")
    jackpot = {
        "paytable": "5CL-E01",
        "type": "progressive",
        "wager": 1,
        "meter": meter,
        "seed": 10_000,
        "rate": "0.2",
    }
    tables = {"high-hand": "HHW-01", "flop-bonus": "SOA-01"}
    return {"wagers": wagers, "table": {"paytables": tables, "jackpots": [jackpot]}}


def script_holdout(seats: list[int], take: Bytes) -> Script:
    """Some stacks are short, so that there are side pots to make."""
    stacks = {str(seat): _dollars(take, 14, 25, 37, 60, 120) for seat in seats}
    return {
        "stacks": stacks,
        "button": seats[take(1)[0] % len(seats)],
        "blinds": [2, 4],
        "chip": 1,
        "table": {"rulings": {"rake": {"percent": 5, "cap": 4}}},
    }


SCRIPTS = {
    "buyout": script_buyout,
    "duki": script_duki,
    "super-omaha": script_super_omaha,
    "holdout": script_holdout,
}


def plant(opening: Opening, take: Bytes) -> Opening:
    """Put a straight flush in a seat's jackpot hand, so that there is a hit to handle."""
    holders = [seat for seat, made in opening.wagers.items() if "jackpot-1" in made]
    if not holders:
        return opening
    seat = holders[take(1)[0] % len(holders)]
    marked = int(opening.settings.rulings["five-card-community"]) - 1
    dealt = [
        event
        for event in Runner(find_game(opening.settings.game), opening).table.events
        if isinstance(event, CardDealt)
    ]
    own = [spot for spot, event in enumerate(dealt) if event.to == seat]
    board = [spot for spot, event in enumerate(dealt) if event.to == COMMUNITY]
    low, suit = take(1)[0] % 9, take(1)[0] % 4
    deck = list(opening.deck)
    for spot, rank in zip([*own, board[marked]], range(low, low + 5), strict=True):
        there = deck.index(4 * rank + suit)
        deck[spot], deck[there] = deck[there], deck[spot]
    return opening._replace(deck=tuple(deck))
