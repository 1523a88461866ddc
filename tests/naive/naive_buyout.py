"""Ultimate 4 Card Buyout, read slowly from its document."""

from functools import cache, lru_cache
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
    "bonus-hand": ["bought", "four-cards"],
    "bonus-alone": ["no", "yes"],
    "seats": ["7", "1", "2", "3", "4", "5", "6"],
}
ORDER = ("first", "second", "third", "bonus")
MAIN = ("first", "second", "third")


@cache
def card_value(card: str) -> int:
    """Count one card: ace eleven, pictures ten, the others their number."""
    if rank_of(card) == 14:
        return 11
    return min(rank_of(card), 10)


def points_by_kind(cards: list[str]) -> dict[str, int]:
    """Give the most suited points and the most of-a-kind points, looking at every subset."""
    return count_points(tuple(cards))


@lru_cache(1000)
def count_points(cards: tuple[str, ...]) -> dict[str, int]:
    """Kept for a while: a round asks for the points of each hand several times."""
    best = {"suit": 0, "of-a-kind": 0}
    for size in range(2, len(cards) + 1):
        for chosen in combinations(cards, size):
            if len(set(map(suit_of, chosen))) == 1:
                total = sum(card_value(card) for card in chosen)
                best["suit"] = max(best["suit"], total)
            if len(set(map(rank_of, chosen))) == 1:
                each = 11 if rank_of(chosen[0]) == 14 else 10
                best["of-a-kind"] = max(best["of-a-kind"], each * size)
    return best


def points_of(cards: list[str]) -> int:
    """Score a hand: suited points or of-a-kind points, never both together."""
    return max(points_by_kind(cards).values())


def best_kinds(cards: list[str]) -> set[str]:
    """Name every way that gives the hand its points; two names where both give the same."""
    best = points_by_kind(cards)
    if max(best.values()) == 0:
        return {"none"}
    return {kind for kind, points in best.items() if points == max(best.values())}


def score(text: str) -> dict[str, Any]:
    """Answer like `pitboss score buyout`; where both kinds are equal it says suit."""
    cards = parse_cards(text)
    if not 2 <= len(cards) <= 5:
        raise Refused(f"two to five cards, not {len(cards)}")
    points = points_of(cards)
    return {"points": points, "kind": max(best_kinds(cards)), "rank": points}


def bonus_odds(points: int) -> int | None:
    """Give the odds to 1 of the sample bonus table, or nothing below 21 points."""
    rows = [
        (44, 44, 250),
        (43, 43, 100),
        (42, 42, 75),
        (41, 41, 50),
        (40, 40, 40),
        (39, 39, 35),
        (38, 38, 30),
        (35, 37, 25),
        (32, 34, 20),
        (30, 31, 5),
        (27, 29, 3),
        (21, 26, 2),
    ]
    for low, high, odds in rows:
        if low <= points <= high:
            return odds
    return None


def fold(play: Round, seat: int) -> None:
    """Take everything the seat has wagered."""
    for wager in ORDER:
        if wager in play.wagers[seat]:
            play.lose(seat, wager)


def settle_bonus(play: Round, seat: int, cards: list[str]) -> None:
    """Pay or take the bonus, if there is one, by the points of these cards."""
    if "bonus" not in play.wagers[seat]:
        return
    odds = bonus_odds(points_of(cards))
    if odds is None:
        play.lose(seat, "bonus")
    else:
        play.win(seat, "bonus", odds)


def options_for(may_buy: bool, may_refuse: bool, first: int) -> list[dict[str, Any]]:
    """List the legal options; folding always is one."""
    options: list[dict[str, Any]] = []
    if may_buy:
        options.append({"action": "buy", "amount": money(first)})
    if may_refuse:
        options.append({"action": "refuse"})
    options.append({"action": "fold"})
    return options


def serve(play: Round, seat: int, two: list[str], bonus_hand: str) -> list[str] | None:
    """Take one seat through its turn; give the cards with which it challenges, or None."""
    if "first" not in play.wagers[seat]:
        settle_bonus(play, seat, [*two, play.card(), play.card()])
        return None
    first = play.wagers[seat]["first"]
    three = [*two, play.card()]
    action = play.ask(seat, options_for(True, points_of(two) > 0, first))
    if action == "fold":
        fold(play, seat)
        return None
    if action == "refuse":
        if bonus_hand == "four-cards" and "bonus" in play.wagers[seat]:
            settle_bonus(play, seat, [*three, play.card()])
        else:
            settle_bonus(play, seat, two)
        return two
    play.wagers[seat]["second"] = first
    four = [*three, play.card()]
    may_buy = points_of(three) > 0 or points_of(four) > 0
    action = play.ask(seat, options_for(may_buy, points_of(three) > 0, first))
    if action == "fold":
        fold(play, seat)
        return None
    if action == "refuse":
        settle_bonus(play, seat, four if bonus_hand == "four-cards" else three)
        return three
    play.wagers[seat]["third"] = first
    settle_bonus(play, seat, four)
    return four


def play_round(play: Round, bonus_hand: str) -> None:
    """Deal, serve every seat, draw the dealer's cards and settle from the highest seat down."""
    seats = sorted(play.wagers)
    hands: dict[int, list[str]] = {seat: [] for seat in seats}
    dealer: list[str] = []
    for _ in range(2):
        for seat in seats:
            hands[seat].append(play.card())
        dealer.append(play.card())
    challenging: dict[int, list[str]] = {}
    for seat in seats:
        cards = serve(play, seat, hands[seat], bonus_hand)
        if cards is not None:
            challenging[seat] = cards
    if not challenging:
        return
    dealer += [play.card(), play.card()]
    if points_of(dealer) < 13:
        dealer.append(play.card())
    for seat in sorted(challenging, reverse=True):
        for wager in MAIN:
            if wager not in play.wagers[seat]:
                continue
            if points_of(challenging[seat]) > points_of(dealer):
                play.win(seat, wager, 1)
            elif points_of(challenging[seat]) == points_of(dealer):
                play.push(seat, wager)
            else:
                play.lose(seat, wager)


def answer(script: dict[str, Any]) -> dict[str, Any]:
    """Play a scripted round as far as its decisions go."""
    table = read_table(script, "buyout", {"bonus": "sample"})
    rulings = read_rulings(table, RULINGS)
    limits = read_limits(table, "first", ["bonus"])
    wagers = read_wagers(script, int(rulings["seats"]), ["first", "bonus"], limits)
    for seat, made in wagers.items():
        if made.get("bonus", 100) < 100:
            raise Refused(f"seat {seat}: a bonus wager is at least 1.00")
        if "first" not in made and rulings["bonus-alone"] == "no":
            raise Refused(f"seat {seat}: the bonus is not played alone at this table")
    play = Round(script, wagers)
    try:
        play_round(play, rulings["bonus-hand"])
        play.close()
    except Waiting as asked:
        return play.result("waiting", [{"seat": asked.seat, "options": asked.options}])
    except Voided:
        play.void_rows(ORDER)
        return play.result("void", [])
    return play.result("settled", [])
