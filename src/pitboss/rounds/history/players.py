"""PHH's players p1, p2, ...: the seats from the button's left, the button last.

Among three or more the small blind is p1. Between two, p1 is the one without the button, and PHH
reads ``antes`` and ``blinds_or_straddles`` from the other end: ``[2, 4]`` makes p2, the button,
post the 2. That is our ``button-small``; ``left-small`` is written ``[4, 2]``.
"""

from typing import NamedTuple

from pitboss.games.contract import Opening, Post, Seating
from pitboss.games.holdout.rules import from_left_of, usual_posts
from pitboss.money import parse_dollars


def seating_of(opening: Opening) -> Seating:
    assert opening.seating is not None
    return opening.seating


def order_of(seating: Seating) -> tuple[int, ...]:
    """The seats in the order of PHH's players."""
    return from_left_of(seating.button, tuple(sorted(seating.stacks)))


def names_of(seating: Seating) -> dict[int, str]:
    """``p1`` and so on, by seat."""
    return {seat: f"p{number}" for number, seat in enumerate(order_of(seating), 1)}


def posts_of(opening: Opening) -> tuple[Post, ...]:
    """Who posts what before the cards, antes aside."""
    seating = seating_of(opening)
    ruling = opening.settings.rulings["heads-up-blinds"]
    return seating.posts or usual_posts(list(order_of(seating)), seating.blinds, ruling)


def ante_cents(opening: Opening) -> int:
    ante = opening.settings.rulings["ante"]
    return 0 if ante == "none" else parse_dollars(ante)


class Forced(NamedTuple):
    """What the players owe before the cards, in PHH's order, turned round between two."""

    antes: list[int]
    blinds: list[int]


def forced_of(opening: Opening) -> Forced:
    """Antes hold the dead chips, blinds the live ones; in full, even where a stack is short."""
    order = order_of(seating_of(opening))
    antes = dict.fromkeys(order, ante_cents(opening))
    blinds = dict.fromkeys(order, 0)
    for post in posts_of(opening):
        antes[post.seat] += post.dead_cents
        blinds[post.seat] += post.live_cents
    return Forced(turned(list(antes.values())), turned(list(blinds.values())))


def turned(values: list[int]) -> list[int]:
    """PHH's order for forced chips: reversed between two players."""
    return values[::-1] if len(values) == 2 else values
