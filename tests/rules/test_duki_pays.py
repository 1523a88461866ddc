"""What Duki 4 Poker pays: Ante, Play and Bonus, at every edge and under every ruling."""

from typing import Any

import pytest

from tests.scripts import Answer, duki, outcomes, refuses, rows

THREE_HIGH = "9s 7h 4d 2d"
FOUR_HIGH = "Ts 7h 5d 2c"
"""Dealers with nine high of three cards, and with ten high of four."""

HEARTS = [f"{rank}h" for rank in "23456789"]


def without_duki(*players: str) -> str:
    """A dealer with four hearts that no player holds."""
    return " ".join([card for card in HEARTS if card not in " ".join(players)][:4])


def round_against(dealer: str, player: str, **table: Any) -> dict[str, str]:
    """``{"ante": "win 2 to 1", "play": "push"}`` of a player who plays."""
    answer = duki({1: player}, dealer, "1 play", **table)
    return {
        row["wager"]: f"{row['outcome']} {row['pays']}" if row["pays"] else row["outcome"]
        for row in answer["settlement"]
    }


ANTE_TABLE = [
    ("As Ah Ad Ac", 100),
    ("3s 3h 3d 3c", 100),
    ("As Kh Qd Jc", 10),
    ("As 2h 3d 4c", 10),
    ("As Ah Ad Kc", 5),
    ("As Ah Kd Kc", 3),
    ("As Ah Kd Qc", 2),
    ("As Kh Qd Tc", 1),
]


@pytest.mark.rule("DUKI-15")
@pytest.mark.parametrize(("player", "odds"), ANTE_TABLE)
def test_the_ante_table(player: str, odds: int):
    """Every row, whether the dealer has a lower 4-card Duki or none."""
    for dealer in (without_duki(player), FOUR_HIGH):
        assert round_against(dealer, player)["ante"] == f"win {odds} to 1"


@pytest.mark.rule("DUKI-12")
@pytest.mark.parametrize(
    ("player", "ante"),
    [
        pytest.param("As Ad Ks Kd", "win 1 to 1", id="no Duki"),
        pytest.param("Qs Qd Qc Jc", "win 1 to 1", id="3-card Duki"),
        pytest.param("Qs Jh 8d 6c", "win 1 to 1", id="4-card Duki, high card"),
        pytest.param("Qs Qh 8d 6c", "win 2 to 1", id="4-card Duki, a pair"),
    ],
)
def test_a_dealer_who_does_not_qualify_pays_the_ante_and_pushes_the_play(player: str, ante: str):
    assert round_against(without_duki(player), player) == {"ante": ante, "play": "push"}


@pytest.mark.rule("DUKI-12")
@pytest.mark.parametrize(
    ("player", "by_table"),
    [
        pytest.param("Qs Qd Qc Jc", 30, id="three of a kind"),
        pytest.param("Qs Jd Tc 2c", 5, id="straight"),
        pytest.param("5s 5d 9c 2c", 1, id="pair of fives"),
        pytest.param("4s 4d 9c 2c", 1, id="pair of fours"),
        pytest.param("3s 3d 9c 2c", 1, id="pair of threes: no row, paid as the Ante always is"),
        pytest.param("Qs 9d 7c 2c", 1, id="high card: no row"),
    ],
)
def test_ruling_ante_three_card(player: str, by_table: int):
    literal = {"ante-three-card": "three-card-table"}
    assert round_against(without_duki(player), player) == {"ante": "win 1 to 1", "play": "push"}
    assert round_against(without_duki(player), player, rulings=literal) == {
        "ante": f"win {by_table} to 1",
        "play": "push",
    }


@pytest.mark.rule("DUKI-12")
def test_ruling_ante_three_card_speaks_of_no_other_case():
    """Not of a dealer who qualifies, of a 4-card Duki, or of a hand without a Duki."""
    literal = {"ante-three-card": "three-card-table"}
    cases = {THREE_HIGH: "Qs Qc Qd Jc", without_duki(): "Qs Qh Qd Jc"}
    for dealer, player in cases.items():
        assert round_against(dealer, player, rulings=literal) == round_against(dealer, player)
    assert round_against(without_duki(), "As Ad Ks Qs", rulings=literal)["ante"] == "win 1 to 1"


@pytest.mark.rule("DUKI-13")
@pytest.mark.parametrize(
    ("player", "expected"),
    [
        pytest.param("Ks Kc Kd 3c", "lose", id="a 3-card Duki"),
        pytest.param("Ks Kd 3s 3d", "lose", id="no Duki"),
        pytest.param("Th 7s 4c 2d", "lose", id="a lower 4-card Duki"),
        pytest.param("Th 7s 5c 2d", "push", id="the same 4-card Duki"),
        pytest.param("Th 7s 5c 3d", "win 1 to 1", id="a higher 4-card Duki"),
    ],
)
def test_against_a_four_card_duki(player: str, expected: str):
    assert round_against(FOUR_HIGH, player) == {"ante": expected, "play": expected}


@pytest.mark.rule("DUKI-13")
def test_the_play_wager_is_paid_even_money_beside_the_table():
    assert round_against(FOUR_HIGH, "Ks Kh Kd Kc") == {"ante": "win 100 to 1", "play": "win 1 to 1"}


@pytest.mark.rule("DUKI-14")
@pytest.mark.parametrize(
    ("player", "expected"),
    [
        pytest.param("Ks Kd 3s 3d", "lose", id="no Duki"),
        pytest.param("9h 7s 3c 2c", "lose", id="a lower 3-card Duki"),
        pytest.param("9h 7s 4c 3c", "push", id="the same 3-card Duki, another unused card"),
        pytest.param("9h 7s 5c 2c", "win 1 to 1", id="a higher 3-card Duki"),
        pytest.param("Ks Kh Kc 3c", "win 1 to 1", id="three of a kind is paid even money too"),
    ],
)
def test_against_a_three_card_duki(player: str, expected: str):
    assert round_against(THREE_HIGH, player) == {"ante": expected, "play": expected}


@pytest.mark.rule("DUKI-14")
@pytest.mark.parametrize(("player", "odds"), ANTE_TABLE)
def test_ruling_ante_four_beats_three(player: str, odds: int):
    """A 4-card Duki against a dealer's 3-card Duki: by the table, or even money."""
    dealer = "9s 7h 6d 8d"
    assert round_against(dealer, player) == {"ante": f"win {odds} to 1", "play": "win 1 to 1"}
    even = {"ante-four-beats-three": "even"}
    assert round_against(dealer, player, rulings=even) == {
        "ante": "win 1 to 1",
        "play": "win 1 to 1",
    }


@pytest.mark.rule("DUKI-14")
def test_ruling_ante_four_beats_three_speaks_of_no_other_case():
    even = {"ante-four-beats-three": "even"}
    for dealer in (without_duki(), FOUR_HIGH):
        assert round_against(dealer, "Ks Kh Kd Kc", rulings=even)["ante"] == "win 100 to 1"


def bonus(player: str, **rulings: str) -> str:
    """How a bonus of 10.00 ends: ``lose`` or what it is paid at."""
    named = {name.replace("_", "-"): option for name, option in rulings.items()}
    answer = duki({1: player}, without_duki(player), "", {1: {"bonus": 10}}, rulings=named)
    (row,) = answer["settlement"]
    return str(row["pays"] or row["outcome"])


@pytest.mark.rule("DUKI-16")
def test_the_bonus_needs_a_duki():
    assert bonus("As Ad Ac 2c") == "30 to 1"
    assert bonus("As Ad 2s 2d") == "lose"


@pytest.mark.rule("DUKI-16")
def test_the_bonus_is_paid_even_if_the_hand_loses():
    wagers = {1: {"ante": 10, "bonus": 5}}
    answer = duki({1: "Qs Qh Qd 3d"}, FOUR_HIGH, "1 play", wagers)
    assert rows(answer) == [
        "1 ante 10.00 lose net -10.00",
        "1 play 10.00 lose net -10.00",
        "1 bonus 5.00 win 30 to 1 paid 150.00 net 150.00",
    ]


@pytest.mark.rule("DUKI-17")
@pytest.mark.parametrize(
    ("player", "pays"),
    [
        ("As Ah Ad 2d", "30 to 1"),
        ("3s 3h 3d 2d", "30 to 1"),
        ("As Kh Qd 2d", "5 to 1"),
        ("4s 3h 2d 9d", "5 to 1"),
        ("As Ah Kd 2d", "1 to 1"),
        ("5s 5h Kd 2d", "1 to 1"),
        ("4s 4h Kd 2d", "1 to 1"),
        ("3s 3h Kd 2d", "lose"),
        ("2s 2h Kd 8d", "lose"),
        ("As Kh Jd 2d", "lose"),
    ],
)
def test_the_bonus_table(player: str, pays: str):
    """Pairs of threes, fours and fives stand below, at and above the lowest pair that is paid."""
    assert bonus(player) == pays


@pytest.mark.rule("DUKI-17")
@pytest.mark.parametrize(
    ("player", "best_three", "own_category", "ante_table"),
    [
        pytest.param("7s 7h 7d 7c", "30 to 1", "30 to 1", "100 to 1", id="four of a kind"),
        pytest.param("7s 8h 9d Tc", "5 to 1", "5 to 1", "10 to 1", id="straight"),
        pytest.param("7s 7h 7d 3c", "30 to 1", "30 to 1", "5 to 1", id="three of a kind"),
        pytest.param("9s 9h 4d 4c", "1 to 1", "1 to 1", "3 to 1", id="two pair"),
        pytest.param("4s 4h 3d 3c", "1 to 1", "1 to 1", "3 to 1", id="fours and threes"),
        pytest.param("3s 3h 2d 2c", "lose", "lose", "3 to 1", id="threes and twos"),
        pytest.param("5s 5h 9d Kc", "1 to 1", "1 to 1", "2 to 1", id="pair of fives"),
        pytest.param("4s 4h 9d Kc", "1 to 1", "1 to 1", "2 to 1", id="pair of fours"),
        pytest.param("3s 3h 9d Kc", "lose", "lose", "2 to 1", id="pair of threes"),
        pytest.param("9s 9h 8d 7c", "5 to 1", "1 to 1", "2 to 1", id="a pair with a straight"),
        pytest.param("3s 3h 2d 4c", "5 to 1", "lose", "2 to 1", id="threes with a straight"),
        pytest.param("7s 8h 9d 2c", "5 to 1", "lose", "1 to 1", id="high card with a straight"),
        pytest.param("As 2h 3d 9c", "5 to 1", "lose", "1 to 1", id="high card with A-2-3"),
        pytest.param("2s 6h 9d Kc", "lose", "lose", "1 to 1", id="high card"),
    ],
)
def test_ruling_bonus_four_card(player: str, best_three: str, own_category: str, ante_table: str):
    assert bonus(player) == bonus(player, bonus_four_card="best-three") == best_three
    assert bonus(player, bonus_four_card="own-category") == own_category
    assert bonus(player, bonus_four_card="ante-table") == ante_table
    assert bonus(player, bonus_four_card="three-suits-only") == "lose"


@pytest.mark.rule("DUKI-17")
@pytest.mark.parametrize("option", ["own-category", "ante-table", "three-suits-only"])
def test_ruling_bonus_four_card_does_not_touch_three_cards(option: str):
    for player in ("As Ah Ad 2d", "As Kh Qd 2d", "4s 4h Kd 2d", "3s 3h Kd 2d"):
        assert bonus(player, bonus_four_card=option) == bonus(player)


@pytest.mark.rule("DUKI-17")
def test_three_suits_only_is_labelled_as_no_reading_of_the_text():
    def labels(**rulings: str) -> Any:
        named = {name.replace("_", "-"): option for name, option in rulings.items()}
        wagers = {1: {"bonus": 10}}
        return duki({1: "As Ah Ad 2d"}, without_duki(), "", wagers, rulings=named)["labels"]

    assert labels(bonus_four_card="ante-table") == []
    (label,) = labels(bonus_four_card="three-suits-only")
    assert label.startswith("not as approved")


@pytest.mark.rule("DUKI-17")
def test_ruling_bonus_pays():
    """For 1 keeps the wager: a win of 1 for 1 leaves nothing over. The 4-card table says to 1."""

    def settled(player: str, **rulings: str) -> Answer:
        return duki({1: player}, without_duki(player), "", {1: {"bonus": 10}}, rulings=rulings)

    for_1 = {"bonus-pays": "for-1"}
    trips, pair, low = "As Ah Ad 2d", "4s 4h Kd 2d", "3s 3h Kd 2d"
    assert rows(settled(trips)) == ["1 bonus 10.00 win 30 to 1 paid 300.00 net 300.00"]
    assert rows(settled(trips, **for_1)) == ["1 bonus 10.00 win 30 for 1 paid 300.00 net 290.00"]
    assert rows(settled(pair)) == ["1 bonus 10.00 win 1 to 1 paid 10.00 net 10.00"]
    assert rows(settled(pair, **for_1)) == ["1 bonus 10.00 win 1 for 1 paid 10.00 net 0.00"]
    assert rows(settled(low, **for_1)) == ["1 bonus 10.00 lose net -10.00"]
    by_table = settled("7s 7h 7d 7c", **for_1, **{"bonus-four-card": "ante-table"})
    assert rows(by_table) == ["1 bonus 10.00 win 100 to 1 paid 1000.00 net 1000.00"]
    assert by_table["settlement"][0]["rule"] == "DUKI-15"
    assert settled(trips)["settlement"][0]["rule"] == "DUKI-17"


@pytest.mark.rule("DUKI-17")
@pytest.mark.parametrize(("ace", "pays"), [("high-low", "5 to 1"), ("high", "lose")])
def test_ruling_ace_on_the_bonus(ace: str, pays: str):
    assert bonus("As 2h 3d 9d", ace=ace) == pays
    assert bonus("As 2h 3d 9c", ace=ace) == pays


def test_seats_are_settled_from_the_highest_down():
    """After the folds; in each seat Ante, Play, then Bonus."""
    hands = {1: "As Ah Ad Kc", 2: "Ks Kh 3d 3s", 3: "Qs Jh 8c 8s"}
    wagers = {seat: {"ante": 10, "bonus": 1} for seat in hands}
    answer = duki(hands, FOUR_HIGH, "1 play, 2 fold, 3 play", wagers)
    order = [(row["seat"], row["wager"]) for row in answer["settlement"]]
    assert order == [
        (2, "ante"), (2, "bonus"),
        (3, "ante"), (3, "play"), (3, "bonus"),
        (1, "ante"), (1, "play"), (1, "bonus"),
    ]  # fmt: skip
    assert answer["net"] == {"1": "90.00", "2": "-11.00", "3": "-19.00"}


@pytest.mark.parametrize(
    "table",
    [
        {"ante": {"rows": [["pair", "Loss"]]}},
        {"ante": {"rows": [["full-house", 2]]}},
        {"bonus": {"rows": [["straight", "Push"]]}},
        {"bonus": {"rows": [["straight", "50%"]]}},
        {"play": {"rows": [["straight", 1]]}},
        {"ante": "bonus-3"},
    ],
)
def test_a_pay_table_that_does_not_fit_is_refused(table: dict[str, object]):
    with refuses(""):
        duki({1: "As Ah Ad Kc"}, FOUR_HIGH, "", paytables=table)


def test_a_what_if_table_is_paid_and_labelled():
    table = {"bonus": {"code": "rich", "rows": [["straight", 7], ["three-of-a-kind", "Loss"]]}}
    wagers = {seat: {"bonus": 10} for seat in (1, 2, 3)}
    hands = {1: "As Kh Qd 2d", 2: "8s 8h 8d 2c", 3: "7s 7d 9c 3c"}
    answer = duki(hands, without_duki(*hands.values()), "", wagers, paytables=table)
    assert outcomes(answer) == {"3 bonus": "lose", "2 bonus": "lose", "1 bonus": "win"}
    assert answer["net"]["1"] == "70.00"
    assert answer["labels"] == ["not as approved: pay table rich for bonus is not printed"]
