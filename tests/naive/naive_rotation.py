"""The button and the blinds from hand to hand, written from the rulings' words alone: people on
chairs, and two tokens that are carried round the table chair by chair.

Nothing is shared with the game but the words: a hand is worked out by walking.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field

SMALL, BIG = 200, 400


@dataclass
class Person:
    """Someone on a chair. A novice has sat down and has not been dealt a hand since."""

    name: str
    sitting: int
    chips: int
    out: bool = False
    waits: bool = False
    novice: bool = True
    big_due: bool = True
    small_due: bool = False

    @property
    def ready(self) -> bool:
        return not self.out and self.chips > 0

    @property
    def clear(self) -> bool:
        return not (self.big_due or self.small_due)


@dataclass
class Hand:
    """Who has the places, who is dealt in, and what each puts in: live and dead chips."""

    button: int
    small: int
    big: int
    dealt: list[int]
    chips: dict[int, list[int]] = field(default_factory=dict)


class Chairs:
    """A table of so many chairs under one ruling; ``debtors`` left with a small blind owed."""

    def __init__(self, number: int, button: str, heads_up: str) -> None:
        self.number, self.moving, self.heads_up = number, button == "moving", heads_up
        self.people: dict[int, Person] = {}
        self.last: Hand | None = None
        self.had_big: Person | None = None
        self.debtors: list[str] = []

    # coming and going

    def sit(self, chair: int, person: Person) -> None:
        """Debts belong to a person: a small blind that was left unpaid comes back with them."""
        if person.name in self.debtors:
            person.small_due = True
            self.debtors.remove(person.name)
        self.people[chair] = person

    def leave(self, chair: int) -> None:
        person = self.people.pop(chair)
        if person.small_due and self.last:
            self.debtors.append(person.name)

    # walking

    def walk(self, start: int, end: int | None = None) -> Iterator[int]:
        """The chairs after ``start``, up to the one before ``end``, or all the way round."""
        chair = start
        for _ in range(self.number):
            chair = chair % self.number + 1
            if chair == end:
                return
            yield chair

    def next_ready(self, start: int) -> int:
        return next(chair for chair in self.walk(start) if self.is_ready(chair))

    def is_ready(self, chair: int) -> bool:
        return chair in self.people and self.people[chair].ready

    def is_clear(self, chair: int) -> bool:
        return self.is_ready(chair) and self.people[chair].clear

    def is_willing(self, chair: int) -> bool:
        """Dealt in if only the place allows it: nothing is owed, or it is posted."""
        return self.is_clear(chair) or (self.is_ready(chair) and not self.people[chair].waits)

    def willing_outside(self, button: int, big: int) -> list[int]:
        """Nobody comes in between button and big blind; the big blind itself comes in so."""
        between = set(self.walk(button, big)) if button != big else set(self.walk(button))
        return [
            chair
            for chair in sorted(self.people)
            if self.is_clear(chair)
            or (chair == big and self.is_ready(chair))
            or (self.is_willing(chair) and chair not in between)
        ]

    # a hand

    def deal(self) -> Hand | None:
        """The next hand, or None where fewer than two are ready."""
        ready = [chair for chair in sorted(self.people) if self.is_ready(chair)]
        if len(ready) < 2:
            return None
        if self.last is None or all(self.people[chair].novice for chair in ready):
            hand = self._start(ready)
            self._bring(hand.small, SMALL, 0, hand)
            self._bring(hand.big, BIG, 0, hand)
        else:
            hand = self._next(self.last)
        self._settle(hand)
        return hand

    def _start(self, ready: list[int]) -> Hand:
        if len(ready) == 2 and self.heads_up == "button-small":
            return Hand(ready[1], ready[1], ready[0], ready)
        return Hand(ready[-1], ready[0], ready[1], ready)

    def _next(self, last: Hand) -> Hand:
        were_two = last.button in (last.small, last.big)
        hand = None
        if not were_two:
            hand = self._moved(last) if self.moving else self._followed(last)
        if hand is None or len(hand.dealt) < 2:
            hand, were_two = self._joined(last), True
        if len(hand.dealt) == 2:
            hand = self._between_two(last, hand.dealt)
            were_two = True
        self._collect(last, hand, self.moving and not were_two)
        return hand

    def _followed(self, last: Hand) -> Hand:
        """Dead: the big blind to the next due, the others where the blinds were."""
        big = self.next_ready(last.big)
        return Hand(last.small, last.big, big, self.willing_outside(last.small, big))

    def _moved(self, last: Hand) -> Hand | None:
        """Moving: the button to the next player in play, the blinds to the next two."""
        # whoever comes in among the last blinds would push the big one back to where it was
        late = {chair for chair in self.walk(last.button, last.big) if chair != last.small}
        clear = [c for c in self.walk(last.button) if self.is_clear(c) and c not in late]
        if len(clear) < 2:
            return None
        button, small = clear[:2]
        big = self.next_ready(small)
        dealt = self.willing_outside(button, big)
        if big == button and len(dealt) > 2:
            return None  # with three or more the button is never the big blind
        return Hand(button, small, big, dealt)

    def _joined(self, last: Hand) -> Hand:
        """From two to three or more: big blind after the last one, which has the small blind, and
        the button at its right."""
        big = self.next_ready(last.big)
        small = last.big
        stayed = self.had_big is not None and self.people.get(small) is self.had_big
        if not (stayed and self.is_ready(small)):
            backwards = list(self.walk(big, big))[::-1]
            if self.moving:
                found = [chair for chair in backwards if self.is_clear(chair)]
                found += [chair for chair in backwards if self.is_willing(chair)]
                small = found[0] if found else big
            stayed = self.moving
        between = set(self.walk(small, big))
        dealt = [
            chair
            for chair in self.people
            if chair == big
            or (self.is_willing(chair) and chair not in between and (chair != small or stayed))
        ]
        if len(dealt) == 1:
            dealt.append(next(chair for chair in self.walk(big, big) if self.is_ready(chair)))
        button = [chair for chair in self.walk(small, small) if chair in dealt][-1]
        return Hand(button, small, big, sorted(dealt))

    def _between_two(self, last: Hand, pair: list[int]) -> Hand:
        owing = [chair for chair in pair if not self.people[chair].clear]
        big = next(chair for chair in self.walk(last.big) if chair in pair)
        if len(owing) == 1:
            big = owing[0]
        small = pair[1 - pair.index(big)]
        return Hand(small if self.heads_up == "button-small" else big, small, big, sorted(pair))

    # chips

    def _bring(self, chair: int, live: int, dead: int, hand: Hand) -> None:
        """Live chips first, as far as they reach."""
        have = self.people[chair].chips
        live = min(live, have)
        hand.chips[chair] = [live, min(dead, have - live)]

    def _collect(self, last: Hand, hand: Hand, passing: bool) -> None:
        """What everyone dealt in puts in."""
        met = set(self.walk(last.big, hand.big)) if last.big != hand.big else set()
        for chair in hand.dealt:
            person = self.people[chair]
            if chair == hand.big:
                self._bring(chair, BIG, 0, hand)
                continue
            big = person.big_due or (chair in met and (passing or not person.clear))
            small = person.small_due or (chair in met and not person.novice and big)
            if person.novice:
                big, small = True, person.small_due
            was_big = person is self.had_big and passing and chair != hand.small
            small = small or was_big
            live = BIG if big else SMALL if chair == hand.small else 0
            if live or small:
                self._bring(chair, live, SMALL if small else 0, hand)

    def _settle(self, hand: Hand) -> None:
        """The tokens go round: whom a blind passes and who is not dealt in owes it."""
        if self.last is not None and self.last.big != hand.big:
            for chair in self.walk(self.last.big, hand.big):
                person = self.people.get(chair)
                if person and not person.novice and chair not in hand.dealt:
                    person.big_due = person.small_due = True
        for chair, person in self.people.items():
            if person is self.had_big and chair not in hand.dealt:
                person.small_due = True
        for chair in hand.dealt:
            person = self.people[chair]
            person.novice = person.big_due = person.small_due = False
        self.last, self.had_big = hand, self.people[hand.big]
