"""What a dealer is still to learn: kinds of steps with their rules that were missed once.

An item is a kind of step under one rule, such as take, push or pay under DUKI-13, together with the
rulings of the table where it was missed. Every exercise that asks for it counts as one answer,
right if all its steps were. Items are due on their
days (``repetition.py``), and an exercise can be made of them alone.
"""

import json
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from pitboss.refusal import Refused
from pitboss.training.exercise import Exercise, item_of, marks, start
from pitboss.training.repetition import Memory, review
from pitboss.training.rounds import find_lesson

MOST_ITEMS = 150
TRIES = 24
"""Rounds that are looked through for one with what is due."""
PLAYERS = 4


class Item(NamedTuple):
    """Something to learn; ``rulings`` is JSON text, ``missed`` counts exercises."""

    game: str
    kind: str
    rule: str
    rulings: str = "{}"
    missed: int = 1
    box: int = 0
    due: str = ""

    @property
    def name(self) -> str:
        """As an exercise's option ``only`` names it."""
        return f"{self.kind} {self.rule}"

    @property
    def memory(self) -> Memory:
        return Memory(self.box, self.due)

    @property
    def place(self) -> tuple[str, str]:
        """The game and the table at which it is practised."""
        return self.game, self.rulings


class Items(NamedTuple):
    """A dealer's items, and how many are learnt."""

    waiting: tuple[Item, ...] = ()
    learnt: int = 0

    def due(self, today: str) -> list[Item]:
        found = [one for one in self.waiting if one.memory.is_due(today)]
        return sorted(found, key=lambda one: one.due)

    def learn(self, exercise: Exercise, today: str) -> "Items":
        """With what the answers of an exercise have shown."""
        rulings = json.dumps(json.loads(exercise.options).get("rulings", {}), sort_keys=True)
        right: dict[tuple[str, str], bool] = {}
        for mark in marks(exercise):
            key = (mark.kind, mark.rule)
            right[key] = right.get(key, True) and mark.right
        items = self
        for (kind, rule), is_right in right.items():
            items = items._mark(Item(exercise.game, kind, rule, rulings, 0), is_right, today)
        return items

    def _mark(self, item: Item, is_right: bool, today: str) -> "Items":
        """One answer; an item begins with a wrong one, wherever it was asked."""
        known = [one for one in self.waiting if one[:3] == item[:3]]
        if is_right and not known:
            return self
        before = known[0] if known else item
        others = tuple(one for one in self.waiting if one not in known)
        memory = review(before.memory, is_right, today)
        if memory.is_learnt:
            return Items(others, self.learnt + 1)
        missed = before.missed + (not is_right)
        after = before._replace(missed=missed, box=memory.box, due=memory.due)
        kept = (*others, after)
        if len(kept) > MOST_ITEMS:
            kept = tuple(one for one in kept if one != max(kept, key=lambda one: one.box))
        return self._replace(waiting=kept)


def choose(due: Sequence[Item], game: str = "") -> list[Item]:
    """The due items of one table: of this game, or where most are due."""
    places = [one.place for one in due if game in ("", one.game)]
    if not places:
        raise Refused("training: nothing is due today")
    chosen = max(dict.fromkeys(places), key=places.count)
    return [one for one in due if one.place == chosen]


def practise(items: Sequence[Item], seed: str) -> Exercise:
    """An exercise of these items alone, which are of one table: the round, of some, that asks for
    most of them."""
    game, rulings = items[0].place
    wanted = {one.name for one in items}
    options: dict[str, object] = {
        "mode": "full",
        "players": max(PLAYERS, find_lesson(game).least_players),
        "irregularities": 100 if any(one.kind == "irregularity" for one in items) else 0,
        "only": sorted(wanted),
        "rulings": json.loads(rulings),
    }
    best: Exercise | None = None
    for number in range(TRIES):
        try:
            made = start(game, f"{seed} {number}", options)
        except Refused:
            continue  # a round without any of them
        if best is None or len(_asked(made)) > len(_asked(best)):
            best = made
        if _asked(best) == wanted:
            break
    if best is None:
        raise Refused(f"training: {TRIES} rounds had none of what is due; deal a whole exercise")
    return best


def _asked(exercise: Exercise) -> set[str]:
    return {item_of(step) for step in exercise.steps}


def read_items(waiting: Iterable[Sequence[object]], learnt: int) -> Items:
    """Items from their JSON."""
    return Items(tuple(Item(*one) for one in waiting), learnt)  # type: ignore[arg-type]
