"""The settling part of the games against the house: totals, comparisons, takes and pays.

Expected answers are the rows that the game's own rules settled and the scores of its hands.
"""

from collections.abc import Iterator

from pitboss.games.contract import Table
from pitboss.games.events import (
    DEALER,
    CardDealt,
    CardsDiscarded,
    CardsShown,
    Decided,
    Event,
    PayCut,
    RoundVoided,
    WagerPlaced,
    WagerSettled,
    numbered,
)
from pitboss.games.lesson import Lesson, Moment, Progress, Step, place, places
from pitboss.money import dollars

PAY, PUSH, TAKE, LEAVE, RETURN = "pay", "push", "take", "leave in action", "return"
OUTCOMES = {"win": PAY, "push": PUSH, "lose": TAKE}
PRACTICE = (
    "The document names no order here: the table's reading is from the dealer's right to left,"
    " the highest seat first, each seat's wagers in the order made, then bonuses, jackpots, envy."
)


class Settlement:
    """Walks through a round's events and asks what the dealer must know at each."""

    def __init__(self, lesson: Lesson, table: Table) -> None:
        self.lesson = lesson
        self.events = table.events
        self.progress = Progress(table)
        # Where hands lie open from the deal, no seat is shown before it is settled.
        self.shows = any(shown.of > DEALER for _, shown in numbered(table.events, CardsShown))
        self.scored: set[int] = set()
        self.last_seat = 0

    def steps(self) -> Iterator[Step]:
        for at, event in enumerate(self.events):
            if isinstance(event, RoundVoided):
                yield from self._return_all(at + 1)
                return
            self._see(event)
            yield from self._ask(at, event)
            yield from self.lesson.ask_event(self.progress, at, event)

    def _see(self, event: Event) -> None:
        progress = self.progress
        if isinstance(event, WagerPlaced):
            progress.open[event.seat][event.wager] = event.cents
        elif isinstance(event, CardDealt) and event.card is not None:
            progress.dealt[event.to].append(event.card)
        elif isinstance(event, CardsDiscarded):
            progress.discarded.update(event.cards)
        elif isinstance(event, Decided):
            progress.folding = event.seat if event.action == "fold" else 0
        elif isinstance(event, CardsShown) and event.of == DEALER:
            progress.revealed, progress.folding = True, 0

    def _ask(self, at: int, event: Event) -> Iterator[Step]:
        """What is asked in every game."""
        if isinstance(event, WagerPlaced) and event.wager in self.lesson.fixed_sizes:
            prompt = f"Seat {event.seat} makes a {event.wager} wager. Of how much?"
            yield Moment(at, event.rule).amount("wager", prompt, event.cents)
        elif isinstance(event, Decided) and self.progress.folding:
            yield from self._fold(event.seat, at + 1)
        elif isinstance(event, CardsShown) and event.of > DEALER and self.progress.revealed:
            yield from self._next_seat(event.of, at)
        elif isinstance(event, WagerSettled):
            if event.seat != self.progress.folding:
                yield from self._settle(at, event)
            self.progress.open[event.seat].pop(event.wager, None)
        elif isinstance(event, PayCut):
            yield ask_cut(event, at)

    def _fold(self, seat: int, at: int) -> Iterator[Step]:
        """What a fold does to each wager that the seat has made."""
        lost = {}
        for event in self.events[at:]:
            if not isinstance(event, WagerSettled) or event.seat != seat:
                break
            lost[event.wager] = event.rule
        for wager, cents in self.progress.open[seat].items():
            moment = Moment(at, lost.get(wager) or self.lesson.rules.get("fold", ""))
            prompt = f"Seat {seat} folds. Its {wager} wager of {dollars(cents)}?"
            worth = {TAKE: -cents, LEAVE: 0, RETURN: 0}
            step = moment.choose("outcome", prompt, TAKE if wager in lost else LEAVE, worth)
            yield step._replace(worth=tuple(worth.items()))

    def _next_seat(self, seat: int, at: int) -> Iterator[Step]:
        """Which seat is settled next."""
        rule = self.lesson.rules.get("order", "")
        waiting = [one for one, wagers in self.progress.open.items() if wagers]
        if len(waiting) > 1 and seat != self.last_seat:
            prompt = "Which seat do you settle next?"
            step = Moment(at, rule).choose("next-seat", prompt, place(seat), places(*waiting))
            yield step._replace(why="" if rule else PRACTICE)
        self.last_seat = seat

    def _settle(self, at: int, row: WagerSettled) -> Iterator[Step]:
        revealed = self.progress.revealed
        if revealed and not self.shows:
            yield from self._next_seat(row.seat, at)
        if row.seat not in self.scored or not revealed:
            yield from self.lesson.ask_hand(self.progress, at, row)
        if revealed:
            self.scored.add(row.seat)
        yield from ask_row(row, at)

    def _return_all(self, at: int) -> Iterator[Step]:
        """A void returns every wager once, whatever was settled before."""
        back: dict[int, int] = {}
        rule = ""
        for _, row in numbered(self.events, WagerSettled):
            if row.outcome == "void":
                back[row.seat] = back.get(row.seat, 0) + row.cents
                rule = row.rule
        for seat in sorted(back, reverse=True):
            yield Moment(at, rule).give_back(seat, back[seat])


def ask_row(row: WagerSettled, at: int) -> Iterator[Step]:
    """Pay, push or take, and how much. A wager paid by mistake counts as paid 1 to 1."""
    moment = Moment(at, row.rule)
    if not row.cents:
        prompt = f"What envy pay does seat {row.seat} get for another seat's {row.row}?"
        yield moment.amount("envy", prompt, row.paid_cents)
        return
    what = f"Seat {row.seat}, {row.wager} wager of {dollars(row.cents)}"
    worth = {PAY: row.net_cents if row.outcome == "win" else row.cents, PUSH: 0, TAKE: -row.cents}
    steps = [moment.choose("outcome", f"{what}: what do you do?", OUTCOMES[row.outcome], worth)]
    steps[0] = steps[0]._replace(worth=tuple(worth.items()))
    if row.outcome == "win":
        steps.append(moment.amount("amount", f"{what} wins. How much do you pay?", row.paid_cents))
    for step in steps:
        yield step._replace(error="jackpot") if row.wager.startswith("jackpot") else step


def ask_cut(cut: PayCut, at: int) -> Step:
    """What a winner is left with where an aggregate payout limit cuts the round's winners."""
    prompt = (
        f"The winners of {cut.wager} passed its aggregate limit together. Seat {cut.seat} was paid"
        f" {dollars(cut.paid_cents)}; how much of it stays?"
    )
    why = f"{cut.rule}: the round's winners of one prize are cut in proportion to the limit."
    return Moment(at, cut.rule).amount("cut", prompt, cut.cut_to_cents)._replace(why=why)
