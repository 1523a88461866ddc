"""Advice and judgements as the pages show them: options with their worth, cards among the words."""

import re
from collections.abc import Iterable
from fractions import Fraction
from typing import NamedTuple

from pitboss.cards import format_cards, parse_cards
from pitboss.games import find_game
from pitboss.money import money, signed_money
from pitboss.training.chances import percent
from pitboss.training.coach import Advice, Judgement, Valued
from pitboss.training.reasons import explain
from pitboss.web.pages import words
from pitboss.web.pages.table.felt import FACES, Face

CARD = re.compile(r"\b([2-9TJQKA][cdhs])\b")
MOST_OPTIONS = 8
"""Options of one decision that are kept and listed; a Holdout hand can be held in 31 ways."""


class Piece(NamedTuple):
    """A stretch of a sentence: words, or the card that stands there."""

    text: str
    face: Face | None = None


class Bar(NamedTuple):
    """How an option ends, drawn and told: parts of a hundred with their looks, and words."""

    parts: list[tuple[str, float, float]]
    words: list[tuple[str, str]]


class Row(NamedTuple):
    """An option with its expectation."""

    pieces: list[Piece]
    units: str
    dollars: str
    exact: str
    interval: str
    bar: Bar | None
    best: bool
    chosen: bool


class Told(NamedTuple):
    """Advice or a judgement as the templates show it: the options of a decision, the best first."""

    of: Advice | Judgement
    rows: list[Row]

    @property
    def left_out(self) -> int:
        return len(self.of.options) - len(self.rows)

    @property
    def game(self) -> str:
        return find_game(self.of.game).source.title

    @property
    def situation(self) -> list[Piece]:
        return split_cards(self.of.situation)

    @property
    def chosen(self) -> list[Piece]:
        """What was done."""
        return next(row.pieces for row in self.rows if row.chosen)

    @property
    def why(self) -> list[Piece]:
        """Why the best option is best."""
        return split_cards(explain(self.of).replace(" %", "\N{NO-BREAK SPACE}%"))

    @property
    def assumed(self) -> str:
        """What the model takes for granted, in short."""
        return self.of.basis.model.partition("; ")[0]

    @property
    def model(self) -> str:
        """The rest of the model's words, as a sentence."""
        words = self.of.basis.model.partition("; ")[2] or self.of.basis.model
        return f"{words[:1].upper()}{words[1:]}."


def split_cards(text: str) -> list[Piece]:
    """A sentence with its cards picked out: ``9h 9c: a pair`` has two."""
    pieces = []
    for number, part in enumerate(CARD.split(text)):
        if number % 2:
            pieces.append(Piece(part, FACES[parse_cards(part)[0]]))
        elif part:
            pieces.append(Piece(part))
    return pieces


def tell(of: Advice | Judgement) -> Told:
    """The best few options of a decision, and the one chosen, as they are shown."""
    best, chosen = (of.best, of.chosen) if isinstance(of, Judgement) else (of.best.label, "")
    shown = best_few(of.options, best, chosen)
    return Told(of, [_row(of, one, one.label == best, one.label == chosen) for one in shown])


def _row(of: Advice | Judgement, option: Valued, best: bool, chosen: bool) -> Row:
    """An option as the game calls it: ``Play $10``, or ``Hold`` with the cards."""
    amount = money(option.cents) if option.cents else ""
    label = find_game(of.game).words.act(option.action).label
    words = " ".join(filter(None, (label, format_cards(option.cards), amount)))
    return Row(
        split_cards(words),
        signed(option.value, 4),
        signed_money(round(option.value * of.unit_cents)),
        "" if option.estimated else str(option.value).replace("-", "−"),
        f"{signed(option.low, 2)} to {signed(option.high, 2)}" if option.estimated else "",
        _bar(option),
        best,
        chosen,
    )


def _bar(option: Valued) -> Bar | None:
    """Win, tie and lose; where only a share of the pot is known, that and the rest."""
    if option.chances:
        ends = {name: getattr(option.chances, name) for name in ("win", "tie", "lose")}
    elif option.share is not None:
        ends = {words.SHARE: option.share, words.REST: 1 - option.share}
    else:
        return None
    parts, place = [], 0.0
    for name, part in ends.items():
        width = round(float(100 * part), 2)
        parts.append((name, place, width))
        place += width
    told = [
        (name, percent(part).replace(" ", "\N{NO-BREAK SPACE}"))
        for name, part in ends.items()
        if name != words.REST
    ]
    return Bar(parts, told)


def signed(value: Fraction, places: int) -> str:
    text = f"{float(value):+.{places}f}".replace("-", "−")
    return text.lstrip("+−") if not text.strip("+−0.") else text


def cost_words(cents: Fraction) -> str:
    """``$1.26``; less than half a cent is said so."""
    if 0 < cents < Fraction(1, 2):
        return words.BELOW_A_CENT
    return money(round(cents))


def show_faces(cards: Iterable[int | None]) -> list[Face | None]:
    """Cards of a list; None lies face down."""
    return [None if card is None else FACES[card] for card in cards]


def best_few(options: Iterable[Valued], best: str, chosen: str) -> tuple[Valued, ...]:
    """The best first; of many only the first few and the one chosen."""
    ranked = sorted(options, key=lambda one: (one.label != best, -one.value))
    chosen_last = [one for one in ranked[MOST_OPTIONS:] if one.label == chosen]
    return (*ranked[:MOST_OPTIONS], *chosen_last)


TELLING = {"cost": cost_words, "faces": show_faces}
"""Filters of the templates that show it."""
