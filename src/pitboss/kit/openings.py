"""Random tables and openings of any game, from what it says of itself, and random answers to its
questions."""

from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import Any

from pitboss.cards import DECK, format_cards
from pitboss.games.contract import Decision, Game, Opening, Question
from pitboss.games.opening import BACKS, MOST_SEATS, Offer, first_offers, offers
from pitboss.games.source import Ruling
from pitboss.jackpots.terms import read_jackpots
from pitboss.money import dollars, read_whole
from pitboss.paytable import PayTable
from pitboss.refusal import Refused
from pitboss.rounds.runner import Runner
from pitboss.rounds.script import read_opening, read_settings

Script = dict[str, Any]
JACKPOT = "jackpot"
TRIES = 50
"""Combinations of wagers that are tried before a seat makes its first wager alone."""


def start(game: Game, seed: str) -> tuple[Runner, Random]:
    """A random round before its first decision, and the chance to go on with."""
    rng = Random(f"{seed} {game.source.key}")
    return Runner(game, open_randomly(game, rng)), rng


def questions(running: Runner, rng: Random) -> Iterator[Question]:
    """Play a round to its end and stop at each question, before it is answered."""
    while running.question:
        yield running.question
        running.decide(answer_randomly(rng, running.question))


def finished(game: Game, rounds: int, seed: str = "contract") -> Iterator[Runner]:
    """Random rounds that were played to their end."""
    for number in range(rounds):
        running, rng = start(game, f"{seed} {number}")
        for _ in questions(running, rng):
            pass
        yield running


def open_randomly(game: Game, rng: Random) -> Opening:
    """A random round of this game, with a whole deck."""
    script = random_table(game, rng)
    deck = list(DECK)
    rng.shuffle(deck)
    script["deck"] = format_cards(deck)
    most = read_whole(script["table"]["rulings"]["seats"], "seats", 1, MOST_SEATS)
    seats = sorted(rng.sample(range(1, most + 1), rng.randint(min(2, most), most)))
    if game.read_seating:
        script |= {"stacks": {str(seat): rng.randint(4, 400) for seat in seats}}
        return read_opening(game, script | {"button": rng.choice(seats), "blinds": [2, 4]})
    script["deck_name"] = rng.choice(("", *BACKS))
    script["wagers"] = {str(seat): random_wagers(game, rng, script["table"]) for seat in seats}
    return read_opening(game, script)


def random_table(game: Game, rng: Random) -> Script:
    """A table of the game: rulings, printed tables and jackpots, any that it has."""
    table: Script = {"rulings": random_rulings(game, rng), "paytables": {}}
    for wager, printed in game.paytables.items():
        if wager != JACKPOT and (wager in game.default_paytables or rng.random() < 0.6):
            table["paytables"][wager] = rng.choice(list(printed))
    if game.jackpot_spots:
        table["jackpots"] = random_jackpots(game.paytables[JACKPOT], rng)
    return {"game": game.source.key, "table": table}


def random_rulings(game: Game, rng: Random) -> dict[str, str]:
    """Every ruling with one of its options; at least two seats where there can be."""
    chosen: dict[str, str] = {}
    for name, ruling in game.source.rulings.items():
        options = [option for option in ruling.options if fits(ruling, option, chosen)]
        chosen[name] = rng.choice(options)
    if chosen["seats"] == "1" and "2" in game.source.rulings["seats"].options:
        chosen["seats"] = "2"
    return chosen


def fits(ruling: Ruling, option: str, chosen: Mapping[str, str]) -> bool:
    needs = ruling.needs.get(option, {})
    return all(chosen[name] == value for name, value in needs.items())


def random_jackpots(printed: Mapping[str, PayTable], rng: Random) -> list[Script]:
    """None, one or two of the printed jackpots, all of one type."""
    codes = list(printed)
    kind = rng.choice(["house", "progressive", "progressive"])
    chosen: list[Script] = [
        {"paytable": rng.choice(codes), "type": kind, "wager": rng.choice(["1", "5", "2.50"]),
         "meter": rng.randint(0, 90_000)}
        for _ in range(rng.choice([0, 1, 1, 2]))
    ]  # fmt: skip
    if kind == "progressive":
        for jackpot in chosen:
            jackpot |= {"seed": 10_000, "rate": "0.1733", "reserve": "0.05", "maximum": 90_000}
    return chosen


def random_wagers(game: Game, rng: Random, table: Mapping[str, object]) -> dict[str, str]:
    """Wagers of a seat that the table offers and the game takes."""
    jackpots = read_jackpots(table.get("jackpots", []), game.paytables.get(JACKPOT, {}))
    settings = read_settings(game, table, [terms for terms, _ in jackpots])
    offered = first_offers(offers(game, settings))
    for _ in range(TRIES):
        made = {one.spot.name: random_cents(one, rng) for one in chosen_of(offered, rng)}
        try:
            game.check_wagers(settings, 1, made)
        except Refused:
            continue
        if made:
            return {name: dollars(cents) for name, cents in made.items()}
    main = next(one for one in offered if one.spot.kind == "main")
    return {main.spot.name: dollars(random_cents(main, rng))}


def chosen_of(offered: Sequence[Offer], rng: Random) -> list[Offer]:
    """Some of them; seldom without the main wager."""
    return [one for one in offered if rng.random() < (0.9 if one.spot.kind == "main" else 0.6)]


def random_cents(offer: Offer, rng: Random) -> int:
    """Whole dollars or odd cents, within the limits of the wager."""
    least, most = offer.least_cents, offer.most_cents
    if least == most:
        return least
    cents = rng.randint(1, 100) * 100 + rng.choice((0, 0, 50, 25, 1))
    return min(max(cents, least), most or cents)


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
