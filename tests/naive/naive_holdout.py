"""Holdout's showdown the slow way: every choice of community cards is looked at, and every pot is
built chip by chip. It shares no code with the package.

A card is a text such as "As"; a hand's strength is a tuple that compares as the hand does.
"""

from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations

RANKS = "23456789TJQKA"
DECK = [rank + suit for rank in RANKS for suit in "cdhs"]
CATEGORIES = [
    "high-card",
    "pair",
    "two-pair",
    "three-of-a-kind",
    "straight",
    "flush",
    "full-house",
    "four-of-a-kind",
    "straight-flush",
    "royal-flush",
]
GROUPS = {
    (1, 1, 1, 1, 1): "high-card",
    (2, 1, 1, 1): "pair",
    (2, 2, 1): "two-pair",
    (3, 1, 1): "three-of-a-kind",
    (3, 2): "full-house",
    (4, 1): "four-of-a-kind",
}
Strength = tuple[int, list[int]]


def strength_of_five(cards: Sequence[str]) -> Strength:
    """The category's place, then the ranks that decide between hands of the category."""
    ranks = sorted((RANKS.index(card[0]) for card in cards), reverse=True)
    straight = ranks if ranks == list(range(ranks[0], ranks[0] - 5, -1)) else []
    if ranks == [12, 3, 2, 1, 0]:
        straight = [3, 2, 1, 0, -1]
    flush = len({card[1] for card in cards}) == 1
    if straight and flush:
        name = "royal-flush" if straight[0] == 12 else "straight-flush"
        return CATEGORIES.index(name), straight
    ordered = sorted(ranks, key=lambda rank: (ranks.count(rank), rank), reverse=True)
    name = GROUPS[tuple(sorted((ranks.count(rank) for rank in set(ranks)), reverse=True))]
    if flush:
        name = "flush"
    if straight:
        return CATEGORIES.index("straight"), straight
    return CATEGORIES.index(name), ordered


def strength(held: Sequence[str], community: Sequence[str]) -> Strength:
    """The best hand of all held cards and as many community cards as make five."""
    choices = combinations(community, 5 - len(held))
    return max(strength_of_five([*held, *added]) for added in choices)


def winners(hands: Mapping[int, Sequence[str]], community: Sequence[str]) -> list[int]:
    """The seats with the best hand, in the order in which they are given."""
    strengths = {seat: strength(held, community) for seat, held in hands.items()}
    best = max(strengths.values())
    return [seat for seat in hands if strengths[seat] == best]


def build_pots(put: Mapping[int, int], live: Iterable[int]) -> list[tuple[int, list[int]]]:
    """Take one chip after the other from everyone who has it, for the live seats that still do.

    Chips that only folded seats have left go with the last pot.
    """
    seats = list(live)
    pots: list[tuple[int, list[int]]] = []
    for height in range(1, max(put.values()) + 1):
        chips = sum(1 for chips in put.values() if chips >= height)
        playing = [seat for seat in seats if put[seat] >= height]
        if pots and playing in (pots[-1][1], []):
            pots[-1] = (pots[-1][0] + chips, pots[-1][1])
        else:
            pots.append((chips, playing))
    return pots


def pay_out(
    put: Mapping[int, int],
    live: Sequence[int],
    hands: Mapping[int, Sequence[str]],
    community: Sequence[str],
    dead: int = 0,
) -> dict[int, int]:
    """What each seat gets, in chips; ``live`` is in order from the button's left. Dead chips are
    played for by all who are left, with the main pot if they all have a part in it."""
    won = dict.fromkeys(put, 0)
    pots = list(build_pots(put, live))
    if dead and pots and set(pots[0][1]) == set(live):
        pots[0] = (pots[0][0] + dead, pots[0][1])
    elif dead:
        pots.insert(0, (dead, list(live)))
    for chips, playing in pots:
        if len(playing) == 1:
            best = playing
        else:
            best = winners({seat: hands[seat] for seat in playing}, community)
        while chips:
            for seat in best[:chips]:
                won[seat] += 1
            chips -= min(chips, len(best))
    return won
