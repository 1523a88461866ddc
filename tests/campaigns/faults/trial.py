"""One fault under load: play, let it happen, lift it, and hold the log against what was said."""

import random
import time
from collections import Counter
from collections.abc import Mapping, Sequence
from contextlib import closing
from typing import NamedTuple

from tests.campaigns.checking import Checker
from tests.campaigns.faults.door import HUNG, REFUSED, UNREACHED, Answer
from tests.campaigns.faults.kinds import Fault, names_cause
from tests.campaigns.faults.players import Patience, Players
from tests.campaigns.faults.stage import Stage
from tests.campaigns.journal import Memory, understand
from tests.campaigns.load import repeat

PLAY_SECONDS = (0.3, 0.8)
AT_ONCE_SECONDS = 0.3
"""From so long after the beginning of a fault that lets nothing through, nothing is answered."""
REPEATED = 20
"""So many of the answered commands are asked again, in a short trial fewer."""


class Times(NamedTuple):
    """When a fault began, when its lifting began, and when it was over and the server open, which
    may have been killed in its middle; how long it took from then on until all were answered and
    all tables had moved by themselves, None where that did not happen."""

    began: float
    ending: float
    lifted: float
    answered: float | None
    moved: float | None


class Result(NamedTuple):
    """What a trial came to: figures, refusals by their words, what was wrong in words, the seconds
    of the slowest answer, and of the return of answers and of moves."""

    fault: str
    counts: Counter[str]
    words: Mapping[str, int] = {}
    wrong: Sequence[str] = ()
    longest: float = 0.0
    answered: float | None = None
    moved: float | None = None


class Trial:
    """A fault, with the server killed in its middle or not."""

    def __init__(self, stage: Stage, fault: Fault, name: str, kills: bool) -> None:
        self.stage = stage
        self.fault = fault
        self.kills = kills
        self.notes = Memory()
        self.rng = random.Random(name)
        self.wrong: list[str] = []
        self._seconds = [stage.pace.part * seconds for seconds in PLAY_SECONDS]
        stage.door.answers = []
        self.players = Players(stage.door, stage.floor, self.notes, name)

    def run(self, checker: Checker) -> Result:
        self.players.start()
        if self._wait(time.monotonic())[1] is None:
            self.wrong.append("tables did not move before the fault")
        time.sleep(self.rng.uniform(*self._seconds))
        times = self._happen()
        time.sleep(self.rng.uniform(*self._seconds))
        self.fault.repair()
        over = time.monotonic()
        if times.moved is None or times.answered is None:
            self._restart()
        self.players.stop()
        self.stage.door.let_go()
        self.wrong += self.players.broken
        troubles = len(self.wrong)
        counts = self._compare(checker)
        answers = [each for each in self.stage.door.answers if is_before(each, over)]
        self._judge(times, counts, answers)
        counts["troubles"] = troubles
        words = Counter(each.words for each in answers if each.status == 503)
        longest = max(each.got - each.sent for each in answers)
        seconds = (longest, times.answered, times.moved)
        return Result(self.fault.name, counts, words, self.wrong, *seconds)

    def _happen(self) -> Times:
        began = time.monotonic()
        self.fault.begin()
        lasts = self.fault.lasts
        first = self.rng.uniform(0, lasts) if self.kills else lasts
        time.sleep(first)
        if self.kills:
            self.stage.server.kill()
        time.sleep(lasts - first)
        if not self.kills and not self.stage.server.is_running:
            self.wrong.append("the server ended by itself")
        ending = time.monotonic()
        self.fault.end()
        if not self.stage.server.is_running:
            self.stage.server.start()
        lifted = time.monotonic()
        return Times(began, ending, lifted, *self._wait(lifted))

    def _wait(self, since: float) -> tuple[float | None, float | None]:
        """How long until somebody at every table was answered, and until every table with
        practice players has moved by itself."""
        floor = self.stage.floor
        answered = moved = None
        until = since + self.stage.pace.alive_seconds
        while time.monotonic() < until and (answered is None or moved is None):
            time.sleep(0.02)
            heard = {
                each.table: each.got - since
                for each in reversed(self.stage.door.answers)
                if each.is_command and each.got > since and each.status in (200, *REFUSED)
            }
            if answered is None and {spot.table for spot in floor.spots} <= heard.keys():
                answered = max(heard[spot.table] for spot in floor.spots)
            moves = self.players.watcher.moves
            seen = {table: at - since for table, at in reversed(moves) if at > since}
            if moved is None and {spot.table for spot in floor.automatic} <= seen.keys():
                moved = max(seen.values())
        return answered, moved

    def _restart(self) -> None:
        """The trial has failed; the next one is to be of its own fault."""
        self.stage.server.kill()
        self.stage.server.start()

    def _compare(self, checker: Checker) -> Counter[str]:
        """The journal against the log; some of what was answered is asked again."""
        told = understand(self.notes.lines)
        most = min(len(told.answered), round(REPEATED * self.stage.pace.part))
        names = self.rng.sample(sorted(told.answered), most)
        for line in [*(told.sent[name] for name in names), *told.in_flight]:
            repeat(self.stage.door, [line], self.notes, Patience().lose)
        told = understand(self.notes.lines)
        before = Counter(checker.counts)
        with closing(self.stage.open()) as database:
            checker.read(database)
        checker.compare(told, untouched=False)
        checker.compare_repeated(told.repeated, {})
        return checker.counts - before

    def _judge(self, times: Times, counts: Counter[str], answers: list[Answer]) -> None:
        limit = self.stage.pace.answer_seconds
        counts["times"] = 1
        counts["kills"] = self.kills
        counts["driver dead"] = times.moved is None
        counts["no answers"] = times.answered is None
        counts["folded"] = self.players.watcher.folded
        counts["slow"] = sum(each.got - each.sent > limit for each in answers)
        counts["refusals"] = sum(each.status == 503 for each in answers)
        counts["wrong answers"] = sum(map(self._is_wrong, answers))
        meanwhile = [each for each in answers if self._is_meanwhile(each, times)]
        counts["answered meanwhile"] = sum(each.status == 200 for each in meanwhile)
        counts["without cause"] = sum(
            each.status == 503 and not names_cause(self.fault, each.words) for each in meanwhile
        )
        for each in answers:
            if self._is_wrong(each):
                self.wrong.append(f"{each.status} {each.words}")
        if times.moved is None:
            self.wrong.append("no table moves by itself any more")
        if times.answered is None:
            self.wrong.append("commands are not answered any more")

    def _is_wrong(self, answer: Answer) -> bool:
        """One line with a cause and nothing else is right; a killed server answers nothing."""
        if answer.status in (UNREACHED, HUNG):
            return not self.kills
        return answer.status not in (200, *REFUSED, 503) or len(answer.words.splitlines()) > 1

    def _is_meanwhile(self, answer: Answer, times: Times) -> bool:
        start = times.began + AT_ONCE_SECONDS
        is_then = answer.is_command and answer.sent > start and answer.got < times.ending
        return is_then and self.fault.refuses


def is_before(answer: Answer, end: float) -> bool:
    """Whether it belongs to the trial: not what a restart after its end has cut short."""
    return answer.sent < end and (answer.got < end or answer.status != UNREACHED)
