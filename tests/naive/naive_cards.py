"""Cards and money in the plainest form: a card is a two-letter text, money is whole cents."""

from collections.abc import Callable
from decimal import Decimal, InvalidOperation
from functools import cache
from operator import itemgetter

RANKS = "23456789TJQKA"
SUITS = "shdc"


class Refused(Exception):
    """The input breaks a rule, a limit or the form of a script."""


@cache
def rank_of(card: str) -> int:
    """Give the rank as a number, two is 2 and the ace is 14."""
    return RANKS.index(card[0]) + 2


suit_of: Callable[[str], str] = itemgetter(1)
"""The letter of the suit; asked so often that a function of ours would take most of the time."""


def parse_cards(text: object) -> list[str]:
    """Read cards written with or without spaces; an unknown or repeated card is refused."""
    if not isinstance(text, str):
        raise Refused(f"cards must be a text, not {text!r}")
    letters = "".join(text.split())
    if len(letters) % 2:
        raise Refused(f"half a card in {text!r}")
    cards = [letters[at : at + 2] for at in range(0, len(letters), 2)]
    for card in cards:
        if card[0] not in RANKS or card[1] not in SUITS:
            raise Refused(f"no such card: {card!r}")
        if cards.count(card) > 1:
            raise Refused(f"card named twice: {card}")
    return cards


def cents(value: object) -> int:
    """Turn an amount of dollars (number or text) into cents; parts of a cent are refused."""
    if isinstance(value, bool) or not isinstance(value, (int, float, str)):
        raise Refused(f"not an amount: {value!r}")
    try:
        amount = Decimal(str(value)) * 100
    except InvalidOperation:
        raise Refused(f"not an amount: {value!r}") from None
    if not amount.is_finite() or amount < 0 or amount != int(amount):
        raise Refused(f"not an amount in whole cents: {value!r}")
    return int(amount)


def money(amount: int) -> str:
    """Write cents as dollars with two decimals."""
    sign = "-" if amount < 0 else ""
    return f"{sign}{abs(amount) // 100}.{abs(amount) % 100:02d}"
