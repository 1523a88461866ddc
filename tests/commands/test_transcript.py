"""``deal`` for people: a scripted round in words."""

import json
from collections.abc import Mapping
from pathlib import Path

import pytest

from tests.commands.program import Inside

DUKI = {
    "game": "duki",
    "deck": "9h 9c 6s Jd  2s 3s 4d 5d  9d 9s 5h 8c",
    "wagers": {"1": {"ante": 10, "bonus": 5}, "2": {"ante": 10}},
    "decisions": [[1, "play"], [2, "fold"]],
}

DUKI_ROUND = """\
Duki 4 Poker (duki/1): settled

Play
The round begins.
Seat 1 wagers Ante $10, Bonus $5
Seat 2 wagers Ante $10
Seat 1 is dealt 9♥ 9♣ 6♠ J♦  DUKI-03
Seat 2 is dealt 2♠ 3♠ 4♦ 5♦  DUKI-03
Dealer is dealt 9♦ 9♠ 5♥ 8♣  DUKI-03
Seat 1 plays for $10  DUKI-04
Seat 2 folds  DUKI-04
Seat 2 discards 2♠ 3♠ 4♦ 5♦  DUKI-05
Dealer shows 9♦ 9♠ 5♥ 8♣  DUKI-07
Seat 1 shows 9♥ 9♣ 6♠ J♦  DUKI-07

Hands
Dealer: 9♦ 9♠ 5♥ 8♣  4-card Duki, pair of nines
Seat 1: 9♥ 9♣ 6♠ J♦  4-card Duki, pair of nines
Seat 2: 2♠ 3♠ 4♦ 5♦  no Duki

Settled
Seat 2: Ante $10 loses  DUKI-05
Seat 1: Ante $10 wins $20 (One Pair, 2 to 1)  DUKI-13
Seat 1: Play $10 wins $10 (1 to 1)  DUKI-13
Seat 1: Bonus $5 wins $5 (Pair 4's or Better, 1 to 1)  DUKI-17
"""

DUKI_NET = """
Net
Seat 1: +$35
Seat 2: −$10
"""


def deal(pitboss: Inside, folder: Path, script: Mapping[str, object]) -> str:
    path = folder / "round.json"
    path.write_text(json.dumps(script), encoding="utf-8")
    ran = pitboss("deal", str(path))
    assert (ran.status, ran.err) == (0, "")
    return ran.out


def test_a_whole_round(pitboss: Inside, tmp_path: Path):
    out = deal(pitboss, tmp_path, DUKI)
    assert out.startswith(DUKI_ROUND)
    assert out.endswith(DUKI_NET)
    rules = out.removeprefix(DUKI_ROUND).removesuffix(DUKI_NET)
    assert [line.split(":")[0] for line in rules.splitlines() if line[0] != " "] == [
        "DUKI-05",
        "DUKI-13",
        "DUKI-17",
    ]
    assert "\x1b" not in out


def test_a_round_that_waits(pitboss: Inside, tmp_path: Path):
    out = deal(pitboss, tmp_path, {**DUKI, "decisions": [[1, "play"]]})
    assert out.startswith("Duki 4 Poker (duki/1): waiting\n")
    assert "\nWaiting\nSeat 2 may: play for $10, fold (DUKI-04)\n" in out
    assert "Settled" not in out


def test_a_void_round_names_its_cause(pitboss: Inside, tmp_path: Path):
    out = deal(pitboss, tmp_path, {**DUKI, "decisions": [[1, "play"], ["void", "d"]]})
    assert "The round is void: the shuffle machine malfunctions, jams or fails" in out
    assert "; a supervisor checks the cards" in " ".join(out.split())
    assert "Seat 1: Ante $10 is returned  DUKI-24" in out
    assert "Seat 1: $0\nSeat 2: $0\n" in out


def test_rulings_and_labels_stand_above(pitboss: Inside, tmp_path: Path):
    rulings = {"bonus-four-card": "three-suits-only", "bonus-pays": "for-1"}
    out = deal(pitboss, tmp_path, {**DUKI, "table": {"rulings": rulings}})
    assert "Rulings: bonus-four-card=three-suits-only, bonus-pays=for-1\n" in out
    assert "not as approved: ruling bonus-four-card=three-suits-only" in out


def test_refused_cards_and_the_bonus_in_buyout(pitboss: Inside, tmp_path: Path):
    script = {
        "game": "buyout",
        "table": {"rulings": {"bonus-hand": "four-cards"}},
        "deck": "As 9h 2c 4s 9c 3d 7s Kd Qc Js 2h",
        "wagers": {"1": {"first": 10, "bonus": 5}, "2": {"first": 10}},
        "decisions": [[1, "buy"], [1, "refuse"], [2, "refuse"]],
    }
    out = deal(pitboss, tmp_path, script)
    assert "Seat 1 buys the card for $10  BUYOUT-11\n" in out
    assert "Seat 1 discards K♦  BUYOUT-16\n" in out
    assert "Seat 1: A♠ 4♠ 7♠  22 points in spades\n" in out
    assert "Seat 1: Bonus $5 wins $10 (21 - 26, 2 to 1)  BUYOUT-27\n" in out
    assert "Seat 2: First $10 pushes  BUYOUT-07\n" in out


def test_a_pot_between_players(pitboss: Inside, tmp_path: Path):
    script = {
        "game": "holdout",
        "stacks": {"1": 100, "2": 100},
        "button": 1,
        "blinds": [2, 4],
        "deck": "2c As 3d Ah 4h Ad 5s Ac 7c Kd 8d Ks Kh 9c Qs Qh",
        "decisions": [[1, "fold"]],
    }
    out = deal(pitboss, tmp_path, script)
    assert "The button is at seat 1.  HOLD-02\n" in out
    assert "Seat 1 posts the small blind of $2" in out
    assert "Seat 2 takes " in out
    assert "Net\nSeat 1: −$2\nSeat 2: +$2\n" in out


def test_a_jackpot_hit(pitboss: Inside, tmp_path: Path):
    terms = {"paytable": "5CL-E01", "type": "progressive", "wager": 1, "meter": 50000}
    script = {
        "game": "super-omaha",
        "table": {"jackpots": [{**terms, "seed": 10000, "rate": 0.2}]},
        "deck": "As Kd 2c 3c  Th Jh Qh Kh  4d 5d 6d 7d  Ah 2s 3s 4s 5s",
        "wagers": {"1": {"ante": 10, "jackpot-1": 1}, "2": {"ante": 15, "jackpot-1": 1}},
        "decisions": [[1, "flop", 30], [2, "fold"]],
    }
    out = " ".join(deal(pitboss, tmp_path, script).split())
    assert "The meter of Jackpot 1 moves by +$0.40 (contributions)" in out
    assert "Seat 2 hits Jackpot 1 with Royal Flush, 100%: $50,000.40 SO-27" in out
    assert "Jackpot 1 $1 wins $50,000.40 (Royal Flush, 100%, net +$49,999.40)" in out
    assert "Seat 1: Jackpot 1 envy wins $1,000" in out


def test_bad_scripts_are_one_line(pitboss: Inside, tmp_path: Path):
    path = tmp_path / "round.json"
    path.write_text(json.dumps({**DUKI, "decisions": [[2, "play"]]}), encoding="utf-8")
    ran = pitboss("deal", str(path))
    assert (ran.status, ran.out) == (2, "")
    assert "out of turn" in ran.err
    assert len(ran.err.splitlines()) == 1


@pytest.mark.parametrize("encoding", ["ascii", "latin-1"])
def test_letters_where_the_encoding_has_no_suits(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, encoding: str
):
    import io
    import sys

    from pitboss.cli.main import main

    path = tmp_path / "round.json"
    path.write_text(json.dumps(DUKI), encoding="utf-8")
    data = io.BytesIO()
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(data, encoding=encoding))
    assert main(["deal", str(path)]) == 0
    assert b"Seat 1 is dealt 9h 9c 6s Jd  DUKI-03\n" in data.getvalue()
    assert b"Seat 2: -$10\n" in data.getvalue()
