"""The coach of a table in the page: exact, from what the seat has seen and nothing else.

Duki and Buyout are counted in the page. Of Super Omaha the best action of every state stands in the
open file of the optimum; without it there is no coach for that game, and the page says so.
"""

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import NamedTuple

from pitboss.money import money
from pitboss.odds.registry import cards_seen
from pitboss.odds.super_omaha.actions import Actions
from pitboss.refusal import Refused
from pitboss.rounds.runner import Runner
from pitboss.training.coach import Judgement, Scorecard, judge, weigh
from pitboss.training.drills import deal_again, keep
from pitboss.web.pages.told import Told, tell
from website.play.table import PracticeTable, Taken

SEED = "coach"
FOLDER = Path("/optimum")
FILES: Mapping[str, str] = {"super-omaha": "super-omaha-SOA-01.actions"}
"""Of games that are not counted in a page: the file of their best actions."""

TIMES = {"3x": 3, "1x": 1}


class Best(NamedTuple):
    """A best action by its file, which has no worth of it, and what was done where it was."""

    words: str
    done: str = ""
    is_right: bool = True


class Coach:
    """What it has said of the round, and the score since the page was opened."""

    def __init__(self, folder: Path = FOLDER) -> None:
        self._folder = folder
        self._judged = 0
        self.score = Scorecard()
        self.right = self.wrong = 0
        self.last: Told | Best | None = None

    def begin(self) -> None:
        """A new round."""
        self._judged, self.last = 0, None

    def missing(self, key: str) -> str:
        """The file without which it says nothing of a game."""
        name = FILES.get(key, "")
        return name if name and not (self._folder / name).exists() else ""

    def advise(self, table: PracticeTable) -> Told | Best:
        running = table.running
        if running is None or running.question is None:
            raise Refused("coach: it is not your turn; advice is about your own open decision")
        if table.setup.key in FILES:
            return Best(words_of(*self._best(running)))
        return tell(weigh(as_seen(running)))

    def judge(self, table: PracticeTable) -> None:
        """Look at what was decided since it last looked."""
        fresh, self._judged = table.taken[self._judged :], len(table.taken)
        if self.missing(table.setup.key):
            return
        for one in fresh:
            self._note(self._judge_one(table.setup.key, one))

    def _judge_one(self, key: str, taken: Taken) -> Told | Best:
        if key not in FILES:
            return tell(judge(as_seen(taken.before), taken.decision))
        action, cents = self._best(taken.before)
        done = (taken.decision.action, taken.decision.cents or 0)
        return Best(words_of(action, cents), words_of(*done), done == (action, cents))

    def _note(self, said: Told | Best) -> None:
        self.last = said
        if isinstance(said, Best):
            is_right = said.is_right
        else:
            assert isinstance(said.of, Judgement)
            self.score, is_right = self.score.add(said.of), said.of.is_right
        self.right, self.wrong = self.right + is_right, self.wrong + (not is_right)

    def _best(self, running: Runner) -> tuple[str, int]:
        """The best action and what it wagers: so many times the Ante, within the limits."""
        question = running.asked
        name = self.missing(running.game.source.key)
        if name:
            raise Refused(f"coach: {name} is not here")
        hand, board = cards_seen(running)
        best = open_file(self._folder / FILES[running.game.source.key]).best(hand, board[:3])
        for option in question.options:
            if best in CALLED[option.action]:
                cents = option.least_cents * TIMES[best] if best in TIMES else 0
                return option.action, min(cents, option.most_cents)
        raise Refused(f"coach: {best} is not offered")


CALLED = {"flop": tuple(TIMES), "fold": ("fold",)}
"""The actions of the file by those of the table."""

open_file = cache(Actions)


def words_of(action: str, cents: int) -> str:
    return " ".join(filter(None, (action.capitalize(), money(cents) if cents else "")))


def as_seen(running: Runner) -> Runner:
    """The round as far as the seat has seen it, the rest dealt anew."""
    return deal_again(keep(running), SEED)
