"""The readable history: the document's printed showdown, as all, one seat and nobody saw it."""

import pytest

from pitboss.games.contract import Decision, Post
from pitboss.rounds.runner import Runner
from pitboss.rounds.script import run_script
from pitboss.rounds.view import SPECTATOR
from tests.history.hands import GAME, printed, random_rounds, write_text
from tests.rules.holdout import write_holdout

OPEN = """\
Five Card Holdout (holdout/1), no-limit, blinds 2.00 and 4.00
All cards open
Rulings: rake=5% cap 4.00
Seat 1: 200.00
Seat 2: 150.00
Seat 3: 57.50
Seat 5: 80.00
The button is at seat 5
Seat 1 posts the small blind of 2.00
Seat 2 posts the big blind of 4.00

*** CARDS ***
Seat 1 is dealt Ts Jd 2d 3d 4s
Seat 2 is dealt Tc Jh Qd 5c 8h
Seat 3 is dealt Td Jc 2h 6c 7d
Seat 5 is dealt 4h 8d 9s 3h 7c
Seat 3 raises to 12.00
Seat 5 folds
Seat 1 calls 10.00
Seat 2 calls 8.00

*** HOLD ***
Seat 1 holds two and discards three: Ts Jd / 2d 3d 4s
Seat 2 holds three and discards two: Tc Jh Qd / 5c 8h
Seat 3 holds three and discards two: Td Jc 2h / 6c 7d

*** FLOP *** 2c Qh
Seat 1 checks
Seat 2 bets 20.00
Seat 3 raises to 45.50 and is all-in
Seat 1 calls 45.50
Seat 2 calls 25.50

*** RIVER *** 2c Qh | Ks Ad
Seat 1 checks
Seat 2 checks

*** SHOWDOWN ***
Seat 1 shows Ts Jd: straight (Ts Jd Qh Ks Ad)
Seat 2 shows Tc Jh Qd: straight (Tc Jh Qd Ks Ad)
Seat 3 shows Td Jc 2h: pair (Td Jc 2h 2c Ad)

*** POTS ***
The main pot: 168.50, after a rake of 4.00
Seat 1 takes 84.25 of the main pot
Seat 2 takes 84.25 of the main pot

*** STACKS ***
Seat 1: 226.75 (+26.75)
Seat 2: 176.75 (+26.75)
Seat 3: 0.00 (-57.50)
Seat 5: 80.00 (0.00)
"""


def test_the_printed_showdown_with_all_cards_open():
    assert write_text(printed()) == OPEN


def test_the_printed_showdown_as_seat_2_saw_it():
    expected = OPEN.replace("All cards open", "Seen by seat 2")
    for seat, cards in {1: "Ts Jd 2d 3d 4s", 3: "Td Jc 2h 6c 7d", 5: "4h 8d 9s 3h 7c"}.items():
        expected = expected.replace(
            f"Seat {seat} is dealt {cards}", f"Seat {seat} is dealt five cards face down"
        )
    expected = expected.replace(": Ts Jd / 2d 3d 4s", "").replace(": Td Jc 2h / 6c 7d", "")
    assert write_text(printed(), 2) == expected


def test_who_is_to_act_ends_an_unfinished_history():
    text = write_text(printed(7), SPECTATOR)
    assert "Seen by a spectator" in text
    assert text.endswith("*** FLOP *** 2c Qh\n\nSeat 1 is to act\n")


def test_decisions_made_together_are_told_before_their_numbers():
    script = write_holdout({1: 9, 2: 9}, "2 call, 1 check", discard_order="together")
    running = run_script(script)
    running.decide(Decision(1, "hold", cards=tuple(running.table.hands[1])))
    assert "Seat 1 has decided\n\nSeat 2 is to act" in write_text(running)
    running.decide(Decision(2, "hold", cards=tuple(running.table.hands[2][:1])))
    told = "Seat 2 has decided\nSeat 1 holds all five\nSeat 2 holds one and discards four\n"
    assert told in write_text(running, SPECTATOR)


def test_what_nobody_called_and_a_fold_out():
    text = write_text(run_script(write_holdout({1: 90, 2: 90}, "2 fold")))
    assert "2.00 that nobody called goes back to seat 1\n" in text
    assert "The main pot: 4.00\nSeat 1 takes 4.00 of the main pot\n" in text
    assert "shows" not in text


def test_side_pots_have_names():
    text = write_text(
        run_script(
            write_holdout(
                {1: 10, 2: 20, 3: 40},
                "3 raise 40, 1 call, 2 call, 1 hold 2c, 2 hold 3c, 3 hold 4c",
                hands={1: "2c", 2: "3c", 3: "4c"},
                betting="no-limit",
            )
        )
    )
    assert "20.00 that nobody called goes back to seat 3\n" in text
    assert "The main pot: 30.00\nSide pot 1: 20.00\n" in text


def test_a_void_round():
    running = printed(3)
    running.decide(Decision(0, "void", reason="a card fell"))
    assert "The round is void, and all chips go back: a card fell\n" in write_text(running)
    assert "Seat 3: 57.50 (0.00)" in write_text(running)


def test_antes_missed_blinds_and_a_button_at_an_empty_seat():
    opening = run_script(write_holdout({1: 100, 3: 100, 5: 100}, ante=1)).table.opening
    assert opening.seating is not None
    posts = (Post(5, "big-blind", 400), Post(3, "missed-blind", 400, 200))
    seating = opening.seating._replace(button=4, posts=posts)
    text = write_text(Runner(GAME, opening._replace(seating=seating)))
    assert "The button is at seat 4, an empty seat\n" in text
    assert "Seat 1 posts an ante of 1.00\n" in text
    assert "Seat 3 posts a dead small blind of 2.00\n" in text
    assert "Seat 3 posts a missed big blind of 4.00\n" in text
    assert "Not as approved: ruling ante=1.00" in text


@pytest.mark.parametrize("viewer", [None, SPECTATOR])
def test_the_chips_told_are_the_chips_moved(viewer):
    """Stacks and all-ins follow from the told events alone."""
    for running in random_rounds(8):
        text = write_text(running, viewer)
        broke = [seat for seat, cents in running.table.stacks.items() if not cents]
        for seat in broke:
            assert any(
                line.startswith(f"Seat {seat} ") and line.endswith("and is all-in")
                for line in text.splitlines()
            )
        if running.status == "settled":
            for seat, cents in running.table.stacks.items():
                assert f"Seat {seat}: {cents // 100}.{cents % 100:02d} (" in text
