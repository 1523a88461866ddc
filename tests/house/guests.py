"""People and play for the tests of the house."""

import random
from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from pitboss.cards import DECK, format_cards, parse_cards
from pitboss.games.contract import Question
from pitboss.house.desk import work_as
from pitboss.house.engine import TABLE, House
from pitboss.house.log import Person
from pitboss.house.store.entries import Change
from pitboss.house.tables import play
from pitboss.house.tables.play import Command
from pitboss.house.tables.seals import Drawn
from pitboss.rounds import derivation

T = TypeVar("T")

STACKED: dict[tuple[str, str], tuple[int, ...]] = {}
"""Decks that stand, in this process, for what would come of a seed at a table."""
_deal_deck = derivation.deal_deck


def _stacked(seed: str, table: str, *given: Any) -> tuple[int, ...]:
    return STACKED.get((seed, table)) or _deal_deck(seed, table, *given)


derivation.deal_deck = _stacked  # type: ignore[assignment]


def stacking(deck: Sequence[int]) -> Callable[[Drawn], tuple[int, ...]]:
    """In place of ``play.draw_deck``: whatever is dealt has this deck, and keeps it."""
    return lambda drawn: STACKED.setdefault((drawn.seed, drawn.table), tuple(deck))


OPERATOR = Person("person-op", "Olga", "operator")
SUPERVISOR = Person("person-su", "Sven", "supervisor")
DEALER = Person("person-de", "Dora", "dealer")
AUDITOR = Person("person-au", "Aldo", "auditor")

WAGERS: dict[str, dict[str, object]] = {
    "duki": {"ante": 10, "bonus": 5},
    "buyout": {"first": 10, "bonus": 5},
    "super-omaha": {"ante": 10, "high-hand": 5, "flop-bonus": 5, "jackpot-1": 1},
}


def change_as(house: House, person: Person, act: Callable[[Change], T]) -> T:
    """Change people, sessions or alerts in someone's name."""
    return work_as(house, person, act)


def guest(house: House, number: int) -> Person:
    person = Person(f"guest-{number}", f"Guest {number}", "guest")
    house.issue_chips(person)
    return person


def deal_from(monkeypatch, text: str) -> None:
    """Let the next decks begin with these cards."""
    top = parse_cards(text)
    deck = (*top, *(card for card in DECK if card not in top))
    monkeypatch.setattr(play, "draw_deck", stacking(deck))


def open_table(house: House, game: str, **setup: Any) -> str:
    """A table of a game; Super Omaha has a progressive of its own unless one is given."""
    if game == "super-omaha" and "table" not in setup:
        setup["table"] = omaha_table(open_jackpot(house))
    if game == "holdout":
        setup.setdefault("blinds", [2, 4])
    return house.open_table(OPERATOR, {"game": game, **setup})


def open_jackpot(house: House, **terms: Any) -> str:
    given = {"paytable": "5CL-E01", "type": "progressive", "wager": 1, "seed": 10000}
    return house.open_jackpot(
        OPERATOR, {"terms": {**given, "rate": "0.203", "reserve": "0.011", **terms}}
    )


def omaha_table(*jackpots: str) -> dict[str, Any]:
    return {
        "paytables": {"ante": "SOA-01", "high-hand": "HHW-01", "flop-bonus": "SOA-03"},
        "jackpots": [{"jackpot": name} for name in jackpots],
    }


def ask(house: House, table: str, act: str, person: Person, **given: Any) -> dict[str, Any]:
    return house.ask(Command(table, act, person, given))


def decision(house: House, table: str, rng: random.Random) -> tuple[int, dict[str, Any]]:
    """A random legal answer to the open question, and whose it is."""
    question = house.table(table).question
    assert question
    return question.seat, any_option(question, rng)


def any_option(question: Question, rng: random.Random) -> dict[str, Any]:
    """One of the legal answers to a question, as a command gives it."""
    option = rng.choice(question.options)
    given: dict[str, Any] = {"action": option.action}
    if option.most_cents:
        chips = (option.most_cents - option.least_cents) // option.chip_cents
        given["amount"] = (option.least_cents + option.chip_cents * rng.randint(0, chips)) / 100
    if option.cards:
        given["cards"] = format_cards(rng.sample(option.cards, rng.randint(1, len(option.cards))))
    return given


def play_round(house: House, table: str, people: list[Person], rng: random.Random) -> None:
    """Wager, deal and decide at random until the round has ended."""
    game = house.table(table).setup.key
    if game == "holdout":
        house.ask(Command(table, "deal", TABLE))
    else:
        for person in people:
            ask(house, table, "wager", person, wagers=WAGERS[game], deal=True)
    finish_round(house, table, people, rng)


def finish_round(house: House, table: str, people: list[Person], rng: random.Random) -> None:
    while house.table(table).question:
        seat, given = decision(house, table, rng)
        who = house.table(table).seats[seat]["who"]
        person = next(person for person in people if person.id == who)
        ask(house, table, "decide", person, **given)


def books(house: House) -> dict[str, int]:
    with house.database.reading() as transaction:
        rows = transaction.execute("SELECT account, cents FROM balances")
    return {account: int(cents) for account, cents in rows}
