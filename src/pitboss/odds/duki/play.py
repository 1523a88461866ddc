"""Who plays Duki: by the optimum, by a given threshold, or for practice."""

from collections.abc import Callable, Sequence
from fractions import Fraction

from pitboss.games.contract import Decision
from pitboss.games.duki.score import score
from pitboss.odds.contract import Player
from pitboss.odds.duki import strategy
from pitboss.odds.duki.hands import Payer, all_hands, gain
from pitboss.odds.practice import cards_seen, take_first
from pitboss.odds.request import Request
from pitboss.rounds.runner import Runner
from pitboss.rounds.shuffle import Bytes

Suits = tuple[int, ...]


def player(request: Request) -> Player:
    """Plays by the optimum or the request's threshold."""
    plays = chooser(request)

    def decide(running: Runner) -> Decision:
        seat = running.asked.seat
        return Decision(seat, "play" if plays(running.table.hands[seat]) else "fold")

    return decide


def practise(level: str, running: Runner, take: Bytes) -> Decision:
    """Play every Duki, fold the rest."""
    a, b, c, d = cards_seen(running)[0]
    ace_low = running.table.rulings["ace"] == "high-low"
    return take_first(running, "play" if score(a, b, c, d, ace_low) else "fold")


def suits_of(hand: Sequence[int]) -> Suits:
    """The ranks in each suit as bits, the suits in falling order: the same for a whole class."""
    suits = [0, 0, 0, 0]
    for card in hand:
        suits[card & 3] |= 1 << (card >> 2)
    return tuple(sorted(suits, reverse=True))


def chooser(request: Request) -> Callable[[Sequence[int]], bool]:
    """Whether a hand is played, by the optimum or by the request's threshold."""
    payer, ratio = Payer(request.settings), request.bonus_ratio or Fraction(0)
    if request.strategy is not None:
        hands = all_hands(request.settings.rulings["ace"])
        threshold = strategy.read_threshold(request.strategy, hands, payer, ratio)
        return lambda hand: score(hand[0], hand[1], hand[2], hand[3], payer.ace_low) >= threshold
    from pitboss.odds.duki.advise import meet

    known: dict[Suits, bool] = {}

    def plays(hand: Sequence[int]) -> bool:
        suits = suits_of(hand)
        if suits not in known:
            known[suits] = gain(*meet(payer, tuple(hand)), ratio) > 0
        return known[suits]

    return plays
