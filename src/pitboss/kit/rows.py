"""Whether every printed row of a game's pay tables can be reached.

Rare hands are not waited for. A round is played once to see which places of the deck a seat's hand
and the community cards come from; then cards that belong together (of a kind, in a row, of a suit)
are put there, and the game's own rules settle what they make.
"""

from collections.abc import Iterator, Sequence
from random import Random

from pitboss.cards import DECK, rank_of, suit_of
from pitboss.games.contract import Game, Opening
from pitboss.games.events import COMMUNITY, CardDealt
from pitboss.jackpots.terms import is_sensor, number_of
from pitboss.kit.openings import JACKPOT, answer_randomly, open_randomly
from pitboss.paytable import PayTable, Word
from pitboss.rounds.runner import Runner

DEALS = 8_000
"""Rounds in which rows are looked for; most games need a few hundred."""
A_TABLE = 20
"""Deals at one random table before the next."""
UNPAID = (Word.LOSS, Word.ABSENT)

Event = tuple[str, str]
"""A wager and the event of a row."""


def rows_are_reached(game: Game, rounds: int) -> Iterator[str]:
    """Every printed row that pays is reached by some hand, or named as dead with the reason."""
    tables = [table for printed in game.paytables.values() for table in printed.values()]
    reached = reach(game, wanted_of(tables), DEALS)
    for table in tables:
        where = f"pay table {table.code} of {table.wager}"
        events = {row.event for row in table.rows}
        for event in set(table.dead) - events:
            yield f"{where}: {event} is named as dead and is no row"
        for row in table.rows:
            if row.pay in UNPAID:
                continue
            is_reached = (table.wager, row.event) in reached
            if is_reached and row.event in table.dead:
                yield f"{where}: the row {row.event} is named as dead, and a hand reached it"
            if not is_reached and row.event not in table.dead:
                yield (
                    f"{where}: no hand reached the row {row.event} ({row.hand}) in {DEALS:,} deals;"
                    " let rules.py settle it, or name it under dead with the reason"
                )


def wanted_of(tables: Sequence[PayTable]) -> set[Event]:
    """The events of all rows that pay and are not named as dead."""
    return {
        (table.wager, row.event)
        for table in tables
        for row in table.rows
        if row.pay not in UNPAID and row.event not in table.dead
    }


def reach(game: Game, wanted: set[Event], deals: int) -> set[Event]:
    """The events by which wagers were settled, until there are all that are wanted."""
    rng = Random(f"rows {game.source.key}")
    reached: set[Event] = set()
    for number in range(deals):
        if wanted <= reached:
            break
        if number % A_TABLE == 0:
            opening = open_randomly(game, rng)
        seed = rng.random()
        running = play(game, opening, seed)
        reached |= events_of(running)
        seat = rng.choice(running.table.seats)
        shaped = arrange(opening.deck, places_of(running, seat), rng)
        reached |= events_of(play(game, opening._replace(deck=shaped), seed))
    return reached


def play(game: Game, opening: Opening, seed: float) -> Runner:
    """A round to its end, decided by chance from a seed."""
    running, rng = Runner(game, opening), Random(seed)
    while running.question:
        running.decide(answer_randomly(rng, running.question))
    return running


def places_of(running: Runner, seat: int) -> list[int]:
    """The places in the deck of a seat's cards and the community's."""
    dealt = [event for event in running.table.events if isinstance(event, CardDealt)]
    cards = {event.card for event in dealt if event.to in (seat, COMMUNITY)}
    return [place for place, card in enumerate(running.table.opening.deck) if card in cards]


def events_of(running: Runner) -> set[Event]:
    """The rows by which a round's wagers were settled."""
    settings, found = running.table.opening.settings, set()
    for row in running.settlement:
        tables = settings.paytables
        if is_sensor(row.wager):
            tables = {JACKPOT: settings.jackpots[number_of(row.wager) - 1].paytable}
        own = tables.get(row.wager)
        if own and any(one.hand == row.row for one in own.rows):
            tables = {row.wager: own}  # some wagers are paid by the table of another
        for wager, table in tables.items():
            found |= {(wager, one.event) for one in table.rows if one.hand == row.row}
    return found


def arrange(deck: tuple[int, ...], places: Sequence[int], rng: Random) -> tuple[int, ...]:
    """The deck with cards that belong together in some of these places."""
    cards = belonging(rng.randint(1, max(1, len(places))), rng)
    chosen = rng.sample(places, min(len(cards), len(places)))
    rest = [card for card in deck if card not in cards[: len(chosen)]]
    arranged = dict(zip(chosen, cards, strict=False))
    others = iter(rest)
    return tuple(
        arranged[place] if place in arranged else next(others) for place in range(len(deck))
    )


def belonging(number: int, rng: Random) -> list[int]:
    """Up to so many cards: of one to three ranks, in a row, of a suit, or both of these."""
    if rng.random() < 0.4:
        ranks = set(rng.sample(range(13), rng.randint(1, 3)))
        pool = [card for card in DECK if rank_of(card) in ranks]
        return rng.sample(pool, min(number, len(pool)))
    suit = rng.randrange(5)  # the fifth stands for any suit
    pool = [card for card in DECK if suit in (suit_of(card), 4)]
    if rng.random() < 0.3:
        return rng.sample(pool, min(number, len(pool)))
    top = rng.choice((12, 12, rng.randint(3, 12)))
    run = [(top - step) % 13 for step in range(number)]
    return [rng.choice([card for card in pool if rank_of(card) == rank]) for rank in run[:13]]
