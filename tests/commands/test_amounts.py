"""Amounts as people write them, and what odds pay for them: whole cents, rounded down."""

from decimal import Decimal

import pytest

from pitboss.money import LARGEST_CENTS, Odds, dollars, parse_dollars
from pitboss.refusal import Refused


@pytest.mark.parametrize(
    ("value", "cents"),
    [
        (10, 1000), (10.1, 1010), (0.29, 29), ("7.50", 750), (" 5 ", 500), ("5.", 500), (".5", 50),
        ("1e2", 10000), ("10.000", 1000), (Decimal("0.01"), 1), (0, 0), (-3, -300), ("-0.05", -5),
        (10**12, LARGEST_CENTS), ("1" + "0" * 12 + ".00", LARGEST_CENTS),
    ],
)  # fmt: skip
def test_amounts(value: object, cents: int):
    assert parse_dollars(value) == cents


@pytest.mark.parametrize(
    "value",
    [
        None, True, [], {}, "", "ten", "$5", "5,00", "1_0", "NaN", "sNaN", "Infinity", "-inf",
        "0x10", float("nan"), float("inf"), Decimal("NaN"), "5.001", 0.001, "1e-3", "1e-999999999",
        "5." + "0" * 60 + "1", 10**12 + 1, "1000000000000.01", "1e13", "1e999999999", "-1e9999",
    ],
)  # fmt: skip
def test_no_amounts(value: object):
    with pytest.raises(Refused, match="wager: ") as refused:
        parse_dollars(value, "wager")
    assert len(str(refused.value)) < 120


@pytest.mark.parametrize("cents", [0, 1, 99, 100, 1234, -1, -100, -1234, LARGEST_CENTS])
def test_what_is_written_is_read_back(cents: int):
    assert parse_dollars(dollars(cents)) == cents


@pytest.mark.parametrize(
    ("odds", "text", "paid", "net"),
    [
        (Odds(2, 1, "to 1"), "2 to 1", 250, 250),
        (Odds(2, 1, "for 1"), "2 for 1", 250, 125),
        (Odds(1, 1, "for 1"), "1 for 1", 125, 0),
        (Odds(3, 2, "to 1"), "1.5 to 1", 187, 187),
        (Odds(1, 3, "to 1"), "1/3 to 1", 41, 41),
    ],
)
def test_odds_on_a_wager_of_1_25(odds: Odds, text: str, paid: int, net: int):
    """To 1 is paid beside the wager, for 1 in its place; a part of a cent is not paid."""
    assert (str(odds), odds.win(125)) == (text, (paid, net))
