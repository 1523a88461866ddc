"""Duki 4 Poker, read slowly from its document."""

from collections import Counter
from functools import cache
from itertools import combinations
from typing import Any

from .naive_cards import Refused, money, parse_cards, rank_of, suit_of
from .naive_table import (
    Round,
    Voided,
    Waiting,
    read_limits,
    read_rulings,
    read_table,
    read_wagers,
)

RULINGS = {
    "ante-three-card": ["even", "three-card-table"],
    "ante-four-beats-three": ["table", "even"],
    "bonus-four-card": ["best-three", "own-category", "ante-table", "three-suits-only"],
    "bonus-pays": ["to-1", "for-1"],
    "ace": ["high-low", "high"],
    "shuffler": ["yes", "no"],
    "decks": ["two", "one"],
    "dealer-wagers": ["no", "yes"],
    "seats": ["7", "6"],
}
ORDER = ("ante", "play", "tip", "bonus")
MACHINE_CAUSES = ("a", "b", "c", "d", "(a)", "(b)", "(c)", "(d)")

FOUR_CARD_ORDER = [
    "high-card",
    "pair",
    "two-pair",
    "three-of-a-kind",
    "straight",
    "four-of-a-kind",
]
THREE_CARD_ORDER = ["high-card", "pair", "straight", "three-of-a-kind"]
ANTE_TABLE = {
    "four-of-a-kind": 100,
    "straight": 10,
    "three-of-a-kind": 5,
    "two-pair": 3,
    "pair": 2,
    "high-card": 1,
}

Key = tuple[int, ...]


def straight_top(ranks: list[int], ace: str) -> int | None:
    """Give the top rank if the ranks follow one another, else None; a low ace counts as one."""
    ways = [sorted(ranks)]
    if ace == "high-low":
        ways.append(sorted(1 if rank == 14 else rank for rank in ranks))
    for way in ways:
        if way == list(range(way[0], way[0] + len(way))):
            return way[-1]
    return None


def category_of(cards: tuple[str, ...], ace: str) -> tuple[str, Key]:
    """Name the category of three or four chosen cards, with the ranks that break ties in it."""
    return category_of_ranks(tuple(rank_of(card) for card in cards), ace)


@cache
def category_of_ranks(ranks: tuple[int, ...], ace: str) -> tuple[str, Key]:
    """Kept, since which suits they are of does not matter once the cards are chosen."""
    top = straight_top(list(ranks), ace)
    if top is not None:
        return "straight", (top,)
    counts = Counter(ranks)
    by_weight = tuple(sorted(counts, key=lambda rank: (counts[rank], rank), reverse=True))
    names = {
        (4,): "four-of-a-kind",
        (3, 1): "three-of-a-kind",
        (3,): "three-of-a-kind",
        (2, 2): "two-pair",
        (2, 1, 1): "pair",
        (2, 1): "pair",
    }
    return names.get(tuple(counts[rank] for rank in by_weight), "high-card"), by_weight


def key_of(cards: tuple[str, ...], ace: str) -> Key:
    """Give a Duki of chosen cards its place: number of suits, category, then its ranks."""
    category, ranks = category_of(cards, ace)
    order = FOUR_CARD_ORDER if len(cards) == 4 else THREE_CARD_ORDER
    return (len(cards), order.index(category), *ranks)


def choices(cards: list[str], size: int) -> list[tuple[str, ...]]:
    """List every way to choose so many cards, all of different suits."""
    return [
        chosen for chosen in combinations(cards, size) if len(set(map(suit_of, chosen))) == size
    ]


def best_duki(cards: list[str], ace: str) -> tuple[str, ...]:
    """Choose the cards of the best Duki in a four-card hand; none chosen where there is none."""
    for size in (4, 3):
        if ways := choices(cards, size):
            return max(ways, key=lambda chosen: key_of(chosen, ace))
    return ()


def hand_key(cards: list[str], ace: str) -> Key:
    """Give the whole hand's place among all hands: larger wins, equal ties."""
    chosen = best_duki(cards, ace)
    return key_of(chosen, ace) if chosen else (0,)


def score(text: str, ace: str = "high-low") -> dict[str, Any]:
    """Answer like `pitboss score duki`, with a tuple where that has an integer rank."""
    cards = parse_cards(text)
    if len(cards) != 4:
        raise Refused(f"four cards, not {len(cards)}")
    if ace not in RULINGS["ace"]:
        raise Refused(f"ace is {ace!r}; allowed are {RULINGS['ace']}")
    chosen = best_duki(cards, ace)
    category = category_of(chosen, ace)[0] if chosen else "none"
    return {"duki": len(chosen), "category": category, "rank": hand_key(cards, ace)}


def three_card_odds(category: str, ranks: Key) -> int | None:
    """Give the pay of the 3-card table, or None where it has no row."""
    if category in ("three-of-a-kind", "four-of-a-kind"):
        return 30
    if category == "straight":
        return 5
    if category in ("pair", "two-pair") and ranks[0] >= 4:
        return 1
    return None


def bonus_odds(cards: list[str], rulings: dict[str, str]) -> tuple[int, str] | None:
    """Give the bonus pay and "to" or "for", or None where the bonus loses."""
    ace = rulings["ace"]
    chosen = best_duki(cards, ace)
    word = "to" if rulings["bonus-pays"] == "to-1" else "for"
    if not chosen:
        return None
    if len(chosen) == 4:
        reading = rulings["bonus-four-card"]
        if reading == "three-suits-only":
            return None
        if reading == "ante-table":
            return ANTE_TABLE[category_of(chosen, ace)[0]], "to"
        if reading == "best-three":
            chosen = max(choices(cards, 3), key=lambda three: key_of(three, ace))
    category, ranks = category_of(chosen, ace)
    odds = three_card_odds(category, ranks)
    return None if odds is None else (odds, word)


def ante_odds(player: list[str], dealer: list[str], rulings: dict[str, str]) -> int:
    """Give the odds to 1 of an Ante that wins."""
    ace = rulings["ace"]
    chosen = best_duki(player, ace)
    dealer_suits = len(best_duki(dealer, ace))
    if len(chosen) == 4:
        if dealer_suits == 3 and rulings["ante-four-beats-three"] == "even":
            return 1
        return ANTE_TABLE[category_of(chosen, ace)[0]]
    by_table = rulings["ante-three-card"] == "three-card-table"
    if len(chosen) == 3 and dealer_suits == 0 and by_table:
        return three_card_odds(*category_of(chosen, ace)) or 1
    return 1


def settle_hand(
    play: Round, seat: int, player: list[str], dealer: list[str], rulings: dict[str, str]
) -> None:
    """Settle Ante, Play and tip of a seat that plays."""
    ace = rulings["ace"]
    ours, theirs = hand_key(player, ace), hand_key(dealer, ace)
    for wager in ("ante", "play", "tip"):
        if wager not in play.wagers[seat]:
            continue
        if theirs == (0,):
            if wager == "play":
                play.push(seat, wager)
            else:
                win_like_ante(play, seat, wager, ante_odds(player, dealer, rulings))
        elif ours > theirs:
            odds = 1 if wager == "play" else ante_odds(player, dealer, rulings)
            win_like_ante(play, seat, wager, odds)
        elif ours == theirs:
            play.push(seat, wager)
        else:
            play.lose(seat, wager)


def win_like_ante(play: Round, seat: int, wager: str, odds: int) -> None:
    """Pay a winning wager; a tip and its win go to the tip box, so the seat is out the tip."""
    if wager == "tip":
        amount = play.wagers[seat]["tip"]
        play.row(seat, "tip", "win", f"{odds} to 1", amount * odds, -amount)
    else:
        play.win(seat, wager, odds)


def settle_bonus(play: Round, seat: int, cards: list[str], rulings: dict[str, str]) -> None:
    """Pay or take the bonus, if there is one."""
    if "bonus" not in play.wagers[seat]:
        return
    odds = bonus_odds(cards, rulings)
    if odds is None:
        play.lose(seat, "bonus")
    else:
        play.win(seat, "bonus", *odds)


def deal_all(play: Round, shuffler: str) -> tuple[dict[int, list[str]], list[str]]:
    """Deal four cards to each seat and the dealer, in fours or one by one."""
    places = [*sorted(play.wagers), 0]
    hands: dict[int, list[str]] = {place: [] for place in places}
    if shuffler == "yes":
        for place in places:
            for _ in range(4):
                hands[place].append(play.card())
    else:
        for _ in range(4):
            for place in places:
                hands[place].append(play.card())
    return hands, hands[0]


def play_round(play: Round, rulings: dict[str, str]) -> None:
    """Deal, ask the seats with an Ante in rising order, then settle from the highest seat."""
    hands, dealer = deal_all(play, rulings["shuffler"])
    folded = []
    for seat in sorted(play.wagers):
        if "ante" not in play.wagers[seat]:
            continue
        ante = play.wagers[seat]["ante"]
        options = [{"action": "play", "amount": money(ante)}, {"action": "fold"}]
        if play.ask(seat, options) == "play":
            play.wagers[seat]["play"] = ante
        else:
            folded.append(seat)
            for wager in ORDER:
                if wager in play.wagers[seat]:
                    play.lose(seat, wager)
    for seat in sorted(play.wagers, reverse=True):
        if seat not in folded:
            settle_hand(play, seat, hands[seat], dealer, rulings)
            settle_bonus(play, seat, hands[seat], rulings)


def answer(script: dict[str, Any]) -> dict[str, Any]:
    """Play a scripted round as far as its decisions go."""
    table = read_table(script, "duki", {"ante": "ante-4", "bonus": "bonus-3"})
    rulings = read_rulings(table, RULINGS)
    if rulings["shuffler"] == "no" and table.get("rulings", {}).get("decks") == "two":
        raise Refused("two decks are allowed with a shuffle machine only")
    names = ["ante", "bonus"] + (["tip"] if rulings["dealer-wagers"] == "yes" else [])
    limits = read_limits(table, "ante", ["bonus", "tip"], ("bonus",))
    wagers = read_wagers(script, int(rulings["seats"]), names, limits)
    for seat, made in wagers.items():
        if "tip" in made and "ante" not in made:
            raise Refused(f"seat {seat}: a tip is wagered beside an own Ante only")
    play = Round(script, wagers, MACHINE_CAUSES if rulings["shuffler"] == "no" else ())
    try:
        play_round(play, rulings)
        play.close()
    except Waiting as asked:
        return play.result("waiting", [{"seat": asked.seat, "options": asked.options}])
    except Voided:
        play.void_rows(ORDER)
        return play.result("void", [])
    return play.result("settled", [])
