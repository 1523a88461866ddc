"""Building blocks for the rules of any game: what many games do alike, in the table's own verbs."""

from collections.abc import Callable, Mapping
from typing import NamedTuple

from pitboss.cards import format_cards, parse_cards
from pitboss.games.contract import Settings, Table
from pitboss.games.events import COMMUNITY
from pitboss.money import EVEN_MONEY, Odds
from pitboss.paytable import Word
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


def pay_by_table(
    table: Table, seat: int, wager: str, event: str, rule: str, by: str = "", push: bool = False
) -> None:
    """End a wager by the row of an event, of its own table or of that of the wager ``by``. Without
    a row that pays it is lost, or where ``push`` says so it goes back."""
    row = table.paytable(by or wager).row(event)
    if row is not None and isinstance(row.pay, Odds):
        table.pay(seat, wager, row.pay, rule, row.hand)
    elif row is not None and row.pay is Word.PUSH:
        table.push(seat, wager, rule, row.hand)
    elif push:
        table.push(seat, wager, rule)
    else:
        table.take(seat, wager, rule)


def compare(table: Table, seat: int, wager: str, player: int, dealer: int, rule: str) -> None:
    """Even money for the higher score; equal ones push."""
    if player > dealer:
        table.pay(seat, wager, EVEN_MONEY, rule)
    elif player == dealer:
        table.push(seat, wager, rule)
    else:
        table.take(seat, wager, rule)
