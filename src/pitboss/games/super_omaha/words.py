"""Super Omaha hands in words and JSON."""

from collections.abc import Mapping

from pitboss.cards import format_cards, parse_cards
from pitboss.cards.poker import category_name, rank_five
from pitboss.games.events import COMMUNITY
from pitboss.games.super_omaha.score import best_five
from pitboss.games.table import Table
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
