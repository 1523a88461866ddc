"""Practice players for the other seats: by rules of thumb, with a surprise now and then."""

from pitboss.games.contract import Decision, Option
from pitboss.odds.registry import practise
from pitboss.rounds.runner import Runner
from pitboss.rounds.shuffle import Bytes

LEVEL = "easy"
SURPRISES = 32
"""Of 256 decisions, so many are any legal one: those who deal and learn must meet them too."""


def decide(running: Runner, take: Bytes) -> Decision:
    """A decision for the seat whose turn it is, from what it sees."""
    question = running.question
    assert question is not None
    if take(1)[0] < SURPRISES and not question.options[0].cards:
        option = question.options[take(1)[0] % len(question.options)]
        return Decision(question.seat, option.action, _size(option, take))
    return practise(running, LEVEL, take)


def play_out(running: Runner, take: Bytes) -> Runner:
    """Decide for every seat until the round has ended."""
    while running.question:
        running.decide(decide(running, take))
    return running


def _size(option: Option, take: Bytes) -> int | None:
    """A whole number of times the least amount, within the option."""
    if not option.most_cents:
        return None
    times = option.most_cents // option.least_cents
    return option.least_cents * (1 + take(1)[0] % times)
