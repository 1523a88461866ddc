"""Holdout from hand to hand, as the house asks for it: people who come, go, change seats, sit out
and post or wait."""

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

import pytest

from pitboss.games import find_game
from pitboss.games.contract import Present
from pitboss.games.holdout.rotation import NEW_PLAYER, Player
from pitboss.games.opening import set_table
from pitboss.money import parse_dollars

pytestmark = pytest.mark.rule("HOLD-26")

GAME = find_game("holdout")
BLINDS = (200, 400)


class Hands:
    """A table of people with a seat each, who stay until told otherwise."""

    def __init__(self, button: str, seats: Iterable[int]) -> None:
        self.settings = set_table(GAME, {"button": button})
        self.people = {seat: Present(10_000, False, f"person {seat}") for seat in seats}
        self.kept: dict[str, object] | None = None
        self.script: Mapping[str, Any] = {}

    def change(self, *seats: int, **changes: Any) -> None:
        for seat in seats:
            self.people[seat] = self.people[seat]._replace(**changes)

    def leave(self, *seats: int) -> None:
        for seat in seats:
            del self.people[seat]

    def sit(self, seat: int, who: str, sat: int = 1, **more: Any) -> None:
        self.people[seat] = Present(10_000, False, who, sat)._replace(**more)

    def deal(self) -> tuple[int, ...]:
        """The places of the next hand."""
        assert GAME.rotate is not None
        self.script, self.kept = GAME.rotate(self.settings, BLINDS, self.people, self.kept)
        return self.places

    @property
    def places(self) -> tuple[int, ...]:
        assert self.kept is not None
        places = self.kept["places"]
        assert isinstance(places, list)
        return tuple(places)

    def until(self, places: tuple[int, ...]) -> None:
        """Hands with nobody coming or going, until the places stand so."""
        for _ in range(20):
            if self.deal() == places:
                return
        raise AssertionError(f"never at {places}")

    @property
    def dealt(self) -> list[int]:
        return list(map(int, self.script["stacks"]))

    @property
    def posts(self) -> list[str]:
        return [f"{seat} {name} {live}+{dead}" for seat, name, live, dead in self.script["posts"]]

    @property
    def chips(self) -> dict[int, tuple[int, int]]:
        """Live and dead chips of each seat that posts."""
        found: dict[int, tuple[int, int]] = {}
        for seat, _, live, dead in self.script["posts"]:
            before = found.get(seat, (0, 0))
            found[seat] = (before[0] + parse_dollars(live), before[1] + parse_dollars(dead))
        return found

    def owes(self, seat: int) -> list[str]:
        assert GAME.owed is not None
        owed = GAME.owed(BLINDS, self.people, self.kept).get(seat, {})
        assert all(owed[name] == BLINDS[name == "big-blind"] for name in owed)
        return [name.removesuffix("-blind") for name in owed]


def at(button: str, seats: Iterable[int], places: tuple[int, ...]) -> Hands:
    """A full table after the hand at these places."""
    hands = Hands(button, seats)
    hands.until(places)
    return hands


def test_a_the_small_blind_is_not_dodged_by_sitting_out():
    hands = at("moving", range(1, 7), (1, 2, 3))
    hands.change(3, away=True)
    assert hands.deal() == (2, 4, 5)
    assert hands.chips == {4: (400, 200), 5: (400, 0)}, "the big blind passed seat 4"
    assert hands.owes(3) == ["small"]
    hands.change(3, away=False)
    assert hands.deal() == (4, 5, 6), "nobody has the big blind twice running"
    assert hands.posts == [
        "5 small-blind 2.00+0.00",
        "6 big-blind 4.00+0.00",
        "3 missed-blind 0.00+2.00",
    ]


@pytest.mark.parametrize("button", ["dead", "moving"])
def test_a_over_many_orbits_a_dodger_pays_like_everyone(button: str):
    """Seat 3 sits out whenever the small blind is due to it, and comes back for the next hand."""
    hands = at(button, range(1, 7), (1, 2, 3))
    bigs, smalls = Counter[int](), Counter[int]()
    for _ in range(120):
        hands.change(3, away=hands.places[2] == 3)
        hands.deal()
        for seat, (live, dead) in hands.chips.items():
            bigs[seat] += live == 400
            smalls[seat] += live == 200 or dead == 200
    assert max(bigs.values()) - min(bigs.values()) <= 1
    assert max(smalls.values()) - min(smalls.values()) <= 1
    assert min(*bigs.values(), *smalls.values()) >= 19


@pytest.mark.parametrize("button", ["dead", "moving"])
def test_b_from_two_to_four_the_big_blind_goes_on(button: str):
    hands = at(button, range(1, 5), (2, 3, 4))
    hands.change(3, 4, away=True)
    assert hands.deal() == (2, 2, 1)
    hands.change(3, 4, away=False)
    assert hands.deal() == (4, 1, 2)
    assert hands.dealt == [1, 2, 3, 4]
    # the small blind was due to seat 4 when it sat out
    assert hands.chips == {1: (200, 0), 2: (400, 0), 4: (0, 200)}


@pytest.mark.parametrize("button", ["dead", "moving"])
def test_b_a_newcomer_is_the_big_blind_and_the_next_at_the_right_has_the_button(button: str):
    free = {"1": [False] * 4, "2": [False] * 4, "3": [False] * 4, "4": [False] * 4}
    hands = Hands(button, range(1, 5))
    hands.kept = {"places": [2, 2, 4], "players": free | {"1": [False, False, True, False]}}
    assert hands.deal() == (3, 4, 1)
    assert hands.dealt == [1, 2, 3, 4]


@pytest.mark.parametrize("button", ["dead", "moving"])
def test_c_a_stranger_in_the_small_blinds_seat_has_nothing_free(button: str):
    hands = at(button, range(1, 6), (1, 2, 3))
    hands.leave(2)
    hands.sit(2, "a stranger")
    assert hands.owes(2) == ["big"]
    hands.deal()
    assert hands.places == ((2, 3, 4) if button == "dead" else (3, 4, 5))
    assert hands.chips[2] == (400, 0)


@pytest.mark.parametrize("button", ["dead", "moving"])
def test_c_a_stranger_does_not_pay_anothers_debts_and_the_debtor_keeps_them(button: str):
    hands = at(button, range(1, 7), (1, 2, 3))
    hands.change(4, away=True)
    hands.deal()
    assert hands.owes(4) == ["big", "small"]
    hands.leave(4, 6)
    hands.sit(4, "a stranger")
    hands.sit(6, "person 4")
    assert hands.owes(4) == ["big"]
    assert hands.owes(6) == ["big", "small"]


def test_c_in_the_last_big_blinds_seat_a_stranger_has_not_the_small_blind():
    hands = at("dead", range(1, 6), (1, 2, 3))
    hands.leave(3)
    hands.sit(3, "a stranger")
    assert hands.deal() == (2, 3, 4)
    assert hands.dealt == [1, 2, 4, 5]
    assert hands.posts == ["4 big-blind 4.00+0.00"]


def test_c_whoever_sits_down_again_is_a_new_player():
    hands = at("dead", range(1, 6), (1, 2, 3))
    hands.leave(5)
    hands.sit(5, "person 5", sat=7)
    assert hands.owes(5) == ["big"]
    hands.deal()
    assert hands.posts[2:] == ["5 missed-blind 4.00+0.00"]


def test_d_with_too_few_chips_the_live_part_is_posted():
    hands = at("dead", range(1, 7), (6, 1, 2))
    hands.change(3, away=True)
    hands.until((1, 2, 4))
    hands.change(3, away=False, stack_cents=300)
    hands.until((4, 5, 6))
    assert hands.posts[2:] == ["3 missed-blind 3.00+0.00"]


@pytest.mark.parametrize("button", ["dead", "moving"])
def test_e_a_voided_hand_is_played_again(button: str):
    """The rotation before it is all that has to be kept."""
    hands = at(button, range(1, 7), (1, 2, 3))
    hands.change(4, away=True)
    hands.deal()
    hands.change(4, away=False)
    before = hands.kept
    first = hands.deal(), hands.script, hands.kept
    hands.kept = before
    assert (hands.deal(), hands.script, hands.kept) == first


def test_f_whom_both_blinds_pass_posts_both():
    hands = at("moving", range(1, 7), (4, 5, 6))
    hands.leave(5, 6)
    assert hands.deal() == (1, 2, 3)
    assert hands.posts == [
        "1 big-blind 4.00+0.00",
        "1 small-blind 0.00+2.00",
        "2 big-blind 4.00+0.00",
        "2 small-blind 0.00+2.00",
        "3 big-blind 4.00+0.00",
    ]
    assert hands.deal() == (2, 3, 4)
    assert hands.chips == {3: (200, 0), 4: (400, 0)}


def test_f_what_the_passed_post_lies_there_from_the_button_on():
    hands = at("moving", (1, 3, 4), (1, 3, 4))
    hands.change(3, away=True)
    hands.sit(2, "a stranger")
    assert hands.deal() == (4, 1, 2)
    assert hands.posts == [
        "4 small-blind 0.00+2.00",
        "1 big-blind 4.00+0.00",
        "1 small-blind 0.00+2.00",
        "2 big-blind 4.00+0.00",
    ]


@pytest.mark.parametrize("owes", [(True, False), (False, True), (True, True)])
def test_f_who_owes_a_blind_and_is_passed_by_both_posts_both(owes: tuple[bool, bool]):
    """Seat 4 comes back behind the button, which went past it with the blinds."""
    hands = Hands("moving", (1, 4, 5, 6, 7))
    players = {str(seat): [False] * 4 for seat in range(1, 8)} | {"4": [False, *owes, False]}
    hands.kept = {"places": [1, 2, 3], "players": players}
    assert hands.deal() == (5, 6, 7)
    assert hands.posts[5:] == ["4 missed-blind 4.00+2.00"]


def test_f_a_newcomer_whom_both_blinds_pass_posts_a_big_one_only():
    hands = at("moving", (1, 2, 3, 5, 6, 7), (1, 2, 3))
    hands.leave(2, 3)
    hands.sit(4, "a stranger")
    assert hands.deal() == (5, 6, 7)
    assert hands.posts[5:] == ["4 missed-blind 4.00+0.00"]


def test_f_where_nobody_else_is_without_debts_a_newcomer_has_the_small_blinds_place():
    """And posts what it owes there: a big blind."""
    hands = at("moving", (3, 4, 5), (5, 3, 4))
    hands.leave(3)
    hands.change(4, away=True)
    hands.sit(3, "a stranger")
    hands.sit(1, "another")
    assert hands.deal() == (1, 3, 5)
    assert hands.posts == [
        "3 missed-blind 4.00+0.00",
        "5 big-blind 4.00+0.00",
        "1 missed-blind 4.00+0.00",
    ]


@pytest.mark.parametrize("button", ["dead", "moving"])
def test_g_a_new_player_who_sits_out_owes_a_big_blind_only(button: str):
    hands = at(button, range(1, 6), (1, 2, 3))
    hands.sit(6, "a stranger", away=True)
    for _ in range(12):
        hands.deal()
    assert hands.owes(6) == ["big"]


@pytest.mark.parametrize("button", ["dead", "moving"])
def test_g_a_newcomer_may_wait_for_the_big_blind(button: str):
    hands = at(button, range(1, 6), (1, 2, 3))
    hands.sit(6, "a stranger", waits=True)
    assert hands.deal() == (2, 3, 4)
    assert hands.deal() == (3, 4, 5)
    assert hands.dealt == [1, 2, 3, 4, 5]
    assert hands.deal() == (4, 5, 6)
    assert hands.posts == ["5 small-blind 2.00+0.00", "6 big-blind 4.00+0.00"]
    assert hands.dealt == [1, 2, 3, 4, 5, 6]


def test_g_a_moving_button_goes_to_someone_dealt_in_and_there_is_a_small_blind():
    hands = at("moving", (1, 2, 5, 6), (1, 2, 5))
    hands.sit(3, "a stranger", waits=True)
    assert hands.deal() == (2, 5, 6)
    assert hands.deal() == (5, 6, 1)
    assert 3 not in hands.dealt
    hands.leave(6)
    hands.deal()
    button, small, _ = hands.places
    assert button in hands.dealt
    assert small in hands.dealt


def test_whoever_sat_out_the_first_hand_is_a_new_player():
    hands = Hands("dead", range(1, 6))
    hands.change(5, away=True, waits=True)
    hands.deal()
    assert hands.owes(5) == ["big"]
    assert hands.kept is not None
    kept: Any = hands.kept["players"]
    assert Player(*kept["5"]) == NEW_PLAYER._replace(away=True, waits=True, who="person 5")


def test_new_people_alone_start_anew():
    hands = at("dead", range(1, 4), (1, 2, 3))
    hands.leave(1, 2, 3)
    for seat in (4, 5, 6):
        hands.sit(seat, f"stranger {seat}")
    assert hands.deal() == (6, 4, 5)
    assert "posts" not in hands.script


@pytest.mark.parametrize("button", ["dead", "moving"])
def test_of_those_who_all_wait_the_next_has_the_big_blind(button: str):
    hands = at(button, range(1, 4), (1, 2, 3))
    hands.leave(2, 3)
    hands.sit(5, "a stranger", waits=True)
    hands.sit(6, "another", waits=True)
    hands.deal()
    assert hands.places[1:] == (1, 5)
    assert hands.dealt == [1, 5]


def test_a_recorded_round_means_what_it_meant():
    """Dead chips came first once: a seat that owed 4.00 and 2.00 with 3.00 wagered 1.00."""
    script = {
        "table": {},
        "stacks": {"1": "3.00", "2": "50.00", "3": "50.00"},
        "posts": [[3, "big-blind", "4.00", "0.00"], [1, "missed-blind", "4.00", "2.00"]],
    }
    assert GAME.recorded_seating is not None
    posts = [[3, "big-blind", "4.00", "0.00"], [1, "missed-blind", "1.00", "2.00"]]
    assert GAME.recorded_seating(script)["posts"] == posts
    script["table"] = {"rulings": {"ante": "0.50"}}
    posts[1][2] = "0.50"
    assert GAME.recorded_seating(script)["posts"] == posts
