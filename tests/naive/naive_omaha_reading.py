"""Reads a scripted Super Omaha round and refuses what the table would refuse.

All money is in dollars as exact fractions.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from fractions import Fraction
from typing import Any, NamedTuple

from .naive_omaha import Card, load_tables, parse_cards
from .naive_omaha_jackpots import Jackpot

TABLES = load_tables()
RULINGS: dict[str, tuple[str, ...]] = {
    "same-round-percentages": ("in-settling-order", "each-of-displayed", "shared"),
    "five-card-community": ("1", "2", "3", "4", "5"),
    "six-card-royal": ("nine-to-ace",),
    "royal-suit": ("spades", "hearts", "diamonds", "clubs"),
    "flop-size": ("any", "whole-multiples"),
    "shuffler": ("yes", "no"),
    "seats": ("7", "1", "2", "3", "4", "5", "6"),
}
BONUSES = ("high-hand", "flop-bonus")


class Refused(Exception):
    """The script asks for something the rules or the table do not allow."""


class Table(NamedTuple):
    """What is in force at the table: pay tables, jackpots, rulings and limits."""

    paytables: dict[str, str]
    jackpots: list[Jackpot]
    rulings: dict[str, str]
    limits: dict[str, tuple[Fraction | None, Fraction | None]]


class Cards(NamedTuple):
    """Everything dealt in the round."""

    hole: dict[int, list[Card]]
    dealer: list[Card]
    board: list[Card]


Wagers = dict[int, dict[str, Fraction]]


def need(condition: bool, message: str) -> None:
    """Refuse the script with this message unless the condition holds."""
    if not condition:
        raise Refused(message)


def mapping(value: Any, name: str) -> dict[str, Any]:
    """The value, if it is a JSON object."""
    if not isinstance(value, dict):
        raise Refused(f"{name} must be an object")
    return value


def known(keys: Mapping[str, Any], allowed: tuple[str, ...], name: str) -> None:
    """Refuse a key that has no meaning here."""
    for key in keys:
        need(key in allowed, f"{name} {key!r} is unknown: allowed are {', '.join(allowed)}")


def number(value: Any, name: str) -> Fraction:
    """A JSON number, or a string that holds a plain decimal, taken exactly."""
    need(isinstance(value, int | float | str) and not isinstance(value, bool), f"{name}: no number")
    text = str(value)
    if isinstance(value, str):
        need(re.fullmatch(r"-?\d+(\.\d+)?", text) is not None, f"{name} {text!r} is not a number")
    try:
        return Fraction(text)
    except ValueError:
        raise Refused(f"{name} {text!r} is not a number") from None


def money(value: Any, name: str) -> Fraction:
    """A positive amount of whole cents."""
    amount = number(value, name)
    need(amount > 0, f"{name} must be above zero")
    need((amount * 100).denominator == 1, f"{name} must be whole cents")
    return amount


def read_rulings(given: dict[str, Any]) -> dict[str, str]:
    """The rulings in force: the first option unless the script names another."""
    known(given, tuple(RULINGS), "ruling")
    rulings = {name: options[0] for name, options in RULINGS.items()}
    for name, value in given.items():
        options = RULINGS[name]
        need(
            not isinstance(value, bool) and str(value) in options,
            f"ruling {name} {value!r} is unknown: allowed are {', '.join(options)}",
        )
        rulings[name] = str(value)
    return rulings


def read_limits(given: dict[str, Any]) -> dict[str, tuple[Fraction | None, Fraction | None]]:
    """The limits of each wager as (least, most), None where there is none."""
    known(given, ("min", "max", *BONUSES), "limit")
    least = money(given["min"], "limit min") if "min" in given else None
    most = money(given["max"], "limit max") if "max" in given else None
    limits = {"ante": (least, most), "flop": (None, most)}
    for wager in BONUSES:
        if wager in given:
            pair = given[wager]
            need(isinstance(pair, list) and len(pair) == 2, f"limit {wager} must be a pair")
            limits[wager] = (money(pair[0], f"limit {wager}"), money(pair[1], f"limit {wager}"))
        else:
            limits[wager] = (None, most)
    for name, (low, high) in limits.items():
        need(low is None or high is None or low <= high, f"limit {name}: the least is above most")
    return limits


def read_jackpot(given: dict[str, Any]) -> Jackpot:
    """One sensor's jackpot."""
    known(given, ("paytable", "type", "wager", "meter", "seed", "rate"), "jackpot setting")
    code, kind = given.get("paytable"), given.get("type")
    need(code in TABLES["jackpot"], f"jackpot pay table {code!r} is unknown")
    need(kind in ("house", "progressive"), f"jackpot type {kind!r}: house or progressive")
    need("meter" in given, "a jackpot needs a meter")
    if kind == "house":
        need("seed" not in given and "rate" not in given, "a house jackpot has no seed or rate")
    jackpot = Jackpot(
        str(code),
        str(kind),
        money(given.get("wager", 1), "jackpot wager"),
        number(given["meter"], "meter"),
        number(given.get("seed", 0), "seed"),
        number(given.get("rate", 0), "rate"),
    )
    need(jackpot.meter >= 0, "a meter is never below zero")
    need(jackpot.seed >= 0, "a seed is never below zero")
    need(0 <= jackpot.rate <= 1, "a rate is from 0 to 1")
    return jackpot


def read_table(given: dict[str, Any]) -> Table:
    """The whole table as the script opens it."""
    known(given, ("paytables", "jackpots", "rulings", "limits"), "table setting")
    paytables: dict[str, str] = {"ante": "SOA-01"}
    named = mapping(given.get("paytables", {}), "paytables")
    known(named, ("ante", *BONUSES), "wager with a pay table")
    for wager, code in named.items():
        need(code in TABLES[wager], f"{wager} pay table {code!r} is unknown")
        paytables[wager] = code
    listed = given.get("jackpots", [])
    need(isinstance(listed, list), "jackpots must be a list")
    need(len(listed) <= 2, "a layout has at most two jackpot sensors")
    jackpots = [read_jackpot(mapping(jackpot, "jackpot")) for jackpot in listed]
    need(len({jackpot.kind for jackpot in jackpots}) <= 1, "jackpots must be of a single type")
    return Table(
        paytables,
        jackpots,
        read_rulings(mapping(given.get("rulings", {}), "rulings")),
        read_limits(mapping(given.get("limits", {}), "limits")),
    )


def check_limits(table: Table, wager: str, amount: Fraction) -> None:
    """Refuse an amount outside the limits of its wager."""
    least, most = table.limits.get(wager, (None, None))
    need(least is None or amount >= least, f"{wager} is below the table minimum")
    need(most is None or amount <= most, f"{wager} is above the table maximum")


def read_wager(table: Table, wager: str, value: Any) -> Fraction:
    """One wager made before the deal."""
    amount = money(value, wager)
    if wager.startswith("jackpot-"):
        sensor = int(wager.removeprefix("jackpot-"))
        need(sensor <= len(table.jackpots), f"there is no sensor for {wager}")
        need(amount == table.jackpots[sensor - 1].wager, f"{wager} must be the fixed wager")
    else:
        need(wager in table.paytables, f"the table offers no {wager}")
        check_limits(table, wager, amount)
    return amount


def read_wagers(table: Table, given: dict[str, Any]) -> Wagers:
    """The wagers of each seat, the seats in rising order."""
    need(len(given) > 0, "a round needs a seat with a wager")
    seats = [str(seat) for seat in range(1, int(table.rulings["seats"]) + 1)]
    known(given, tuple(seats), "seat")
    wagers: Wagers = {}
    for seat in seats:
        if seat in given:
            made = mapping(given[seat], f"wagers of seat {seat}")
            known(made, ("ante", *BONUSES, "jackpot-1", "jackpot-2"), "wager")
            need("ante" in made, f"seat {seat} needs an ante")
            wagers[int(seat)] = {
                wager: read_wager(table, wager, value) for wager, value in made.items()
            }
    return wagers


def read_deck(given: Any) -> list[Card]:
    """The deck from the top, with no card twice."""
    if not isinstance(given, str):
        raise Refused("the deck must be a string of cards")
    try:
        deck = parse_cards(given)
    except ValueError as problem:
        raise Refused(str(problem)) from None
    need(len(set(deck)) == len(deck), "the deck names a card twice")
    return deck


def deal(deck: list[Card], seats: list[int], shuffler: str) -> Cards:
    """Four cards to each seat and the dealer in the dealing order, then five to the board."""
    places = [*seats, 0]
    need(len(deck) >= 4 * len(places) + 5, "the deck is too short for this round")
    hands: dict[int, list[Card]] = {place: [] for place in places}
    four_at_a_time = [place for place in places for _ in range(4)]
    order = four_at_a_time if shuffler == "yes" else places * 4
    for place, card in zip(order, deck, strict=False):
        hands[place].append(card)
    dealer = hands.pop(0)
    return Cards(hands, dealer, deck[len(order) : len(order) + 5])
