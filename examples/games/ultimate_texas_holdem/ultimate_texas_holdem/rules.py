"""Ultimate Texas Hold'em in its order of play."""

from pitboss.cards.poker import PAIR, category_name, category_of
from pitboss.games.contract import Option, Play, Question, Table
from pitboss.games.events import COMMUNITY, DEALER
from pitboss.money import EVEN_MONEY, Odds
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
    if "ante" in table.open_wagers[seat]:
        if category_of(dealer) < PAIR or player == dealer:
            table.push(seat, "ante", "UTH-05")
        else:
            end(table, seat, "ante", player > dealer)
        for wager in ("play", "blind"):
            if player == dealer:
                table.push(seat, wager, "UTH-06")
            else:
                end(table, seat, wager, player > dealer, category_name(player))
    if "trips" in table.open_wagers[seat]:
        wins = table.paytable("trips").row(category_name(player)) is not None
        end(table, seat, "trips", wins, category_name(player))


def end(table: Table, seat: int, wager: str, wins: bool, hand: str = "") -> None:
    """By the wager's table, in which a hand without a row pushes, or even money without one."""
    has_table = wager in table.opening.settings.paytables
    row = table.paytable(wager).row(hand) if has_table else None
    if not wins:
        table.take(seat, wager, "UTH-06")
    elif row is not None and isinstance(row.pay, Odds):
        table.pay(seat, wager, row.pay, "UTH-07", row.hand)
    elif has_table:
        table.push(seat, wager, "UTH-07")
    else:
        table.pay(seat, wager, EVEN_MONEY, "UTH-06")
