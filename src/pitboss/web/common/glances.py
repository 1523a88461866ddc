"""A round at a glance: the cards that a viewer saw of it."""

from typing import NamedTuple

from pitboss.games.events import COMMUNITY, DEALER
from pitboss.rounds.runner import Runner
from pitboss.rounds.view import Picture, view

Cards = tuple[int | None, ...]


class Glance(NamedTuple):
    """The cards of a round as its viewer saw them in the end; None lies face down."""

    own: Cards
    board: Cards
    dealer: Cards


def glance_at(running: Runner, viewer: int) -> Glance:
    """Own cards, those put away last, the board, and the dealer's."""
    picture = Picture(view(running.table.events, viewer))

    def cards(owner: int) -> Cards:
        place = picture.place(owner)
        return (*place.cards, *place.discards)

    return Glance(cards(viewer) if viewer > 0 else (), cards(COMMUNITY), cards(DEALER))
