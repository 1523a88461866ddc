"""The settling part of the games against the house: totals, comparisons, takes and pays.

Expected answers are the rows that the game's own rules settled and the scores of its hands.
"""

from collections.abc import Iterator

from pitboss.games.events import (
    COMMUNITY,
    DEALER,
    CardDealt,
    CardsDiscarded,
    CardsShown,
    Decided,
    PayCut,
    RoundVoided,
    WagerPlaced,
    WagerSettled,
)
from pitboss.money import dollars
from pitboss.rounds.runner import Runner
from pitboss.training.hands import (
    ask_category,
    ask_kind,
    ask_points,
    ask_qualifies,
)
from pitboss.training.rows import (
    LEAVE,
    RETURN,
    TAKE,
    ask_cut,
    return_wagers,
    settle_row,
)
from pitboss.training.steps import (
    BOTH,
    PRACTICE,
    SETTLES,
    Step,
    ask_amount,
    ask_number,
    place,
    places,
)

TRAY_FIRST = (
    "the wagers to the tray, then the cards to the rack",
    "the cards to the rack, then the wagers to the tray",
)
CARDS_LAST = ("after every wager is settled", "seat by seat, as each is settled")
WHEN = ("before the next player is served", "when the hands are compared")
YES_NO = ("yes", "no")
FIXED_SIZES = ("second", "third", "play")
"""Follow-up wagers whose size the rules give."""

ORDER_RULES = {"buyout": "BUYOUT-24"}


class Settling:
    """Walks through a round's events and asks what the dealer must know at each."""

    def __init__(self, running: Runner) -> None:
        self.running = running
        self.events = running.table.events
        self.game = running.table.opening.settings.game
        self.open: dict[int, dict[str, int]] = {seat: {} for seat in running.table.seats}
        self.dealt: dict[int, list[int]] = {place: [] for place in running.table.hands}
        self.revealed = False
        self.scored: set[int] = set()
        self.folding = 0
        self.cards_asked = False
        self.last_seat = 0

    def steps(self) -> Iterator[Step]:
        for at, event in enumerate(self.events):
            if isinstance(event, RoundVoided):
                yield from return_wagers(self.running, at)
                return
            if isinstance(event, WagerPlaced):
                self.open[event.seat][event.wager] = event.cents
                yield from self._follow_up(at, event)
            elif isinstance(event, CardDealt) and event.card is not None:
                self.dealt[event.to].append(event.card)
                yield from self._draw(at, event)
            elif isinstance(event, Decided):
                self.folding = event.seat if event.action == "fold" else 0
                if self.folding:
                    yield from self._fold(at + 1)
            elif isinstance(event, CardsShown):
                yield from self._show(at, event)
            elif isinstance(event, WagerSettled):
                yield from self._settle(at, event)
            elif isinstance(event, PayCut):
                yield ask_cut(event, at)
            elif isinstance(event, CardsDiscarded):
                yield from self._discard(at, event)

    def _follow_up(self, at: int, event: WagerPlaced) -> Iterator[Step]:
        """What a buy or a Play wager must be."""
        if event.wager in FIXED_SIZES:
            prompt = f"Seat {event.seat} makes a {event.wager} wager. Of how much?"
            yield ask_amount(
                Step(SETTLES, "wager", "amount", prompt, "", event.rule, at), event.cents
            )

    def _fold(self, at: int) -> Iterator[Step]:
        """What a fold does to each wager that the seat has made."""
        seat = self.folding
        lost = {}
        for event in self.events[at:]:
            if not isinstance(event, WagerSettled) or event.seat != seat:
                break
            lost[event.wager] = event.rule
        for wager, cents in self.open[seat].items():
            rule = lost.get(wager) or ("SO-08" if self.game == "super-omaha" else "")
            yield Step(
                SETTLES,
                "outcome",
                "outcome",
                f"Seat {seat} folds. Its {wager} wager of {dollars(cents)}?",
                TAKE if wager in lost else LEAVE,
                rule,
                at,
                choices=(TAKE, LEAVE, RETURN),
                worth=((TAKE, -cents), (LEAVE, 0), (RETURN, 0)),
            )

    def _show(self, at: int, event: CardsShown) -> Iterator[Step]:
        if event.of == DEALER:
            yield from self._security(at)
            self.revealed, self.folding = True, 0
            if self.game == "buyout" and not self._draws(at):
                yield Step(
                    SETTLES,
                    "draws",
                    "qualify",
                    "No hand challenges the dealer. Does the dealer draw cards?",
                    "no",
                    "BUYOUT-23",
                    at + 1,
                    choices=YES_NO,
                    why="With no hand left to challenge him the dealer draws none.",
                )
            elif self.game == "duki":
                yield from ask_qualifies(self.running, DEALER, at + 1)
        elif event.of == COMMUNITY and self.revealed:
            yield ask_category(self.running, DEALER, at + 1)
        elif event.of > 0 and self.revealed:
            yield from self._next_seat(at, event.of)

    def _security(self, at: int) -> Iterator[Step]:
        """Buyout: cards in play against wagers, before the dealer turns up his own."""
        for seat, wagers in self.open.items():
            if "first" in wagers:
                cards = len(self._in_play(seat, at))
                prompt = f"Seat {seat} has {cards} cards in play. How many wagers must stand there?"
                step = Step(SETTLES, "security", "total", prompt, "", "BUYOUT-26", at)
                yield ask_number(step, sum(wager != "bonus" for wager in wagers))

    def _draws(self, at: int) -> bool:
        return any(isinstance(event, CardDealt) for event in self.events[at:])

    def _draw(self, at: int, event: CardDealt) -> Iterator[Step]:
        """The dealer's points in four cards, and whether a fifth is due (Buyout)."""
        cards = self.dealt[DEALER]
        if self.game != "buyout" or event.to != DEALER or len(cards) < 4:
            return
        yield ask_points(self.running, DEALER, cards, at + 1)
        if len(cards) == 4:
            fifth = at + 1 < len(self.events) and isinstance(self.events[at + 1], CardDealt)
            yield Step(
                BOTH,
                "draws",
                "qualify",
                "Does the dealer draw a fifth card?",
                "yes" if fifth else "no",
                "BUYOUT-08",
                at + 1,
                choices=YES_NO,
            )

    def _next_seat(self, at: int, seat: int) -> Iterator[Step]:
        """Which seat is settled next."""
        rule = ORDER_RULES.get(self.game, "")
        waiting = [one for one, wagers in self.open.items() if wagers]
        if len(waiting) > 1 and seat != self.last_seat:
            yield Step(
                SETTLES,
                "next-seat",
                "order",
                "Which seat do you settle next?",
                place(seat),
                rule,
                at,
                choices=places(*waiting),
                why="" if rule else PRACTICE,
            )
        self.last_seat = seat

    def _settle(self, at: int, row: WagerSettled) -> Iterator[Step]:
        self.open[row.seat].pop(row.wager, None)
        if self.folding == row.seat:
            return
        if self.game == "buyout" and self.revealed:
            self.open[row.seat][row.wager] = row.cents
            yield from self._next_seat(at, row.seat)
            del self.open[row.seat][row.wager]
        if row.seat not in self.scored or not self.revealed:
            yield from self._hand(at, row)
        yield from settle_row(row, at)

    def _hand(self, at: int, row: WagerSettled) -> Iterator[Step]:
        """The hand of the seat, before its first wager is settled."""
        if self.revealed:
            self.scored.add(row.seat)
        if self.game != "buyout":
            yield ask_category(self.running, row.seat, at)
            return
        bonus = row.wager == "bonus"
        whole = bonus and self.running.table.rulings["bonus-hand"] == "four-cards"
        cards = self.dealt[row.seat] if whole else self._in_play(row.seat, at)
        yield ask_points(self.running, row.seat, cards, at)
        if bonus:
            yield Step(
                SETTLES,
                "when",
                "order",
                f"When is the bonus of seat {row.seat} settled?",
                WHEN[self.revealed],
                "BUYOUT-19",
                at,
                choices=WHEN,
            )
        else:
            yield ask_kind(self.running, row.seat, cards, at)

    def _in_play(self, seat: int, at: int) -> list[int]:
        """The cards of a seat, without those that it refused before this event."""
        refused = {
            card
            for event in self.events[:at]
            if isinstance(event, CardsDiscarded) and event.of == seat
            for card in event.cards
        }
        return [card for card in self.dealt[seat] if card not in refused]

    def _discard(self, at: int, event: CardsDiscarded) -> Iterator[Step]:
        later = [row for row in self.events[at:] if isinstance(row, WagerSettled)]
        if self.folding and self.folding == event.of and self.game == "buyout":
            yield Step(
                BOTH,
                "order",
                "order",
                f"Seat {event.of} has folded. In which order?",
                TRAY_FIRST[any(row.seat == event.of for row in later)],
                event.rule,
                at,
                choices=TRAY_FIRST,
            )
        elif event.rule == "BUYOUT-25" and not self.cards_asked:
            self.cards_asked = True
            yield Step(
                BOTH,
                "order",
                "order",
                "When do the cards in play go to the rack?",
                CARDS_LAST[bool(later)],
                event.rule,
                at,
                choices=CARDS_LAST,
            )
