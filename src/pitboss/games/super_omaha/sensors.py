"""The jackpot sensors of a table during one round: contributions, hits, pays and envy."""

from fractions import Fraction
from typing import NamedTuple

from pitboss.games.contract import Opening, Table
from pitboss.games.events import COMMUNITY, JackpotHit, MeterMoved, WagerSettled
from pitboss.games.super_omaha.bonuses import five_card_events, paid_row, seven_card_events
from pitboss.jackpots.meter import Cause, Meter, Terms, award, contribute
from pitboss.jackpots.terms import envy_of, wager_of
from pitboss.money import floor_cents, money
from pitboss.paytable import Prize, Row, Share

ROYAL_SUITS = ("clubs", "diamonds", "hearts", "spades")


class Win(NamedTuple):
    """A winning jackpot hand: its row, the pay in words, and what it is paid."""

    seat: int
    row: Row
    pays: str
    paid_cents: int


def sensor_name(sensor: int) -> str:
    """The wager on a sensor, by its place in a table's jackpots."""
    return wager_of(sensor + 1)


def contribute_all(table: Table) -> None:
    """Every jackpot wager of the round goes on its meter before a card is dealt (SO-27)."""
    if not table.meters:
        return
    table.meters = contributed_meters(table.opening)
    meters = zip(table.opening.meters, table.meters, strict=True)
    for sensor, (before, after) in enumerate(meters):
        change = after.total - before.total
        if change:
            move_meter(table, sensor, Cause.CONTRIBUTIONS, change)


def contributed_meters(opening: Opening) -> list[Meter]:
    """The meters of an opening with the round's jackpot wagers on them."""
    meters = list(opening.meters)
    for sensor, terms in enumerate(opening.settings.jackpots):
        if terms.type == "progressive":
            name = sensor_name(sensor)
            made = sum(name in wagers for wagers in opening.wagers.values())
            meters[sensor] = contribute(terms, meters[sensor], made * terms.wager_cents)
    return meters


def move_meter(table: Table, sensor: int, cause: Cause, change: Fraction) -> None:
    """Record why and by how much a meter moved."""
    table.events.append(MeterMoved(sensor_name(sensor), cause, change, "SO-27"))


def award_all(table: Table) -> list[list[Win]]:
    """The winning hands of each sensor in settling order, the meters left as they then stand."""
    return [award_sensor(table, sensor) for sensor in range(len(table.meters))]


def award_sensor(table: Table, sensor: int) -> list[Win]:
    terms = table.opening.settings.jackpots[sensor]
    found = []
    for seat in reversed(table.seats_with(sensor_name(sensor))):
        row = paid_row(terms.pays, jackpot_events(table, terms, seat))
        is_void = (sensor_name(sensor), seat) in table.opening.void_hits
        if row and not (is_void and isinstance(row.pay, Share)):
            found.append((seat, row))
    shares = iter(pay_shares(table, sensor, [row for _, row in found]))
    wins = []
    for seat, row in found:
        if isinstance(row.pay, Prize):
            wins.append(Win(seat, row, row.text, row.pay.cents))
        else:
            wins.append(Win(seat, row, row.text, next(shares)))
            table.events.append(
                JackpotHit(
                    sensor_name(sensor), seat, row.hand, row.text, wins[-1].paid_cents, "SO-27"
                )
            )
    return wins


def pay_shares(table: Table, sensor: int, rows: list[Row]) -> tuple[int, ...]:
    """What the percentage rows are paid, in settling order: of the meter, or of a fixed prize."""
    terms, meter = table.opening.settings.jackpots[sensor], table.meters[sensor]
    percents = [row.pay.percent for row in rows if isinstance(row.pay, Share)]
    if terms.type == "house":
        return tuple(floor_cents(meter.value * percent / 100) for percent in percents)
    if not percents:
        return ()
    awarded = award(terms, meter, percents, table.rulings["same-round-percentages"])
    for cause, change in awarded.moves:
        move_meter(table, sensor, cause, change)
    table.meters[sensor] = awarded.meter
    return awarded.paid_cents


def jackpot_events(table: Table, terms: Terms, seat: int) -> set[str]:
    """What the seat's jackpot hand meets; a folded hand counts too (SO-08)."""
    hole, board = table.hands[seat], table.hands[COMMUNITY]
    if terms.family == "5CL":
        return five_card_events([*hole, board[int(table.rulings["five-card-community"]) - 1]])
    suit = ROYAL_SUITS.index(table.rulings["royal-suit"])
    return seven_card_events([*hole, *board[:3]], suit)


def settle_jackpots(table: Table, seat: int, wins: list[list[Win]]) -> None:
    """The seat's own jackpot wagers by sensor, then its envy pays."""
    for sensor in range(len(wins)):
        if sensor_name(sensor) in table.open_wagers[seat]:
            settle_sensor(table, seat, sensor, wins[sensor])
    for sensor in range(len(wins)):
        if sensor_name(sensor) in table.opening.wagers[seat]:
            pay_envy(table, seat, sensor, wins[sensor])


def settle_sensor(table: Table, seat: int, sensor: int, wins: list[Win]) -> None:
    """A jackpot prize is paid for 1: the wager is not returned (SO-24)."""
    wager = sensor_name(sensor)
    rule = "SO-22" if table.opening.settings.jackpots[sensor].family == "5CL" else "SO-23"
    for win in wins:
        if win.seat == seat:
            cents, paid = table.open_wagers[seat][wager], win.paid_cents
            table.settle(
                WagerSettled(
                    seat, wager, cents, "win", win.pays, paid, paid - cents, win.row.hand, rule
                )
            )
            return
    table.take(seat, wager, rule)


def pay_envy(table: Table, seat: int, sensor: int, wins: list[Win]) -> None:
    """One envy pay for each other seat's qualifying hand (SO-26)."""
    for win in wins:
        if win.seat != seat and win.row.envy_cents:
            paid = win.row.envy_cents
            wager = envy_of(sensor_name(sensor))
            pays = money(paid)
            table.settle(
                WagerSettled(seat, wager, 0, "win", pays, paid, paid, win.row.hand, "SO-26")
            )
