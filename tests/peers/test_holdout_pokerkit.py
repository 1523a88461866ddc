"""Holdout's betting against PokerKit: the same random rounds, the same turns, sizes and stacks.

Each known difference has its own test. PITBOSS_PEER_HANDS=20000 pytest tests/peers makes it a
campaign.
"""

import os
import random
import warnings
from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import combinations

import pytest

from pitboss.cards import format_card, parse_cards
from pitboss.games.contract import Decision
from tests.peers.lockstep import (
    CAP,
    HALF_BET,
    ODD_CHIPS,
    SHORT_BLIND,
    SHORT_FIRST,
    Difference,
    Pair,
    Table,
    Turn,
    read_entry,
)
from tests.peers.pokerkit_table import held_count

HANDS = int(os.environ.get("PITBOSS_PEER_HANDS", "1000"))
BETTING = ("limit", "spread-limit", "pot-limit", "no-limit")


@pytest.fixture(autouse=True)
def quiet() -> Iterator[None]:
    """PokerKit warns about acts that it allows."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield


def random_table(dice: random.Random, betting: str) -> Table:
    count = dice.choice([2, 2, 3, 3, 4, 5, 6, 9])
    stacks = tuple(dice.choice([3, 5, 9, 14, 22, 40, 90, 250]) for _ in range(count))
    return Table(stacks, betting, dice.random() < 0.5, dice.choice([0, 0, 0, 1]))


def campaign(betting: str, hands: int) -> Mapping[str, int]:
    """How many rounds agreed to the chip, and how many parted at each known difference."""
    dice = random.Random(f"pokerkit {betting}")
    found: Counter[str] = Counter()
    for _ in range(hands):
        deck = list(range(52))
        dice.shuffle(deck)
        try:
            Pair(random_table(dice, betting), deck).play(dice)
            found["equal"] += 1
        except Difference as difference:
            found[str(difference)] += 1
    return found


@pytest.mark.rule("HOLD-17")
@pytest.mark.rule("HOLD-19")
@pytest.mark.rule("HOLD-21")
@pytest.mark.parametrize("betting", BETTING)
def test_random_rounds_agree_with_pokerkit(betting: str):
    found = campaign(betting, HANDS // len(BETTING))
    assert found["equal"] > 0.6 * HANDS / len(BETTING), found


CALLED = "3 call, 1 call, 2 check"


def pair(stacks: tuple[int, ...], betting: str, capped: bool = True, deck: str = "") -> Pair:
    cards = list(parse_cards(deck)) or list(range(52))
    return Pair(Table(stacks, betting, capped), cards)


def test_known_a_short_first_all_in_reopens_the_betting_in_pokerkit():
    """Seat 1 checks, seat 2 bets its last chip, seat 3 calls: seat 1 may only call it."""
    both = pair((200, 5, 200), "no-limit")
    ours, theirs = both.follow(f"{CALLED}, 1 check, 2 bet 1, 3 call")
    assert ours == Turn(1, 1, None, None)
    assert theirs == Turn(1, 1, 5, 196)
    assert both.explain(ours, theirs) == SHORT_FIRST


@pytest.mark.parametrize(
    ("stack", "line", "ours", "theirs"),
    [
        # Under half a bet: we complete it to 8, PokerKit adds a full bet to 5.
        (9, "1 bet 4, 2 raise 5", Turn(3, 5, 8, 8), Turn(3, 5, 9, 9)),
        # Half a bet: we reopen the betting for seat 1, PokerKit does not.
        (10, "1 bet 4, 2 raise 6, 3 call", Turn(1, 2, 10, 10), Turn(1, 2, None, None)),
    ],
)
def test_known_pokerkit_has_no_half_bet_rule(stack: int, line: str, ours: Turn, theirs: Turn):
    both = pair((200, stack, 200), "limit")
    assert both.follow(f"{CALLED}, {line}") == (ours, theirs)
    assert both.explain(ours, theirs) == HALF_BET


def test_known_short_all_ins_count_towards_the_cap_in_pokerkit():
    """A bet, a raise, a short all-in and a raise are four wagers there and three here."""
    both = pair((200, 200, 17, 200), "no-limit")
    line = "3 call, 4 call, 1 call, 2 check, 1 bet 4, 2 raise 10, 3 raise 13, 4 raise 20"
    ours, theirs = both.follow(line)
    assert ours == Turn(1, 16, 27, 196)
    assert theirs == Turn(1, 16, None, None)
    assert both.explain(ours, theirs) == CAP


def test_known_a_short_big_blind_lowers_the_amount_to_call_in_pokerkit():
    both = pair((200, 3, 200), "no-limit")
    ours, theirs = both.follow("")
    assert ours == Turn(3, 4, 8, 200)
    assert theirs == Turn(3, 3, 7, 200)
    assert both.explain(ours, theirs) == SHORT_BLIND


def test_known_pokerkit_asks_one_who_has_nothing_left_to_decide():
    """Seat 3 is all-in for less than the big blind and seat 1 folds: seat 2 has matched all."""
    both = pair((200, 200, 3), "no-limit")
    both.act(Decision(3, "call"))
    both.act(Decision(1, "fold"))
    assert both.ours.question is not None
    assert both.ours.question.options[0].action == "hold"
    assert both.their_turn() == Turn(2, 0, None, None)


def test_known_pokerkit_does_not_let_a_player_fold_where_he_may_check():
    both = pair((200, 200, 200), "no-limit")
    both.follow(CALLED)
    assert both.ours.question is not None
    assert "fold" in [option.action for option in both.ours.question.options]
    assert not both.theirs.can_fold()


def tying_deck(first_cards: str) -> list[int]:
    """Each seat holds the first of its cards alone, named here; the board is 5c 6d 7h 9s."""
    firsts, board = first_cards.split(), ["5c", "6d", "7h", "9s"]
    spare = [format_card(card) for card in range(52)]
    spare = [card for card in spare if card not in (*firsts, *board)]
    hands = []
    for first in firsts:
        others = next(four for four in combinations(spare, 4) if held_count([first, *four]) == 1)
        spare = [card for card in spare if card not in others]
        hands.append([first, *others])
    dealt = [hand[turn] for turn in range(5) for hand in hands]
    return list(parse_cards(" ".join([*dealt, spare[0], *board[:2], spare[1], *board[2:]])))


def play_line(both: Pair, line: str) -> None:
    for entry in line.split(", "):
        both.next_question()
        both.skip_needless()
        both.act(read_entry(entry))


def test_known_odd_chips_go_to_one_hand_in_pokerkit():
    """Three aces share 35 chips: 12, 12 and 11 here, 13, 11 and 11 there."""
    table = Table((50, 50, 50, 50), "no-limit", True, blinds=(2, 5))
    both = Pair(table, tying_deck("As Ad Ah 2c"))
    line = "3 call, 4 call, 1 call, 2 check, 1 bet 5, 2 call, 3 call, 4 fold, "
    play_line(both, line + "1 check, 2 check, 3 check")
    assert list(both.ours.table.stacks.values()) == [52, 52, 51, 45]
    assert both.theirs.stacks == [53, 51, 51, 45]
    with pytest.raises(Difference, match=ODD_CHIPS):
        both.finish()


def test_known_pots_are_put_together_before_they_are_split_in_pokerkit():
    """Seats 3 and 5 share a main pot of 21 and a side pot of 31: two odd chips, or none."""
    table = Table((50, 5, 50, 50, 50), "no-limit", True, blinds=(1, 5))
    both = Pair(table, tying_deck("2c Ks As 2d Ah"))
    line = "3 raise 12, 4 call, 5 call, 1 fold, 3 bet 5, 4 fold, 5 call, 3 check, 5 check"
    play_line(both, line)
    assert list(both.ours.table.stacks.values()) == [49, 0, 60, 38, 58]
    assert both.theirs.stacks == [49, 0, 59, 38, 59]
    with pytest.raises(Difference, match=ODD_CHIPS):
        both.finish()
