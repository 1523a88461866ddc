"""The thresholds to play Duki by: play a hand that scores at least as much as a given one."""

from collections.abc import Mapping, Sequence

from pitboss.cards import format_cards, parse_cards
from pitboss.games.duki.score import cards_of, category_of, ruled, score
from pitboss.odds.figures import Figures
from pitboss.odds.generic.hands import Hands
from pitboss.odds.generic.met import Choose, Settlement
from pitboss.refusal import Refused

BEST = "threshold"
FIXED = {"any-duki": 1, "always": 0}
"""Named thresholds: every Duki scores at least 1, every hand at least 0."""

NAMES = (BEST, *FIXED)


def play_from(threshold: int, settlement: Settlement) -> Choose:
    play, fold = map(settlement.actions.index, ("play", "fold"))
    return lambda hands, spread: play if hands.score >= threshold else fold


def read_threshold(given: object, settlement: Settlement) -> int:
    """The least score to play with, of a named strategy or of ``{"play_from": CARDS}``."""
    if given == BEST:
        return best_threshold(settlement)
    if isinstance(given, str) and given in FIXED:
        return FIXED[given]
    if isinstance(given, Mapping) and set(given) == {"play_from"}:
        cards = parse_cards(str(given["play_from"]))
        if len(cards) != 4:
            raise Refused(f"strategy: play_from has {len(cards)} cards; a Duki hand has 4")
        a, b, c, d = cards
        return score(a, b, c, d, *ruled(settlement.opening.settings.rulings))
    raise Refused(
        f"strategy {str(given)[:60]!r} is unknown in duki; it has {', '.join(NAMES)}, or a file"
        ' with {"play_from": "9c 7d 4h 2c"}, the lowest hand to play'
    )


def best_threshold(settlement: Settlement) -> int:
    """The threshold that loses least; of equal ones the highest."""
    every = settlement.field.hands
    best, threshold, total = 0, every[-1].score + 1, 0
    for hands in reversed(every):
        total += sum(gain(settlement, hands.score, s.counts) * s.hands for s in hands.spreads)
        if total > best:
            best, threshold = total, hands.score
    return threshold


def gain(settlement: Settlement, score: int, counts: Sequence[int]) -> int:
    """What playing a hand is better than folding it, over the dealer's hands, in cents."""
    worth = dict(zip(settlement.actions, settlement.values(score, counts), strict=True))
    return worth["play"] - worth["fold"]


def describe(threshold: int, all_hands: Sequence[Hands]) -> Figures:
    """The threshold in words: the lowest hand that is played."""
    played = [hands for hands in all_hands if hands.score >= threshold]
    if not played:
        return {"play_from": None, "text": "fold every hand"}
    lowest = played[0]
    duki = cards_of(lowest.score)
    kind = f"{duki}-card Duki, {category_of(lowest.score)}" if duki else "any hand"
    cards = format_cards(sorted(lowest.example, reverse=True))
    return {"play_from": cards, "text": f"play from {cards} ({kind}), else fold"}
