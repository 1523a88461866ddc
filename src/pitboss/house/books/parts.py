"""What each round put at risk: its wagers in the parts that are priced together.

Follow-ups belong to the main wager, whose edge is for the whole game, and envy pays to the jackpot
of their sensor. A bonus that a fold loses is priced beside the same seat's main wager.
"""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any, NamedTuple

from pitboss.house.books.edges import Edge, Prices
from pitboss.house.store import Transaction, tables
from pitboss.house.store.tables import Book, Round
from pitboss.jackpots.terms import is_envy, is_sensor, number_of, wager_of
from pitboss.money import parse_dollars
from pitboss.odds.registry import find_solver

RAKE = "players play against each other: the house has the rake alone"
TIP = "tip: the price of the main game includes its follow-up, which a tip has not"
UNCOUNTED = "{}: no exact figure is kept for this pay table{}; pitboss odds counts it once"


class Part(NamedTuple):
    """Wagers of one price: cents, the sum of their squares, and what the house won by them."""

    wager: str
    cents: int
    squares: int
    win_cents: int
    edge: Edge | None
    note: str = ""


def head_of(prices: Prices, wager: str) -> str:
    """The wager that another is priced with."""
    if is_envy(wager):
        return wager_of(number_of(wager))
    own = wager in prices.setup.settings.paytables or is_sensor(wager)
    return wager if own or wager in ("tip", "rake") else prices.main


def find_parts(transaction: Transaction, played: Round, prices: Prices) -> Iterator[Part]:
    """The parts of a settled round."""
    book = played.book
    needs_seats = find_solver(played.game).is_joint and prices.main in book and "bonus" in book
    needs_meters = any(map(is_sensor, book))
    result: Mapping[str, Any] = {}
    if needs_seats or needs_meters:
        result = tables.last_entry(transaction, played).values["result"]
    if needs_seats:
        yield from _by_seat(result["settlement"], prices)
    for head, (cents, squares, win) in _heads(book, prices).items():
        if is_sensor(head):
            edge = _jackpot_edge(prices, head, book[head][0], result["meters"])
            yield Part(head, cents, squares, win, edge, "" if edge else UNCOUNTED.format(head, ""))
        elif head == "rake":
            yield Part(head, cents, squares, win, None, RAKE)
        elif head == "tip":
            yield Part(head, cents, squares, win, None, TIP)
        elif not needs_seats:
            edge = prices.edge(head)
            yield Part(head, cents, squares, win, edge, "" if edge else UNCOUNTED.format(head, ""))


def _heads(book: Book, prices: Prices) -> dict[str, tuple[int, int, int]]:
    """Cents, squares and win by head; a follow-up's cents are no first wager."""
    found: dict[str, tuple[int, int, int]] = {}
    for wager, (_, cents, squares, win) in book.items():
        head = head_of(prices, wager)
        own = (cents, squares) if head == wager else (0, 0)
        before = found.get(head, (0, 0, 0))
        found[head] = (before[0] + own[0], before[1] + own[1], before[2] + win)
    return found


def _by_seat(settlement: list[Mapping[str, Any]], prices: Prices) -> Iterator[Part]:
    """The main wager and the bonus of each seat, priced as they were made together."""
    seats: dict[int, dict[str, list[int]]] = {}
    for row in settlement:
        head = head_of(prices, row["wager"])
        sums = seats.setdefault(row["seat"], {}).setdefault(head, [0, 0])
        sums[0] += parse_dollars(row["amount"]) if head == row["wager"] else 0
        sums[1] -= parse_dollars(row["net"])
    for sums_by_head in seats.values():
        made = {name: sums_by_head[name] for name in (prices.main, "bonus") if name in sums_by_head}
        ratio = None
        if len(made) == 2:
            ratio = Fraction(made["bonus"][0], made[prices.main][0])
        beside = "" if ratio is None else f" at bonus ratio {ratio}"
        for name, (cents, win) in made.items():
            edge = prices.edge(name, ratio)
            note = "" if edge else UNCOUNTED.format(name, beside)
            yield Part(name, cents, cents**2, win, edge, note)


def _jackpot_edge(
    prices: Prices, wager: str, count: int, meters: list[Mapping[str, Any]]
) -> Edge | None:
    """At the meter as it stood when the round was settled, this round's contributions on it."""
    number = number_of(wager)
    terms = prices.setup.settings.jackpots[number - 1]
    meter = Fraction(meters[number - 1]["meter"]) * 100 + count * terms.wager_cents * terms.rate
    if terms.maximum is not None:
        meter = min(meter, terms.maximum)
    jackpot = prices.jackpot(number)
    return jackpot.at(meter, count - 1) if jackpot else None
