"""Bad files: each is refused in one line that names the field or entry and what is allowed."""

import random
import re
from contextlib import suppress

import pytest

from pitboss.refusal import Refused
from tests.history.hands import CARDS, printed, read_phh, write_phh

FILE = write_phh(printed())
VIEW = write_phh(printed(), 2)


def refusal(text: str, fill: bool = False) -> str:
    with pytest.raises(Refused) as caught:
        read_phh(text, fill)
    message = str(caught.value)
    assert len(message.splitlines()) == 1
    assert len(message) < 300
    return message


def changed(old: str, new: str, text: str = FILE) -> str:
    assert old in text
    return text.replace(old, new, 1)


def without(name: str) -> str:
    """The file less the line of a field."""
    return re.sub(rf"(?m)^{name} = .*\n", "", FILE)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "variant: missing; text is needed"),
        (FILE[:300], "no valid TOML: "),
        (FILE.partition('  "p1 cc"')[0], "no valid TOML: "),
        (FILE.partition("actions")[0], "actions: missing"),
        ("[1]\n" + FILE, "variant: missing"),
        ("a = " + "[" * 5000, "nested too deeply"),
        ("a = " + "9" * 5000, "no valid TOML"),
        (changed("N5H", "NT"), "variant: 'NT' is not Five Card Holdout; its codes are F5H (limit)"),
        (changed('"N5H"', "7"), "variant: 7 is wrong; text is needed"),
        (changed("_extension = 1", "_extension = 2"), "_extension: 2 is unknown"),
        (changed("holdout/1", "holdout/9"), "_rules: the file has 'holdout/9'"),
        (without("starting_stacks"), "starting_stacks: missing; a list is needed"),
        (without("min_bet"), "min_bet: missing; an amount is needed"),
        (without("antes"), "antes: missing"),
        (changed("57.50", "inf"), "is no amount"),
        (changed("57.50", '"57.50"'), "starting_stacks: '57.50' is wrong; amounts are needed"),
        (changed("57.50", "57.501"), "fraction of a cent"),
    ],
)
def test_bad_files(text: str, words: str):
    assert words in refusal(text)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (changed("antes = [0, 0, 0, 0]", "antes = [0, 0]"), "antes: 2 entries; 4 are needed"),
        (changed("antes = [0, 0, 0, 0]", "antes = [0, 0, 1, 0]"), "antes: the file has"),
        (changed("[2, 4, 0, 0]", "[2, 4, 8, 0]"), "by the rules it is [2, 4, 0, 0]"),
        (
            changed("min_bet = 4", "min_bet = 3"),
            "min_bet: the file has 3, but by the rules it is 4",
        ),
        (
            changed("min_bet = 4", "min_bet = 4\nsmall_bet = 2"),
            "small_bet: 2; a file of this round",
        ),
        (changed("min_bet = 4", "min_bet = 4\nbring_in = 1"), "bring_in: 1; a file of this round"),
        (changed("seats = [1, 2, 3, 5]", "seats = [1, 2, 3, 3]"), "needs a seat of its own"),
        (
            changed("seats = [1, 2, 3, 5]", "seats = [2, 1, 3, 5]"),
            "seats: the file has [2, 1, 3, 5]",
        ),
        (changed("_button = 5", "_button = 3"), "seats: the file has [1, 2, 3, 5]"),
        (changed("_button = 5", "_button = 12"), "_button: 12 is no seat"),
        (changed("seat_count = 9", "seat_count = 6"), "seat_count: the file has 6"),
        (changed('betting = "no-limit"', 'betting = "limit"'), "does not go with variant N5H"),
        (changed('"4"', '"7"'), "ruling wagers-per-round: '7' is no option"),
        (changed("big-bet-from", "big-bets-from"), "ruling 'big-bets-from' is unknown"),
        (changed("_chip = 0.01", "_chip = 1"), "not in whole chips"),
        (changed("[226.75, 1", "[226.25, 1"), "finishing_stacks: the file has [226.25"),
        (changed("[84.25, 84.25", "[84.50, 84.00"), "winnings: the file has [84.50"),
        (changed("_rake = 4", "_rake = 5"), "_rake: the file has 5"),
        (
            changed("_rake = 4", "_posts = [1]\n_blinds = [2, 4]"),
            "_posts: 1 is wrong; a table with",
        ),
        (changed("_rake = 4", "_posts = []\n_blinds = [2, 4]"), "_posts: at least one big-blind"),
        (changed("_rake = 4", '_void = "why"'), "finishing_stacks: the file has"),
    ],
)
def test_fields_that_do_not_fit_the_rules(text: str, words: str):
    assert words in refusal(text)


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ('"p3 cbr 12"', '"p4 cbr 12"', "entry 5 ('p4 cbr 12'): seat 5: raise is out of turn"),
        ('"p3 cbr 12"', '"p3 cbr 5"', "raise with 5.00 is not allowed"),
        ('"p3 cbr 12"', '"p3 cbr 900"', "raise with 900.00 is not allowed"),
        ('"p3 cbr 12"', '"p3 cbr"', "no action of PHH"),
        ('"p3 cbr 12"', '"p3 cbr x"', "amount: 'x' is no amount"),
        ('"p3 cbr 12"', '"p9 cbr 12"', "'p9' is no player; there are p1 to p4"),
        ('"p3 cbr 12"', '"p3 pb"', "Holdout has no bring-in"),
        ('"p3 cbr 12"', '"d f"', "no action of PHH"),
        ('"p3 cbr 12"', "12", "actions, entry 5: 12 is wrong; text is needed"),
        ('"p3 cbr 12"', '"p3 sd 2h"', "p3 has such an entry already"),
        ('"p1 sd 2d3d4s"', '"p1 cc"', "entry 9 ('p1 cc'): seat 1: 'call' is not allowed"),
        ('"p1 sd 2d3d4s"', '"p1 sd 2d3d4s2d"', "p1 sd 2d3d4s"),
        ('"p1 sd 2d3d4s"', '"p1 sd 2d3d4sTsJd"', "hold names no card"),
        ('"p1 sd 2d3d4s"', '"p1 sd 2d3d9s"', "p1 shows or discards 9s, which it was not dealt"),
        ('"p1 sd 2d3d4s"', '"p1 sd 2d3"', "'3' is no card"),
        ('"p1 sd 2d3d4s"', '"p1 sd ????"', "2 discards are not known"),
        ('"p1 sm TsJd"', '"p1 sm Ts2d"', "entry 21 ('p1 sm Ts2d'): by the rules 'p1 sm TsJd'"),
        ('"p1 sm TsJd"', '"p1 sm"', "by the rules 'p1 sm TsJd' comes here"),
        ('"p1 sm TsJd"', '"p1 sm Ts??"', "the showdown needs them (HOLD-12)"),
        ('  "p1 sm TsJd",\n', "", "by the rules 'p1 sm TsJd' comes here"),
        ('  "p3 sm TdJc2h",\n', "", "by the rules 'p3 sm TdJc2h' comes next"),
        ('"d db 2cQh"', '"d db 2cQhKs"', "two known cards are turned up at a time"),
        ('"d db 2cQh"', '"d db ??Qh"', "two known cards are turned up at a time"),
        ('"d db 2cQh"', '"d db 2cTs"', "card Ts stands twice"),
        ('"d db 2cQh"', '"d db 2cXx"', "'Xx' is no card"),
        ('"d dh p2 TcJhQd5c8h"', '"d dh p2 TcJhQd5c"', "4 cards; each player is dealt five"),
        ('"d dh p2 TcJhQd5c8h"', '"d dh p2 TcJhQd5c8h8h"', "6 cards; each player is dealt five"),
        ('"d dh p4 4h8d9s3h7c"', '"d dh p4 4h8d9s3h3h"', "card 3h stands twice"),
        ('  "d dh p2 TcJhQd5c8h",\n', "", "p2 is dealt no cards"),
        ('"d dh p2 TcJhQd5c8h"', '"d dh p2 TcJhQd5c??"', "not every card is known"),
        ('_burned = "Ac6s"', '_burned = "Ac??"', "_burned: not every card is known"),
        ('_burned = "Ac6s"', '_burned = "Ac6s2s"', "at most two, with one burned before each"),
        ('_burned = "Ac6s"', '_undealt = "??"', "_undealt: a card is unknown"),
    ],
)
def test_actions_that_do_not_fit_the_rules(old: str, new: str, words: str):
    assert words in refusal(changed(old, new))


def test_actions_in_another_order():
    flop, check = '  "d db 2cQh",\n', '  "p1 cc",\n'
    late = changed(flop + check, check + flop)
    assert "entry 12 ('p1 cc'): by the rules 'd db 2cQh' comes here" in refusal(late)


def test_an_action_after_the_end():
    more = changed('  "p3 sm TdJc2h",\n', '  "p3 sm TdJc2h",\n  "p1 cc",\n')
    assert "entry 24 ('p1 cc'): seat 1: the round has ended" in refusal(more)
    shown = changed('  "p3 sm TdJc2h",\n', '  "p3 sm TdJc2h",\n  "p4 sm 4h8d9s3h7c",\n')
    assert "by the rules nothing more happens here" in refusal(shown)


def test_the_cards_that_should_follow_are_missing():
    text = FILE.partition('  "d db 2cQh"')[0] + "]\n"
    assert "entry 11 ('p3 sd 6c7d'): deck: card 21 is missing" in refusal(text)


def test_a_viewer_s_file_is_refused_unless_cards_may_stand_in():
    assert "entry 1 ('d dh p1 ??????????'): not every card is known" in refusal(VIEW)
    assert len(read_phh(VIEW, fill=True).stand_ins) == 3 + 2 + 5 + 2


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ('"p1 sm TsJd"', '"p1 sm ??Jd"', "the showdown needs them"),
        ('"p1 sm TsJd"', '"p1 sm -"', "the showdown needs them"),
        ('"p1 sm TsJd"', '"p1 sm TsJdQc9c"', "discards are not known"),
        ('"p1 sm TsJd"', '"p1 sm TsJh"', "card Jh stands twice"),
        ('  "p1 sm TsJd",\n', "", "by the rules 'p1 sm"),
    ],
)
def test_no_card_stands_in_where_the_showdown_needs_it(old: str, new: str, words: str):
    assert words in refusal(changed(old, new, VIEW), fill=True)


def test_no_more_cards_stand_in_than_the_deck_has():
    """Twelve cards of the file are unknown, and all but eleven of the deck are named."""
    spare = [card for card in CARDS if card not in VIEW]
    text = changed('_burned = "????"', f'_undealt = "{"".join(spare[11:])}"', VIEW)
    assert "more than 52 cards are dealt" in refusal(text, fill=True)


@pytest.mark.parametrize("players", [0, 1, 10])
def test_too_few_or_too_many_players(players: int):
    deals = [f"d dh p{n + 1} {''.join(CARDS[5 * n : 5 * n + 5])}" for n in range(players)]
    zeros = [0] * players
    text = f"""
        variant = "N5H"
        antes = {zeros}
        blinds_or_straddles = {zeros}
        min_bet = 4
        starting_stacks = {[100] * players}
        actions = {deals}
    """
    assert "HOLD-14" in refusal(text)


def test_damaged_files_are_read_or_refused_and_nothing_else():
    dice = random.Random(3)
    read = 0
    for _ in range(1500):
        text = dice.choice([FILE, VIEW])
        for _ in range(dice.randint(1, 3)):
            place = dice.randrange(len(text))
            new = dice.choice(["", dice.choice('0123456789.,[]{}"=AKscdpf?-# \n_')])
            text = text[:place] + new + text[place + dice.randint(0, 3) :]
        with suppress(Refused):
            read_phh(text, fill=dice.random() < 0.5)
            read += 1
    assert 0 < read < 700
