"""Reading an exported round, or a script, as the round that it describes."""

from collections.abc import Mapping
from typing import Any

from pitboss.games.contract import Decision
from pitboss.house.audit.replay import KINDS, open_recorded, read_decision
from pitboss.refusal import Refused
from pitboss.rounds.runner import Runner
from pitboss.rounds.script import run_script

ROUND_FORMAT = "pitboss-round"

_BROKEN = (AttributeError, LookupError, TypeError, ArithmeticError)


def read_round(value: object, name: str) -> tuple[Runner, list[Decision]]:
    """The round at its first question, and its decisions."""
    if not isinstance(value, Mapping):
        raise Refused(f"{name}: a JSON object is needed, an exported round or a script")
    if value.get("format") != ROUND_FORMAT:
        running = run_script(value)
        return Runner(running.game, running.table.opening), running.decisions
    try:
        return _read_entries(value)
    except Refused as refusal:
        raise Refused(f"{name}: {refusal}") from None
    except _BROKEN:
        raise Refused(f"{name}: a part of the round is missing or of the wrong kind") from None


def _read_entries(value: Mapping[str, Any]) -> tuple[Runner, list[Decision]]:
    entries = [entry for entry in value["entries"] if entry["kind"] in KINDS]
    result = entries[-1]["body"].get("result", {})
    running = Runner(*open_recorded(entries[0], result.get("meters")))
    return running, [read_decision(entry) for entry in entries[1:]]
