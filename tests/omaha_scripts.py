"""Short ways to write Super Omaha rounds: who holds what, what lies on the board, who does what."""

from collections.abc import Mapping
from typing import Any

from tests.scripts import Answer, Hands, Wagers, deal, in_rotation, row_text

DEALER = "4c 6c 8c 9d"
"""A dealer who has little, for rounds in which his hand does not matter."""

DULL = ("2d 4d 8s Jc", "2s 4s 8d Jd", "3c 5c 9c Qs", "3s 5d 9s Qd", "4h 7d Js Ks", "2h 7s Qc Kd")
"""Hands that win no jackpot, from cards that the deals below leave over."""


def omaha_deck(hands: Hands, dealer: str, board: str, shuffler: str = "yes") -> str:
    """Four cards at a time as a shuffle machine gives them, or one at a time; then the board."""
    all_hands = [hands[seat].split() for seat in sorted(hands)] + [dealer.split()]
    if shuffler == "no":
        cards = in_rotation(all_hands, 4)
    else:
        cards = [card for hand in all_hands for card in hand]
    return " ".join([*cards, board])


def omaha(
    hands: Hands,
    board: str,
    decisions: str | None = None,
    wagers: Wagers | None = None,
    dealer: str = DEALER,
    **table: Any,
) -> Answer:
    """A round; unless told otherwise every seat wagers 10.00 on Ante, and then folds."""
    if decisions is None:
        decisions = ", ".join(f"{seat} fold" for seat in sorted(hands))
    wagers = wagers or {seat: {"ante": 10} for seat in hands}
    shuffler = table.get("rulings", {}).get("shuffler", "yes")
    deck = omaha_deck(hands, dealer, board, shuffler)
    return deal("super-omaha", deck, wagers, decisions, **table)


def progressive(code: str, **terms: Any) -> dict[str, Any]:
    """A progressive jackpot of a dollar: 50,000.00 on the meter, a fifth of each wager goes on."""
    given = {"type": "progressive", "wager": 1, "meter": 50000, "seed": 10000, "rate": "0.2"}
    return {"paytable": code, **given, **terms}


def house(code: str, **terms: Any) -> dict[str, Any]:
    """A house jackpot of a dollar with a posted prize of 50,000.00."""
    return {"paytable": code, "type": "house", "wager": 1, "meter": 50000, **terms}


def jackpot_round(
    hands: Hands, board: str, *jackpots: Mapping[str, Any], dealer: str = DEALER, **rulings: str
) -> Answer:
    """Every seat makes an Ante and every jackpot wager, and folds."""
    made = {f"jackpot-{n}": jackpot["wager"] for n, jackpot in enumerate(jackpots, 1)}
    wagers: Wagers = {seat: {"ante": 10, **made} for seat in hands}
    chosen = {name.replace("_", "-"): option for name, option in rulings.items()}
    return omaha(hands, board, None, wagers, dealer, jackpots=list(jackpots), rulings=chosen)


def rows_of(answer: Answer, *wagers: str) -> list[str]:
    """The settled rows of these wagers, in short."""
    return [row_text(row) for row in answer["settlement"] if row["wager"] in wagers]


def awards(answer: Answer, sensor: int = 1) -> list[str]:
    """A sensor's winning hands in order: ``2 Straight Flush 10% 5000.04``."""
    return [
        f"{won['seat']} {won['hand']} {won['pays']} {won['paid']}"
        for won in answer["jackpots"][sensor - 1]["awards"]
    ]


def meter(answer: Answer, sensor: int = 1) -> str:
    """The exact meter of a sensor."""
    value = answer["jackpots"][sensor - 1]["exact"]
    assert isinstance(value, str)
    return value
