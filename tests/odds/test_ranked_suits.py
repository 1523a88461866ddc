"""A game in which suits are ranked, priced by the generic solver and once more deal by deal.

The game is a package as ``pitboss new`` writes it, with another ``score.py``: two cards each, and
wherever ranks are equal the better suit decides, in who wins, in when the dealer qualifies and in
which row is paid. The second count knows nothing of the solver and scores hands in its own way.
"""

import sys
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from importlib import import_module
from itertools import combinations
from math import comb
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from pitboss.games.contract import Game
from pitboss.games.opening import set_table
from pitboss.kit.package import load_folder, write_package
from pitboss.kit.suits import suits_are_as_claimed
from pitboss.odds.figures import fraction_of
from pitboss.odds.generic.price import price
from pitboss.odds.request import Request

KEY, PACKAGE = "ranked-suits", "ranked_suits"
DEALS = comb(52, 2) * comb(50, 2)

SCORE = '''"""Two cards: a pair beats none, then the higher card decides, by its suit at last."""

SUITS = "ranked"
PAIR = 1 << 12
FIVE_OF_HEARTS, ACE_OF_SPADES = 4 * 3 + 2, 51


def score(a: int, b: int) -> int:
    """A card's number counts its rank first and its suit after it, clubs up to spades."""
    high, low = max(a, b), min(a, b)
    return (PAIR if high >> 2 == low >> 2 else 0) + high * 64 + low


def qualifies(value: int) -> bool:
    """A five of hearts or better."""
    return value >= FIVE_OF_HEARTS * 64


def event_of(value: int) -> str:
    """Aces with that of spades, another pair, or neither."""
    if value >= PAIR:
        return "aces" if value >> 6 & 63 == ACE_OF_SPADES else "pair"
    return "high-card"
'''


@pytest.fixture
def game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Game]:
    write_package(KEY, tmp_path / KEY)
    (tmp_path / KEY / "src" / PACKAGE / "score.py").write_text(SCORE, "utf-8")
    monkeypatch.setattr(sys, "path", list(sys.path))
    import_module("pitboss.odds.compiled")  # which keeps its folder, with all that is compiled
    monkeypatch.setattr("pitboss.odds.cache.cache_folder", lambda: tmp_path)
    (found,) = load_folder(tmp_path / KEY)
    yield found
    for name in [name for name in sys.modules if name.split(".")[0] == PACKAGE]:
        del sys.modules[name]


class Hand(NamedTuple):
    """Two cards in the order in which hands compare; a card is its rank and its suit, 0 to 3."""

    is_pair: bool
    high: tuple[int, int]
    low: tuple[int, int]


def hand_of(cards: tuple[int, int]) -> Hand:
    high, low = sorted([divmod(card, 4) for card in cards], reverse=True)
    return Hand(high[0] == low[0], high, low)


FIVE, ACE, HEARTS, SPADES = 3, 12, 2, 3


def qualifies(hand: Hand) -> bool:
    return hand.is_pair or hand.high >= (FIVE, HEARTS)


def pay_of(hand: Hand) -> int:
    """What a winning Ante is paid."""
    if not hand.is_pair:
        return 1
    return 4 if hand.high == (ACE, SPADES) else 3


def count() -> tuple[int, Counter[str]]:
    """What the best play wins over all deals, in Antes, and how often it does what."""
    hands = {cards: hand_of(cards) for cards in combinations(range(52), 2)}
    in_order = {hand: place for place, hand in enumerate(sorted(hands.values()))}
    others = [(*cards, in_order[hand], qualifies(hand)) for cards, hand in hands.items()]
    won, done = 0, Counter[str]()
    for (a, b), mine in hands.items():
        own, pays = in_order[mine], pay_of(mine)
        nets = [
            1 if not plays else pays + 1 if own > his else -2
            for c, d, his, plays in others
            if c not in (a, b) and d not in (a, b)
        ]
        action = "play" if sum(nets) > -len(nets) else "fold"
        won += sum(nets) if action == "play" else -len(nets)
        done[action] += len(nets)
    return won, done


def priced(game: Game, wager: str) -> Any:
    settings = set_table(game)
    return price(Request(game, wager, settings, settings.paytables[wager]))


def test_ranked_suits_are_priced_as_counted_deal_by_deal(game: Game) -> None:
    won, done = count()
    found = priced(game, "ante")
    assert int(found["deals"]) == sum(done.values()) == DEALS
    assert fraction_of(found["house_edge"]) == Fraction(-won, DEALS)
    taken = {action: fraction_of(of["probability"]) for action, of in found["actions"].items()}
    assert taken == {action: Fraction(number, DEALS) for action, number in done.items()}
    assert set(done) == {"play", "fold"}


def test_a_row_that_asks_for_a_suit_is_priced(game: Game) -> None:
    """Of 78 pairs three have the ace of spades: they are paid 30, the others 14."""
    found = priced(game, "bonus")
    assert fraction_of(found["house_edge"]) == Fraction(1326 - 78 - 3 * 30 - 75 * 14, 1326)


def test_what_is_said_of_these_suits_holds(game: Game) -> None:
    assert list(suits_are_as_claimed(game, 20)) == []
