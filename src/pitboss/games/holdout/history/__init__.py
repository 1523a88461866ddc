"""Histories of Holdout rounds: PHH files written and read, and the round in words."""

from pitboss.games.history import Histories
from pitboss.games.holdout.history.phh import write_phh
from pitboss.games.holdout.history.round import read_phh
from pitboss.games.holdout.history.text import write_text

HISTORIES = Histories({"phh": write_phh, "text": write_text}, read_phh)
