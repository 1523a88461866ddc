"""A round that is played at no table of the house, shown as the tables are: for drills and
exercises."""

from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

from pitboss.games.contract import Opening, Question
from pitboss.games.events import Event
from pitboss.house.tables.setup import Setup, read_setup
from pitboss.house.tables.state import Published
from pitboss.web.pages.lobby import practice_setup
from pitboss.web.pages.signs import Posted, post_signs
from pitboss.web.pages.table import Scene, make_scene, shown_seat

TRAINEE = "trainee"


class Staged(NamedTuple):
    """What is to be shown: a round as far as it has gone, and the seat it is seen from."""

    opening: Opening
    events: Sequence[Event]
    question: Question | None = None
    seat: int = 0


@cache
def _setup(game: str) -> Setup:
    return read_setup(practice_setup(game, []), {})


def stage(staged: Staged, title: str) -> Published:
    """The round as if a table had published it."""
    settings = staged.opening.settings
    setup = _setup(settings.game)
    setup = setup._replace(
        name=title,
        settings=settings,
        jackpots=tuple(f"staged-{n}" for n, _ in enumerate(settings.jackpots, 1)),
    )
    seating = staged.opening.seating
    stacks = seating.stacks if seating else dict.fromkeys(staged.opening.wagers, 0)
    seats = {number: _seat(number, stacks[number], staged.seat) for number in sorted(stacks)}
    return Published(
        id="staged",
        version=0,
        owner="",
        setup=setup,
        phase="playing",
        round=1,
        status="waiting",
        seats=seats,
        events=staged.events,
        length=len(staged.events),
        question=staged.question,
        since="",
        started="",
        opening=staged.opening,
        decisions=(),
        dealt={number: str(seat["who"]) for number, seat in seats.items()},
    )


def _seat(number: int, stack_cents: int, own: int) -> dict[str, object]:
    who, name = (TRAINEE, "You") if number == own else (f"seat {number}", f"Seat {number}")
    return shown_seat(who, name, stack_cents)


def set_scene(table: Published) -> Scene:
    """As the trainee sees it: what others have won so far is not told, and of spots there are those
    with chips on them, at one's own seat also those to come."""
    scene = make_scene(table, TRAINEE)
    seats = {
        number: seat._replace(net_cents=None, spots=[spot for spot in seat.spots if spot.heap])
        for number, seat in scene.seats.items()
    }
    own = scene.own and scene.own._replace(
        spots=[spot for spot in scene.own.spots if spot.is_shown]
    )
    return scene._replace(seats=seats, own=own)


def post(table: Published) -> Posted:
    """The signs of the staged table, its meters as the round was opened on."""
    assert table.opening
    meters = zip(table.setup.jackpots, table.opening.meters, strict=True)
    return post_signs(table.setup, {name: meter.displayed_cents for name, meter in meters})
