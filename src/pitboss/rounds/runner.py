"""The runner: drives a game's rules from an opening through its decisions.

>>> from pitboss.games import find_game
>>> from pitboss.games.opening import open_round, set_table
>>> from pitboss.cards import parse_cards
>>> duki = find_game("duki")
>>> deck = parse_cards("9h 9c 6s Jd  9d 9s 5h 8c")
>>> running = Runner(duki, open_round(duki, set_table(duki), {1: {"ante": 1000}}, deck))
>>> [str(option) for option in running.question.options]
['play 10.00', 'fold']
>>> running.decide(Decision(1, "play"))
>>> [(row.wager, row.outcome, row.pays) for row in running.settlement]
[('ante', 'win', '2 to 1'), ('play', 'win', '1 to 1')]
"""

import re
from collections.abc import Iterable, Mapping

from pitboss.cards import format_card, format_cards
from pitboss.games.aggregate import cut_pays
from pitboss.games.contract import Choice, Decision, Game, Opening, Question, Start, Table
from pitboss.games.events import Decided, MeterMoved, RoundVoided, WagerPlaced, WagerSettled
from pitboss.jackpots.meter import Cause
from pitboss.jackpots.terms import wager_of
from pitboss.money import dollars
from pitboss.refusal import Refused

SAFE = ("check", "refuse", "fold")
"""Actions that cost nothing more, for a seat that does not answer: the first legal one is taken, a
fold only where nothing else is."""


class Runner:
    """A round being played: its table, the question that is open, and the decisions so far. Whoever
    plays many rounds of one opening gives the start that they share."""

    __slots__ = ("_play", "decisions", "game", "question", "status", "table")

    def __init__(self, game: Game, opening: Opening, start: Start | None = None) -> None:
        self.game = game
        self.table = Table(opening, start)
        self.decisions: list[Decision] = []
        self.question: Question | None = None
        self.status = "waiting"
        self._play = game.play(self.table)
        self._advance(None)

    def _advance(self, choice: Choice | None) -> None:
        try:
            question = next(self._play) if choice is None else self._play.send(choice)
            self.question = cap_follow_up(question, self.table.opening)
        except StopIteration:
            self.question = None
            self.status = "settled"
            assert not any(self.table.open_wagers.values()), "a wager was left unsettled"
            cut_pays(self.table)

    def decide(self, decision: Decision, choice: Choice | None = None) -> None:
        """Take a decision of the seat whose turn it is, or refuse it and change nothing; whoever
        has checked it already gives the choice that it makes."""
        question = self.question
        if decision.action == "void" or question is None:
            self._end(decision)
        else:
            choice = choice or check_choice(question, decision)
            decided = Decided(decision.seat, choice.action, choice.cents, question.rule)
            self.table.events.append(decided)
            try:
                self._advance(choice)
            except Refused:
                # A card is missing after the answer: back to the open question.
                before = replay(self.game, self.table.opening, self.decisions)
                self.table, self.question, self._play = before.table, before.question, before._play
                raise
        self.decisions.append(decision)

    def _end(self, decision: Decision) -> None:
        """Void the round, also one that is settled: an irregularity may be seen at the reveal, or
        where nobody was asked anything. Nothing else follows an end."""
        is_void = decision.action == "void"
        who = "void" if is_void else f"seat {decision.seat}"
        if self.status == "void":
            raise Refused(f"{who}: the round has ended with a void; nothing follows one")
        if not is_void:
            words = "the round has ended; no decision is left to make but a void"
            raise Refused(f"{who}: {words}")
        self._void(decision)

    def _void(self, decision: Decision) -> None:
        """End the round and return every wager once; all that was settled is undone."""
        voided = find_cause(self.game, self.table.rulings, decision.reason)
        events = self.table.events
        made = {(one.seat, one.wager): one.cents for one in events if isinstance(one, WagerPlaced)}
        events.append(voided)
        for number, opened in enumerate(self.table.opening.meters, 1):
            change = opened.total - self.table.meters[number - 1].total
            if change:
                events.append(MeterMoved(wager_of(number), Cause.REVERSED, change, voided.rule))
        self.table.meters = list(self.table.opening.meters)
        if self.table.opening.seating:
            self.table.stacks.update(self.table.opening.seating.stacks)
        order = list(self.game.source.spots)
        self.table.settled = [
            WagerSettled(seat, wager, made[seat, wager], "void", None, 0, 0, None, voided.rule)
            for seat, wager in sorted(made, key=lambda key: (-key[0], order.index(key[1])))
        ]
        events += self.table.settled
        self._play.close()
        self.question = None
        self.status = "void"

    @property
    def asked(self) -> Question:
        """The question of a round that is known to wait for an answer."""
        assert self.question is not None
        return self.question

    @property
    def settlement(self) -> list[WagerSettled]:
        """One row for each wager made, in the order settled, after any cut to an aggregate limit;
        after a void, the void rows alone."""
        return self.table.settled

    @property
    def net_cents(self) -> dict[int, int]:
        """What each seat is up or down by the rows settled so far, or by its stack."""
        return {seat: self.net_of(seat) for seat in self.table.seats}

    def net_of(self, seat: int) -> int:
        """What one seat is up or down."""
        table = self.table
        if table.opening.seating:
            return table.stacks[seat] - table.opening.seating.stacks[seat]
        return sum([row.net_cents for row in table.settled if row.seat == seat])


def cap_follow_up(question: Question, opening: Opening) -> Question:
    """The question without amounts that would make one separate game too many a dear one.

    A follow-up belongs to the main wager's game and is never smaller than that wager: where its
    smallest amount is dear already, the game has been counted when the wagers were made.
    """
    dear = opening.settings.limits.dear_games
    if dear is None:
        return question
    amounts = [option for option in question.options if option.most_cents]
    above = sum(
        cents > dear.above_cents
        for name, cents in opening.wagers[question.seat].items()
        if name != "tip"
    )
    if not amounts or above < dear.most or amounts[0].least_cents > dear.above_cents:
        return question
    if amounts[-1].most_cents <= dear.above_cents:
        return question
    kept = [option for option in amounts if option.least_cents <= dear.above_cents]
    kept[-1] = kept[-1]._replace(
        most_cents=min(kept[-1].most_cents, dear.above_cents),
        cap_rule=dear.rule,
        cap_words=f"at most {dear.most} games above {dollars(dear.above_cents)}",
    )
    rest = [option for option in question.options if not option.most_cents]
    return question._replace(options=(*kept, *rest))


def check_choice(question: Question, decision: Decision) -> Choice:
    """The option that a decision takes; a refusal names the rule and what is allowed."""
    options = [option for option in question.options if option.action == decision.action]
    for option in options if decision.seat == question.seat else ():
        if option.cards:
            return pick_cards(question, decision, option.cards)
        if option.fits(decision.cents) and (decision.cents is not None or len(options) == 1):
            cents = option.most_cents if decision.cents is None else decision.cents
            return Choice(option.action, cents)
    allowed = f"allowed: {', '.join(map(str, question.options))}"
    what = f"seat {decision.seat}: {decision.action}"
    if decision.seat != question.seat:
        turn = f"it is seat {question.seat}'s turn"
        raise Refused(f"{what} is out of turn; {turn}, {allowed}", question.rule)
    if not options:
        rule = question.denied.get(decision.action, question.rule)
        what = f"seat {decision.seat}: {decision.action!r}"
        raise Refused(f"{what} is not allowed; {allowed}", rule)
    given = "no amount" if decision.cents is None else dollars(decision.cents)
    above = decision.cents is not None and decision.cents > options[-1].most_cents
    rule = (options[-1].cap_rule if above else "") or question.rule
    raise Refused(f"{what} with {given} is not allowed; {allowed}", rule)


def pick_cards(question: Question, decision: Decision, offered: tuple[int, ...]) -> Choice:
    """One or more of the cards that are offered, each once."""
    action, cards = decision.action, decision.cards or ()
    wrong = "" if cards else " names no card"
    for card in cards:
        if card not in offered:
            wrong = f": {format_card(card)} is not there"
        elif cards.count(card) > 1:
            wrong = f": {format_card(card)} is named twice"
    if wrong:
        takes = f"{action} takes 1 to {len(offered)} of {format_cards(offered)}"
        raise Refused(f"seat {question.seat}: {action}{wrong}; {takes}", question.rule)
    return Choice(action, 0, cards)


def safe_decision(question: Question) -> Decision:
    """Hold every card offered, else check, else refuse the card, else fold; where a game has none
    of these, what costs least."""
    for option in question.options:
        if option.cards:
            return Decision(question.seat, option.action, cards=option.cards)
    offered = {option.action for option in question.options}
    for action in SAFE:
        if action in offered:
            return Decision(question.seat, action)
    least = min(question.options, key=lambda option: option.least_cents)
    return Decision(question.seat, least.action, least.least_cents or None)


HOUSE_PROCEDURE = "house-procedure"
"""The cause of a void for which the document names none; its reason is said in words."""

_NAMED = re.compile(rf"\s*{HOUSE_PROCEDURE}\b[\s:,-]*", re.IGNORECASE)
_LETTER = re.compile(r"\(?\w\)?")
"""How a document names its causes."""


def check_cause(game: Game, rulings: Mapping[str, str], reason: str) -> RoundVoided:
    """The cause of a void at a table: one of the document's that holds there, or the house's
    procedure with a reason in words. A script may give any reason."""
    voided = find_cause(game, rulings, reason)
    if voided.cause != HOUSE_PROCEDURE:
        return voided
    if _LETTER.fullmatch(said := reason.strip()):
        known = ", ".join(f"({key})" for key in game.source.causes) or "none"
        words = f"the document names {known}; give another reason in words"
        raise Refused(f"void: {said!r} is no cause of {game.source.key}; {words}")
    if not any(map(str.isalnum, _NAMED.sub("", reason, count=1))):
        raise Refused(f"void: {HOUSE_PROCEDURE} needs a reason in words")
    return voided


def find_cause(game: Game, rulings: Mapping[str, str], reason: str) -> RoundVoided:
    """What a recorded reason stands for, whenever it was recorded."""
    if not reason.strip():
        raise Refused("void: a reason is missing; give a cause of the rules or words of your own")
    cause = game.source.causes.get(reason.strip().strip("()").lower())
    if cause is None:
        words = _NAMED.sub("", reason, count=1) if _NAMED.match(reason) else reason
        return RoundVoided(HOUSE_PROCEDURE, words or reason, "", False)
    if unmet := cause.unmet(rulings):
        raise Refused(
            f"void: cause ({cause.key}) holds only with {unmet}; give the house's reason in words",
            cause.needs_rule,
        )
    return RoundVoided(cause.key, cause.text, cause.rule, cause.supervised)


def replay(game: Game, opening: Opening, decisions: Iterable[Decision]) -> Runner:
    """A round run from its opening through its decisions: the same events for ever."""
    running = Runner(game, opening)
    for decision in decisions:
        running.decide(decision)
    return running
