"""Promotions at a table: which of them run, in words, what they pay, and their entries.

They stand in the table's setup and go by days of UTC. A round goes by those that ran on the day on
which it was dealt, for they were posted then.
"""

from collections.abc import Iterable, Sequence
from typing import Any

from pitboss.games.contract import Game
from pitboss.games.events import WagerSettled
from pitboss.games.promotion import Promotion, promotion_pay
from pitboss.house import ledger
from pitboss.house.ledger import Postings
from pitboss.house.tables.entries import Happening, Moment, SettingsChanged, Values
from pitboss.house.tables.setup import Setup
from pitboss.house.tables.state import LiveTable
from pitboss.jackpots.terms import Hit, wager_of
from pitboss.money import dollars, money
from pitboss.rounds.record import hits_of
from pitboss.rounds.telling import wager_title


class PromotionMade(SettingsChanged):
    """A promotion with all its terms, which is posted from its first day on."""

    word = "promotion-made"
    promotion: Values


class PromotionEnded(SettingsChanged):
    """It is taken off, whatever its last day was to be."""

    word = "promotion-ended"
    promotion: str


class PromotionPaid(Happening):
    """What promotions add to a settled round; ``pays`` says which of them to which wager."""

    word = "promotion-paid"
    round: int
    pays: list[Values] | None = None

    def apply(self, table: LiveTable, moment: Moment) -> None:
        if self.round == table.round:
            table.promoted = [*table.promoted, *(self.pays or ())]


def state_on(promotion: Promotion, day: str) -> str:
    """Before its first day, from that to its last, or after it."""
    if day < promotion.first:
        return "scheduled"
    return "running" if day <= promotion.last else "over"


def running_on(setup: Setup, day: str) -> list[Promotion]:
    """Those that a table posts and pays on a day."""
    return [each for each in setup.promotions if state_on(each, day) == "running"]


def not_over(setup: Setup, day: str) -> list[object]:
    """Those that run or will run, as they were given."""
    given = setup.given.get("promotions", [])
    pairs = zip(setup.promotions, given, strict=True)
    return [text for promotion, text in pairs if state_on(promotion, day) != "over"]


def pay_words(promotion: Promotion) -> str:
    """What it pays, from the figures that are paid."""
    if promotion.extra_cents:
        return f"{money(promotion.extra_cents)} beside the posted pay"
    times = promotion.multiplier
    return f"{times if times.denominator == 1 else float(times)} times the posted pay"


def title_of(game: Game, promotion: Promotion) -> str:
    """The wins that it adds to."""
    return f"{wager_title(game, promotion.wager)}, {promotion.row or 'every win'}"


def promotion_values(game: Game, promotion: Promotion) -> dict[str, Any]:
    """A promotion with all its terms, as JSON values; the consent is the house's own record."""
    times = promotion.multiplier
    return {
        "promotion": promotion.id,
        "wager": promotion.wager,
        "title": title_of(game, promotion),
        "hand": promotion.row or None,
        "pays": pay_words(promotion),
        "multiplier": str(times if times.denominator == 1 else float(times)),
        "extra": dollars(promotion.extra_cents),
        "first": promotion.first,
        "last": promotion.last,
        "terms": promotion.terms,
    }


def pay_round(table: LiveTable) -> PromotionPaid | None:
    """What the promotions add to the round that has just been settled, if anything. What they add
    to a hit that waits for a supervisor is paid together with the hit."""
    running = table.running
    assert running
    held: set[tuple[int, str]] = set()
    if table.setup.given["verify"] == "supervisor":
        held = {(hit.seat, wager_of(hit.sensor)) for hit in hits_of(running)}
    rows = [row for row in running.settlement if (row.seat, row.wager) not in held]
    pays = find_pays(table.setup.promotions, rows, table.opened_at[:10])
    seats = [(ledger.seat(table.id, pay["seat"]), pay["cents"]) for pay in pays]
    return make_entry(table.round, pays, seats)


def pay_hit(hit: Hit, setup: Setup, day: str, target: str) -> PromotionPaid | None:
    """The same for a hit that is paid now, by the setup and on the day that its round was dealt."""
    pays = hit_pays(hit, setup, day)
    return make_entry(hit.round, pays, [(target, pay["cents"]) for pay in pays])


def hit_pays(hit: Hit, setup: Setup, day: str) -> list[dict[str, Any]]:
    """What promotions add to a hit of this amount."""
    wager = wager_of(setup.jackpots.index(hit.jackpot) + 1)
    row = WagerSettled(hit.seat, wager, 0, "win", "", hit.paid_cents, 0, hit.hand, "")
    return find_pays(setup.promotions, [row], day)


def find_pays(
    promotions: Sequence[Promotion], rows: Iterable[WagerSettled], day: str
) -> list[dict[str, Any]]:
    """What each promotion adds to each row, in cents."""
    return [
        {"promotion": each.id, "seat": row.seat, "wager": row.wager, "cents": cents}
        for each in promotions
        for row in rows
        if (cents := promotion_pay(each, row, day))
    ]


def make_entry(
    number: int, pays: list[dict[str, Any]], targets: Iterable[tuple[str, int]]
) -> PromotionPaid | None:
    """Extra pays come from the house's promotion account, never from a bank or a meter."""
    posted: Postings = {}
    for account, cents in targets:
        posted = ledger.add(posted, ledger.transfer(ledger.PROMOTIONS, account, cents))
    return PromotionPaid(number, pays, postings=posted) if pays else None
