"""Practice opponents for Holdout, from a rule of thumb to one that reads the discards.

Each sees its own view alone. ``decide`` is the way to seat one: given a level, a round that waits
for its seat, and a source of bytes, it answers with a decision that the table accepts.
"""

from types import ModuleType

from pitboss.games.contract import Decision
from pitboss.odds.holdout.opponents import easy, hard, medium
from pitboss.odds.holdout.opponents.sight import Sight, look
from pitboss.refusal import Refused
from pitboss.rounds.runner import Runner
from pitboss.rounds.shuffle import Bytes

LEVELS: dict[str, ModuleType] = {"easy": easy, "medium": medium, "hard": hard}


def decide(level: str, running: Runner, take: Bytes) -> Decision:
    """What an opponent of this level does in the seat whose turn it is."""
    return choose(level, look(running), take)


def choose(level: str, sight: Sight, take: Bytes) -> Decision:
    """The same, from what the seat sees."""
    player = LEVELS[find_level(level)]
    if "hold" in sight.options:
        return Decision(sight.seat, "hold", cards=player.hold(sight, take))
    decision: Decision = player.wager(sight, take)
    return decision


def find_level(level: str) -> str:
    if level not in LEVELS:
        raise Refused(f"opponents {level[:40]!r} are unknown; there are {', '.join(LEVELS)}")
    return level
