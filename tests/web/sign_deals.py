"""Random tables of the games against the house, and deals that reach every row they can post."""

from collections.abc import Iterator, Mapping
from itertools import combinations
from random import Random
from typing import Any, NamedTuple

from pitboss.cards import DECK, format_card
from pitboss.games import find_game
from pitboss.games.source import resolve_rulings
from pitboss.refusal import Refused
from tests.omaha_scripts import omaha_deck
from tests.scripts import buyout_deck, duki_deck

SUITS = "hdcs"
RANKS = "23456789TJQKA"
PAYS = ("1", "2", "7", "3/2", "60", "120")
DEALERS = ("Tc Qc 2c 3h", "3s 4h 6c 8c", "2s 3d 5c Th")
"""Of Duki: without a Duki, with three cards of one, and with four."""


class Deal(NamedTuple):
    """A deck, what is decided, and the number of cards of the seat's Duki."""

    deck: str
    decisions: list[list[Any]]
    duki: int = 0


def others(rng: Random, used: str, count: int) -> str:
    """So many other cards."""
    known = used.split()
    left = [card for card in map(format_card, DECK) if card not in known]
    return " ".join(rng.sample(left, count))


# Tables


def random_rulings(rng: Random, key: str) -> dict[str, str]:
    """Any reading, what-ifs too; cards come from a machine, for the sake of the decks below."""
    source = find_game(key).source
    while True:
        given = {name: rng.choice(one.options) for name, one in source.rulings.items()}
        given |= {"seats": source.rulings["seats"].options[0]}
        given |= {"shuffler": "yes"} if "shuffler" in given else {}
        try:
            return dict(resolve_rulings(source, given))
        except Refused:
            continue


def random_tables(rng: Random, key: str) -> dict[str, object]:
    """Printed tables, or the house's own with the same rows and other pays."""
    chosen: dict[str, object] = {}
    for wager, printed in find_game(key).paytables.items():
        if wager == "jackpot":
            continue
        table = printed[rng.choice(list(printed))]
        chosen[wager] = table.code
        if rng.random() < 0.4:
            rows = [
                [row.event, row.hand, "Push" if row.text == "Push" else rng.choice(PAYS)]
                for row in table.rows
                if row.event not in table.dead
            ]
            terms = rng.choice(("to 1", "for 1"))
            chosen[wager] = {"code": "own", "terms": terms, "rows": rows}
    return chosen


def random_jackpots(rng: Random) -> list[dict[str, Any]]:
    """Up to two sensors, house or progressive, with all kinds of fixed wagers."""
    kind = rng.choice(("house", "progressive"))
    jackpots = []
    for code in rng.sample(list(find_game("super-omaha").paytables["jackpot"]), rng.randint(0, 2)):
        terms: dict[str, Any] = {"paytable": code, "type": kind}
        terms["wager"] = rng.choice(("0.25", "1", "2.50", "5", "10"))
        terms["meter"] = rng.choice(("1234.56", "50000", "98765.43"))
        if kind == "progressive":
            terms |= {"seed": "1000", "rate": rng.choice(("0.2", "0.203")), "reserve": "0.01"}
        jackpots.append(terms)
    return jackpots


# Deals


def buyout_deals(rng: Random) -> Iterator[Deal]:
    """Four cards of one suit for each total that they can make, and four aces."""
    values = {rank: min(value, 10) for value, rank in enumerate(RANKS, 2)} | {"A": 11}
    hands = {}
    for ranks in combinations(RANKS, 4):
        suit = rng.choice(SUITS)
        hands[sum(values[rank] for rank in ranks)] = " ".join(rank + suit for rank in ranks)
    for hand in (*hands.values(), "Ah Ad Ac As"):
        deck = buyout_deck({1: hand}, others(rng, hand, 5))
        yield Deal(deck, [[1, "buy"], [1, "buy"]])


DUKI = {
    4: ("9h 9c 9s 9d", "7s 8h 9c Td", "Jd Js Jh 3c", "Kh Kc 4d 4s", "9h 9c 6s Jd", "2h 7c 9s Jd"),
    3: ("5d 5c 5h Kc", "6d 7c 8h Kc", "9d 9c 2h Kc", "4d 4c 2h Kc", "2d 9c Jh Kc"),
    0: ("2h 5h 9h Kc",),
}


def duki_deals(rng: Random) -> Iterator[Deal]:
    """Every kind of Duki against a dealer without one, with one of three and one of four cards."""
    for size, hands in DUKI.items():
        for hand in hands:
            for dealer in (
                ("Tc", "Qc", "2c", "3h"),
                ("3s", "4h", "6c", "8c"),
                ("2s", "3d", "5c", "Th"),
            ):
                if not set(dealer) & set(hand.split()):
                    yield Deal(duki_deck({1: hand}, " ".join(dealer)), [[1, "play"]], size)


FIVE = (
    "Ah Kh Qh Jh", "9h 8h 7h 6h", "9c 9d 9h 9s", "9c 9d 9h Tc", "2h 5h 9h Kh", "9c 8d 7h 6s",
    "9c 9d 9h 4s", "9c 9d 4h 4s", "6c 7c 8c 9c", "2c 5c 9c Kc",
)  # fmt: skip
"""Hole cards that make each five-card jackpot hand with the ten of hearts."""


def seven(suit: str) -> Iterator[tuple[str, str]]:
    """Hole cards and Flops of every seven-card jackpot hand, and of every bonus row."""
    for other in {suit, "s" if suit != "s" else "h"}:
        yield f"A{other} K{other} 2c 3d", f"Q{other} J{other} T{other}"
        yield f"A{other} K{other} 9{other} 2c", f"Q{other} J{other} T{other}"
    yield "9h 8h 2c 3d", "7h 6h 5h"
    yield "9c 9d 2h 3s", "9h 9s Kd"
    yield "9c 9d 2h 3s", "9h Kc Kd"
    yield "2h 5h 9c Kd", "7h Jh 3h"
    yield "8c 9d 2h 3s", "7h Ts Jc"
    yield "8c 9d 2h 2s", "Ah Kh Qh"
    yield "8c 9d 2h 3s", "6h 6s 6c"
    yield "8c 9d 2h Js", "Ah 2s 3c"
    yield "Ac Ad 2h Js", "4h 4s 9c"


def omaha_deals(rng: Random, rulings: Mapping[str, str]) -> Iterator[Deal]:
    """Seat 1 has the hand; seat 2 is there for the envy pays."""
    decisions: list[list[Any]] = [[1, "flop", 10], [2, "fold"]]
    place = int(rulings["five-card-community"]) - 1
    for hole in FIVE:
        board = others(rng, f"{hole} Th", 4).split()
        board.insert(place, "Th")
        yield _omaha(rng, hole, " ".join(board), decisions)
    for hole, flop in seven(rulings["royal-suit"][0]):
        yield _omaha(rng, hole, f"{flop} {others(rng, f'{hole} {flop}', 2)}", decisions)


def _omaha(rng: Random, hole: str, board: str, decisions: list[list[Any]]) -> Deal:
    rest = others(rng, f"{hole} {board}", 8).split()
    hands = {1: hole, 2: " ".join(rest[:4])}
    return Deal(omaha_deck(hands, " ".join(rest[4:]), board), decisions)


def deals(rng: Random, key: str, rulings: Mapping[str, str]) -> Iterator[Deal]:
    if key == "super-omaha":
        return omaha_deals(rng, rulings)
    return buyout_deals(rng) if key == "buyout" else duki_deals(rng)
