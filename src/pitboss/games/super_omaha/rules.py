"""Super Omaha in its order of play."""

from functools import cache, lru_cache

from pitboss.cards.poker import FLUSH, category_name, category_of
from pitboss.games.contract import Option, Play, Question, Table
from pitboss.games.events import COMMUNITY, DEALER
from pitboss.games.super_omaha.bonuses import flop_events, hand_events, paid_row
from pitboss.games.super_omaha.score import read_board, score
from pitboss.games.super_omaha.sensors import award_all, contribute_all, settle_jackpots
from pitboss.money import EVEN_MONEY, Odds

FOLD = Option("fold")


def play(table: Table) -> Play:
    contribute_all(table)
    deal(table)
    table.show(COMMUNITY, "SO-04", table.hands[COMMUNITY][:3])
    for seat in table.seats:
        choice = yield Question(seat, (*flop_options(table, seat), FOLD), "SO-05")
        if choice.action == "fold":
            fold(table, seat)
        else:
            table.place(seat, "flop", choice.cents, "SO-05")
    table.show(DEALER, "SO-09")
    table.show(COMMUNITY, "SO-09", table.hands[COMMUNITY][3:])
    settle_all(table)


def deal(table: Table) -> None:
    """Four hole cards each and five community cards, all face down (SO-03)."""
    table.deal_hidden(dealing_order(table.seats, table.rulings["shuffler"]), "SO-03")


@cache
def dealing_order(seats: tuple[int, ...], shuffler: str) -> tuple[int, ...]:
    """Hands as the shuffle machine gives them or one card at a time in turn; then the board."""
    served = (*seats, DEALER)
    if shuffler == "yes":
        hands = [to for to in served for _ in range(4)]
    else:
        hands = [to for _ in range(4) for to in served]
    return (*hands, *[COMMUNITY] * 5)


def flop_options(table: Table, seat: int) -> tuple[Option, ...]:
    """A Flop wager of 1x to 3x the Ante, never above the table maximum (SO-05, SO-06)."""
    ante, limit = table.open_wagers[seat]["ante"], table.opening.settings.limits.most_cents
    return flop_sizes(ante, limit or 3 * ante, table.rulings["flop-size"])


@lru_cache(1_024)
def flop_sizes(ante: int, limit: int, flop_size: str) -> tuple[Option, ...]:
    """The same for every round with this Ante: kept."""
    most = min(3 * ante, limit)
    options = [Option("flop", ante, most)]
    if flop_size == "whole-multiples":
        sizes = (ante, 2 * ante, 3 * ante)
        options = [Option("flop", size, size) for size in sizes if size <= most]
    if most < 3 * ante:
        options[-1] = options[-1]._replace(cap_rule="SO-06")
    return tuple(options)


def fold(table: Table, seat: int) -> None:
    """The Ante alone is lost; the hand stays for other wagers, if there are any (SO-07, SO-08)."""
    table.take(seat, "ante", "SO-07")
    if not table.open_wagers[seat]:
        table.discard(seat, table.hands[seat], "SO-07", seen_by=seat)


def settle_all(table: Table) -> None:
    """Compare with the dealer and settle from right to left, each seat's wagers in order."""
    if not any(table.open_wagers.values()):
        return
    board = read_board(table.hands[COMMUNITY])
    dealer = score(table.hands[DEALER], board)
    wins = award_all(table)
    for seat in reversed(table.seats):
        wagers = table.open_wagers[seat]
        if not wagers:
            continue
        table.show(seat, "SO-10")
        player = score(table.hands[seat], board)
        if "ante" in wagers:
            settle_hand(table, seat, player, dealer)
        if "high-hand" in wagers:
            settle_bonus(table, seat, "high-hand", hand_events(category_name(player)))
        if "flop-bonus" in wagers:
            settle_bonus(table, seat, "flop-bonus", flop_events(table.hands[COMMUNITY][:3]))
        settle_jackpots(table, seat, wins)


def settle_hand(table: Table, seat: int, player: int, dealer: int) -> None:
    """Ante and Flop wager against the dealer (SO-11 to SO-15)."""
    if player > dealer:
        settle_winning_ante(table, seat, player)
        table.pay(seat, "flop", EVEN_MONEY, "SO-12")
        return
    for wager in ("ante", "flop"):
        if player < dealer:
            table.take(seat, wager, "SO-13")
        else:
            table.push(seat, wager, "SO-14")


def settle_winning_ante(table: Table, seat: int, player: int) -> None:
    """By Appendix A: a flush or better is paid, less pushes (SO-11, SO-15)."""
    paid = category_of(player) >= FLUSH
    events = hand_events(category_name(player)) if paid else {"straight-or-less"}
    row = paid_row(table.paytable("ante"), events)
    if row and isinstance(row.pay, Odds):
        table.pay(seat, "ante", row.pay, "SO-11", row.hand)
    else:
        table.push(seat, "ante", "SO-15", row.hand if row else None)


def settle_bonus(table: Table, seat: int, wager: str, events: set[str]) -> None:
    """High Hand and Flop Bonus, whatever became of the hand (SO-16, SO-17)."""
    rule = "SO-16" if wager == "high-hand" else "SO-17"
    row = paid_row(table.paytable(wager), events)
    if row and isinstance(row.pay, Odds):
        table.pay(seat, wager, row.pay, rule, row.hand)
    else:
        table.take(seat, wager, rule)
