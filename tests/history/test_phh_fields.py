"""What stands in each field: the order of the players, forced chips, sizes, results."""

import tomllib
from typing import Any

import pytest

from pitboss.games.contract import Decision, Post
from pitboss.rounds.runner import Runner
from pitboss.rounds.script import run_script
from pitboss.rounds.view import SPECTATOR
from tests.history.hands import GAME, phh_fields, printed, read_phh, write_phh
from tests.rules.holdout import holdout_deck, write_holdout


def fields(stacks: dict[int, object], decisions: str = "", **extra: Any) -> dict[str, Any]:
    """The fields of a round's file, read as TOML."""
    return tomllib.loads(write_phh(run_script(write_holdout(stacks, decisions, **extra))))


def test_the_small_blind_is_p1_and_the_button_is_last():
    file = fields({2: 100, 4: 50, 7: "30.50"}, button=4)
    assert file["seats"] == [7, 2, 4]
    assert file["starting_stacks"] == [30.5, 100, 50]
    assert file["blinds_or_straddles"] == [2, 4, 0]
    assert file["antes"] == [0, 0, 0]
    assert file["_button"] == 4


@pytest.mark.parametrize(
    ("ruling", "blinds", "finishing"),
    [("button-small", [2, 4], [96, 48]), ("left-small", [4, 2], [98, 46])],
)
def test_heads_up_the_button_is_p2_and_blinds_are_read_backwards(ruling, blinds, finishing):
    """Seat 5 has the button, so seat 3 is p1; PHH gives the last entry to p1."""
    file = fields({3: 100, 5: 50}, button=5, heads_up_blinds=ruling)
    assert file["seats"] == [3, 5]
    assert file["blinds_or_straddles"] == blinds
    assert file["finishing_stacks"] == finishing


def test_forced_chips_are_written_in_full_even_if_a_stack_is_short():
    file = fields({1: 1, 2: 3, 3: 100}, ante="0.50")
    assert file["antes"] == [0.5, 0.5, 0.5]
    assert file["blinds_or_straddles"] == [2, 4, 0]
    assert file["finishing_stacks"] == [0, 0, 99.5]
    assert file["ante_trimming_status"] is True
    assert file["_labels"] == ["not as approved: ruling ante=0.50 is no reading of the text"]


@pytest.mark.parametrize(
    ("betting", "bets", "sizes"),
    [
        ("limit", [4, 9], {"variant": "F5H", "small_bet": 4, "big_bet": 9}),
        ("spread-limit", [4, 9], {"variant": "S5H", "min_bet": 4, "_bets": [4, 9]}),
        ("spread-limit", [4, 8], {"variant": "S5H", "min_bet": 4, "_bets": [4, 8]}),
        ("pot-limit", [4, 8], {"variant": "P5H", "min_bet": 4}),
        ("no-limit", [4, 8], {"variant": "N5H", "min_bet": 4}),
        ("no-limit", [5, 8], {"variant": "N5H", "min_bet": 4, "_bets": [5, 8]}),
    ],
)
def test_sizes_by_structure(betting, bets, sizes):
    file = fields({1: 100, 2: 100}, betting=betting, bets=bets)
    named = {"variant", "small_bet", "big_bet", "min_bet", "_bets"}
    assert {name: file[name] for name in file if name in named} == sizes


def test_every_ruling_is_recorded():
    file = fields({1: 100, 2: 100}, rake={"percent": 5, "cap": 4}, limits={"max": 40}, chip=1)
    assert file["_rulings"].keys() == GAME.source.rulings.keys()
    assert file["_rulings"]["rake"] == "5% cap 4.00"
    assert (file["_rules"], file["_limits"], file["_chip"]) == ("holdout/1", {"max": 40}, 1)


def test_results_are_after_the_rake():
    file = tomllib.loads(write_phh(printed()))
    assert file["finishing_stacks"] == [226.75, 176.75, 0, 80]
    assert file["winnings"] == [84.25, 84.25, 0, 0]
    assert file["_rake"] == 4


def test_a_round_that_goes_on_has_stacks_so_far_and_no_winnings():
    file = tomllib.loads(write_phh(printed(3)))
    assert file["finishing_stacks"] == [188, 146, 45.5, 80]
    assert "winnings" not in file
    assert file["actions"][-1] == "p1 cc"


def test_a_void_round_gives_its_reason_and_all_chips_back():
    running = printed(3)
    running.decide(Decision(0, "void", reason='a "card" fell'))
    file = tomllib.loads(write_phh(running))
    assert file["_void"] == 'a "card" fell'
    assert file["finishing_stacks"] == file["starting_stacks"]


def test_a_round_void_after_the_showdown_has_neither_winnings_nor_rake():
    running = printed()
    assert "_rake" in tomllib.loads(write_phh(running))
    running.decide(Decision(0, "void", reason="two cards too many"))
    file = tomllib.loads(write_phh(running))
    assert file["_void"] == "two cards too many"
    assert file["finishing_stacks"] == file["starting_stacks"]
    assert not {"winnings", "_rake"} & file.keys()
    again = read_phh(write_phh(running)).running
    assert (again.status, again.table.events) == ("void", running.table.events)


def test_missed_blinds_and_a_button_at_an_empty_seat():
    """Seat 3 makes up a big blind live and a small one dead; nobody has the small blind."""
    opening = run_script(write_holdout({1: 100, 3: 100, 5: 100})).table.opening
    assert opening.seating is not None
    posts = (Post(5, "big-blind", 400), Post(3, "missed-blind", 400, 200))
    seating = opening.seating._replace(button=4, posts=posts)
    text = write_phh(Runner(GAME, opening._replace(seating=seating)))
    file = tomllib.loads(text)
    assert file["seats"] == [5, 1, 3]
    assert file["_button"] == 4
    assert file["antes"] == [0, 0, 2]
    assert file["ante_trimming_status"] is False
    assert file["blinds_or_straddles"] == [4, 0, 4]
    assert file["_blinds"] == [2, 4]
    assert file["_posts"] == [
        {"player": "p1", "name": "big-blind", "live": 4, "dead": 0},
        {"player": "p3", "name": "missed-blind", "live": 4, "dead": 2},
    ]
    assert read_phh(text).running.table.opening.seating == seating


def test_holds_are_written_by_what_is_discarded():
    hands = {1: "As Ks Qs Js Ts", 2: "2c 3c 4d 5d 7h"}
    deck = holdout_deck(hands, "8c 9c Td Jd", 2)
    text = "2 call, 1 check, 1 hold AsKsQsJsTs, 2 hold 7h, 1 check, 2 check, 1 check, 2 check"
    file = fields({1: 100, 2: 100}, text, deck=deck)
    assert file["actions"][2:6] == ["p2 cc", "p1 cc", "p1 sd", "p2 sd 2c3c4d5d"]
    assert file["actions"][-2:] == ["p1 sm AsKsQsJsTs", "p2 sm 7h"]


def test_a_fold_out_shows_nothing():
    file = fields({1: 100, 2: 100}, "2 fold")
    assert file["actions"][2:] == ["p2 f"]
    assert file["winnings"] == [4, 0]


def test_cards_that_the_actions_leave_out():
    running = printed()
    deck = running.table.opening._replace(deck=(*running.table.opening.deck, 0, 1))
    longer = Runner(GAME, deck)
    for decision in running.decisions:
        longer.decide(decision)
    assert phh_fields(longer)["_burned"] == "Ac6s"
    assert phh_fields(longer)["_undealt"] == "2c2d"
    assert phh_fields(longer, SPECTATOR)["_burned"] == "????"
    assert "_undealt" not in phh_fields(longer, SPECTATOR)


def test_a_file_with_the_standard_s_fields_alone_is_read_under_the_usual_rulings():
    """Written by hand: own order, single quotes, commentaries, a dash for shown cards."""
    text = """
        actions = [
          'd dh p1 2c3c4d5d7h', 'd dh p2 AsKsQsJsTs  # the royal one', '', '# thinking',
          '  p1   cc', 'p2 cc', 'p1 sd 5d4d3c2c', 'p2 sd',
          'd db 8c9c', 'p1 cc', 'p2 cbr 4.0', 'p1 cc', 'd db TdJd', 'p1 cc', 'p2 cc',
          'p1 sm 7h', 'p2 sm -',
        ]
        variant = 'F5H'
        antes = [0, 0]
        blinds_or_straddles = [4, 2]
        small_bet = 4
        big_bet = 8
        starting_stacks = [100.0, 50]
        players = ['Ann', 'Ben']
        currency = 'USD'
        _burned = '9d9h'
        _sponsors = ['', '']
    """
    running = read_phh(text).running
    assert running.status == "settled"
    assert running.table.rulings["heads-up-blinds"] == "left-small"
    assert running.table.stacks == {1: 9200, 2: 5800}
    assert "note" not in write_phh(running)
