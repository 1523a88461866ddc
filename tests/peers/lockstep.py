"""Two engines in lockstep: the same round at our table and at PokerKit's.

Where they differ, the betting round must show one of the known differences; PokerKit is left
there, since the rulings say otherwise.
"""

import random
from typing import NamedTuple

from pokerkit import State

from pitboss.cards import format_card
from pitboss.games import find_game
from pitboss.games.contract import Decision, Opening, Option, Question, Seating
from pitboss.games.events import COMMUNITY, PotAwarded, PotMade
from pitboss.games.holdout.score import score
from pitboss.games.opening import set_table
from pitboss.rounds.runner import Runner
from tests.peers.pokerkit_table import deal_on, held_count, set_up

GAME = find_game("holdout")

SHORT_FIRST = "a short first all-in reopens the betting"
HALF_BET = "no half-bet rule in limit"
CAP = "short all-ins count towards the cap"
ODD_CHIPS = "odd chips go to one hand, and pots are put together first"
SHORT_BLIND = "a short big blind lowers the amount to call"


class Difference(Exception):
    """PokerKit differs here in a known way."""


class Table(NamedTuple):
    """One setting for both engines; seat 1 is at the button's left, and amounts are chips."""

    stacks: tuple[int, ...]
    betting: str
    capped: bool
    ante: int = 0
    blinds: tuple[int, int] = (2, 4)


class Turn(NamedTuple):
    """Who is asked, the call, and the least and most to raise to, None where there is no raise."""

    seat: int
    call: int | None
    least: int | None
    most: int | None


class Pair:
    """Both engines in the same round, and what has happened in this betting round."""

    def __init__(self, table: Table, deck: list[int]) -> None:
        self.table = table
        stacks = dict(enumerate(table.stacks, 1))
        big = table.blinds[1]
        bets = (big, 5 * big) if table.betting == "spread-limit" else (big, 2 * big)
        seating = Seating(stacks, len(stacks), table.blinds, bets, 1)
        rulings = {
            "betting": table.betting,
            "wagers-per-round": "4" if table.capped else "unlimited",
            "ante": f"{table.ante / 100:.2f}" if table.ante else "none",
        }
        self.ours = Runner(GAME, Opening(set_table(GAME, rulings), {}, tuple(deck), "", seating))
        self.theirs: State = set_up(seating, table.betting, table.capped, table.ante)
        self.deck = list(deck)
        self.known: set[str] = set()
        self.full = 0
        self.streets = 0
        self.least = big
        self.current = big
        if table.stacks[self._big_blind] < big + table.ante:
            self.known.add(SHORT_BLIND)
        deal_on(self.theirs, self.deck)

    @property
    def _big_blind(self) -> int:
        return 0 if len(self.table.stacks) == 2 else 1

    def _hold(self, question: Question) -> Decision:
        """What PokerKit's table is told about holding; the last one opens the next round."""
        cards = question.options[0].cards
        count = held_count([format_card(card) for card in cards])
        return Decision(question.seat, "hold", cards=cards[:count])

    def _note_street(self) -> None:
        """A new betting round forgets the differences of the last one."""
        streets = len(self.ours.table.hands[-1]) // 2
        if streets != self.streets:
            self.streets = streets
            self.known -= {SHORT_FIRST, HALF_BET, CAP, SHORT_BLIND}
            self.full = self.current = 0
            limit = self.table.betting == "limit" and streets == 2
            self.least = self.table.blinds[1] * (2 if limit else 1)

    def _note_wager(self, to_chips: int) -> None:
        """Remember a short all-in, by which the engines may part."""
        if to_chips - self.current < self.least:
            self.known.add(HALF_BET if self.table.betting == "limit" else CAP)
            if not self.full and self.table.betting != "limit":
                self.known.add(SHORT_FIRST)
        else:
            self.full += 1
            if self.table.betting != "limit":
                self.least = to_chips - self.current
        self.current = to_chips

    def compare(self, question: Question) -> None:
        """The same seat is asked for the same amounts."""
        self.skip_needless()
        ours, theirs = self._our_turn(question), self.their_turn()
        if self.table.betting == "spread-limit":
            ours, theirs = ours._replace(most=None), theirs._replace(most=None)
        if ours != theirs:
            assert self.known, f"{self.table} {self.ours.decisions}: {ours} but PokerKit {theirs}"
            raise Difference(self.explain(ours, theirs))

    def _our_turn(self, question: Question) -> Turn:
        return Turn(question.seat, *amounts(question))

    def their_turn(self) -> Turn:
        state = self.theirs
        assert state.actor_index is not None
        return Turn(
            state.actor_index + 1,
            state.checking_or_calling_amount,
            state.min_completion_betting_or_raising_to_amount,
            state.max_completion_betting_or_raising_to_amount,
        )

    def skip_needless(self) -> None:
        """PokerKit asks one who has matched everyone while all others are all-in: he checks."""
        state = self.theirs
        while state.status and state.actor_index is not None:
            others = [
                chips
                for place, chips in enumerate(state.stacks)
                if place != state.actor_index and state.statuses[place]
            ]
            if any(others) or state.checking_or_calling_amount:
                return
            state.check_or_call()
            deal_on(state, self.deck)

    def explain(self, ours: Turn, theirs: Turn) -> str:
        """Which of the known differences it is; each is seen in its own way."""
        shown = (self.table, self.ours.decisions, ours, theirs)
        if SHORT_BLIND in self.known:
            return SHORT_BLIND
        assert ours[:2] == theirs[:2], shown
        if HALF_BET in self.known:
            return HALF_BET
        if ours.least is None:
            assert SHORT_FIRST in self.known, shown
            return SHORT_FIRST
        assert theirs.least is None, shown
        assert self.table.capped, shown
        assert CAP in self.known, shown
        return CAP

    def play(self, dice: random.Random) -> None:
        """A random round to its end."""
        while question := self.next_question():
            self.compare(question)
            self.act(random_decision(question, dice))
        self.finish()

    def next_question(self) -> Question | None:
        """The next question of a betting round; holds are decided on the way."""
        while self.ours.question and self.ours.question.options[0].action == "hold":
            self.ours.decide(self._hold(self.ours.question))
        self._note_street()
        return self.ours.question

    def follow(self, line: str) -> tuple[Turn, Turn]:
        """Play ``3 call, 1 raise 8`` in both engines and give the next turn in each."""
        for entry in filter(None, line.split(", ")):
            question = self.next_question()
            assert question is not None
            self.skip_needless()
            self.act(read_entry(entry))
        question = self.next_question()
        assert question is not None
        return self._our_turn(question), self.their_turn()

    def finish(self) -> None:
        self.skip_needless()
        assert not self.theirs.status
        self._compare_stacks()

    def act(self, decision: Decision) -> None:
        self.ours.decide(decision)
        if decision.action == "fold":
            self.theirs.fold()
        elif decision.action in ("check", "call"):
            self.theirs.check_or_call()
        else:
            assert decision.cents is not None
            self.theirs.complete_bet_or_raise_to(decision.cents)
            self._note_wager(decision.cents)
        deal_on(self.theirs, self.deck)

    def _compare_stacks(self) -> None:
        stacks = list(self.ours.table.stacks.values())
        if stacks != self.theirs.stacks:
            moved = list(split_their_way(self.ours).values())
            assert moved == self.theirs.stacks, (self.table, self.ours.decisions)
            raise Difference(ODD_CHIPS)


def read_entry(entry: str) -> Decision:
    """``3 raise 8`` as a decision."""
    seat, action, *chips = entry.split()
    return Decision(int(seat), action, int(chips[0]) if chips else None)


def amounts(question: Question) -> tuple[int, int | None, int | None]:
    """The call, and the least and most to raise to, None where there is no raise."""
    options = {option.action: option for option in question.options}
    raised = options.get("raise") or options.get("bet")
    call = options["call"].most_cents if "call" in options else 0
    if raised is None:
        return call, None, None
    return call, raised.least_cents, raised.most_cents


def random_decision(question: Question, dice: random.Random) -> Decision:
    """Raises often, all-in now and then; a fold only where there is something to call."""
    options = [option for option in question.options if option.action != "fold"]
    option = dice.choice(options)
    if options[0].action == "call" and dice.random() < 0.15:
        option = Option("fold")
    if option.least_cents == option.most_cents:
        return Decision(question.seat, option.action, option.most_cents or None)
    sizes = [option.least_cents, option.most_cents, dice.randint(*option[1:3])]
    return Decision(question.seat, option.action, dice.choice(sizes))


def split_their_way(running: Runner) -> dict[int, int]:
    """The stacks if odd chips went the way they go in PokerKit.

    Hands that win no pot are killed first, pots left to the same hands are put together, and what
    cannot be shared goes to the first of the winners.
    """
    table = running.table
    awards = [event for event in table.events if isinstance(event, PotAwarded)]
    alive = {event.seat for event in awards}
    joined: dict[tuple[int, ...], int] = {}
    for event in table.events:
        if isinstance(event, PotMade):
            seats = tuple(seat for seat in event.seats if seat in alive)
            joined[seats] = joined.get(seats, 0) + event.cents
    stacks = dict(table.stacks)
    for event in awards:
        stacks[event.seat] -= event.cents
    for seats, cents in joined.items():
        ranks = {seat: score(table.hands[seat], table.hands[COMMUNITY]) for seat in seats}
        best = [seat for seat in seats if ranks[seat] == max(ranks.values())]
        for seat in best:
            stacks[seat] += cents // len(best)
        stacks[best[0]] += cents % len(best)
    return stacks
