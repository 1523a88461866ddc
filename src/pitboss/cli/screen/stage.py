"""The table on the person's screen: the picture of a round drawn with the dealer above, others
beside and the own seat below, what may be chosen, and pages to read."""

import time
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from pitboss.cli.screen import text
from pitboss.cli.screen.console import ALWAYS, RULES, TABLES, Item, Person, Picked, no_choice, pick
from pitboss.cli.screen.pages import net_style, paytables_lines, rules_lines
from pitboss.cli.screen.tables import PracticeTable, Purse
from pitboss.cli.screen.text import Ink, Lines, Size, Text, flowing, inline_cards, wrapped
from pitboss.games import events
from pitboss.games.contract import Game
from pitboss.games.events import COMMUNITY, DEALER, Event
from pitboss.games.opening import BACKS
from pitboss.money import money, signed_money
from pitboss.rounds.telling import place_title, read_hand, wager_title
from pitboss.rounds.view import Picture

SIZES = (
    (Size.LARGE, Size.SMALL),
    (Size.LARGE, Size.INLINE),
    (Size.SMALL, Size.SMALL),
    (Size.SMALL, Size.INLINE),
)
"""From roomy to tight: the size of the dealer's and the own cards, and of the others'."""

TIGHTEST = (Size.INLINE, Size.INLINE)

SIDES_FROM = 72
"""From so many columns on the other seats are drawn at both sides."""

LABEL = "practice, no real money"


class Canvas(NamedTuple):
    """What a drawing depends on besides the picture; ``stacks`` where players have them."""

    game: Game
    rulings: Mapping[str, str]
    you: int
    glyphs: text.Glyphs
    width: int
    stacks: Mapping[int, int] = {}


def draw_table(canvas: Canvas, picture: Picture, sizes: tuple[Size, Size]) -> Lines:
    """The whole table; every line fits the width."""
    own, others = sizes
    places = picture.places
    middle = [owner for owner in (DEALER, COMMUNITY) if owner in places and places[owner].cards]
    beside_you = [seat for seat in picture.seats if seat != canvas.you]
    if own is Size.INLINE:
        order = (*middle, *beside_you, canvas.you)
        return [line for owner in order for line in _line(canvas, picture, owner)]
    middle.append(canvas.you)
    if canvas.width >= SIDES_FROM and beside_you:
        return _draw_sides(canvas, picture, sizes, middle)
    wide = canvas.width
    blocks = [text.centred(_block(canvas, picture, owner, own), wide) for owner in middle]
    if others is Size.INLINE:
        seats = [_line(canvas, picture, seat) for seat in beside_you]
    else:
        narrow = canvas._replace(width=min(18, wide))
        drawn = [_block(narrow, picture, seat, others) for seat in beside_you]
        seats = [text.beside(drawn, wide)]
    return [line for block in (*blocks[:-1], *seats, blocks[-1]) for line in block]


def _draw_sides(
    canvas: Canvas, picture: Picture, sizes: tuple[Size, Size], middle: list[int]
) -> Lines:
    """Lower seats at the left, higher ones at the right, the others between them."""
    side = canvas.width * 3 // 10
    centre = canvas.width - 2 * side
    lines = []
    lower = [seat for seat in picture.seats if seat < canvas.you]
    higher = [seat for seat in picture.seats if seat > canvas.you]
    for seats in (lower, middle, higher):
        between = seats is middle
        width, size = (centre, sizes[0]) if between else (side, sizes[1])
        part = canvas._replace(width=width - 2)
        blocks = [_block(part, picture, owner, size) for owner in seats]
        column = [line for block in blocks for line in (*block, Text())][:-1]
        lines.append(text.centred(column, width - 2) if between else column)
    return text.columns(lines, (side, centre, side))


def _line(canvas: Canvas, picture: Picture, owner: int) -> Lines:
    """A place in as few lines as it takes."""
    words, ink = _reading(canvas, picture, owner)
    cards = inline_cards(picture.place(owner).cards, canvas.glyphs, ink)
    title = _title(canvas, picture, owner).append(":")
    return flowing([title, cards, Text(words), *_notes(canvas, picture, owner)], canvas.width)


def _block(canvas: Canvas, picture: Picture, owner: int, size: Size) -> Lines:
    """A place: who it is and what the hand is worth, the cards, the wagers."""
    words, ink = _reading(canvas, picture, owner)
    cards = picture.place(owner).cards
    return [
        *flowing([_title(canvas, picture, owner), Text(words, "italic")], canvas.width),
        *text.draw_cards(cards, size, canvas.glyphs, ink, canvas.width),
        *flowing(_notes(canvas, picture, owner), canvas.width),
    ]


def _title(canvas: Canvas, picture: Picture, owner: int) -> Text:
    title = Text(place_title(owner), "bold")
    if owner == canvas.you:
        title.append(" (you)")
    if owner == picture.button:
        title.append(" button", "magenta")
    return title


def _reading(canvas: Canvas, picture: Picture, owner: int) -> tuple[str, Ink]:
    """What a hand is worth as far as it is seen, and how to draw it."""
    place = picture.place(owner)
    words, making = "", frozenset[int]()
    if owner != COMMUNITY:
        words, making = read_hand(canvas.game, canvas.rulings, place.cards, picture.board)
    # Two decks are named for the colours of their backs.
    back = picture.deck_name if picture.deck_name in BACKS else BACKS[0]
    return words, Ink(making, place.folded, back)


def _notes(canvas: Canvas, picture: Picture, owner: int) -> Lines:
    """Wagers that stand, chips in the pot, cards put away, and the result."""
    place = picture.place(owner)
    settled = {row.wager for row in place.settled}
    notes = [
        Text(f"{wager_title(canvas.game, wager)} {money(cents)}", "cyan")
        for wager, cents in place.wagers.items()
        if wager not in settled
    ]
    if place.chips_cents:
        notes.append(Text(f"in {money(place.chips_cents)}", "cyan"))
    if place.discards:
        rack = inline_cards(place.discards, canvas.glyphs, Ink(faded=True))
        notes.append(Text("discarded ").append_text(rack))
    if place.folded:
        notes.append(Text("folded", "dim"))
    if place.settled:
        notes.append(Text(signed_money(place.net_cents), f"bold {net_style(place.net_cents)}"))
    if owner in canvas.stacks:
        left = canvas.stacks[owner] - place.chips_cents + place.won_cents
        notes.append(Text(f"has {money(left)}", "dim"))
    return notes


class Stage:
    """Draws from the person's own view of the events; nothing else reaches the screen."""

    def __init__(self, setup: PracticeTable, person: Person, purse: Purse) -> None:
        self.setup = setup
        self.person = person
        self.purse = purse
        self.round_number = 0
        self.in_round = False
        self.stacks: dict[int, int] = {}
        self.meter_cents: list[int] = []
        self.picture = Picture()
        self._notes: Lines = []
        self._is_new = True
        self._last_header: Lines = []

    def start_round(self) -> None:
        self.round_number += 1
        self.in_round = True
        self.picture = Picture()
        self._notes = []

    def follow(self, seen: Sequence[Event]) -> None:
        """Let the person watch what happened since the last time."""
        for event in seen[self.picture.length :]:
            self.picture.add(event)
            is_last = self.picture.length == len(seen)
            if self.person.has_screen and self._is_beat(event) and not is_last:
                self.person.show(self._compose([]))
                time.sleep(self.setup.pace)  # to look at it
        self._is_new = True

    def _is_beat(self, event: Event) -> bool:
        match event:
            case events.Decided(seat):
                return seat != self.setup.you
            case events.CardDealt(to, card):
                return to not in self.setup.seats and card is not None
        return isinstance(event, events.CardsShown | events.PotAwarded)

    def tell(self, notes: Lines) -> None:
        """Between rounds: how the last one ended, or what this table is."""
        self.in_round = False
        self._notes = notes
        self._is_new = True

    def remark(self, lines: Lines) -> None:
        """Words beside the table until the next ones; in plain text they are said once."""
        self._notes = lines
        if not self.person.has_screen:
            self.person.say(lines)

    def choose(self, items: Sequence[Item], message: str = "", question: str = "") -> Picked:
        """Ask until one of the items is chosen; rules and pay tables may be read meanwhile."""
        offered = [*items, *ALWAYS]
        game, settings, width = self.setup.game, self.setup.settings, self.person.width
        pot = f" The pot has {money(self.picture.pot_cents)}." if self.picture.pot_cents else ""
        asked = wrapped(f"{question}{pot}", width, 2, "bold") if question else []
        while True:
            prompt = [*asked, *flowing([item.label for item in offered], width)]
            self._show([*wrapped(message, width, 2, "yellow"), *prompt])
            answer = self.person.key()
            picked = pick(offered, answer)
            if picked is None:
                message = no_choice(answer, ", ".join(item.key for item in offered))
            elif picked.item is RULES:
                self.person.read(rules_lines(game, settings, width))
                message = ""
            elif picked.item is TABLES:
                jackpots = [terms.pays for terms in settings.jackpots]
                tables = [*settings.paytables.values(), *jackpots]
                self.person.read(paytables_lines(game, tables, width))
                message = ""
            else:
                return picked

    def _show(self, tail: Lines) -> None:
        """Draw all; in plain text only what is new, and the question."""
        if self.person.has_screen:
            self.person.show(self._compose(tail))
            return
        news = [*self._table(TIGHTEST), *self._notes] if self._is_new else []
        self._is_new = False
        head: Lines = []
        if not self.in_round and self._last_header != self._header():
            self._last_header = head = self._header()
        played = self.round_number > 0
        self.person.say([*news, *head, *tail] if played else [*head, *news, *tail])

    def _compose(self, tail: Lines) -> Lines:
        """The roomiest drawing that fits the height; where none does, the label stands below."""
        head = self._header()
        below = [*self._notes, Text(), *tail]
        for sizes in (*SIZES, TIGHTEST):
            lines = [*head, *self._table(sizes), *below]
            if len(lines) < self.person.console.height:
                return lines
        label = Text(LABEL, "bold yellow")
        return [*head, *self._table(TIGHTEST), *self._notes, label, *tail]

    def _table(self, sizes: tuple[Size, Size]) -> Lines:
        if not self.round_number:
            return []
        setup, person = self.setup, self.person
        canvas = Canvas(
            setup.game, setup.settings.rulings, setup.you, person.glyphs, person.width, self.stacks
        )
        return draw_table(canvas, self.picture, sizes)

    def _header(self) -> Lines:
        title = [Text(self.setup.game.source.title, "bold"), Text(LABEL, "bold yellow")]
        width = self.person.width
        facts = [Text(words, "dim") for words in self._facts()]
        dot = f" {self.person.glyphs.dot} "
        gap = [Text()] if self.round_number and not self.person.has_screen else []
        own = self.setup.settings.labels
        labels = [line for label in own for line in wrapped(label, width, 2, "yellow")]
        return [*gap, *flowing(title, width, dot), *labels, *flowing(facts, width, dot), Text()]

    def _facts(self) -> list[str]:
        """Round, chips, limits, deck, meters and seed."""
        limits, own = self.setup.settings.limits, self.picture.place(self.setup.you)
        left = self.purse.cents
        if self.in_round:
            left += own.net_cents - own.open_cents - own.chips_cents + own.won_cents
        facts = [f"round {self.round_number}"] if self.round_number else []
        facts.append(f"bankroll {money(left)}")
        if limits.most_cents:
            facts.append(f"limits {money(limits.least_cents)} to {money(limits.most_cents)}")
        if self.picture.deck_name:
            facts.append(f"{self.picture.deck_name} deck")
        facts += [f"jackpot {money(cents)}" for cents in self.meter_cents]
        if self.setup.seed is not None:
            facts.append(f"seed {self.setup.seed}")
        return facts
