"""From a share of the pot to a betting decision; what differs between players is their style."""

from typing import NamedTuple

from pitboss.games.contract import Decision, Option
from pitboss.odds.holdout.opponents.sight import Sight


class Style(NamedTuple):
    """How much better than an even share a hand must be to bet or to raise, how much more than
    the price of a call it must win to stay in, and the part of the pot that is bet where the size
    is free."""

    bet_from: float
    raise_from: float
    margin: float
    size: float


def act(sight: Sight, share: float, style: Style) -> Decision:
    """Bet or raise with an edge, call what pays, else check or fold."""
    more = sight.options.get("bet") or sight.options.get("raise")
    needed = style.raise_from if sight.call_cents else style.bet_from
    if more and edge(share, len(sight.rivals)) >= needed:
        return Decision(sight.seat, more.action, sized(sight, more, style.size))
    return stay(sight, share >= price(sight) + style.margin)


def edge(share: float, rivals: int) -> float:
    """0 for an even share, 1 for the whole pot."""
    even = 1 / (rivals + 1)
    return (share - even) / (1 - even)


def price(sight: Sight) -> float:
    """The part of the pot, once called, that a call costs."""
    return sight.call_cents / (sight.pot_cents + sight.call_cents)


def stay(sight: Sight, worth: bool) -> Decision:
    """Check where that is free; else call what is worth it, or fold."""
    if not sight.call_cents:
        return Decision(sight.seat, "check")
    return Decision(sight.seat, "call" if worth else "fold")


def sized(sight: Sight, option: Option, part: float) -> int:
    """A bet or raise of a part of the pot, in whole chips, as near as the rules allow."""
    call = sight.call_cents
    added = int(part * (sight.pot_cents + call))
    wanted = sight.front[sight.seat] + call + added
    wanted -= wanted % option.chip_cents
    return max(option.least_cents, min(option.most_cents, wanted))
