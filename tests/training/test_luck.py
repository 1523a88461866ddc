"""Luck taken out of results leaves their mean where it was: shown by enumeration, in fractions.

The small game: six cards numbered 1 to 6. The seat gets one, decides to fold (it loses its wager of
1) or to buy a second card for 1 more; with two cards it decides again, to fold (it loses 2) or to
call, and then wins 3 with a higher total than the two cards of the dealer, else loses 3. Every
deal is gone through, and the play is any at all, mistakes of chance among them.
"""

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from functools import cache
from itertools import permutations, product
from random import Random
from typing import NamedTuple

import pytest

from pitboss.training.review import DEAL, DRAW, END, Control, Luck, luck_of

CARDS = range(1, 7)
DEALS = list(permutations(CARDS, 4))
"""The seat's two cards and the dealer's two: 360 deals."""

Deal = tuple[int, ...]
Policy = Callable[[Sequence[int]], Fraction]
"""With which chance a seat that holds these cards goes on."""


class Path(NamedTuple):
    """One way a round can go: its chance, its result, and its decisions as they were worth."""

    chance: Fraction
    result: int
    turns: tuple[tuple[Fraction, Fraction], ...]
    seen: tuple[tuple[object, ...], ...]
    """What was known at each of them: the cards, and what had been done."""


def mean(values: Sequence[Fraction | int]) -> Fraction:
    return Fraction(sum(values)) / len(values)


def showdown(deal: Deal) -> int:
    return 3 if deal[0] + deal[1] > deal[2] + deal[3] else -3


@cache
def worth_of_call(held: Deal) -> Fraction:
    return mean([showdown(deal) for deal in DEALS if deal[:2] == held])


@cache
def worth_of_buy(first: int) -> Fraction:
    """By best play of the second decision."""
    others = [card for card in CARDS if card != first]
    return mean([max(worth_of_call((first, other)), Fraction(-2)) for other in others])


WORTH = mean([max(worth_of_buy(card), Fraction(-1)) for card in CARDS])
"""Before a card is dealt, by best play."""


def paths(deal: Deal, policy: Policy) -> Iterator[Path]:
    """Every way in which a round of this deal can go under a policy."""
    first, held = deal[0], deal[:2]
    buy = worth_of_buy(first)
    best, goes = max(buy, Fraction(-1)), policy(deal[:1])
    yield Path(1 - goes, -1, ((best, Fraction(-1)),), ((first,),))
    call = worth_of_call(held)
    later, calls = max(call, Fraction(-2)), policy(held)
    known = ((first,), (held, "buy"))
    yield Path(goes * (1 - calls), -2, ((best, buy), (later, Fraction(-2))), known)
    yield Path(goes * calls, showdown(deal), ((best, buy), (later, call)), known)


def best_play(cards: Sequence[int]) -> Fraction:
    worth = worth_of_buy(cards[0]) if len(cards) == 1 else worth_of_call((cards[0], cards[1]))
    return Fraction(worth > -len(cards))


def any_play(seed: int) -> Policy:
    """Mistakes of every chance, the same for the same cards."""
    return lambda cards: Fraction(Random(f"{seed} {cards}").randint(0, 12), 12)


POLICIES: list[Policy] = [
    best_play,
    lambda cards: Fraction(0),
    lambda cards: Fraction(1),
    lambda cards: 1 - best_play(cards),
    lambda cards: Fraction(1, 2),
    *map(any_play, range(12)),
]


def enumerate_all(policy: Policy) -> Iterator[tuple[Fraction, Path, tuple[Luck, ...]]]:
    for deal in DEALS:
        for path in paths(deal, policy):
            if path.chance:
                control = Control(path.turns[0][0], WORTH)
                lucks = luck_of(path.result, path.turns, control)
                yield path.chance / len(DEALS), path, lucks


def test_a_small_game_is_worth_what_it_is():
    """By hand: what best play of the 360 deals gives, each deal gone through."""
    results = [path.result * path.chance for deal in DEALS for path in paths(deal, best_play)]
    assert sum(results, Fraction(0)) / len(DEALS) == WORTH == Fraction(-1, 30)
    assert (
        {best_play((card,)) for card in CARDS} == {0, 1} == {best_play((5, 1)), best_play((5, 6))}
    )


@pytest.mark.parametrize("policy", POLICIES)
def test_adjusted_results_have_the_mean_of_the_results_however_one_plays(policy: Policy):
    won = adjusted = total = Fraction(0)
    for chance, path, lucks in enumerate_all(policy):
        total += chance
        won += chance * path.result
        adjusted += chance * (path.result - sum(luck.cents for luck in lucks))
    assert total == 1
    assert adjusted == won


@pytest.mark.parametrize("policy", POLICIES)
def test_every_term_of_luck_has_mean_zero_given_what_was_known(policy: Policy):
    """The deal before anything, each later one given the cards seen and the decision taken."""
    sums: defaultdict[tuple[str, object], Fraction] = defaultdict(Fraction)
    for chance, path, lucks in enumerate_all(policy):
        for luck in lucks:
            taken = path.turns[luck.turn - 1][1] if luck.turn else None
            known = (path.seen[luck.turn - 1], taken) if luck.turn else ()
            sums[luck.kind, known] += chance * luck.cents
    assert {kind for kind, _ in sums} <= {DEAL, DRAW, END}
    assert set(sums.values()) == {Fraction(0)}


@pytest.mark.parametrize("policy", POLICIES)
def test_what_is_left_is_the_worth_of_the_wager_less_what_mistakes_cost(policy: Policy):
    for _, path, lucks in enumerate_all(policy):
        cost = sum((best - after for best, after in path.turns), Fraction(0))
        assert path.result - sum(luck.cents for luck in lucks) == WORTH - cost


@pytest.mark.parametrize("policy", POLICIES)
def test_without_a_known_mean_the_deal_stays_in_and_the_rest_is_as_unbiased(policy: Policy):
    won = adjusted = Fraction(0)
    for chance, path, _ in enumerate_all(policy):
        lucks = luck_of(path.result, path.turns, None)
        won += chance * path.result
        adjusted += chance * (path.result - sum(luck.cents for luck in lucks))
    assert adjusted == won


def test_any_control_of_known_mean_does_and_one_of_another_mean_does_not():
    """The square of the first card stands for its worth: noisier, and as right on average. A mean
    that is wrong by a sixtieth is seen."""
    square = mean([card**2 for card in CARDS])
    for wrong, policy in product((Fraction(0), Fraction(1, 60)), POLICIES):
        won = adjusted = Fraction(0)
        for chance, path, _ in enumerate_all(policy):
            first = path.seen[0][0]
            assert isinstance(first, int)
            control = Control(Fraction(first**2), square + wrong)
            lucks = luck_of(path.result, path.turns, control)
            won += chance * path.result
            adjusted += chance * (path.result - sum(luck.cents for luck in lucks))
        assert adjusted - won == wrong


def test_a_round_without_a_decision_is_all_luck_but_its_worth():
    assert luck_of(500, (), Control(Fraction(-7), Fraction(-7))) == (Luck(END, Fraction(507)),)
    assert luck_of(500, (), None) == ()
