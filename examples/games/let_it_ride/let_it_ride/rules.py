"""Let It Ride in its order of play."""

from let_it_ride.score import score
from pitboss.cards.poker import PAIR, category_name, category_of
from pitboss.games.blocks import pay_by_row
from pitboss.games.contract import Option, Play, Question, Table
from pitboss.games.events import COMMUNITY

TEN = 8
BACK = Option("take-back")


def play(table: Table) -> Play:
    table.deal_hidden([seat for _ in range(3) for seat in table.seats], "LIR-02")
    table.deal_hidden([COMMUNITY, COMMUNITY], "LIR-02")
    for number, wager in enumerate(("first", "second")):
        for seat in table.seats:
            bet = table.open_wagers[seat]["bet"]
            choice = yield Question(seat, (Option("ride", bet, bet), BACK), "LIR-03")
            if choice.action == "ride":
                table.place(seat, wager, bet, "LIR-03")
        table.show(COMMUNITY, "LIR-04", table.hands[COMMUNITY][number : number + 1])
    for seat in table.seats:
        table.show(seat, "LIR-05")
        settle(table, seat, score(*table.hands[seat], *table.hands[COMMUNITY]))


def settle(table: Table, seat: int, hand: int) -> None:
    row = table.paytable("bet").row(event_of(hand))
    for wager in list(table.open_wagers[seat]):
        pay_by_row(table, seat, wager, row, "LIR-05")


def event_of(hand: int) -> str:
    """The row that a hand is paid by; a pair below tens has none."""
    if category_of(hand) == PAIR and hand >> 16 & 15 >= TEN:
        return "tens-or-better"
    return category_name(hand)
