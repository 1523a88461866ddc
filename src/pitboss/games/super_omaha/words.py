"""Super Omaha hands, actions and questions in words, and hands in JSON."""

from collections.abc import Mapping

from pitboss.cards import format_cards, parse_cards
from pitboss.cards.poker import category_name, rank_five
from pitboss.games.contract import Choice, Question, Table
from pitboss.games.events import COMMUNITY
from pitboss.games.super_omaha.score import best_five
from pitboss.games.words import FOLD, Act, Seen, Words, coarse_words, poker_words
from pitboss.money import money
from pitboss.refusal import Refused


def describe(table: Table, of: int) -> dict[str, object]:
    """The cards, and with the whole board on the table the hand they make."""
    cards, board = table.hands[of], table.hands[COMMUNITY]
    if of == COMMUNITY or len(cards) < 4 or len(board) < 5:
        return {"cards": format_cards(cards)}
    return {"hole": format_cards(cards), **explain(tuple(cards), tuple(board))}


def score_text(text: str, rulings: Mapping[str, str]) -> dict[str, object]:
    """The answer of ``pitboss score super-omaha`` to ``hole / board``."""
    hole_text, slash, board_text = text.partition("/")
    cards = parse_cards(f"{hole_text} {board_text}")
    hole, board = parse_cards(hole_text), parse_cards(board_text)
    if not slash or len(hole) != 4 or not 3 <= len(board) <= 5 or len(cards) > 9:
        raise Refused(
            f"{text!r}: write four hole cards, a slash, and three to five board cards", "SO-10"
        )
    return explain(hole, board)


def explain(hole: tuple[int, ...], board: tuple[int, ...]) -> dict[str, object]:
    """The best hand of exactly two hole cards and three of the board."""
    cards = best_five(hole, board)
    a, b, c, d, e = cards
    rank = rank_five(a, b, c, d, e)
    return {"category": category_name(rank), "cards": format_cards(cards), "rank": rank}


def name_flop_hand(table: Table, seat: int) -> str:
    """What a seat has on the Flop."""
    a, b, c, d, e = best_five(tuple(table.hands[seat]), tuple(table.hands[COMMUNITY][:3]))
    rank = rank_five(a, b, c, d, e)
    return coarse_words(category_name(rank), rank >> 16 & 15)


def situation(table: Table, question: Question) -> str:
    """What the seat that is asked has before it, with the Flop."""
    hole, flop = format_cards(table.hands[question.seat]), table.hands[COMMUNITY][:3]
    return f"{hole}, Flop {format_cards(flop)}: {name_flop_hand(table, question.seat)}"


def name_kind(table: Table, question: Question, choice: Choice) -> str:
    """A decision with what the seat has on the Flop: ``folds a pair of fives``."""
    hand = name_flop_hand(table, question.seat)
    if choice.action == "fold":
        return f"folds {hand}"
    times = choice.cents / table.opening.wagers[question.seat]["ante"]
    return f"wagers {times:g}x with {hand}"


def ask(question: Question, seen: Seen) -> str:
    """``Wager $10 to $30 on the Flop, or fold?``; the rules may allow but a few sizes."""
    sizes = [option for option in question.options if option.action == "flop"]
    if not sizes:
        return "Fold?"
    least = min(option.least_cents for option in sizes)
    most = max(option.most_cents for option in sizes)
    amount = money(most) if least == most else f"{money(least)} to {money(most)}"
    return f"Wager {amount} on the Flop, or fold?"


FLOP = Act(
    "Flop wager", "makes the Flop wager", "of", times=(1, 2, 3), short="Flop", doing="a Flop wager"
)
WORDS = Words(poker_words, {"flop": FLOP, "fold": FOLD}, ask)
