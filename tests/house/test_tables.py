"""Live tables: seats, wagers, rounds, refusals; on both databases."""

import random

import pytest

from pitboss.games import find_game
from pitboss.house import ledger
from pitboss.house.access import Forbidden
from pitboss.house.tables.play import Command, Stale
from pitboss.refusal import Refused
from tests.house.auditor import audit
from tests.house.guests import (
    AUDITOR,
    DEALER,
    OPERATOR,
    ask,
    books,
    finish_round,
    guest,
    open_table,
    play_round,
)

GAMES = ["duki", "buyout", "super-omaha", "holdout"]


@pytest.fixture
def rng():
    return random.Random(7)


@pytest.mark.parametrize("game", GAMES)
def test_people_play_and_the_log_accounts_for_every_cent(house, game, rng):
    table = open_table(house, game)
    people = [guest(house, number) for number in (1, 2, 3)]
    for person in people:
        ask(house, table, "sit", person, chips=400)
    for _ in range(6):
        play_round(house, table, people, rng)
    assert house.table(table).round == 6
    for person in people:
        ask(house, table, "leave", person)
    after = books(house)
    assert not any(cents for account, cents in after.items() if account.startswith("seat:"))
    won = sum(after.get(ledger.player(person.id), 0) - 1_000_00 for person in people)
    houses = [after.get(f"{kind}:{table}", 0) for kind in ("bank", "rake", "tips")]
    meters = sum(cents for account, cents in after.items() if account.startswith("jackpot:"))
    assert won + sum(houses) + meters == (10_000_00 if game == "super-omaha" else 0)
    assert audit(house.database) > 20


def test_a_wager_is_refused_without_chips_for_another_seat_or_after_the_lock(house, rng):
    table = open_table(house, "duki")
    one, two = guest(house, 1), guest(house, 2)
    ask(house, table, "sit", one, chips=20)
    ask(house, table, "sit", two, chips=20)
    version, before = house.table(table).version, books(house)
    for given, words in (
        ({"wagers": {"ante": 25}}, r"wagers of 25\.00 are more than the 20\.00"),
        ({"wagers": {"ante": 10}, "seat": 2}, "seat 2: is not yours"),
        ({"wagers": {"ante": -1}}, "must be above 0"),
        ({"wagers": {"ante": "0.005"}}, "fraction of a cent"),
        ({"wagers": {"blackjack": 5}}, "no wager 'blackjack'"),
        ({"wagers": 5}, "JSON object"),
    ):
        with pytest.raises(Refused, match=words):
            ask(house, table, "wager", one, **given)
    assert (house.table(table).version, books(house)) == (version, before)
    for person in (one, two):
        ask(house, table, "wager", person, wagers={"ante": 10}, deal=True)
    with pytest.raises(Refused, match="no more wagers"):
        ask(house, table, "wager", one, wagers={"ante": 5})
    finish_round(house, table, [one, two], rng)


def test_the_same_wagers_are_read_anew_after_a_change_and_never_from_what_is_only_equal(house):
    table = open_table(house, "buyout")
    one = guest(house, 1)
    ask(house, table, "sit", one, chips=100)
    for _ in range(2):
        ask(house, table, "wager", one, wagers={"first": 10, "bonus": 1})
    with pytest.raises(Refused, match="is no amount"):
        ask(house, table, "wager", one, wagers={"first": 10, "bonus": True})
    assert house.table(table).seats[1]["wagers"] == {"first": 1000, "bonus": 100}
    setup = {"game": "buyout", "table": {"limits": {"min": 20, "max": 50}}}
    ask(house, table, "change-table", OPERATOR, setup=setup, why="another evening")
    with pytest.raises(Refused, match="below the table minimum"):
        ask(house, table, "wager", one, wagers={"first": 10, "bonus": 1})


@pytest.mark.parametrize("game", GAMES)
def test_every_seat_of_a_game_has_an_account_and_no_other_can_be_taken(house, game):
    most = max(int(option) for option in find_game(game).source.rulings["seats"].options)
    table, one = open_table(house, game), guest(house, 1)
    for seat in (0, -1, most + 1):
        with pytest.raises(Refused, match=f"seats 1 to {most}"):
            ask(house, table, "sit", one, seat=seat, chips=100)
    ask(house, table, "sit", one, seat=most, chips=100)
    assert books(house)[f"seat:{table}:{most}"] == 100_00


def test_a_follow_up_needs_chips_at_the_seat(house):
    table = open_table(house, "duki")
    one = guest(house, 1)
    ask(house, table, "sit", one, chips=20)
    ask(house, table, "wager", one, wagers={"ante": 15}, deal=True)
    with pytest.raises(Refused, match=r"play 15\.00 is more than the 5\.00"):
        ask(house, table, "decide", one, action="play")
    ask(house, table, "decide", one, action="fold")
    assert house.table(table).seats[1]["stack_cents"] == 5_00
    audit(house.database)


def test_decisions_are_refused_out_of_turn_stale_or_by_the_wrong_role(house):
    table = open_table(house, "duki")
    one, two = guest(house, 1), guest(house, 2)
    for person in (one, two):
        ask(house, table, "sit", person, chips=100)
    for person in (one, two):
        ask(house, table, "wager", person, wagers={"ante": 10}, deal=True)
    version = house.table(table).version
    with pytest.raises(Refused, match="out of turn"):
        ask(house, table, "decide", two, action="play")
    with pytest.raises(Stale, match="version 1:"):
        house.ask(Command(table, "decide", one, {"action": "play"}, version=1))
    for person in (AUDITOR, DEALER, OPERATOR):
        with pytest.raises(Forbidden, match="needs the role guest or player"):
            ask(house, table, "decide", person, action="play")
    with pytest.raises(Forbidden, match="void: needs the role dealer or supervisor"):
        ask(house, table, "void", one, reason="I lose")
    assert house.table(table).version == version


@pytest.mark.parametrize("game", GAMES)
def test_a_void_returns_every_chip(house, game, rng):
    table = open_table(house, game)
    people = [guest(house, number) for number in (1, 2)]
    for person in people:
        ask(house, table, "sit", person, chips=200)
    before = books(house)
    if game == "holdout":
        ask(house, table, "deal", DEALER)
    else:
        wagers = {"duki": {"ante": 10}, "buyout": {"first": 10}, "super-omaha": {"ante": 10}}
        for person in people:
            ask(house, table, "wager", person, wagers=wagers[game], deal=True)
    assert books(house) != before
    with pytest.raises(Refused, match="reason"):
        ask(house, table, "void", DEALER)
    ask(house, table, "void", DEALER, reason="a card was exposed")
    after = {account: cents for account, cents in books(house).items() if cents}
    assert after == {account: cents for account, cents in before.items() if cents}
    assert house.table(table).status == "void"
    audit(house.database)


def test_a_command_repeated_has_one_effect_and_the_same_answer(house):
    table = open_table(house, "duki")
    one = guest(house, 1)
    sat = Command(table, "sit", one, {"chips": 100}, id="a")
    first = house.ask(sat)
    assert house.ask(sat) == first
    bought = Command(table, "buy-chips", one, {"chips": 50}, id="b")
    answers = [future.result() for future in [house.command(bought) for _ in range(5)]]
    assert answers == [answers[0]] * 5
    assert house.table(table).seats[1]["stack_cents"] == 150_00
    dealt = Command(table, "wager", one, {"wagers": {"ante": 10}, "deal": True}, id="c")
    decided = Command(table, "decide", one, {"action": "fold"}, id="d")
    for command in (dealt, decided):
        first = house.ask(command)
        assert house.ask(command) == first
    assert house.table(table).round == 1
    audit(house.database)


def test_settings_change_only_between_rounds_and_keep_before_after_who_and_why(house):
    table = open_table(house, "duki")
    one = guest(house, 1)
    ask(house, table, "sit", one, chips=100)
    ask(house, table, "wager", one, wagers={"ante": 10}, deal=True)
    change = {"setup": {"table": {"limits": {"min": 20, "max": 50}}}, "why": "busy evening"}
    with pytest.raises(Refused, match="only between rounds"):
        ask(house, table, "change-table", OPERATOR, **change)
    ask(house, table, "decide", one, action="fold")
    with pytest.raises(Forbidden):
        ask(house, table, "change-table", DEALER, **change)
    with pytest.raises(Refused, match="why"):
        ask(house, table, "change-table", OPERATOR, setup=change["setup"])
    ask(house, table, "change-table", OPERATOR, **change)
    with pytest.raises(Refused, match=r"below the table minimum of 20\.00"):
        ask(house, table, "wager", one, wagers={"ante": 10})
    with house.database.reading() as transaction:
        who, body = transaction.execute(
            "SELECT who, body FROM entries WHERE kind = 'settings-changed'"
        )[0]
    assert who == OPERATOR.id
    assert '"why":"busy evening"' in body
    assert '"min":20' in body.split('"before"')[0]
    audit(house.database)


def test_leaving_with_cards_in_play_frees_the_seat_after_the_round(house):
    table = open_table(house, "duki")
    one = guest(house, 1)
    ask(house, table, "sit", one, chips=100)
    ask(house, table, "wager", one, wagers={"ante": 10}, deal=True)
    ask(house, table, "leave", one)
    assert house.table(table).seats[1]["leaving"]
    ask(house, table, "decide", one, action="fold")
    assert not house.table(table).seats
    assert house.balance(ledger.player(one.id)) == 990_00
    audit(house.database)


@pytest.mark.rule("DUKI-19")
@pytest.mark.parametrize(("decks", "backs"), [("two", ["blue", "red"] * 2), ("one", [""] * 4)])
def test_two_decks_take_turns_after_a_voided_round_too(house, rng, decks, backs):
    table = open_table(house, "duki", table={"rulings": {"decks": decks}})
    one = guest(house, 1)
    ask(house, table, "sit", one, chips=200)
    names = []
    for number in range(4):
        ask(house, table, "wager", one, wagers={"ante": 5}, deal=True)
        names.append(house.table(table).opening.deck_name)
        if number == 1:
            ask(house, table, "void", DEALER, reason="a card was exposed")
        finish_round(house, table, [one], rng)
    assert names in (backs, backs[::-1])
