"""Whole random Super Omaha scripts, with rare hands dealt far more often than chance would."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from random import Random
from typing import Any

from .naive_omaha import SUITS, Card, card_name, full_deck, parse_cards
from .naive_omaha_reading import RULINGS, TABLES
from .naive_super_omaha import answer

Script = dict[str, Any]

# Stacked deals: hole cards of up to two seats, and board cards by position. "C" stands for the
# community card of the five-card jackpot, whichever it is. Suits are renamed at random.
STACKS: tuple[tuple[str, str, dict[str, str]], ...] = (
    ("AhKhQhJh", "9h8h7h6h", {"C": "Th"}),
    ("KhQhJhTh", "AsQsJsTs", {"1": "Ah", "2": "Ks"}),
    ("AhKhQhJh", "", {"C": "Th"}),
    ("9h8h7h6h", "", {"C": "5h"}),
    ("9h8h7h6h", "5h4h3h2h", {"C": "Ah"}),
    ("5h4h3h2h", "", {"C": "Ah"}),
    ("Ah2h3h9c", "", {"C": "4h"}),
    ("JhQhKh9c", "9h8h7hAc", {"C": "Ah"}),
    ("AhKhQhJh", "", {"1": "Th", "2": "9h"}),
    ("AhKh9h2c", "", {"1": "Th", "2": "Qh", "3": "Jh"}),
    ("AhKh2c3c", "9h8h3s4s", {"1": "Th", "2": "Qh", "3": "Jh"}),
    ("AhKh2c3c", "AsKs2d3d", {"1": "Qh", "2": "Jh", "3": "Th", "4": "Qs", "5": "Js"}),
    ("5h5s9cTc", "KhKs2c3d", {"1": "5c", "2": "5d", "3": "Kc", "4": "Kd"}),
    ("8h8s8c2d", "", {"C": "8d"}),
    ("7h7sQcQd", "", {"C": "7c"}),
    ("7h7sQcQd", "", {"C": "2c"}),
    ("2h5h9hKc", "", {"C": "Jh"}),
    ("2h5h9hKh", "", {"C": "Jh"}),
    ("2h5h9hKh", "", {"C": "Jc"}),
    ("6h7c8d9s", "", {"C": "Tc"}),
    ("AcQc9d4d", "AdQd9c4c", {"1": "Ah", "2": "Kh", "3": "Qh"}),
    ("", "", {"1": "Ah", "2": "2h", "3": "3h"}),
    ("", "", {"1": "Jh", "2": "Js", "3": "Jc"}),
    ("6h5h2c2d", "", {"1": "8h", "2": "7h", "3": "9h"}),
)

# Jackpot table -> the stacked deals that show its percentages, or two of them in one round.
SUITED_STACKS: dict[str, tuple[int, ...]] = {
    **{code: (1,) for code in TABLES["jackpot"] if code.startswith("7CL")},
    **dict.fromkeys(("5CL-05", "5CL-10", "5CL-15", "5CL-E01", "5CL-E02", "5CL-E03"), (0,)),
    **dict.fromkeys(("5CL-06", "5CL-07", "5CL-08", "5CL-11"), (5, 6, 7, 16, 17, 18)),
    "7CL-06": (8, 9),
    "7CL-07": (1, 8, 9),
}


def renamed(rng: Random) -> dict[str, str]:
    """A random renaming of the suits."""
    suits = list(SUITS)
    rng.shuffle(suits)
    return dict(zip(SUITS, suits, strict=True))


def chosen_stack(rng: Random, codes: Sequence[str]) -> tuple[str, str, dict[str, str]]:
    """A stacked deal, often one that suits the table's jackpots."""
    suited = [number for code in codes for number in SUITED_STACKS.get(code, ())]
    if suited and rng.random() < 0.5:
        return STACKS[rng.choice(suited)]
    return rng.choice(STACKS)


def stacked(
    rng: Random, seats: Sequence[int], community: int, codes: Sequence[str]
) -> tuple[dict[int, list[Card]], dict[int, Card]]:
    """Hole cards and board cards of one stacked deal; seat 0 is the dealer's place."""
    first, second, board = chosen_stack(rng, codes)
    suits = renamed(rng)
    places = rng.sample([*seats, 0], 2)
    if rng.random() < 0.9 and len(seats) > 1:
        places = rng.sample(list(seats), 2)

    def cards(text: str) -> list[Card]:
        return [(rank, suits[suit]) for rank, suit in parse_cards(text)]

    hole = {place: cards(text) for place, text in zip(places, (first, second), strict=True)}
    for hand in hole.values():
        rng.shuffle(hand)
    named = {community if key == "C" else int(key): cards(text)[0] for key, text in board.items()}
    return {place: hand for place, hand in hole.items() if hand}, named


def random_deck(rng: Random, seats: Sequence[int], table: dict[str, Any]) -> str:
    """A deck in dealing order: plainly shuffled, or stacked; whole, or just long enough."""
    hole: dict[int, list[Card]] = {}
    board: dict[int, Card] = {}
    rulings = table["rulings"]
    if rng.random() < 0.75:
        codes = [jackpot["paytable"] for jackpot in table["jackpots"]]
        hole, board = stacked(rng, seats, int(rulings.get("five-card-community", 1)), codes)
    fixed = [*(card for hand in hole.values() for card in hand), *board.values()]
    rest = [card for card in full_deck() if card not in fixed]
    rng.shuffle(rest)
    places = [*seats, 0]
    hands = {place: hole.get(place) or [rest.pop() for _ in range(4)] for place in places}
    if rulings.get("shuffler", "yes") == "yes":
        deck = [card for place in places for card in hands[place]]
    else:
        deck = [hands[place][turn] for turn in range(4) for place in places]
    deck += [board.get(position) or rest.pop() for position in range(1, 6)]
    if rng.random() < 0.5:
        deck += rest
    return rng.choice((" ", "")).join(card_name(card) for card in deck)


def written(rng: Random, amount: Fraction) -> int | float | str:
    """An amount as a script may write it: a number or a string."""
    if rng.random() < 0.2:
        return f"{float(amount):.2f}"
    return int(amount) if amount.denominator == 1 else float(amount)


def random_jackpots(rng: Random) -> list[dict[str, Any]]:
    """None, one or two jackpots of one type."""
    kind = rng.choice(("house", "progressive", "progressive"))
    with_envy = [code for code in TABLES["jackpot"] if "-E" in code]
    jackpots = []
    for _ in range(rng.choice((0, 1, 1, 2, 2))):
        code = rng.choice(with_envy if rng.random() < 0.4 else list(TABLES["jackpot"]))
        jackpot: dict[str, Any] = {
            "paytable": code,
            "type": kind,
            "wager": rng.choice((1, 1, 1, 5, 2, "2.50", 0.5)),
            "meter": written(rng, Fraction(rng.choice((0, rng.randrange(20_000_000))), 100)),
        }
        if kind == "progressive":
            jackpot["seed"] = written(rng, Fraction(rng.choice((0, 1_000_000, 1_234_567)), 100))
            jackpot["rate"] = rng.choice((0.2, 0.2, 0.15, 0.125, 0.0333, 0.2475))
        jackpots.append(jackpot)
    return jackpots


def random_rulings(rng: Random, highest: int) -> dict[str, Any]:
    """Some rulings named, the others left at their default; room for the highest seat."""
    rulings: dict[str, Any] = {}
    for name, options in RULINGS.items():
        if name == "seats":
            if rng.random() < 0.3:
                rulings[name] = rng.randint(highest, 7)
        elif rng.random() < (0.8 if name == "same-round-percentages" else 0.5):
            rulings[name] = rng.choice(options)
    return rulings


def random_limits(rng: Random) -> dict[str, Any]:
    """Limits that leave room for antes from $10 to $100."""
    limits: dict[str, Any] = {}
    if rng.random() < 0.6:
        limits["min"] = written(rng, Fraction(rng.choice((5, 10)), rng.choice((1, 2))))
    if rng.random() < 0.6:
        limits["max"] = written(rng, Fraction(rng.choice((100, 125, 150, 250, 400))))
    for wager in ("high-hand", "flop-bonus"):
        if rng.random() < 0.4:
            limits[wager] = [1, written(rng, Fraction(rng.choice((25, 40))))]
    return limits


def random_wagers(rng: Random, table: dict[str, Any]) -> dict[str, Any]:
    """One seat's wagers, within what the table offers."""
    ante = Fraction(rng.choice((10, 15, 25, 40, 50, 100, Fraction(25, 2), Fraction(1001, 100))))
    made: dict[str, Any] = {"ante": written(rng, ante)}
    for wager in ("high-hand", "flop-bonus"):
        if wager in table["paytables"] and rng.random() < 0.6:
            made[wager] = written(rng, Fraction(rng.choice((1, 5, 25, Fraction(5, 2)))))
    for sensor, jackpot in enumerate(table["jackpots"], start=1):
        if rng.random() < 0.85:
            made[f"jackpot-{sensor}"] = jackpot["wager"]
    return made


def random_decision(rng: Random, asked: dict[str, Any]) -> list[Any]:
    """One of the options offered, at any size that it allows."""
    seat: int = asked["seat"]
    if rng.random() < 0.3:
        return [seat, "fold"]
    flops = [option for option in asked["options"] if option["action"] == "flop"]
    option = rng.choice(flops)
    if "amount" in option:
        return [seat, "flop", written(rng, Fraction(option["amount"]))]
    low, high = (int(Fraction(option[key]) * 100) for key in ("min", "max"))
    cents = rng.choice((low, high, rng.randint(low, high)))
    return [seat, "flop", written(rng, Fraction(cents, 100))]


def random_super_omaha_script(rng: Random) -> Script:
    """A legal script: mostly a whole round, sometimes one still waiting or voided on the way."""
    seats = sorted(rng.sample(range(1, 8), rng.randint(1, 7)))
    table: dict[str, Any] = {"paytables": {}, "jackpots": random_jackpots(rng)}
    for wager, likely in (("ante", 0.7), ("high-hand", 0.8), ("flop-bonus", 0.8)):
        if rng.random() < likely:
            table["paytables"][wager] = rng.choice(list(TABLES[wager]))
    table["rulings"] = random_rulings(rng, seats[-1])
    table["limits"] = random_limits(rng)
    script: Script = {
        "game": "super-omaha",
        "table": table,
        "deck": random_deck(rng, seats, table),
        "wagers": {str(seat): random_wagers(rng, table) for seat in seats},
        "decisions": [],
    }
    void_at = rng.randrange(len(seats)) if rng.random() < 0.06 else None
    stop_at = rng.randrange(len(seats)) if rng.random() < 0.06 else None
    for turn in range(len(seats)):
        if turn == void_at:
            script["decisions"].append(["void", "house-procedure"])
            break
        if turn == stop_at:
            break
        script["decisions"].append(random_decision(rng, answer(script)["waiting"][0]))
    else:
        if rng.random() < 0.06:
            script["decisions"].append(["void", "a card was found on the floor"])
    return script
