"""The page of a table and its live region: the whole table as one viewer sees it.

It is made from the viewer's own view of the events and from what everyone knows of the table, so
no template can show a card that the viewer may not see.
"""

from collections.abc import Mapping
from functools import partial
from typing import Any, NamedTuple

import msgspec
from fastapi.responses import HTMLResponse, StreamingResponse

from pitboss.games.events import COMMUNITY, DEALER, WagerSettled
from pitboss.house.access import may
from pitboss.house.tables.state import Published, clock, dealt_seat_of, seat_of
from pitboss.money import money
from pitboss.rounds import telling
from pitboss.rounds.view import SPECTATOR, Picture, Place, view
from pitboss.web.common.services import Services, TableId, find_table
from pitboss.web.common.tables import seconds_left
from pitboss.web.common.visits import NOBODY, Viewing
from pitboss.web.pages import felt
from pitboss.web.pages.signs import fixed_signs, post_signs
from pitboss.web.pages.site import page_router, show_page, stream_region, templates
from pitboss.web.pages.sitting import Sitting, read_sitting

MOST_SPECTATED = 2_000
router = page_router()

REGION = templates.get_template("table/region.html")
"""Found once: it is drawn for every message."""

CHIP_VALUES = tuple(cents // 100 for cents in reversed(felt.CHIPS))
STEEPEST = 4
"""The bend of the outermost places."""

LAST_ORDER = 9_999


class Result(NamedTuple):
    """What a wager did and why: the row of its pay table, the odds, the rule and its words."""

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
    asked: felt.Asked | None
    waiting_for: str
    is_timed: bool
    hits: list[str]
    lines: list[telling.Line]
    last_wagers: Mapping[str, int]
    picture: Picture

    @property
    def is_playing(self) -> bool:
        return self.table.phase == "playing"

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
        words = [f"a {name.replace('-', ' ')} of {money(cents)}" for name, cents in debts.items()]
        return Owed(" and ".join(words), sum(debts.values()))

    @property
    def empty(self) -> list[int]:
        return [n for n in range(1, self.table.setup.seats + 1) if n not in self.seats]

    @property
    def arc(self) -> list[tuple[int, int, SeatScene | None]]:
        """The places around the table but the viewer's own, from the last to the first, each with
        how far the arc bends there and who sits there."""
        own = self.own.number if self.own else 0
        places = [n for n in range(self.table.setup.seats, 0, -1) if n != own]
        last = max(len(places) - 1, 1)
        return [
            (n, round(abs(2 * at - (len(places) - 1)) * STEEPEST / last), self.seats.get(n))
            for at, n in enumerate(places)
        ]


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
        asked = felt.read_question(game, question, key, picture, name)
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
        clock(table) is not None,
        [telling.hit_words(game, event, name) for event in picture.hits],
        telling.tell(events, game, name),
        dict(table.opening.wagers.get(dealt, {})) if table.opening else {},
        picture,
    )


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
    results = [
        Result(
            order,
            row,
            telling.wager_title(game, row.wager),
            telling.outcome_words(row),
            telling.settled_reason(row),
            telling.rule_text(game, row.rule),
        )
        for order, row in place.rows.items()
    ]
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
        results,
        _net(table, picture, number) if stayed else None,
    )


def _status(table: Published, number: int, action: str, is_turn: bool) -> str:
    """What a seat is doing, in a word or two."""
    known = table.seats[number]
    if known["leaving"]:
        return "leaves after this round"
    if known["away"]:
        return "sits out"
    if known["waits"] and number in table.owed:
        return "waits for the blind"
    if table.phase == "playing":
        return "to act" if is_turn else table.setup.game.words.told(action) if action else ""
    return "ready" if known["ready"] else ""


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


def net_cents(scene: Scene, sitting: Sitting) -> int:
    """Up or down since the seat was taken; wagers in play count as still one's own."""
    assert scene.own
    net = int(scene.own.known["stack_cents"]) - sitting.bought_cents
    if not scene.is_playing or scene.table.opening is None:
        return net
    place = scene.picture.place(scene.own.number)
    if scene.table.setup.is_poker:
        return net + place.chips_cents - place.won_cents
    return net + place.open_cents


async def make_region(services: Services, table_id: str, who: str) -> bytes:
    """The region's HTML as this viewer may see it, and what its script needs to know, encoded."""
    table = await find_table(services, table_id)
    if not (table.owner == who or seat_of(table, who) or dealt_seat_of(table, who)):
        return await services.keep(Spectated).find(services, table, who)
    return await draw_region(services, table, who)


async def draw_region(services: Services, table: Published, who: str) -> bytes:
    html = REGION.render(**await region_values(services, table, who))
    return msgspec.json.encode({"version": table.version, "html": html})


class Spectated:
    """Tables as they were last drawn for all who only watch, with and without a session."""

    def __init__(self) -> None:
        self._kept: dict[tuple[str, bool], tuple[Published, object, bytes]] = {}

    async def find(self, services: Services, table: Published, who: str) -> bytes:
        key, meters = (table.id, who != NOBODY), services.house.meters
        shown = (services.today, [meters.get(name, 0) for name in table.setup.jackpots])
        kept = self._kept.get(key)
        if kept is None or kept[0] is not table or kept[1] != shown:
            if len(self._kept) >= MOST_SPECTATED:
                self._kept.clear()
            kept = self._kept[key] = (table, shown, await draw_region(services, table, who))
        return kept[2]


async def region_values(services: Services, table: Published, who: str) -> dict[str, object]:
    """All that the region's template shows."""
    scene = make_scene(table, who)
    sitting, room = Sitting("", 0, 0), 0
    if scene.own:
        sitting = await services.look(read_sitting, table, who, scene.own.number)
        if not scene.is_playing:
            room = table.setup.buy_in[1] - int(scene.own.known["stack_cents"])
    return {
        "scene": scene,
        "table": table,
        "source": table.setup.game.source,
        "posted": post_signs(table.setup, services.house.meters, services.today),
        "chips": CHIP_VALUES,
        "sitting": sitting,
        "net_cents": net_cents(scene, sitting) if sitting.since else 0,
        "room_cents": min(felt.USUAL_CENTS, room),
        "known": who != NOBODY,
        "is_owner": table.owner == who,
        "replay": None,
    }


@router.get("/tables/{table_id}")
async def table_page(visit: Viewing, table_id: TableId) -> HTMLResponse:
    """A table: to play at for whoever sits, to watch for everyone else."""
    table = await find_table(visit.services, table_id)
    values = await region_values(visit.services, table, visit.who)
    may_void = visit.found is not None and may(visit.person, "void")
    return show_page(visit, "table/page.html", {**values, "may_void": may_void})


@router.get("/tables/{table_id}/stream")
async def table_stream(visit: Viewing, table_id: TableId) -> StreamingResponse:
    """The table's region, again whenever it changes."""
    await find_table(visit.services, table_id)
    services, who = visit.services, visit.who

    def left() -> float | None:
        table = services.house.floor.published.get(table_id)
        return seconds_left(services, table) if table else None

    make = partial(make_region, services, table_id, who)
    return stream_region(visit, [table_id], make, left=left)
