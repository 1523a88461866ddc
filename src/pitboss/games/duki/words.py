"""Duki hands, actions and questions in words, and hands in JSON."""

from collections.abc import Mapping
from itertools import combinations

from pitboss.cards import format_cards, parse_cards
from pitboss.games.contract import Choice, Question, Table
from pitboss.games.duki.rules import score_hand
from pitboss.games.duki.score import cards_of, category_of, first_rank, score, score_three
from pitboss.games.words import FOLD, Act, Words, coarse_words, made_words
from pitboss.refusal import Refused


def describe(table: Table, of: int) -> dict[str, object]:
    """A hand with its Duki, or only its cards while it is being dealt."""
    cards = table.hands[of]
    if len(cards) < 4:
        return {"cards": format_cards(cards)}
    return {
        "cards": format_cards(cards),
        **explain(tuple(cards), score_hand(table, of), table.rulings["ace"] == "high-low"),
    }


def score_text(text: str, rulings: Mapping[str, str]) -> dict[str, object]:
    """The answer of ``pitboss score duki``."""
    cards = parse_cards(text)
    if len(cards) != 4:
        raise Refused(f"{text!r}: a Duki hand has 4 cards, not {len(cards)}", "DUKI-03")
    a, b, c, d = cards
    ace_low = rulings["ace"] == "high-low"
    return explain(cards, score(a, b, c, d, ace_low), ace_low)


def explain(cards: tuple[int, ...], value: int, ace_low: bool) -> dict[str, object]:
    """The Duki's size, category, rank and the cards that make it."""
    return {
        "duki": cards_of(value),
        "category": category_of(value),
        "rank": value,
        "making": format_cards(_making(cards, value, ace_low)),
    }


def _making(cards: tuple[int, ...], value: int, ace_low: bool) -> tuple[int, ...]:
    if cards_of(value) != 3:
        return cards if value else ()
    for three in combinations(cards, 3):
        a, b, c = (card >> 2 for card in three)
        if len({card & 3 for card in three}) == 3 and score_three(a, b, c, ace_low) == value:
            return three
    raise AssertionError(cards)


def name_hand(value: int) -> str:
    """``a 3-card Duki, pair of fours``, or ``no Duki``."""
    if not value:
        return "no Duki"
    made = coarse_words(category_of(value), first_rank(value)).removeprefix("a ")
    return f"a {cards_of(value)}-card Duki, {made}"


def situation(table: Table, question: Question) -> str:
    """What the seat that is asked has before it."""
    hand = name_hand(score_hand(table, question.seat))
    return f"{format_cards(table.hands[question.seat])}: {hand}"


def name_kind(table: Table, question: Question, choice: Choice) -> str:
    """A decision with its hand: ``folds a 3-card Duki, pair of fours``."""
    return f"{choice.action}s {name_hand(score_hand(table, question.seat))}"


def hand_words(answer: Mapping[str, object]) -> str:
    """``3-card Duki, straight to the nine``, or ``no Duki``."""
    if "duki" not in answer:
        return ""
    value = int(str(answer["rank"]))
    made = made_words(category_of(value), (value >> 12 & 15, value >> 8 & 15))
    return f"{cards_of(value)}-card Duki, {made}" if value else "no Duki"


WORDS = Words(hand_words, {"play": Act("Play", "plays", "for", doing="playing"), "fold": FOLD})
