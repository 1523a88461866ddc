"""The one exception for everything that Pitboss refuses.

A refusal is a single line for a person: what was given, the rule or limit it breaks, and what
is allowed. Whoever raises it has changed nothing.

Where much is given at once, such as a form, ``gather`` goes on after what is refused, as far as the
rest can be checked: the first refusal is raised, and carries all of them.
"""

from collections.abc import Iterator
from contextlib import contextmanager

LONGEST = 600
"""Letters of a refusal; more can only come from the input that it names."""


class Refused(ValueError):
    """Bad input or an act against the rules; ``rule`` is the id of the rule, where there is one."""

    def __init__(self, message: str, rule: str = "") -> None:
        super().__init__(_one_line(f"{message} ({rule})" if rule else message))
        self.rule = rule
        self.place = ""
        """What of all that was given it is about, by its dotted name, where that is known."""
        self.parts: tuple[Refused, ...] = ()
        """All that was refused at once, this one among them or in other words."""

    @property
    def each(self) -> "tuple[Refused, ...]":
        """All that was refused at once; itself alone where it was the only one."""
        return self.parts or (self,)

    @property
    def plain(self) -> str:
        """What is said where its place stands beside it by another name: without the keys that
        programs know it by."""
        start, _, rest = str(self).partition(": ")
        is_key = start in self.place.split(".")
        return rest if rest and is_key else str(self)

    def below(self, place: str) -> "Refused":
        """The same refusal of something that is itself a part of what was given."""
        for one in {id(one): one for one in (self, *self.parts)}.values():
            one.place = ".".join(filter(None, (place, one.place)))
        return self


class Gathered:
    """What was refused so far."""

    def __init__(self) -> None:
        self.found: list[Refused] = []

    @contextmanager
    def at(self, place: str = "") -> Iterator[None]:
        """Whatever is refused here is about this place, and is raised later; of a place that was
        refused already nothing more is said."""
        try:
            yield
        except Refused as refusal:
            self.add(refusal, place)

    def add(self, refusal: Refused, place: str = "") -> None:
        known = self.places
        fresh = [one for one in refusal.below(place).each if one.place not in known]
        if fresh:
            refusal.parts = tuple(fresh) if refusal.parts else ()
            self.found.append(refusal)

    @property
    def places(self) -> set[str]:
        return {one.place for refusal in self.found for one in refusal.each if one.place}


@contextmanager
def gather() -> Iterator[Gathered]:
    """Check one part after the other; at the end the first refusal is raised, with all of them."""
    gathered = Gathered()
    yield gathered
    if gathered.found:
        first = gathered.found[0]
        if len(gathered.found) > 1:
            first.parts = tuple(one for refusal in gathered.found for one in refusal.each)
        raise first


def _one_line(text: str) -> str:
    """Without what a terminal would obey, and with the middle left out of an endless line."""
    if not text.isprintable():
        text = "".join(letter if letter.isprintable() else " " for letter in text)
    if len(text) <= LONGEST:
        return text
    return f"{text[: LONGEST // 2]} ... {text[-LONGEST // 2 :]}"
