"""Duki as the generic solver counts it: its hands by score, and what is settled alike."""

from collections.abc import Hashable, Mapping, Sequence
from functools import cache

from pitboss.extras import has_extra
from pitboss.games import find_game
from pitboss.games.contract import Settings
from pitboss.games.duki.rules import LOWEST_PAID_PAIR
from pitboss.games.duki.score import best_three, cards_of, category_of, first_rank, ruled
from pitboss.odds.cache import Count
from pitboss.odds.generic.hands import Hand, Met, class_of, count_classes, count_hands, recall_hands
from pitboss.odds.generic.met import Field, Settlement

HANDS = 270_725
DEALERS = 194_580
ACES = ("high-low", "high")
MOST_KEPT = 500

_kept: dict[object, Settlement] = {}


def count_of_hands(ace: str) -> Count:
    """The count behind every Duki figure; only the ruling on the ace can change it."""
    return count_hands(find_game("duki"), {"ace": ace}, cards_of)


@cache
def field_of(ace: str) -> Field:
    """All hands under a ruling on the ace."""
    return make_field(ace)


def make_field(ace: str, recompute: bool = False) -> Field:
    (ace_low,) = ruled({"ace": ace})

    def kind_of(score: int, hand: Hand) -> Hashable:
        """All that pay tables and rulings can go by: the Duki's category, and that of the best
        three of its cards."""
        a, b, c, d = hand
        best = best_three(a, b, c, d, ace_low) if cards_of(score) == 4 else score
        low_pairs = (first_rank(value) < LOWEST_PAID_PAIR for value in (score, best))
        return cards_of(score), category_of(score), category_of(best), *low_pairs

    hands = recall_hands(count_of_hands(ace), recompute)
    assert sum(one.number for one in hands) == HANDS
    return Field(hands, cards_of, kind_of)


@cache
def classes_of(ace: str) -> Mapping[tuple[int, ...], Met]:
    """How the dealer's hands stand to any hand, by its class."""
    counted = count_classes(find_game("duki"), {"ace": ace}, cards_of)
    return {class_of(met.hand): met for met in counted}


def meet(ace: str, hand: Sequence[int]) -> tuple[int, tuple[int, ...]]:
    """A hand's score, and how the dealer's hands stand to it; the same without a compiler."""
    if has_extra("odds"):
        met = classes_of(ace)[class_of(hand)]
        return met.score, met.counts
    from pitboss.odds.duki.plain import count_hand

    return count_hand(hand, *ruled({"ace": ace}))


def settle(settings: Settings, wagers: Mapping[str, int]) -> Settlement:
    """How these wagers are settled; kept, for a session is played with a few sizes."""
    key = (*key_of(settings), tuple(sorted(wagers.items())))
    if key not in _kept:
        if len(_kept) >= MOST_KEPT:
            _kept.clear()
        field = field_of(settings.rulings["ace"])
        _kept[key] = Settlement(find_game("duki"), settings, wagers, field)
    return _kept[key]


def key_of(settings: Settings) -> tuple[Hashable, ...]:
    """A table's pays and rulings, as a key."""
    tables = tuple((name, table.rows) for name, table in sorted(settings.paytables.items()))
    return tables, tuple(sorted(settings.rulings.items()))
