"""``pitboss deal`` for people: a whole round in words, every card face up."""

from collections.abc import Sequence

from rich.text import Text

from pitboss.cli.screen.cards import Glyphs, inline_cards
from pitboss.cli.screen.console import WIDEST, glyphs_for, open_console, print_lines
from pitboss.cli.screen.layout import Lines, broken, wrapped
from pitboss.cli.screen.words import (
    OUTCOME_STYLES,
    awarded_words,
    hand_words,
    hit_words,
    pot_name,
    rule_lines,
    seat_title,
    settled_words,
    signed,
    voided_words,
)
from pitboss.games.events import (
    ButtonPlaced,
    CardDealt,
    CardsDiscarded,
    CardsShown,
    ChipsPlaced,
    ChipsReturned,
    Decided,
    Event,
    JackpotHit,
    MeterMoved,
    PotAwarded,
    PotMade,
    RoundVoided,
    WagerPlaced,
)
from pitboss.money import dollars, floor_cents
from pitboss.rounds.runner import Runner


def print_round(running: Runner) -> None:
    """A scripted round, every card face up."""
    console = open_console()
    width = min(console.width, WIDEST)
    print_lines(console, round_lines(running, glyphs_for(console), width))


def round_lines(running: Runner, glyphs: Glyphs, width: int) -> Lines:
    settings = running.table.opening.settings
    source = running.game.source
    lines = [Text(f"{source.title} ({settings.rules_version}): {running.status}", "bold")]
    changed = [
        f"{name}={option}"
        for name, option in settings.rulings.items()
        if option != source.rulings[name].options[0]
    ]
    if changed:
        lines += wrapped(f"Rulings: {', '.join(changed)}", width, 2)
    lines += [Text(label, "yellow") for label in settings.labels]
    lines += _section("Play", story_lines(running.table.events, glyphs, width))
    lines += _section("Hands", hand_lines(running, glyphs))
    lines += _section("Settled", _settlement(running, width))
    net = running.net_cents.items()
    lines += _section("Net", [Text(f"{seat_title(seat)}: {signed(cents)}") for seat, cents in net])
    if running.question:
        options = ", ".join(map(str, running.question.options))
        asked = f"{seat_title(running.question.seat)} may: {options} ({running.question.rule})"
        lines += _section("Waiting", wrapped(asked, width))
    return lines


def _section(title: str, lines: Lines) -> Lines:
    return [Text(), Text(title, "bold"), *lines] if lines else []


def _settlement(running: Runner, width: int) -> Lines:
    lines: Lines = []
    for row in running.settlement:
        text = Text(f"{seat_title(row.seat)}: ").append_text(
            Text(settled_words(row), OUTCOME_STYLES[row.outcome])
        )
        lines += broken(text.append(f"  {row.rule}" if row.rule else "", "bold"), width)
    rules = rule_lines(running.game.source, (row.rule for row in running.settlement), width)
    return [*lines, *rules]


def hand_lines(running: Runner, glyphs: Glyphs) -> Lines:
    """Each hand as it stands, with what it is worth."""
    lines = []
    for owner in sorted(running.table.hands):
        if not running.table.hands[owner]:
            continue
        described = running.game.describe(running.table, owner)
        cards = inline_cards(running.table.hands[owner], glyphs)
        line = Text(f"{seat_title(owner)}: ").append_text(cards)
        words = hand_words(described)
        lines.append(line.append(f"  {words}" if words else ""))
    return lines


def story_lines(events: Sequence[Event], glyphs: Glyphs, width: int) -> Lines:
    """What happened, in order; what belongs together stands in one line."""
    lines: Lines = []
    last: Event | None = None
    for event in events:
        if more := _same_line(last, event, glyphs):
            lines[-1].append_text(more)
        elif line := _story_line(event, glyphs):
            lines.append(line)
        last = event
    return [part for line in lines for part in broken(line, width)]


def _same_line(last: Event | None, event: Event, glyphs: Glyphs) -> Text | None:
    """What an event adds to the line of the one before."""
    match last, event:
        case CardDealt(to=before), CardDealt(to=after, card=card) if before == after:
            return Text(" ").append_text(inline_cards([card], glyphs))
        case WagerPlaced(seat=before), WagerPlaced(seat=after) if before == after:
            return Text(f", {event.wager} {dollars(event.cents)}")
        case Decided(seat=before), WagerPlaced(seat=after) if before == after:
            return Text(f", {event.wager} {dollars(event.cents)} ({event.rule})")
        case Decided(seat=before), ChipsPlaced(seat=after) if before == after:
            return Text(f", puts in {dollars(event.cents)}")
    return None


def _story_line(event: Event, glyphs: Glyphs) -> Text | None:
    match event:
        case WagerPlaced(seat, wager, cents):
            return Text(f"{seat_title(seat)} wagers: {wager} {dollars(cents)}")
        case CardDealt(to, card):
            return Text(f"{seat_title(to)} is dealt: ").append_text(inline_cards([card], glyphs))
        case Decided(seat, action, _, rule):
            return Text(f"{seat_title(seat)} decides: {action} ({rule})")
        case CardsShown(of, cards):
            return Text(f"{seat_title(of)} shows: ").append_text(inline_cards(cards, glyphs))
        case CardsDiscarded(of, cards):
            return Text(f"{seat_title(of)} discards: ").append_text(inline_cards(cards, glyphs))
        case RoundVoided():
            return Text(voided_words(event), "yellow")
    return _money_line(event)


def _money_line(event: Event) -> Text | None:
    """Pots between players, and jackpots."""
    match event:
        case ButtonPlaced(seat):
            return Text(f"{seat_title(seat)} has the button")
        case ChipsPlaced(seat, action, cents):
            return Text(f"{seat_title(seat)} puts in {dollars(cents)} ({action})")
        case ChipsReturned(seat, cents):
            return Text(f"{seat_title(seat)} takes back {dollars(cents)} that nobody called")
        case PotMade(pot, cents, rake_cents):
            rake = f", less a rake of {dollars(rake_cents)}" if rake_cents else ""
            return Text(f"{pot_name(pot).capitalize()} holds {dollars(cents)}{rake}")
        case PotAwarded():
            return Text(awarded_words(event))
        case JackpotHit():
            return Text(hit_words(event))
        case MeterMoved(jackpot, cause, change):
            return Text(f"The meter of {jackpot} moves by {signed(floor_cents(change))} ({cause})")
    return None
