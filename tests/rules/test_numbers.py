"""Numbers as they are given: what each reader takes at its bounds, and the line that it refuses
with just beyond them."""

from collections.abc import Callable
from decimal import Decimal
from fractions import Fraction

import pytest

from pitboss.money import (
    BEYOND,
    count_decimals,
    parse_dollars,
    quoted,
    read_exact,
    read_number,
    read_ratio,
    read_whole,
    show_given,
    whole_or_text,
)
from tests.scripts import refuses_line

HUNDRED = "0" * 98 + ".5"
"""A number of a hundred letters, as many as are read."""

LONG = "x" * 41
SHORT = f"'{'x' * 36}..."

AMOUNT = "is no amount; write dollars such as 10 or 10.50"
RATIO = "is no number; write such as 1, 0.2 or 1/3"


@pytest.mark.parametrize(
    ("read", "value", "found"),
    [
        (parse_dollars, HUNDRED, 50),
        (parse_dollars, " 1.10 ", 110),
        (parse_dollars, "1000000000000.00", 10**14),
        (parse_dollars, Decimal("-1e12"), -(10**14)),
        (parse_dollars, 0.25, 25),
        (read_number, HUNDRED, Fraction(1, 2)),
        (read_number, "1000000000000", 10**12),
        (read_number, -(10**12), -(10**12)),
        (read_number, "1e-30", Fraction(1, 10**30)),
        (read_number, ".5", Fraction(1, 2)),
        (read_number, "5.", 5),
        (read_ratio, "0" * 38 + ".5", Fraction(1, 2)),
        (read_ratio, " -1/3 ", Fraction(-1, 3)),
        (read_ratio, "1000000000000", 10**12),
        (read_ratio, "-1000000000000", -(10**12)),
        (read_ratio, 5, 5),
        (read_exact, "0" * 97 + "1.5", 150),
        (read_exact, "-1/3", Fraction(-100, 3)),
        (read_exact, BEYOND - 1, (BEYOND - 1) * 100),
        (whole_or_text, "9" * 18, 10**18 - 1),
        (whole_or_text, "9" * 19, "9" * 19),
        (whole_or_text, "0", 0),
        (whole_or_text, "00", "00"),
        (quoted, 5, "'5'"),
        (show_given, "x" * 38, f"'{'x' * 38}'"),
        (show_given, LONG, SHORT),
        pytest.param(show_given, 10**5_000, "a number of too many digits", id="endless"),
        (count_decimals, Decimal("1.50"), 2),
        (count_decimals, Decimal("1e3"), -3),
    ],
)
def test_what_is_read(read: Callable[..., object], value: object, found: object) -> None:
    told = ("it",) if read in (read_number, read_ratio) else ()
    assert read(value, *told) == found


@pytest.mark.parametrize(
    ("read", "value", "line"),
    [
        (parse_dollars, f"0{HUNDRED}", f"it: '{'0' * 36}... {AMOUNT}"),
        (parse_dollars, "x", f"it: 'x' {AMOUNT}"),
        (parse_dollars, True, f"it: True {AMOUNT}"),
        (parse_dollars, None, f"it: None {AMOUNT}"),
        (
            parse_dollars,
            "1000000000000.01",
            "it: the amount is too large; at most 1000000000000.00",
        ),
        (parse_dollars, 10**12 + 1, "it: the amount is too large; at most 1000000000000.00"),
        pytest.param(
            parse_dollars,
            -(10**5_000),
            "it: the amount is too large; at most 1000000000000.00",
            id="endless",
        ),
        (parse_dollars, " 0.001 ", "it: 0.001 has a fraction of a cent; money is whole cents"),
        (
            parse_dollars,
            "0." + "0" * 38 + "1",
            f"it: 0.{'0' * 35}... has a fraction of a cent; money is whole cents",
        ),
        (read_number, "x", "it: 'x' is no number"),
        (read_number, None, "it: 'None' is no number"),
        (read_number, f"0{HUNDRED}", f"it: '{'0' * 36}... is no number"),
        (read_number, "1000000000000.1", "it is too large; at most 1000000000000.00"),
        (read_number, -(10**12) - 1, "it is too large; at most 1000000000000.00"),
        (read_number, "1e-31", "it has more than 30 decimals"),
        (read_ratio, "x", f"it: 'x' {RATIO}"),
        (read_ratio, "1/0", f"it: '1/0' {RATIO}"),
        (read_ratio, "0" * 39 + ".5", f"it: '{'0' * 36}... {RATIO}"),
        (read_ratio, True, f"it: True {RATIO}"),
        (read_ratio, None, f"it: None {RATIO}"),
        (read_ratio, Fraction(5), f"it: Fraction(5, 1) {RATIO}"),
        (
            read_ratio,
            "1000000000000.1",
            "it: 1000000000000.1 is too large; at most 1000000000000",
        ),
        (read_ratio, "-1000000000001", "it: -1000000000001 is too large; at most 1000000000000"),
        (read_exact, "x", "it: 'x' is no exact amount"),
        (read_exact, " 1.5", "it: ' 1.5' is no exact amount"),
        (read_exact, "1e5", "it: '1e5' is no exact amount"),
        (read_exact, "0" * 98 + "1.5", f"it: '{'0' * 36}... is no exact amount"),
        (read_exact, False, "it: False is no exact amount"),
        (read_exact, BEYOND, f"it: 1{'0' * 36}... is no exact amount"),
        (read_exact, -BEYOND, f"it: -1{'0' * 35}... is no exact amount"),
    ],
)
def test_what_is_not_read(read: Callable[[object, str], object], value: object, line: str) -> None:
    with refuses_line(line):
        read(value, "it")


def test_an_amount_is_called_so_unless_told_otherwise() -> None:
    with refuses_line("amount: 'x' is no exact amount"):
        read_exact("x")
    with refuses_line(f"amount: 'x' {AMOUNT}"):
        parse_dollars("x")


@pytest.mark.parametrize(("decimals", "fine", "wrong"), [(0, "7", "7.0"), (2, "0.25", "0.250")])
def test_a_number_of_so_many_decimals(decimals: int, fine: str, wrong: str) -> None:
    assert read_number(fine, "it", decimals) == Fraction(fine)
    with refuses_line(f"it has more than {decimals} decimals"):
        read_number(wrong, "it", decimals)


@pytest.mark.parametrize("value", [1, 6, "1", "6", 6.0, Decimal("6.00"), Decimal("1e0")])
def test_a_whole_number_within_its_bounds(value: object) -> None:
    assert read_whole(value, "it", 1, 6) == int(Decimal(str(value)))


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        (0, "0"),
        (7, "7"),
        ("0", "0"),
        ("7", "7"),
        (6.5, "6.5"),
        (Decimal("6.5"), "Decimal('6.5')"),
        ("6.0", "'6.0'"),
        ("06", "'06'"),
        (" 6", "' 6'"),
        ("9" * 19, f"'{'9' * 19}'"),
        (True, "True"),
        (None, "None"),
        (float("inf"), "inf"),
        pytest.param(10**5_000, "a number of too many digits", id="endless"),
        (Decimal("1e999999"), "Decimal('1E+999999')"),
    ],
)
def test_a_whole_number_beyond_its_bounds(value: object, shown: str) -> None:
    with refuses_line(f"it {shown}: a whole number from 1 to 6"):
        read_whole(value, "it", 1, 6)


def test_a_number_beyond_every_bound_is_not_taken_for_another() -> None:
    with refuses_line(f"it 1{'0' * 36}...: a whole number from 0 to {BEYOND * 10}"):
        read_whole(BEYOND, "it", 0, BEYOND * 10)
