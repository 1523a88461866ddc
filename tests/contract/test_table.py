"""The verbs of a round's table: what each moves, and what it records."""

from types import SimpleNamespace
from typing import Any

import pytest

from pitboss.cards import parse_cards
from pitboss.games import events as happened
from pitboss.games import find_game
from pitboss.games.aggregate import cut_pays
from pitboss.games.contract import Opening, Option, Post, Table, burn
from pitboss.games.events import COMMUNITY, DEALER, EVERYONE, NOBODY
from pitboss.games.opening import set_table
from pitboss.money import EVEN_MONEY, Odds
from tests.scripts import refuses

WAGERS = {2: {"first": 10_00, "bonus": 1_00}, 1: {"first": 5_00}}


def new_table(cards: str = "As Kd 2c") -> Table:
    settings = set_table(find_game("buyout"))
    return Table(Opening(settings, WAGERS, tuple(parse_cards(cards)), "second deck"))


def test_a_round_opens_with_its_game_seats_deck_and_wagers():
    table = new_table()
    version = find_game("buyout").source.version
    assert table.events == [
        happened.RoundOpened("buyout", version, (1, 2), "second deck"),
        happened.WagerPlaced(2, "first", 10_00, ""),
        happened.WagerPlaced(2, "bonus", 1_00, ""),
        happened.WagerPlaced(1, "first", 5_00, ""),
    ]
    assert table.staked == {1: 5_00, 2: 11_00}
    assert table.hands == {1: [], 2: [], DEALER: [], COMMUNITY: []}


def test_a_further_wager_adds_to_what_the_seat_has_put_down():
    table = new_table()
    table.place(2, "second", 10_00, "BUYOUT-12")
    table.place(2, "third", 10_00, "BUYOUT-15")
    assert table.staked == {1: 5_00, 2: 31_00}
    assert table.open_wagers[2]["third"] == 10_00
    assert table.events[-1] == happened.WagerPlaced(2, "third", 10_00, "BUYOUT-15")


def test_hidden_cards_are_for_the_eyes_of_their_own_seat():
    table = new_table()
    table.deal_hidden([1, DEALER], "BUYOUT-10")
    seen = [(event.to, event.seen_by) for event in table.events[-2:]]  # type: ignore[union-attr]
    assert seen == [(1, 1), (DEALER, NOBODY)]


def test_a_card_that_is_missing_names_the_rule_of_the_deal():
    table = new_table("As")
    table.deal(1, EVERYONE, "BUYOUT-10")
    with refuses("BUYOUT-11", "card 2 is missing"):
        table.deal(2, EVERYONE, "BUYOUT-11")
    with refuses("BUYOUT-12", "card 2 is missing"):
        table.deal_hidden([2], "BUYOUT-12")
    with refuses("HOLDOUT-07", "card 2 is missing"):
        burn(table, "HOLDOUT-07")


def test_a_burnt_card_is_seen_by_nobody():
    table = new_table()
    burn(table, "HOLDOUT-07")
    assert table.events[-1] == happened.CardBurned(parse_cards("As")[0], NOBODY, "HOLDOUT-07")


def test_discards_say_how_many_cards_went():
    table = new_table()
    cards = [table.deal(1, EVERYONE, "BUYOUT-10") for _ in range(3)]
    table.discard(1, cards[:2], "BUYOUT-14")
    table.discard(1, cards[2:], "BUYOUT-14", NOBODY)
    assert [event[1:4] for event in table.events[-2:]] == [
        (tuple(cards[:2]), 2, EVERYONE),
        (tuple(cards[2:]), 1, NOBODY),
    ]


ROW = "Pair"


@pytest.mark.parametrize(
    ("verb", "row"),
    [
        ("pay", ("win", "3 to 2", 15_00, 15_00)),
        ("pay_tip_box", ("win", "3 to 2", 15_00, -10_00)),
        ("push", ("push", None, 0, 0)),
        ("take", ("lose", None, 0, -10_00)),
    ],
)
def test_how_a_wager_ends(verb: str, row: tuple[str, str | None, int, int]):
    """A win is paid beside the wager; one for the dealer goes to the tip box, with the wager."""
    table = new_table()
    odds = (Odds(3, 2, "to 1"),) if verb.startswith("pay") else ()
    getattr(table, verb)(2, "first", *odds, "BUYOUT-24", ROW)
    outcome, pays, paid, net = row
    pays = "1.5 to 1" if pays else None
    settled = happened.WagerSettled(2, "first", 10_00, outcome, pays, paid, net, ROW, "BUYOUT-24")
    assert table.settled == [settled]
    assert table.events[-1] == settled
    assert "first" not in table.open_wagers[2]
    assert table.seats_with("first") == [1]


def test_an_end_without_a_row_has_none():
    table = new_table()
    table.pay(1, "first", EVEN_MONEY, "BUYOUT-24")
    table.take(2, "first", "BUYOUT-24")
    table.push(2, "bonus", "BUYOUT-24")
    assert [row.row for row in table.settled] == [None, None, None]


@pytest.mark.parametrize(
    ("option", "text"),
    [
        (Option("fold"), "fold"),
        (Option("call", 5_00, 5_00), "call 5.00"),
        (Option("call", 5_00, 5_00, chip_cents=1_00), "call 5.00"),
        (Option("raise", 5_00, 9_00), "raise 5.00 to 9.00"),
        (Option("raise", 5_00, 9_00, chip_cents=2), "raise 5.00 to 9.00 in chips of 0.02"),
        (Option("raise", 5_00, 9_00, chip_cents=1_00), "raise 5.00 to 9.00 in chips of 1.00"),
        (
            Option("raise", 5_00, 9_00, cap_rule="HOLDOUT-12", cap_words="pot limit"),
            "raise 5.00 to 9.00 (pot limit)",
        ),
    ],
)
def test_options_in_words(option: Option, text: str):
    assert str(option) == text


def test_a_post_is_written_as_scripts_give_it():
    assert Post(3, "big-blind", 4_00, 2_00).to_json() == [3, "big-blind", "4.00", "2.00"]
    assert Post(3, "small-blind", 4_00).to_json() == [3, "small-blind", "4.00", "0.00"]


def test_a_win_that_leaves_nothing_counts_nothing_towards_an_aggregate_limit():
    """1 for 1 gives the wager back: the other win meets the limit alone, and stays whole."""
    limits = SimpleNamespace(aggregates={"bonus": 5_00})
    rows = [
        happened.WagerSettled(1, "bonus", 1_00, "win", "1 for 1", 1_00, 0, ROW, "BUYOUT-27"),
        happened.WagerSettled(2, "bonus", 1_00, "win", "6 for 1", 6_00, 5_00, ROW, "BUYOUT-27"),
    ]
    opening = SimpleNamespace(settings=SimpleNamespace(limits=limits))
    table: Any = SimpleNamespace(opening=opening, events=[], settled=list(rows))
    cut_pays(table)
    assert (table.settled, table.events) == (rows, [])


def test_a_void_gives_the_rake_back():
    made = happened.PotMade(0, 27_00, 3_00, (1, 2), "HOLD-21")
    void = happened.RoundVoided("a", "a card fell", "HOLD-29", False)
    assert happened.rake_of([made, made]) == 6_00
    assert happened.rake_of([made, void]) == 0
