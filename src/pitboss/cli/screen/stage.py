"""The table on the person's screen: what is drawn, what may be chosen, and pages to read."""

from collections.abc import Sequence

from pitboss.cli.screen.cards import Size
from pitboss.cli.screen.console import Person
from pitboss.cli.screen.felt import SIZES, TIGHTEST, Canvas, draw_table
from pitboss.cli.screen.layout import Lines, flowing, wrapped
from pitboss.cli.screen.menu import ALWAYS, RULES, TABLES, Item, Picked, pick
from pitboss.cli.screen.pages import paytables_lines, rules_lines
from pitboss.cli.screen.tables import PracticeTable, Purse
from pitboss.cli.screen.text import Text
from pitboss.games.events import CardDealt, CardsShown, Decided, Event, PotAwarded
from pitboss.money import money
from pitboss.rounds.view import Picture

LABEL = "practice, no real money"


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
        self._picture: Picture | None = None
        self._notes: Lines = []
        self._is_new = True
        self._last_header: Lines = []

    @property
    def picture(self) -> Picture:
        return self._picture or Picture()

    def start_round(self) -> None:
        self.round_number += 1
        self.in_round = True
        self._picture = None
        self._notes = []

    def follow(self, events: Sequence[Event]) -> None:
        """Let the person watch what happened since the last time."""
        if self._picture is None:
            self._picture = Picture()
        for event in events[self._picture.length :]:
            self._picture.add(event)
            is_last = self._picture.length == len(events)
            if self.person.has_screen and self._is_beat(event) and not is_last:
                self.person.show(self._compose([]))
                self.person.pause(self.setup.pace)
        self._is_new = True

    def _is_beat(self, event: Event) -> bool:
        match event:
            case Decided(seat):
                return seat != self.setup.you
            case CardDealt(to, card):
                return to not in self.setup.seats and card is not None
            case CardsShown() | PotAwarded():
                return True
        return False

    def tell(self, notes: Lines) -> None:
        """Between rounds: how the last one ended, or what this table is."""
        self.in_round = False
        self._notes = notes
        self._is_new = True

    def choose(self, items: Sequence[Item], message: str = "", question: str = "") -> Picked:
        """Ask until one of the items is chosen; rules and pay tables may be read meanwhile."""
        offered = [*items, *ALWAYS]
        width = self.person.width
        pot = f" The pot has {money(self.picture.pot_cents)}." if self.picture.pot_cents else ""
        asked = wrapped(f"{question}{pot}", width, 2, "bold") if question else []
        while True:
            prompt = [*asked, *flowing([item.label for item in offered], width)]
            self._show([*wrapped(message, width, 2, "yellow"), *prompt])
            answer = self.person.key()
            picked = pick(offered, answer)
            if picked is None:
                keys = ", ".join(item.key for item in offered)
                message = f"{answer[:20]!r} is no choice here; the keys are {keys}"
            elif picked.item in (RULES, TABLES):
                self._read(picked.item)
                message = ""
            else:
                return picked

    def _read(self, item: Item) -> None:
        game, settings, width = self.setup.game, self.setup.settings, self.person.width
        if item is RULES:
            self.person.read(rules_lines(game, settings, width))
            return
        tables = [*settings.paytables.values(), *(terms.paytable for terms in settings.jackpots)]
        self.person.read(paytables_lines(game, tables, width))

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
        first = self._picture is None
        self.person.say([*head, *news, *tail] if first else [*news, *head, *tail])

    def _compose(self, tail: Lines) -> Lines:
        """The roomiest drawing that fits the height; where none does, the label stands below."""
        head = self._header()
        below = [*self._notes, Text(), *tail]
        for sizes in (*SIZES, TIGHTEST):
            lines = [*head, *self._table(sizes), *below]
            if len(lines) < self.person.height:
                return lines
        label = Text(LABEL, "bold yellow")
        return [*head, *self._table(TIGHTEST), *self._notes, label, *tail]

    def _table(self, sizes: tuple[Size, Size]) -> Lines:
        if self._picture is None:
            return []
        setup, person = self.setup, self.person
        canvas = Canvas(
            setup.game, setup.settings.rulings, setup.you, person.glyphs, person.width, self.stacks
        )
        return draw_table(canvas, self._picture, sizes)

    def _header(self) -> Lines:
        title = [Text(self.setup.game.source.title, "bold"), Text(LABEL, "bold yellow")]
        width = self.person.width
        facts = [Text(words, "dim") for words in self._facts()]
        dot = f" {self.person.glyphs.dot} "
        gap = [] if self._picture is None or self.person.has_screen else [Text()]
        labels = [
            line
            for label in self.setup.settings.labels
            for line in wrapped(label, width, 2, "yellow")
        ]
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
