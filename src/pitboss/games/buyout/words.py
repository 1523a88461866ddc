"""Buyout hands, actions and questions in words, and hands in JSON."""

from collections.abc import Mapping, Sequence

from pitboss.cards import format_card, format_cards, parse_cards, rank_of, suit_of
from pitboss.games.buyout.score import kind_points, points, suited_points
from pitboss.games.contract import Choice, Question, Table
from pitboss.games.events import DEALER
from pitboss.games.words import (
    FOLD,
    NUMBERS,
    RANK_NAMES,
    SUIT_NAMES,
    Act,
    Seen,
    Words,
    either,
    name_card,
    option_words,
    plural,
)
from pitboss.refusal import Refused


def describe(table: Table, of: int) -> dict[str, object]:
    """A hand's cards in play, with its points."""
    return {"cards": format_cards(table.hands[of]), **explain(table.hands[of])}


def score_text(text: str, rulings: Mapping[str, str]) -> dict[str, object]:
    """The answer of ``pitboss score buyout``."""
    cards = parse_cards(text)
    if not 2 <= len(cards) <= 5:
        raise Refused(f"{text!r}: a Buyout hand has 2 to 5 cards, not {len(cards)}", "BUYOUT-10")
    return explain(cards)


def explain(cards: Sequence[int]) -> dict[str, object]:
    """Points, how they are made, and by which cards; suited where both ways give as many."""
    total = points(cards)
    if total == 0:
        kind = "none"
    else:
        kind = "suit" if suited_points(cards) == total else "of-a-kind"
    return {
        "points": total,
        "kind": kind,
        "rank": total,
        "making": format_cards(_making(cards, kind, total)),
    }


def _making(cards: Sequence[int], kind: str, total: int) -> list[int]:
    """The scoring cards: the fewest, of one suit or one rank, that give the total."""
    groups: list[list[int]] = []
    if kind == "suit":
        groups = [[card for card in cards if card & 3 == suit] for suit in range(4)]
        return next(group for group in groups if len(group) > 1 and suited_points(group) == total)
    if kind == "of-a-kind":
        groups = [[card for card in cards if card >> 2 == rank] for rank in range(13)]
        return next(group for group in groups if len(group) > 1 and kind_points(group) == total)
    return []


def situation(table: Table, question: Question) -> str:
    """What the seat that is asked has before it: cards kept, card offered, the dealer's up card."""
    *kept, card = table.hands[question.seat]
    return (
        f"{format_cards(kept)} ({points(kept)} points), offered {format_card(card)} as"
        f" {_place(table, question)} card ({points([*kept, card])} points); the dealer shows"
        f" {format_card(table.hands[DEALER][1])}"
    )


def name_kind(table: Table, question: Question, choice: Choice) -> str:
    """A decision with its points: ``buys the third card with 17 points against …``."""
    hand = table.hands[question.seat]
    total = points(hand[:-1] if choice.action == "refuse" else hand)
    up_card = RANK_NAMES[rank_of(table.hands[DEALER][1])]
    verb = {"buy": "buys", "refuse": "refuses", "fold": "folds at"}[choice.action]
    card = f"the {_place(table, question)} card"
    return f"{verb} {card} with {total} points against an up card of {up_card}"


def _place(table: Table, question: Question) -> str:
    """Which card the seat is offered: its last one."""
    return "third" if len(table.hands[question.seat]) == 3 else "fourth"


def hand_words(answer: Mapping[str, object]) -> str:
    """``21 points in spades``, ``20 points with a pair of fours``."""
    if not answer.get("points"):
        return "no points" if "points" in answer else ""
    making = parse_cards(str(answer["making"]))
    if answer["kind"] == "suit":
        return f"{answer['points']} points in {SUIT_NAMES[suit_of(making[0])]}"
    count = "a pair of" if len(making) == 2 else NUMBERS[len(making)]
    return f"{answer['points']} points with {count} {plural(rank_of(making[0]))}"


def ask(question: Question, seen: Seen) -> str:
    """``Fourth card, nine of hearts: buy it for $10, refuse it or fold?``"""
    place = "Third" if len(seen.cards) == 3 else "Fourth"
    card = seen.cards[-1]
    assert card is not None, "a card is offered face up"
    options = [option_words(option, WORDS.act(option.action)) for option in question.options]
    choices = either(words.replace(" the card", " it", 1) for words in options)
    return f"{place} card, {name_card(card)}: {choices[0].lower()}{choices[1:]}"


def lack(question: Question, seen: Seen) -> list[str]:
    """``No Refuse: two cards of no suit and no pair are not playable.``; of both in one."""
    if len(question.denied) > 1:
        actions = ", no ".join(WORDS.act(action).short for action in question.denied)
        return [f"No {actions}: cards of no suit and no pair are not playable."]
    count = len(seen.cards)
    without = {"refuse": NUMBERS[count - 1], "buy": NUMBERS[count]}
    return [
        f"No {WORDS.act(action).short}: {without[action]} cards of no suit and no pair"
        " are not playable."
        for action in question.denied
    ]


WORDS = Words(
    hand_words,
    {
        "buy": Act("Buy the card", "buys the card", "for", short="Buy", doing="buying"),
        "refuse": Act(
            "Refuse the card",
            "refuses the card",
            is_quiet=True,
            short="Refuse",
            doing="refusing",
        ),
        "fold": FOLD,
    },
    ask,
    lack,
)
