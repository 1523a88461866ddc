"""A game's pay tables, side by side where they pay the same hands."""

from collections.abc import Callable, Hashable, Iterator, Sequence

from pitboss.games.contract import Game
from pitboss.money import money
from pitboss.paytable import PayTable, Row, Share
from pitboss.reports.card import pay_list
from pitboss.reports.identity import title_of
from website.markdown import show, table

BESIDE = 5
"""So many tables fit beside each other on paper."""


def pay_tables(game: Game, live: Callable[[str], str]) -> Iterator[str]:
    """All of them, and for each wager where a reader may change its pays."""
    if not game.paytables:
        return
    yield HEAD
    for wager, tables in game.paytables.items():
        yield f"### {title_of(game, wager)}\n"
        if any(isinstance(row.pay, Share) for one in tables.values() for row in one.rows):
            yield METER
        alike: dict[Hashable, list[PayTable]] = {}
        for one in tables.values():
            alike.setdefault(_kind(one), []).append(one)
        for some in alike.values():
            for at in range(0, len(some), BESIDE):
                yield _beside(some[at : at + BESIDE])
        yield live(wager)


def _kind(one: PayTable) -> Hashable:
    """Tables of one kind differ in their pays alone."""
    hands = tuple((row.event, row.hand) for row in one.rows)
    return hands, one.cite, tuple(one.notes), tuple(one.dead), has_envy(one)


def has_envy(one: PayTable) -> bool:
    return any(row.envy_cents for row in one.rows)


def _beside(tables: Sequence[PayTable]) -> str:
    first = tables[0]
    names = ", ".join(one.code for one in tables)
    if len(tables) == 1:
        return f"**{names}** ({first.cite})\n\n{show(pay_list(first))}"
    envy = (
        " In brackets: the envy pay, for those who have the wager when somebody else hits."
        if has_envy(first)
        else ""
    )
    rows = [
        (hands[0].hand, *map(_pay, hands))
        for hands in zip(*(one.rows for one in tables), strict=True)
    ]
    heads = ("Hand", *(one.code for one in tables))
    body = table(heads, rows, range(1, len(heads)))
    notes = " ".join([*first.notes, *(f"* {why}." for why in dict.fromkeys(first.dead.values()))])
    return f"**{names}** ({first.cite}).{envy}\n\n{body}" + (f"\n{notes}\n" if notes else "")


def _pay(row: Row) -> str:
    return row.text + (f" ({money(row.envy_cents)})" if row.envy_cents else "")


HEAD = """## Pay tables

What a winning wager pays, as the document prints it. *To 1* is paid on top of your wager, which
you keep; *for 1* is paid in its place. Where there are several tables, the house chooses one and
posts it.
"""
METER = """A percentage is a part of the meter, the sum that the jackpot shows. Dollars are for a
wager of one dollar, and grow with it. A dash: the table has no such row, and a hand takes the best
other row that it meets.
"""
