"""The strategy card, and the rack card that a player takes from the table."""

import re
from collections.abc import Iterator

from pitboss.games.contract import Game
from pitboss.games.opening import set_table
from pitboss.games.source import HowStep
from pitboss.money import money
from pitboss.odds.card import CardTable, make_card
from pitboss.odds.request import Request
from pitboss.paytable import PayTable
from pitboss.reports import identity
from pitboss.reports.sheet import (
    NUMBER,
    TEXT,
    Block,
    Column,
    Section,
    Sheet,
    Table,
    Text,
    columns,
    suited,
    texts,
)

PLAIN = re.compile(r"[+−]?[0-9.,]+( %)?")
MANY = 3
"""More tables than these stand in two columns."""


def make_strategy(request: Request) -> Sheet:
    """What to do by what one sees, on one page."""
    card = make_card(request)
    sections = [
        Section(
            "",
            (
                Table(
                    table.title,
                    _heads(table),
                    tuple(tuple(map(suited, row)) for row in table.rows),
                    suited(table.note),
                ),
            ),
        )
        for table in card.tables
    ]
    sections.append(Section("", (Text("About this card", tuple(map(suited, card.notes))),)))
    title = "Strategy card"
    sheet = identity.make_sheet("card", title, request.game, suited(card.lead), sections)
    return sheet._replace(columns=2 if len(card.tables) > MANY else 1)


def _heads(table: CardTable) -> tuple[Column, ...]:
    """Columns of numbers are set as such, with a word where there is no number."""
    first, *rest = table.heads
    kinds = [
        NUMBER if any(PLAIN.fullmatch(row[place]) for row in table.rows) else TEXT
        for place in range(1, len(table.heads))
    ]
    return (Column(first, TEXT), *map(Column, rest, kinds))


def make_rack(game: Game, tables: list[PayTable]) -> Sheet:
    """How it is played, with hands that were scored here, and what it pays."""
    how = game.face.how
    steps = [Section(step.title, tuple(_step(game, step))) for step in how or ()]
    pays = [Section(_table_title(game, table), (pay_list(table),)) for table in tables]
    sheet = identity.make_sheet("rack", "How to play", game, game.face.blurb, [*steps, *pays])
    return sheet._replace(columns=2)


def _step(game: Game, step: HowStep) -> Iterator[Block]:
    yield Text("", (step.words,))
    rulings = set_table(game).rulings
    rows = [(suited(text), game.words.hand(game.score(text, rulings))) for text in step.hands]
    if len(rows) > 1:
        note = "The two are equal." if step.tied else "The first beats the second."
        yield Table("", texts("Cards", "Hand"), tuple(rows), note)
    elif rows:
        yield Table("", texts("Cards", "Hand"), tuple(rows))


def _table_title(game: Game, table: PayTable) -> str:
    return f"{identity.title_of(game, table.wager)} pays"


def pay_list(table: PayTable, heading: str = "") -> Table:
    """A pay table as its sign has it, with what the rulings add."""
    has_envy = any(row.envy_cents for row in table.rows)
    rows = []
    for row in table.rows:
        dead = table.dead.get(row.event, "")
        envy = [money(row.envy_cents) if row.envy_cents else "–"] if has_envy else []
        rows.append((row.hand + (" *" if dead else ""), row.text, *envy))
    notes = [*table.notes, *(f"* {reason}." for reason in dict.fromkeys(table.dead.values()))]
    heads = columns("Hand", "Pays", *(["Envy"] if has_envy else []))
    return Table(heading, heads, tuple(rows), " ".join(notes))
