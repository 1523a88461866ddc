"""Wagers, "no more wagers", decisions and voids: the order of play at a live table."""

from collections.abc import Mapping
from typing import Any

from pitboss.cards import format_cards, parse_cards
from pitboss.games.contract import Decision, Opening, Post
from pitboss.games.holdout.button import NEW_PLAYER, Player, Rotation, advance, posts
from pitboss.games.holdout.rules import usual_posts
from pitboss.games.opening import open_round
from pitboss.games.profile import check_wagers
from pitboss.house import ledger
from pitboss.house.log import Draft
from pitboss.house.tables import rounds
from pitboss.house.tables.end import finish
from pitboss.house.tables.seats import own_seat
from pitboss.house.tables.setup import Setup
from pitboss.house.tables.state import LiveTable, Seat, read_rotation, rotation_values
from pitboss.house.tables.work import Work
from pitboss.money import dollars, parse_dollars
from pitboss.refusal import Refused
from pitboss.rounds.runner import Runner, check_choice
from pitboss.rounds.shuffle import shuffle

DECK_NAMES = ("red", "blue")
"""The backs of two decks that alternate."""


def place_wagers(work: Work) -> None:
    """A seat's wagers for the next round, in place of those it had; none clears them."""
    table = work.table
    number, seat = own_seat(work)
    check_open(table)
    if table.is_playing:
        raise Refused(f"seat {number}: no more wagers; the round is being played")
    if table.setup.is_poker:
        raise Refused(f"seat {number}: {table.setup.key} has no wagers before the deal")
    wagers = _read_again(table.setup, number, seat, work.given.get("wagers"))
    total = sum(wagers.values())
    if total > seat.stack_cents:
        raise Refused(
            f"seat {number}: wagers of {dollars(total)} are more than the"
            f" {dollars(seat.stack_cents)} at the seat"
        )
    body = {"seat": number, "wagers": wagers, "ready": bool(work.given.get("deal", False))}
    set_wagers(table, body, work.now)
    work.write(Draft("wagers-placed", body))
    if table.setup.automatic and everyone_ready(table):
        open_next(work)


def _read_again(setup: Setup, number: int, seat: Seat, given: object) -> dict[str, int]:
    """Most players wager as in their last round: the same amounts at the same setup stand."""
    asked = repr(given)
    if seat.checked is None or seat.checked[0] is not setup or seat.checked[1] != asked:
        seat.checked = (setup, asked, read_wagers(setup, number, given))
    return seat.checked[2]


def read_wagers(setup: Setup, number: int, given: object) -> dict[str, int]:
    """``{"ante": 10}`` in cents, checked against the rules, the limits and the profile."""
    if not isinstance(given, Mapping):
        raise Refused('wagers: a JSON object is needed, such as {"ante": "10.00"}')
    wagers = {
        str(name): parse_dollars(amount, f"seat {number}: {name} wager")
        for name, amount in given.items()
    }
    if wagers:
        opening = open_round(setup.game, setup.settings, {number: wagers}, ())
        check_wagers(setup.profile, opening.wagers)
    return wagers


def set_wagers(table: LiveTable, body: Mapping[str, Any], at: str) -> None:
    seat = table.seats[body["seat"]]
    seat.wagers = dict(body["wagers"])
    seat.ready = body["ready"]
    seat.away = seat.away and not seat.wagers
    if not table.started and seat.wagers:
        table.started = at


def everyone_ready(table: LiveTable, but: int = 0) -> bool:
    """Whether all people who sit in have said so, one seat aside, and at least one has wagered."""
    wagered = False
    for number, seat in table.seats.items():
        if not seat.is_bot and not seat.away:
            if not seat.ready and number != but:
                return False
            wagered = wagered or bool(seat.wagers)
    return wagered


def check_open(table: LiveTable) -> None:
    if table.status != "open":
        raise Refused(f"table {table.setup.name}: is closed")


def deal(work: Work) -> None:
    """No more wagers: the round is opened with those that stand."""
    check_open(work.table)
    if work.table.is_playing:
        raise Refused("deal: the round is still being played")
    if work.person.role in ("guest", "player") and not work.table.setup.is_poker:
        number, seat = own_seat(work)
        if not seat.wagers:
            raise Refused(f"seat {number}: place a wager first")
        if not everyone_ready(work.table, number):
            body = {"seat": number, "wagers": seat.wagers, "ready": True}
            set_wagers(work.table, body, work.now)
            work.write(Draft("wagers-placed", body))
            return
    open_next(work)


def open_next(work: Work) -> None:
    """Shuffle, lock the wagers and deal; everything the round depends on is in its entry."""
    table = work.table
    setup = table.setup
    deck = shuffle(work.room.take)
    rotation = None
    if setup.is_poker:
        script, rotation = _next_poker(table)
        opening = rounds.read_round(setup, script, deck, ())
    else:
        meters = tuple(map(work.batch.meter, setup.jackpots))
        wagers, back = _next_wagers(table), _next_back(table)
        opening = rounds.open_house(setup, wagers, deck, back, meters)
        script = rounds.house_script(setup, wagers, meters, back)
    secret = {"salt": work.salt(), "deck": format_cards(deck)}
    body: dict[str, Any] = {
        "round": table.round + 1,
        "script": script,
        "setup": table.setups,
        "settings": setup.digest,
        "software": work.room.software,
    }
    body["who"] = {number: table.seats[int(number)].who for number in _dealt_in(script)}
    if rotation:
        body["rotation"] = rotation_values(rotation)
    start_round(table, body, opening)
    table.opened_version = table.version + 1
    table.opened_at = table.since = work.now
    table.dealer = work.person.id
    _complete(work, "round-opened", body, secret)


def _dealt_in(script: Mapping[str, Any]) -> list[str]:
    return sorted(script.get("stacks", script.get("wagers", {})))


def _next_wagers(table: LiveTable) -> dict[int, dict[str, int]]:
    """The wagers that stand; practice players make the smallest."""
    setup = table.setup
    wagers: dict[int, dict[str, int]] = {}
    for number, seat in sorted(table.seats.items()):
        chosen = seat.wagers or (usual_wagers(setup, seat) if seat.is_bot else {})
        if chosen and not seat.away and sum(chosen.values()) <= seat.stack_cents:
            wagers[number] = chosen
    if not wagers:
        raise Refused("deal: no wager is made; a round needs at least one")
    return wagers


def _next_back(table: LiveTable) -> str:
    """Which deck is used: two of them take turns."""
    two = table.setup.settings.rulings.get("decks") == "two"
    return DECK_NAMES[table.round % 2] if two else ""


def usual_wagers(setup: Setup, seat: Seat) -> dict[str, int]:
    """A practice player's wager: the table's least on the main spot, or ten dollars."""
    main = next(spot for spot in setup.game.source.spots.values() if spot.kind == "main")
    cents = max(setup.settings.limits.least_cents or 10_00, main.least_cents)
    most = setup.settings.limits.most_cents
    cents = min(cents, most) if most else cents
    return {main.name: cents} if cents * 4 <= seat.stack_cents else {}


def _next_poker(table: LiveTable) -> tuple[dict[str, Any], Rotation]:
    """Move the button and see who is dealt in and posts what."""
    setup = table.setup
    rulings = setup.settings.rulings
    blinds = tuple(parse_dollars(amount, "blinds") for amount in setup.given["blinds"])
    pair = (blinds[0], blinds[1])
    if table.rotation is None:
        rotation = _first_rotation(table, rulings["heads-up-blinds"])
        posted: tuple[Post, ...] = ()
    else:
        last = table.rotation._replace(players=_players(table, table.rotation.players))
        rotation = advance(last, rulings["button"], rulings["heads-up-blinds"])
        posted = posts(last, rotation, pair)
    stacks = {number: table.seats[number].stack_cents for number in sorted(rotation.dealt)}
    return rounds.poker_script(setup, stacks, rotation.button, posted), rotation


def _players(table: LiveTable, before: Mapping[int, Player]) -> dict[int, Player]:
    """Those who sit at the table now: whoever came since owes a big blind."""
    return {
        number: before.get(number, NEW_PLAYER)._replace(away=_is_out(table.seats[number]))
        for number in sorted(table.seats)
    }


def _is_out(seat: Seat) -> bool:
    return seat.away or not seat.stack_cents


def _first_rotation(table: LiveTable, heads_up: str) -> Rotation:
    """The button starts at the last seat of those who are here, the blinds after it."""
    here = [number for number in sorted(table.seats) if not _is_out(table.seats[number])]
    if len(here) < 2:
        raise Refused(f"deal: {len(here)} players are ready; a round needs at least 2", "HOLD-14")
    small, big = (post.seat for post in usual_posts(here, (1, 2), heads_up))
    players = {number: Player(away=_is_out(seat)) for number, seat in table.seats.items()}
    return Rotation(here[-1], small, big, players, tuple(here))


def start_round(table: LiveTable, body: Mapping[str, Any], opening: Opening) -> None:
    """Deal a recorded round."""
    running = Runner(table.setup.game, opening)
    table.running, table.posted, table.round = running, {}, body["round"]
    table.dealt = {int(number): who for number, who in body["who"].items()}
    if "rotation" in body:
        table.rotation = read_rotation(body["rotation"])


def decide(work: Work) -> None:
    """A seat's answer to its question."""
    table = work.table
    number, _ = own_seat(work)
    question = table.running.question if table.running else None
    if question is None:
        raise Refused(f"seat {number}: no decision is open; the round has not been dealt")
    action = work.given.get("action")
    if not isinstance(action, str):
        raise Refused(f"seat {number}: action is missing; name one of the options")
    amount, cards = work.given.get("amount"), work.given.get("cards")
    cents = None if amount is None else parse_dollars(amount, f"seat {number}: {action}")
    picked = None if cards is None else parse_cards(str(cards))
    take(work, Decision(number, action, cents, cards=picked), "seat")


def take(work: Work, decision: Decision, by: str) -> None:
    """Record a decision and go on; ``by`` tells a seat's own from the table's."""
    table = work.table
    assert table.running
    assert table.running.question
    choice = check_choice(table.running.question, decision)
    seat = table.seats[decision.seat]
    if not table.setup.is_poker and choice.cents > seat.stack_cents:
        raise Refused(
            f"seat {decision.seat}: {choice.action} {dollars(choice.cents)} is more than the"
            f" {dollars(seat.stack_cents)} at the seat"
        )
    body: dict[str, Any] = {
        "round": table.round,
        "seat": decision.seat,
        "action": decision.action,
        "by": by,
    }
    if decision.cents is not None:
        body["cents"] = decision.cents
    secret = None
    if decision.cards is not None:
        secret = {"salt": work.salt(), "cards": format_cards(decision.cards)}
    if may_settle_meters(table):
        _refresh_meters(work, table.running)
    table.running.decide(decision, choice)
    table.since = work.now
    _complete(work, "decided", body, secret)


def may_settle_meters(table: LiveTable) -> bool:
    """Whether the next answer will probably settle a round that moves a house jackpot."""
    running = table.running
    if not table.setup.jackpots or not running or not running.question:
        return False
    return running.question.seat == running.table.seats[-1]


def _refresh_meters(work: Work, running: Runner) -> None:
    """Let a round go on with the meters as they stand now."""
    names = work.table.setup.jackpots
    rounds.with_meters(running, [work.batch.jackpot(name).meter for name in names])


def void(work: Work) -> None:
    """End the round without a result; every wager goes back."""
    table = work.table
    if not table.running or not table.is_playing:
        raise Refused("void: no round is being played")
    reason = work.given.get("reason")
    if not isinstance(reason, str) or len(reason) > 200:
        raise Refused("void: give a reason of up to 200 letters, or a cause of the rules")
    table.running.decide(Decision(0, "void", reason=reason))
    body = {"round": table.round, "action": "void", "reason": reason, "by": work.person.role}
    _complete(work, "round-voided", body, None)


def _complete(
    work: Work, kind: str, body: dict[str, Any], secret: Mapping[str, object] | None
) -> None:
    """Write a step of a round with what it moved; its end settles meters and seats too."""
    table = work.table
    assert table.running
    if table.running.question:
        moved = rounds.totals(table, table.running)
        postings = ledger.subtract(moved, table.posted)
        table.posted = moved
        work.write(Draft(kind, body, postings, secret))
    else:
        finish(work, kind, body, secret)
