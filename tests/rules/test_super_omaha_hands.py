"""Which rows of a bonus or jackpot table the cards meet, what makes the five-card hand, and what a
seat may do with it."""

from typing import Any

import pytest

from pitboss.cards import parse_cards
from pitboss.cards.poker import category_name, rank_five
from pitboss.games.events import CardsDiscarded
from pitboss.games.super_omaha import check_paytable
from pitboss.games.super_omaha.bonuses import (
    five_card_events,
    flop_events,
    hand_events,
    paid_row,
    seven_card_events,
)
from pitboss.games.super_omaha.score import best_five, read_board, score
from pitboss.paytable import parse_table
from pitboss.rounds.script import run_script
from tests.omaha_scripts import DEALER, house, omaha, omaha_deck
from tests.scripts import refuses, refuses_line, write_script


@pytest.mark.rule("SO-17")
@pytest.mark.parametrize(
    ("flop", "met"),
    [
        ("As Ks Qs", "mini-royal-flush straight-flush straight flush"),
        ("Ks Qs Js", "straight-flush straight flush"),
        ("As 2s 3s", "straight-flush straight flush"),
        ("As Ks Js", "flush"),
        ("Ac Kd Qh", "straight"),
        ("Ac 2d 3h", "straight"),
        ("2c 3d 4h", "straight"),
        ("Ac 2d 4h", ""),
        ("Ac 3d 2h", "straight"),
        ("Kc Ad 2h", ""),
        ("9c 9d 9h", "three-of-a-kind pair"),
        ("9c 9d 8h", "pair"),
        ("9c 8d 8h", "pair"),
        ("9c 8d 6h", ""),
    ],
)
def test_what_three_cards_meet(flop: str, met: str) -> None:
    assert flop_events(parse_cards(flop)) == set(met.split())


@pytest.mark.rule("SO-25")
@pytest.mark.parametrize(
    ("category", "met"),
    [
        ("royal-flush", "royal-flush straight-flush flush straight"),
        ("straight-flush", "straight-flush flush straight"),
        ("four-of-a-kind", "four-of-a-kind three-of-a-kind"),
        ("full-house", "full-house three-of-a-kind two-pair"),
        ("flush", "flush"),
        ("pair", "pair"),
    ],
)
def test_a_hand_meets_the_rows_of_what_it_contains(category: str, met: str) -> None:
    assert hand_events(category) == set(met.split())


@pytest.mark.rule("SO-22")
@pytest.mark.parametrize(
    ("cards", "met"),
    [
        ("9c 8c 7c 6c 2c", "flush 4-card-flush 4-card-straight-flush"),
        ("9d 8d 7d 6d 2c", "high-card 4-card-flush 4-card-straight-flush"),
        ("Ah 2h 3h 4h 9c", "high-card 4-card-flush 4-card-straight-flush"),
        ("As Ks Qs Js 9c", "high-card 4-card-flush 4-card-straight-flush"),
        ("As Ks Qs Ts 9c", "high-card 4-card-flush"),
        ("As Ks Qs Jh 9c", "high-card"),
        ("As Ac 4s 4c 9c", "two-pair"),
    ],
)
def test_what_the_five_cards_of_a_jackpot_meet(cards: str, met: str) -> None:
    assert five_card_events(parse_cards(cards)) == set(met.split())


def turned(suit: str, places: int) -> str:
    """The suit that comes so many places after this one."""
    return "cdhs"[("cdhs".index(suit) + places) % 4]


ROYAL = "royal-flush straight-flush flush straight"


@pytest.mark.rule("SO-23")
@pytest.mark.parametrize("suit", "cdhs")
@pytest.mark.parametrize(
    ("ranks", "others", "more"),
    [
        ("AKQJT9", "2", "6-card-royal-flush royal-flush-in-suit"),
        ("AKQJT98", "", "6-card-royal-flush royal-flush-in-suit"),
        ("AKQJT", "22", "royal-flush-in-suit"),
        ("AKQJT8", "2", "royal-flush-in-suit"),
    ],
)
def test_what_the_seven_cards_of_a_jackpot_meet(
    suit: str, ranks: str, others: str, more: str
) -> None:
    """The royal of the named suit is that suit's alone, the six-card one is of any."""
    rest = [rank + turned(suit, place) for place, rank in enumerate(others, 1)]
    cards = parse_cards(" ".join([*(rank + suit for rank in ranks), *rest]))
    for number, named in enumerate("cdhs"):
        expected = set(f"{ROYAL} {more}".split())
        if named != suit:
            expected.discard("royal-flush-in-suit")
        assert seven_card_events(cards, number) == expected


def test_the_first_row_that_exists_is_taken_and_a_loss_is_no_row() -> None:
    """In printed order, not in poker's."""
    rows = [["royal-flush", "-"], ["straight-flush", "$300"], ["flush", "Loss"], ["pair", "$1"]]
    table = parse_table("jackpot", {"rows": rows})
    royal = paid_row(table, hand_events("royal-flush"))
    assert royal is not None
    assert royal.event == "straight-flush"
    assert paid_row(table, hand_events("flush")) is None
    assert paid_row(table, {"pair", "flush"}) is None
    assert paid_row(table, {"high-card"}) is None


@pytest.mark.rule("SO-10")
@pytest.mark.parametrize("suit", "cdhs")
@pytest.mark.parametrize(
    ("hole", "board", "category"),
    [
        ("A0 20 K1 K2", "90 80 30 31 42", "flush"),
        ("A0 K1 K2 73", "Q0 J0 T0 90 20", "straight"),
        ("A0 K0 21 73", "Q0 J0 T0 32 41", "royal-flush"),
        ("A0 K0 Q0 J0", "T0 70 31 42 23", "high-card"),
    ],
)
def test_two_hole_cards_and_three_on_the_board(
    suit: str, hole: str, board: str, category: str
) -> None:
    """A flush needs two of its suit in the hand and three on the board; cards are written with the
    places of their suits after the first one."""
    cards = [card[0] + turned(suit, int(card[1])) for card in f"{hole} {board}".split()]
    held, shared = parse_cards(" ".join(cards[:4])), parse_cards(" ".join(cards[4:]))
    value = score(held, read_board(shared))
    assert category_name(value) == category
    assert value == rank_five(*best_five(held, shared))


@pytest.mark.rule("SO-06")
@pytest.mark.parametrize(
    ("limit", "size", "options"),
    [
        (0, "any", [("10.00", "30.00")]),
        (30, "any", [("10.00", "30.00")]),
        (35, "any", [("10.00", "30.00")]),
        (29, "any", [("10.00", "29.00")]),
        (0, "whole-multiples", [("10.00", ""), ("20.00", ""), ("30.00", "")]),
        (30, "whole-multiples", [("10.00", ""), ("20.00", ""), ("30.00", "")]),
        (29, "whole-multiples", [("10.00", ""), ("20.00", "")]),
    ],
)
def test_the_flop_wager_is_one_to_three_antes_within_the_maximum(
    limit: int, size: str, options: list[tuple[str, str]]
) -> None:
    table: dict[str, Any] = {"limits": {"max": limit}} if limit else {}
    table["rulings"] = {"flop-size": size}
    hands, board = {1: "2d 4d 8s Jc"}, "As Ks Qs 2c 3d"
    offered = omaha(hands, board, "", **table)["waiting"][0]["options"][:-1]
    assert [(one.get("min") or one["amount"], one.get("max", "")) for one in offered] == options
    rule = "SO-06" if limit == 29 else "SO-05"
    with refuses(rule, "flop with 30.01"):
        omaha(hands, board, "1 flop 30.01", **table)


@pytest.mark.rule("SO-07")
def test_a_folded_hand_without_other_wagers_is_put_away_unseen() -> None:
    deck = omaha_deck({3: "2d 4d 8s Jc"}, DEALER, "As Ks Qs 2c 3d")
    running = run_script(write_script("super-omaha", deck, {3: {"ante": 10}}, "3 fold"))
    put = [event for event in running.table.events if isinstance(event, CardsDiscarded)]
    cards = parse_cards("2d 4d 8s Jc")
    assert put == [CardsDiscarded(3, tuple(cards), 4, seen_by=3, rule="SO-07")]


@pytest.mark.rule("SO-15")
@pytest.mark.parametrize(
    ("rows", "hand"),
    [
        ([["flush", "Flush", 1], ["straight-or-less", "Less", "Push"]], "Less"),
        ([["flush", "Flush", 1]], None),
    ],
)
def test_a_winning_straight_or_less_pushes_the_ante(rows: list[Any], hand: str | None) -> None:
    """By its row, where the table has one."""
    tables = {"ante": {"code": "own", "rows": rows}}
    answer = omaha({1: "Ac Kd 7h 8h"}, "Qs Js Ts 2c 3d", "1 flop 10", paytables=tables)
    ante = next(row for row in answer["settlement"] if row["wager"] == "ante")
    assert (ante["outcome"], ante["row"], ante["rule"]) == ("push", hand, "SO-15")


@pytest.mark.rule("SO-24")
@pytest.mark.parametrize(("pay", "text"), [(50, "50 for 1"), ("Push", "Push")])
def test_a_jackpot_pays_prizes_and_percentages(pay: object, text: str) -> None:
    def table(pay: object) -> Any:
        rows = [["royal-flush", "100%"], ["flush", pay]]
        return parse_table("jackpot", {"code": "own", "terms": "for 1", "rows": rows})

    words = "a jackpot pays prizes such as $50, a percentage such as 10%, Loss or -"
    with refuses_line(f"pay table own: row flush pays {text}; {words}", "SO-24"):
        check_paytable(table(pay))
    for fine in ("$50", "10%", "Loss", "-"):
        check_paytable(table(fine))


@pytest.mark.parametrize(
    ("wagers", "line", "rule"),
    [
        (
            {"ante": 5, "flop-bonus": 5},
            "seat 2: this table offers no flop-bonus wager; it has ante, high-hand",
            "SO-18",
        ),
        ({"ante": 5, "jackpot-2": 1}, "seat 2: this table has no sensor jackpot-2", "SO-19"),
        (
            {"ante": 5, "jackpot-1": 2},
            "seat 2: jackpot-1 wager of 2.00 must be exactly 1.00",
            "SO-29",
        ),
    ],
)
def test_a_wager_that_the_table_does_not_have(wagers: dict[str, int], line: str, rule: str) -> None:
    with refuses_line(line, rule):
        omaha(
            {2: "2d 4d 8s Jc"},
            "As Ks Qs 2c 3d",
            wagers={2: wagers},
            paytables={"high-hand": "HHW-01"},
            jackpots=[house("5CL-01")],
        )
