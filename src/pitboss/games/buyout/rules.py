"""Ultimate 4 Card Buyout in its order of play."""

from collections.abc import Generator

from pitboss.games.buyout.bonus import points_range
from pitboss.games.buyout.score import points
from pitboss.games.contract import Choice, Option, Play, Question, Table
from pitboss.games.events import DEALER, EVERYONE, NOBODY
from pitboss.money import EVEN_MONEY, Odds
from pitboss.paytable import PayTable, Row

FOLD = Option("fold")
REFUSE = Option("refuse")
DRAWS_BELOW = 13
"""The dealer draws a fifth card with fewer points than this in four (BUYOUT-08)."""

MAIN_WAGERS = ("first", "second", "third")

Serving = Generator[Question, Choice, bool]


def play(table: Table) -> Play:
    deal(table)
    challengers = []
    for seat in table.seats:
        if "first" not in table.open_wagers[seat]:
            serve_bonus_alone(table, seat)
            continue
        stays = yield from serve(table, seat)
        if stays:
            challengers.append(seat)
            check_security(table, seat)
    table.show(DEALER, "BUYOUT-23")
    if challengers:
        draw(table)
    dealer = points(table.hands[DEALER])
    for seat in reversed(challengers):
        settle(table, seat, dealer)
    for owner in (*challengers, DEALER):
        table.discard(owner, table.hands[owner], "BUYOUT-25")


def deal(table: Table) -> None:
    """Two cards each in rotation, the dealer's first one face down (BUYOUT-10)."""
    for turn in range(2):
        for to in (*table.seats, DEALER):
            hidden = to == DEALER and turn == 0
            table.deal(to, NOBODY if hidden else EVERYONE, "BUYOUT-10")


def serve(table: Table, seat: int) -> Serving:
    """Third and fourth card of one player; tells whether the hand challenges the dealer."""
    first = table.open_wagers[seat]["first"]
    hand = table.hands[seat]
    seen = list(hand)
    for wager, rule in (("second", "BUYOUT-12"), ("third", "BUYOUT-15")):
        card = table.deal(seat, EVERYONE, "BUYOUT-11" if wager == "second" else "BUYOUT-12")
        seen.append(card)
        choice = yield ask_to_buy(hand, seat, Option.sized("buy", first, first))
        if choice.action == "fold":
            fold(table, seat)
            return False
        if choice.action == "refuse":
            hand.remove(card)
            table.discard(seat, [card], "BUYOUT-13" if wager == "second" else "BUYOUT-16")
            break
        table.place(seat, wager, first, rule)
    serve_bonus(table, seat, seen)
    return True


def ask_to_buy(hand: list[int], seat: int, buy: Option) -> Question:
    """What the player may do with the card just delivered (BUYOUT-11 to BUYOUT-17)."""
    playable_without = points(hand[:-1]) > 0
    if len(hand) == 3:
        if playable_without:
            return Question(seat, (buy, REFUSE, FOLD), "BUYOUT-11")
        return Question(seat, (buy, FOLD), "BUYOUT-11", {"refuse": "BUYOUT-13"})
    if playable_without:
        return Question(seat, (buy, REFUSE, FOLD), "BUYOUT-15")
    if points(hand) > 0:
        return Question(seat, (buy, FOLD), "BUYOUT-15", {"refuse": "BUYOUT-16"})
    denied = {"buy": "BUYOUT-15", "refuse": "BUYOUT-16"}
    return Question(seat, (FOLD,), "BUYOUT-17", denied)


def fold(table: Table, seat: int) -> None:
    """Every wager goes to the tray, then the cards to the rack (BUYOUT-14, BUYOUT-22)."""
    for wager in (*MAIN_WAGERS, "bonus"):
        if wager in table.open_wagers[seat]:
            table.take(seat, wager, "BUYOUT-14")
    table.discard(seat, table.hands[seat], "BUYOUT-22")


def serve_bonus(table: Table, seat: int, seen: list[int]) -> None:
    """Settle the bonus of a player who stays, before the next one is served (BUYOUT-19)."""
    if "bonus" not in table.open_wagers[seat]:
        return
    if table.rulings["bonus-hand"] == "bought":
        settle_bonus(table, seat, table.hands[seat])
        return
    if len(seen) == 3:
        card = table.deal(seat, EVERYONE, "BUYOUT-19")
        table.hands[seat].remove(card)
        table.discard(seat, [card], "BUYOUT-19")
        seen = [*seen, card]
    settle_bonus(table, seat, seen)


def serve_bonus_alone(table: Table, seat: int) -> None:
    """Two more cards and no decision (BUYOUT-20)."""
    for _ in range(2):
        table.deal(seat, EVERYONE, "BUYOUT-20")
    settle_bonus(table, seat, table.hands[seat])
    table.discard(seat, table.hands[seat], "BUYOUT-20")


def settle_bonus(table: Table, seat: int, cards: list[int]) -> None:
    row = bonus_row(table.paytable("bonus"), points(cards))
    if row is None or not isinstance(row.pay, Odds):
        table.take(seat, "bonus", "BUYOUT-19")
    else:
        table.pay(seat, "bonus", row.pay, "BUYOUT-27", row.hand)


def bonus_row(paytable: PayTable, total: int) -> Row | None:
    """The row whose range of points holds this total."""
    for row in paytable.rows:
        least, most = points_range(row.event)
        if least <= total <= most:
            return row
    return None


def check_security(table: Table, seat: int) -> None:
    """Cards in play and wagers match: two and one, three and two, four and three (BUYOUT-26)."""
    wagers = sum(wager in table.open_wagers[seat] for wager in MAIN_WAGERS)
    assert len(table.hands[seat]) == wagers + 1, f"BUYOUT-26: seat {seat}"


def draw(table: Table) -> None:
    """The dealer's third and fourth card, and the fifth if due (BUYOUT-08, BUYOUT-23)."""
    for _ in range(2):
        table.deal(DEALER, EVERYONE, "BUYOUT-23")
    if points(table.hands[DEALER]) < DRAWS_BELOW:
        table.deal(DEALER, EVERYONE, "BUYOUT-08")


def settle(table: Table, seat: int, dealer: int) -> None:
    """Pay, push or take the wagers in the order made (BUYOUT-07, BUYOUT-24)."""
    player = points(table.hands[seat])
    for wager in MAIN_WAGERS:
        if wager not in table.open_wagers[seat]:
            break
        if player > dealer:
            table.pay(seat, wager, EVEN_MONEY, "BUYOUT-24")
        elif player == dealer:
            table.push(seat, wager, "BUYOUT-07")
        else:
            table.take(seat, wager, "BUYOUT-24")
