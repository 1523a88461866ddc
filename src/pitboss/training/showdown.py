"""The settling part of a game between players: what goes back, the showdown, and the pots."""

from collections.abc import Iterator

from pitboss.cards import format_cards
from pitboss.cards.poker import CATEGORY_NAMES
from pitboss.games.events import (
    COMMUNITY,
    CardsShown,
    ChipsPlaced,
    ChipsReturned,
    PotAwarded,
    PotMade,
    RoundVoided,
)
from pitboss.rounds.runner import Runner
from pitboss.training.steps import BOTH, SETTLES, Step, ask_amount, place, places


def showdown_steps(running: Runner) -> list[Step]:
    """The questions in order."""
    if running.status == "void":
        return list(return_chips(running))
    return sorted(
        [*ask_returns(running), *ask_showdown(running), *ask_pots(running)],
        key=lambda step: step.at,
    )


def ask_returns(running: Runner) -> Iterator[Step]:
    for at, event in enumerate(running.table.events):
        if isinstance(event, ChipsReturned):
            step = Step(
                SETTLES,
                "return",
                "amount",
                f"Not all of the wager of seat {event.seat} was called. How much goes back?",
                "",
                event.rule,
                at,
            )
            yield ask_amount(step, event.cents)


def ask_showdown(running: Runner) -> Iterator[Step]:
    """Who shows next, and what the hand is."""
    shown = [
        (at, event)
        for at, event in enumerate(running.table.events)
        if isinstance(event, CardsShown)
    ]
    waiting = sorted(event.of for _, event in shown)
    board = format_cards(running.table.hands[COMMUNITY])
    for at, event in shown:
        if len(waiting) > 1:
            yield Step(
                SETTLES,
                "next-seat",
                "order",
                "Who shows next?",
                place(event.of),
                event.rule,
                at,
                choices=places(*waiting),
            )
        waiting.remove(event.of)
        hand = running.game.describe(running.table, event.of)
        yield Step(
            SETTLES,
            "category",
            "total",
            f"Seat {event.of} holds {format_cards(event.cards)} with {board}. Which hand?",
            str(hand["category"]),
            "HOLD-08",
            at + 1,
            choices=CATEGORY_NAMES,
        )


def ask_pots(running: Runner) -> Iterator[Step]:
    """The size of each pot and its rake; then who gets what, the last side pot first."""
    events = running.table.events
    pots = {event.pot: event for event in events if isinstance(event, PotMade)}
    made = [at for at, event in enumerate(events) if isinstance(event, PotMade)]
    for at, pot in zip(made, pots.values(), strict=True):
        step = Step(
            SETTLES,
            "pot",
            "amount",
            f"How much is in {pot_name(pot.pot)}, before rake? In it: {_seats(pot.seats)}.",
            "",
            pot.rule,
            at,
        )
        yield ask_amount(step, pot.cents + pot.rake_cents)
        if running.table.rulings["rake"] != "none":
            step = Step(
                SETTLES,
                "rake",
                "amount",
                f"The rake is {running.table.rulings['rake']} on"
                f" all pots together. How much comes from {pot_name(pot.pot)}?",
                "",
                "HOLD-27",
                at,
            )
            yield ask_amount(step, pot.rake_cents)
    awards = [(at, event) for at, event in enumerate(events) if isinstance(event, PotAwarded)]
    if len(pots) > 1 and awards:
        first = pot_name(awards[0][1].pot)
        yield Step(
            SETTLES,
            "next-pot",
            "order",
            "Which pot is settled first?",
            first,
            "HOLD-21",
            awards[0][0],
            choices=tuple(map(pot_name, pots)),
        )
    yield from _ask_awards(pots, awards)


def _ask_awards(pots: dict[int, PotMade], awards: list[tuple[int, PotAwarded]]) -> Iterator[Step]:
    asked: set[int] = set()
    for at, event in awards:
        name = pot_name(event.pot)
        if event.pot not in asked:
            asked.add(event.pot)
            winners = [one.seat for _, one in awards if one.pot == event.pot]
            yield from _ask_winners(pots[event.pot], winners, event.rule, at)
        rule = "HOLD-22" if event.rule == "HOLD-13" else event.rule
        prompt = f"How much of {name} goes to seat {event.seat}?"
        yield ask_amount(Step(SETTLES, "amount", "amount", prompt, "", rule, at), event.cents)


def _ask_winners(pot: PotMade, winners: list[int], rule: str, at: int) -> Iterator[Step]:
    """Who wins a pot, where more than one seat plays for it."""
    seats = pot.seats
    choices = tuple(dict.fromkeys([*map(place, seats), *_splits(seats), _seats(winners)]))
    if len(choices) > 1:
        prompt = f"Who wins {pot_name(pot.pot)}?"
        expected = _seats(winners)
        yield Step(SETTLES, "winner", "outcome", prompt, expected, rule, at, choices=choices)


def _splits(seats: tuple[int, ...]) -> list[str]:
    """Neighbours who might share a pot, as wrong answers beside the right one."""
    return [_seats(seats[:2])] if len(seats) > 1 else []


def _seats(seats: tuple[int, ...] | list[int]) -> str:
    return " and ".join(f"seat {seat}" for seat in sorted(seats))


def pot_name(pot: int) -> str:
    return f"side pot {pot}" if pot else "the main pot"


def return_chips(running: Runner) -> Iterator[Step]:
    """A void gives every seat back what it put in."""
    put: dict[int, int] = {}
    for at, event in enumerate(running.table.events):
        if isinstance(event, ChipsPlaced):
            put[event.seat] = put.get(event.seat, 0) + event.cents
        elif isinstance(event, ChipsReturned):
            put[event.seat] -= event.cents
        elif isinstance(event, RoundVoided):
            for seat in sorted(put):
                step = Step(
                    BOTH,
                    "amount",
                    "amount",
                    f"The round is void. How much goes back to seat {seat} in all?",
                    "",
                    event.rule,
                    at + 1,
                )
                yield ask_amount(step, put[seat])
