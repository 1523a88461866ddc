"""Who plays a game that brings no solver: by the best play, in simulations and for practice."""

from pitboss.games.contract import Decision
from pitboss.odds.generic.advise import best_move
from pitboss.odds.registry import Player
from pitboss.odds.request import Request
from pitboss.refusal import Refused
from pitboss.rounds.runner import Runner
from pitboss.rounds.shuffle import Bytes


def player(request: Request) -> Player:
    if request.strategy is not None:
        raise Refused(f"--strategy: {request.key} is played by its best play alone")
    return best_move


def practise(level: str, running: Runner, take: Bytes) -> Decision:
    return best_move(running)
