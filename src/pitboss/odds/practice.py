"""Practice players at games against the house: what their seat sees, and the first of some actions.

How a game is played stands in its solver's ``play``; one without a solver is played carefully.
"""

from pitboss.games.contract import Decision
from pitboss.rounds.runner import Runner
from pitboss.rounds.view import Picture, view


def cards_seen(running: Runner) -> tuple[list[int], list[int]]:
    """The waiting seat's own cards and the community cards, by its view alone."""
    seat = running.asked.seat
    picture = Picture(view(running.table.events, seat))
    return [card for card in picture.place(seat).cards if card is not None], picture.board


def take_first(running: Runner, *actions: str) -> Decision:
    """The first of these actions that is allowed, at its smallest size."""
    question = running.asked
    options = {option.action: option for option in reversed(question.options)}
    action = next((action for action in actions if action in options), None)
    option = options[action] if action else next(iter(options.values()))
    return Decision(question.seat, option.action, option.least_cents if option.most_cents else None)


def play_carefully(running: Runner) -> Decision:
    """Stay in where it costs nothing."""
    return take_first(running, "check", "fold")
