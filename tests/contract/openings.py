"""Random tables and openings of every game, and random answers to its questions.

A new game adds one function here; the contract tests fail until it does.
"""

from collections.abc import Callable
from random import Random
from typing import Any

from pitboss.cards import DECK, format_cards
from pitboss.games import find_game
from pitboss.games.contract import Decision, Game, Opening, Question
from pitboss.games.source import Ruling
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


def random_rulings(game: Game, rng: Random) -> dict[str, str]:
    """Every ruling with one of its options; at least two seats."""
    chosen: dict[str, str] = {}
    for name, ruling in game.source.rulings.items():
        options = [option for option in ruling.options if fits(ruling, option, chosen)]
        chosen[name] = rng.choice(options)
    if chosen["seats"] == "1":
        chosen["seats"] = "2"
    return chosen


def fits(ruling: Ruling, option: str, chosen: dict[str, str]) -> bool:
    needs = ruling.needs.get(option, {})
    return all(chosen[name] == value for name, value in needs.items())


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
    jackpots = random_jackpots(rng)
    script["table"]["jackpots"] = jackpots
    script["wagers"] = {}
    for seat in seats:
        made = {"ante": f"{rng.randint(5, 100)}.00"}
        made |= {name: amount(rng, 1, 25) for name in offered if rng.random() < 0.6}
        for number, jackpot in enumerate(jackpots, 1):
            if rng.random() < 0.6:
                made[f"jackpot-{number}"] = jackpot["wager"]
        script["wagers"][str(seat)] = made


def random_jackpots(rng: Random) -> list[dict[str, Any]]:
    """None, one or two of the printed jackpots, all of one type."""
    codes = list(find_game("super-omaha").paytables["jackpot"])
    kind = rng.choice(["house", "progressive", "progressive"])
    chosen = [
        {"paytable": rng.choice(codes), "type": kind, "wager": rng.choice(["1", "5", "2.50"]),
         "meter": rng.randint(0, 90_000)}
        for _ in range(rng.choice([0, 1, 1, 2]))
    ]  # fmt: skip
    if kind == "progressive":
        for jackpot in chosen:
            jackpot |= {"seed": 10_000, "rate": "0.1733", "reserve": "0.05", "maximum": 90_000}
    return chosen


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


def answer_randomly(rng: Random, question: Question) -> Decision:
    """One of the options; folding is rarer than the rest."""
    options = list(question.options)
    if len(options) > 1 and rng.random() < 0.85:
        options = [option for option in options if option.action != "fold"] or options
    option = rng.choice(options)
    if option.cards:
        cards = rng.sample(option.cards, rng.randint(1, len(option.cards)))
        return Decision(question.seat, option.action, cards=tuple(cards))
    if option.least_cents == option.most_cents:
        sizes = [each for each in question.options if each.action == option.action]
        # An amount that goes without saying need not be said; of several one is named.
        return Decision(question.seat, option.action, option.most_cents if sizes[1:] else None)
    chips = range(option.least_cents, option.most_cents + 1, option.chip_cents)
    return Decision(question.seat, option.action, rng.choice(chips))
