"""What staff do: change a table's settings, close it, walk a jackpot hit, undo a settled round."""

import json
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from pitboss.house import ledger
from pitboss.house.ledger import Postings
from pitboss.house.log import Draft, canonical
from pitboss.house.tables.apply import ReadSetup
from pitboss.house.tables.end import clear_wagers
from pitboss.house.tables.seats import free
from pitboss.house.tables.work import Work
from pitboss.jackpots.hit import Hit, advance
from pitboss.money import dollars, parse_dollars
from pitboss.refusal import Refused


def change_settings(work: Work, read: ReadSetup) -> None:
    """Only between rounds; what was and what is, who and why are kept."""
    table = work.table
    if table.is_playing:
        raise Refused("settings: change only between rounds; the round is still being played")
    why = read_reason(work.given)
    given = work.given.get("setup")
    if not isinstance(given, Mapping):
        raise Refused("setup: a JSON object is needed, with what is to change")
    before = dict(table.setup.given)
    after = read({**before, **given})
    if after.key != table.setup.key:
        raise Refused(f"game: a table stays with its game, {table.setup.key}; open another")
    beyond = [number for number in table.seats if number > after.seats]
    if beyond:
        raise Refused(f"seats: seat {beyond[0]} is taken; free it first")
    table.setup, table.setups = after, table.setups + 1
    clear_wagers(table)
    body = {"before": before, "after": dict(after.given), "why": why}
    work.write(Draft("settings-changed", body))


def read_reason(given: Mapping[str, Any]) -> str:
    why = given.get("why")
    if not isinstance(why, str) or not 1 <= len(why.strip()) <= 200:
        raise Refused("why: a reason of 1 to 200 letters is needed")
    return why.strip()


def close(work: Work) -> None:
    """Free every seat and take no more wagers."""
    table = work.table
    if table.status == "closed":
        raise Refused(f"table {table.setup.name}: is closed already")
    if table.is_playing:
        raise Refused("close: the round is still being played; finish or void it first")
    for number in sorted(table.seats):
        free(work, number)
    table.status = "closed"
    work.write(Draft("table-closed", {"why": read_reason(work.given)}))


def advance_hit(work: Work) -> None:
    """Verify, pay or void a jackpot hit; its money has been held until now."""
    table, batch = work.table, work.batch
    name, state = str(work.given.get("hit")), str(work.given.get("state"))
    rows = batch.transaction.execute(
        "SELECT jackpot, round, seat, who, hand, paid_cents, place, state, steps FROM hits"
        " WHERE id = ? AND table_id = ?" + batch.transaction.locking,
        (name, table.id),
    )
    if not rows:
        raise Refused(f"hit {name[:40]!r}: this table has no such hit")
    jackpot, round_number, seat, who, hand, cents, place, now, steps = rows[0]
    walked = tuple((step[0], step[1]) for step in json.loads(steps))
    hit = advance(Hit(0, seat, hand, cents, place, now, walked), state, work.person.id)
    postings: Postings = {}
    if state == "paid":
        here = table.seats.get(seat)
        stays = here is not None and here.who == who
        target = ledger.seat(table.id, seat) if stays else ledger.player(who)
        postings = ledger.transfer(ledger.held(jackpot), target, cents)
    elif state == "voided":
        postings = _return_to_meter(work, jackpot, cents, round_number)
    batch.add(
        "UPDATE hits SET state = ?, steps = ? WHERE id = ?",
        (hit.state, canonical(hit.steps), name),
    )
    body = {"hit": name, "state": state, "jackpot": jackpot, "round": round_number}
    work.write(Draft("hit-advanced", body, postings))


def _return_to_meter(work: Work, jackpot: str, cents: int, round_number: int) -> Postings:
    """A voided hit's money goes back to the meter that it came from."""
    before = work.batch.jackpot(jackpot).meter
    after = before._replace(value=before.value + cents)
    moves = [("hit voided", Fraction(cents))]
    work.batch.move_meter(jackpot, after, moves, (work.table.id, round_number))
    return ledger.transfer(ledger.held(jackpot), f"jackpot:{jackpot}:meter", cents)


def correct_round(work: Work, recorded: Mapping[str, Any]) -> None:
    """Void a settled round: each seat's net is undone, the meters' moves are turned back.

    ``recorded`` has the round's number, each seat's occupant and net, and its postings. What
    someone no longer has is borne by the bank and stated.
    """
    table = work.table
    if table.is_playing:
        raise Refused("correction: only between rounds; the round is still being played")
    postings: Postings = {}
    uncollected: dict[str, str] = {}
    for seat, net in recorded["net"].items():
        who, cents = recorded["who"][seat], parse_dollars(net)
        account = _whose(work, int(seat), who)
        have = work.batch.balance(account) if account != ledger.CAGE else cents
        taken = min(cents, have)
        if taken != cents:
            uncollected[seat] = dollars(cents - taken)
        postings = ledger.add(postings, {account: -taken})
    for jackpot, moved in recorded["jackpots"].items():
        postings = ledger.add(postings, _turn_back(work, jackpot, moved, recorded["round"]))
    rake = ledger.rake(table.id)
    postings = ledger.add(postings, {rake: -recorded["postings"].get(rake, 0)})
    postings = ledger.balance(postings, ledger.bank(table.id))
    body = {
        "round": recorded["round"],
        "why": read_reason(work.given),
        "uncollected": uncollected,
        "people": recorded["people"],
    }
    work.batch.add(
        "UPDATE rounds SET status = ?, cause = ? WHERE table_id = ? AND round = ?",
        ("corrected", "void after settling", table.id, recorded["round"]),
    )
    work.write(Draft("round-corrected", body, postings))


def _whose(work: Work, number: int, who: str) -> str:
    """Where a person's chips are: at the seat they still have, else in their account."""
    seat = work.table.seats.get(number)
    if seat and seat.who == who:
        return ledger.seat(work.table.id, number)
    return ledger.CAGE if who.startswith("bot-") else ledger.player(who)


def _turn_back(work: Work, jackpot: str, moved: str, round_number: int) -> Postings:
    """Undo a round's change of a meter as far as the meter reaches."""
    before = work.batch.jackpot(jackpot).meter
    change = max(-Fraction(moved), -before.value)
    after = before._replace(value=before.value + change)
    work.batch.move_meter(
        jackpot, after, [("round corrected", change)], (work.table.id, round_number)
    )
    return ledger.subtract(ledger.meter_cents(jackpot, after), ledger.meter_cents(jackpot, before))
