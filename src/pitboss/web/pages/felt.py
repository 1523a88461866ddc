"""What lies on the felt, for the page: cards, chips and spots, the question to a seat as buttons,
and a seat's session.

A card has a face only where the viewer may see it. One that lies face down is a ``Card`` without
a face, the same for all 52: its number is its place in the order of dealing, which everyone at
the table sees.
"""

from collections.abc import Collection, Iterable, Mapping
from typing import Any, NamedTuple

from pitboss.cards import format_card
from pitboss.games.contract import Game, Option, Question
from pitboss.games.words import FACE_DOWN, Act, name_card
from pitboss.house import ledger
from pitboss.house.store import Transaction, entries
from pitboss.house.store.entries import Which
from pitboss.house.tables.setup import Setup
from pitboss.house.tables.state import Published
from pitboss.money import dollars, money
from pitboss.rounds.telling import Name, ask, limit_words, rule_text, wager_title
from pitboss.rounds.view import Laid, Picture, Place

SUIT_SIGNS = {"c": "♣", "d": "♦", "h": "♥", "s": "♠"}

CHIPS = (500_00, 100_00, 25_00, 5_00, 1_00)
"""Values of chips from the dearest; each has its colour on the page."""

MOST_DISCS = 5
JACKPOT_KEYS = "jk"


class Face(NamedTuple):
    """What is printed on a card."""

    code: str
    rank: str
    suit: str
    sign: str
    words: str


class Card(NamedTuple):
    """A card on the table. ``order`` is the event that put it there or turned it up, for the
    order in which the page shows it."""

    number: int
    order: int
    face: Face | None = None
    making: bool = False
    marked: bool = False

    @property
    def words(self) -> str:
        return self.face.words if self.face else FACE_DOWN

    @property
    def look(self) -> str:
        """Its classes on the page."""
        looks = [f"up f-{self.face.code} s-{self.face.suit}" if self.face else "down"]
        looks += ["making"] * (self.making and self.face is not None)
        return " ".join([*looks, *["marked"] * self.marked])


def read_face(card: int) -> Face:
    code = format_card(card)
    rank, suit = code[0], code[1]
    shown = "10" if rank == "T" else rank
    return Face(code, shown, suit, SUIT_SIGNS[suit], name_card(card))


FACES = tuple(read_face(card) for card in range(52))


def lay(laid: Iterable[Laid], making: Collection[int] = (), marked: int = -1) -> list[Card]:
    """Cards with the number, order and face they have, those that make the hand set off."""
    return [
        Card(
            number,
            order,
            None if card is None else FACES[card],
            card is not None and card in making,
            number == marked,
        )
        for number, order, card in laid
    ]


class Heap(NamedTuple):
    """Chips that lie together: a few discs for the eye, and the exact amount."""

    discs: tuple[int, ...]
    cents: int
    words: str


class Spot(NamedTuple):
    """A place for a wager and what lies on it; ``state`` says how it ended."""

    name: str
    title: str
    kind: str
    heap: Heap | None
    state: str = ""

    @property
    def is_shown(self) -> bool:
        """Whether it is drawn where there is little room."""
        return self.heap is not None or self.kind in ("main", "follow-up")


class Open(NamedTuple):
    """A wager that may be made before the deal, with its limits in cents (0 is none)."""

    name: str
    title: str
    kind: str
    least_cents: int
    most_cents: int
    limits: str
    key: str = ""


def heap(cents: int) -> Heap:
    """The fewest chips for an amount, at most five of them drawn."""
    discs: list[int] = []
    left = cents
    for value in CHIPS:
        count, left = divmod(left, value)
        discs += [value // 100] * min(count, MOST_DISCS)
    return Heap(tuple(discs[:MOST_DISCS]) or (1,), cents, money(cents))


def lay_spots(table: Published, place: Place, known: Mapping[str, Any]) -> list[Spot]:
    """A seat's spots: wagers of the round, or those made for the next."""
    waiting = table.phase == "wagering" and known["wagers"]
    wagers: Mapping[str, int] = known["wagers"] if waiting else place.wagers
    states = {} if waiting else {row.wager: row.outcome for row in place.settled}
    return [
        Spot(
            spot.name,
            wager_title(table.setup.game, spot.name),
            spot.kind,
            heap(wagers[spot.name]) if spot.name in wagers else None,
            states.get(spot.name, ""),
        )
        for spot, _, _ in table.setup.offers
    ]


def open_spots(setup: Setup) -> dict[str, Open]:
    """What may be wagered before the deal by name, and its limits; jackpots have a key each."""
    keys = iter(JACKPOT_KEYS)
    return {
        spot.name: Open(
            spot.name,
            wager_title(setup.game, spot.name),
            spot.kind,
            least,
            most,
            limit_words(least, most),
            next(keys, "") if spot.kind == "jackpot" else "",
        )
        for spot, least, most in setup.first_offers
    }


class Button(NamedTuple):
    """An action that is sent as it stands."""

    action: str
    title: str
    key: str
    amount: str = ""
    quiet: bool = False


class Range(NamedTuple):
    """An action with an amount to choose, in dollars; ``is_aside`` where buttons offer the usual
    amounts already."""

    action: str
    title: str
    key: str
    least: str
    most: str
    step: str
    presets: tuple[tuple[str, str], ...]
    is_aside: bool


class Pick(NamedTuple):
    """Cards to choose among, each with the digit that chooses it."""

    action: str
    title: str
    key: str
    cards: tuple[Face, ...]


class Asked(NamedTuple):
    """The open question; ``key`` names it, so that it is answered once. The rule behind it
    says in full what may be done."""

    key: str
    words: str
    rule: str
    rule_text: str
    buttons: list[Button]
    ranges: list[Range]
    picks: list[Pick]


def read_question(game: Game, question: Question, key: str, picture: Picture, name: Name) -> Asked:
    """The question to the viewer's own seat."""
    asked = Asked(
        key,
        ask(game, question, picture, name),
        question.rule,
        rule_text(game, question.rule),
        [],
        [],
        [],
    )
    least = min((option.least_cents for option in question.options if option.most_cents), default=0)
    for option in question.options:
        act, letter = game.words.act(option.action), _key(game, option.action)
        if option.cards:
            faces = tuple(FACES[card] for card in option.cards)
            asked.picks.append(Pick(option.action, f"{act.label} the chosen cards", letter, faces))
        elif option.least_cents < option.most_cents:
            sizes = [times * option.least_cents for times in act.times]
            asked.buttons.extend(
                _sized(option.action, act, cents, option.least_cents)
                for cents in sizes
                if cents <= option.most_cents
            )
            asked.ranges.append(_range(option, act, letter, picture.pot_cents))
        elif act.times and option.most_cents % least == 0:
            asked.buttons.append(_sized(option.action, act, option.most_cents, least))
        else:
            asked.buttons.append(_fixed(option, act, letter))
    asked.buttons.sort(key=lambda button: button.quiet)
    return asked


def _key(game: Game, action: str) -> str:
    return game.face.keys.get(action, action[:1])


def _fixed(option: Option, act: Act, letter: str) -> Button:
    if not option.most_cents:
        return Button(option.action, act.label, letter, quiet=act.is_quiet)
    title = f"{act.label} {money(option.most_cents)}"
    return Button(option.action, title, letter, dollars(option.most_cents))


def _sized(action: str, act: Act, cents: int, unit: int) -> Button:
    """So many times the least amount, with that number as its key: ``Flop 2× $20``."""
    times = str(cents // unit)
    return Button(action, f"{act.short} {times}× {money(cents)}", times, dollars(cents))


def _range(option: Option, act: Act, letter: str, pot_cents: int) -> Range:
    chip = option.chip_cents
    sizes = [
        ("least", option.least_cents),
        ("½ pot", pot_cents // 2),
        ("pot", pot_cents),
        ("most", option.most_cents),
    ]
    presets = tuple(
        (name, dollars(cents - cents % chip))
        for name, cents in sizes
        if option.least_cents <= cents <= option.most_cents
    )
    step = dollars(max(chip, 100) if option.least_cents % 100 == 0 else chip)
    least, most = dollars(option.least_cents), dollars(option.most_cents)
    if act.times:
        presets = ()
    return Range(option.action, act.label, letter, least, most, step, presets, bool(act.times))


def shown_seat(who: str, name: str, stack_cents: int = 0) -> dict[str, object]:
    """A seat of a round that is shown again, with nothing that only a live one does."""
    return {
        "who": who,
        "name": name,
        "kind": "bot" if who.startswith("bot-") else "person",
        "stack_cents": stack_cents,
        "wagers": {},
        "ready": False,
        "away": False,
        "leaving": False,
    }


class Sitting(NamedTuple):
    """What a seat has bought since it was taken."""

    since: str
    bought_cents: int
    balance_cents: int


def read_sitting(transaction: Transaction, table: Published, who: str, seat: int) -> Sitting | None:
    """From the entries of the table's log."""
    taken = entries.search(
        transaction, Which(table.id, ("seat-taken",), who=who), newest_first=True
    )
    first = next((entry for entry in taken if entry.values["who"] == who), None)
    if first is None:
        return None
    which = Which(table.id, ("chips-bought",), who=who, after=first.version)
    account = ledger.seat(table.id, seat)
    bought = sum(
        entry.values["postings"].get(account, 0)
        for entry in (first, *entries.search(transaction, which))
    )
    return Sitting(first.at, bought, read_balance(transaction, who))


def read_balance(transaction: Transaction, who: str) -> int:
    """The chips that a person has away from the tables."""
    return entries.read_balance(transaction, ledger.player(who))


def in_play_cents(table: Published, picture: Picture, seat: int) -> int:
    """What has left the seat's chips for the round in play and is not settled."""
    if table.phase != "playing" or table.opening is None:
        return 0
    place = picture.place(seat)
    if table.setup.is_poker:
        return place.chips_cents - place.won_cents
    return place.open_cents


def net_cents(table: Published, picture: Picture, sitting: Sitting, seat: int) -> int:
    """Up or down since the seat was taken; wagers in play count as still one's own."""
    stack = int(table.seats[seat]["stack_cents"])
    return stack + in_play_cents(table, picture, seat) - sitting.bought_cents
