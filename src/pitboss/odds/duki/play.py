"""Who plays Duki: by the optimum, by a given threshold, or for practice."""

from collections.abc import Callable, Sequence
from fractions import Fraction

from pitboss.games.contract import Decision
from pitboss.games.duki.score import score
from pitboss.odds.duki.strategy import Payer, all_hands, gain, read_threshold
from pitboss.odds.registry import Player, cards_seen, take_first
from pitboss.odds.request import Request
from pitboss.rounds.runner import Runner
from pitboss.rounds.shuffle import Bytes


def player(request: Request) -> Player:
    """Plays by the optimum or the request's threshold."""
    payer, ratio = Payer(request.settings), request.bonus_ratio or Fraction(0)
    if request.strategy is None:
        plays = best_play(payer, ratio)
    else:
        hands = all_hands(request.settings.rulings["ace"])
        threshold = read_threshold(request.strategy, hands, payer, ratio)

        def plays(hand: Sequence[int]) -> bool:
            return score(hand[0], hand[1], hand[2], hand[3], payer.ace_low) >= threshold

    def decide(running: Runner) -> Decision:
        seat = running.asked.seat
        return Decision(seat, "play" if plays(running.table.hands[seat]) else "fold")

    return decide


def practise(level: str, running: Runner, take: Bytes) -> Decision:
    """Play every Duki, fold the rest."""
    a, b, c, d = cards_seen(running)[0]
    ace_low = running.table.rulings["ace"] == "high-low"
    return take_first(running, "play" if score(a, b, c, d, ace_low) else "fold")


def suits_of(hand: Sequence[int]) -> tuple[int, ...]:
    """The ranks in each suit as bits, the suits in falling order: the same for a whole class."""
    suits = [0, 0, 0, 0]
    for card in hand:
        suits[card & 3] |= 1 << (card >> 2)
    return tuple(sorted(suits, reverse=True))


def best_play(payer: Payer, ratio: Fraction) -> Callable[[Sequence[int]], bool]:
    """Whether a hand is worth playing, counted once for each class."""
    from pitboss.odds.duki.advise import meet

    known: dict[tuple[int, ...], bool] = {}

    def plays(hand: Sequence[int]) -> bool:
        suits = suits_of(hand)
        if suits not in known:
            known[suits] = gain(*meet(payer, tuple(hand)), ratio) > 0
        return known[suits]

    return plays
