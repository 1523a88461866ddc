"""Opening, dealing, the Flop wager and the fold in Super Omaha."""

from typing import Any

import pytest

from pitboss.games.events import CardDealt, CardsShown
from pitboss.rounds.script import run_script
from pitboss.rounds.view import SPECTATOR, view
from tests.omaha_scripts import DEALER, DULL, omaha, omaha_deck
from tests.scripts import Wagers, deal, events, refuses, rows, write_script

BOARD = "Qh Jh Th 2c 5s"
HANDS = {2: "Ah Kh 3c 7d", 5: "2h 2s 5c 6d"}
DECK = omaha_deck(HANDS, DEALER, BOARD)
WAGERS = {seat: {"ante": 10} for seat in HANDS}


@pytest.mark.rule("SO-01")
@pytest.mark.parametrize(
    ("deck", "words"),
    [
        (DECK.replace("5s", "5c"), "5c stands twice"),
        (DECK.replace("5s", "Xs"), "is no card"),
        (DECK.replace(" 5s", ""), "card 17 is missing"),
    ],
)
def test_one_deck_of_52_without_jokers(deck: str, words: str):
    with refuses("SO-03" if "missing" in words else "", words):
        deal("super-omaha", deck, WAGERS)


@pytest.mark.rule("SO-01")
def test_seven_seats_are_served_from_one_deck():
    cards = ["2", "3", "4", "5", "6", "7", "8"]
    hands = {seat: f"{rank}c {rank}d {rank}h {rank}s" for seat, rank in enumerate(cards, 1)}
    answer = omaha(hands, "Kc Kd Qh Qs Jc", dealer="Ac Ad Ah As")
    assert answer["status"] == "settled"
    assert len(events(answer, "card-dealt")) == 4 * 8 + 5


@pytest.mark.rule("SO-01")
@pytest.mark.parametrize("other", ["2 flop 10", "2 flop 30", "2 fold"])
def test_each_seat_plays_against_the_house_alone(other: str):
    """Seat 5 has three twos and wins its Flop wager whatever seat 2 does."""
    answer = omaha(HANDS, BOARD, f"{other}, 5 flop 20", dealer="4c 6c 8c Kd")
    assert answer["net"]["5"] == "20.00"


@pytest.mark.rule("SO-02")
@pytest.mark.parametrize(
    ("made", "accepted"),
    [
        ({"ante": 10}, True),
        ({"ante": "0.01"}, True),
        ({"ante": 10, "high-hand": 5}, True),
        ({"ante": 10, "high-hand": 5, "flop-bonus": 5}, True),
        ({"high-hand": 5}, False),
        ({"high-hand": 5, "flop-bonus": 5}, False),
        ({"ante": 0}, False),
        ({"ante": -10}, False),
        ({}, False),
    ],
)
def test_an_ante_is_required_of_every_seat(made: dict[str, object], accepted: bool):
    tables = {"high-hand": "HHW-01", "flop-bonus": "SOA-03"}
    wagers: Wagers = {2: {"ante": 10}, 5: made}
    if accepted:
        assert deal("super-omaha", DECK, wagers, paytables=tables)["status"] == "waiting"
    else:
        with refuses("SO-02", "seat 5"):
            deal("super-omaha", DECK, wagers, paytables=tables)


@pytest.mark.rule("SO-03")
def test_a_shuffle_machine_gives_four_cards_at_a_time():
    answer = omaha(HANDS, BOARD, "")
    dealt = [(event["to"], event["card"]) for event in events(answer, "card-dealt")]
    expected = [("2", card) for card in HANDS[2].split()]
    expected += [("5", card) for card in HANDS[5].split()]
    expected += [("dealer", card) for card in DEALER.split()]
    expected += [("community", card) for card in BOARD.split()]
    assert dealt == expected


@pytest.mark.rule("SO-03")
def test_without_a_machine_one_card_at_a_time_in_turn():
    answer = omaha(HANDS, BOARD, "", rulings={"shuffler": "no"})
    dealt = [(event["to"], event["card"]) for event in events(answer, "card-dealt")]
    served = {"2": HANDS[2].split(), "5": HANDS[5].split(), "dealer": DEALER.split()}
    expected = [(to, hand[turn]) for turn in range(4) for to, hand in served.items()]
    assert dealt == [*expected, *(("community", card) for card in BOARD.split())]


@pytest.mark.rule("SO-03")
def test_both_orders_give_the_same_round_from_decks_made_for_them():
    machine = omaha(HANDS, BOARD, "2 flop 15, 5 fold")
    by_hand = omaha(HANDS, BOARD, "2 flop 15, 5 fold", rulings={"shuffler": "no"})
    assert machine["settlement"] == by_hand["settlement"]
    assert machine["hands"] == by_hand["hands"]


@pytest.mark.rule("SO-03")
@pytest.mark.rule("SO-04")
@pytest.mark.parametrize("viewer", [2, 5, SPECTATOR])
def test_before_deciding_a_seat_sees_its_own_cards_and_the_flop(viewer: int):
    running = run_script(write_script("super-omaha", DECK, WAGERS))
    seen = view(running.table.events, viewer)
    dealt = [event for event in seen if isinstance(event, CardDealt) and event.card is not None]
    own = running.table.hands[viewer] if viewer in HANDS else []
    assert [(event.to, event.card) for event in dealt] == [(viewer, card) for card in own]
    shown = [event for event in running.table.events if isinstance(event, CardsShown)]
    assert [(event.of, len(event.cards)) for event in shown] == [(-1, 3)]


@pytest.mark.rule("SO-04")
def test_the_flop_is_the_first_three_community_cards_shown_when_all_are_dealt():
    answer = omaha(HANDS, BOARD, "")
    assert events(answer, "cards-shown")[0]["cards"] == "Qh Jh Th"
    kinds = [event["event"] for event in answer["events"]]
    assert kinds.index("cards-shown") > max(
        place for place, kind in enumerate(kinds) if kind == "card-dealt"
    )


@pytest.mark.rule("SO-05")
@pytest.mark.parametrize(
    ("amount", "accepted"),
    [
        ("9.90", False),  # 0.99x
        ("9.99", False),
        ("10", True),
        ("10.01", True),
        ("17.43", True),
        ("29.99", True),
        ("30", True),
        ("30.01", False),
        ("30.10", False),  # 3.01x
        ("0", False),
        ("-10", False),
    ],
)
def test_a_flop_wager_is_one_to_three_times_the_ante(amount: str, accepted: bool):
    if accepted:
        answer = omaha(HANDS, BOARD, f"2 flop {amount}, 5 fold")
        assert float(events(answer, "wager-placed")[-1]["amount"]) == float(amount)
    else:
        with refuses("SO-05", "allowed: flop 10.00 to 30.00, fold"):
            omaha(HANDS, BOARD, f"2 flop {amount}, 5 fold")


@pytest.mark.rule("SO-05")
@pytest.mark.parametrize(
    ("amount", "accepted"),
    [("10", True), ("15", False), ("19.99", False), ("20", True), ("20.01", False), ("30", True)],
)
def test_ruling_flop_size_whole_multiples(amount: str, accepted: bool):
    rulings = {"flop-size": "whole-multiples"}
    if accepted:
        answer = omaha(HANDS, BOARD, f"2 flop {amount}, 5 fold", rulings=rulings)
        assert answer["status"] == "settled"
    else:
        with refuses("SO-05", "allowed: flop 10.00, flop 20.00, flop 30.00, fold"):
            omaha(HANDS, BOARD, f"2 flop {amount}, 5 fold", rulings=rulings)


@pytest.mark.rule("SO-05")
def test_the_options_are_a_range_or_three_sizes():
    fold = {"action": "fold"}
    asked = omaha(HANDS, BOARD, "")["waiting"][0]
    assert asked["seat"] == 2
    assert asked["options"] == [{"action": "flop", "min": "10.00", "max": "30.00"}, fold]
    asked = omaha(HANDS, BOARD, "", rulings={"flop-size": "whole-multiples"})["waiting"][0]
    sizes = [{"action": "flop", "amount": size} for size in ("10.00", "20.00", "30.00")]
    assert asked["options"] == [*sizes, fold]


@pytest.mark.rule("SO-05")
@pytest.mark.parametrize("decisions", ["2 flop", "2 check", "2 play 10", "5 fold", "2 fold 5"])
def test_only_the_seat_in_turn_and_only_a_flop_wager_or_a_fold(decisions: str):
    with refuses("SO-05", "allowed: flop 10.00 to 30.00, fold"):
        omaha(HANDS, BOARD, decisions)


@pytest.mark.rule("SO-06")
@pytest.mark.parametrize(
    ("amount", "rule"),
    [("9.99", "SO-05"), ("10", ""), ("24.99", ""), ("25", ""), ("25.01", "SO-06"), ("30", "SO-06")],
)
def test_no_flop_wager_above_the_table_maximum(amount: str, rule: str):
    decisions = f"2 flop {amount}, 5 fold"
    if rule:
        with refuses(rule, "allowed: flop 10.00 to 25.00 (table maximum), fold"):
            omaha(HANDS, BOARD, decisions, limits={"max": 25})
    else:
        assert omaha(HANDS, BOARD, decisions, limits={"max": 25})["status"] == "settled"


@pytest.mark.rule("SO-06")
@pytest.mark.parametrize("most", ["29.99", "30", "30.01"])
def test_the_maximum_cuts_the_range_only_below_three_times_the_ante(most: str):
    asked = omaha(HANDS, BOARD, "", limits={"max": most})["waiting"][0]
    assert asked["options"][0]["max"] == ("29.99" if most == "29.99" else "30.00")


@pytest.mark.rule("SO-06")
def test_whole_multiples_stop_at_the_maximum_too():
    table: dict[str, Any] = {"rulings": {"flop-size": "whole-multiples"}, "limits": {"max": 25}}
    assert omaha(HANDS, BOARD, "2 flop 20, 5 fold", **table)["status"] == "settled"
    with refuses("SO-06", "allowed: flop 10.00, flop 20.00 (table maximum), fold"):
        omaha(HANDS, BOARD, "2 flop 30, 5 fold", **table)


@pytest.mark.rule("SO-06")
def test_an_ante_at_the_maximum_leaves_one_size():
    limits = {"min": 5, "max": 10}
    asked = omaha(HANDS, BOARD, "", limits=limits)["waiting"][0]
    assert asked["options"][0] == {"action": "flop", "amount": "10.00"}
    for decisions in ("2 flop 10, 5 fold", "2 flop, 5 fold"):
        answer = omaha(HANDS, BOARD, decisions, limits=limits)
        assert events(answer, "wager-placed")[-1]["amount"] == "10.00"


@pytest.mark.rule("SO-07")
def test_a_fold_loses_the_ante_alone_before_the_next_seat_is_asked():
    answer = omaha(HANDS, BOARD, "2 fold")
    assert rows(answer) == ["2 ante 10.00 lose net -10.00"]
    assert answer["settlement"][0]["rule"] == "SO-07"
    assert answer["waiting"][0]["seat"] == 5
    assert answer["events"][-1]["event"] == "cards-discarded"


@pytest.mark.rule("SO-07")
def test_when_all_fold_the_round_still_ends_in_order():
    answer = omaha(HANDS, BOARD)
    assert (answer["status"], answer["net"]) == ("settled", {"2": "-10.00", "5": "-10.00"})
    assert [event["of"] for event in events(answer, "cards-shown")] == [
        "community", "dealer", "community",
    ]  # fmt: skip


@pytest.mark.rule("SO-09")
def test_the_dealer_and_the_last_two_cards_are_shown_when_all_have_acted():
    before = omaha(HANDS, BOARD, "2 flop 10")
    assert [event["cards"] for event in events(before, "cards-shown")] == ["Qh Jh Th"]
    after = omaha(HANDS, BOARD, "2 flop 10, 5 flop 10")
    shown = [(event["of"], event["cards"]) for event in events(after, "cards-shown")]
    assert shown[1:3] == [("dealer", DEALER), ("community", "2c 5s")]
    acted = [place for place, event in enumerate(after["events"]) if event["event"] == "decided"]
    turned = [place for place, event in enumerate(after["events"]) if event.get("of") == "dealer"]
    assert max(acted) < min(turned)


@pytest.mark.rule("SO-33")
@pytest.mark.parametrize(
    ("ante", "word"),
    [("4.99", "minimum"), ("5", ""), ("5.01", ""), ("399.99", ""), ("400", ""), ("400.01", "max")],
)
def test_the_ante_keeps_within_the_limits(ante: str, word: str):
    wagers: Wagers = {2: {"ante": ante}, 5: {"ante": 10}}
    limits = {"min": 5, "max": 400}
    if word:
        with refuses("SO-02", f"table {word}"):
            omaha(HANDS, BOARD, "", wagers, limits=limits)
    else:
        assert omaha(HANDS, BOARD, "", wagers, limits=limits)["status"] == "waiting"


@pytest.mark.parametrize("seats", range(1, 8))
def test_ruling_seats(seats: int):
    """As many seats as the table has, and no more."""
    hands = dict(zip(range(1, seats + 1), ("Ah Kh Qh 9h", *DULL), strict=False))
    rulings = {"seats": str(seats)}
    answer = omaha(hands, "Th 3d 6s 7c Ac", rulings=rulings)
    assert (answer["status"], len(answer["net"])) == ("settled", seats)
    with refuses("", f"this table has seats 1 to {seats}"):
        omaha({seats + 1: "Ah Kh Qh 9h"}, "Th 3d 6s 7c Ac", rulings=rulings)


@pytest.mark.parametrize("seats", ["0", "8", "x", True])
def test_a_number_of_seats_that_no_table_has(seats: object):
    with refuses("", "ruling seats"):
        omaha(HANDS, BOARD, rulings={"seats": seats})


def test_a_void_returns_every_wager_and_undoes_a_fold():
    tables = {"high-hand": "HHW-01", "flop-bonus": "SOA-01"}
    made = {"ante": 10, "high-hand": 5, "flop-bonus": 1}
    answer = omaha(HANDS, BOARD, "2 fold, void a card fell", {2: made, 5: made}, paytables=tables)
    assert answer["status"] == "void"
    assert rows(answer) == [
        f"{seat} {wager} {amount} void net 0.00"
        for seat in (5, 2)
        for wager, amount in (("ante", "10.00"), ("high-hand", "5.00"), ("flop-bonus", "1.00"))
    ]
    assert answer["net"] == {"2": "0.00", "5": "0.00"}
    with refuses("", "the round has ended"):
        omaha(HANDS, BOARD, "2 fold, void a card fell, 5 fold")
