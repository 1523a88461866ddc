"""What staff do: change a table's settings, close it, walk a jackpot hit, undo a settled round."""

from collections.abc import Iterator, Mapping
from typing import Any

from pitboss.games.events import RoundVoided
from pitboss.house import ledger
from pitboss.house.access import may, require
from pitboss.house.ledger import Postings
from pitboss.house.store import jackpots
from pitboss.house.tables import amendments, entries, practice
from pitboss.house.tables.corrections import undo_round, void_hit
from pitboss.house.tables.entries import Happening
from pitboss.house.tables.past import Ended, read_settled
from pitboss.house.tables.play import Work, check_open, free, void_round
from pitboss.house.tables.promotions import (
    PromotionEnded,
    PromotionMade,
    PromotionPaid,
    not_over,
    pay_hit,
    promotion_values,
)
from pitboss.house.tables.setup import promotion_id
from pitboss.house.tables.state import LiveTable
from pitboss.jackpots.terms import VOIDED, advance
from pitboss.refusal import Refused
from pitboss.rounds.runner import HOUSE_PROCEDURE, check_cause

MOST_LETTERS = 200
"""Of a reason, or of a promotion's terms: they hang on a sign."""

MOST_PROMOTIONS = 12
"""At one table at a time."""


def change_settings(work: Work) -> Iterator[Happening]:
    """Only between rounds; what was and what is, who and why are kept."""
    table = work.table
    if table.is_playing:
        raise Refused("settings: change only between rounds; the round is still being played")
    why = read_reason(work.given)
    given = work.given.get("setup")
    if not isinstance(given, Mapping):
        raise Refused("setup: a JSON object is needed, with what is to change")
    before, is_owners = dict(table.setup.given), not may(work.person, "change-table")
    wanted = {**_standing(work), **given}
    if is_owners:
        practice.check_keys(given)
        wanted = practice.with_limits(wanted)
    after = work.read_setup(wanted)
    if is_owners:
        practice.check_limits(after)
    if after.key != table.setup.key:
        raise Refused(f"game: a table stays with its game, {table.setup.key}; open another")
    if beyond := [number for number in table.seats if number > after.seats]:
        raise Refused(f"seats: seat {beyond[0]} is taken; free it first")
    if {each.id for each in after.promotions} - {each.id for each in table.setup.promotions}:
        require(work.person, "make-promotion")
    yield entries.SettingsChanged(before, dict(after.given), why)


def _standing(work: Work) -> dict[str, Any]:
    """The setup as it is to go on: promotions that are over fall away."""
    given = dict(work.table.setup.given)
    if "promotions" in given:
        given["promotions"] = not_over(work.table.setup, work.unit.at[:10])
    return given


def make_promotion(work: Work) -> Iterator[Happening]:
    """Post a promotion at a table of the house; it pays from its first day to its last."""
    table, given, today = work.table, work.given.get("promotion"), work.unit.at[:10]
    _check_promotable(table)
    standing = _standing(work)
    promised = standing.get("promotions", [])
    if len(promised) >= MOST_PROMOTIONS:
        raise Refused(f"promotion: a table has at most {MOST_PROMOTIONS}; end one first")
    after = work.read_setup({**standing, "promotions": [*promised, given]})
    *others, made = after.promotions
    if made.last < today:
        raise Refused(f"promotion: its last day {made.last} has passed; today is {today} (UTC)")
    if len(made.terms) > MOST_LETTERS:
        raise Refused(f"promotion: terms of {len(made.terms)} letters; a sign has {MOST_LETTERS}")
    if made.id in [each.id for each in others]:
        raise Refused(f"promotion {made.id}: stands at this table already, on the same terms")
    terms = promotion_values(after.game, made) | {"consent": made.consent}
    why = read_reason(work.given) if "why" in work.given else made.terms
    yield PromotionMade(dict(table.setup.given), dict(after.given), why, terms)


def end_promotion(work: Work) -> Iterator[Happening]:
    """Take a promotion off; it pays nothing from the next round on."""
    table, name = work.table, work.given.get("promotion")
    _check_promotable(table)
    known = [each.id for each in table.setup.promotions]
    if name not in known:
        raise Refused(
            f"promotion {str(name)[:40]!r}: is not of this table, which has"
            f" {', '.join(known) or 'none'}"
        )
    why = read_reason(work.given)
    standing = _standing(work)
    kept = [each for each in standing["promotions"] if promotion_id(each) != name]
    after = work.read_recorded({**standing, "promotions": kept})
    yield PromotionEnded(dict(table.setup.given), dict(after.given), why, str(name))


def _check_promotable(table: LiveTable) -> None:
    """What is posted changes between rounds only, and nobody is promised anything in practice."""
    check_open(table)
    if table.is_playing:
        raise Refused("promotion: only between rounds; the round is still being played")
    if table.setup.given["practice"]:
        raise Refused("promotion: a practice table has none")


def read_reason(given: Mapping[str, Any]) -> str:
    why = given.get("why")
    if not isinstance(why, str) or not 1 <= len(why.strip()) <= MOST_LETTERS:
        raise Refused(f"why: a reason of 1 to {MOST_LETTERS} letters is needed")
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
    yield entries.TableClosed(why)


def advance_hit(work: Work) -> Iterator[Happening]:
    """Verify, pay or void a jackpot hit; its money has been held until now."""
    name, state = str(work.given.get("hit")), str(work.given.get("state"))
    # what others of the same transaction did to the round and its hits must be read too
    work.unit.flush()
    hit = jackpots.find_hit(work.unit.transaction, name)
    if hit is None or hit.table != work.table.id:
        raise Refused(f"hit {name[:40]!r}: this table has no such hit")
    walked = advance(hit, state, work.person.id)
    ended = read_settled(work.unit.transaction, hit.table, hit.round)
    if state == VOIDED:
        yield from void_hit(work, ended, hit, walked)
        return
    postings: Postings = {}
    promoted: PromotionPaid | None = None
    if state == "paid":
        # at the winner's seat, or to their account if they have left it
        is_here = work.table.seat_of(hit.who) == hit.seat
        target = ledger.seat(work.table.id, hit.seat) if is_here else ledger.player(hit.who)
        postings = ledger.add(ledger.transfer(ledger.held(hit.jackpot), target, hit.paid_cents))
        promoted = pay_hit(hit, ended.setup, ended.day, target)
    yield amendments.HitAdvanced(
        *(name, state, hit.jackpot), round=hit.round, changed=[walked], postings=postings
    )
    if promoted:
        yield promoted


def void(work: Work) -> Iterator[Happening]:
    """An irregularity: the round in play ends without a result, or all that the one just settled
    has moved is taken back. After the next round is opened it takes two people."""
    table, reason = work.table, work.given.get("reason")
    if not isinstance(reason, str) or len(reason) > MOST_LETTERS:
        raise Refused(
            f"void: give a reason of up to {MOST_LETTERS} letters, or a cause of the rules"
        )
    check_open(table)
    if table.is_playing:
        yield from void_round(work, reason)
        return
    if not table.may_void:
        done = f"round {table.round} is void already" if table.round else "no round was dealt yet"
        raise Refused(f"void: {done}")
    work.unit.flush()
    ended = read_settled(work.unit.transaction, table.id, table.round)
    voided = _settled_cause(ended, reason)
    yield from undo_round(work, ended, voided.reason, [work.person.id], voided)


def _settled_cause(ended: Ended, reason: str) -> RoundVoided:
    """For which one person may undo a settled round: where the document names causes, one of them
    alone, because whoever lost might find words for any other."""
    game, rulings = ended.setup.game, ended.setup.settings.rulings
    voided = check_cause(game, rulings, reason)
    named = [f"({cause.key})" for cause in game.source.causes_under(rulings)]
    if named and voided.cause == HOUSE_PROCEDURE:
        raise Refused(
            f"void: round {ended.number} is settled; one person undoes it by a cause of the"
            f" document, {', '.join(named)}; for another reason it takes two people"
        )
    return voided


def check_cards(work: Work) -> Iterator[Happening]:
    """A supervisor records that the cards were removed, checked and reshuffled."""
    stop = work.table.stop
    if stop is None:
        raise Refused("check-cards: no check is due; the table is not stopped")
    yield entries.CardsChecked(stop.round, stop.cause, work.person.role)


def undo(work: Work, number: object, people: list[str]) -> Iterator[Happening]:
    """Undo a settled round for a reason; its hits are void with it, wherever they stand."""
    why = read_reason(work.given)
    yield from undo_round(
        work, read_settled(work.unit.transaction, work.table.id, number), why, people
    )
