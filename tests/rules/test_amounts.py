"""Amounts as text and back: the quick ways give what the plain ones do, up to their limits."""

from decimal import Decimal
from fractions import Fraction

import pytest

from pitboss.money import LARGEST_CENTS, dollars, exact_dollars, parse_dollars
from pitboss.refusal import Refused

MOST = LARGEST_CENTS // 100


@pytest.mark.parametrize("whole", [-MOST, -1, 0, 1, 7, MOST - 1, MOST])
def test_a_whole_number_reads_like_its_text(whole):
    assert parse_dollars(whole) == parse_dollars(str(whole)) == whole * 100


@pytest.mark.parametrize("given", [MOST + 1, -MOST - 1, str(MOST + 1), True, "1_0", "0.001"])
def test_what_is_no_amount_is_refused(given):
    with pytest.raises(Refused):
        parse_dollars(given)


@pytest.mark.parametrize("cents", [0, 1, 9, 10, 99, 100, 101, 1099, LARGEST_CENTS])
def test_cents_are_written_with_two_decimals(cents):
    assert dollars(cents) == f"{Decimal(cents) / 100:.2f}"
    if cents:
        assert dollars(-cents) == f"-{Decimal(cents) / 100:.2f}"


@pytest.mark.parametrize(
    ("cents", "text"),
    [
        (Fraction(0), "0.00"),
        (Fraction(5), "0.05"),
        (Fraction(-5), "-0.05"),
        (Fraction(1_000_020), "10000.20"),
        (Fraction(203, 10), "0.203"),
        (Fraction(-1, 8), "-0.00125"),
        (Fraction(1, 10**10), "0.000000000001"),
        (Fraction(1, 10**11), "1/10000000000000"),
        (Fraction(1, 3), "1/300"),
        (Fraction(-100, 3), "-1/3"),
        (Fraction(10**30 + 1), f"{10**28}.01"),
    ],
)
def test_a_fraction_is_a_decimal_where_it_ends(cents, text):
    """With at most twelve places; longer ones stay fractions, and no digit is lost."""
    assert exact_dollars(cents) == text
    assert Fraction(text) * 100 == cents
