"""Duki by one threshold: play a hand that scores at least as much as a given one, else fold."""

from collections.abc import Mapping
from fractions import Fraction

from pitboss.cards import format_cards, parse_cards
from pitboss.games.duki.score import cards_of, category_of, score
from pitboss.odds.duki.hands import Hands, Payer, Plays, gain
from pitboss.odds.figures import Figures
from pitboss.refusal import Refused

BEST = "threshold"
FIXED = {"any-duki": 1, "always": 0}
"""Named thresholds: every Duki scores at least 1, every hand at least 0."""

NAMES = (BEST, *FIXED)


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
        pays = payer.pays(hands.score, hands.example)
        total += sum(gain(spread, pays, ratio) * spread.hands for spread in hands.spreads)
        if total > best:
            best, threshold = total, hands.score
    return threshold


def play_from(threshold: int) -> Plays:
    return lambda hands, spread: hands.score >= threshold


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
