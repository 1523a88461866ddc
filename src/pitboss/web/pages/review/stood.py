"""A table as it stood during a round that has ended."""

from pitboss.games.events import Decided
from pitboss.house.tables.state import Published
from pitboss.rounds.runner import Runner
from pitboss.rounds.telling import place_title
from pitboss.web.common.tables import Past
from pitboss.web.pages.signs import Posted, post_signs
from pitboss.web.pages.table.scene import shown_seat


def as_it_stood(table: Published, past: Past, length: int) -> Published:
    """The table during a past round; seats as they were taken then."""
    running = past.running
    ended = length == len(running.table.events)
    seats = {
        seat: shown_seat(person, past.names.get(seat, place_title(seat)))
        for seat, person in sorted(past.who.items())
    }
    return table._replace(
        setup=table.setup.under(running.table.opening.settings),
        phase="wagering" if ended else "playing",
        round=past.line.number,
        status=running.status if ended else "waiting",
        seats=seats,
        events=running.table.events,
        length=length,
        question=None,
        since="",
        started="",
        opening=running.table.opening,
        dealt=past.who,
    )


def before_decision(running: Runner, number: int) -> int:
    """How many events a round has had before one of its decisions."""
    decided = [at for at, event in enumerate(running.table.events) if isinstance(event, Decided)]
    return decided[number]


def post_as_then(stood: Published, past: Past) -> Posted:
    """What the table posted at the round, its meters as the round was settled on."""
    meters = zip(stood.setup.jackpots, past.running.table.opening.meters, strict=False)
    return post_signs(stood.setup, {name: meter.displayed_cents for name, meter in meters})
