"""Figures and options in words, for the eye and for a screen reader."""

import re
from fractions import Fraction
from typing import NamedTuple

from pitboss.cards import format_cards, parse_cards
from pitboss.games import find_game
from pitboss.money import money, signed_money
from pitboss.training.coach import Advice
from pitboss.training.judgement import Basis, Judgement, Valued
from pitboss.web.pages.felt import FACES, Face

CARD = re.compile(r"\b([2-9TJQKA][cdhs])\b")
MOST_SHOWN = 8
"""Options of one decision that are listed; a Holdout hand can be held in 31 ways."""


class Piece(NamedTuple):
    """A stretch of a sentence: words, or the card that stands there."""

    text: str
    face: Face | None = None


class Row(NamedTuple):
    """An option with its expectation."""

    pieces: list[Piece]
    units: str
    dollars: str
    exact: str
    interval: str
    best: bool
    chosen: bool


class Weighed(NamedTuple):
    """The options of a decision, the best first."""

    rows: list[Row]
    left_out: int
    unit: str
    unit_dollars: str
    basis: Basis

    @property
    def assumed(self) -> str:
        """What the model takes for granted, in short."""
        return self.basis.model.partition("; ")[0]

    @property
    def model(self) -> str:
        """The rest of the model's words, as a sentence."""
        words = self.basis.model.partition("; ")[2] or self.basis.model
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


def option_words(game: str, option: Valued) -> list[Piece]:
    """``Play $10``, or ``Hold`` with the cards; as the game calls it."""
    amount = money(option.cents) if option.cents else ""
    words = (find_game(game).words.act(option.action).label, format_cards(option.cards), amount)
    return split_cards(" ".join(filter(None, words)))


def weighed_advice(advice: Advice) -> Weighed:
    return _weigh(advice, advice.best.label)


def weighed_judgement(judgement: Judgement) -> Weighed:
    return _weigh(judgement, judgement.best, judgement.chosen)


def _weigh(of: Advice | Judgement, best: str, chosen: str = "") -> Weighed:
    """The best first; of many only the first few and the one chosen."""
    ranked = sorted(of.options, key=lambda one: (one.label != best, -one.value))
    rows = [
        _row(of, one, one.label == best, one.label == chosen)
        for place, one in enumerate(ranked)
        if place < MOST_SHOWN or one.label == chosen
    ]
    left_out = len(ranked) - len(rows)
    return Weighed(rows, left_out, of.basis.unit, money(of.unit_cents), of.basis)


def _row(of: Advice | Judgement, option: Valued, best: bool, chosen: bool) -> Row:
    interval = ""
    if option.estimated:
        low, high = (signed(end, 2) for end in (option.low, option.high))
        interval = f"{low} to {high}"
    return Row(
        option_words(of.game, option),
        signed(option.value, 4),
        signed_money(round(option.value * of.unit_cents)),
        "" if option.estimated else str(option.value).replace("-", "−"),
        interval,
        best,
        chosen,
    )


def signed(value: Fraction, places: int) -> str:
    text = f"{float(value):+.{places}f}".replace("-", "−")
    return text.lstrip("+−") if not text.strip("+−0.") else text


def cost_words(cents: Fraction) -> str:
    """``$1.26``; less than half a cent is said so."""
    if 0 < cents < Fraction(1, 2):
        return "less than a cent"
    return money(round(cents))


def chosen_words(judgement: Judgement) -> tuple[list[Piece], list[Piece]]:
    """What was done, and what was best."""
    by_label = {one.label: option_words(judgement.game, one) for one in judgement.options}
    return by_label[judgement.chosen], by_label[judgement.best]
