"""Three Card Poker in its order of play."""

from pitboss.games.blocks import compare, pay_by_row
from pitboss.games.contract import Option, Play, Question, Table
from pitboss.games.events import DEALER, WagerSettled
from pitboss.money import EVEN_MONEY, Odds
from three_card_poker.score import CATEGORIES, HIGH_CARD, score

QUEEN = 10
LOWEST_QUALIFIED = HIGH_CARD << 20 | QUEEN << 16
FOLD = Option("fold")


def play(table: Table) -> Play:
    table.deal_hidden([to for _ in range(3) for to in (*table.seats, DEALER)], "TCP-02")
    for seat in table.seats_with("ante"):
        ante = table.open_wagers[seat]["ante"]
        choice = yield Question(seat, (Option("play", ante, ante), FOLD), "TCP-03")
        if choice.action == "fold":
            for wager in list(table.open_wagers[seat]):
                table.take(seat, wager, "TCP-03")
            table.discard(seat, table.hands[seat], "TCP-03", seen_by=seat)
        else:
            table.place(seat, "play", ante, "TCP-03")
    table.show(DEALER, "TCP-04")
    dealer = score(*table.hands[DEALER])
    for seat in table.seats:
        if table.open_wagers[seat]:
            table.show(seat, "TCP-04")
            settle(table, seat, score(*table.hands[seat]), dealer)


def settle(table: Table, seat: int, player: int, dealer: int) -> None:
    hand = CATEGORIES[player >> 20]
    if "ante" in table.open_wagers[seat]:
        bonus = table.paytable("ante").row(hand)
        ante = table.open_wagers[seat]["ante"]
        if dealer < LOWEST_QUALIFIED:
            table.pay(seat, "ante", EVEN_MONEY, "TCP-06")
            table.push(seat, "play", "TCP-06")
        else:
            compare(table, seat, "ante", (player, dealer), "TCP-07")
            compare(table, seat, "play", (player, dealer), "TCP-07")
        if bonus is not None and isinstance(bonus.pay, Odds):
            pay_bonus(table, seat, bonus.pay, bonus.pay.win(ante)[0], bonus.hand)
    if "pair-plus" in table.open_wagers[seat]:
        pay_by_row(table, seat, "pair-plus", table.paytable("pair-plus").row(hand), "TCP-09")


def pay_bonus(table: Table, seat: int, odds: Odds, paid: int, hand: str) -> None:
    """Paid beside the Ante, win or lose: a row of its own, without a wager of its own."""
    row = WagerSettled(seat, "ante-bonus", 0, "win", str(odds), paid, paid, hand, "TCP-08")
    table.settle(row)
