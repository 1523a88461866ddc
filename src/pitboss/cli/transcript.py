"""``pitboss deal`` and ``pitboss replay`` for people: a whole round in words."""

from collections.abc import Sequence

from pitboss.cli.screen.cards import Glyphs, inline_cards
from pitboss.cli.screen.console import glyphs_for, open_console
from pitboss.cli.screen.layout import Lines, wrapped
from pitboss.cli.screen.pages import print_page
from pitboss.cli.screen.results import net_lines, settled_lines, story_lines
from pitboss.cli.screen.text import Text
from pitboss.games.contract import Question
from pitboss.games.events import Decided, Event, PayCut, WagerSettled
from pitboss.games.history import Viewer, seen_by
from pitboss.rounds.runner import Runner
from pitboss.rounds.telling import name_places, option_words, place_title, tell
from pitboss.rounds.view import Step, sees_options


class Transcript:
    """A round in lines as wide as the terminal."""

    def __init__(self, running: Runner, glyphs: Glyphs, width: int) -> None:
        self.running = running
        self.game = running.game
        self.glyphs = glyphs
        self.width = width

    def round(self) -> Lines:
        """A scripted round, every card face up."""
        running = self.running
        lines = self._title()
        if changed := self.game.source.changed_rulings(running.table.rulings):
            lines += wrapped(f"Rulings: {', '.join(changed)}", self.width, 2)
        lines += self._labels()
        lines += _section("Play", self._story(running.table.events))
        lines += _section("Hands", self._hands())
        lines += self._ending()
        if question := running.question:
            lines += _section("Waiting", self._asked(question, None))
        return lines

    def steps(self, steps: Sequence[Step], viewer: Viewer) -> Lines:
        """The steps of a round with their numbers, then how it was settled."""
        lines = [*self._title(), Text(seen_by(viewer)), *self._labels()]
        for number, step in enumerate(steps):
            asked: Lines = []
            if step.question and isinstance(step.events[0], Decided):
                asked = self._asked(step.question, viewer)
            story = self._story(step.events)
            lines += _section(f"Step {number}" if number else "Opening", [*asked, *story])
        return [*lines, *self._ending()]

    def _title(self) -> Lines:
        version = self.running.table.opening.settings.rules_version
        return [Text(f"{self.game.source.title} ({version}): {self.running.status}", "bold")]

    def _labels(self) -> Lines:
        return [Text(label, "yellow") for label in self.running.table.opening.settings.labels]

    def _story(self, events: Sequence[Event]) -> Lines:
        """What happened; how wagers end is told below."""
        before = [event for event in events if not isinstance(event, WagerSettled | PayCut)]
        story = tell(before, self.game, name_places({}), meters=True)
        return story_lines(story, self.glyphs, self.width)

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
        return [
            *_section("Settled", settled),
            *_section("Net", net_lines(self.running.net_cents.items())),
        ]

    def _asked(self, question: Question, viewer: Viewer) -> Lines:
        options = "hold"
        if sees_options(question, viewer):
            options = ", ".join(option_words(self.game, option) for option in question.options)
        return wrapped(f"{place_title(question.seat)} may: {options} ({question.rule})", self.width)


def _section(title: str, lines: Lines) -> Lines:
    return [Text(), Text(title, "bold"), *lines] if lines else []


def print_round(running: Runner) -> None:
    """A scripted round."""
    glyphs = glyphs_for(open_console())
    print_page(lambda width: Transcript(running, glyphs, width).round())


def print_steps(running: Runner, steps: Sequence[Step], viewer: Viewer) -> None:
    """A replayed round."""
    glyphs = glyphs_for(open_console())
    print_page(lambda width: Transcript(running, glyphs, width).steps(steps, viewer))
