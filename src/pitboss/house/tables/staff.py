"""What staff do: change a table's settings, close it, walk a jackpot hit, undo a settled round."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

from pitboss.house import ledger
from pitboss.house.access import require
from pitboss.house.ledger import Postings
from pitboss.house.log import Entry
from pitboss.house.store import jackpots, tables
from pitboss.house.tables import entries
from pitboss.house.tables.apply import deal_anew, read_entry, setup_before
from pitboss.house.tables.entries import Happening
from pitboss.house.tables.play import Work, check_open, free
from pitboss.house.tables.promotions import (
    PromotionEnded,
    PromotionMade,
    PromotionPaid,
    not_over,
    pay_hit,
    promotion_values,
)
from pitboss.house.tables.setup import Setup, promotion_id
from pitboss.house.tables.state import LiveTable
from pitboss.jackpots.meter import Meter, turn_back
from pitboss.jackpots.terms import VOIDED, Hit, advance
from pitboss.money import dollars
from pitboss.refusal import Refused

MOST_LETTERS = 200
"""Of a reason."""

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
    before = dict(table.setup.given)
    after = work.read_setup({**_standing(work), **given})
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
    if made.id in [each.id for each in others]:
        raise Refused(f"promotion {made.id}: stands at this table already, on the same terms")
    terms = promotion_values(after.game, made) | {"consent": made.consent}
    why = read_reason(work.given) if "why" in work.given else made.terms[:MOST_LETTERS]
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
    after = work.read_setup({**standing, "promotions": kept})
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
    hit = jackpots.find_hit(work.unit.transaction, name)
    if hit is None or hit.table != work.table.id:
        raise Refused(f"hit {name[:40]!r}: this table has no such hit")
    walked = advance(hit, state, work.person.id)
    postings: Postings = {}
    meters: dict[str, Meter] = {}
    promoted: PromotionPaid | None = None
    if state == "paid":
        # at the winner's seat, or to their account if they have left it
        is_here = work.table.seat_of(hit.who) == hit.seat
        target = ledger.seat(work.table.id, hit.seat) if is_here else ledger.player(hit.who)
        postings = ledger.transfer(ledger.held(hit.jackpot), target, hit.paid_cents)
        promoted = _promoted(work, hit, target)
    elif state == "voided":
        terms = jackpots.read_terms(work.unit.transaction)[hit.jackpot]
        if terms.type == "progressive":
            # the meter has the money again, within its posted maximum
            before, back = work.unit.jackpot(hit.jackpot).meter, Meter(Fraction(-hit.paid_cents))
            meters = {hit.jackpot: turn_back(before, back, terms.maximum)}
        held = {ledger.held(hit.jackpot): -hit.paid_cents}
        postings = ledger.add(held, _meter_changes(work, meters))
        # a house jackpot's posted prize never changes: the bank, which paid it, has it back
        postings = ledger.balance(postings, ledger.bank(work.table.id))
    yield entries.HitAdvanced(
        *(name, state, hit.jackpot),
        round=hit.round,
        changed=[walked],
        meters=meters,
        postings=postings,
    )
    if promoted:
        yield promoted


def _promoted(work: Work, hit: Hit, target: str) -> PromotionPaid | None:
    """What promotions add to a hit, by what was posted when its round was dealt."""
    transaction = work.unit.transaction
    line = tables.find_round(transaction, hit.table, hit.round)
    assert line
    setup = setup_before(transaction, hit.table, line.opened_version)
    return pay_hit(hit, setup, line.opened_at[:10], target)


def _meter_changes(work: Work, meters: Mapping[str, Meter]) -> Postings:
    """What moves on the jackpots' accounts until their meters stand so."""
    changes = (
        ledger.meter_change(jackpot, work.unit.jackpot(jackpot).meter, after)
        for jackpot, after in meters.items()
    )
    return ledger.add(*changes)


def undo_round(
    work: Work, recorded: Sequence[Entry], setup: Setup, people: list[str]
) -> Iterator[Happening]:
    """Take back all that a round has moved. ``recorded`` are its entries from the opening on, with
    its promotions and what became of its hits; ``setup`` is the one it was played under.

    What someone no longer has is borne by the bank and stated.
    """
    if work.table.is_playing:
        raise Refused("correction: only between rounds; the round is still being played")
    opened, *_ = own = [read_entry(entry) for entry in recorded]
    assert isinstance(opened, entries.RoundOpened)
    own = [each for each in own if getattr(each, "round", 0) == opened.round]
    moved = ledger.add(*(each.postings for each in own))
    meters = _turned_back(work, setup, recorded, own)
    taken, uncollected = _collect(work, opened.who, moved)
    personal = _personal(work.table.id, opened.who)
    others = {
        account: -cents
        for account, cents in moved.items()
        if account not in personal and not ledger.is_jackpot(account)
    }
    voided = [
        hit._replace(state=VOIDED, steps=(*hit.steps, (VOIDED, people[-1])))
        for hit in jackpots.hits_of_round(work.unit.transaction, work.table.id, opened.round)
        if hit.state != VOIDED
    ]
    # the bank bears what nobody has any more, and the fractions of cents that meters keep
    postings = ledger.add(taken, _meter_changes(work, meters), others)
    postings = ledger.balance(postings, ledger.bank(work.table.id))
    yield entries.RoundCorrected(
        *(read_reason(work.given), uncollected, people),
        round=opened.round,
        changed=voided,
        meters=meters,
        postings=postings,
    )


def _personal(table: str, who: Mapping[str, str]) -> dict[str, str]:
    """The accounts on which the round may have paid someone, with the seat they had."""
    seats = {ledger.seat(table, int(number)): number for number in who}
    return seats | {ledger.player(person): number for number, person in who.items()}


def _collect(
    work: Work, who: Mapping[str, str], moved: Postings
) -> tuple[Postings, dict[str, str]]:
    """Each person's net is taken back from, or given to, where they have their chips now; gives
    the postings, and by seat what could not be collected."""
    nets: dict[str, int] = dict.fromkeys(who, 0)
    for account, number in _personal(work.table.id, who).items():
        nets[number] += moved.get(account, 0)
    postings: Postings = {}
    uncollected: dict[str, str] = {}
    for number, cents in nets.items():
        person, here = who[number], work.table.seat_of(who[number])
        # at the seat they have now, then in their account; practice players' are the cage's
        purses = [] if here is None else [ledger.seat(work.table.id, here)]
        purses.append(ledger.CAGE if person.startswith("bot-") else ledger.player(person))
        for account in purses:
            part = cents
            if cents > 0 and not ledger.may_owe(account):
                part = min(cents, work.unit.balance(account) + postings.get(account, 0))
            postings = ledger.add(postings, {account: -part})
            cents -= part
        if cents:
            uncollected[number] = dollars(cents)
    return postings, uncollected


def _turned_back(
    work: Work, setup: Setup, recorded: Sequence[Entry], own: Iterable[Happening]
) -> dict[str, Meter]:
    """Where the meters that the round moved stand without it."""
    if not setup.jackpots:
        return {}
    round_ = deal_anew(setup, recorded).table
    found = {}
    for number, name in enumerate(setup.jackpots):
        before, after = round_.opening.meters[number], round_.meters[number]
        changes = [new - old for new, old in zip(after, before, strict=True)]
        # voided hits of the round have brought back to the meter what it paid
        displayed, _, overflow = ledger.of_meter(name)
        for hit in (each for each in own if isinstance(each, entries.HitAdvanced)):
            changes[0] += hit.postings.get(displayed, 0) + hit.postings.get(overflow, 0)
        if any(changes):
            maximum = setup.settings.jackpots[number].maximum
            now = work.unit.jackpot(name).meter
            found[name] = turn_back(now, Meter(*changes), maximum)
    return found
