"""Super Omaha's jackpots the slow way: what each winning hand is paid and what the meter keeps.

All money here is in dollars as exact fractions.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import floor
from typing import NamedTuple

from .naive_omaha import Row


class Jackpot(NamedTuple):
    """One sensor as the script opens it; a house jackpot's meter is its posted prize."""

    paytable: str
    kind: str
    wager: Fraction
    meter: Fraction
    seed: Fraction
    rate: Fraction


class Award(NamedTuple):
    """What one winning hand is paid for its jackpot wager."""

    seat: int
    row: Row
    pays: str
    paid: Fraction


def whole_cents(amount: Fraction) -> Fraction:
    """The amount rounded down to the cent."""
    return Fraction(floor(amount * 100), 100)


def dollars(text: str) -> Fraction:
    """The amount of a printed prize such as "$1,500"."""
    return Fraction(text.removeprefix("$").replace(",", ""))


def prize_text(amount: Fraction) -> str:
    """Write an amount as a prize: "$7,500", with cents only where there are some."""
    whole, cents = divmod(int(amount * 100), 100)
    return f"${whole:,}" + (f".{cents:02d}" if cents else "")


def share(row: Row) -> Fraction:
    """A percentage row's part of the meter, 1 for "100%"; 0 for a fixed prize."""
    return Fraction(int(row.pay[:-1]), 100) if row.pay.endswith("%") else Fraction(0)


def contributed(jackpot: Jackpot, wagers: int) -> Fraction:
    """The meter after this many wagers; a house prize never moves."""
    return jackpot.meter + wagers * jackpot.wager * jackpot.rate


def pay_in_order(
    meter: Fraction, seed: Fraction, shares: Sequence[Fraction]
) -> tuple[list[Fraction], Fraction]:
    """Each winner takes its part of the meter as it stands; a 100 % pay brings the seed."""
    paid = []
    for part in shares:
        paid.append(whole_cents(meter * part))
        meter -= paid[-1]
        if part == 1:
            meter += seed
    return paid, meter


def pay_each_of_displayed(
    meter: Fraction, seed: Fraction, shares: Sequence[Fraction]
) -> tuple[list[Fraction], Fraction]:
    """Each winner takes its part of the meter shown before settling.

    After a 100 % pay the meter is the seed and the fraction of a cent that could not be paid.
    """
    shown = whole_cents(meter)
    paid = [whole_cents(shown * part) for part in shares]
    if 1 in shares:
        return paid, meter - shown + seed
    return paid, meter - sum(paid)


def pay_shared(
    meter: Fraction, seed: Fraction, shares: Sequence[Fraction]
) -> tuple[list[Fraction], Fraction]:
    """Parts of more than 100 % together divide the shown meter; otherwise each is paid in full."""
    shown = whole_cents(meter)
    divisor = max(sum(shares, Fraction(0)), Fraction(1))
    paid = [whole_cents(shown * part / divisor) for part in shares]
    left = meter - sum(paid)
    return paid, left + seed if 1 in shares else left


POLICIES = {
    "in-settling-order": pay_in_order,
    "each-of-displayed": pay_each_of_displayed,
    "shared": pay_shared,
}


def award(
    jackpot: Jackpot, policy: str, meter: Fraction, winners: Sequence[tuple[int, Row]]
) -> tuple[list[Award], Fraction]:
    """Pay the winning hands, given highest seat first, and say what the meter is afterwards."""
    shares = [share(row) for _, row in winners]
    drawn = [part for part in shares if part]
    if jackpot.kind == "house":
        percentage_pays = [whole_cents(meter * part) for part in drawn]
    else:
        percentage_pays, meter = POLICIES[policy](meter, jackpot.seed, drawn)
    from_meter = iter(percentage_pays)
    awards = []
    for (seat, row), part in zip(winners, shares, strict=True):
        if part:
            awards.append(Award(seat, row, row.pay, next(from_meter)))
        else:
            fixed = dollars(row.pay) * jackpot.wager
            awards.append(Award(seat, row, prize_text(fixed), fixed))
    return awards, meter


def envy_pays(jackpot: Jackpot, awards: Sequence[Award], seat: int) -> list[Fraction]:
    """What a seat with the jackpot wager gets for each other seat's winning hand."""
    return [
        dollars(won.row.envy) * jackpot.wager
        for won in awards
        if won.seat != seat and won.row.envy != "-"
    ]
