"""The games and the contract that they share: the functional core."""

from pitboss.games.registry import PACKAGES, find_game

__all__ = ["PACKAGES", "find_game"]
