"""The page of a table and its live region: the whole table as one viewer sees it.

It is made from the viewer's own view of the events and from what everyone knows of the table, so
no template can show a card that the viewer may not see.
"""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from fastapi.responses import HTMLResponse, StreamingResponse

from pitboss.games.contract import Game
from pitboss.games.events import COMMUNITY, DEALER, Event, WagerSettled
from pitboss.house.tables.state import Published, deadline, dealt_seat_of, seat_of
from pitboss.money import direction, money, signed_money
from pitboss.rounds.telling import (
    Line,
    Name,
    hit_words,
    name_places,
    outcome_words,
    read_hand,
    rule_text,
    settled_reason,
    tell,
    wager_title,
)
from pitboss.rounds.view import SPECTATOR, Picture, Place, view
from pitboss.web.common.services import Services, TableId, find_table
from pitboss.web.common.visits import NOBODY, Viewing
from pitboss.web.pages.felt import (
    CHIPS,
    Asked,
    Card,
    Heap,
    Spot,
    heap,
    lay,
    lay_spots,
    net_cents,
    open_spots,
    read_balance,
    read_question,
    read_sitting,
)
from pitboss.web.pages.signs import post_signs
from pitboss.web.pages.site import page_router, render, show_page, stream_region

STEEPEST = 4
"""The bend of the outermost places."""

LAST_ORDER = 9_999


class Result(NamedTuple):
    """What a wager did and why: the row of its pay table, the odds, the rule and its words."""

    title: str
    wagered: str
    outcome: str
    words: str
    net: str
    reason: str
    rule: str
    rule_text: str
    order: int
    look: str


class SeatScene(NamedTuple):
    """A seat: who sits there, with what, and the cards that the viewer sees of it."""

    number: int
    name: str
    kind: str
    stack: str
    is_you: bool
    is_turn: bool
    status: str
    button: bool
    folded: bool
    cards: list[Card]
    put_away: list[Card]
    hand: str
    spots: list[Spot]
    chips: Heap | None
    results: list[Result]
    net: str
    net_class: str

    @property
    def last_order(self) -> int:
        """When its result is shown: with the last of its wagers, else after everything."""
        return self.results[-1].order if self.results else LAST_ORDER


class Scene(NamedTuple):
    """Everything in the live region of the page."""

    table: Published
    viewer: int
    dealer: list[Card]
    dealer_hand: str
    community: list[Card]
    burned: list[int]
    racked: int
    pot: Heap | None
    seats: list[SeatScene]
    own: SeatScene | None
    empty: list[int]
    asked: Asked | None
    waiting_for: str
    deadline: str | None
    hits: list[str]
    lines: list[Line]
    last_wagers: dict[str, int]
    picture: Picture

    @property
    def is_playing(self) -> bool:
        return self.table.phase == "playing"

    @property
    def arc(self) -> list[tuple[int, int, SeatScene | None]]:
        """The places around the table but the viewer's own, from the last to the first, each with
        how far the arc bends there and who sits there."""
        seated = {seat.number: seat for seat in self.seats}
        own = self.own.number if self.own else 0
        places = [n for n in range(self.table.setup.seats, 0, -1) if n != own]
        last = max(len(places) - 1, 1)
        return [
            (n, round(abs(2 * at - (len(places) - 1)) * STEEPEST / last), seated.get(n))
            for at, n in enumerate(places)
        ]

    @property
    def others(self) -> list[SeatScene]:
        return [seat for seat in self.seats if not seat.is_you]


class _Drawing:
    """What the parts of a scene are made from."""

    def __init__(
        self, game: Game, rulings: Mapping[str, str], events: Sequence[Event], viewer: int
    ) -> None:
        self.game = game
        self.rulings = rulings
        self.viewer = viewer
        self.picture = Picture(events)
        self.board = self.picture.board

    def hand(self, owner: int) -> tuple[str, frozenset[int], list[Card]]:
        """Words for a hand, the cards that make it, and all its cards."""
        place = self.picture.place(owner)
        words, making = read_hand(self.game, self.rulings, place.cards, self.board)
        return words, making, lay(place.hand, making)

    def results(self, seat: int) -> list[Result]:
        """The seat's settled wagers with what the rules say of them."""
        rows = self.picture.place(seat).rows
        return [self._result(row, order) for order, row in rows.items()]

    def _result(self, row: WagerSettled, order: int) -> Result:
        return Result(
            wager_title(self.game, row.wager),
            money(row.cents) if row.cents else "",
            row.outcome,
            outcome_words(row),
            signed_money(row.net_cents),
            settled_reason(row),
            row.rule,
            rule_text(self.game, row.rule),
            order,
            direction(row.net_cents),
        )


def make_scene(table: Published, who: str) -> Scene:
    """The table as this person sees it now."""
    viewer, dealt = seat_of(table, who), dealt_seat_of(table, who)
    events = view(table.events[: table.length], dealt)
    drawing = _Drawing(table.setup.game, table.setup.settings.rulings, events, viewer)
    seats = [
        _seat(table, drawing, number)
        for number in range(1, table.setup.seats + 1)
        if number in table.seats
    ]
    own = next((seat for seat in seats if seat.is_you), None)
    names = {
        number: str(seat["name"])
        for number, seat in table.seats.items()
        if table.dealt.get(number) == seat["who"]
    }
    name = name_places(names, dealt)
    picture = drawing.picture
    _, making, _ = drawing.hand(dealt) if dealt != SPECTATOR else ("", frozenset(), [])
    marked = _marked(table)
    pot = picture.pot_cents - sum(award.cents for award in picture.awards)
    question = table.question
    dealer_words, _, dealer = drawing.hand(DEALER)
    return Scene(
        table,
        viewer,
        dealer,
        dealer_words,
        lay(picture.place(COMMUNITY).hand, making, marked),
        picture.burned,
        picture.racked,
        heap(pot) if table.setup.is_poker and pot > 0 else None,
        seats,
        own,
        [n for n in range(1, table.setup.seats + 1) if n not in table.seats],
        _asked(table, dealt, picture, name),
        name(question.seat) if question else "",
        deadline(table),
        [hit_words(table.setup.game, event, name) for event in picture.hits],
        tell(events, table.setup.game, name),
        _last_wagers(table, picture, dealt),
        picture,
    )


def _marked(table: Published) -> int:
    """The place of the community card that makes the five-card jackpot hand, if one is played."""
    if not any(terms.family == "5CL" for terms in table.setup.settings.jackpots):
        return -1
    return int(table.setup.settings.rulings["five-card-community"]) - 1


def _asked(table: Published, viewer: int, picture: Picture, name: Name) -> Asked | None:
    question = table.question
    if question is None or question.seat != viewer:
        return None
    key = f"ask-{table.round}-{table.length}"
    return read_question(table.setup.game, question, key, picture, name)


def _last_wagers(table: Published, picture: Picture, viewer: int) -> dict[str, int]:
    """What the viewer wagered before the deal of the last round, to repeat it."""
    if viewer not in picture.places or table.opening is None:
        return {}
    return dict(table.opening.wagers.get(viewer, {}))


def _seat(table: Published, drawing: _Drawing, number: int) -> SeatScene:
    """A seat; what was dealt to whoever sat there before is no longer shown at it."""
    known = table.seats[number]
    picture = drawing.picture
    stayed = table.dealt.get(number) == known["who"]
    place = picture.place(number) if stayed else Place()
    is_turn = table.question is not None and table.question.seat == number
    words, _, cards = drawing.hand(number) if stayed else ("", frozenset(), [])
    results = drawing.results(number) if stayed else []
    net = _net(table, drawing, number) if stayed else None
    chips = place.chips_cents if table.phase == "playing" else 0
    return SeatScene(
        number,
        str(known["name"]),
        str(known["kind"]),
        money(known["stack_cents"]),
        number == drawing.viewer,
        is_turn,
        _status(table, known, place.last_action, is_turn),
        picture.button == number,
        place.folded,
        cards,
        lay(place.rack),
        words,
        lay_spots(table, place, known),
        heap(chips) if chips > 0 else None,
        results,
        "" if net is None else signed_money(net),
        "" if net is None else direction(net),
    )


def _status(table: Published, known: Mapping[str, Any], action: str, is_turn: bool) -> str:
    """What a seat is doing, in a word or two."""
    if known["leaving"]:
        return "leaves after this round"
    if known["away"]:
        return "sits out"
    if table.phase == "playing":
        return "to act" if is_turn else table.setup.game.words.told(action) if action else ""
    return "ready" if known["ready"] else ""


def _net(table: Published, drawing: _Drawing, number: int) -> int | None:
    """Up or down in the round that has just ended, or by what is settled of this one."""
    place = drawing.picture.place(number)
    if table.setup.is_poker:
        done = table.status in ("settled", "void") and number in drawing.picture.seats
        return place.won_cents - place.chips_cents if done else None
    return place.net_cents if place.rows else None


router = page_router()

USUAL_CENTS = 500_00
CHIP_VALUES = tuple(cents // 100 for cents in reversed(CHIPS))


async def make_region(services: Services, table_id: str, who: str) -> dict[str, object]:
    """The region's HTML as this viewer may see it, and what its script needs to know."""
    table = await find_table(services, table_id)
    values = await region_values(services, table, who)
    return {"version": table.version, "html": render("table/region.html", **values)}


async def region_values(services: Services, table: Published, who: str) -> dict[str, object]:
    """All that the region's template shows."""
    seat = seat_of(table, who)
    scene = make_scene(table, who)
    sitting, net, balance = None, 0, 0
    if seat != SPECTATOR:
        sitting = await services.look(read_sitting, table, who, seat)
    if sitting:
        net, balance = net_cents(table, scene.picture, sitting, seat), sitting.balance_cents
    elif who != NOBODY:
        balance = await services.look(read_balance, who)
    return {
        "scene": scene,
        "table": table,
        "source": table.setup.game.source,
        "posted": post_signs(table.setup, services.house.meters),
        "open_spots": {} if table.setup.is_poker else open_spots(table.setup),
        "chips": CHIP_VALUES,
        "sitting": sitting,
        "net_cents": net,
        "room_cents": room_cents(table, seat),
        "balance_cents": balance,
        "known": who != NOBODY,
        "is_owner": table.owner == who,
        "replay": None,
    }


def room_cents(table: Published, seat: int) -> int:
    """What a seat may buy in one press: nothing during a round."""
    if seat == SPECTATOR or table.phase == "playing":
        return 0
    return min(USUAL_CENTS, table.setup.buy_in[1] - int(table.seats[seat]["stack_cents"]))


@router.get("/tables/{table_id}")
async def table_page(visit: Viewing, table_id: TableId) -> HTMLResponse:
    """A table: to play at for whoever sits, to watch for everyone else."""
    table = await find_table(visit.services, table_id)
    values = await region_values(visit.services, table, visit.who)
    return show_page(visit, "table/page.html", values)


@router.get("/tables/{table_id}/stream")
async def table_stream(visit: Viewing, table_id: TableId) -> StreamingResponse:
    """The table's region, again whenever it changes."""
    await find_table(visit.services, table_id)
    who = visit.who
    return stream_region(visit, [table_id], lambda: make_region(visit.services, table_id, who))
