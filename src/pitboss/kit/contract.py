"""What every game keeps to, whatever its rules: tried on random rounds, each fault in words.

A check takes a game and a number of rounds and yields what is wrong. The tests of our own games and
``pitboss check`` ask the same functions.
"""

import json
from collections import Counter
from collections.abc import Callable, Iterator
from random import Random

from pitboss.cards import DECK
from pitboss.games.contract import Decision, Game, Question
from pitboss.games.events import (
    CardBurned,
    CardDealt,
    CardsDiscarded,
    CardsShown,
    Event,
    RoundVoided,
    WagerPlaced,
    WagerSettled,
)
from pitboss.games.opening import set_table
from pitboss.kit.openings import answer_randomly, finished, questions, start
from pitboss.refusal import Refused
from pitboss.rounds.record import answer_json, events_json
from pitboss.rounds.runner import Runner, replay

Check = Callable[[Game, int], Iterator[str]]


def replay_is_the_same(game: Game, rounds: int) -> Iterator[str]:
    """A round is its opening and its decisions: run again, it gives the same events."""
    for running in finished(game, rounds):
        again = replay(game, running.table.opening, running.decisions)
        if again.table.events != running.table.events or answer_json(again) != answer_json(running):
            yield "a round that is run again from its opening and decisions has other events"


def questions_are_whole(game: Game, rounds: int) -> Iterator[str]:
    """A waiting round asks one of its seats something, under a rule that exists; then it ends."""
    rules = game.source.rules
    for number in range(rounds):
        running, rng = start(game, f"questions {number}")
        for question in questions(running, rng):
            if not question.options:
                yield f"a question under {question.rule} has no option"
            if question.seat not in running.table.seats:
                yield f"a question under {question.rule} is put to {question.seat}, who is no seat"
            actions = {option.action for option in question.options} & set(game.face.keys)
            if len({game.face.keys[action] for action in actions}) < len(actions):
                together = " and ".join(sorted(actions))
                yield f"face.toml: of {together}, offered together, two have one key"
            for rule in {question.rule, *question.denied.values()} - set(rules):
                yield f"a question cites {rule or 'no rule'}, which source.toml does not have"
        if running.status != "settled":
            yield f"a round ends {running.status} after its last answer"


def options_are_taken(game: Game, rounds: int) -> Iterator[str]:
    """What is offered is accepted, at its least and at its most."""
    for number in range(rounds // 10 + 1):
        running, rng = start(game, f"options {number}")
        for question in questions(running, rng):
            for option in question.options:
                for cents in {option.least_cents, option.most_cents}:
                    decision = Decision(question.seat, option.action, cents or None)
                    if option.cards:
                        decision = decision._replace(cards=option.cards[:1])
                    again = replay(game, running.table.opening, running.decisions)
                    try:
                        again.decide(decision)
                    except Refused as refusal:
                        yield f"{option} is offered and then refused: {refusal}"


def placed_of(events: list[Event]) -> Counter[tuple[int, str, int]]:
    made = (event for event in events if isinstance(event, WagerPlaced))
    return Counter((event.seat, event.wager, event.cents) for event in made)


def wagers_end_once(game: Game, rounds: int) -> Iterator[str]:
    """Every wager is settled once; an envy pay has no wager of its own."""
    for running in finished(game, rounds):
        rows = [row for row in running.settlement if row.cents]
        settled = Counter((row.seat, row.wager, row.cents) for row in rows)
        placed = placed_of(running.table.events)
        for _, wager, _ in (placed - settled) + (settled - placed):
            yield f"the wager {wager} is not settled once, at the amount that was placed"
        if max(placed.values(), default=1) > 1:
            yield "a seat places the same wager twice in a round"


def money_adds_up(game: Game, rounds: int) -> Iterator[str]:
    """A seat's net is the sum of its rows; between players nothing is won that is not lost."""
    for running in finished(game, rounds):
        table = running.table
        if table.opening.seating:
            if sum(running.net_cents.values()) or min(table.stacks.values()) < 0:
                yield "what players win is not what players lose"
            continue
        for seat in table.seats:
            rows = [row for row in running.settlement if row.seat == seat]
            if running.net_cents[seat] != sum(row.net_cents for row in rows):
                yield "a seat's net is not the sum of its rows"
            if running.net_cents[seat] < -sum(row.cents for row in rows):
                yield "a seat loses more than it wagered"
        for row in running.settlement:
            wrong = {"lose": row.net_cents != -row.cents, "push": row.net_cents != 0}
            if wrong.get(row.outcome) or (row.outcome != "win" and row.paid_cents):
                yield f"{row.rule}: {row.wager} is a {row.outcome} and comes to {row.net_cents}"


def voids_return_wagers(game: Game, rounds: int) -> Iterator[str]:
    """At any question a void gives every wager back once; what was settled comes back too."""
    for number in range(rounds // 3 + 1):
        running, rng = start(game, f"voids {number}")
        for _ in questions(running, rng):
            voided = replay(game, running.table.opening, running.decisions)
            voided.decide(Decision(0, "void", reason="fire alarm"))
            yield from void_faults(voided)


def void_faults(voided: Runner) -> Iterator[str]:
    rows, table = voided.settlement, voided.table
    if Counter((row.seat, row.wager, row.cents) for row in rows) != placed_of(table.events):
        yield "a void does not give every wager back once"
    if any((row.outcome, row.paid_cents, row.net_cents) != ("void", 0, 0) for row in rows):
        yield "a void pays or takes something"
    if any(voided.net_cents.values()) or tuple(table.meters) != table.opening.meters:
        yield "after a void a seat or a meter does not stand as before the deal"
    ends = sum(isinstance(event, RoundVoided) for event in table.events)
    if (voided.status, voided.question, ends) != ("void", None, 1):
        yield "a void does not end the round"
    try:
        voided.decide(Decision(0, "void", reason="again"))
    except Refused:
        return
    yield "a round is voided twice"


def bad_decisions(running: Runner, question: Question) -> list[Decision]:
    """What no seat may do at this question."""
    other = next((seat for seat in running.table.seats if seat != question.seat), 99)
    allowed = {option.action for option in question.options}
    most = max(option.most_cents for option in question.options)
    bad = [
        Decision(other, question.options[0].action),
        Decision(99, question.options[0].action),
        Decision(question.seat, "cheat"),
        Decision(question.seat, question.options[0].action, most + 1),
        Decision(question.seat, question.options[-1].action, -1),
        Decision(0, "void", reason=" "),
    ]
    bad += [Decision(question.seat, action) for action in question.denied if action not in allowed]
    for option in question.options:
        if option.cards:
            foreign = next(card for card in DECK if card not in option.cards)
            cards = ((), (foreign,), (option.cards[0], foreign), option.cards[:1] * 2)
            bad += [Decision(question.seat, option.action, cards=chosen) for chosen in cards]
    return bad


def refusals_change_nothing(game: Game, rounds: int) -> Iterator[str]:
    """What is not allowed is refused, and the round goes on as if nobody had asked for it."""
    for number in range(rounds // 3 + 1):
        running, rng = start(game, f"refusals {number}")
        for question in questions(running, rng):
            events = list(running.table.events)
            for decision in bad_decisions(running, question):
                try:
                    running.decide(decision)
                except Refused:
                    if running.table.events == events and running.question == question:
                        continue
                    yield f"a refused {decision.action!r} has changed the round"
                    return
                yield f"{decision} is taken though it is not offered"
                return


def missing_cards_are_refused(game: Game, rounds: int) -> Iterator[str]:
    """The deck ends with the cards dealt so far: a decision that needs another is refused."""
    for number in range(rounds // 3 + 1):
        running, rng = start(game, f"missing {number}")
        for question in questions(running, rng):
            opening, decision = running.table.opening, answer_randomly(Random(number), question)
            dealt = len(taken(running.table.events))
            full = replay(game, opening, [*running.decisions, decision])
            short = replay(game, opening._replace(deck=opening.deck[:dealt]), running.decisions)
            before = list(short.table.events)
            try:
                short.decide(decision)
            except Refused as refusal:
                if f"card {dealt + 1} is missing" not in str(refusal):
                    yield f"a missing card is refused in other words: {refusal}"
                if short.table.events != before or short.question != question:
                    yield "a decision that misses a card has changed the round"
            else:
                if short.table.events != full.table.events:
                    yield "a round with a short deck goes on without its cards"


def taken(events: list[Event]) -> list[int | None]:
    """The cards that left the deck, in order."""
    return [event.card for event in events if isinstance(event, CardDealt | CardBurned)]


def cards_come_from_the_top(game: Game, rounds: int) -> Iterator[str]:
    """Each card leaves the deck once, from the top; only dealt cards are shown or discarded."""
    for running in finished(game, rounds):
        deck, cards = running.table.opening.deck, taken(running.table.events)
        if tuple(cards) != deck[: len(cards)]:
            yield "cards do not come from the top of the deck"
        for event in running.table.events:
            if isinstance(event, CardsShown | CardsDiscarded) and not set(event.cards) <= {*cards}:
                yield f"{event.rule}: cards are shown or discarded that were not dealt"


def events_are_json(game: Game, rounds: int) -> Iterator[str]:
    """Written and read back, events and answers are the same."""
    for running in finished(game, rounds):
        try:
            text = json.dumps(events_json(running.table.events), allow_nan=False)
            answer = json.loads(json.dumps(answer_json(running), allow_nan=False))
        except (TypeError, ValueError) as fault:
            yield f"a round cannot be written as JSON: {fault}"
            return
        if json.dumps(json.loads(text)) != text or answer["events"] != json.loads(text):
            yield "events are not the same when they are written and read back"


def events_cite_rules(game: Game, rounds: int) -> Iterator[str]:
    """Every card and every settled wager names a rule of source.toml."""
    rules = game.source.rules
    for running in finished(game, rounds):
        for event in running.table.events:
            rule = getattr(event, "rule", "")
            must = isinstance(event, WagerSettled | CardDealt)
            if (must or rule) and rule not in rules:
                kind = type(event).__name__
                yield f"{kind} cites {rule or 'no rule'}, which source.toml does not have"


def rulings_open_tables(game: Game, rounds: int) -> Iterator[str]:
    """Every option of every ruling opens a table, and nothing else does."""
    for name, ruling in game.source.rulings.items():
        for option in ruling.options:
            settings = set_table(game, {**ruling.needs.get(option, {}), name: option})
            if settings.rulings[name] != option:
                yield f"ruling {name}: {option} opens a table with {settings.rulings[name]}"
            if bool(settings.labels) != (option in ruling.what_if):
                yield f"ruling {name}: {option} is labelled otherwise than what_if says"
        if not ruling.form and not _refuses_option(game, name):
            yield f"ruling {name} takes an option that it does not have"


def _refuses_option(game: Game, name: str) -> bool:
    try:
        set_table(game, {name: "no such option"})
    except Refused:
        return True
    return False
