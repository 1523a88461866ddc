"""The whole table as one viewer sees it, for the page.

It is made from the viewer's own view of the events and from what everyone knows of the table, so
no template can show a card that the viewer may not see.
"""

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from pitboss.games.contract import Game
from pitboss.games.events import COMMUNITY, DEALER, WagerSettled
from pitboss.house.tables.known import Published, clock, dealt_seat_of, seat_of
from pitboss.rounds import telling
from pitboss.rounds.view import SPECTATOR, Picture, Place, view
from pitboss.web.pages.signs import Offered, fixed_signs
from pitboss.web.pages.table import felt, words
from pitboss.web.pages.table.questions import Asked, read_question

LAST_ORDER = 9_999


class Result(NamedTuple):
    """What a wager did and why: the row of its pay table, the odds, and the rule; its words stand
    with the first of the wagers that it settled."""

    order: int
    row: WagerSettled
    title: str
    words: str
    reason: str
    rule_text: str


class SeatScene(NamedTuple):
    """A seat: who is known to sit there, and the cards that the viewer sees of it."""

    number: int
    known: Mapping[str, Any]
    is_turn: bool
    status: str
    button: bool
    folded: bool
    cards: list[felt.Card]
    put_away: list[felt.Card]
    hand: str
    spots: list[felt.Spot]
    chips: felt.Heap | None
    results: list[Result]
    net_cents: int | None

    @property
    def last_order(self) -> int:
        """When its result is shown: with the last of its wagers, else after everything."""
        return self.results[-1].order if self.results else LAST_ORDER


class Owed(NamedTuple):
    """Blinds that someone owes, in words and in all."""

    words: str
    cents: int


class Scene(NamedTuple):
    """Everything in the live region of the page."""

    table: Published
    dealer: list[felt.Card]
    dealer_hand: str
    community: list[felt.Card]
    pot: felt.Heap | None
    seats: Mapping[int, SeatScene]
    own: SeatScene | None
    asked: Asked | None
    waiting_for: str
    clock_seconds: float
    hits: list[str]
    lines: list[telling.Line]
    last_wagers: Mapping[str, int]
    picture: Picture

    @property
    def is_playing(self) -> bool:
        return self.table.phase == "playing"

    @property
    def has_board(self) -> bool:
        """Whether a board lies beside the dealer's cards."""
        return bool(self.community) and not self.table.setup.is_poker

    @property
    def promoted(self) -> list[tuple[str, str, int]]:
        """What promotions have added to the viewer's wagers: which wager, their terms, cents."""
        own, setup = self.own, self.table.setup
        if own is None or self.table.dealt.get(own.number) != own.known["who"]:
            return []
        terms = {each.id: each.terms for each in setup.promotions}
        return [
            (
                telling.wager_title(setup.game, pay["wager"]),
                terms.get(pay["promotion"], ""),
                pay["cents"],
            )
            for pay in self.table.promoted
            if pay["seat"] == own.number
        ]

    @property
    def owed(self) -> Owed | None:
        """What the viewer owes before being dealt in, if anything."""
        debts = self.table.owed.get(self.own.number) if self.own else None
        if not debts:
            return None
        return Owed(words.owed(debts), sum(debts.values()))

    @property
    def empty(self) -> list[int]:
        return [n for n in range(1, self.table.setup.seats + 1) if n not in self.seats]

    @property
    def build_spots(self) -> list[tuple[Offered, felt.Spot]]:
        """The spots for the next wagers, each with what lay there in the round before."""
        assert self.own
        return list(zip(fixed_signs(self.table.setup).offered, self.own.spots, strict=True))

    @property
    def arc(self) -> list[tuple[int, str, SeatScene | None]]:
        """The places around the table but the viewer's own, each with its classes and who sits
        there: before a dealer from the last to the first, as one sees them; between players on
        from the viewer's own, clockwise."""
        own, count = self.own.number if self.own else 0, self.table.setup.seats
        if self.table.setup.is_poker:
            numbers = [n for n in (*range(own + 1, count + 1), *range(1, own + 1)) if n != own]
            places = felt.oval_places(len(numbers))
        else:
            numbers = [n for n in range(count, 0, -1) if n != own]
            places = felt.arc_places(len(numbers))
        return [(n, place, self.seats.get(n)) for n, place in zip(numbers, places, strict=True)]


class Hand(NamedTuple):
    """Words for a hand, the cards that make it, and all its cards."""

    words: str
    making: frozenset[int]
    cards: list[felt.Card]


NO_HAND = Hand("", frozenset(), [])


def make_scene(table: Published, who: str) -> Scene:
    """The table as this person sees it now."""
    viewer, dealt = seat_of(table, who), dealt_seat_of(table, who)
    game, question = table.setup.game, table.question
    events = view(table.events[: table.length], dealt)
    picture = Picture(events)
    hands = {owner: _hand(table, picture, owner) for owner in (DEALER, *table.dealt)}
    seats = {number: _seat(table, picture, hands, number) for number in sorted(table.seats)}
    names = {
        number: str(seat["name"])
        for number, seat in table.seats.items()
        if table.dealt.get(number) == seat["who"]
    }
    name = telling.name_places(names, dealt)
    asked = None
    if question and question.seat == dealt:
        key = f"ask-{table.round}-{table.length}"
        stack = _left(table, picture, dealt)
        seen = telling.look(question, picture, name, stack)
        asked = read_question(game, question, key, seen)
    making = hands[dealt].making if dealt != SPECTATOR else frozenset()
    pot = picture.pot_cents - sum(award.cents for award in picture.awards)
    return Scene(
        table,
        hands[DEALER].cards,
        hands[DEALER].words,
        felt.lay(picture.place(COMMUNITY).hand, making, _marked(table)),
        felt.heap(pot) if table.setup.is_poker else None,
        seats,
        seats.get(viewer),
        asked,
        name(question.seat) if question else "",
        running.seconds if (running := clock(table)) else 0,
        [telling.hit_words(game, event, name) for event in picture.hits],
        telling.tell(events, game, name),
        dict(table.opening.wagers.get(dealt, {})) if table.opening else {},
        picture,
    )


def _left(table: Published, picture: Picture, seat: int) -> int:
    """What a seat that plays against others has left of what it brought to the round."""
    seating = table.opening.seating if table.opening else None
    return seating.stacks[seat] - picture.place(seat).chips_cents if seating else 0


def _hand(table: Published, picture: Picture, owner: int) -> Hand:
    setup, place = table.setup, picture.place(owner)
    words, making = telling.read_hand(
        setup.game, setup.settings.rulings, place.cards, picture.board
    )
    return Hand(words, making, felt.lay(place.hand, making))


def _marked(table: Published) -> int:
    """The place of the community card that makes the five-card jackpot hand, if one is played."""
    if not any(terms.family == "5CL" for terms in table.setup.settings.jackpots):
        return -1
    return int(table.setup.settings.rulings["five-card-community"]) - 1


def _seat(table: Published, picture: Picture, hands: Mapping[int, Hand], number: int) -> SeatScene:
    """A seat; what was dealt to whoever sat there before is no longer shown at it."""
    game, known = table.setup.game, table.seats[number]
    stayed = table.dealt.get(number) == known["who"]
    place, hand = (picture.place(number), hands[number]) if stayed else (Place(), NO_HAND)
    is_turn = table.question is not None and table.question.seat == number
    return SeatScene(
        number,
        known,
        is_turn,
        _status(table, number, place.last_action, is_turn),
        picture.button == number,
        place.folded,
        hand.cards,
        felt.lay(place.rack),
        hand.words,
        _spots(table, place, known),
        felt.heap(place.chips_cents) if table.phase == "playing" else None,
        list(_results(game, place)),
        _net(table, picture, number) if stayed else None,
    )


def _results(game: Game, place: Place) -> Iterator[Result]:
    """What each wager did; a rule's words stand once, with the first wager that it settled."""
    told: set[str] = set()
    for order, row in place.rows.items():
        title, outcome = telling.wager_title(game, row.wager), telling.outcome_words(row)
        rule_text = "" if row.rule in told else telling.rule_text(game, row.rule)
        told.add(row.rule)
        yield Result(order, row, title, outcome, telling.settled_reason(row), rule_text)


def _status(table: Published, number: int, action: str, is_turn: bool) -> str:
    """What a seat is doing, in a word or two."""
    known = table.seats[number]
    if known["leaving"]:
        return words.LEAVING
    if known["away"]:
        return words.AWAY
    if known["waits"] and number in table.owed:
        return words.WAITING
    if table.phase == "playing":
        return words.TO_ACT if is_turn else table.setup.game.words.told(action) if action else ""
    return words.READY if known["ready"] else ""


def _spots(table: Published, place: Place, known: Mapping[str, Any]) -> list[felt.Spot]:
    """A seat's spots: wagers of the round, or those made for the next."""
    wagers, states = place.wagers, {row.wager: row.outcome for row in place.settled}
    if table.phase == "wagering" and known["wagers"]:
        wagers, states = known["wagers"], {}
    return [
        felt.Spot(
            *offered[:3], felt.heap(wagers.get(offered.name, 0)), states.get(offered.name, "")
        )
        for offered in fixed_signs(table.setup).offered
    ]


def _net(table: Published, picture: Picture, number: int) -> int | None:
    """Up or down in the round that has just ended, or by what is settled of this one."""
    place = picture.place(number)
    if table.setup.is_poker:
        done = table.status in ("settled", "void") and number in picture.seats
        return place.won_cents - place.chips_cents if done else None
    return place.net_cents if place.rows else None


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
        "waits": False,
    }
