"""What is particular to Super Omaha in training: the hand, and a jackpot to be hit now and then."""

from collections.abc import Iterator, Sequence
from itertools import combinations

from pitboss.cards import format_card, format_cards
from pitboss.cards.poker import CATEGORY_NAMES, category_name, rank_five
from pitboss.games.contract import Opening, Table
from pitboss.games.events import (
    COMMUNITY,
    DEALER,
    CardDealt,
    CardsShown,
    Event,
    JackpotHit,
    WagerSettled,
    numbered,
)
from pitboss.games.lesson import ALWAYS, Lesson, Moment, Progress, Step, Take, has, make_wagers
from pitboss.games.super_omaha.rules import play
from pitboss.games.super_omaha.words import describe, name_kind, situation
from pitboss.jackpots.terms import number_of

HANDS = tuple(filter(None, CATEGORY_NAMES))

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


def marked_spot(opening: Opening) -> int:
    """Which community card makes the five-card jackpot hand, from 0."""
    return int(opening.settings.rulings["five-card-community"]) - 1


def plant(opening: Opening, take: Take) -> Opening:
    """Now and then a straight flush in a seat's jackpot hand, so that there is a hit to handle."""
    holders = [seat for seat, made in opening.wagers.items() if "jackpot-1" in made]
    if not opening.settings.jackpots or take(1)[0] >= PLANTED or not holders:
        return opening
    seat = holders[take(1)[0] % len(holders)]
    marked = marked_spot(opening)
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
    return Moment(at, "SO-10").choose("category", prompt, str(answer["category"]), HANDS)


def ask_hand(progress: Progress, at: int, row: WagerSettled) -> Iterator[Step]:
    """The hand that decides the wager: of two and three cards against the dealer and on High Hand,
    on a jackpot its own; on the Flop Bonus, and for envy, none of the seat's."""
    if row.wager in ("ante", "flop", "high-hand"):
        yield ask_category(progress.table, row.seat, at)
    elif row.cents and row.wager.startswith("jackpot"):
        yield from ask_jackpot_hand(progress.table, row, at)


def ask_jackpot_hand(table: Table, row: WagerSettled, at: int) -> Iterator[Step]:
    """Four hole cards and the marked one, or the best five of them and the Flop. It is not asked
    where the pay table has other events than poker hands, and where a hit has told it."""
    terms = table.opening.settings.jackpots[number_of(row.wager) - 1]
    hits = [(hit.jackpot, hit.seat) for _, hit in numbered(table.events, JackpotHit)]
    is_poker = {one.event for one in terms.paytable.rows} <= set(CATEGORY_NAMES)
    if not is_poker or (row.wager, row.seat) in hits:
        return
    hole, board = table.hands[row.seat], table.hands[COMMUNITY]
    marked = board[marked_spot(table.opening)]
    if terms.family == "5CL":
        beside, words, rule = [marked], f"the marked card {format_card(marked)}", "SO-22"
    else:
        beside, words, rule = board[:3], f"the Flop {format_cards(board[:3])}", "SO-23"
    prompt = f"{has(row.seat)} {format_cards(hole)} with {words} on {row.wager}. Which hand?"
    best = max(rank_five(a, b, c, d, e) for a, b, c, d, e in combinations([*hole, *beside], 5))
    yield Moment(at, rule).choose("category", prompt, category_name(best), HANDS)


def ask_event(progress: Progress, at: int, event: Event) -> Iterator[Step]:
    """The dealer's hand, when the whole board lies open with it."""
    if isinstance(event, CardsShown) and event.of == COMMUNITY and progress.revealed:
        yield ask_category(progress.table, DEALER, at + 1)._replace(about="dealer")


LESSON = Lesson(
    script,
    situation,
    name_kind,
    ask_event=ask_event,
    ask_hand=ask_hand,
    plant=plant,
    rules={"fold": "SO-08", "envy": "SO-26"},
    reads_order=True,
)
