"""Advice to a Holdout seat from what it sees: its share of the pot and what each option is worth.

Expectations are net for the whole round, in big blinds. Further betting is left out: every player
still in is taken to call, and nobody to wager again. Odd chips count as fractions.
"""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from textwrap import wrap
from typing import Any, NamedTuple

import numpy as np

from pitboss.cards import format_cards
from pitboss.games.contract import Option
from pitboss.games.holdout.betting import Part, divide
from pitboss.games.source import read_rake
from pitboss.money import dollars
from pitboss.odds.figures import FOLDED, Chances, Figures, exact
from pitboss.odds.holdout import equity
from pitboss.odds.holdout.equity import Counted, Share, Spot
from pitboss.odds.holdout.kernels.samples import Pots
from pitboss.odds.holdout.play import Sight, look
from pitboss.odds.holdout.strategy import MODELS, SENSIBLE
from pitboss.odds.request import Request
from pitboss.refusal import Refused
from pitboss.rounds.runner import Runner

ORDER = ("check", "fold", "call", "bet", "raise")
"""Of options that are worth the same, the one that puts in least; a check before a fold."""

FIRST_LOOK = equity.Rounds(6_000, 2)
"""Deals by which a hold is chosen before its share is estimated by others."""

WIDTH = 78
MOST_HOLDS = 10
ASSUMES = "every player still in calls and nobody wagers again"


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
    # Before the Flop the wager to match is at least the big blind, even one posted short.
    current = max(*sight.front.values(), 0 if sight.board else sight.seating.blinds[1])
    plans = []
    for option in sight.question.options:
        if option.action == "fold":
            plans.append(Plan("fold", 0, sight.put[sight.seat], ()))
        else:
            sized = option.action in ("bet", "raise")
            plans.append(plan_option(sight, option, option.least_cents if sized else current))
    return plans


def plan_option(sight: Sight, option: Option, matched_cents: int) -> Plan:
    """A plan in which everybody still in matches a wager."""
    put = match(sight, matched_cents)
    return Plan(option.action, option.least_cents, put[sight.seat], own_pots(sight, put))


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


def advise(running: Runner) -> Figures:
    """The answer of ``pitboss advise``."""
    sight = look(running)
    return advise_hold(sight) if "hold" in sight.options else advise_betting(sight)


def pots_of(sight: Sight, plans: Sequence[Plan]) -> Pots:
    """The pots of some plans, each with those who play for it."""
    groups = sorted({pot.seats for plan in plans for pot in plan.pots})
    players = [[seat in group for seat in sight.rivals] for group in groups]
    parts = [
        [sum(pot.cents for pot in plan.pots if pot.seats == group) for group in groups]
        for plan in plans
    ]
    return Pots(np.array(players, np.bool_), np.array(parts, np.float64))


def describe(sight: Sight, counted: bool) -> Figures:
    """How the figures were made."""
    figures: Figures = {
        "unit": "big blind",
        "method": "exact" if counted else "estimated",
        "model": SENSIBLE,
        "model_text": MODELS[SENSIBLE],
        "assumes": ASSUMES,
        "pot": dollars(sight.pot_cents),
        "discards": dict(zip(map(str, sight.rivals), sight.counts, strict=True)),
    }
    if not counted:
        figures.update(equity.USUAL._asdict(), confidence=equity.CONFIDENCE)
    return figures


def net(share: Share, plan: Plan, unit: int) -> dict[str, object]:
    """A plan's expectation in big blinds."""
    if not plan.pots:
        return dict(exact(Fraction(-plan.put_cents, unit)))
    return share.scaled(Fraction(plan.pot_cents, unit), Fraction(-plan.put_cents, unit))


def advise_hold(sight: Sight) -> Figures:
    """Every hold, the best first; all by the same deals."""
    plan, unit = plan_option(sight, Option("hold"), 0), sight.seating.blinds[1]
    spot = Spot(sight.cards, sight.discarded, sight.board, sight.counts)
    values = equity.values_of_holds(spot, pots_of(sight, [plan]))
    options = [
        {
            "action": "hold",
            "cards": format_cards(held),
            "ev": net(share, plan, unit),
            "equity": share.figure,
        }
        for held, share in values
    ]
    return {
        "seat": sight.seat,
        "options": options,
        "best": "hold",
        "cards": options[0]["cards"],
        **describe(sight, False),
    }


def advise_betting(sight: Sight) -> Figures:
    """The share of the pot, the price of a call, and each option's expectation."""
    plans, unit = plan_all(sight), sight.seating.blinds[1]
    shares, held, counted = shares_of(sight, plans)
    options, worth = [], {}
    for plan, share in zip(plans, shares, strict=True):
        amount = {"amount": dollars(plan.to_cents)} if plan.to_cents else {}
        ends = chances_of(plan, counted)
        options.append({"action": plan.action, **amount, "ev": net(share, plan, unit), **ends})
        worth[plan.action] = share.value * plan.pot_cents - plan.put_cents
    stay = next(place for place, plan in enumerate(plans) if plan.action in ("check", "call"))
    answer: Figures = {
        "seat": sight.seat,
        "options": options,
        "best": max(sorted(worth, key=ORDER.index), key=worth.__getitem__),
        **describe(sight, shares[stay].counted is not None),
        "equity": shares[stay].figure,
        "held": format_cards(held),
    }
    if sight.call_cents:
        answer["to_call"] = dollars(sight.call_cents)
        answer["pot_odds"] = exact(Fraction(sight.call_cents, sight.pot_cents + sight.call_cents))
    return answer


def chances_of(plan: Plan, counted: Counted | None) -> Figures:
    """How a plan ends, where that is counted: the hand against the one that is still in."""
    if plan.action == "fold":
        return {"chances": FOLDED.figures}
    if counted is None:
        return {}
    wins, ties, deals = counted
    return {"chances": Chances(wins, ties, deals - wins - ties).figures}


def shares_of(
    sight: Sight, plans: Sequence[Plan]
) -> tuple[list[Share], tuple[int, ...], Counted | None]:
    """The seat's share of its pots in each plan, what it holds for that, and the showdowns where
    they are counted.

    Before the discard that is the best hold by one set of deals, its share by another.
    """
    held = sight.cards
    spot = Spot(held, sight.discarded, sight.board, sight.counts)
    if not spot.is_countable:
        if len(held) == 5 and not spot.board:
            held = equity.values_of_holds(spot, rounds=FIRST_LOOK)[0][0]
        spot = spot._replace(held=held)
        return equity.estimate([held], spot, pots_of(sight, plans))[0], held, None
    counted = equity.count(spot)
    value, shares = counted.value, []
    for plan in plans:
        # Of a plan's pots the one opponent may not play for some: those are the seat's alone.
        shared = sum(pot.cents for pot in plan.pots if len(pot.seats) > 1)
        won = shared * value + plan.pot_cents - shared
        shares.append(Share.exactly(Fraction(won, plan.pot_cents or 1)))
    return shares, held, counted


def lines(answer: Mapping[str, Any]) -> Iterator[str]:
    """The options in big blinds, the share of the pot, and how that was found."""
    yield f"Seat {answer['seat']}: {answer['best']} {answer.get('cards', '')}".rstrip()
    options = answer["options"]
    for option in options[:MOST_HOLDS]:
        name = f"{option['action']} {option.get('amount', option.get('cards', ''))}"
        share = f"  share {_percent(option['equity'])}" if "equity" in option else ""
        yield f"  {name.rstrip():<20} {option['ev']['value']:+.4f} big blinds{share}"
    if len(options) > MOST_HOLDS:
        yield f"  and {len(options) - MOST_HOLDS} more (--json)"
    if "equity" in answer:
        price = f", a call needs {_percent(answer['pot_odds'])}" if "pot_odds" in answer else ""
        yield f"  share of the pot {_percent(answer['equity'])} with {answer['held']}{price}"
    yield from wrap(f"{answer['method']}, model {answer['model']}: {answer['model_text']}.", WIDTH)
    yield from wrap(f"Assumes that {answer['assumes']}.", WIDTH)


def _percent(figure: Mapping[str, Any]) -> str:
    text = f"{100 * figure['value']:.2f} %"
    if "interval" not in figure:
        return text
    low, high = (100 * end for end in figure["interval"])
    return f"{text} ({low:.1f} to {high:.1f})"


def solve(request: Request) -> Figures:
    """Holdout is not solved: players play each other."""
    raise Refused(
        "solve: Holdout is played between players and has no one best strategy; advise says what"
        " each option is worth in a given round"
    )
