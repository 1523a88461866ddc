"""Super Omaha showdowns the slow way: every board, every dealer hand, one after the other."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations

from .naive_omaha import CATEGORIES, Card, Rank, category, five_card_rank, run_top

Pair = tuple[Card, Card]


def rank_pairs(board: Sequence[Card], cards: Sequence[Card]) -> dict[Pair, Rank]:
    """The best hand that each two of the cards make with three of the board."""
    return {
        pair: max(five_card_rank((*pair, *three)) for three in combinations(board, 3))
        for pair in combinations(cards, 2)
    }


def best_pair(ranks: dict[Pair, Rank], hole: Sequence[Card]) -> Rank:
    """The rank of four hole cards, which stand in the order of the ranked cards."""
    return max(ranks[pair] for pair in combinations(hole, 2))


def count_board(board: Sequence[Card], hole: Sequence[Card], deck: Sequence[Card]) -> Counter[str]:
    """How a hand fares against every dealer hand: ties, losses, and wins by category."""
    own = best_pair(rank_pairs(board, hole), hole)
    rest = [card for card in deck if card not in board and card not in hole]
    ranks = rank_pairs(board, rest)
    found: Counter[str] = Counter()
    for dealer in combinations(rest, 4):
        other = best_pair(ranks, dealer)
        if own > other:
            found[category(own)] += 1
        else:
            found["tie" if own == other else "loss"] += 1
    return found


def boards(
    flop: Sequence[Card], hole: Sequence[Card], deck: Sequence[Card]
) -> Iterator[list[Card]]:
    """The Flop with every turn and river."""
    rest = [card for card in deck if card not in flop and card not in hole]
    for two in combinations(rest, 2):
        yield [*flop, *two]


def count_state(flop: Sequence[Card], hole: Sequence[Card], deck: Sequence[Card]) -> list[int]:
    """Ties, wins from high card to royal flush, and losses, over all that can happen."""
    found: Counter[str] = Counter()
    for board in boards(flop, hole, deck):
        found += count_board(board, hole, deck)
    return [found["tie"], *(found[name] for name in CATEGORIES), found["loss"]]


def best_action(row: Sequence[int], pays: dict[str, int]) -> str:
    """3x, 1x or fold: the best expectation, the smaller wager among equals."""
    wins, losses = sum(row[1:11]), row[11]
    ante = sum(pays.get(name, 0) * row[place] for place, name in enumerate(CATEGORIES, 1)) - losses
    values = {"fold": -sum(row), "1x": ante + wins - losses, "3x": ante + 3 * (wins - losses)}
    return max(values, key=lambda action: values[action])


def straight_outs(flop: Sequence[Card], hole: Sequence[Card]) -> int:
    """Unseen cards that make a straight when they come on the turn."""
    outs = 0
    for card in [(rank, suit) for rank in range(2, 15) for suit in "shdc"]:
        if card in flop or card in hole:
            continue
        hands = (
            (*two, *three)
            for two in combinations(hole, 2)
            for three in combinations([*flop, card], 3)
        )
        outs += any(run_top(hand) for hand in hands)
    return outs
