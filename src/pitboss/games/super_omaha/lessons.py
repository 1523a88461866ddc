"""What is particular to Super Omaha in training: the hand, and a jackpot to be hit now and then."""

from collections.abc import Iterator, Sequence

from pitboss.cards import format_cards
from pitboss.cards.poker import CATEGORY_NAMES
from pitboss.games.contract import Opening, Table
from pitboss.games.events import COMMUNITY, DEALER, CardDealt, CardsShown, Event, WagerSettled
from pitboss.games.lesson import ALWAYS, Lesson, Moment, Progress, Step, Take, has, make_wagers
from pitboss.games.super_omaha.rules import play
from pitboss.games.super_omaha.words import describe, name_kind, situation

PLANTED = 96
"""Of 256 rounds, so many have a straight flush on the jackpot, royals among them."""

SPOTS = {
    "ante": (ALWAYS, (5, 10, 15, 20)),
    "high-hand": (130, (1, 2, 5)),
    "flop-bonus": (130, (1, 2, 5)),
    "jackpot-1": (200, (1,)),
}


def script(seats: Sequence[int], take: Take) -> dict[str, object]:
    """Every wager that the layout has, a five-card progressive with envy among them."""
    wagers = make_wagers(seats, take, SPOTS)
    jackpot = {
        "paytable": "5CL-E01",
        "type": "progressive",
        "wager": 1,
        "meter": 10_000 + 37 * take(1)[0],
        "seed": 10_000,
        "rate": "0.2",
    }
    tables = {"high-hand": "HHW-01", "flop-bonus": "SOA-01"}
    return {"wagers": wagers, "table": {"paytables": tables, "jackpots": [jackpot]}}


def plant(opening: Opening, take: Take) -> Opening:
    """Now and then a straight flush in a seat's jackpot hand, so that there is a hit to handle."""
    holders = [seat for seat, made in opening.wagers.items() if "jackpot-1" in made]
    if not opening.settings.jackpots or take(1)[0] >= PLANTED or not holders:
        return opening
    seat = holders[take(1)[0] % len(holders)]
    marked = int(opening.settings.rulings["five-card-community"]) - 1
    table = Table(opening)
    next(play(table))  # all cards are dealt before the first question
    dealt = [event.to for event in table.events if isinstance(event, CardDealt)]
    own = [spot for spot, to in enumerate(dealt) if to == seat]
    board = [spot for spot, to in enumerate(dealt) if to == COMMUNITY]
    low, suit = take(1)[0] % 9, take(1)[0] % 4
    deck = list(opening.deck)
    for spot, rank in zip([*own, board[marked]], range(low, low + 5), strict=True):
        there = deck.index(4 * rank + suit)
        deck[spot], deck[there] = deck[there], deck[spot]
    return opening._replace(deck=tuple(deck))


def ask_category(table: Table, of: int, at: int) -> Step:
    """The poker hand with the board beside it."""
    answer, board = describe(table, of), format_cards(table.hands[COMMUNITY])
    prompt = f"{has(of)} {answer['hole']} with {board}. Which hand?"
    names = filter(None, CATEGORY_NAMES)
    return Moment(at, "SO-10").choose("category", prompt, str(answer["category"]), names)


def ask_hand(progress: Progress, at: int, row: WagerSettled) -> Iterator[Step]:
    yield ask_category(progress.table, row.seat, at)


def ask_event(progress: Progress, at: int, event: Event) -> Iterator[Step]:
    """The dealer's hand, when the whole board lies open with it."""
    if isinstance(event, CardsShown) and event.of == COMMUNITY and progress.revealed:
        yield ask_category(progress.table, DEALER, at + 1)


LESSON = Lesson(
    script,
    situation,
    name_kind,
    ask_event=ask_event,
    ask_hand=ask_hand,
    plant=plant,
    rules={"fold": "SO-08", "envy": "SO-26"},
)
