"""Comparing with the dealer, High Hand and Flop Bonus in Super Omaha."""

from itertools import combinations

import pytest

from pitboss.cards import parse_cards
from pitboss.cards.poker import rank_five
from pitboss.games import find_game
from pitboss.games.super_omaha.score import best_five, read_board, score
from tests.omaha_scripts import omaha, rows_of
from tests.scripts import events, outcomes, refuses, rows

LOW = "2c 3d 4s 9d"
"""A dealer who stays below every hand here: a low pair or two pair at most."""

MADE = {
    "pair": ("Ah Kd 5c 6c", "Ac 8h Jd Tc 7s"),
    "two-pair": ("Ah Kd 5c 6c", "Ac Kh Jd Tc 7s"),
    "three-of-a-kind": ("Ah Ad 5c 6c", "Ac Kh Jd 8c 7s"),
    "straight": ("Qh Jd 5c 5s", "Ac Kh Td 8c 8s"),
    "flush": ("Ah 5h 6c 6s", "Kh Jh 8h Tc Qs"),
    "full-house": ("Ah As 6c 6s", "Ac Kh Kd 8c 7s"),
    "four-of-a-kind": ("Kc Ks 6c 5s", "Ac Kh Kd 8c 7s"),
    "straight-flush": ("9h 8h 6c 5s", "Qh Jh Th Kc Ks"),
    "royal-flush": ("Ah Kh 6c 5s", "Qh Jh Th 8c 8s"),
}
"""A hand and a board for each category, all of which beat the low dealer."""

ANTE_PAYS = {
    "SOA-01": {"royal-flush": 50, "straight-flush": 15},
    "SOA-02": {"royal-flush": 50, "straight-flush": 10},
    "SOA-03": {"royal-flush": 25, "straight-flush": 10},
}
HIGH_HAND_PAYS = {
    "HHW-01": {"royal-flush": 200, "straight-flush": 50},
    "HHW-02": {"royal-flush": 200, "straight-flush": 40},
    "HHW-03": {"royal-flush": 150, "straight-flush": 40},
}


def category(hole: str, board: str) -> object:
    game = find_game("super-omaha")
    return game.score(f"{hole} / {board}", {})["category"]


@pytest.mark.rule("SO-10")
@pytest.mark.parametrize(("name", "cards"), MADE.items())
def test_every_category_is_made_of_two_and_three(name: str, cards: tuple[str, str]):
    hole, board = (parse_cards(text) for text in cards)
    five = best_five(hole, board)
    assert category(*cards) == name
    assert (len(set(five) & set(hole)), len(set(five) & set(board))) == (2, 3)


@pytest.mark.rule("SO-10")
@pytest.mark.parametrize(
    ("hole", "board", "made"),
    [
        pytest.param("Ah 2c 7d 9s", "Kh Qh Jh 3h 4d", "high-card", id="one heart, four on board"),
        pytest.param("As Ah Ad Ac", "2c 3d 7h 8s Ts", "pair", id="four aces play as two"),
        pytest.param("As Kd 4c 5h", "7c 7d 7h 7s 2d", "three-of-a-kind", id="quads on the board"),
        pytest.param("Ac 2d 3h 4c", "Ks Qs Js Ts 9s", "high-card", id="a flush on the board"),
        pytest.param("Ah Kh Qh Jh", "Th 9c 8d 2s 3s", "straight", id="four of a royal in hand"),
        pytest.param("3c 2d 9h 9s", "Ah 4s 5d Kc Kd", "straight", id="ace low"),
        pytest.param("Ah 2d 9h 7s", "Kh Qs 3d 8c 5d", "high-card", id="no straight round the ace"),
    ],
)
def test_exactly_two_hole_cards_and_three_of_the_board(hole: str, board: str, made: str):
    assert category(hole, board) == made


@pytest.mark.rule("SO-10")
@pytest.mark.parametrize(
    "text",
    ["As Kd 4c / 7c 7d 7h", "As Kd 4c 5h 7c 7d 7h", "As Kd 4c 5h / 7c 7d", "As/Kd/4c/5h", ""],
)
def test_a_score_needs_four_hole_cards_and_a_board(text: str):
    with pytest.raises(ValueError, match=r"no card|four hole cards"):
        find_game("super-omaha").score(text, {})


@pytest.mark.rule("SO-10")
def test_categories_stand_in_the_order_of_poker():
    ranks = [
        score(parse_cards(hole), read_board(parse_cards(board))) for hole, board in MADE.values()
    ]
    assert ranks == sorted(ranks)
    assert len(set(ranks)) == len(ranks)


@pytest.mark.rule("SO-11")
@pytest.mark.rule("SO-15")
@pytest.mark.parametrize("code", ANTE_PAYS)
@pytest.mark.parametrize(("name", "cards"), MADE.items())
def test_a_beaten_dealer_pays_the_ante_from_a_flush_up(
    name: str, cards: tuple[str, str], code: str
):
    answer = omaha({1: cards[0]}, cards[1], "1 flop 30", dealer=LOW, paytables={"ante": code})
    odds = {"flush": 1, "full-house": 1, "four-of-a-kind": 3, **ANTE_PAYS[code]}.get(name)
    ante, flop = answer["settlement"]
    if odds is None:
        assert (ante["outcome"], ante["net"], ante["rule"]) == ("push", "0.00", "SO-15")
        assert ante["row"] == "Straight or Less"
    else:
        won = f"{odds * 10}.00"
        assert (ante["pays"], ante["paid"], ante["net"]) == (f"{odds} to 1", won, won)
        assert ante["rule"] == "SO-11"
    assert (flop["pays"], flop["net"], flop["rule"]) == ("1 to 1", "30.00", "SO-12")


@pytest.mark.rule("SO-11")
@pytest.mark.parametrize(
    ("rows", "name", "pays"),
    [
        ({"flush": 2}, "straight-flush", "2 to 1"),
        ({"straight-flush": 5}, "royal-flush", "5 to 1"),
        ({"straight-flush": 5, "flush": 2}, "royal-flush", "5 to 1"),
        ({"flush": 2}, "four-of-a-kind", None),
        ({"straight-flush": 5}, "flush", None),
        ({"full-house": 3}, "four-of-a-kind", None),
    ],
)
def test_where_an_own_ante_table_lacks_a_row_the_hand_takes_the_next_that_it_meets(
    rows: dict[str, int], name: str, pays: str | None
):
    """As on the bonus and jackpot tables, where a dash says that a row does not exist."""
    hole, board = MADE[name]
    answer = omaha({1: hole}, board, "1 flop 30", dealer=LOW, paytables={"ante": {"rows": rows}})
    ante = answer["settlement"][0]
    assert (ante["outcome"], ante["pays"]) == (("win", pays) if pays else ("push", None))


@pytest.mark.rule("SO-12")
@pytest.mark.parametrize("amount", ["10.00", "17.43", "30.00"])
def test_the_flop_wager_wins_even_money_beside_a_pushed_ante(amount: str):
    hole, board = MADE["straight"]
    answer = omaha({1: hole}, board, f"1 flop {amount}", dealer=LOW)
    assert rows(answer) == [
        "1 ante 10.00 push net 0.00",
        f"1 flop {amount} win 1 to 1 paid {amount} net {amount}",
    ]


@pytest.mark.rule("SO-13")
@pytest.mark.parametrize("name", ["pair", "straight", "flush", "four-of-a-kind"])
def test_a_better_dealer_takes_ante_and_flop_wager(name: str):
    """However good the player's hand is, it is the comparison that counts."""
    hole, board = MADE[name]
    better = {"pair": "As Jc 2d 3d", "straight": "Qc Jc 8d 8h", "flush": "9h 7h 2d 3d"}
    dealer = better.get(name, "As Ad 2d 3d")
    if name == "four-of-a-kind":
        board = "Ac Kh Kd Ah 7s"
    if name == "flush":
        board, hole = "Kh Jh 8h Ah Qs", "3h 2h 6c 6s"
    answer = omaha({1: hole}, board, "1 flop 20", dealer=dealer)
    assert rows(answer) == ["1 ante 10.00 lose net -10.00", "1 flop 20.00 lose net -20.00"]
    assert {row["rule"] for row in answer["settlement"]} == {"SO-13"}


@pytest.mark.rule("SO-14")
@pytest.mark.parametrize(
    ("hole", "dealer", "board"),
    [
        pytest.param("As Kc 2c 3d", "Ad Ks 2s 3c", "Kh Jh 8h Tc Qs", id="straights"),
        pytest.param("Ah 4c 2c 3d", "Ad 4s 2s 3c", "Kh Jh 8d Tc 6s", id="ace high"),
        pytest.param("As Kc 2c 3d", "Ad Ks 2s 3c", "Ah Kh 8d Tc 6s", id="two pair"),
    ],
)
def test_a_tie_pushes_both_wagers(hole: str, dealer: str, board: str):
    answer = omaha({1: hole}, board, "1 flop 30", dealer=dealer)
    assert rows(answer) == ["1 ante 10.00 push net 0.00", "1 flop 30.00 push net 0.00"]
    assert {row["rule"] for row in answer["settlement"]} == {"SO-14"}


@pytest.mark.rule("SO-13")
@pytest.mark.rule("SO-14")
@pytest.mark.parametrize(("kicker", "outcome"), [("8s", "lose"), ("9s", "push"), ("Ts", "win")])
def test_one_step_below_at_and_above_the_dealers_hand(kicker: str, outcome: str):
    """Aces with a king, a queen and the seat's kicker against the dealer's nine."""
    answer = omaha({1: f"Ah {kicker} 2c 3d"}, "Ac Kh Qd 7c 6s", "1 flop 10", dealer="As 9d 2d 3h")
    assert outcomes(answer)["1 flop"] == outcome


@pytest.mark.rule("SO-13")
def test_seats_are_settled_from_the_highest_each_wager_in_order():
    hands = {1: "Ah Kd 5c 6c", 3: "Ad Jh 5d 6d", 7: "Th 9h 2d 3s"}
    tables = {"high-hand": "HHW-01", "flop-bonus": "SOA-01"}
    made = {"flop-bonus": 1, "high-hand": 1, "ante": 10}
    answer = omaha(
        hands, "Ac 8h Jd Tc 7s", "1 fold, 3 flop 10, 7 flop 10", dict.fromkeys(hands, made),
        dealer="2c 3d 4s 9d", paytables=tables,
    )  # fmt: skip
    assert [(row["seat"], row["wager"]) for row in answer["settlement"]] == [
        (1, "ante"),
        (7, "ante"), (7, "flop"), (7, "high-hand"), (7, "flop-bonus"),
        (3, "ante"), (3, "flop"), (3, "high-hand"), (3, "flop-bonus"),
        (1, "high-hand"), (1, "flop-bonus"),
    ]  # fmt: skip


@pytest.mark.rule("SO-16")
@pytest.mark.parametrize("code", HIGH_HAND_PAYS)
@pytest.mark.parametrize(("name", "cards"), MADE.items())
def test_high_hand_pays_from_a_straight_up(name: str, cards: tuple[str, str], code: str):
    pays = {"straight": 1, "flush": 2, "full-house": 5, "four-of-a-kind": 20}
    odds = {**pays, **HIGH_HAND_PAYS[code]}.get(name)
    wagers = {1: {"ante": 10, "high-hand": 2}}
    answer = omaha({1: cards[0]}, cards[1], "1 flop 10", wagers, LOW, paytables={"high-hand": code})
    expected = f"win {odds} to 1 paid {2 * (odds or 0)}.00 net {2 * (odds or 0)}.00"
    assert rows_of(answer, "high-hand") == [
        f"1 high-hand 2.00 {expected if odds else 'lose net -2.00'}"
    ]


@pytest.mark.rule("SO-16")
@pytest.mark.rule("SO-08")
@pytest.mark.parametrize("decision", ["fold", "flop 10"])
def test_high_hand_wins_whatever_the_dealer_holds(decision: str):
    """A flush loses to the dealer's full house, or is folded: High Hand pays 2 to 1."""
    wagers = {1: {"ante": 10, "high-hand": 5}}
    answer = omaha(
        {1: "Ah 5h 6c 6s"}, "Kh Jh 8h Kc Js", f"1 {decision}", wagers, "Ks Jd 2c 3d",
        paytables={"high-hand": "HHW-01"},
    )  # fmt: skip
    assert outcomes(answer)["1 ante"] == "lose"
    assert rows_of(answer, "high-hand") == ["1 high-hand 5.00 win 2 to 1 paid 10.00 net 10.00"]


FLOPS = {
    "Ah Kh Qh": "Mini-Royal Flush",
    "Qd Ad Kd": "Mini-Royal Flush",
    "Kh Qh Jh": "Straight Flush",
    "3s As 2s": "Straight Flush",
    "2h 3h 4h": "Straight Flush",
    "2c 2d 2h": "Three-of-a-Kind",
    "As Ad Ah": "Three-of-a-Kind",
    "Ah Kh Qs": "Straight",
    "Ac 2c 3d": "Straight",
    "9c 7d 8s": "Straight",
    "2h 3h 5h": "Flush",
    "Kh Ah 2h": "Flush",
    "2c 2d Ah": "Pair",
    "Kc 5d Kh": "Pair",
    "Kc Ad 2h": None,
    "2c 3d 5h": None,
    "Jc Kd Ah": None,
}
FLOP_PAYS = {
    "SOA-01": (40, 40, 30, 6, 4, 1),
    "SOA-02": (35, 35, 33, 6, 4, 1),
    "SOA-03": (50, 50, 30, 6, 3, 1),
    "SOA-04": (40, 40, 30, 6, 3, 1),
    "SOA-05": (100, 50, 25, 6, 3, 1),
}
FLOP_ROWS = ("Mini-Royal Flush", "Straight Flush", "Three-of-a-Kind", "Straight", "Flush", "Pair")


@pytest.mark.rule("SO-17")
@pytest.mark.parametrize("code", FLOP_PAYS)
@pytest.mark.parametrize(("flop", "row"), FLOPS.items())
def test_flop_bonus_pays_on_the_three_cards_alone(flop: str, row: str | None, code: str):
    wagers = {1: {"ante": 10, "flop-bonus": 5}}
    answer = omaha(
        {1: "Ts Td 6c 6d"}, f"{flop} 4c 9h", "1 fold", wagers, "Tc 7c 7h 6h",
        paytables={"flop-bonus": code},
    )  # fmt: skip
    (settled,) = (line for line in answer["settlement"] if line["wager"] == "flop-bonus")
    assert settled["row"] == row
    assert settled["rule"] == "SO-17"
    if row:
        odds = FLOP_PAYS[code][FLOP_ROWS.index(row)]
        assert (settled["pays"], settled["net"]) == (f"{odds} to 1", f"{5 * odds}.00")
    else:
        assert (settled["outcome"], settled["net"]) == ("lose", "-5.00")


@pytest.mark.rule("SO-17")
def test_every_seat_with_the_wager_wins_on_the_same_flop():
    hands = {1: "2c 7d 8s Jc", 4: "2d 7s 8d Jd", 6: "3c 4s 9c Ts"}
    wagers = {1: {"ante": 10, "flop-bonus": 1}, 4: {"ante": 10}, 6: {"ante": 10, "flop-bonus": 2}}
    answer = omaha(hands, "Ah Kh Qh 5c 5d", None, wagers, paytables={"flop-bonus": "SOA-05"})
    assert rows_of(answer, "flop-bonus") == [
        "6 flop-bonus 2.00 win 100 to 1 paid 200.00 net 200.00",
        "1 flop-bonus 1.00 win 100 to 1 paid 100.00 net 100.00",
    ]


@pytest.mark.rule("SO-18")
@pytest.mark.parametrize("wager", ["high-hand", "flop-bonus"])
def test_a_bonus_wager_needs_a_pay_table_at_the_table(wager: str):
    hole, board = MADE["flush"]
    wagers = {1: {"ante": 10, wager: 5}}
    with refuses("SO-18", f"seat 1: this table offers no {wager} wager", "it has ante"):
        omaha({1: hole}, board, "1 fold", wagers, LOW)
    code = "HHW-01" if wager == "high-hand" else "SOA-05"
    answer = omaha({1: hole}, board, "1 fold", wagers, LOW, paytables={wager: code})
    assert answer["status"] == "settled"


@pytest.mark.rule("SO-18")
@pytest.mark.parametrize(
    ("amount", "word"),
    [("0.99", "minimum"), ("1", ""), ("1.01", ""), ("24.99", ""), ("25", ""), ("25.01", "maximum")],
)
@pytest.mark.parametrize("wager", ["high-hand", "flop-bonus"])
def test_bonus_wagers_have_limits_of_their_own(wager: str, amount: str, word: str):
    hole, board = MADE["flush"]
    table = {
        "paytables": {"high-hand": "HHW-01", "flop-bonus": "SOA-05"},
        "limits": {"min": 5, "max": 10, wager: [1, 25]},
    }
    wagers = {1: {"ante": 10, wager: amount}}
    if word:
        with refuses("SO-16" if wager == "high-hand" else "SO-17", f"table {word}"):
            omaha({1: hole}, board, "1 fold", wagers, LOW, **table)
    else:
        assert omaha({1: hole}, board, "1 fold", wagers, LOW, **table)["status"] == "settled"


@pytest.mark.rule("SO-18")
@pytest.mark.parametrize(("name", "cards"), MADE.items())
def test_bonus_wagers_change_nothing_in_the_main_game(name: str, cards: tuple[str, str]):
    tables = {"high-hand": "HHW-01", "flop-bonus": "SOA-01"}
    plain = omaha({1: cards[0]}, cards[1], "1 flop 20", dealer=LOW, paytables=tables)
    wagers = {1: {"ante": 10, "high-hand": 5, "flop-bonus": 5}}
    with_bonus = omaha({1: cards[0]}, cards[1], "1 flop 20", wagers, LOW, paytables=tables)
    assert rows_of(with_bonus, "ante", "flop") == rows(plain)
    assert events(with_bonus, "decided") == events(plain, "decided")


@pytest.mark.parametrize(
    ("wager", "rows_given", "words"),
    [
        ("ante", [["flush", "$5"]], "ante rows pay odds such as 50, Push"),
        ("ante", [["flush", "10%"]], "ante rows pay odds"),
        ("ante", [["straight", 1]], "'straight' is unknown"),
        ("high-hand", [["flush", "$5"]], "high-hand rows pay odds such as 50, Loss, -"),
        ("high-hand", [["flush", "Push"]], "high-hand rows pay odds"),
        ("high-hand", [["flush", "Flush", 5, "$10"]], "no envy"),
        ("flop-bonus", [["full-house", 5]], "'full-house' is unknown"),
    ],
)
def test_a_what_if_table_pays_the_printed_events_by_odds(
    wager: str, rows_given: list[list[object]], words: str
):
    hole, board = MADE["flush"]
    with refuses("", words):
        omaha({1: hole}, board, "1 fold", dealer=LOW, paytables={wager: {"rows": rows_given}})


def test_a_what_if_table_is_labelled_and_a_loss_row_is_lost():
    """A straight flush that the table calls lost is not paid as the flush that it contains."""
    hole, board = MADE["straight-flush"]
    table = {"code": "mild", "rows": [["straight-flush", "Loss"], ["flush", 7]]}
    wagers = {1: {"ante": 10, "high-hand": 1}}
    answer = omaha({1: hole}, board, "1 fold", wagers, LOW, paytables={"high-hand": table})
    assert rows_of(answer, "high-hand") == ["1 high-hand 1.00 lose net -1.00"]
    assert answer["labels"] == ["not as approved: pay table mild for high-hand is not printed"]


@pytest.mark.rule("SO-10")
@pytest.mark.parametrize("pair", list(combinations(range(4), 2)))
@pytest.mark.parametrize("triple", list(combinations(range(5), 3)))
def test_every_pair_plays_with_every_three_of_the_board(
    pair: tuple[int, ...], triple: tuple[int, ...]
):
    """A full house, and a royal flush, that only these two and these three cards make."""
    for made, lower in (("Ac Ad Ah Kc Kd", "2c 4d 7h 9s"), ("As Ks Qs Js Ts", "2h 4d 7c 8d")):
        five, rest = list(parse_cards(made)), list(parse_cards(lower))
        hole = [five.pop() if place in pair else rest.pop() for place in range(4)]
        board = [five.pop() if place in triple else rest.pop() for place in range(5)]
        rank = score(hole, read_board(board))
        assert rank == rank_five(*parse_cards(made))
        assert set(best_five(hole, board)) == set(parse_cards(made))
