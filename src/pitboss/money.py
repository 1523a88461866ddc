"""Money is whole cents. Dollars are text and stay at the edge.

Rounding is stated once, here: a pay that is not a whole number of cents is rounded down to the
cent. No printed pay table needs it for wagers in whole dollars; a percentage of a meter does.

Programs read ``dollars``, people ``money``; no other module makes an amount into text.

>>> parse_dollars("12.50"), dollars(1250), dollars(-5)
(1250, '12.50', '-0.05')
>>> money(1250), money(123400), full_money(123400), signed_money(500), signed_money(-5)
('$12.50', '$1,234', '$1,234.00', '+$5', '−$0.05')
>>> exact_dollars(Fraction(203, 10)), decimal_text(Fraction(1, 8)), signed_dollars(500)
('0.203', '0.125', '+5.00')
>>> Odds(3, 1, "to 1").win(1000), Odds(3, 1, "for 1").win(1000)
((3000, 3000), (3000, 2000))
"""

from decimal import Decimal, InvalidOperation, localcontext
from fractions import Fraction
from functools import cache, lru_cache
from typing import NamedTuple

from pitboss.refusal import Refused

LARGEST_CENTS = 10**14
"""No amount may exceed a trillion dollars: beyond it an input is a mistake."""

CENT = Decimal("0.01")
_DECIMALS = tuple(f".{cents:02d}" for cents in range(100))


def parse_dollars(value: object, what: str = "amount") -> int:
    """Read dollars, given as a number or as text, into whole cents."""
    if type(value) is int and abs(value) <= LARGEST_CENTS // 100:
        return value * 100
    text = str(value).strip()
    try:
        if isinstance(value, bool) or not isinstance(value, int | float | str | Decimal):
            raise InvalidOperation
        amount = Decimal(text)
        if not amount.is_finite() or "_" in text:
            raise InvalidOperation
    except InvalidOperation:
        shown = f"{_short(repr(value))} is no amount; write dollars such as 10 or 10.50"
        raise Refused(f"{what}: {shown}") from None
    if amount.copy_abs() > LARGEST_CENTS // 100:
        raise Refused(f"{what}: the amount is too large; at most {dollars(LARGEST_CENTS)}")
    whole = amount.quantize(CENT)
    if whole != amount:
        raise Refused(f"{what}: {_short(text)} has a fraction of a cent; money is whole cents")
    return int(whole * 100)


def _short(text: str) -> str:
    return text if len(text) <= 40 else text[:37] + "..."


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
