"""What staff do: change a table's settings, close it, walk a jackpot hit."""

import json
from collections.abc import Iterator, Mapping
from typing import Any

from pitboss.house import ledger
from pitboss.house.ledger import Postings
from pitboss.house.tables.entries import Happening, HitAdvanced, SettingsChanged, TableClosed
from pitboss.house.tables.seats import free
from pitboss.house.tables.work import Work
from pitboss.jackpots.hit import Hit, advance
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
        postings = ledger.transfer(ledger.held(jackpot), ledger.meter(jackpot), cents)
    yield HitAdvanced(name, state, jackpot, round_number, hit, postings=postings)
