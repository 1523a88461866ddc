"""Duki 4 Poker in its order of play."""

from functools import cache

from pitboss.games.contract import Option, Play, Question, Table
from pitboss.games.duki.score import best_three, cards_of, category_of, first_rank, ruled, score
from pitboss.games.events import DEALER
from pitboss.money import EVEN_MONEY, Odds
from pitboss.paytable import Row

FOLD = Option("fold")
LOWEST_PAID_PAIR = 2
"""Pair 4's or better: a four has rank 2 (DUKI-17)."""


def play(table: Table) -> Play:
    deal(table)
    for seat in table.seats_with("ante"):
        ante = table.open_wagers[seat]["ante"]
        choice = yield Question(seat, (Option.sized("play", ante, ante), FOLD), "DUKI-04")
        if choice.action == "fold":
            fold(table, seat)
        else:
            table.place(seat, "play", ante, "DUKI-06")
    table.show(DEALER, "DUKI-07")
    dealer = score_hand(table, DEALER)
    for seat in reversed(table.seats):
        if table.open_wagers[seat]:
            table.show(seat, "DUKI-07")
            settle(table, seat, score_hand(table, seat), dealer)


def deal(table: Table) -> None:
    """Four cards face down to each player and the dealer, as the shuffle machine gives them or
    one at a time in turn (DUKI-03, DUKI-19)."""
    table.deal_hidden(dealing_order(table.seats, table.rulings["shuffler"]), "DUKI-03")


@cache
def dealing_order(seats: tuple[int, ...], shuffler: str) -> tuple[int, ...]:
    """Who is given each card; the same in every round of these seats, and kept."""
    served = (*seats, DEALER)
    if shuffler == "yes":
        return tuple([to for to in served for _ in range(4)])
    return tuple([to for _ in range(4) for to in served])


def fold(table: Table, seat: int) -> None:
    """Everything the seat wagered is lost, and its cards are not shown (DUKI-05)."""
    for wager in ("ante", "tip", "bonus"):
        if wager in table.open_wagers[seat]:
            table.take(seat, wager, "DUKI-05")
    table.discard(seat, table.hands[seat], "DUKI-05", seen_by=seat)


def settle(table: Table, seat: int, player: int, dealer: int) -> None:
    """The seat's wagers, main wagers first (DUKI-12 to DUKI-17)."""
    if "ante" in table.open_wagers[seat]:
        settle_hand(table, seat, player, dealer)
    if "bonus" in table.open_wagers[seat]:
        settle_bonus(table, seat, player)


def settle_hand(table: Table, seat: int, player: int, dealer: int) -> None:
    qualified = cards_of(dealer)
    rule = ("DUKI-12", "DUKI-14", "DUKI-13")[max(0, qualified - 2)]
    wagers = ("ante", "play", "tip") if "tip" in table.open_wagers[seat] else ("ante", "play")
    for wager in wagers:
        if qualified and player < dealer:
            table.take(seat, wager, rule)
        elif (qualified and player == dealer) or (wager == "play" and not qualified):
            table.push(seat, wager, rule)
        elif wager == "play":
            table.pay(seat, wager, EVEN_MONEY, rule)
        else:
            odds, row = ante_odds(table, player, qualified)
            pay = table.pay_tip_box if wager == "tip" else table.pay
            pay(seat, wager, odds, rule, row)


def ante_odds(table: Table, player: int, qualified: int) -> tuple[Odds, str | None]:
    """What a winning Ante is paid, given how many cards the dealer's Duki has: by a row, or even
    money where no row applies, since a winning Ante is always paid."""
    row = ante_row(table, player, qualified)
    if row is None or not isinstance(row.pay, Odds):
        return EVEN_MONEY, None
    return row.pay, row.hand


def ante_row(table: Table, player: int, qualified: int) -> Row | None:
    """The row that a winning Ante is paid by, if there is one."""
    if cards_of(player) == 4:
        by_table = qualified != 3 or table.rulings["ante-four-beats-three"] == "table"
        return table.paytable("ante").row(category_of(player)) if by_table else None
    if qualified or not player or table.rulings["ante-three-card"] == "even":
        return None
    row = table.paytable("bonus").row(three_card_event(player))
    if row is None or not isinstance(row.pay, Odds):
        return None
    return row._replace(pay=row.pay._replace(terms="to 1"))  # on the Ante it is read to 1


def settle_bonus(table: Table, seat: int, player: int) -> None:
    """The bonus is paid by its table even if the hand lost (DUKI-16)."""
    row = bonus_row(table, seat, player)
    if row is None or not isinstance(row.pay, Odds):
        table.take(seat, "bonus", "DUKI-16")
        return
    by_ante_table = cards_of(player) == 4 and table.rulings["bonus-four-card"] == "ante-table"
    table.pay(seat, "bonus", row.pay, "DUKI-15" if by_ante_table else "DUKI-17", row.hand)


def bonus_row(table: Table, seat: int, player: int) -> Row | None:
    """The row that the bonus is paid by, under the ruling on 4-card Dukis."""
    if cards_of(player) < 4:
        event = three_card_event(player)
    else:
        ruling = table.rulings["bonus-four-card"]
        if ruling == "ante-table":
            return table.paytable("ante").row(category_of(player))
        if ruling == "three-suits-only":
            return None
        if ruling == "own-category":
            event = own_category_event(player)
        else:
            a, b, c, d = table.hands[seat]
            event = three_card_event(best_three(a, b, c, d, *ruled(table.rulings)))
    return table.paytable("bonus").row(event)


def three_card_event(value: int) -> str:
    """The bonus table's event for a 3-card Duki; a pair of twos or threes has none."""
    category = category_of(value)
    if category != "pair":
        return category
    return "pair-4s-or-better" if first_rank(value) >= LOWEST_PAID_PAIR else "low-pair"


def own_category_event(value: int) -> str:
    """A 4-card Duki with its own category: four of a kind as three, two pair as its higher pair."""
    category = category_of(value)
    if category == "four-of-a-kind":
        return "three-of-a-kind"
    if category in ("two-pair", "pair"):
        return "pair-4s-or-better" if first_rank(value) >= LOWEST_PAID_PAIR else "low-pair"
    return category


def score_hand(table: Table, of: int) -> int:
    a, b, c, d = table.hands[of]
    return score(a, b, c, d, *ruled(table.rulings))
