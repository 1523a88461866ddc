"""Ultimate Texas Hold'em in its order of play."""

from pitboss.cards.poker import PAIR, category_name, category_of
from pitboss.games.blocks import compare, pay_by_row
from pitboss.games.contract import Option, Play, Question, Table
from pitboss.games.events import COMMUNITY, DEALER
from ultimate_texas_holdem.score import score

CHECK, FOLD = Option("check"), Option("fold")


def play(table: Table) -> Play:
    for seat in table.seats_with("ante"):
        table.place(seat, "blind", table.open_wagers[seat]["ante"], "UTH-01")
    table.deal_hidden([to for _ in range(2) for to in (*table.seats, DEALER)], "UTH-02")
    table.deal_hidden([COMMUNITY] * 5, "UTH-02")
    board = table.hands[COMMUNITY]
    stages = ((3, 4, CHECK, board[:3]), (2, 2, CHECK, board[3:]), (1, 1, FOLD, board[5:]))
    for least, most, other, turned in stages:
        for seat in table.seats_with("ante"):
            if "play" not in table.open_wagers[seat]:
                ante = table.open_wagers[seat]["ante"]
                bet = Option("raise", least * ante, most * ante, chip_cents=ante)
                choice = yield Question(seat, (bet, other), "UTH-03")
                if choice.action == "raise":
                    table.place(seat, "play", choice.cents, "UTH-03")
                elif choice.action == "fold":
                    table.take(seat, "ante", "UTH-03")
                    table.take(seat, "blind", "UTH-03")
        if turned:
            table.show(COMMUNITY, "UTH-04", turned)
    table.show(DEALER, "UTH-04")
    for seat in table.seats:
        if table.open_wagers[seat]:
            table.show(seat, "UTH-04")
            player, dealer = (score(*table.hands[of], *board) for of in (seat, DEALER))
            settle(table, seat, player, dealer)


def settle(table: Table, seat: int, player: int, dealer: int) -> None:
    hand = category_name(player)
    if "ante" in table.open_wagers[seat]:
        if category_of(dealer) < PAIR:
            table.push(seat, "ante", "UTH-05")
        else:
            compare(table, seat, "ante", (player, dealer), "UTH-06")
        compare(table, seat, "play", (player, dealer), "UTH-06")
        row = table.paytable("blind").row(hand)
        if player > dealer and row:
            pay_by_row(table, seat, "blind", row, "UTH-07")
        elif player > dealer:
            table.push(seat, "blind", "UTH-07")
        else:
            compare(table, seat, "blind", (player, dealer), "UTH-06")
    if "trips" in table.open_wagers[seat]:
        pay_by_row(table, seat, "trips", table.paytable("trips").row(hand), "UTH-07")
