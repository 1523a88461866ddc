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
from pitboss.games.lesson import BEFORE_PLAYER, RACK, Lesson, Moment, Progress, Step, place, places
from pitboss.jackpots.meter import Cause
from pitboss.jackpots.terms import NEXT, envy_of, number_of, wager_of
from pitboss.money import dollars, floor_cents
from pitboss.training import words

ACTS = (words.BURN, words.SHOW_BOARD, words.SHOW_DEALER, words.SETTLE, words.TAKE_UP)
WHERE = (RACK, BEFORE_PLAYER, words.BACK)
FOLDED = (words.TAKE, words.LEAVE, words.RETURN)
OUTCOMES = {"win": words.PAY, "push": words.PUSH, "lose": words.TAKE}


# The deal: who is served next, how the cards lie, what comes before what


class Served(NamedTuple):
    """Cards that go to one place at once; the moment is that before the first of them."""

    to: int
    number: int
    moment: Moment
    seen_by: int


def about(of: int, wager: str = "") -> str:
    """The place that a question speaks of: ``3/ante``, ``3``, ``dealer``."""
    name = {DEALER: "dealer", COMMUNITY: "community"}.get(of, str(of))
    return f"{name}/{wager}" if wager else name


def all_steps(lesson: Lesson, table: Table) -> list[Step]:
    """Every question about a round; of those at one moment the deal's come first."""
    runs = dealing_runs(lesson, table)
    steps = [step for run in runs for step in ask_run(lesson, table, run)]
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


def ask_run(lesson: Lesson, table: Table, run: list[Served]) -> Iterator[Step]:
    """The first turn round the table and the start of the second stand for the rest."""
    everyone = [*table.seats, *(of for of in (DEALER, COMMUNITY) if table.hands[of])]
    first_turn = next((n for n, one in enumerate(run) if n and one.to == run[0].to), len(run))
    for number, one in enumerate(run[: first_turn + 1]):
        if one.to == COMMUNITY and one.seen_by != NOBODY:
            yield one.moment.number("how-many", words.TURNED_UP, one.number)
            continue
        prompt = words.NEXT_CARD if one.number == 1 else words.NEXT_CARDS
        step = one.moment.choose("next-card-to", prompt, place(one.to), places(*everyone))
        yield step._replace(why=words.SERVING if lesson.reads_order else "")
        if number == 0 and len(run) > 1:
            step = one.moment.number("how-many", words.at_once(place=place(one.to)), one.number)
            why = words.MACHINE if lesson.reads_order else ""
            yield step._replace(why=why, about=about(one.to))
        if len(run) > 1 and (number == 0 or one.to == DEALER):
            yield ask_face(one, words.lie_now(place=place(one.to)))
    if len(run) > first_turn:
        # The dealer's second card, where he has one of his own turn by turn.
        for first, second in pairwise([one for one in run if one.to == DEALER][:2]):
            if first.seen_by != second.seen_by:
                yield ask_face(second, words.SECOND_CARD)
        dealt = sum(one.number for one in run if one.to == run[0].to)
        yield run[-1].moment.number("how-many", words.COMPLETE, dealt)


def ask_face(one: Served, prompt: str) -> Step:
    """Cards for one seat's eyes, or nobody's, lie face down."""
    step = one.moment.choose("face", prompt, words.FACES[one.seen_by != EVERYONE], words.FACES)
    return step._replace(about=about(one.to))


def ask_events(lesson: Lesson, table: Table) -> Iterator[Step]:
    """What is asked of one event by itself: blinds, locks, burns, shown cards, who decides first
    in each round of decisions, and where each kind of discard goes."""
    button, turn, action, seats = 0, "", "", places(*table.seats)
    discards: set[str] = set()
    for at, event in enumerate(table.events):
        moment = Moment(at, getattr(event, "rule", ""))
        match event:
            case happened.ButtonPlaced(seat):
                button = seat
            case happened.ChipsPlaced(seat, action) if action.endswith("-blind"):
                prompt = words.who_posts(button=button, blind=action.replace("-", " "))
                yield moment.choose("blind", prompt, place(seat), seats)
            case happened.MeterMoved(jackpot, Cause.CONTRIBUTIONS):
                prompt = words.before_first(jackpot=jackpot)
                step = moment.choose("lock", prompt, words.LOCK, words.LOCKS)
                yield step._replace(why=words.LOCK_WHY)
            case happened.CardBurned():
                prompt = words.after_betting(action == "hold")
                turn, action = "", ""
                yield moment.choose("next-act", prompt, words.BURN, ACTS)
            case happened.CardsShown(of) if of == DEALER:
                together = [words.SHOW_BOARD] if shows_board(table, at) else []
                prompt, right = words.ALL_DECIDED, words.SHOW_DEALER
                yield moment.choose("next-act", prompt, right, ACTS, *together)
            case happened.CardsShown(of, cards) if of == COMMUNITY:
                yield moment.number("how-many", words.TURNED_UP, len(cards))
            case happened.Decided(seat, action) if not lesson.serves_singly:
                if event.rule != turn:
                    prompt = words.who_first(action == "hold")
                    step = moment.choose("turn", prompt, place(seat), seats)
                    yield step._replace(why=words.SERVING if lesson.reads_order else "")
                turn = event.rule
            case happened.CardsDiscarded() if event.number and event.rule not in discards:
                if where := lesson.discards_to(event):
                    discards.add(event.rule)
                    yield ask_discard(event, at, where)


def ask_discard(event: happened.CardsDiscarded, at: int, where: str) -> Step:
    prompt = words.where_to(place(event.of), event.number)
    step = Moment(at, event.rule).choose("discard", prompt, where, WHERE)
    return step._replace(about=about(event.of))


def shows_board(table: Table, at: int) -> bool:
    """Whether one rule reveals the dealer's cards and community cards together."""
    (first,), later = table.events[at : at + 1], table.events[at + 1 : at + 2]
    return any(
        isinstance(one, happened.CardsShown) and one.of == COMMUNITY
        for one in later
        if getattr(one, "rule", "") == getattr(first, "rule", "")
    )


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
        self.scored: set[str] = set()
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
                    prompt = words.how_much(seat=seat, wager=wager)
                    step = Moment(at, event.rule).amount("wager", prompt, cents)
                    yield step._replace(about=about(seat, wager))
                case happened.Decided(seat) if progress.folding:
                    yield from self._fold(seat, at + 1)
                case happened.CardsShown(of) if of > DEALER and progress.revealed:
                    yield from self._next_seat(of, at)
                case WagerSettled(seat, wager):
                    if seat != progress.folding:
                        yield from self._settle(at, event)
                    progress.open[seat].pop(wager, None)
                case happened.PayCut(seat, wager):
                    prompt = words.how_much_stays(
                        wager=wager, seat=seat, paid=dollars(event.paid_cents)
                    )
                    step = Moment(at, event.rule).amount("cut", prompt, event.cut_to_cents)
                    yield step._replace(
                        why=words.cut_why(rule=event.rule), about=about(seat, wager)
                    )
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
            right = words.TAKE if wager in lost else words.LEAVE
            prompt = words.folds(seat=seat, wager=wager, amount=dollars(cents))
            step = moment.choose("outcome", prompt, right, FOLDED)
            # Wherever else it goes, the whole wager lies at the wrong place.
            costs = tuple((choice, cents) for choice in FOLDED)
            yield step._replace(costs=costs, about=about(seat, wager))

    def _next_seat(self, seat: int, at: int) -> Iterator[Step]:
        """Which seat is settled next."""
        rule = self.lesson.rules.get("order", "")
        waiting = [one for one, wagers in self.progress.open.items() if wagers]
        if len(waiting) > 1 and seat != self.last_seat:
            seats = places(*waiting)
            step = Moment(at, rule).choose("next-seat", words.NEXT_SEAT, place(seat), seats)
            yield step._replace(why="" if rule else words.PRACTICE)
        self.last_seat = seat

    def _settle(self, at: int, row: WagerSettled) -> Iterator[Step]:
        """Pay, push or take, and how much. A wager paid by mistake counts as paid 1 to 1."""
        revealed, moment = self.progress.revealed, Moment(at, row.rule)
        if revealed and not self.shows:
            yield from self._next_seat(row.seat, at)
        for step in self.lesson.ask_hand(self.progress, at, row):
            # Once the dealer's cards lie open, what a hand is worth is asked once.
            if step.prompt not in self.scored:
                yield step._replace(about=about(row.seat))
            if revealed:
                self.scored.add(step.prompt)
        if not row.cents:
            prompt = words.envy_pay(seat=row.seat, row=row.row)
            yield moment.amount("envy", prompt, row.paid_cents)._replace(about=about(row.seat))
            return
        what = {"seat": row.seat, "wager": row.wager, "amount": dollars(row.cents)}
        won = row.net_cents if row.outcome == "win" else row.cents
        worth = {words.PAY: won, words.PUSH: 0, words.TAKE: -row.cents}
        prompt = words.what_to_do(**what)
        steps = [moment.weigh("outcome", prompt, OUTCOMES[row.outcome], worth)]
        if row.outcome == "win":
            steps.append(moment.amount("amount", words.what_to_pay(**what), row.paid_cents))
        for step in steps:
            error = "jackpot" if row.wager.startswith("jackpot") else step.error
            yield step._replace(error=error, about=about(row.seat, row.wager))


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
        prompt, acts = (
            words.hit(seat=hit.seat, row=hit.row, jackpot=name, pays=hit.pays),
            words.HIT_ACTS,
        )
        step = moment.choose("hit", prompt, acts[first], acts.values())
        yield step._replace(why=words.HIT_WHY)
        terms = opening.settings.jackpots[sensor]
        if at == last[name] and terms.type == "progressive":
            prompt = words.meter_after(jackpot=name, seed=dollars(floor_cents(terms.seed)))
            yield moment.amount("meter", prompt, table.meters[sensor].displayed_cents)
    rows = list(numbered(events, WagerSettled))
    for number, terms in enumerate(opening.settings.jackpots, 1):
        name = wager_of(number)
        envied = {row.hand for row in terms.paytable.rows if row.envy_cents}
        won = [at for at, row in rows if row.wager == name and row.row in envied]
        if won:
            pays = sum(row.wager == envy_of(name) for _, row in rows)
            moment = Moment(won[0] + 1, lesson.rules.get("envy", ""))
            yield moment.number("envy-count", words.envy_pays(jackpot=name), pays)


def ask_contributions(opening: Opening, at: int, moved: happened.MeterMoved) -> Step:
    """What a meter shows once the round's wagers are on it."""
    sensor = number_of(moved.jackpot) - 1
    terms, meter = opening.settings.jackpots[sensor], opening.meters[sensor]
    value = meter.value + moved.change
    if terms.maximum is not None:
        value = min(value, terms.maximum)
    made = sum(moved.jackpot in wagers for wagers in opening.wagers.values())
    shown, percent = dollars(meter.displayed_cents), float(terms.rate * 100)
    prompt = words.meter_now(jackpot=moved.jackpot, before=shown, wagers=made, percent=percent)
    step = Moment(at + 1, moved.rule).amount("meter", prompt, floor_cents(value))
    return step._replace(why=words.LOCK_WHY)
