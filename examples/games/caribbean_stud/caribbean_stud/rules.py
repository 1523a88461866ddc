"""Caribbean Stud in its order of play."""

from caribbean_stud.score import score
from pitboss.cards.poker import ACE, HIGH_CARD, PAIR, category_name, category_of
from pitboss.games.blocks import compare, pay_by_row
from pitboss.games.contract import Option, Play, Question, Table
from pitboss.games.events import DEALER, EVERYONE
from pitboss.money import EVEN_MONEY

KING = 11
LOWEST_QUALIFIED = HIGH_CARD << 20 | ACE << 16 | KING << 12
FOLD = Option("fold")


def play(table: Table) -> Play:
    table.deal_hidden([to for _ in range(4) for to in (*table.seats, DEALER)], "CS-02")
    table.deal_hidden(table.seats, "CS-02")
    table.deal(DEALER, EVERYONE, "CS-02")
    for seat in table.seats:
        twice = 2 * table.open_wagers[seat]["ante"]
        choice = yield Question(seat, (Option("raise", twice, twice), FOLD), "CS-03")
        if choice.action == "fold":
            table.take(seat, "ante", "CS-03")
            table.discard(seat, table.hands[seat], "CS-03", seen_by=seat)
        else:
            table.place(seat, "raise", twice, "CS-03")
    table.show(DEALER, "CS-04")
    dealer = score(*table.hands[DEALER])
    for seat in table.seats_with("raise"):
        table.show(seat, "CS-04")
        settle(table, seat, score(*table.hands[seat]), dealer)


def settle(table: Table, seat: int, player: int, dealer: int) -> None:
    if dealer < LOWEST_QUALIFIED:
        table.pay(seat, "ante", EVEN_MONEY, "CS-05")
        table.push(seat, "raise", "CS-05")
        return
    compare(table, seat, "ante", (player, dealer), "CS-06")
    if player > dealer:
        row = table.paytable("raise").row(event_of(player))
        pay_by_row(table, seat, "raise", row, "CS-06")
    else:
        compare(table, seat, "raise", (player, dealer), "CS-06")


def event_of(player: int) -> str:
    """The row that a winning hand is paid by."""
    return category_name(player) if category_of(player) > PAIR else "pair-or-less"
