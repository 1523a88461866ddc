"""Random whole scripts for both games, with decisions found by asking the twins."""

from collections.abc import Callable
from random import Random
from typing import Any

from . import naive_buyout, naive_duki
from .naive_cards import RANKS, SUITS, Refused, money

Script = dict[str, Any]
Answer = Callable[[Script], dict[str, Any]]

VOID_REASONS = [
    "house-procedure",
    "x",
    "house-procedure: wrong deck",
    "a card fell from the table",
    "fire alarm",
]


def random_amount(rng: Random, low: int, high: int) -> int | float | str:
    """Pick an amount of cents, often whole dollars, written as a number or as a text."""
    amount = rng.randint(low, high)
    if rng.random() < 0.6:
        amount = max(low, amount // 100 * 100)
    if amount % 100 == 0 and rng.random() < 0.6:
        return amount // 100
    return amount / 100 if rng.random() < 0.3 else money(amount)


def random_deck(rng: Random) -> str:
    """Shuffle all 52 cards, written with or without spaces."""
    cards = [rank + suit for rank in RANKS for suit in SUITS]
    rng.shuffle(cards)
    return rng.choice([" ", ""]).join(cards)


def random_rulings(
    rng: Random, known: dict[str, list[str]], fixed: dict[str, str]
) -> dict[str, str | int]:
    """Name some of the rulings, each with any of its options."""
    rulings: dict[str, str | int] = {}
    for name, options in known.items():
        if name in fixed:
            rulings[name] = fixed[name]
        elif name != "seats" and rng.random() < 0.5:
            rulings[name] = rng.choice(options)
    return rulings


def random_seats(rng: Random, rulings: dict[str, str | int], least: int) -> list[int]:
    """Choose which seats play, sometimes at a table with fewer than seven seats."""
    seats = 7
    if rng.random() < 0.3:
        seats = rng.randint(least, 7)
        rulings["seats"] = seats if rng.random() < 0.5 else str(seats)
    return rng.sample(range(1, seats + 1), rng.randint(1, seats))


def random_limits(rng: Random, others: list[str]) -> Script:
    """Make limits that leave room for some wagers."""
    limits: Script = {}
    if rng.random() < 0.8:
        limits["min"] = rng.choice([1, 5, "2.50"])
    if rng.random() < 0.8:
        limits["max"] = rng.choice([100, 400, "300.00"])
    for name in others:
        if rng.random() < 0.5:
            limits[name] = [rng.choice([1, "1.50"]), rng.choice([10, 25, "12.75"])]
    return limits


def random_duki_bonus(rng: Random, limits: Script) -> Any:
    """A bonus within its pair, or else above the least that the table may post."""
    return random_amount(rng, 150 if "bonus" in limits else 500, 1000)


def pick_decision(rng: Random, seat: int, options: list[Script]) -> list[Any]:
    """Pick a legal option, folding rarely where there is anything else."""
    actions = [option["action"] for option in options]
    if len(actions) > 1 and rng.random() < 0.85:
        actions.remove("fold")
    return [seat, rng.choice(actions)]


def void_reasons(script: Script) -> list[str]:
    """List reasons to void; Duki's own causes only where a shuffle machine is in use."""
    rulings = script.get("table", {}).get("rulings", {})
    if script["game"] == "duki" and rulings.get("shuffler") != "no":
        return [*VOID_REASONS, *naive_duki.MACHINE_CAUSES]
    return VOID_REASONS


def decide(rng: Random, script: Script, answer: Answer) -> None:
    """Append decisions until the round ends, is voided or is left waiting."""
    end = rng.random()
    stop_after = rng.randint(0, 6) if end < 0.2 else None
    while True:
        result = answer(script)
        if result["status"] != "waiting":
            if end > 0.93:
                script["decisions"].append(["void", rng.choice(void_reasons(script))])
            return
        if stop_after is not None and len(script["decisions"]) >= stop_after:
            if end < 0.1:
                script["decisions"].append(["void", rng.choice(void_reasons(script))])
            return
        asked = result["waiting"][0]
        script["decisions"].append(pick_decision(rng, asked["seat"], asked["options"]))


def trim_deck(script: Script, answer: Answer) -> None:
    """Leave only the cards which the round needs."""
    cards = "".join(script["deck"].split())
    for count in range(53):
        script["deck"] = cards[: 2 * count]
        try:
            answer(script)
        except Refused:
            continue
        return


def finish(rng: Random, script: Script, answer: Answer) -> Script:
    """Add decisions to an opened script, and sometimes shorten its deck."""
    decide(rng, script, answer)
    if rng.random() < 0.15:
        trim_deck(script, answer)
    return script


def opened(rng: Random, game: str, rulings: Script, limits: Script, wagers: Script) -> Script:
    """Put together a script that has no decisions yet."""
    table: Script = {}
    if rulings:
        table["rulings"] = rulings
    if limits:
        table["limits"] = limits
    script: Script = {"game": game, "deck": random_deck(rng), "wagers": wagers, "decisions": []}
    if table or rng.random() < 0.5:
        script["table"] = table
    return script


def random_buyout_script(rng: Random) -> Script:
    """Make a whole Buyout script."""
    rulings = random_rulings(rng, naive_buyout.RULINGS, {})
    seats = random_seats(rng, rulings, 1)
    limits = random_limits(rng, ["bonus"]) if rng.random() < 0.4 else {}
    wagers: Script = {}
    for seat in seats:
        made: Script = {"first": random_amount(rng, 500, 10000)}
        if rng.random() < 0.6:
            made["bonus"] = random_amount(rng, 150, 1000)
            if rulings.get("bonus-alone") == "yes" and rng.random() < 0.3:
                del made["first"]
        wagers[str(seat)] = made
    script = opened(rng, "buyout", rulings, limits, wagers)
    return finish(rng, script, naive_buyout.answer)


def random_duki_script(rng: Random) -> Script:
    """Make a whole Duki script."""
    by_hand = rng.random() < 0.4
    fixed = {"shuffler": "no"} if by_hand else {}
    rulings = random_rulings(rng, naive_duki.RULINGS, fixed)
    if by_hand and "decks" in rulings:
        rulings["decks"] = "one"
    elif rulings.get("shuffler") == "no":
        rulings.pop("decks", None)
    seats = random_seats(rng, rulings, 6)
    tips = rulings.get("dealer-wagers") == "yes"
    others = ["bonus", "tip"] if tips else ["bonus"]
    limits = random_limits(rng, others) if rng.random() < 0.4 else {}
    wagers: Script = {}
    for seat in seats:
        made: Script = {}
        if rng.random() < 0.85:
            made["ante"] = random_amount(rng, 500, 10000)
            if tips and rng.random() < 0.5:
                made["tip"] = random_amount(rng, 150, 1000)
        if not made or rng.random() < 0.6:
            made["bonus"] = random_duki_bonus(rng, limits)
        wagers[str(seat)] = made
    script = opened(rng, "duki", rulings, limits, wagers)
    return finish(rng, script, naive_duki.answer)
