"""Quick reactions among people at a table: a closed list, shown to whoever looks at the table and
kept nowhere. Each process tells its own streams at once; the others hear of it within a second."""

from collections import deque
from collections.abc import Callable, Collection, Mapping
from functools import partial

from pitboss.house.store import presence as kept
from pitboss.house.store.entries import Unit
from pitboss.house.store.presence import Word
from pitboss.house.tables.state import Published, seat_of
from pitboss.refusal import Refused
from pitboss.rounds.view import SPECTATOR

WORDS: Mapping[str, str] = {
    "nice-hand": "Nice hand",
    "good-luck": "Good luck",
    "thank-you": "Thank you",
    "well-played": "Well played",
    "wow": "Wow",
    "so-close": "So close",
    "one-moment": "One moment",
    "goodbye": "Goodbye",
}
"""What may be said, by its name."""

MOST_WAITING = 200
"""Words that wait to be told to other processes; older ones are dropped."""
READ_BY = 100
"""How many newer words of a process stand beside one before it is forgotten."""

Tell = Callable[[Word], None]


class Reactions:
    """Those of one house, as one process hears them."""

    def __init__(self, process: str) -> None:
        self._process = process
        self._number = 0
        self._waiting: deque[Word] = deque(maxlen=MOST_WAITING)
        self._heard: dict[str, int] = {}
        """The last number that was heard of each other process."""
        self._has_others = False
        self.tell: Tell = lambda word: None
        """Is told of each word, here or elsewhere."""

    def say(self, table: Published, who: str, word: str) -> Word:
        """Someone at a seat says one of the words."""
        if word not in WORDS:
            raise Refused(f"reaction {word[:20]!r}: one of {', '.join(WORDS)}")
        seat = seat_of(table, who)
        if seat == SPECTATOR:
            raise Refused("reaction: take a seat first; only those who play speak")
        if table.phase == "closed":
            raise Refused(f"table {table.setup.name}: is closed")
        self._number += 1
        name = str(table.seats[seat]["name"])
        said = Word(self._process, self._number, table.id, seat, name, word)
        if self._has_others:
            self._waiting.append(said)
        self.tell(said)
        return said

    def exchange(self, unit: Unit, others: Collection[str]) -> None:
        """Tell the other processes and hear them; what was said before this one began, or while it
        was alone, is over."""
        was_alone, self._has_others = not self._has_others, bool(others)
        if not others:
            return
        own = []
        while self._waiting:
            own.append(self._waiting.popleft())
        for word in own:
            kept.WORDS.add(unit.transaction, word)
        if own:
            kept.forget_words(unit.transaction, self._process, own[-1].number - READ_BY)
        heard = kept.read_words(unit.transaction, self._process)
        unit.after.append(partial(self._hear, heard, was_alone))

    def _hear(self, words: list[Word], is_old: bool) -> None:
        for word in words:
            if word.number > self._heard.get(word.process, 0):
                self._heard[word.process] = word.number
                if not is_old:
                    self.tell(word)


def shown(word: Word) -> dict[str, object]:
    """A word as everyone sees it."""
    table, seat, name = word.table, word.seat, word.name
    return {"table": table, "seat": seat, "name": name, "word": word.word, "text": WORDS[word.word]}
