"""Pages to read: the games, a game's rules with the rulings in force, its pay tables; and a round
in words: its story, how every wager ended, and the rules behind it."""

from collections.abc import Callable, Iterable, Mapping, Sequence

from pitboss.cli.screen.console import WIDEST, glyphs_for, open_console, print_lines
from pitboss.cli.screen.text import Lines, Text, broken, inline_cards, labelled, wrapped
from pitboss.games.contract import Game, Question, Settings
from pitboss.games.events import Decided, Event, PayCut, WagerSettled
from pitboss.games.history import Viewer, seen_by
from pitboss.games.profile import NAMES
from pitboss.games.source import Condition, Ruling, Source
from pitboss.money import money, signed_money
from pitboss.paytable import PayTable
from pitboss.rounds.runner import Runner
from pitboss.rounds.telling import name_places, option_words, place_title, settled_line, tell
from pitboss.rounds.view import Step, sees_options

OUTCOME_STYLES = {"win": "green", "lose": "red", "push": "yellow", "void": "yellow"}


def print_page(page: Callable[[int], Lines]) -> None:
    """Print a page at the width there is."""
    console = open_console()
    print_lines(console, page(min(console.width, WIDEST)))


def games_lines(games: Iterable[Game], width: int) -> Lines:
    lines: Lines = []
    for source in (game.source for game in games):
        lines += labelled(source.key, f"{source.title}, {approval_words(source)}", width, 13)
    return lines


def approval_words(source: Source) -> str:
    return f"a game of {source.maker}, {source.standing}"


def heading(title: str) -> Lines:
    return [Text(), Text(title, "bold underline")]


VOIDED_WHEN = (
    "A round is voided at any moment from the deal until the next one is opened, and every wager"
    " goes back: by a dealer or a supervisor, for a cause of the document or by the house's"
    " procedure with a reason in words. Later it takes two people."
)


def rules_lines(game: Game, settings: Settings, width: int) -> Lines:
    """Approval and conditions, wagers, rules by section, rulings, causes of a void, readings."""
    source = game.source
    lines = [Text(f"{source.title} ({source.version})", "bold")]
    lines += wrapped(f"This is {approval_words(source)}.", width)
    lines += [line for label in settings.labels for line in wrapped(label, width, 2, "yellow")]
    lines += heading("Conditions of the approval")
    for condition in source.conditions:
        lines += wrapped(f"- {condition.text}", width, 2)
        if condition.records:
            lines += wrapped(f"  On record: {record_words(condition)}", width, 4, "dim")
    if source.spots:
        lines += heading("Wagers")
    for spot in source.spots.values():
        least = f", from {money(spot.least_cents)}" if spot.least_cents > 1 else ""
        words = f"{spot.title}; {spot.kind}{least} ({spot.rule})"
        lines += labelled(spot.name, words, width, 12)
    lines += heading("Rules")
    section = ""
    indent = max(len(rule) for rule in source.rules) + 2
    for rule in source.rules.values():
        if rule.section != section:
            section = rule.section
            lines += wrapped(section, width, 2, "italic")
        lines += labelled(rule.id, rule.text, width, indent)
    lines += _ruling_lines(source, settings.rulings, width)
    if source.readings:
        lines += heading("Fixed readings")
    for reading in source.readings:
        lines += wrapped(f"- {reading}", width, 2)
    return lines


def record_words(condition: Condition) -> str:
    """What a condition wants on record, and where."""
    profiles = " and ".join(condition.profiles or NAMES[1:])
    when = f" with {condition.when}" if condition.when else ""
    return f"{', '.join(condition.records)} ({profiles}{when})"


def _ruling_lines(source: Source, rulings: Mapping[str, str], width: int) -> Lines:
    lines = heading("Rulings in force")
    for ruling in source.rulings.values():
        chosen = str(rulings.get(ruling.name, ""))
        lines += labelled(f"{ruling.name} = {chosen}", f"  ({_choices(ruling)})", width, 2)
        lines += [Text("  ").append_text(line) for line in wrapped(ruling.why, width - 2)]
    lines += heading("Irregularities")
    lines += wrapped(VOIDED_WHEN, width)
    if source.causes:
        lines += heading("Causes that void a round")
    for cause in source.causes.values():
        needs = ", ".join(f"{name}={value}" for name, value in cause.needs.items())
        checked = "; no round until a supervisor has checked the cards" * cause.supervised
        words = f"{cause.text}{checked} ({cause.rule}{f'; with {needs}' if needs else ''})"
        lines += labelled(f"({cause.key})", words, width, 4)
    return lines


def _choices(ruling: Ruling) -> str:
    first, *others = ruling.choices
    also = f"; also {', '.join(others)}" if others else ", the only option"
    return f"default {first}{also}"


def paytables_lines(game: Game, tables: Iterable[PayTable], width: int) -> Lines:
    """Each table as printed, or as it is in force."""
    lines = [Text(f"{game.source.title}: pay tables", "bold")]
    found = [line for table in tables for line in paytable_lines(game, table, width)]
    return [*lines, *(found or [Text("This game has no pay tables.")])]


def paytable_lines(game: Game, table: PayTable, width: int) -> Lines:
    """Hand, pay and envy columns, the terms, the citation, and what dead rows and dashes mean."""
    spot = game.source.spots.get(table.wager)
    title = f"{spot.title if spot else table.wager}: {table.code}"
    as_printed = table is game.paytables[table.wager].get(table.code)
    column = table.heading if as_printed and table.heading else "Pays"
    lines = heading(title if column == table.heading else f"{title}, pays {table.terms}")
    first = max(4, *(len(row.hand) for row in table.rows)) + 2
    pays = {row.event: row.text.removesuffix(f" {table.terms}") for row in table.rows}
    second = max(map(len, (*pays.values(), column)))
    envy = any(row.envy_cents for row in table.rows)
    lines.append(Text(f"{'Hand':<{first}}{column:>{second}}{'    Envy' if envy else ''}", "dim"))
    for row in table.rows:
        text = Text(f"{row.hand:<{first}}{pays[row.event]:>{second}}")
        text.append(f"{money(row.envy_cents) if row.envy_cents else '-':>8}" if envy else "")
        lines.append(text.append("  *" if row.event in table.dead else "", "yellow"))
    for reason in dict.fromkeys(table.dead.values()):
        lines += wrapped(f"* dead row: {reason}", width, 2, "yellow")
    for reason in table.dashes.values():
        lines += wrapped(f"- under Pays: {reason}", width, 2)
    for note in table.notes:
        lines += wrapped(note, width, 2)
    if column == table.heading:
        lines += wrapped(
            f"The document says {column} and no more: read to 1, or as a ruling says.", width, 2
        )
    cite = table.cite or "not printed in the approved document"
    return [*lines, *wrapped(f"Source: {cite}", width, 2, "dim")]


def net_style(cents: int) -> str:
    """The colour of a result."""
    return "green" if cents > 0 else "red" if cents < 0 else "yellow"


def settled_lines(
    game: Game, rows: Sequence[WagerSettled], width: int, with_seats: bool = False
) -> Lines:
    """Every wager's end with the id of its rule, then what these rules say."""
    lines: Lines = []
    for row in rows:
        text = Text(f"{place_title(row.seat)}: " if with_seats else "")
        text.append(settled_line(game, row), OUTCOME_STYLES[row.outcome])
        lines += broken(text.append(f"  {row.rule}" if row.rule else "", "bold"), width)
    return lines + rule_lines(game.source, (row.rule for row in rows), width)


def rule_lines(source: Source, ids: Iterable[str], width: int) -> Lines:
    """The text of each rule named, once."""
    named = [source.rules[rule] for rule in dict.fromkeys(ids) if rule in source.rules]
    return [line for rule in named for line in wrapped(f"{rule.id}: {rule.text}", width, 2, "dim")]


class Transcript:
    """A round in lines as wide as the terminal."""

    def __init__(self, running: Runner, width: int) -> None:
        self.running = running
        self.game = running.game
        self.glyphs = glyphs_for(open_console())
        self.width = width

    def round(self) -> Lines:
        """A scripted round, every card face up."""
        running = self.running
        changed = ", ".join(self.game.source.changed_rulings(running.table.rulings))
        lines = self._head(wrapped(f"Rulings: {changed}", self.width, 2) if changed else [])
        lines += _section("Play", self._story(running.table.events))
        lines += _section("Hands", self._hands())
        lines += self._ending()
        if question := running.question:
            lines += _section("Waiting", self._asked(question, None))
        return lines

    def steps(self, steps: Sequence[Step], viewer: Viewer) -> Lines:
        """The steps of a round with their numbers, then how it was settled."""
        lines = self._head([Text(seen_by(viewer))])
        for number, step in enumerate(steps):
            asked: Lines = []
            if step.question and isinstance(step.events[0], Decided):
                asked = self._asked(step.question, viewer)
            story = self._story(step.events)
            lines += _section(f"Step {number}" if number else "Opening", [*asked, *story])
        return [*lines, *self._ending()]

    def _head(self, note: Lines) -> Lines:
        settings = self.running.table.opening.settings
        title = f"{self.game.source.title} ({settings.rules_version}): {self.running.status}"
        labels = [Text(label, "yellow") for label in settings.labels]
        return [Text(title, "bold"), *note, *labels]

    def _story(self, events: Sequence[Event]) -> Lines:
        """What happened, in order, with the cards drawn; how wagers end is told below."""
        before = [event for event in events if not isinstance(event, WagerSettled | PayCut)]
        lines: Lines = []
        for told in tell(before, self.game, name_places({}), meters=True):
            text = Text(told.words)
            if told.cards:
                text.append(" ").append_text(inline_cards(told.cards, self.glyphs))
            lines += broken(text.append(f"  {told.rule}" if told.rule else "", "dim"), self.width)
        return lines

    def _hands(self) -> Lines:
        """Each hand as it stands, with what it is worth."""
        lines = []
        table = self.running.table
        for owner in sorted(owner for owner, cards in table.hands.items() if cards):
            cards = inline_cards(table.hands[owner], self.glyphs)
            line = Text(f"{place_title(owner)}: ").append_text(cards)
            words = self.game.words.hand(self.game.describe(table, owner))
            lines.append(line.append(f"  {words}" if words else ""))
        return lines

    def _ending(self) -> Lines:
        settled = settled_lines(self.game, self.running.settlement, self.width, with_seats=True)
        net = [
            Text(f"{place_title(seat)}: ").append(signed_money(cents), net_style(cents))
            for seat, cents in self.running.net_cents.items()
        ]
        return [*_section("Settled", settled), *_section("Net", net)]

    def _asked(self, question: Question, viewer: Viewer) -> Lines:
        options = "hold"
        if sees_options(question, viewer):
            options = ", ".join(option_words(self.game, option) for option in question.options)
        return wrapped(f"{place_title(question.seat)} may: {options} ({question.rule})", self.width)


def _section(title: str, lines: Lines) -> Lines:
    return [Text(), Text(title, "bold"), *lines] if lines else []
