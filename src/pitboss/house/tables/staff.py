"""What staff do: change a table's settings, close it, walk a jackpot hit."""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any

from pitboss.house import ledger
from pitboss.house.ledger import Postings
from pitboss.house.store import jackpots
from pitboss.house.tables.entries import Happening, HitAdvanced, SettingsChanged, TableClosed
from pitboss.house.tables.seats import free
from pitboss.house.tables.work import Work
from pitboss.jackpots.meter import Meter, turn_back
from pitboss.jackpots.terms import Hit, advance
from pitboss.refusal import Refused


def change_settings(work: Work) -> Iterator[Happening]:
    """Only between rounds; what was and what is, who and why are kept."""
    table = work.table
    if table.is_playing:
        raise Refused("settings: change only between rounds; the round is still being played")
    why = read_reason(work.given)
    given = work.given.get("setup")
    if not isinstance(given, Mapping):
        raise Refused("setup: a JSON object is needed, with what is to change")
    before = dict(table.setup.given)
    after = work.read_setup({**before, **given})
    if after.key != table.setup.key:
        raise Refused(f"game: a table stays with its game, {table.setup.key}; open another")
    beyond = [number for number in table.seats if number > after.seats]
    if beyond:
        raise Refused(f"seats: seat {beyond[0]} is taken; free it first")
    yield SettingsChanged(before, dict(after.given), why)


def read_reason(given: Mapping[str, Any]) -> str:
    why = given.get("why")
    if not isinstance(why, str) or not 1 <= len(why.strip()) <= 200:
        raise Refused("why: a reason of 1 to 200 letters is needed")
    return why.strip()


def close(work: Work) -> Iterator[Happening]:
    """Free every seat and take no more wagers."""
    if work.table.status == "closed":
        raise Refused(f"table {work.table.setup.name}: is closed already")
    if work.table.is_playing:
        raise Refused("close: the round is still being played; finish or void it first")
    yield from close_table(work, read_reason(work.given))


def close_table(work: Work, why: str) -> Iterator[Happening]:
    """The same for a reason of the table's own."""
    for number in sorted(work.table.seats):
        yield free(work.table, number)
    yield TableClosed(why)


def advance_hit(work: Work) -> Iterator[Happening]:
    """Verify, pay or void a jackpot hit; its money has been held until now."""
    name, state = str(work.given.get("hit")), str(work.given.get("state"))
    hit = jackpots.find_hit(work.unit.transaction, name)
    if hit is None or hit.table != work.table.id:
        raise Refused(f"hit {name[:40]!r}: this table has no such hit")
    walked = advance(hit, state, work.person.id)
    postings: Postings = {}
    meters: dict[str, Meter] = {}
    if state == "paid":
        postings = ledger.transfer(ledger.held(hit.jackpot), _winner(work, hit), hit.paid_cents)
    elif state == "voided":
        meters = _returned(work, hit)
        postings = ledger.add({ledger.held(hit.jackpot): -hit.paid_cents})
        for jackpot, after in meters.items():
            before = work.unit.jackpot(jackpot).meter
            postings = ledger.add(postings, ledger.meter_change(jackpot, before, after))
        # a house jackpot's posted prize never changes: the bank, which paid it, has it back
        postings = ledger.balance(postings, ledger.bank(work.table.id))
    yield HitAdvanced(name, state, hit.jackpot, hit.round, walked, meters, postings=postings)


def _winner(work: Work, hit: Hit) -> str:
    """Where a hit is paid: at the winner's seat, or to their account if they have left it."""
    here = work.table.seats.get(hit.seat)
    if here is not None and here.who == hit.who:
        return ledger.seat(work.table.id, hit.seat)
    return ledger.player(hit.who)


def _returned(work: Work, hit: Hit) -> dict[str, Meter]:
    """The meter with a voided hit's money on it again, within its posted maximum."""
    terms = jackpots.read_terms(work.unit.transaction)[hit.jackpot]
    if terms.type != "progressive":
        return {}
    before = work.unit.jackpot(hit.jackpot).meter
    return {hit.jackpot: turn_back(before, Meter(Fraction(-hit.paid_cents)), terms.maximum)}
