"""The jackpots: meters, hits that are locked before they are paid, and envy."""

from collections.abc import Iterator

from pitboss.games.events import JackpotHit, MeterMoved, WagerSettled
from pitboss.jackpots.hit import NEXT
from pitboss.jackpots.meter import Meter
from pitboss.jackpots.terms import Terms
from pitboss.money import dollars, floor_cents
from pitboss.rounds.runner import Runner
from pitboss.training.steps import SETTLES, Step, ask_amount, ask_number

ACTS = {
    "locked": "lock it",
    "verified": "verify it",
    "paid": "pay it",
    "voided": "void it",
}
HIT_WHY = "A hit on a percentage row is locked first, then verified by a second person, then paid."


def sensor_steps(running: Runner) -> list[Step]:
    """The questions about meters, hits and envy, in order; none for a round that was voided."""
    if running.status == "void":
        return []
    steps = [
        *ask_contributions(running),
        *ask_hits(running),
        *ask_meters(running),
        *ask_envy(running),
    ]
    return sorted(steps, key=lambda step: step.at)


def ask_contributions(running: Runner) -> Iterator[Step]:
    """What a meter shows once the round's wagers are on it."""
    opening = running.table.opening
    for at, event in enumerate(running.table.events):
        if isinstance(event, MeterMoved) and event.cause == "contributions":
            terms, meter = _jackpot(running, event.jackpot)
            value = meter.value + event.change
            if terms.maximum is not None:
                value = min(value, terms.maximum)
            made = sum(event.jackpot in wagers for wagers in opening.wagers.values())
            rate = f"{float(terms.rate * 100):g}"
            step = Step(
                SETTLES,
                "meter",
                "jackpot",
                f"{event.jackpot}: the meter showed {dollars(meter.displayed_cents)}; {made}"
                f" wagers of which {rate} percent go on it. What does it show now?",
                "",
                event.rule,
                at + 1,
                why="A round's contributions are on the meter before anything is paid from it.",
            )
            yield ask_amount(step, floor_cents(value))


def ask_hits(running: Runner) -> Iterator[Step]:
    for at, event in enumerate(running.table.events):
        if isinstance(event, JackpotHit):
            (first,) = NEXT["hit"]
            yield Step(
                SETTLES,
                "hit",
                "jackpot",
                f"Seat {event.seat} has a {event.row} on {event.jackpot}, which pays {event.pays}."
                " What do you do first?",
                ACTS[first],
                event.rule,
                at + 1,
                choices=tuple(ACTS.values()),
                why=HIT_WHY,
            )


def ask_meters(running: Runner) -> Iterator[Step]:
    """What a progressive's meter shows when the percentage pays have left it."""
    hits = {
        event.jackpot: (at, event.rule)
        for at, event in enumerate(running.table.events)
        if isinstance(event, JackpotHit)
    }
    for name, (at, rule) in hits.items():
        terms, _ = _jackpot(running, name)
        if terms.type == "progressive":
            after = running.table.meters[int(name.removeprefix("jackpot-")) - 1]
            step = Step(
                SETTLES,
                "meter",
                "jackpot",
                f"{name}: the seed is"
                f" {dollars(floor_cents(terms.seed))}. What does the meter show when the"
                " hits have been paid from it?",
                "",
                rule,
                at + 1,
            )
            yield ask_amount(step, after.displayed_cents)


def ask_envy(running: Runner) -> Iterator[Step]:
    """How many envy pays the round has for each jackpot that was won with an envy row."""
    events = running.table.events
    wins = [(at, row) for at, row in enumerate(events) if isinstance(row, WagerSettled)]
    for number, terms in enumerate(running.table.opening.settings.jackpots, 1):
        name = f"jackpot-{number}"
        envied = {row.hand for row in terms.paytable.rows if row.envy_cents}
        won = [at for at, row in wins if row.wager == name and row.row in envied]
        if won:
            step = Step(
                SETTLES,
                "envy-count",
                "jackpot",
                f"{name}: how many envy pays does this round have in all?",
                "",
                "SO-26",
                won[0] + 1,
            )
            yield ask_number(step, sum(row.wager == f"{name}-envy" for _, row in wins))


def _jackpot(running: Runner, name: str) -> tuple[Terms, Meter]:
    """A sensor's terms, and its meter as the round found it."""
    sensor = int(name.removeprefix("jackpot-")) - 1
    opening = running.table.opening
    return opening.settings.jackpots[sensor], opening.meters[sensor]
