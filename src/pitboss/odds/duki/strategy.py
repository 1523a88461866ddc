"""Duki hands as counted, by score: what playing each gains, and the thresholds to play by.

A strategy is one threshold: play a hand that scores at least as much as a given one, else fold.
"""

from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import cache
from typing import NamedTuple, cast

from pitboss.cards import format_cards, parse_cards
from pitboss.games.contract import Opening, Settings, Table
from pitboss.games.duki.rules import ante_odds, bonus_row
from pitboss.games.duki.score import cards_of, category_of, score
from pitboss.money import Odds
from pitboss.odds.cache import Count, recall
from pitboss.odds.figures import Figures, Outcome, outcome_of, unit_net
from pitboss.paytable import Row
from pitboss.refusal import Refused

HANDS = 270_725
DEALERS = 194_580

SOURCES = ("games/duki/score.py", "odds/duki/kernels.py")
SEAT = 1

BEST = "threshold"
FIXED = {"any-duki": 1, "always": 0}
"""Named thresholds: every Duki scores at least 1, every hand at least 0."""

NAMES = (BEST, *FIXED)


class Spread(NamedTuple):
    """How the dealer's hands stand to some equal hands; ``hands`` is the number of those."""

    unqualified: int
    beaten_three: int
    beaten_four: int
    tied: int
    hands: int

    @property
    def lost(self) -> int:
        return DEALERS - self.unqualified - self.beaten_three - self.beaten_four - self.tied


class Hands(NamedTuple):
    """All hands of one score, one of them as an example."""

    score: int
    example: tuple[int, ...]
    spreads: tuple[Spread, ...]

    @property
    def number(self) -> int:
        return sum(spread.hands for spread in self.spreads)


def count_hands(ace: str) -> Count:
    """The count behind every Duki figure; only the ruling on the ace can change it."""

    def make() -> object:
        from pitboss.odds.duki.kernels import count_by_score

        return count_by_score(ace == "high-low")

    return Count("duki", "hands", {"ace": ace}, SOURCES, make)


def all_hands(ace: str, recompute: bool = False) -> list[Hands]:
    """Every hand, in rising order of score."""
    counted = cast(
        list[tuple[int, list[int], list[list[int]]]], recall(count_hands(ace), recompute)
    )
    hands = [
        Hands(score, tuple(example), tuple(Spread(*spread) for spread in spreads))
        for score, example, spreads in counted
    ]
    assert sum(hand.number for hand in hands) == HANDS
    return hands


class Pays(NamedTuple):
    """How the wagers of a hand are paid by this table when the hand is played.

    ``over`` holds, by the number of cards in the dealer's Duki, the odds of a winning Ante with
    the row's name, and ``nets`` what such an Ante is up; ``bonus`` is how the bonus ends and
    ``bonus_row`` what pays it.
    """

    over: Mapping[int, tuple[Odds, str | None]]
    nets: Mapping[int, Fraction]
    bonus: Outcome
    bonus_row: Row | None


class Payer:
    """Asks the rules of the game what a hand is paid."""

    def __init__(self, settings: Settings) -> None:
        self._table = Table(Opening(settings, {SEAT: {}}, ()))
        self.ace_low = settings.rulings["ace"] == "high-low"
        self.pays = cache(self._pays)

    def _pays(self, score: int, hand: tuple[int, ...]) -> Pays:
        self._table.hands[SEAT] = list(hand)
        row = bonus_row(self._table, SEAT, score)
        over = {q: ante_odds(self._table, score, q) for q in (0, 3, 4)}
        nets = {q: unit_net(odds) for q, (odds, _) in over.items()}
        return Pays(over, nets, outcome_of(row), row)

    def pays_of(self, hands: Hands) -> Pays:
        """What any of these hands is paid."""
        return self.pays(hands.score, hands.example)


Plays = Callable[[Hands, Spread], bool]
"""Whether such hands are played."""


def gain(spread: Spread, pays: Pays, ratio: Fraction) -> Fraction:
    """What playing such hands is better than folding them, times the dealer's hands."""
    played = (
        spread.unqualified * pays.nets[0]
        + spread.beaten_three * (pays.nets[3] + 1)
        + spread.beaten_four * (pays.nets[4] + 1)
        - 2 * spread.lost
    )
    return played + DEALERS * (1 + ratio * (pays.bonus.net + 1))


def read_threshold(given: object, hands: list[Hands], payer: Payer, ratio: Fraction) -> int:
    """The least score to play with, of a named strategy or of ``{"play_from": CARDS}``."""
    if given == BEST:
        return best_threshold(hands, payer, ratio)
    if isinstance(given, str) and given in FIXED:
        return FIXED[given]
    if isinstance(given, Mapping) and set(given) == {"play_from"}:
        cards = parse_cards(str(given["play_from"]))
        if len(cards) != 4:
            raise Refused(f"strategy: play_from has {len(cards)} cards; a Duki hand has 4")
        a, b, c, d = cards
        return score(a, b, c, d, payer.ace_low)
    raise Refused(
        f"strategy {str(given)[:60]!r} is unknown in duki; it has {', '.join(NAMES)}, or a file"
        ' with {"play_from": "9c 7d 4h 2c"}, the lowest hand to play'
    )


def best_threshold(all_hands: list[Hands], payer: Payer, ratio: Fraction) -> int:
    """The threshold that loses least; of equal ones the highest."""
    best, threshold, total = Fraction(0), all_hands[-1].score + 1, Fraction(0)
    for hands in reversed(all_hands):
        pays = payer.pays_of(hands)
        total += sum(gain(spread, pays, ratio) * spread.hands for spread in hands.spreads)
        if total > best:
            best, threshold = total, hands.score
    return threshold


def describe(threshold: int, all_hands: list[Hands]) -> Figures:
    """The threshold in words: the lowest hand that is played."""
    played = [hands for hands in all_hands if hands.score >= threshold]
    if not played:
        return {"play_from": None, "text": "fold every hand"}
    lowest = played[0]
    duki = cards_of(lowest.score)
    kind = f"{duki}-card Duki, {category_of(lowest.score)}" if duki else "any hand"
    cards = format_cards(sorted(lowest.example, reverse=True))
    return {"play_from": cards, "text": f"play from {cards} ({kind}), else fold"}
