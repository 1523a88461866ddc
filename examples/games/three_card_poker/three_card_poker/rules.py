"""Three Card Poker in its order of play."""

from pitboss.games.contract import Option, Play, Question, Table
from pitboss.games.events import DEALER, WagerSettled
from pitboss.money import EVEN_MONEY, Odds
from pitboss.paytable import Row
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
    if "ante" in table.open_wagers[seat]:
        ante = table.open_wagers[seat]["ante"]
        for wager in ("ante", "play"):
            settle_hand(table, seat, wager, player, dealer)
        pay_ante_bonus(table, seat, ante, row_of(table, "ante", player))
    if "pair-plus" in table.open_wagers[seat]:
        row = row_of(table, "pair-plus", player)
        if row is not None and isinstance(row.pay, Odds):
            table.pay(seat, "pair-plus", row.pay, "TCP-09", row.hand)
        else:
            table.take(seat, "pair-plus", "TCP-09")


def settle_hand(table: Table, seat: int, wager: str, player: int, dealer: int) -> None:
    if dealer < LOWEST_QUALIFIED:
        if wager == "play":
            table.push(seat, wager, "TCP-06")
        else:
            table.pay(seat, wager, EVEN_MONEY, "TCP-06")
    elif player == dealer:
        table.push(seat, wager, "TCP-07")
    elif player > dealer:
        table.pay(seat, wager, EVEN_MONEY, "TCP-07")
    else:
        table.take(seat, wager, "TCP-07")


def pay_ante_bonus(table: Table, seat: int, ante: int, row: Row | None) -> None:
    """Paid beside the Ante, win or lose: a row of its own, without a wager of its own."""
    if row is not None and isinstance(row.pay, Odds):
        paid, _ = row.pay.win(ante)
        pays = str(row.pay)
        table.settle(
            WagerSettled(seat, "ante-bonus", 0, "win", pays, paid, paid, row.hand, "TCP-08")
        )


def row_of(table: Table, wager: str, player: int) -> Row | None:
    """The row that a hand is paid by, if there is one."""
    return table.paytable(wager).row(CATEGORIES[player >> 20])
