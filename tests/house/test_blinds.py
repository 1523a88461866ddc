"""Blinds that someone owes at a live table: newcomers and those who sat out post or wait, debts are
a person's, and the button goes on after a restart and at another server."""

from itertools import repeat
from typing import Any

import pytest

from pitboss.house import ledger
from pitboss.house.engine import TABLE, House
from pitboss.house.log import Person
from pitboss.house.store import open_database
from pitboss.house.tables.play import Command
from pitboss.house.tables.state import table_view
from pitboss.refusal import Refused
from tests.house.auditor import audit
from tests.house.guests import DEALER, SUPERVISOR, ask, guest, open_table


def seated(house, count, **setup):
    table = open_table(house, "holdout", **setup)
    people = {}
    for number in range(1, count + 1):
        people[number] = person = Person(f"guest-{number}", f"Guest {number}", "guest")
        if not house.balance(ledger.player(person.id)):
            house.issue_chips(person)
        ask(house, table, "sit", people[number], seat=number, chips=100)
    return table, people


def hand(house, table):
    """A hand in which everyone folds; gives what it started from."""
    seating = start(house, table)
    finish(house, table)
    return seating


def start(house, table):
    house.ask(Command(table, "deal", TABLE))
    return house.table(table).opening.seating


def finish(house, table):
    while question := house.table(table).question:
        ask(house, table, "decide", sitter(house, table, question.seat), action="fold")


def sitter(house, table, number):
    seat = house.table(table).seats[number]
    return Person(seat["who"], seat["name"], "guest")


def shown(house, table, number):
    return table_view(house.table(table), "")["seats"][str(number)]


def posts(seating):
    return [(post.seat, post.name, post.live_cents, post.dead_cents) for post in seating.posts]


def test_a_newcomer_posts_a_big_blind(house):
    table, _ = seated(house, 4)
    hand(house, table)
    ask(house, table, "sit", guest(house, 6), seat=6, chips=400)
    assert shown(house, table, 6)["owes"] == {"big-blind": "4.00"}
    seating = hand(house, table)
    assert posts(seating)[2:] == [(6, "missed-blind", 400, 0)]
    assert shown(house, table, 6)["owes"] == {}


def test_a_newcomer_may_wait_and_change_their_mind(house):
    table, _ = seated(house, 4)
    hand(house, table)
    six = guest(house, 6)
    ask(house, table, "sit", six, seat=6, chips=400, blind="wait")
    assert shown(house, table, 6)["waits"]
    assert 6 not in hand(house, table).stacks
    ask(house, table, "post-blind", six)
    with pytest.raises(Refused, match="seat 6: posts what it owes already"):
        ask(house, table, "post-blind", six)
    ask(house, table, "wait-for-blind", six)
    with pytest.raises(Refused, match="seat 6: waits for the big blind already"):
        ask(house, table, "wait-for-blind", six)
    assert 6 not in hand(house, table).stacks
    seating = hand(house, table)
    assert posts(seating)[-1] == (6, "big-blind", 400, 0), "it has come round"
    assert not shown(house, table, 6)["waits"], "once dealt in nothing is waited for"
    with pytest.raises(Refused, match="seat 6: owes no blind"):
        ask(house, table, "wait-for-blind", six)
    audit(house.database)


def test_who_sits_out_owes_what_passed_and_comes_back_with_it(house):
    table, people = seated(house, 5)
    hand(house, table)  # button 5, blinds 1 and 2
    ask(house, table, "sit-out", people[3])
    hand(house, table)
    assert shown(house, table, 3)["owes"] == {"big-blind": "4.00", "small-blind": "2.00"}
    ask(house, table, "sit-in", people[3], blind="wait")
    assert shown(house, table, 3)["waits"]
    ask(house, table, "sit-out", people[3])
    ask(house, table, "sit-in", people[3], blind="post")
    assert 3 not in hand(house, table).stacks, "between the button and the big blind"
    assert (3, "missed-blind", 400, 200) in posts(hand(house, table))


def test_debts_go_with_a_person_and_not_with_the_seat(house):
    table, people = seated(house, 5)
    hand(house, table)
    ask(house, table, "sit-out", people[3])
    hand(house, table)
    ask(house, table, "leave", people[3])
    ask(house, table, "sit", guest(house, 7), seat=3, chips=400)
    ask(house, table, "sit", people[3], seat=7, chips=100)
    assert shown(house, table, 3)["owes"] == {"big-blind": "4.00"}
    assert shown(house, table, 7)["owes"] == {"big-blind": "4.00", "small-blind": "2.00"}


def test_who_leaves_and_sits_again_in_the_same_seat_is_a_new_player(house):
    table, people = seated(house, 4)
    hand(house, table)
    ask(house, table, "leave", people[4])
    ask(house, table, "sit", people[4], seat=4, chips=100)
    assert shown(house, table, 4)["owes"] == {"big-blind": "4.00"}


@pytest.mark.parametrize("button", ["dead", "moving"])
def test_a_voided_hand_is_played_again(house, button):
    """In play or just settled: button, blinds and debts stand as before it, for whoever is here."""
    table, people = seated(house, 5, table={"rulings": {"button": button}})
    hand(house, table)
    ask(house, table, "sit-out", people[3])
    hand(house, table)
    ask(house, table, "sit-in", people[3])
    ask(house, table, "sit", guest(house, 7), seat=7, chips=100)
    owed = shown(house, table, 7)["owes"]
    house.ask(Command(table, "deal", TABLE))
    first = house.table(table).opening.seating
    assert (7, "missed-blind", 400, 0) in posts(first)
    ask(house, table, "void", DEALER, reason="a card fell")
    assert shown(house, table, 7)["owes"] == owed
    assert hand(house, table) == first
    ask(house, table, "void", DEALER, reason="a card was found")
    assert shown(house, table, 7)["owes"] == owed
    assert hand(house, table) == first
    assert hand(house, table) != first


@pytest.mark.parametrize("is_settled", [False, True])
def test_who_waited_for_the_blind_of_a_voided_hand_waits_again(house, is_settled):
    table, _ = seated(house, 4)
    hand(house, table)
    six = guest(house, 6)
    ask(house, table, "sit", six, seat=6, chips=400, blind="wait")
    while 6 not in (seating := start(house, table)).stacks:
        finish(house, table)
    if is_settled:
        finish(house, table)
    ask(house, table, "void", DEALER, reason="a card fell")
    assert shown(house, table, 6)["waits"]
    assert hand(house, table) == seating
    assert not shown(house, table, 6)["waits"]
    audit(house.database)


def test_practice_players_post_at_once(house):
    table, _ = seated(house, 3)
    hand(house, table)
    ask(house, table, "seat-bot", SUPERVISOR, seat=5)
    assert (5, "missed-blind", 400, 0) in posts(hand(house, table))


def test_a_choice_that_makes_no_sense_is_refused(house):
    table, people = seated(house, 2)
    with pytest.raises(Refused, match="seat 1: owes no blind"):
        ask(house, table, "wait-for-blind", people[1])
    with pytest.raises(Refused, match="blind 'later': one of post, wait"):
        ask(house, table, "sit", guest(house, 3), blind="later")
    duki = open_table(house, "duki")
    with pytest.raises(Refused, match="blind: duki is played against the house and has none"):
        ask(house, duki, "sit", guest(house, 4), blind="wait")


def history(table, houses):
    """Fourteen hands with comings and goings, each at the house that is next."""
    scripts = []
    for turn in range(14):
        house = next(houses)
        if turn in STIRS:
            act, number, given = STIRS[turn]
            person = Person(f"guest-{number}", f"Guest {number}", "guest")
            ask(house, table, act, person, **given)
        seating = hand(house, table)
        scripts.append((seating.button, sorted(seating.stacks), posts(seating)))
    return scripts


@pytest.mark.parametrize("button", ["dead", "moving"])
def test_the_button_goes_on_after_a_restart_and_at_another_server(address, button):
    """One history, at one server throughout and at two who take turns and are started anew."""
    rulings = {"table": {"rulings": {"button": button}}}

    def by_turns():
        others = House(open_database(address))
        while True:
            yield others
            others.close()
            others = House(open_database(address))
            yield one

    one = House(open_database(address))
    guest(one, 7)
    tables = [seated(one, 5, **rulings)[0] for _ in range(2)]
    assert history(tables[0], repeat(one)) == history(tables[1], by_turns())
    audit(one.database)
    one.close()


STIRS: dict[int, tuple[str, int, dict[str, Any]]] = {
    2: ("sit-out", 3, {}),
    3: ("sit-out", 4, {}),
    4: ("sit", 7, {"seat": 7, "chips": 100, "blind": "wait"}),
    5: ("sit-in", 3, {}),
    6: ("leave", 1, {}),
    7: ("sit", 1, {"seat": 8, "chips": 100}),
    8: ("leave", 2, {}),
    9: ("sit-in", 4, {"blind": "wait"}),
    11: ("sit-out", 5, {}),
}
