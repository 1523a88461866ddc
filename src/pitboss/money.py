"""Money is whole cents. Dollars are text and stay at the edge.

Rounding is stated once, here: a pay that is not a whole number of cents is rounded down to the
cent. No printed pay table needs it for wagers in whole dollars; a percentage of a meter does.

Programs read ``dollars``, people ``money``; no other module makes an amount into text. Nor does any
other make a text that is given into a number: here its length, its letters and its size are bounded
before anything is reckoned with it.

>>> parse_dollars("12.50"), dollars(1250), dollars(-5)
(1250, '12.50', '-0.05')
>>> money(1250), money(123400), full_money(123400), signed_money(500), signed_money(-5)
('$12.50', '$1,234', '$1,234.00', '+$5', '−$0.05')
>>> exact_dollars(Fraction(203, 10)), decimal_text(Fraction(1, 8)), signed_dollars(500)
('0.203', '0.125', '+5.00')
>>> Odds(3, 1, "to 1").win(1000), Odds(3, 1, "for 1").win(1000)
((3000, 3000), (3000, 2000))
"""

import re
from collections.abc import Callable
from decimal import Decimal, localcontext
from fractions import Fraction
from functools import cache, lru_cache
from typing import NamedTuple

from pitboss.refusal import Refused

LARGEST_CENTS = 10**14
"""No amount may exceed a trillion dollars: beyond it an input is a mistake."""

CENT = Decimal("0.01")
_DECIMALS = tuple(f".{cents:02d}" for cents in range(100))

# Numbers as they are given

LONGEST_NUMBER = 100
"""Letters; an exact meter of thirty decimals has some eighty."""
LONGEST_SHOWN = 40
MOST_DECIMALS = 30
BEYOND = 10**40
"""Stands for a number of more digits than any bound has."""

_NUMBER = re.compile(r"[+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]{1,9})?")
_EXACT = re.compile(r"[+-]?[0-9]+(?:\.[0-9]+|/[0-9]*[1-9][0-9]*)?")
_RATIO = re.compile(r"[+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+|[0-9]+/[0-9]*[1-9][0-9]*)")
_WHOLE = re.compile("0|[1-9][0-9]{0,17}")


def _decimal(value: object) -> Decimal | None:
    """The number that is given, exactly, or None for what is none. Nothing is reckoned with it yet:
    an exponent may stand for more digits than a machine has room for."""
    if isinstance(value, int) and not isinstance(value, bool):
        return Decimal(max(-BEYOND, min(value, BEYOND)))
    if not isinstance(value, float | str | Decimal):
        return None
    text = str(value).strip()
    return Decimal(text) if len(text) <= LONGEST_NUMBER and _NUMBER.fullmatch(text) else None


def _text(value: object) -> str:
    """A number as it would be written; nothing for what is none."""
    if isinstance(value, bool) or not isinstance(value, int | float | str | Decimal):
        return ""
    return "" if isinstance(value, int) and abs(value) >= BEYOND else str(value)


def parse_dollars(value: object, what: str = "amount") -> int:
    """Read dollars, given as a number or as text, into whole cents."""
    if type(value) is int and abs(value) <= LARGEST_CENTS // 100:
        return value * 100
    amount = _decimal(value)
    if amount is None:
        wrong = f"{show_given(value)} is no amount; write dollars such as 10 or 10.50"
        raise Refused(f"{what}: {wrong}")
    if amount.copy_abs() > LARGEST_CENTS // 100:
        raise Refused(f"{what}: the amount is too large; at most {dollars(LARGEST_CENTS)}")
    whole = amount.quantize(CENT)
    if whole != amount:
        text = _short(str(value).strip())
        raise Refused(f"{what}: {text} has a fraction of a cent; money is whole cents")
    return int(whole * 100)


def read_number(value: object, what: str, decimals: int = MOST_DECIMALS) -> Fraction:
    """A number, exactly: 10, 0.2 or 1e-3; one of too many digits is a mistake, and slow to handle.

    >>> read_number("0.2", "rate"), read_number(-3, "change")
    (Fraction(1, 5), Fraction(-3, 1))
    """
    number = _decimal(value)
    if number is None:
        raise Refused(f"{what}: {show_given(value, quoted)} is no number")
    if number.copy_abs() > LARGEST_CENTS // 100:
        raise Refused(f"{what} is too large; at most {dollars(LARGEST_CENTS)}")
    if count_decimals(number) > decimals:
        raise Refused(f"{what} has more than {decimals} decimals")
    return Fraction(number)


def count_decimals(number: Decimal) -> int:
    """How many stand after the point, as it is written."""
    return -int(number.as_tuple().exponent)


def read_ratio(value: object, what: str) -> Fraction:
    """A number that may also be written as a fraction: 1, 0.2 or 1/3, without an exponent."""
    text = _text(value).strip()
    if len(text) > LONGEST_SHOWN or not _RATIO.fullmatch(text):
        raise Refused(f"{what}: {show_given(value)} is no number; write such as 1, 0.2 or 1/3")
    number = Fraction(text)
    if abs(number) > LARGEST_CENTS // 100:
        raise Refused(f"{what}: {text} is too large; at most {LARGEST_CENTS // 100}")
    return number


def read_exact(value: object, what: str = "amount") -> Fraction:
    """Exact cents as ``exact_dollars`` writes them.

    >>> read_exact("0.203"), read_exact("1/3")
    (Fraction(203, 10), Fraction(100, 3))
    """
    text = _text(value)
    if len(text) > LONGEST_NUMBER or not _EXACT.fullmatch(text):
        raise Refused(f"{what}: {show_given(value)} is no exact amount")
    return Fraction(text) * 100


def read_whole(value: object, what: str, least: int, most: int) -> int:
    """A whole number within bounds. As text it is written in one way only, without a sign or a 0 in
    front, so that nothing can be named twice; JSON has one kind of number, so 26.0 is one too."""
    number: int | None = None
    if isinstance(value, str):
        number = int(value) if _WHOLE.fullmatch(value) else None
    elif isinstance(value, int | float | Decimal) and not isinstance(value, bool):
        found = _decimal(value)
        if found is not None and found.copy_abs() < BEYOND and found == found.to_integral_value():
            number = int(found)
    if number is None or not least <= number <= most:
        shown = value if isinstance(value, str) and _WHOLE.fullmatch(value) else show_given(value)
        raise Refused(f"{what} {shown}: a whole number from {least} to {most}")
    return number


def whole_or_text(text: str) -> int | str:
    """A form's whole number; what is none stays text, which whoever needs a number refuses."""
    return int(text) if _WHOLE.fullmatch(text) else text


def quoted(value: object) -> str:
    """As text, whatever it is."""
    return repr(str(value))


def show_given(value: object, form: Callable[[object], str] = repr) -> str:
    """What was given, as a refusal names it: never long, whatever it is."""
    try:
        return _short(form(value))
    except (ValueError, RecursionError):  # a whole number of thousands of digits, somewhere in it
        return "a number of too many digits"


def _short(text: str) -> str:
    return text if len(text) <= LONGEST_SHOWN else text[: LONGEST_SHOWN - 3] + "..."


# Amounts as text


@lru_cache(1_024)
def dollars(cents: int) -> str:
    """Cents as dollars with two decimals, without a currency sign."""
    if cents < 0:
        return f"-{-cents // 100}{_DECIMALS[-cents % 100]}"
    return f"{cents // 100}{_DECIMALS[cents % 100]}"


_POWERS = tuple((places, 10 ** (places - 2)) for places in range(2, 13))
"""How many cents' parts there are to a number of places after the dollars' point."""


def exact_dollars(cents: Fraction) -> str:
    """Cents with a fraction as exact dollars: a decimal where it ends, else n/d."""
    numerator, denominator = cents.numerator, cents.denominator
    for places, power in _POWERS:
        if not power % denominator:
            digits = f"{abs(numerator) * (power // denominator):0{places + 1}d}"
            return f"{'-' if numerator < 0 else ''}{digits[:-places]}.{digits[-places:]}"
    return str(Fraction(numerator, denominator * 100))


def decimal_text(value: Fraction) -> str:
    """A number written out in full where its decimals end, else n/d."""
    with localcontext(prec=60):
        text = format(Decimal(value.numerator) / Decimal(value.denominator), "f")
    return text if Fraction(text) == value else str(value)


def signed_dollars(cents: int) -> str:
    """A result for programs that print one: ``+20.00``, ``-10.00`` or ``0.00``."""
    return f"+{dollars(cents)}" if cents > 0 else dollars(cents)


def money(cents: int) -> str:
    """An amount for people: ``$1,250``, with cents only where there are some; a minus stands
    before the sign."""
    sign = "−" if cents < 0 else ""
    whole, part = divmod(abs(cents), 100)
    return f"{sign}${whole:,}{_DECIMALS[part] if part else ''}"


def full_money(cents: int) -> str:
    """An amount for people, always with its cents: ``$1,250.00``."""
    return money(cents) if cents % 100 else f"{money(cents)}.00"


def signed_money(cents: int) -> str:
    """A result for people: ``+$20``, ``−$10`` or ``$0``."""
    return f"+{money(cents)}" if cents > 0 else money(cents)


def direction(cents: int) -> str:
    """Whether a result is ``up``, ``down`` or ``even``."""
    return "up" if cents > 0 else "down" if cents < 0 else "even"


def floor_cents(amount: Fraction | int) -> int:
    """The stated rounding: down to the whole cent."""
    return amount.numerator // amount.denominator


class Odds(NamedTuple):
    """A pay for one unit wagered: ``to 1`` beside the wager, ``for 1`` in place of it."""

    numerator: int
    denominator: int
    terms: str

    def win(self, cents: int) -> tuple[int, int]:
        """What a winning wager is paid, and what that leaves the seat in profit."""
        paid = cents * self.numerator // self.denominator
        return paid, paid if self.terms == "to 1" else paid - cents

    def __str__(self) -> str:
        return f"{_plain(self.numerator, self.denominator)} {self.terms}"


@cache
def _plain(numerator: int, denominator: int) -> str:
    return decimal_text(Fraction(numerator, denominator))


EVEN_MONEY = Odds(1, 1, "to 1")
