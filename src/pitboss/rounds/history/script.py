"""A round as the script that ``pitboss deal`` takes."""

from collections.abc import Sequence

from pitboss.cards import format_cards
from pitboss.money import dollars
from pitboss.refusal import Refused
from pitboss.rounds.history.players import seating_of
from pitboss.rounds.runner import Runner
from pitboss.rounds.script import write_decision


def script_of(running: Runner, stand_ins: Sequence[int] = ()) -> dict[str, object]:
    """The script of a Holdout round, with all its rulings; a note names cards that stand in."""
    opening = running.table.opening
    settings, seating = opening.settings, seating_of(opening)
    if seating.posts or seating.button not in seating.stacks:
        raise Refused(
            "script: missed blinds and a button at an empty seat cannot be written in a script",
            "HOLD-26",
        )
    table: dict[str, object] = {"rulings": dict(settings.rulings)}
    if settings.limits.most_cents:
        table["limits"] = {"max": dollars(settings.limits.most_cents)}
    script: dict[str, object] = {
        "game": settings.game,
        "table": table,
        "deck": format_cards(opening.deck),
        "stacks": {str(seat): dollars(cents) for seat, cents in seating.stacks.items()},
        "button": seating.button,
        "blinds": list(map(dollars, seating.blinds)),
        "bets": list(map(dollars, seating.bets)),
        "chip": dollars(seating.chip_cents),
        "decisions": [write_decision(decision) for decision in running.decisions],
    }
    if opening.deck_name:
        script["deck_name"] = opening.deck_name
    if stand_ins:
        script["note"] = f"these cards stand in for unknown ones: {format_cards(stand_ins)}"
    return script
