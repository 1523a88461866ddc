"""Mississippi Stud in its order of play."""

from mississippi_stud.score import score
from pitboss.cards.poker import PAIR, category_name, category_of
from pitboss.games.blocks import pay_by_row
from pitboss.games.contract import Option, Play, Question, Table
from pitboss.games.events import COMMUNITY

SIX, JACK = 4, 9
FOLD = Option("fold")


def play(table: Table) -> Play:
    table.deal_hidden([seat for _ in range(2) for seat in table.seats], "MS-02")
    table.deal_hidden([COMMUNITY, COMMUNITY, COMMUNITY], "MS-02")
    for number, street in enumerate(("third", "fourth", "fifth")):
        for seat in table.seats_with("ante"):
            ante = table.open_wagers[seat]["ante"]
            bet = Option("bet", ante, 3 * ante, chip_cents=ante)
            choice = yield Question(seat, (bet, FOLD), "MS-03")
            if choice.action == "bet":
                table.place(seat, street, choice.cents, "MS-03")
            else:
                for wager in list(table.open_wagers[seat]):
                    table.take(seat, wager, "MS-03")
                table.discard(seat, table.hands[seat], "MS-03", seen_by=seat)
        table.show(COMMUNITY, "MS-04", table.hands[COMMUNITY][number : number + 1])
    for seat in table.seats_with("ante"):
        table.show(seat, "MS-05")
        settle(table, seat, score(*table.hands[seat], *table.hands[COMMUNITY]))


def settle(table: Table, seat: int, hand: int) -> None:
    row = table.paytable("ante").row(event_of(hand))
    for wager in list(table.open_wagers[seat]):
        pay_by_row(table, seat, wager, row, "MS-05")


def event_of(hand: int) -> str:
    """The row that a hand is settled by; pairs below sixes have none."""
    if category_of(hand) != PAIR:
        return category_name(hand)
    rank = hand >> 16 & 15
    if rank >= JACK:
        return "jacks-or-better"
    return "sixes-to-tens" if rank >= SIX else "pair"
