"""What decisions are worth, found slowly: every card that may come is tried in turn."""

from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import combinations
from typing import Any

from .naive_buyout import bonus_odds as buyout_bonus_odds
from .naive_buyout import points_of
from .naive_cards import RANKS, SUITS, rank_of, suit_of
from .naive_duki import ANTE_TABLE, best_duki, bonus_odds, category_of, key_of, three_card_odds

DECK = [rank + suit for rank in RANKS for suit in SUITS]

Key = tuple[int, ...]


@cache
def points(cards: frozenset[str]) -> int:
    return points_of(sorted(cards))


def dealers(up: str, unseen: list[str]) -> dict[int, Fraction]:
    """The chances of the dealer's points: a hidden card, two draws, and a fifth card below 13."""
    fifths, ways = len(unseen) - 3, Counter[int]()
    for three in combinations(unseen, 3):
        held = frozenset((up, *three))
        if points(held) >= 13:
            ways[points(held)] += fifths
        else:
            ways.update(points(held | {fifth}) for fifth in unseen if fifth not in three)
    return {end: Fraction(number, ways.total()) for end, number in ways.items()}


class Buyout:
    """A seat of Buyout that knows some cards; wagers in units of the first."""

    def __init__(self, up: str, seen: set[str], bonus: Fraction, bonus_hand: str) -> None:
        self.up = up
        self.unseen = [card for card in DECK if card != up and card not in seen]
        self.bonus = bonus
        self.four_cards = bonus_hand == "four-cards"

    def bonus_net(self, cards: tuple[str, ...]) -> Fraction:
        odds = buyout_bonus_odds(points(frozenset(cards)))
        return self.bonus * (odds if odds is not None else -1)

    def challenge(self, cards: tuple[str, ...], chances: dict[int, Fraction]) -> Fraction:
        """The net of the wagers that stand behind these cards in play."""
        mine, units = points(frozenset(cards)), len(cards) - 1
        won = sum((chance for end, chance in chances.items() if end < mine), Fraction(0))
        lost = sum((chance for end, chance in chances.items() if end > mine), Fraction(0))
        return units * (won - lost)

    def ends(self, cards: tuple[str, ...], chances: dict[int, Fraction]) -> list[Fraction]:
        """How often these cards in play win, tie and lose."""
        mine = points(frozenset(cards))
        split = [[c for end, c in chances.items() if end < mine]]
        split.append([c for end, c in chances.items() if end == mine])
        split.append([c for end, c in chances.items() if end > mine])
        return [sum(one, Fraction(0)) for one in split]

    def ends_at_fourth(
        self, hand: tuple[str, ...], chances: dict[int, Fraction]
    ) -> dict[str, list[Fraction]]:
        """How each option at the fourth card ends."""
        lost = [Fraction(0), Fraction(0), Fraction(1)]
        return {
            "buy": self.ends(hand, chances),
            "refuse": self.ends(hand[:3], chances),
            "fold": lost,
        }

    def ends_at_third(self, hand: tuple[str, ...]) -> dict[str, list[Fraction]]:
        """How each option at the third card ends; of equal later ones refuse, fold, buy."""
        lost = [Fraction(0), Fraction(0), Fraction(1)]
        bought = [Fraction(0)] * 3
        for fourth in self.unseen:
            chances = dealers(self.up, [card for card in self.unseen if card != fourth])
            later = self.fourth((*hand, fourth), chances)
            order = [one for one in ("refuse", "fold", "buy") if one in later]
            best = max(order, key=lambda one: later[one])
            ends = self.ends_at_fourth((*hand, fourth), chances)[best]
            bought = [one + end / len(self.unseen) for one, end in zip(bought, ends, strict=True)]
        refused = self.ends(hand[:2], dealers(self.up, self.unseen))
        return {"buy": bought, "refuse": refused, "fold": lost}

    def fourth(self, hand: tuple[str, ...], chances: dict[int, Fraction]) -> dict[str, Fraction]:
        """What each legal option at the fourth card is worth."""
        three = hand[:3]
        worth = {"fold": -2 - self.bonus}
        if points(frozenset(hand)) > 0:
            worth["buy"] = self.challenge(hand, chances) + self.bonus_net(hand)
        if points(frozenset(three)) > 0:
            counted = hand if self.four_cards else three
            worth["refuse"] = self.challenge(three, chances) + self.bonus_net(counted)
        return worth

    def third(self, hand: tuple[str, ...]) -> dict[str, Fraction]:
        """What each legal option at the third card is worth."""
        two, every = hand[:2], Fraction(1, len(self.unseen))
        worth = {"buy": Fraction(0), "fold": -1 - self.bonus}
        if points(frozenset(two)) > 0:
            worth["refuse"] = self.challenge(two, dealers(self.up, self.unseen))
            if not self.four_cards:
                worth["refuse"] += self.bonus_net(two)
        for fourth in self.unseen:
            left = [card for card in self.unseen if card != fourth]
            later = self.fourth((*hand, fourth), dealers(self.up, left))
            worth["buy"] += every * max(later.values())
            if "refuse" in worth and self.four_cards:
                worth["refuse"] += every * self.bonus_net((*hand, fourth))
        return worth


@cache
def key_of_ranks(ranks: Key, ace: str) -> Key:
    """The place of a Duki with these ranks; which suits it has does not matter."""
    return key_of(tuple(RANKS[rank - 2] + "shdc"[at] for at, rank in enumerate(ranks)), ace)


def duki_key(cards: tuple[str, ...], ace: str) -> Key:
    """A hand's place among all hands, as hand_key gives it, but quickly."""
    by_suit: dict[str, list[int]] = {}
    for card in cards:
        by_suit.setdefault(suit_of(card), []).append(rank_of(card))
    if len(by_suit) < 3:
        return (0,)
    double = max(by_suit.values(), key=len)
    single = [ranks[0] for ranks in by_suit.values() if ranks is not double]
    return max(key_of_ranks(tuple(sorted((*single, rank))), ace) for rank in double)


def duki(hand: tuple[str, ...], wagers: dict[str, Fraction], rulings: dict[str, str]) -> Any:
    """What playing and folding are worth, in units of the ante, over all 194,580 dealers."""
    ace = rulings["ace"]
    mine = duki_key(hand, ace)
    left = [card for card in DECK if card not in hand]
    ends: Counter[int | str] = Counter()
    odds = {qualified: ante_odds(hand, qualified, rulings) for qualified in (0, 3, 4)}
    tip = wagers.get("tip", Fraction(0))
    for dealer in combinations(left, 4):
        theirs = duki_key(dealer, ace)
        if theirs == (0,) or mine > theirs:
            ends[theirs[0]] += 1
        else:
            ends["lost" if mine < theirs else "tied"] += 1
    won: dict[int | str, Fraction] = {
        0: odds[0] - tip,
        3: odds[3] + 1 - tip,
        4: odds[4] + 1 - tip,
        "lost": -2 - tip,
        "tied": Fraction(0),
    }
    total = sum((number * won[end] for end, number in ends.items()), Fraction(0))
    bonus = wagers.get("bonus", Fraction(0))
    paid = bonus_odds(list(hand), rulings)
    net = -bonus if paid is None else bonus * (paid[0] - (paid[1] == "for"))
    return {"play": total / ends.total() + net, "fold": -1 - bonus - tip}


def duki_ends(hand: tuple[str, ...], ace: str) -> list[Fraction]:
    """How often a played hand wins, ties and loses; a dealer without a Duki does not qualify."""
    mine = duki_key(hand, ace)
    ends = [0, 0, 0]
    for dealer in combinations([card for card in DECK if card not in hand], 4):
        theirs = duki_key(dealer, ace)
        won = theirs == (0,) or mine > theirs
        ends[0 if won else 1 if mine == theirs else 2] += 1
    return [Fraction(end, sum(ends)) for end in ends]


def ante_odds(hand: tuple[str, ...], qualified: int, rulings: dict[str, str]) -> int:
    """The odds of a winning ante, by the number of cards in the dealer's Duki."""
    chosen = best_duki(list(hand), rulings["ace"])
    if not chosen:
        return 1
    category, ranks = category_of(chosen, rulings["ace"])
    if len(chosen) == 4:
        even = qualified == 3 and rulings["ante-four-beats-three"] == "even"
        return 1 if even else ANTE_TABLE[category]
    if qualified == 0 and rulings["ante-three-card"] == "three-card-table":
        return three_card_odds(category, ranks) or 1
    return 1


@cache
def hand_classes() -> dict[tuple[Any, ...], tuple[list[str], int]]:
    """Every four-card hand up to a change of suits: one of them, and how many there are."""
    classes: dict[tuple[Any, ...], tuple[list[str], int]] = {}
    for hand in combinations(DECK, 4):
        ranks = [sorted(rank_of(card) for card in hand if suit_of(card) == suit) for suit in SUITS]
        name = tuple(sorted(map(tuple, ranks)))
        example, count = classes.get(name, (list(hand), 0))
        classes[name] = example, count + 1
    return classes


def bonus_return(game: str, rulings: dict[str, str]) -> Fraction:
    """What comes back for one unit on the bonus alone, its wager included."""
    back = count = 0
    for hand, hands in hand_classes().values():
        count += hands
        if game == "buyout":
            odds = buyout_bonus_odds(points(frozenset(hand)))
            back += 0 if odds is None else hands * (odds + 1)
        else:
            paid = bonus_odds(hand, rulings)
            back += 0 if paid is None else hands * (paid[0] + (paid[1] == "to"))
    return Fraction(back, count)
