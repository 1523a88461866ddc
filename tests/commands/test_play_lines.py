"""``play`` through a pipe: whole rounds in plain text, wagers, chips, pages, and ways to leave."""

import json
import os
import re
import subprocess
import sys
from itertools import cycle, islice

import pytest

from pitboss.cards import format_card
from pitboss.games import OURS
from pitboss.money import parse_dollars
from tests.commands.program import Inside

GAMES = list(OURS)
LABEL = "practice, no real money"
GOODBYE = "You leave with $500 in practice chips after 0 rounds, net $0. Goodbye."

SCRIPT = {
    "game": "duki",
    "deck": "9h 9c 6s Jd  9d 9s 5h 8c",
    "wagers": {"1": {"ante": 10}},
    "decisions": [[1, "play"]],
}
ANSWERS = {
    "buyout": "d b b f r",
    "duki": "d p d p d f",
    "super-omaha": "d flop:15 d f d l 10",
    "holdout": "d c c hold:1,2 c c b c f",
}
"""Answers given over and over; what does not fit is refused and the next one tried."""


def typed(key: str, count: int = 40) -> str:
    answers = ANSWERS[key].replace(":", "_").replace(",", "_").split()
    return "".join(f"{answer.replace('_', ' ')}\n" for answer in islice(cycle(answers), count))


def nets(out: str) -> list[int]:
    return [read_money(text) for text in re.findall(r"Round net (\S+), bankroll", out)]


def read_money(text: str) -> int:
    """``−$1,250`` in cents."""
    return parse_dollars(re.sub(r"[+$,]", "", text).replace("−", "-"))


@pytest.mark.parametrize("key", GAMES)
@pytest.mark.parametrize("bots", ["1", "6"])
def test_a_seed_gives_the_same_rounds_twice(pitboss: Inside, key: str, bots: str):
    given = ("play", key, "--seed", "42", "--bots", bots)
    first, again = pitboss(*given, given=typed(key)), pitboss(*given, given=typed(key))
    assert first == again
    assert first.status == 0
    assert first.err == ""
    assert len(nets(first.out)) >= 3
    assert pitboss("play", key, "--seed", "43", "--bots", bots, given=typed(key)).out != first.out


def test_without_a_seed_no_two_games_are_alike(pitboss: Inside):
    given = ("play", "duki", "--bots", "0")
    assert pitboss(*given, given="d\np\n").out != pitboss(*given, given="d\np\n").out


@pytest.mark.parametrize("key", GAMES)
def test_the_bankroll_is_what_the_rounds_leave(pitboss: Inside, key: str):
    out = pitboss("play", key, "--seed", "1", "--bankroll", "5000", given=typed(key)).out
    rounds = nets(out)
    left = read_money(re.findall(r"You leave with (\S+)", out)[0])
    assert left == 500_000 + sum(rounds)
    said = [read_money(text) for text in re.findall(r"Round net .*, bankroll (\S+)", out)]
    assert said == [500_000 + sum(rounds[: count + 1]) for count in range(len(rounds))]


@pytest.mark.parametrize("key", GAMES)
def test_plain_text_has_neither_escapes_nor_boxes(
    pitboss: Inside, key: str, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setenv("FORCE_COLOR", "1")
    out = pitboss("play", key, "--seed", "1", given=typed(key)).out
    assert not set("\x1b╭╮╰╯│─▒") & set(out)
    assert all(len(line) <= 80 for line in out.splitlines() if not line.startswith(">"))
    assert out.count(LABEL) >= len(nets(out))


def test_each_wager_is_explained(pitboss: Inside):
    out = pitboss("play", "buyout", "--seed", "7", given="d\nb\nb\n").out
    assert "First $10 pushes  BUYOUT-07\n" in out
    assert "Third $10 pushes  BUYOUT-07\n" in out
    assert out.count("BUYOUT-07: Equal points of player and dealer push") == 1
    assert "Round net $0, bankroll $500\n" in out


def test_only_legal_options_are_offered(pitboss: Inside):
    out = pitboss("play", "buyout", "--seed", "7", given="d\nf\nd\nr\n").out
    turns = [line for line in out.splitlines() if line.startswith("[b]uy")]
    assert turns[0].startswith("[b]uy $10  [r]efuse  [f]old  [a]dvice  [v]oid  [?] rules")
    assert turns[1].startswith("[b]uy $10  [f]old  [a]dvice  [v]oid  [?] rules")
    assert "'r' is no choice here; the keys are b, f, a, v, ?, t, q" in out


def test_words_count_by_their_first_letter(pitboss: Inside):
    given = ("play", "duki", "--seed", "3")
    assert nets(pitboss(*given, given="deal\nplay\nDeal\nfrom now on\n").out) == nets(
        pitboss(*given, given="d\np\nd\nf\n").out
    )


def test_a_whole_word_counts_before_a_letter(pitboss: Inside):
    out = pitboss("play", "super-omaha", "--seed", "5", given="d\nflop 15\n").out
    assert "Flop $15 " in out
    assert "folded" not in [line for line in out.splitlines() if "(you)" in line][-1]


def test_an_amount_may_be_asked_for(pitboss: Inside):
    out = pitboss("play", "super-omaha", "--seed", "5", given="d\nl\n99\nl\nmany\nl\n20.50\n").out
    assert "flop: $10 to $30, Enter for $10: \n> 99\n" in out
    assert "Not allowed: seat 2: flop with 99.00 is not allowed" in out
    assert "Not allowed: flop: 'many' is no amount" in out
    assert "Flop $20.50 " in out


def test_cards_may_be_picked(pitboss: Inside):
    given = ("play", "holdout", "--seed", "2")
    out = pitboss(*given, given="d\nc\nh\n1 9\nh\nAs\nh\n2 1\n").out
    assert "Not allowed: cards '1 9': places run from 1 to 5" in out
    assert "Not allowed: seat 2: hold: As is not there; hold takes 1 to 5 of" in " ".join(
        out.split()
    )
    assert re.search(r"Seat 2 \(you\):  (\S\S) (\S\S)  in \$4  discarded \S\S \S\S \S\S  has", out)


def test_three_sizes_of_one_action_have_numbers(pitboss: Inside):
    ruling = ("--ruling", "flop-size=whole-multiples")
    out = pitboss("play", "super-omaha", "--seed", "5", *ruling, given="d\n2\n").out
    assert "[1] flop $10  [2] flop $20  [3] flop $30  [f]old" in out
    assert "Flop $20 " in out


def test_wagers_are_repeated_until_changed(pitboss: Inside):
    out = pitboss("play", "duki", "--seed", "3", given="w\n20\n5\nd\np\n\nf\nw\n\n0\nd\nf\n").out
    assert out.count("[d]eal (Ante $20, Bonus $5)") == 3
    assert out.count("[d]eal (Ante $20)  ") == 2
    assert len(nets(out)) == 3


def test_wagers_are_checked_against_limits_and_rules(pitboss: Inside):
    limits = ("--limit", "min=5", "--limit", "max=50", "--limit", "bonus=1-10")
    lines = "w\n4\n51\n-1\nten\n0\n5\n0\n"
    out = " ".join(pitboss("play", "buyout", *limits, given=lines).out.split())
    assert "Not allowed: seat 2: first wager of 4.00 is below the table minimum of 5.00" in out
    assert "Not allowed: seat 2: first wager of 51.00 is above the table maximum of 50.00" in out
    assert "Not allowed: seat 2: first wager of -1.00 must be above 0 (BUYOUT-09)" in out
    assert "BUYOUT-09: Players first place a wager on the First spot" in out
    assert "Not allowed: first: 'ten' is no amount" in out
    assert "a bonus needs a First wager at this table (bonus-alone=no) (BUYOUT-20)" in out
    assert "No wager is made; you keep First $10." in out


def test_a_bonus_alone_where_the_house_allows_it(pitboss: Inside):
    given = ("play", "buyout", "--seed", "3", "--ruling", "bonus-alone=yes")
    out = pitboss(*given, given="w\n0\n5\nd\n").out
    assert "[d]eal (Bonus $5)" in out
    assert re.search(r"^Bonus \$5 (loses|wins)", out, re.MULTILINE)


def test_a_tip_is_offered_only_where_it_is_allowed(pitboss: Inside):
    offered = "Wager for the dealer"
    assert offered not in pitboss("play", "duki").out
    out = pitboss("play", "duki", "--ruling", "dealer-wagers=yes", given="w\n10\n2\n0\nd\np\n").out
    assert offered in out
    assert "[d]eal (Ante $10, Tip $2)" in out


def test_chips_run_out_and_come_back(pitboss: Inside):
    given = ("play", "duki", "--seed", "3", "--bankroll", "12")
    out = pitboss(*given, given="d\nf\nd\nn\nd\nf\n").out
    text = " ".join(out.split())
    assert "Your $2 left are not enough to play for $10." in text
    assert "Not enough practice chips: you have $2, Ante $10 takes $10." in text
    assert "New chips bring you back to $12." in text
    assert "'d' is no choice here" in text
    assert len(nets(out)) == 2
    assert "after 2 rounds, net −$20" in text


def test_a_wager_above_the_chips_is_refused(pitboss: Inside):
    out = pitboss("play", "duki", "--bankroll", "12", given="w\n15\n10\n5\n2\n").out
    text = " ".join(out.split())
    assert "ante wager of $15: you have $12 in practice chips and wagers of $0" in text
    assert "bonus wager of $5: you have $12 in practice chips and wagers of $10" in text
    assert "[d]eal (Ante $10, Bonus $2)" in out


@pytest.mark.parametrize("before", ["", "d\n"])
def test_rules_and_pay_tables_at_any_time(pitboss: Inside, before: str):
    ruling = ("--ruling", "ace=high")
    out = pitboss("play", "duki", "--seed", "3", *ruling, given=before + "?\nt\n").out
    assert "DUKI-26  A card room keeps every wager within the limits" in out
    assert "ace = high  (default high-low; also high)" in out
    assert "Duki Bonus: bonus-3, pays to 1" in out


def test_two_decks_alternate_every_round(pitboss: Inside):
    lines = "d\nf\nd\nf\nd\nf\n"
    out = pitboss("play", "duki", "--seed", "3", given=lines).out
    assert re.findall(r"(\w+) deck", out) == ["red", "blue", "red"]
    assert " deck" not in pitboss("play", "duki", "--ruling", "decks=one", given=lines).out
    assert " deck" not in pitboss("play", "buyout", given="d\nf\n").out


def test_leaving_in_a_round_voids_it(pitboss: Inside):
    for end in ("q\n", ""):
        ran = pitboss("play", "duki", "--seed", "3", given=f"d\n{end}")
        assert ran.status == 0
        text = " ".join(ran.out.split())
        assert "You leave in the middle of a round: it is void, and your wagers come back." in text
        assert GOODBYE in text


@pytest.mark.parametrize("lines", ["", "q\n", "\x00\n", b"\xff\xfe\n", "w\n", "x" * 5000 + "\n"])
def test_leaving_is_polite(pitboss: Inside, lines: str | bytes):
    ran = pitboss("play", "duki", given=lines)
    assert (ran.status, ran.err) == (0, "")
    assert ran.out.endswith(f"{GOODBYE}\n")


def test_the_lobby_leads_to_a_table_and_back(pitboss: Inside):
    ran = pitboss("play", given="\nz\n2\nd\nf\nq\nbuyout\nq\nq\n")
    assert (ran.status, ran.err) == (0, "")
    assert ran.out.count("[1] Ultimate 4 Card Buyout") == 5
    assert "Play money only" in ran.out
    assert "'z' is no choice here; the keys are 1 to 4 and q" in ran.out
    assert "Duki 4 Poker · practice, no real money" in ran.out
    assert "Ultimate 4 Card Buyout · practice, no real money\nbankroll $490" in ran.out
    assert "after 1 round, net −$10. Goodbye." in ran.out


def test_a_table_that_cannot_open_leaves_one_in_the_lobby(pitboss: Inside):
    ran = pitboss("play", "--bots", "0", given="holdout\nduki\nq\nq\n")
    assert (ran.status, ran.err) == (0, "")
    assert "No table of this game: --bots 0: players play each other" in ran.out
    assert "You sit in seat 1 of 1." in ran.out


@pytest.mark.parametrize("command", ["rules duki", "play duki", "deal -", "paytables duki"])
def test_a_reader_who_has_enough_is_no_error(command: str):
    reader, writer = os.pipe()
    os.close(reader)
    with os.fdopen(writer, "wb") as closed:
        ran = subprocess.run(
            [sys.executable, "-m", "pitboss", *command.split()],
            input=json.dumps(SCRIPT).encode(),
            stdout=closed,
            stderr=subprocess.PIPE,
            check=False,
        )
    assert (ran.returncode, ran.stderr) == (0, b"")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ("poker", "game 'poker' is unknown; the games are buyout, duki"),
        ("duki --ruling ace=low", "ruling ace: 'low' is no option; allowed: high-low, high"),
        ("duki --ruling ace", "--ruling 'ace': write NAME=OPTION"),
        ("--ruling ace=high", "--ruling needs a game"),
        ("--limit min=1", "--limit needs a game"),
        ("duki --bots 9", "--bots 9: a whole number from 0 to 6"),
        ("duki --bots -1", "--bots '-1': a whole number from 0 to 6"),
        ("duki --bots two", "--bots 'two': a whole number from 0 to 6"),
        ("duki --bots 6 --ruling seats=6", "this table has 6 seats (ruling seats), so at most 5"),
        ("holdout --bots 0", "--bots 0: players play each other"),
        ("duki --bankroll -5", "--bankroll -5: practice chips must be above 0"),
        ("duki --bankroll 0", "--bankroll 0: practice chips must be above 0"),
        ("duki --bankroll much", "--bankroll: 'much' is no amount"),
        ("duki --bankroll 1.005", "--bankroll: 1.005 has a fraction of a cent"),
        ("duki --bankroll 4", "--bankroll 4.00 is below 5.00, the least for a round"),
        ("holdout --bankroll 3", "--bankroll 3.00 is below 4.00, the least for a round"),
        ("duki --limit min", "--limit 'min': write min=5, max=100 or bonus=1-25"),
        ("duki --limit max=x", "limit max: 'x' is no amount"),
        ("duki --limit min=10 --limit max=5", "limit max: 10.00 to 5.00 is no range"),
        ("duki --limit bonus=5", "limit bonus must be a pair such as [1, 25]"),
        ("duki --limit bonus=9-1", "limit bonus: 9.00 to 1.00 is no range"),
        ("duki --limit third=1-2", "limit 'third' is unknown; allowed: min, max, bonus, tip"),
        ("holdout --blinds 4", "--blinds '4': write the small and the big blind, such as 2,4"),
        ("holdout --blinds 4,2", "--blinds '4,2': write the small and the big blind"),
        ("duki --blinds 2,4", "--blinds: duki is played against the house; use --limit"),
        ("holdout --limit min=5", "--limit: holdout has no wagers against the house"),
        ("--blinds 2,4", "--blinds needs a game"),
        ("duki --pace -1", "--pace -1: allowed are 0 to 10 seconds"),
        ("duki --pace nan", "--pace: 'nan' is no number"),
    ],
)
def test_bad_input_is_one_line(pitboss: Inside, arguments: str, said: str):
    ran = pitboss("play", *arguments.split(), given="d\n")
    assert (ran.status, ran.out) == (2, "")
    assert said in ran.err
    assert len(ran.err.splitlines()) == 1


def test_the_cards_are_those_of_the_seed(pitboss: Inside):
    from pitboss.rounds.shuffle import seeded, shuffle

    suits = dict(zip("cdhs", "♣♦♥♠", strict=True))
    deck = [format_card(card) for card in shuffle(seeded("11"))]
    own = " ".join(card[0] + suits[card[1]] for card in deck[4:8])
    out = pitboss("play", "duki", "--seed", "11", given="d\n").out
    assert f"Seat 2 (you):  {own}  " in out


def told(out: str) -> str:
    return " ".join(out.split())


def test_a_round_in_play_is_voided_by_a_cause_of_the_document(pitboss: Inside):
    out = told(pitboss("play", "duki", "--seed", "3", given="d\nv\ne\nb\nd\np\n").out)
    assert "(b) a wrong number of cards dealt to a player or the dealer (DUKI-22)" in out
    assert "Not allowed: void: 'e' is no cause of duki" in out
    assert "The round is void: a wrong number of cards" in out
    assert "Ante $10 is returned DUKI-22" in out
    assert "Round net $0, bankroll $500" in out
    assert "blue deck" in out  # a voided round alternates the decks too


@pytest.mark.parametrize("key", GAMES)
def test_a_settled_round_is_undone_until_the_next_is_opened(pitboss: Inside, key: str):
    """All that was won or lost goes back, and nothing is left to void."""
    answers = {"buyout": "f", "duki": "f", "super-omaha": "f", "holdout": "f"}
    given = f"d\n{answers[key]}\nv\n\nv\na card fell\nv\n"
    out = told(pitboss("play", key, "--seed", "5", given=given).out)
    first, last = nets(out)[0], nets(out)[-1]
    assert first < 0 or key == "holdout"
    assert "The round stands as it was settled." in out
    assert "The round is void: a card fell. Every wager goes back." in out
    assert (last, "net $0. Goodbye." in out) == (0, True)
    assert "'v' is no choice here" in out


def test_after_cause_d_the_next_round_waits_for_the_check(pitboss: Inside):
    out = told(pitboss("play", "duki", "--seed", "3", given="d\nv\nd\nd\nc\nd\nf\n").out)
    assert "The table is stopped: the cards are removed, checked by a supervisor" in out
    assert "'d' is no choice here; the keys are c, ?, t, q" in out
    assert len(nets(out)) == 2
