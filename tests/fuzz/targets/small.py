"""Words and numbers."""

from contextlib import suppress

from pitboss.cards import format_cards, parse_cards
from pitboss.house.names import clean_name, refuse_house
from pitboss.money import (
    dollars,
    exact_dollars,
    parse_dollars,
    read_exact,
    read_number,
    read_ratio,
    read_whole,
    show_given,
    whole_or_text,
)
from pitboss.refusal import Refused
from tests.fuzz.targets import as_text


def fuzz_amounts(data: bytes) -> None:
    text = as_text(data)
    with suppress(Refused):
        cents = parse_dollars(text)
        assert parse_dollars(dollars(cents)) == cents
    with suppress(Refused):
        number = read_number(text, "number")
        assert read_exact(exact_dollars(number * 100)) == number * 100
    with suppress(Refused):
        ratio = read_ratio(text, "ratio")
        assert read_ratio(str(ratio), "ratio") == ratio
    with suppress(Refused):
        exact = read_exact(text)
        assert len(text) > 90 or read_exact(exact_dollars(exact)) == exact
    whole = whole_or_text(text)
    assert str(whole) == text
    show_given(text)
    read_whole(text, "whole", -(10**6), 10**6)


def fuzz_cards(data: bytes) -> None:
    cards = parse_cards(as_text(data))
    assert parse_cards(format_cards(cards)) == cards


def fuzz_names(data: bytes) -> None:
    name = clean_name(as_text(data))
    assert clean_name(name) == name
    refuse_house(name)
