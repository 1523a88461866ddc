"""Holdout rounds at random, stopped where a seat is asked, and the same with hidden cards moved."""

from collections.abc import Iterator
from random import Random

from pitboss.games import find_game
from pitboss.games.contract import Decision, Opening, Question
from pitboss.games.opening import set_table
from pitboss.rounds.runner import Runner, replay

GAME = find_game("holdout")
STRUCTURES = ("limit", "spread-limit", "pot-limit", "no-limit")


def open_table(random: Random, seats: int, **rulings: object) -> Runner:
    """A round about to start, with stacks of all sizes."""
    settings = set_table(GAME, {name.replace("_", "-"): value for name, value in rulings.items()})
    assert GAME.read_seating is not None
    stacks = {str(seat): random.choice((3, 9, 30, 70, 200)) for seat in range(1, seats + 1)}
    given = {"stacks": stacks, "button": random.randint(1, seats), "blinds": [2, 4]}
    deck = list(range(52))
    random.shuffle(deck)
    seating = GAME.read_seating(settings, given)
    return Runner(GAME, Opening(settings, {}, tuple(deck), "", seating))


def answer(random: Random, question: Question) -> Decision:
    """Any legal answer; folds are rare, so that rounds go on."""
    options = [option for option in question.options if option.action != "fold"]
    option = random.choice(options if random.random() < 0.93 else question.options)
    if option.cards:
        cards = random.sample(option.cards, random.randint(1, 5))
        return Decision(question.seat, option.action, cards=tuple(cards))
    cents = random.choice((option.least_cents, option.most_cents))
    return Decision(question.seat, option.action, cents or None)


def questions(random: Random, running: Runner) -> Iterator[Runner]:
    """Play a round at random, and give it at each question."""
    while running.question:
        yield running
        running.decide(answer(random, running.question))


def with_hidden_cards_moved(random: Random, running: Runner) -> Runner:
    """The same round for the seat that is asked, with every card it cannot see in other places."""
    opening, question = running.table.opening, running.question
    assert question is not None
    deck, places = list(opening.deck), hidden_places(running, question.seat)
    cards = [deck[place] for place in places]
    random.shuffle(cards)
    for place, card in zip(places, cards, strict=True):
        deck[place] = card
    moved = dict(zip(opening.deck, deck, strict=True))
    decisions = [move_hold(decision, question.seat, moved) for decision in running.decisions]
    return replay(GAME, opening._replace(deck=tuple(deck)), decisions)


def move_hold(decision: Decision, seat: int, moved: dict[int, int]) -> Decision:
    """Others hold the cards that now lie where the ones they held did."""
    if decision.cards is None or decision.seat == seat:
        return decision
    return decision._replace(cards=tuple(moved[card] for card in decision.cards))


def hidden_places(running: Runner, seat: int) -> list[int]:
    """The places in the deck of cards that a seat has not seen; burned cards are among them."""
    opening = running.table.opening
    assert opening.seating is not None
    seats, button = sorted(opening.seating.stacks), opening.seating.button
    order = [one for one in seats if one > button] + [one for one in seats if one <= button]
    dealt = 5 * len(seats)
    own = [place for place in range(dealt) if order[place % len(seats)] == seat]
    board = [dealt + 1, dealt + 2, dealt + 4, dealt + 5][: len(running.table.hands[-1])]
    return [place for place in range(52) if place not in own and place not in board]
