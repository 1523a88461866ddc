"""What each option leads to, if every player still in calls and nobody wagers again."""

from collections.abc import Mapping
from typing import NamedTuple

from pitboss.games.contract import Option
from pitboss.games.holdout.pots import Part, divide, read_rake
from pitboss.odds.holdout.sight import Sight


class Plan(NamedTuple):
    """An option at one size: all that the seat will have put in, and the pots it plays for."""

    action: str
    to_cents: int
    put_cents: int
    pots: tuple[Part, ...]

    @property
    def pot_cents(self) -> int:
        return sum(pot.cents for pot in self.pots)


def plan_all(sight: Sight) -> list[Plan]:
    """The options in the order in which they are offered; a free size at its smallest."""
    return [plan_option(sight, option) for option in sight.question.options]


def plan_option(sight: Sight, option: Option) -> Plan:
    seat = sight.seat
    if option.action == "fold":
        return Plan("fold", 0, sight.put[seat], ())
    put = match(sight, option.least_cents if option.action in ("bet", "raise") else current(sight))
    return Plan(option.action, option.least_cents, put[seat], own_pots(sight, put))


def current(sight: Sight) -> int:
    """The wager to match: before the Flop at least the big blind, even one posted short."""
    return max(*sight.front.values(), 0 if sight.board else sight.seating.blinds[1])


def match(sight: Sight, to_cents: int) -> dict[int, int]:
    """What every seat has put in once those still in have matched a wager as far as they can,
    and what nobody could match has gone back."""
    put = dict(sight.put)
    for seat in sight.live:
        owed = max(0, to_cents - sight.front[seat])
        put[seat] += min(owed, sight.stack(seat))
    first = max(sight.live, key=lambda seat: put[seat] - sight.dead[seat])
    most = max(put[seat] - sight.dead[seat] for seat in put if seat != first)
    put[first] = min(put[first], most + sight.dead[first])
    return put


def own_pots(sight: Sight, put: Mapping[int, int]) -> tuple[Part, ...]:
    """The pots for which the seat plays, less their rake."""
    rake, chip = read_rake(sight.settings.rulings["rake"]), sight.seating.chip_cents
    wagers = {seat: put[seat] - sight.dead[seat] for seat in put}
    pots, total, taken = [], 0, 0
    for cents, seats in divide(wagers, list(sight.live), sum(sight.dead.values())):
        total += cents
        raked = rake.of(total, chip) - taken
        taken += raked
        if sight.seat in seats:
            pots.append(Part(cents - raked, seats))
    return tuple(pots)
