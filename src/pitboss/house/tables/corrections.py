"""A settled round undone, or settled anew without a jackpot hit that was voided.

Every account and every meter then stands as if it had not happened, plus what others did since.
What a person was paid too much is taken from where they have their chips now; what they no longer
have is borne by the table's bank and stated.
"""

from collections.abc import Iterator, Mapping

from pitboss.games.events import MeterMoved, RoundVoided
from pitboss.house import ledger
from pitboss.house.ledger import Postings
from pitboss.house.store import jackpots
from pitboss.house.tables import amendments, rounds
from pitboss.house.tables.entries import Happening
from pitboss.house.tables.meters import Turned, turn_meter
from pitboss.house.tables.past import Ended
from pitboss.house.tables.play import Work
from pitboss.house.tables.promotions import PromotionPaid, hit_pays
from pitboss.jackpots.history import Moves
from pitboss.jackpots.meter import Cause, Move
from pitboss.jackpots.terms import VOIDED, Hit, wager_of
from pitboss.money import dollars, exact_dollars
from pitboss.refusal import Refused
from pitboss.rounds.record import hits_of
from pitboss.rounds.runner import Runner


def undo_round(
    work: Work, ended: Ended, why: str, people: list[str], voided: RoundVoided | None = None
) -> Iterator[Happening]:
    """Take back all that a round has moved, by what its entries posted; ``voided`` is the cause for
    which one person alone does so."""
    if work.table.is_playing:
        raise Refused("correction: only between rounds; the round is still being played")
    moved = ledger.add(*(each.postings for each in ended.own))
    who = ended.opened.who
    own = _personal(ended.table, who)
    nets = dict.fromkeys(who, 0)
    for account, number in own.items():
        nets[number] += moved.get(account, 0)
    taken, uncollected = collect(work, who, nets)
    others = {
        account: -cents
        for account, cents in moved.items()
        if account not in own and not ledger.is_jackpot(account) and not ledger.may_owe(account)
    }
    others[ledger.PROMOTIONS] = -moved.get(ledger.PROMOTIONS, 0)
    turned = Turned.of(
        turn_meter(work.unit, ended, jackpot, None) for jackpot in _moved_meters(ended)
    )
    gone = [
        hit._replace(state=VOIDED, steps=(*hit.steps, (VOIDED, people[-1])))
        for hit in jackpots.hits_of_round(work.unit.transaction, *ended.place)
        if hit.state != VOIDED
    ]
    # the bank bears what nobody has any more, and has back what the round cost or brought it
    postings = ledger.add(taken, others, turned.postings)
    yield amendments.RoundCorrected(
        *(why, uncollected, people),
        irregularity=voided.cause if voided else None,
        stops=True if voided and voided.supervised else None,
        round=ended.number,
        changed=gone,
        meters=turned.meters,
        stands=turned.stands,
        postings=ledger.balance(postings, ledger.bank(ended.table)),
    )


def _personal(table: str, who: Mapping[str, str]) -> dict[str, str]:
    """The accounts on which the round may have paid someone, with the seat they had."""
    seats = {ledger.seat(table, int(number)): number for number in who}
    return seats | {ledger.player(person): number for number, person in who.items()}


def _moved_meters(ended: Ended) -> list[str]:
    """The progressives that the round moved, be it to where they had stood."""
    settled = ended.settle().table
    moved = {event.jackpot for event in settled.events if isinstance(event, MeterMoved)}
    meters = zip(ended.setup.jackpots, settled.opening.meters, settled.meters, strict=True)
    return [
        name
        for number, (name, before, after) in enumerate(meters, 1)
        if before != after or wager_of(number) in moved
    ]


def collect(
    work: Work, who: Mapping[str, str], nets: Mapping[str, int]
) -> tuple[Postings, dict[str, str]]:
    """Each person's net, by the seat they had, is taken from or given to where they have their
    chips now; gives the postings, and by seat what could not be collected."""
    postings: Postings = {}
    uncollected: dict[str, str] = {}
    for number, cents in nets.items():
        for account in _purses(work, who[number]):
            part = cents
            if cents > 0 and not ledger.may_owe(account):
                part = min(cents, work.unit.balance(account) + postings.get(account, 0))
            postings = ledger.add(postings, {account: -part})
            cents -= part
        if cents:
            uncollected[number] = dollars(cents)
    return postings, uncollected


def _purses(work: Work, person: str) -> list[str]:
    """The seat that someone has now, then their account; while a round is played, which they must
    be able to finish, the other way round. What practice players have is the cage's."""
    here = work.table.seat_of(person)
    seat = [] if here is None else [ledger.seat(work.table.id, here)]
    if person.startswith("bot-"):
        return [*seat, ledger.player(person), ledger.CAGE]
    purses = [*seat, ledger.player(person)]
    return purses[::-1] if work.table.is_playing else purses


def void_hit(work: Work, ended: Ended, hit: Hit, walked: Hit) -> Iterator[Happening]:
    """The held money goes back, its meter stands as if it had not been hit, and the round's other
    awards are settled anew."""
    hits = jackpots.hits_of_round(work.unit.transaction, *ended.place)
    by_id = {each.id: ended.spot_of(each) for each in hits}
    gone = frozenset(by_id[each.hit] for each in ended.voids())
    before, after = ended.settle(gone), ended.settle(gone | {by_id[hit.id]})
    wager, _ = by_id[hit.id]
    moves, turned = awarded(after, wager), Turned.of(())
    if moves != awarded(before, wager):
        turned = turn_meter(work.unit, ended, hit.jackpot, moves)
    postings = ledger.add({ledger.held(hit.jackpot): -hit.paid_cents}, turned.postings)
    yield amendments.HitAdvanced(
        *(hit.id, VOIDED, hit.jackpot),
        moves=[[move.cause, exact_dollars(move.change)] for move in moves],
        round=ended.number,
        changed=[walked],
        meters=turned.meters,
        stands=turned.stands,
        postings=ledger.balance(postings, ledger.bank(ended.table)),
    )
    others = [each for each in hits if each.id != hit.id]
    yield from _resettle(work, ended, (hit, others), (before, after))


def awarded(running: Runner, wager: str) -> Moves:
    """What a round's awards moved on the meter of a sensor."""
    moved = (e for e in running.table.events if isinstance(e, MeterMoved))
    return tuple(
        Move(Cause(event.cause), event.change)
        for event in moved
        if event.jackpot == wager and event.cause != Cause.CONTRIBUTIONS
    )


def _resettle(
    work: Work, ended: Ended, hits: tuple[Hit, list[Hit]], anew: tuple[Runner, Runner]
) -> Iterator[Happening]:
    """Pay or collect what the round's other awards come to otherwise, now that one is void."""
    void, others = hits
    before, after = (rounds.all_moved(ended.table, ended.setup, running) for running in anew)
    seats = ledger.seats(ended.table)
    nets = {n: before.get(seats[int(n)], 0) - after.get(seats[int(n)], 0) for n in ended.opened.who}
    cents = {(wager_of(each.sensor), each.seat): each.paid_cents for each in hits_of(anew[1])}
    moved, changed = _take_promotion(ended, void, void._replace(paid_cents=0), nets), []
    for old in others:
        more = cents.get(ended.spot_of(old), 0) - old.paid_cents
        if old.state == VOIDED or not more:
            continue
        by = old.resettled_cents + more
        new = old._replace(paid_cents=old.paid_cents + more, resettled_cents=by)
        changed.append(new)
        moved = ledger.add(moved, _take_promotion(ended, old, new, nets))
        if old.state == "paid":
            nets[str(old.seat)] -= more
        else:
            moved = ledger.add(moved, {ledger.held(old.jackpot): more})
    taken, uncollected = collect(work, ended.opened.who, nets)
    postings = ledger.add(taken, moved)
    if changed or postings or uncollected:
        yield amendments.RoundResettled(
            *(void.id, {each.id: dollars(each.paid_cents) for each in changed}, uncollected),
            round=ended.number,
            changed=changed,
            postings=ledger.balance(postings, ledger.bank(ended.table)),
        )


def _take_promotion(ended: Ended, old: Hit, new: Hit, nets: dict[str, int]) -> Postings:
    """What promotions added to a hit follows its amount, if it has been paid: with the hit, or at
    the end of the round by an earlier Pitboss, which did not wait for it."""
    if old.state != "paid" and all(paid.pays is not None for paid in ended.of(PromotionPaid)):
        return {}
    was, then = (
        sum(pay["cents"] for pay in hit_pays(hit, ended.setup, ended.day)) for hit in (old, new)
    )
    nets[str(old.seat)] += was - then
    return {ledger.PROMOTIONS: was - then}
