"""The ledger's accounts. Every move of money is a set of postings that sum to zero.

Chips come from the ``cage``, lie in a person's ``player`` account, go to a ``seat``, and while a
round is played to ``play``; wins and losses meet the table's ``bank``. A jackpot's accounts hold
its meter, reserve and overflow in whole cents, rounded down; the fraction of a cent that the exact
meter has beyond that is still in the bank.
"""

from collections.abc import Callable, Mapping
from functools import lru_cache

from pitboss.games.events import PotMade
from pitboss.jackpots.meter import Meter
from pitboss.money import floor_cents
from pitboss.rounds.runner import Runner

CAGE = "cage"
PROMOTIONS = "promotions"
PRACTICE = "bank:practice"
"""All chips of practice tables come from here and go back: no person's account and no book of the
house has anything to do with them."""

Postings = dict[str, int]


Account = Callable[[str], str]
"""The account of a person, a table or a jackpot."""

player: Account = "player:{}".format
play: Account = "play:{}".format
bank: Account = "bank:{}".format
rake: Account = "rake:{}".format
tips: Account = "tips:{}".format
held: Account = "held:{}".format
"""Jackpot hits that are not yet verified and paid."""


@lru_cache(2_048)
def seats(table: str) -> tuple[str, ...]:
    """A table's seats by their numbers; no game has more than nine."""
    return tuple(f"seat:{table}:{number}" for number in range(10))


def seat(table: str, number: int) -> str:
    return seats(table)[number]


def is_jackpot(account: str) -> bool:
    """Whether an account follows a jackpot's meter."""
    return account.startswith("jackpot:")


def is_house(account: str) -> bool:
    """Whether an account is a table's bank or a jackpot's: what else moves is others' money."""
    return is_jackpot(account) or account.startswith("bank:")


def may_owe(account: str) -> bool:
    """Whether an account may stand below zero: the house's own, never a player's or a meter's."""
    return account in (CAGE, PROMOTIONS) or account.startswith("bank:")


def brought(postings: Mapping[str, int]) -> tuple[int, bool]:
    """Chips that came to a seat, and whether they are a person's own: those of practice players
    come from the cage."""
    cents = sum(cents for account, cents in postings.items() if account.startswith("seat:"))
    return cents, any(account.startswith("player:") for account in postings)


def of_round(table: str, running: Runner) -> Postings:
    """What a round has moved so far, from its wagers and the rows settled."""
    names = seats(table)
    if running.table.opening.seating:
        moved = {names[number]: cents for number, cents in running.net_cents.items()}
        if running.status == "settled":
            pots = (event for event in running.table.events if isinstance(event, PotMade))
            moved[rake(table)] = sum(pot.rake_cents for pot in pots)
        moved[play(table)] = -sum(moved.values())
        return moved
    moved = {names[number]: -cents for number, cents in running.table.staked.items()}
    in_play, tipped = -sum(moved.values()), 0
    for row in running.settlement:
        moved[names[row.seat]] += row.cents + row.net_cents
        in_play -= row.cents
        if row.wager == "tip" and row.outcome == "win":
            tipped += row.cents + row.paid_cents
    moved |= {play(table): in_play, tips(table): tipped}
    moved[bank(table)] = -sum(moved.values())
    return moved


def transfer(source: str, target: str, cents: int) -> Postings:
    return {source: -cents, target: cents}


def of_meter(jackpot: str) -> tuple[str, str, str]:
    """A jackpot's accounts: what it displays, what is kept for its next seed, and what it holds
    beyond its posted maximum."""
    return f"jackpot:{jackpot}:meter", f"jackpot:{jackpot}:reserve", f"jackpot:{jackpot}:overflow"


def meter_cents(jackpot: str, stands: Meter) -> Postings:
    """What a jackpot's accounts hold when its meter stands so."""
    return dict(zip(of_meter(jackpot), map(floor_cents, stands), strict=True))


def meter_change(jackpot: str, before: Meter, after: Meter) -> Postings:
    """What moves on a jackpot's accounts when its meter does."""
    return subtract(meter_cents(jackpot, after), meter_cents(jackpot, before))


def add(*parts: Mapping[str, int]) -> Postings:
    """All of them together, without those that come to nothing."""
    total: Postings = {}
    for part in parts:
        for account, cents in part.items():
            total[account] = total.get(account, 0) + cents
    return {account: cents for account, cents in total.items() if cents}


def subtract(these: Mapping[str, int], those: Mapping[str, int]) -> Postings:
    left = {**these}
    for account, cents in those.items():
        left[account] = left.get(account, 0) - cents
    return {account: cents for account, cents in left.items() if cents}


def balance(postings: Postings, account: str) -> Postings:
    """The postings with what is missing to zero put on one account."""
    return subtract(postings, {account: sum(postings.values())})
