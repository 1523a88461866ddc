"""What differs between the log and a table of the database, in a line."""

from collections.abc import Callable, Iterator, Mapping
from typing import NamedTuple

from pitboss.house.store.derived import Columns

LONGEST = 80
"""Letters of a value that are shown."""
NO_ROW = "no such row"
BROKEN = (ArithmeticError, AssertionError, AttributeError, LookupError, TypeError, ValueError)
"""What values of a wrong kind can lead to; a refusal is among them."""


class Difference(NamedTuple):
    """``kind`` and ``name`` are what it concerns, and what must not be used: a ``table``, a
    ``jackpot``, a ``person``, a ``session``, or the ``house``, of which nothing is stopped."""

    place: str
    says: str
    has: str
    kind: str = "house"
    name: str = ""

    @property
    def problem(self) -> str:
        return f"the log says {self.says}, the table has {self.has}"

    @property
    def words(self) -> str:
        return f"{self.place}: {self.problem}"


Concerns = Callable[[tuple[object, ...], Columns], tuple[str, str]]
"""What a row is about, by its key and its columns."""


def shown(value: object) -> str:
    text = str(value)
    text = text if len(text) <= LONGEST else f"{text[: LONGEST - 1]}…"
    return text if text else "nothing"


def compare_rows(
    table: str,
    said: Mapping[tuple[object, ...], Columns],
    kept: Mapping[tuple[object, ...], Columns],
    concerns: Concerns,
) -> Iterator[Difference]:
    """Every row that is missing, too many, or has another value in a column."""
    for key in [*said, *(key for key in kept if key not in said)]:
        right, found = said.get(key), kept.get(key)
        if right == found:
            continue
        place = " ".join((table, *map(str, key)))[:LONGEST]
        of = concerns(key, right or found or {})
        if right is None:
            yield Difference(place, NO_ROW, "one", *of)
        elif found is None:
            yield Difference(place, "a row", "none", *of)
        else:
            for name, value in right.items():
                if found.get(name) != value:
                    says, has = shown(value), shown(found.get(name))
                    yield Difference(f"{place} {name}", says, has, *of)
