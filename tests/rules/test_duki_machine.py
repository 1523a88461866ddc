"""The shuffle machine of Duki 4 Poker: two decks, and the irregularities (a) to (e)."""

import pytest

from pitboss.games import find_game
from pitboss.games.events import RoundOpened
from pitboss.games.opening import deck_back, set_table
from pitboss.rounds.script import run_script
from tests.scripts import duki, duki_deck, events, refuses, rows, write_script

HANDS = {1: "9h 9c 6s Jd", 2: "As Kh Qd Tc"}
DEALER = "6d 4h 3d 2c"
WAGERS = {1: {"ante": 10, "bonus": 5}, 2: {"ante": 20}}


@pytest.mark.rule("DUKI-21")
@pytest.mark.parametrize("named", ["a", "(a)", "A"])
def test_a_card_found_face_up_voids_the_round(named: str):
    (voided,) = events(duki(HANDS, DEALER, f"void {named}", WAGERS), "round-voided")
    assert (voided["cause"], voided["rule"]) == ("a", "DUKI-21")
    assert "face up" in voided["reason"]


@pytest.mark.rule("DUKI-22")
def test_a_wrong_number_of_cards_voids_the_round():
    (voided,) = events(duki(HANDS, DEALER, "1 play, void b", WAGERS), "round-voided")
    assert (voided["cause"], voided["rule"]) == ("b", "DUKI-22")


@pytest.mark.rule("DUKI-23")
def test_an_exposed_dealers_card_voids_the_round():
    (voided,) = events(duki(HANDS, DEALER, "1 fold, void c", WAGERS), "round-voided")
    assert (voided["cause"], voided["rule"]) == ("c", "DUKI-23")


@pytest.mark.rule("DUKI-24")
@pytest.mark.parametrize(
    ("cause", "supervised"), [("a", False), ("b", False), ("c", False), ("d", True)]
)
def test_after_a_failure_of_the_machine_a_supervisor_checks_the_cards(cause: str, supervised: bool):
    (voided,) = events(duki(HANDS, DEALER, f"void {cause}", WAGERS), "round-voided")
    assert voided["supervised"] is supervised
    assert (voided["rule"] == "DUKI-24") is supervised


@pytest.mark.rule("DUKI-25")
@pytest.mark.parametrize("cause", ["a", "b", "c", "d", "(d)"])
def test_without_a_machine_these_causes_do_not_hold(cause: str):
    by_hand = {"shuffler": "no"}
    with refuses("DUKI-25", "only with shuffler=yes"):
        duki(HANDS, DEALER, f"void {cause}", WAGERS, rulings=by_hand)
    answer = duki(HANDS, DEALER, "void a card lay face up", WAGERS, rulings=by_hand)
    (voided,) = events(answer, "round-voided")
    assert (answer["status"], voided["cause"]) == ("void", "house-procedure")


@pytest.mark.rule("DUKI-22")
@pytest.mark.parametrize(
    "decisions", ["void b", "1 play, void b", "1 fold, void b"], ids=["at once", "played", "folded"]
)
def test_a_void_returns_every_wager_once(decisions: str):
    """A fold already taken comes back as well."""
    answer = duki(HANDS, DEALER, decisions, WAGERS)
    played = ["1 play 10.00 void net 0.00"] if "play" in decisions else []
    assert rows(answer) == [
        "2 ante 20.00 void net 0.00",
        "1 ante 10.00 void net 0.00",
        *played,
        "1 bonus 5.00 void net 0.00",
    ]
    assert answer["net"] == {"1": "0.00", "2": "0.00"}
    assert all(row["rule"] == "DUKI-22" for row in answer["settlement"])


@pytest.mark.rule("DUKI-22")
@pytest.mark.parametrize("cause", ["a", "b", "c", "d"])
def test_where_nobody_is_asked_a_round_is_void_all_the_same(cause: str):
    """A bonus alone is paid at the deal, and taken back."""
    answer = duki({1: HANDS[1]}, DEALER, f"void {cause}", {1: {"bonus": 5}})
    assert rows(answer) == ["1 bonus 5.00 void net 0.00"]
    assert (answer["status"], answer["net"]) == ("void", {"1": "0.00"})


@pytest.mark.rule("DUKI-22")
def test_a_wrong_count_found_at_the_reveal_undoes_what_was_settled():
    answer = duki(HANDS, DEALER, "1 play, 2 fold, void b", WAGERS)
    assert {row["outcome"] for row in answer["settlement"]} == {"void"}
    assert answer["net"] == {"1": "0.00", "2": "0.00"}
    for more in ("void b", "1 play"):
        with refuses("", "nothing follows one"):
            duki(HANDS, DEALER, f"1 play, 2 fold, void b, {more}", WAGERS)


def test_a_void_returns_a_tip():
    rulings = {"dealer-wagers": "yes"}
    answer = duki(HANDS, DEALER, "1 fold, void a", {1: {"ante": 10, "tip": 1}, 2: {"ante": 5}},
                  rulings=rulings)  # fmt: skip
    assert rows(answer)[1:] == ["1 ante 10.00 void net 0.00", "1 tip 1.00 void net 0.00"]


@pytest.mark.rule("DUKI-19")
@pytest.mark.parametrize(
    ("given", "shuffler", "decks"),
    [
        ({}, "yes", "two"),
        ({"decks": "one"}, "yes", "one"),
        ({"shuffler": "no"}, "no", "one"),
        ({"shuffler": "no", "decks": "one"}, "no", "one"),
    ],
)
def test_two_decks_with_a_shuffle_machine_only(given: dict[str, object], shuffler: str, decks: str):
    chosen = set_table(find_game("duki"), given).rulings
    assert (chosen["shuffler"], chosen["decks"]) == (shuffler, decks)


@pytest.mark.rule("DUKI-19")
def test_two_decks_without_a_machine_are_refused():
    with refuses("", "decks", "only with shuffler=yes"):
        set_table(find_game("duki"), {"shuffler": "no", "decks": "two"})


@pytest.mark.rule("DUKI-19")
@pytest.mark.parametrize("name", ["red", "blue"])
def test_a_round_records_the_deck_it_was_played_with(name: str):
    script = write_script("duki", duki_deck(HANDS, DEALER), WAGERS)
    opened = run_script(script | {"deck_name": name}).table.events[0]
    assert isinstance(opened, RoundOpened)
    assert opened.deck_name == name
    with refuses("", "deck_name", "text is needed"):
        run_script(script | {"deck_name": 7})


@pytest.mark.rule("DUKI-19")
@pytest.mark.parametrize("name", ["green", "Red", "red ", "red blue", "x" * 99])
def test_a_deck_is_one_that_the_house_has(name: str):
    """Two decks, known apart by the colours of their backs; there is no third."""
    script = write_script("duki", duki_deck(HANDS, DEALER), WAGERS)
    with refuses("", "deck_name", "the house has decks red, blue"):
        run_script(script | {"deck_name": name})


@pytest.mark.rule("DUKI-19")
def test_decks_take_turns_with_each_used_for_every_other_round():
    machine, by_hand = ({"decks": decks} for decks in ("two", "one"))
    backs = [deck_back(machine, number) for number in range(6)]
    assert backs == ["red", "blue"] * 3
    assert {deck_back(by_hand, number) for number in range(6)} == {""}


@pytest.mark.parametrize("said", ["house-procedure", "e", "a card fell"])
def test_a_script_may_give_any_reason(said: str):
    """At a live table the house's procedure needs words; a script names it, or says anything."""
    answer = duki(HANDS, DEALER, f"void {said}", WAGERS)
    (voided,) = events(answer, "round-voided")
    assert (answer["status"], voided["cause"]) == ("void", "house-procedure")
