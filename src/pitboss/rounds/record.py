"""A round as JSON values: its events, and the answer that scripts and other programs read."""

import re
from collections.abc import Iterable
from fractions import Fraction
from functools import cache

from pitboss.cards import format_card, format_cards
from pitboss.games import events as happened
from pitboss.games.contract import Option, Question
from pitboss.games.events import COMMUNITY, DEALER, Event, numbered, rake_of
from pitboss.jackpots.terms import Hit, number_of, wager_of
from pitboss.money import dollars, exact_dollars
from pitboss.rounds.runner import Runner

DEALT = {"card-dealt", "card-burned"}
BURNED = "burn"


def place_name(owner: int) -> str:
    """``dealer``, ``community`` or the seat's number."""
    return {DEALER: "dealer", COMMUNITY: "community"}.get(owner, str(owner))


def event_json(event: Event) -> dict[str, object]:
    """An event as JSON values: money in dollars, cards as text, the kind under ``event``."""
    values: dict[str, object] = {"event": _event_name(type(event).__name__)}
    for name, value in event._asdict().items():
        if name == "seen_by":
            continue
        if name.endswith("cents"):
            values[name.removesuffix("_cents").replace("cents", "amount")] = dollars(value)
        elif isinstance(value, Fraction):
            values[name] = exact_dollars(value)
        elif name in ("to", "of"):
            values[name] = place_name(value)
        elif name == "card":
            values[name] = None if value is None else format_card(value)
        elif name == "cards":
            values[name] = format_cards(value)
        else:
            values[name] = value
    return values


@cache
def _event_name(kind: str) -> str:
    """``CardDealt`` as ``card-dealt``."""
    return re.sub("(?<=.)(?=[A-Z])", "-", kind).lower()


def events_json(events: Iterable[Event]) -> list[dict[str, object]]:
    return [event_json(event) for event in events]


def dealt_json(events: Iterable[Event]) -> list[dict[str, object]]:
    """The cards in the order in which they left the deck."""
    left = (event for event in events_json(events) if event["event"] in DEALT)
    return [{"to": event.get("to", BURNED), "card": event["card"]} for event in left]


def row_json(row: happened.WagerSettled) -> dict[str, object]:
    """A settled wager as ``deal`` prints it."""
    return {
        "seat": row.seat,
        "wager": row.wager,
        "amount": dollars(row.cents),
        "outcome": row.outcome,
        "pays": row.pays,
        "paid": dollars(row.paid_cents),
        "net": dollars(row.net_cents),
        "row": row.row,
        "rule": row.rule,
    }


def settlement_json(running: Runner) -> list[dict[str, object]]:
    """The settled wagers; one cut to an aggregate limit says from what, and by which rule."""
    rows = [row_json(row) for row in running.settlement]
    if running.status != "void" and running.table.opening.settings.limits.aggregates:
        for _, cut in numbered(running.table.events, happened.PayCut):
            for row in rows:
                if (row["seat"], row["wager"]) == (cut.seat, cut.wager):
                    row |= {"cut_from": dollars(cut.paid_cents), "cut_rule": cut.rule}
    return rows


def option_json(option: Option) -> dict[str, object]:
    """An option: an amount where it is fixed, a range where the seat chooses."""
    if option.cards:
        return {"action": option.action, "cards": format_cards(option.cards)}
    if not option.most_cents:
        return {"action": option.action}
    if option.least_cents == option.most_cents:
        return {"action": option.action, "amount": dollars(option.most_cents)}
    return {
        "action": option.action,
        "min": dollars(option.least_cents),
        "max": dollars(option.most_cents),
    }


def question_json(question: Question) -> dict[str, object]:
    """Who is asked, for what, by which rule."""
    options = [option_json(option) for option in question.options]
    return {"seat": question.seat, "options": options, "rule": question.rule}


def hands_json(running: Runner) -> dict[str, dict[str, object]]:
    """Every place that holds cards, as the game describes it."""
    hands = running.table.hands
    describe = running.game.describe
    return {place_name(of): describe(running.table, of) for of in sorted(hands) if hands[of]}


def jackpots_json(running: Runner) -> list[dict[str, object]]:
    """Each sensor's meter in whole cents and exactly, and the round's winning hands in order."""
    answers: list[dict[str, object]] = []
    for number, terms in enumerate(running.table.opening.settings.jackpots, 1):
        meter = running.table.meters[number - 1]
        answers.append(
            {
                "paytable": terms.paytable.code,
                "type": terms.type,
                "meter": dollars(meter.displayed_cents),
                "exact": exact_dollars(meter.value),
                "reserve": exact_dollars(meter.reserve),
                "overflow": exact_dollars(meter.overflow),
                "awards": [
                    {
                        "seat": row.seat,
                        "hand": row.row,
                        "pays": row.pays,
                        "paid": dollars(row.paid_cents),
                    }
                    for row in running.settlement
                    if row.wager == wager_of(number) and row.outcome == "win"
                ],
                "hits": [
                    {
                        "seat": hit.seat,
                        "hand": hit.hand,
                        "paid": dollars(hit.paid_cents),
                        "order": hit.order,
                        "state": hit.state,
                    }
                    for hit in hits_of(running)
                    if hit.sensor == number
                ],
            }
        )
    return answers


def hits_of(running: Runner) -> list[Hit]:
    """The round's jackpot hits in the recorded order, each to be locked, verified and paid."""
    found: list[Hit] = []
    for event in running.table.events if running.status != "void" else ():
        if type(event) is happened.JackpotHit:
            sensor = number_of(event.jackpot)
            found.append(Hit(sensor, event.seat, event.row, event.paid_cents, len(found) + 1))
    return found


def pots_json(events: Iterable[Event]) -> list[dict[str, object]]:
    """The main pot and the side pots, who played for each, and what each winner got; after a void
    there are none."""
    made: list[dict[str, object]] = []
    shares: dict[int, dict[str, object]] = {}
    for event in events:
        if isinstance(event, happened.PotMade):
            shares[event.pot] = {}
            made.append(
                {
                    "pot": event.pot,
                    "amount": dollars(event.cents),
                    "rake": dollars(event.rake_cents),
                    "seats": list(event.seats),
                    "winners": shares[event.pot],
                }
            )
        elif isinstance(event, happened.PotAwarded):
            shares[event.pot][str(event.seat)] = dollars(event.cents)
        elif isinstance(event, happened.RoundVoided):
            made.clear()
    return made


def answer_json(running: Runner) -> dict[str, object]:
    """Where a round stands, as the contract of ``pitboss deal`` has it."""
    question, table = running.question, running.table
    answer: dict[str, object] = {
        "status": running.status,
        "waiting": [question_json(question)] if question else [],
        "hands": hands_json(running),
        "settlement": settlement_json(running),
        "net": {str(seat): dollars(cents) for seat, cents in running.net_cents.items()},
        "jackpots": jackpots_json(running),
        "labels": list(table.opening.settings.labels),
        "events": events_json(table.events),
    }
    if table.stacks:
        answer["stacks"] = {str(seat): dollars(cents) for seat, cents in table.stacks.items()}
        answer["pots"] = pots_json(table.events)
        answer["rake"] = dollars(rake_of(table.events))
    return answer
