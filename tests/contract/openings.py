"""Random tables and openings of our own games, each with the wagers that are usual in it."""

from collections.abc import Callable
from random import Random
from typing import Any

from pitboss.cards import DECK, format_cards
from pitboss.games import find_game
from pitboss.games.contract import Opening
from pitboss.kit.openings import random_jackpots, random_rulings
from pitboss.rounds.script import read_opening

Script = dict[str, Any]


def open_randomly(key: str, rng: Random) -> Opening:
    """A random round of this game, with a whole deck."""
    return read_opening(find_game(key), random_script(key, rng))


def random_script(key: str, rng: Random) -> Script:
    """A script without decisions: random rulings, several seats, a whole deck."""
    rulings = random_rulings(find_game(key), rng)
    seats = rng.sample(range(1, int(rulings["seats"]) + 1), rng.randint(2, int(rulings["seats"])))
    deck = list(DECK)
    rng.shuffle(deck)
    script = {"game": key, "deck": format_cards(deck), "table": {"rulings": rulings}}
    FACTORIES[key](rng, script, sorted(seats))
    return script


def amount(rng: Random, low: int, high: int) -> str:
    return f"{rng.randint(low, high)}.{rng.choice(['00', '00', '50', '25', '01'])}"


def buyout(rng: Random, script: Script, seats: list[int]) -> None:
    alone = script["table"]["rulings"]["bonus-alone"] == "yes"
    script["wagers"] = {}
    for seat in seats:
        made = {"first": amount(rng, 5, 100)}
        if rng.random() < 0.6:
            made["bonus"] = amount(rng, 1, 25)
            if alone and rng.random() < 0.3:
                del made["first"]
        script["wagers"][str(seat)] = made


def duki(rng: Random, script: Script, seats: list[int]) -> None:
    tips = script["table"]["rulings"]["dealer-wagers"] == "yes"
    script["deck_name"] = rng.choice(["red", "blue"])
    script["wagers"] = {}
    for seat in seats:
        made = {"ante": amount(rng, 5, 100)} if rng.random() < 0.85 else {}
        if made and tips and rng.random() < 0.5:
            made["tip"] = amount(rng, 1, 5)
        if not made or rng.random() < 0.6:
            made["bonus"] = amount(rng, 1, 25)
        script["wagers"][str(seat)] = made


def super_omaha(rng: Random, script: Script, seats: list[int]) -> None:
    tables = find_game("super-omaha").paytables
    offered = [name for name in ("high-hand", "flop-bonus") if rng.random() < 0.6]
    codes = {name: rng.choice(list(tables[name])) for name in ("ante", *offered)}
    script["table"]["paytables"] = codes
    jackpots = random_jackpots(tables["jackpot"], rng)
    script["table"]["jackpots"] = jackpots
    script["wagers"] = {}
    for seat in seats:
        made = {"ante": f"{rng.randint(5, 100)}.00"}
        made |= {name: amount(rng, 1, 25) for name in offered if rng.random() < 0.6}
        for number, jackpot in enumerate(jackpots, 1):
            if rng.random() < 0.6:
                made[f"jackpot-{number}"] = jackpot["wager"]
        script["wagers"][str(seat)] = made


def holdout(rng: Random, script: Script, seats: list[int]) -> None:
    script["stacks"] = {str(seat): rng.randint(4, 400) for seat in seats}
    script["button"] = rng.choice(seats)
    script["blinds"] = [2, 4]
    script["chip"] = 1


FACTORIES: dict[str, Callable[[Random, Script, list[int]], None]] = {
    "buyout": buyout,
    "duki": duki,
    "super-omaha": super_omaha,
    "holdout": holdout,
}
