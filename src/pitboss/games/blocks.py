"""Building blocks for the rules of any game: what many games do alike, in the table's own verbs."""

from collections.abc import Callable, Mapping
from typing import NamedTuple

from pitboss.cards import format_cards, parse_cards
from pitboss.games.contract import Settings, Table
from pitboss.games.events import COMMUNITY
from pitboss.money import EVEN_MONEY, Odds
from pitboss.paytable import Row, Word
from pitboss.refusal import Refused


class Hands(NamedTuple):
    """What a game says of its hands: cards, category and rank. A hand has ``size`` cards by
    ``rule``, those for everybody among them; ``name`` is the category of a score."""

    size: int
    score: Callable[..., int]
    name: Callable[[int], str]
    rule: str

    def describe(self, table: Table, of: int) -> dict[str, object]:
        """A hand as JSON values, or only its cards while it is being dealt."""
        own = table.hands[of]
        shared = table.hands[COMMUNITY] if own and of != COMMUNITY else ()
        return self._explain((*own, *shared))

    def score_text(self, text: str, rulings: Mapping[str, str]) -> dict[str, object]:
        """The answer of ``pitboss score``."""
        cards = parse_cards(text)
        if len(cards) != self.size:
            raise Refused(f"{text!r}: a hand has {self.size} cards, not {len(cards)}", self.rule)
        return self._explain(cards)

    def _explain(self, cards: tuple[int, ...]) -> dict[str, object]:
        if len(cards) != self.size:
            return {"cards": format_cards(cards)}
        value = self.score(*cards)
        return {"cards": format_cards(cards), "category": self.name(value), "rank": value}


def any_wagers(settings: Settings, seat: int, wagers: Mapping[str, int]) -> None:
    """The wagers of the document in any combination."""


def pay_by_row(table: Table, seat: int, wager: str, row: Row | None, rule: str) -> None:
    """End a wager by the row of a pay table; without one that pays it is lost."""
    if row is not None and isinstance(row.pay, Odds):
        table.pay(seat, wager, row.pay, rule, row.hand)
    elif row is not None and row.pay is Word.PUSH:
        table.push(seat, wager, rule, row.hand)
    else:
        table.take(seat, wager, rule)


def compare(table: Table, seat: int, wager: str, scores: tuple[int, int], rule: str) -> None:
    """Even money if the player's score is higher than the dealer's; equal ones push."""
    player, dealer = scores
    if player > dealer:
        table.pay(seat, wager, EVEN_MONEY, rule)
    elif player == dealer:
        table.push(seat, wager, rule)
    else:
        table.take(seat, wager, rule)
