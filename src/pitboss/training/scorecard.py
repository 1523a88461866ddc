"""A player's scorecard: decisions right and wrong, what the mistakes cost and what they were."""

from fractions import Fraction
from typing import NamedTuple

from pitboss.odds.figures import exact
from pitboss.training.judgement import Json, Judgement, nearest_cent, read_exact


class Mistake(NamedTuple):
    """Mistakes of one kind in one game, and what they cost together, in cents."""

    game: str
    kind: str
    times: int
    cost_cents: Fraction

    def to_json(self) -> Json:
        cost = {"cost_cents": exact(self.cost_cents), "cost_dollars": nearest_cent(self.cost_cents)}
        return {**self._asdict(), **cost}


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
        made = Mistake(judgement.game, judgement.kind, 1, cost)
        return self.merge(Scorecard(0, 1, cost, (made,)))

    def merge(self, other: "Scorecard") -> "Scorecard":
        """Two scorecards as one."""
        kinds: dict[tuple[str, str], Mistake] = {}
        for made in (*self.mistakes, *other.mistakes):
            before = kinds.get(made[:2], Mistake(made.game, made.kind, 0, Fraction(0)))
            times, cost = before.times + made.times, before.cost_cents + made.cost_cents
            kinds[made[:2]] = Mistake(made.game, made.kind, times, cost)
        return Scorecard(
            self.right + other.right,
            self.wrong + other.wrong,
            self.cost_cents + other.cost_cents,
            tuple(kinds.values()),
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
            "mistakes": [one.to_json() for one in self.most_frequent(len(self.mistakes))],
        }


def read_scorecard(given: Json) -> Scorecard:
    """A scorecard from its JSON."""
    mistakes = [
        Mistake(one["game"], one["kind"], one["times"], read_exact(one["cost_cents"]))
        for one in given["mistakes"]
    ]
    cost = read_exact(given["cost_cents"])
    return Scorecard(given["right"], given["wrong"], cost, tuple(mistakes))
