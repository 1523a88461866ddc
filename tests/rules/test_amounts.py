"""Amounts as text and back: the quick ways give what the plain ones do, up to their limits."""

from decimal import Decimal
from fractions import Fraction

import pytest

from pitboss.money import (
    LARGEST_CENTS,
    decimal_text,
    direction,
    dollars,
    exact_dollars,
    floor_cents,
    full_money,
    money,
    parse_dollars,
    signed_dollars,
    signed_money,
)
from pitboss.refusal import Refused

MOST = LARGEST_CENTS // 100


@pytest.mark.parametrize("whole", [-MOST, -1, 0, 1, 7, MOST - 1, MOST])
def test_a_whole_number_reads_like_its_text(whole):
    assert parse_dollars(whole) == parse_dollars(str(whole)) == whole * 100


@pytest.mark.parametrize(
    "given", [MOST + 1, -MOST - 1, str(MOST + 1), True, "1_0", "0.001", Fraction(5)]
)
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


@pytest.mark.parametrize(
    ("cents", "short", "full", "signed", "plain", "way"),
    [
        (0, "$0", "$0.00", "$0", "0.00", "even"),
        (1, "$0.01", "$0.01", "+$0.01", "+0.01", "up"),
        (-1, "−$0.01", "−$0.01", "−$0.01", "-0.01", "down"),
        (100, "$1", "$1.00", "+$1", "+1.00", "up"),
        (-123_450, "−$1,234.50", "−$1,234.50", "−$1,234.50", "-1234.50", "down"),
        (123_400, "$1,234", "$1,234.00", "+$1,234", "+1234.00", "up"),
    ],
)
def test_amounts_for_people_and_results_with_their_sign(cents, short, full, signed, plain, way):
    assert (money(cents), full_money(cents), signed_money(cents)) == (short, full, signed)
    assert (signed_dollars(cents), direction(cents)) == (plain, way)


@pytest.mark.parametrize(
    ("number", "text"),
    [
        (Fraction(0), "0"),
        (Fraction(5, 2), "2.5"),
        (Fraction(-1, 8), "-0.125"),
        (Fraction(10**20), "100000000000000000000"),
        (Fraction(1, 2**50), "0.00000000000000088817841970012523233890533447265625"),
        (Fraction(1, 3), "1/3"),
    ],
)
def test_a_number_is_written_out_where_its_decimals_end(number, text):
    assert decimal_text(number) == text


@pytest.mark.parametrize(
    ("amount", "cents"), [(Fraction(7, 2), 3), (Fraction(-1, 2), -1), (Fraction(4), 4), (9, 9)]
)
def test_rounding_is_down_to_the_cent(amount, cents):
    assert floor_cents(amount) == cents


@pytest.mark.parametrize(
    ("given", "line"),
    [
        ("x", "amount: 'x' is no amount; write dollars such as 10 or 10.50"),
        ("x" * 38, f"amount: '{'x' * 38}' is no amount; write dollars such as 10 or 10.50"),
        ("x" * 39, f"amount: '{'x' * 36}... is no amount; write dollars such as 10 or 10.50"),
        ("0.001", "amount: 0.001 has a fraction of a cent; money is whole cents"),
        (MOST + 1, "amount: the amount is too large; at most 1000000000000.00"),
    ],
)
def test_what_is_wrong_with_an_amount_is_said_in_one_short_line(given, line):
    with pytest.raises(Refused) as refused:
        parse_dollars(given)
    assert str(refused.value) == line
