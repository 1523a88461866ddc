"""The jackpots: meters, hits that are locked before they are paid, and envy."""

from collections.abc import Iterator

from pitboss.games.contract import Table
from pitboss.games.events import JackpotHit, MeterMoved, RoundVoided, WagerSettled, numbered
from pitboss.games.lesson import Lesson, Moment, Step
from pitboss.jackpots.meter import Cause
from pitboss.jackpots.terms import NEXT, envy_of, number_of, wager_of
from pitboss.money import dollars, floor_cents
from pitboss.training.deal import LOCK_WHY

ACTS = {
    "locked": "lock it",
    "verified": "verify it",
    "paid": "pay it",
    "voided": "void it",
}
HIT_WHY = "A hit on a percentage row is locked first, then verified by a second person, then paid."


def jackpot_steps(lesson: Lesson, table: Table) -> list[Step]:
    """The questions about meters, hits and envy, in order; none for a round that was voided."""
    if any(numbered(table.events, RoundVoided)):
        return []
    steps = [
        *ask_contributions(table),
        *ask_hits(table),
        *ask_meters(table),
        *ask_envy(lesson, table),
    ]
    return sorted(steps, key=lambda step: step.at)


def ask_contributions(table: Table) -> Iterator[Step]:
    """What a meter shows once the round's wagers are on it."""
    opening = table.opening
    for at, event in numbered(table.events, MeterMoved):
        if event.cause != Cause.CONTRIBUTIONS:
            continue
        terms = opening.settings.jackpots[_sensor(event.jackpot)]
        meter = opening.meters[_sensor(event.jackpot)]
        value = meter.value + event.change
        if terms.maximum is not None:
            value = min(value, terms.maximum)
        made = sum(event.jackpot in wagers for wagers in opening.wagers.values())
        prompt = (
            f"{event.jackpot}: the meter showed {dollars(meter.displayed_cents)}; {made} wagers"
            f" of which {float(terms.rate * 100):g} percent go on it. What does it show now?"
        )
        step = Moment(at + 1, event.rule).amount("meter", prompt, floor_cents(value))
        yield step._replace(why=LOCK_WHY)


def ask_hits(table: Table) -> Iterator[Step]:
    (first,) = NEXT["hit"]
    for at, hit in numbered(table.events, JackpotHit):
        prompt = (
            f"Seat {hit.seat} has a {hit.row} on {hit.jackpot}, which pays {hit.pays}."
            " What do you do first?"
        )
        step = Moment(at + 1, hit.rule).choose("hit", prompt, ACTS[first], ACTS.values())
        yield step._replace(why=HIT_WHY)


def ask_meters(table: Table) -> Iterator[Step]:
    """What a progressive's meter shows when the percentage pays have left it."""
    hits = numbered(table.events, JackpotHit)
    last = {hit.jackpot: Moment(at + 1, hit.rule) for at, hit in hits}
    for name, moment in last.items():
        terms = table.opening.settings.jackpots[_sensor(name)]
        if terms.type == "progressive":
            prompt = (
                f"{name}: the seed is {dollars(floor_cents(terms.seed))}. What does the meter show"
                " when the hits have been paid from it?"
            )
            yield moment.amount("meter", prompt, table.meters[_sensor(name)].displayed_cents)


def ask_envy(lesson: Lesson, table: Table) -> Iterator[Step]:
    """How many envy pays the round has for each jackpot that was won with an envy row."""
    rows = list(numbered(table.events, WagerSettled))
    for number, terms in enumerate(table.opening.settings.jackpots, 1):
        name = wager_of(number)
        envied = {row.hand for row in terms.paytable.rows if row.envy_cents}
        won = [at for at, row in rows if row.wager == name and row.row in envied]
        if won:
            prompt = f"{name}: how many envy pays does this round have in all?"
            pays = sum(row.wager == envy_of(name) for _, row in rows)
            moment = Moment(won[0] + 1, lesson.rules.get("envy", ""))
            yield moment.number("envy-count", prompt, pays)


def _sensor(jackpot: str) -> int:
    return number_of(jackpot) - 1
