"""The rules of a game on paper: its document in our own words, how it is dealt, its pay tables and
layout, and examples that were run."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby

from pitboss.games.contract import Game
from pitboss.games.opening import set_table
from pitboss.games.source import Rule
from pitboss.money import read_whole
from pitboss.paytable import parse_table
from pitboss.reports import identity
from pitboss.reports.card import pay_list
from pitboss.reports.examples import Example, find_examples, write_own
from pitboss.reports.layout import draw_layout
from pitboss.reports.own import own_tables
from pitboss.reports.round import hands_table, settlement_table, story_table
from pitboss.reports.sheet import (
    TEXT,
    WIDE,
    Block,
    Column,
    Drawing,
    Facts,
    Section,
    Sheet,
    Table,
    Text,
    prose,
    texts,
)
from pitboss.rounds.telling import cause_words

MOST_SEATS = 99
PROCEDURE = (
    "The steps of a round in the order in which the dealer takes them, from a round that was run,"
    " each with its rule."
)


Given = Mapping[str, object]


def make_rules(game: Game, own: Given | None = None, rulings: Given | None = None) -> Sheet:
    """With pay tables and rulings of one's own, those first, and rounds that were run by them."""
    own, rulings = own or {}, rulings or {}
    examples = find_examples(game.source.key, write_own(own, rulings))
    sections = [
        Section("Identity", (Facts("", identity.of_game(game)), _conditions(game))),
        Section("Layout", (layout_of(game), _spots(game))),
        Section("Rules", tuple(_rules(game)), fresh=True),
        Section("Rulings: how gaps in the text are read", (_rulings(game), *_in_force(rulings))),
        Section("Fixed readings", (Text("", game.source.readings),)),
        Section("Dealing procedure", tuple(_procedure(game, examples)), fresh=True),
        Section("Examples that were run", tuple(_examples(examples)), fresh=True),
    ]
    if tables := [*_own_tables(game, own), *_paytables(game)]:
        sections.append(Section("Pay tables", tuple(tables), fresh=True))
    lead = (
        "The rules by which Pitboss deals and settles, each with its id and its place in the"
        " document, in our own words; the approved document is the authority."
    )
    sections = [section for section in sections if section.blocks]
    return identity.make_sheet("rules", "Rules and procedure", game, lead, sections)


def layout_of(game: Game) -> Drawing:
    """With the seats of the usual table."""
    seats = read_whole(set_table(game).rulings["seats"], "seats", 1, MOST_SEATS)
    return draw_layout(game, seats)


def _conditions(game: Game) -> Table:
    rows = tuple((one.text, ", ".join(one.profiles) or "all") for one in game.source.conditions)
    return Table(
        "Conditions of the approval", (Column("Condition", WIDE), Column("Where", TEXT)), rows
    )


def _spots(game: Game) -> Table:
    spots = game.source.spots.values()
    rows = tuple((spot.title, spot.kind, spot.rule) for spot in spots)
    heads = texts("Wager", "Kind", "Rule")
    return Table("", heads, rows or (("Players wager into the pot", "", ""),))


def _rules(game: Game) -> Iterator[Block]:
    for section, rules in groupby(game.source.rules.values(), key=_chapter):
        yield Table(section, prose("Rule", "What it says"), tuple((r.id, r.text) for r in rules))


def _chapter(rule: Rule) -> str:
    """Where it stands in the document; lettered parts of a section stand together."""
    return rule.section.partition(" (")[0]


def _rulings(game: Game) -> Table:
    rows = tuple(
        (ruling.name, ", ".join(ruling.choices), ruling.why)
        for ruling in game.source.rulings.values()
    )
    return Table("", prose("Ruling", "Options, the usual first", "Why"), rows)


def _in_force(rulings: Given) -> Iterator[Block]:
    if rulings:
        chosen = tuple(f"{name} = {value}" for name, value in rulings.items())
        yield Text("Chosen here, in place of the usual ones", chosen)


def _procedure(game: Game, examples: Sequence[Example]) -> Iterator[Block]:
    """In order of play, as a round of the first example was dealt."""
    yield Text("", (PROCEDURE,))
    if examples:
        yield story_table(examples[0].running)
    if game.source.causes:
        causes = tuple(cause_words(cause) for cause in game.source.causes.values())
        yield Text("A round is void, and every wager goes back, for", causes)


def _examples(examples: Sequence[Example]) -> Iterator[Block]:
    for example in examples:
        running = example.running
        yield hands_table(running)._replace(title=example.title)
        if running.settlement:
            yield settlement_table(running)
        else:
            yield story_table(running)


def _own_tables(game: Game, own: Given) -> Iterator[Block]:
    for wager, table in own_tables(own).items():
        read = parse_table(wager, table)
        title = f"{identity.title_of(game, wager)}, {read.code}: not printed in the document"
        yield pay_list(read, title)


def _paytables(game: Game) -> Iterator[Block]:
    for wager, tables in game.paytables.items():
        for table in tables.values():
            title = f"{identity.title_of(game, wager)}, {table.code} ({table.cite})"
            yield pay_list(table, title)
