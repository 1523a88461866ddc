"""``pitboss replay`` for people: the steps of a round in words."""

from collections.abc import Sequence

from rich.text import Text

from pitboss.cli.replay import Step, sees_options
from pitboss.cli.screen.cards import Glyphs
from pitboss.cli.screen.console import WIDEST, glyphs_for, open_console, print_lines
from pitboss.cli.screen.layout import Lines, broken, wrapped
from pitboss.cli.screen.words import OUTCOME_STYLES, seat_title, settled_words, signed
from pitboss.cli.transcript import story_lines
from pitboss.games.events import CardsDiscarded, Decided, Event
from pitboss.rounds.history.notation import Viewer
from pitboss.rounds.runner import Runner

SEEN = {None: "All cards open", 0: "Seen by a spectator"}


def print_steps(running: Runner, steps: Sequence[Step], viewer: Viewer) -> None:
    console = open_console()
    width = min(console.width, WIDEST)
    print_lines(console, step_lines(running, steps, viewer, (glyphs_for(console), width)))


def step_lines(
    running: Runner, steps: Sequence[Step], viewer: Viewer, style: tuple[Glyphs, int]
) -> Lines:
    """The whole round: its steps with their numbers, then how it was settled."""
    glyphs, width = style
    settings = running.table.opening.settings
    title = f"{running.game.source.title} ({settings.rules_version}): {running.status}"
    lines = [Text(title, "bold"), Text(SEEN.get(viewer, f"Seen by seat {viewer}"))]
    lines += [Text(label, "yellow") for label in settings.labels]
    for number, step in enumerate(steps):
        lines += [Text(), Text(f"Step {number}" if number else "Opening", "bold")]
        lines += _asked(step, viewer, width)
        lines += _told(step.events, glyphs, width)
    return [*lines, *_settled(running, width)]


def _asked(step: Step, viewer: Viewer, width: int) -> Lines:
    question = step.question
    if question is None or not isinstance(step.events[0], Decided):
        return []
    options = ", ".join(map(str, question.options)) if sees_options(question, viewer) else "hold"
    return wrapped(f"{seat_title(question.seat)} may: {options} ({question.rule})", width)


def _told(events: Sequence[Event], glyphs: Glyphs, width: int) -> Lines:
    """What happened; discards that the viewer did not see are only counted."""
    lines: Lines = []
    shown: list[Event] = []
    for event in events:
        if isinstance(event, CardsDiscarded) and not event.cards:
            lines += story_lines(shown, glyphs, width)
            lines.append(Text(f"{seat_title(event.of)} discards {event.number} unseen"))
            shown = []
        else:
            shown.append(event)
    return lines + story_lines(shown, glyphs, width)


def _settled(running: Runner, width: int) -> Lines:
    lines: Lines = [Text(), Text("Settled", "bold")] if running.settlement else []
    for row in running.settlement:
        words = Text(settled_words(row), OUTCOME_STYLES[row.outcome])
        text = Text(f"{seat_title(row.seat)}: ").append_text(words)
        lines += broken(text.append(f"  {row.rule}" if row.rule else "", "bold"), width)
    net = running.net_cents.items()
    lines += [Text(), Text("Net", "bold")]
    return lines + [Text(f"{seat_title(seat)}: {signed(cents)}") for seat, cents in net]
