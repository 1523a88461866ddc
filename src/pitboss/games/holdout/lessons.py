"""What is particular to Holdout in training: what goes back, the showdown, and the pots."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations

from pitboss.cards import format_cards
from pitboss.cards.poker import CATEGORY_NAMES
from pitboss.games import events as happened
from pitboss.games.contract import Table
from pitboss.games.events import COMMUNITY, numbered
from pitboss.games.holdout.seating import FEWEST
from pitboss.games.holdout.words import describe, name_kind, situation
from pitboss.games.lesson import BEFORE_PLAYER, Lesson, Moment, Step, Take, pick, place, places
from pitboss.games.words import pot_title
from pitboss.money import money

HANDS = tuple(filter(None, CATEGORY_NAMES))
MOST_SHARES = 3
"""Answers that share a pot among those that are offered."""


def script(seats: Sequence[int], take: Take) -> dict[str, object]:
    """Some stacks are short, so that there are side pots to make."""
    return {
        "stacks": {str(seat): pick(take, (14, 25, 37, 60, 120)) for seat in seats},
        "button": seats[take(1)[0] % len(seats)],
        "blinds": [2, 4],
        "chip": 1,
        "table": {"rulings": {"rake": {"percent": 5, "cap": 4}}},
    }


def settle(table: Table) -> list[Step]:
    """The questions about the end of a round, in order."""
    if any(numbered(table.events, happened.RoundVoided)):
        return list(return_chips(table))
    return sorted([*ask_showdown(table), *ask_pots(table)], key=lambda step: step.at)


def ask_showdown(table: Table) -> Iterator[Step]:
    """What goes back uncalled; who shows next, and what the hand is."""
    waiting = sorted(event.of for _, event in numbered(table.events, happened.CardsShown))
    board = format_cards(table.hands[COMMUNITY])
    for at, event in enumerate(table.events):
        if isinstance(event, happened.ChipsReturned):
            prompt = f"Not all of the wager of seat {event.seat} was called. How much goes back?"
            step = Moment(at, event.rule).amount("return", prompt, event.cents)
            yield step._replace(about=str(event.seat))
        if not isinstance(event, happened.CardsShown):
            continue
        if len(waiting) > 1:
            choices = places(*waiting)
            moment = Moment(at, event.rule)
            yield moment.choose("next-seat", "Who shows next?", place(event.of), choices)
        waiting.remove(event.of)
        prompt = f"Seat {event.of} holds {format_cards(event.cards)} with {board}. Which hand?"
        hand = str(describe(table, event.of)["category"])
        # A royal flush is a straight flush: no pay table tells them apart here.
        also = ("straight-flush",) if hand == "royal-flush" else ()
        step = Moment(at + 1, "HOLD-08").choose("category", prompt, hand, HANDS, *also)
        yield step._replace(about=str(event.of))


def ask_pots(table: Table) -> Iterator[Step]:
    """The size of each pot and its rake; then who gets what, the last side pot first."""
    pots: dict[int, happened.PotMade] = {}
    for at, event in numbered(table.events, happened.PotMade):
        pots[event.pot] = event
        name, rake = pot_title(event.pot), table.rulings["rake"]
        prompt = f"How much is in {name}, before rake? In it: {_seats(event.seats)}."
        yield Moment(at, event.rule).amount("pot", prompt, event.cents + event.rake_cents)
        if rake != "none":
            prompt = f"{rake_words(table)} How much comes from {name}?"
            yield Moment(at, "HOLD-27").amount("rake", prompt, event.rake_cents)
    awards = list(numbered(table.events, happened.PotAwarded))
    yield from _ask_awards(table, pots, awards)


def rake_words(table: Table) -> str:
    """How the rake is reckoned: from the main pot on, in whole chips, of what the pots have so far
    together."""
    seating = table.opening.seating
    assert seating
    return (
        f"The rake is {table.rulings['rake']} on the main pot and each side pot added to it,"
        f" rounded down to whole chips of {money(seating.chip_cents)}; a side pot gives what is"
        " then still due."
    )


def _ask_awards(
    table: Table,
    pots: dict[int, happened.PotMade],
    awards: list[tuple[int, happened.PotAwarded]],
) -> Iterator[Step]:
    asked: set[int] = set()
    for at, event in awards:
        if event.pot not in asked:
            asked.add(event.pot)
            winners = [one.seat for _, one in awards if one.pot == event.pot]
            moment = Moment(at, event.rule)
            yield from _ask_winners(pots[event.pot], winners, moment, table.opening.deck[0])
        rule = "HOLD-22" if event.rule == "HOLD-13" else event.rule
        prompt = f"How much of {pot_title(event.pot)} goes to seat {event.seat}?"
        step = Moment(at, rule).amount("amount", prompt, event.cents)
        yield step._replace(about=str(event.seat))


def _ask_winners(
    pot: happened.PotMade, winners: list[int], moment: Moment, turn: int
) -> Iterator[Step]:
    """Who wins a pot, where more than one seat plays for it. Some who might share it stand among
    the answers, as many whether it is shared or not; a wrong answer costs what it gives to a seat
    beyond what that seat has won."""
    if len(pot.seats) == 1:
        return
    groups = [group for n in range(2, len(pot.seats) + 1) for group in combinations(pot.seats, n)]
    turn %= len(groups)
    groups = [*groups[turn:], *groups[:turn]][:MOST_SHARES]
    if len(winners) > 1 and tuple(winners) not in groups:
        groups[-1] = tuple(winners)
    answers = {_seats(group): group for group in [*zip(pot.seats), *sorted(groups)]}
    step = moment.choose("winner", f"Who wins {pot_title(pot.pot)}?", _seats(winners), answers)
    due = dict.fromkeys(winners, pot.cents // len(winners))
    costs = {
        words: sum(max(0, pot.cents // len(group) - due.get(seat, 0)) for seat in group)
        for words, group in answers.items()
    }
    yield step._replace(costs=tuple(costs.items()))


def _seats(seats: Iterable[int]) -> str:
    return " and ".join(map(place, sorted(seats)))


def return_chips(table: Table) -> Iterator[Step]:
    """A void gives every seat back what it put in."""
    put: dict[int, int] = {}
    for at, event in enumerate(table.events):
        if isinstance(event, happened.ChipsPlaced):
            put[event.seat] = put.get(event.seat, 0) + event.cents
        elif isinstance(event, happened.ChipsReturned):
            put[event.seat] -= event.cents
        elif isinstance(event, happened.RoundVoided):
            for seat in sorted(put):
                yield Moment(at + 1, event.rule).give_back(seat, put[seat])


LESSON = Lesson(
    script,
    situation,
    name_kind,
    settle=settle,
    least_players=FEWEST,
    discards_to=lambda event: BEFORE_PLAYER,
)
