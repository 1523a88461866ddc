"""Five Card Holdout in its order of play."""

from functools import lru_cache

from pitboss.games.contract import Option, Play, Post, Question, Seating, Table, burn
from pitboss.games.events import COMMUNITY, EVERYONE, ButtonPlaced
from pitboss.games.holdout.betting import (
    NO_RAKE,
    UNLIMITED,
    Betting,
    Pot,
    Turns,
    award,
    betting_round,
    from_seat,
    structure,
)
from pitboss.games.holdout.score import score
from pitboss.games.source import read_rake
from pitboss.money import parse_dollars


def play(table: Table) -> Play:
    seating = table.opening.seating
    assert seating is not None
    table.events.append(ButtonPlaced(seating.button, "HOLD-02"))
    pot = Pot(table, from_left_of(seating.button, table.seats))
    post_antes(table, pot)
    big_blind = post_blinds(table, pot, seating)
    deal_five(table, pot)
    yield from bet(table, pot, "pre-flop", after(pot.seats, big_blind))
    if len(pot.seats) > 1:
        yield from hold(table, pot)
        expose_two(table, "HOLD-09")
        yield from bet(table, pot, "flop", pot.seats[0])
    aggressor = 0
    if len(pot.seats) > 1:
        expose_two(table, "HOLD-11")
        aggressor = yield from bet(table, pot, "river", pot.seats[0])
    settle(table, pot, aggressor or pot.seats[0])


@lru_cache(1_024)
def from_left_of(button: int, seats: tuple[int, ...]) -> tuple[int, ...]:
    """The seats from the button's left; the button itself, if anyone sits there, comes last."""
    return tuple(
        [seat for seat in seats if seat > button] + [seat for seat in seats if seat <= button]
    )


def after(seats: list[int], seat: int) -> int:
    """The next seat in turn."""
    return seats[(seats.index(seat) + 1) % len(seats)]


def post_antes(table: Table, pot: Pot) -> None:
    """Every seat's ante, where the house plays with one; it is no part of a wager (HOLD-28)."""
    ante = table.rulings["ante"]
    if ante != "none":
        for seat in pot.seats:
            pot.add_ante(seat, parse_dollars(ante), "HOLD-28")
        pot.close_antes()


def post_blinds(table: Table, pot: Pot, seating: Seating) -> int:
    """Blinds, short if need be (HOLD-24), and whatever passed and missed blinds are made up
    (HOLD-26), live chips before dead ones; the seat of the big blind, the last of several."""
    heads_up = table.rulings["heads-up-blinds"]
    posts = seating.posts or usual_posts(tuple(pot.seats), seating.blinds, heads_up)
    big_blind = [post.seat for post in posts if post.name == "big-blind"][-1]
    for post in posts:
        is_usual = post.seat == big_blind or post.name == "small-blind"
        pot.place(post.seat, post.name, post.live_cents, "HOLD-03" if is_usual else "HOLD-26")
    for post in posts:
        if post.dead_cents:
            pot.add_dead(post.seat, post.dead_cents, "HOLD-26")
    return big_blind


@lru_cache(1_024)
def usual_posts(seats: tuple[int, ...], blinds: tuple[int, int], heads_up: str) -> tuple[Post, ...]:
    """The two seats after the button (HOLD-03); of two players the button has the small blind,
    unless the ruling follows the letter of the text (HOLD-23)."""
    small, big = seats[0], seats[1]
    if len(seats) == 2 and heads_up == "button-small":
        small, big = big, small
    return Post(small, "small-blind", blinds[0]), Post(big, "big-blind", blinds[1])


def deal_five(table: Table, pot: Pot) -> None:
    """One card at a time from the button's left, five times round (HOLD-04)."""
    table.deal_hidden(pot.seats * 5, "HOLD-04")


def bet(table: Table, pot: Pot, name: str, first: int) -> Betting:
    """A betting round (HOLD-01, HOLD-05, HOLD-10) in the table's structure, with its cap."""
    seating, rulings = table.opening.seating, table.rulings
    assert seating is not None
    big_bet = name == "river" or name == rulings["big-bet-from"]
    rules = structure(
        rulings["betting"],
        seating,
        seating.blinds[1] if name == "pre-flop" else 0,
        seating.bets[1 if big_bet else 0],
        largest_wager(table, seating.chip_cents),
    )
    capped = rulings["wagers-per-round"]
    cap = UNLIMITED if capped == "unlimited" else int(capped)
    return betting_round(Turns(pot, rules, cap, seating.chip_cents), first)


def largest_wager(table: Table, chip_cents: int) -> int:
    """The table's maximum for one bet or raise, in whole chips."""
    most = table.opening.settings.limits.most_cents
    return most // chip_cents * chip_cents or UNLIMITED


def hold(table: Table, pot: Pot) -> Play:
    """Each seat still in holds one to five cards and puts the others face down before it, in turn
    or, by the ruling, all at once (HOLD-06, HOLD-07)."""
    discards = {}
    for seat in pot.seats:
        hand = table.hands[seat]
        choice = yield Question(seat, (Option("hold", cards=tuple(hand)),), "HOLD-06")
        discards[seat] = [card for card in hand if card not in choice.cards]
        if table.rulings["discard-order"] == "in-turn":
            lay_down(table, seat, discards[seat])
    if table.rulings["discard-order"] == "together":
        for seat, cards in discards.items():
            lay_down(table, seat, cards)


def lay_down(table: Table, seat: int, cards: list[int]) -> None:
    """Discards: their number is seen by all, the cards by their seat alone (HOLD-07)."""
    table.hands[seat] = [card for card in table.hands[seat] if card not in cards]
    table.discard(seat, cards, "HOLD-07", seen_by=seat)


def expose_two(table: Table, rule: str) -> None:
    """Burn a card, then turn up two community cards."""
    burn(table, rule)
    table.deal(COMMUNITY, EVERYONE, rule)
    table.deal(COMMUNITY, EVERYONE, rule)


def settle(table: Table, pot: Pot, first: int) -> None:
    """The last seat in takes the pot unseen (HOLD-15); else all show in turn from ``first``
    (HOLD-25) and the best hand wins each pot."""
    seating = table.opening.seating
    assert seating is not None
    ranks = dict.fromkeys(pot.seats, 0)
    community = table.hands[COMMUNITY]
    if len(pot.seats) > 1:
        for seat in from_seat(pot.seats, first):
            table.show(seat, "HOLD-25")
            ranks[seat] = score(table.hands[seat], community)
    rake = read_rake(table.rulings["rake"]) if community else NO_RAKE
    award(pot, ranks, rake, seating.chip_cents)
