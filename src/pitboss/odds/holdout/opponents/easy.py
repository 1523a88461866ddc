"""A rule of thumb: hold what is there, bet two pairs, stay in cheaply with less."""

from collections import Counter
from collections.abc import Sequence

from pitboss.cards import rank_of, suit_of
from pitboss.cards.poker import STRAIGHT, rank_five
from pitboss.games.contract import Decision
from pitboss.odds.holdout.opponents.betting import sized, stay
from pitboss.odds.holdout.opponents.sight import Sight
from pitboss.rounds.shuffle import Bytes

HIGH = 9
"""From a jack on a card is high."""


def hold(sight: Sight, take: Bytes) -> tuple[int, ...]:
    """A made hand, ranks that stand twice or more, four of a suit, or the two highest cards."""
    a, b, c, d, e = sight.cards
    if rank_five(a, b, c, d, e) >> 20 >= STRAIGHT:
        return sight.cards
    alike = same_ranks(sight.cards)
    if alike:
        return alike
    suit, count = Counter(map(suit_of, sight.cards)).most_common(1)[0]
    if count == 4:
        return tuple(card for card in sight.cards if suit_of(card) == suit)
    return tuple(sorted(sight.cards)[-2:])


def same_ranks(cards: Sequence[int]) -> tuple[int, ...]:
    ranks = Counter(map(rank_of, cards))
    return tuple(card for card in cards if ranks[rank_of(card)] > 1)


def wager(sight: Sight, take: Bytes) -> Decision:
    """Bet or raise once with two pairs or better; call with a pair or two high cards."""
    points = count_points(sight)
    more = sight.options.get("bet") or sight.options.get("raise")
    if more and points >= 2 and not sight.raises[sight.seat]:
        return Decision(sight.seat, more.action, sized(sight, more, 0.5))
    return stay(sight, points >= 1)


def count_points(sight: Sight) -> int:
    """1 for a pair or two high cards, 2 for two pairs, three alike, or five that fit."""
    cards = (*sight.cards, *sight.board)
    counts = Counter(map(rank_of, cards)).values()
    suits = max(Counter(map(suit_of, cards)).values())
    points = sum(count - 1 for count in counts)
    if suits >= 5 or fits_straight({rank_of(card) for card in cards}):
        points = max(points, 2)
    if suits == 4 or sum(rank_of(card) >= HIGH for card in sight.cards) >= 2:
        points = max(points, 1)
    return points


def fits_straight(ranks: set[int]) -> bool:
    return any(all(low + step in ranks for step in range(5)) for low in range(9))
