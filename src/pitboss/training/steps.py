"""What a dealer is asked about a round: the deal, the settlement, and its jackpots.

Expected answers are what the game's own rules did: the events, the rows that they settled and the
scores of the hands.
"""

from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple

from pitboss.games import events as happened
from pitboss.games.contract import Opening, Table
from pitboss.games.events import COMMUNITY, DEALER, EVERYONE, NOBODY, WagerSettled, numbered
from pitboss.games.lesson import Lesson, Moment, Progress, Step, place, places
from pitboss.jackpots.meter import Cause
from pitboss.jackpots.terms import NEXT, envy_of, number_of, wager_of
from pitboss.money import dollars, floor_cents

FACES = ("face up", "face down")
BURN, SHOW_DEALER = "burn a card", "turn up the dealer's cards"
ACTS = (BURN, "turn up community cards", SHOW_DEALER, "settle the wagers", "take up the discards")
RACK, BEFORE_PLAYER = "face up in the discard rack", "face down in front of the player"
FACE_DOWN_RACK, BACK = "face down in the discard rack", "back into the deck"
WHERE = (RACK, FACE_DOWN_RACK, BEFORE_PLAYER, BACK)
LOCK = "lock the sensors, and the meters take their contributions"
LOCKS = (
    LOCK,
    "nothing: the sensors stay open until the Flop",
    "pay the envy pays of the last round",
)
TURNED_UP = "How many community cards are turned up now?"
LOCK_WHY = "A round's contributions are on the meter before anything is paid from it."

PAY, PUSH, TAKE, LEAVE, RETURN = "pay", "push", "take", "leave in action", "return"
OUTCOMES = {"win": PAY, "push": PUSH, "lose": TAKE}
CUT_WHY = "the round's winners of one prize are cut in proportion to the limit."
PRACTICE = (
    "The document names no order here: the table's reading is from the dealer's right to left,"
    " the highest seat first, each seat's wagers in the order made, then bonuses, jackpots, envy."
)

HIT_ACTS = {"locked": "lock it", "verified": "verify it", "paid": "pay it", "voided": "void it"}
HIT_WHY = "A hit on a percentage row is locked first, then verified by a second person, then paid."


# The deal: who is served next, how the cards lie, what comes before what


class Served(NamedTuple):
    """Cards that go to one place at once; the moment is that before the first of them."""

    to: int
    number: int
    moment: Moment
    seen_by: int


def all_steps(lesson: Lesson, table: Table) -> list[Step]:
    """Every question about a round; of those at one moment the deal's come first."""
    runs = dealing_runs(lesson, table)
    steps = [step for run in runs for step in ask_run(table, run)]
    steps += ask_events(lesson, table)
    steps += ask_jackpots(lesson, table)
    steps += lesson.settle(table) if lesson.settle else Settlement(lesson, table).steps()
    return steps


def dealing_runs(lesson: Lesson, table: Table) -> Iterator[list[Served]]:
    """Cards dealt without anything between, as groups by place."""
    run: list[Served] = []
    last = -1
    for at, event in numbered(table.events, happened.CardDealt):
        if event.rule in lesson.own_draws:
            continue
        if run and (at != last + 1 or event.rule != run[-1].moment.rule):
            yield run
            run = []
        if run and (run[-1].to, run[-1].seen_by) == (event.to, event.seen_by):
            run[-1] = run[-1]._replace(number=run[-1].number + 1)
        else:
            run.append(Served(event.to, 1, Moment(at, event.rule), event.seen_by))
        last = at
    if run:
        yield run


def ask_run(table: Table, run: list[Served]) -> Iterator[Step]:
    """The first turn round the table and the start of the second stand for the rest."""
    everyone = [*table.seats, *(of for of in (DEALER, COMMUNITY) if table.hands[of])]
    first_turn = next((n for n, one in enumerate(run) if n and one.to == run[0].to), len(run))
    for number, one in enumerate(run[: first_turn + 1]):
        if one.to == COMMUNITY and one.seen_by != NOBODY:
            yield one.moment.number("how-many", TURNED_UP, one.number)
            continue
        prompt = "Who gets the next card?" if one.number == 1 else "Who gets the next cards?"
        yield one.moment.choose("next-card-to", prompt, place(one.to), places(*everyone))
        if number == 0 and len(run) > 1:
            prompt = f"How many cards at once go to {place(one.to)}?"
            yield one.moment.number("how-many", prompt, one.number)
        if len(run) > 1 and (number == 0 or one.to == DEALER):
            yield ask_face(one, f"How do cards for {place(one.to)} lie now?")
    if len(run) > first_turn:
        # The dealer's second card, where he has one of his own turn by turn.
        for first, second in pairwise([one for one in run if one.to == DEALER][:2]):
            if first.seen_by != second.seen_by:
                yield ask_face(second, "How does the dealer's second card lie?")
        dealt = sum(one.number for one in run if one.to == run[0].to)
        prompt = "How many cards has each player when this deal is complete?"
        yield run[-1].moment.number("how-many", prompt, dealt)


def ask_face(one: Served, prompt: str) -> Step:
    """Cards for one seat's eyes, or nobody's, lie face down."""
    return one.moment.choose("face", prompt, FACES[one.seen_by != EVERYONE], FACES)


def ask_events(lesson: Lesson, table: Table) -> Iterator[Step]:
    """What is asked of one event by itself: blinds, locks, burns, shown cards, who decides first
    in each round of decisions, and where each kind of discard goes."""
    button, turn, seats = 0, "", places(*table.seats)
    discards: set[str] = set()
    for at, event in enumerate(table.events):
        moment = Moment(at, getattr(event, "rule", ""))
        match event:
            case happened.ButtonPlaced(seat):
                button = seat
            case happened.ChipsPlaced(seat, action) if action.endswith("-blind"):
                name = action.replace("-", " ")
                prompt = f"The button lies at seat {button}. Who posts the {name}?"
                yield moment.choose("blind", prompt, place(seat), seats)
            case happened.MeterMoved(jackpot, Cause.CONTRIBUTIONS):
                prompt = f"All wagers are made, on {jackpot} too. What comes before the first card?"
                yield moment.choose("lock", prompt, LOCK, LOCKS)._replace(why=LOCK_WHY)
            case happened.CardBurned():
                turn = ""
                prompt = "The betting round is complete. What do you do first?"
                yield moment.choose("next-act", prompt, BURN, ACTS)
            case happened.CardsShown(of) if of == DEALER:
                prompt = "All players have decided. What comes next?"
                yield moment.choose("next-act", prompt, SHOW_DEALER, ACTS)
            case happened.CardsShown(of, cards) if of == COMMUNITY:
                yield moment.number("how-many", TURNED_UP, len(cards))
            case happened.Decided(seat, action) if not lesson.serves_singly:
                if event.rule != turn:
                    prompt = f"Who {'holds cards' if action == 'hold' else 'decides'} first now?"
                    yield moment.choose("turn", prompt, place(seat), seats)
                turn = event.rule
            case happened.CardsDiscarded() if event.number and event.rule not in discards:
                discards.add(event.rule)
                number = f"{event.number} card{'s' if event.number > 1 else ''}"
                where = RACK if event.seen_by == EVERYONE else FACE_DOWN_RACK
                if event.rule in lesson.kept_discards:
                    where = BEFORE_PLAYER
                prompt = f"{place(event.of).capitalize()} gives up {number}. Where to?"
                yield moment.choose("discard", prompt, where, WHERE)


# The settlement of the games against the house: totals, comparisons, takes and pays


class Settlement:
    """Walks through a round's events and asks what the dealer must know at each."""

    def __init__(self, lesson: Lesson, table: Table) -> None:
        self.lesson = lesson
        self.events = table.events
        self.progress = Progress(table)
        # Where hands lie open from the deal, no seat is shown before it is settled.
        shown = numbered(table.events, happened.CardsShown)
        self.shows = any(event.of > DEALER for _, event in shown)
        self.scored: set[int] = set()
        self.last_seat = 0

    def steps(self) -> Iterator[Step]:
        """What is asked in every game, and at each event what the game itself asks."""
        progress = self.progress
        for at, event in enumerate(self.events):
            progress.see(event)
            match event:
                case happened.RoundVoided():
                    # A void returns every wager once, whatever was settled before.
                    settled = [row for _, row in numbered(self.events, WagerSettled)]
                    rows = [row for row in settled if row.outcome == "void"]
                    for seat in sorted({row.seat for row in rows}, reverse=True):
                        cents = sum(row.cents for row in rows if row.seat == seat)
                        yield Moment(at + 1, rows[-1].rule).give_back(seat, cents)
                    return
                case happened.WagerPlaced(seat, wager, cents) if wager in self.lesson.fixed_sizes:
                    prompt = f"Seat {seat} makes a {wager} wager. Of how much?"
                    yield Moment(at, event.rule).amount("wager", prompt, cents)
                case happened.Decided(seat) if progress.folding:
                    yield from self._fold(seat, at + 1)
                case happened.CardsShown(of) if of > DEALER and progress.revealed:
                    yield from self._next_seat(of, at)
                case WagerSettled(seat, wager):
                    if seat != progress.folding:
                        yield from self._settle(at, event)
                    progress.open[seat].pop(wager, None)
                case happened.PayCut(seat, wager):
                    prompt = (
                        f"The winners of {wager} passed its aggregate limit together. Seat {seat}"
                        f" was paid {dollars(event.paid_cents)}; how much of it stays?"
                    )
                    step = Moment(at, event.rule).amount("cut", prompt, event.cut_to_cents)
                    yield step._replace(why=f"{event.rule}: {CUT_WHY}")
            yield from self.lesson.ask_event(progress, at, event)

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
            yield moment.weigh("outcome", prompt, TAKE if wager in lost else LEAVE, worth)

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
        """Pay, push or take, and how much. A wager paid by mistake counts as paid 1 to 1."""
        revealed, moment = self.progress.revealed, Moment(at, row.rule)
        if revealed and not self.shows:
            yield from self._next_seat(row.seat, at)
        if row.seat not in self.scored or not revealed:
            yield from self.lesson.ask_hand(self.progress, at, row)
        if revealed:
            self.scored.add(row.seat)
        if not row.cents:
            prompt = f"What envy pay does seat {row.seat} get for another seat's {row.row}?"
            yield moment.amount("envy", prompt, row.paid_cents)
            return
        what = f"Seat {row.seat}, {row.wager} wager of {dollars(row.cents)}"
        won = row.net_cents if row.outcome == "win" else row.cents
        worth = {PAY: won, PUSH: 0, TAKE: -row.cents}
        steps = [moment.weigh("outcome", f"{what}: what do you do?", OUTCOMES[row.outcome], worth)]
        if row.outcome == "win":
            prompt = f"{what} wins. How much do you pay?"
            steps.append(moment.amount("amount", prompt, row.paid_cents))
        for step in steps:
            yield step._replace(error="jackpot") if row.wager.startswith("jackpot") else step


# The jackpots: meters, hits that are locked before they are paid, and envy


def ask_jackpots(lesson: Lesson, table: Table) -> Iterator[Step]:
    """The questions about meters, hits and envy; none for a round that was voided."""
    events, opening = table.events, table.opening
    if any(numbered(events, happened.RoundVoided)):
        return
    for at, event in numbered(events, happened.MeterMoved):
        if event.cause == Cause.CONTRIBUTIONS:
            yield ask_contributions(opening, at, event)
    last = {hit.jackpot: at for at, hit in numbered(events, happened.JackpotHit)}
    (first,) = NEXT["hit"]
    for at, hit in numbered(events, happened.JackpotHit):
        moment, name, sensor = Moment(at + 1, hit.rule), hit.jackpot, number_of(hit.jackpot) - 1
        prompt = (
            f"Seat {hit.seat} has a {hit.row} on {name}, which pays {hit.pays}."
            " What do you do first?"
        )
        step = moment.choose("hit", prompt, HIT_ACTS[first], HIT_ACTS.values())
        yield step._replace(why=HIT_WHY)
        terms = opening.settings.jackpots[sensor]
        if at == last[name] and terms.type == "progressive":
            prompt = (
                f"{name}: the seed is {dollars(floor_cents(terms.seed))}. What does the meter show"
                " when the hits have been paid from it?"
            )
            yield moment.amount("meter", prompt, table.meters[sensor].displayed_cents)
    rows = list(numbered(events, WagerSettled))
    for number, terms in enumerate(opening.settings.jackpots, 1):
        name = wager_of(number)
        envied = {row.hand for row in terms.paytable.rows if row.envy_cents}
        won = [at for at, row in rows if row.wager == name and row.row in envied]
        if won:
            prompt = f"{name}: how many envy pays does this round have in all?"
            pays = sum(row.wager == envy_of(name) for _, row in rows)
            moment = Moment(won[0] + 1, lesson.rules.get("envy", ""))
            yield moment.number("envy-count", prompt, pays)


def ask_contributions(opening: Opening, at: int, moved: happened.MeterMoved) -> Step:
    """What a meter shows once the round's wagers are on it."""
    sensor = number_of(moved.jackpot) - 1
    terms, meter = opening.settings.jackpots[sensor], opening.meters[sensor]
    value = meter.value + moved.change
    if terms.maximum is not None:
        value = min(value, terms.maximum)
    made = sum(moved.jackpot in wagers for wagers in opening.wagers.values())
    prompt = (
        f"{moved.jackpot}: the meter showed {dollars(meter.displayed_cents)}; {made} wagers"
        f" of which {float(terms.rate * 100):g} percent go on it. What does it show now?"
    )
    step = Moment(at + 1, moved.rule).amount("meter", prompt, floor_cents(value))
    return step._replace(why=LOCK_WHY)
