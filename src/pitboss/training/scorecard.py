"""A player's scorecard: decisions right and wrong, what the mistakes cost and what they were."""

from collections.abc import Mapping
from fractions import Fraction
from typing import NamedTuple, cast

from pitboss.odds.figures import exact
from pitboss.training.judgement import Json, Judgement, nearest_cent, read_exact


class Mistake(NamedTuple):
    """Mistakes of one kind in one game, and what they cost together, in cents."""

    game: str
    kind: str
    times: int
    cost_cents: Fraction


class Scorecard(NamedTuple):
    """The running total; ``mistakes`` has one entry for each kind, in order of first making."""

    right: int = 0
    wrong: int = 0
    cost_cents: Fraction = Fraction(0)
    mistakes: tuple[Mistake, ...] = ()

    @property
    def judged(self) -> int:
        return self.right + self.wrong

    def add(self, judgement: Judgement) -> "Scorecard":
        """The scorecard with one more decision on it."""
        if judgement.is_right:
            return self._replace(right=self.right + 1)
        cost = judgement.cost_cents
        return self._replace(
            wrong=self.wrong + 1,
            cost_cents=self.cost_cents + cost,
            mistakes=_with(self.mistakes, Mistake(judgement.game, judgement.kind, 1, cost)),
        )

    def most_frequent(self, number: int = 5) -> list[Mistake]:
        """The kinds made most often; of equally frequent ones the dearer first."""
        ranked = sorted(self.mistakes, key=lambda one: (-one.times, -one.cost_cents))
        return ranked[:number]

    def to_json(self) -> Json:
        return {
            "judged": self.judged,
            "right": self.right,
            "wrong": self.wrong,
            "cost_cents": exact(self.cost_cents),
            "cost_dollars": nearest_cent(self.cost_cents),
            "mistakes": [
                {
                    "game": one.game,
                    "kind": one.kind,
                    "times": one.times,
                    "cost_cents": exact(one.cost_cents),
                    "cost_dollars": nearest_cent(one.cost_cents),
                }
                for one in self.most_frequent(len(self.mistakes))
            ],
        }


def _with(mistakes: tuple[Mistake, ...], made: Mistake) -> tuple[Mistake, ...]:
    for place, one in enumerate(mistakes):
        if (one.game, one.kind) == (made.game, made.kind):
            total = Mistake(one.game, one.kind, one.times + 1, one.cost_cents + made.cost_cents)
            return (*mistakes[:place], total, *mistakes[place + 1 :])
    return (*mistakes, made)


def read_scorecard(given: Mapping[str, object]) -> Scorecard:
    """A scorecard from its JSON."""
    mistakes = cast("list[Mapping[str, object]]", given["mistakes"])
    return Scorecard(
        int(str(given["right"])),
        int(str(given["wrong"])),
        read_exact(given["cost_cents"]),
        tuple(
            Mistake(
                str(one["game"]),
                str(one["kind"]),
                int(str(one["times"])),
                read_exact(one["cost_cents"]),
            )
            for one in mistakes
        ),
    )
