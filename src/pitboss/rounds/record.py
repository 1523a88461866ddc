"""A round as JSON values: its events, and the answer that scripts and other programs read."""

from collections.abc import Iterable

from pitboss.cards import format_card, format_cards
from pitboss.games.contract import Option
from pitboss.games.events import COMMUNITY, DEALER, Event, WagerSettled
from pitboss.money import dollars
from pitboss.rounds.runner import Runner

_PLACES = {DEALER: "dealer", COMMUNITY: "community"}
_DASHED = {}


def place_name(owner: int) -> str:
    """``dealer``, ``community`` or the seat's number."""
    return _PLACES.get(owner, str(owner))


def event_json(event: Event) -> dict[str, object]:
    """An event as JSON values: money in dollars, cards as text, the kind under ``event``."""
    values: dict[str, object] = {"event": _event_name(type(event).__name__)}
    for name, value in event._asdict().items():
        if name == "seen_by":
            continue
        if name.endswith("cents"):
            values[name.removesuffix("_cents").replace("cents", "amount")] = dollars(value)
        elif name in ("to", "of"):
            values[name] = place_name(value)
        elif name == "card":
            values[name] = None if value is None else format_card(value)
        elif name == "cards":
            values[name] = format_cards(value)
        else:
            values[name] = value
    return values


def _event_name(class_name: str) -> str:
    """``CardDealt`` as ``card-dealt``."""
    if class_name not in _DASHED:
        _DASHED[class_name] = "".join(
            f"-{letter.lower()}" if letter.isupper() else letter for letter in class_name
        ).lstrip("-")
    return _DASHED[class_name]


def events_json(events: Iterable[Event]) -> list[dict[str, object]]:
    return [event_json(event) for event in events]


def row_json(row: WagerSettled) -> dict[str, object]:
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


def answer_json(running: Runner) -> dict[str, object]:
    """Where a round stands, as the contract of ``pitboss deal`` has it."""
    question = running.question
    waiting = []
    if question:
        options = [option_json(option) for option in question.options]
        waiting = [{"seat": question.seat, "options": options, "rule": question.rule}]
    table = running.table
    answer: dict[str, object] = {
        "status": running.status,
        "waiting": waiting,
        "hands": {place_name(of): running.game.describe(table, of) for of in sorted(table.hands)},
        "settlement": [row_json(row) for row in running.settlement],
        "net": {str(seat): dollars(cents) for seat, cents in running.net_cents.items()},
        "labels": list(table.opening.settings.labels),
        "events": events_json(table.events),
    }
    if table.stacks:
        answer["stacks"] = {str(seat): dollars(cents) for seat, cents in table.stacks.items()}
    return answer
