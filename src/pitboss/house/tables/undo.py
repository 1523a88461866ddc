"""Undoing a settled round, by what its entries have posted and moved: nothing is worked out anew,
so that no account can be forgotten."""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from pitboss.house import ledger
from pitboss.house.ledger import Postings
from pitboss.house.log import Entry
from pitboss.house.store import jackpots
from pitboss.house.tables.apply import deal_anew, read_entry
from pitboss.house.tables.entries import Happening, HitAdvanced, RoundCorrected, RoundOpened
from pitboss.house.tables.setup import Setup
from pitboss.house.tables.staff import read_reason
from pitboss.house.tables.work import Work
from pitboss.jackpots.meter import Meter, turn_back
from pitboss.jackpots.terms import VOIDED, Hit
from pitboss.money import dollars
from pitboss.refusal import Refused


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
    assert isinstance(opened, RoundOpened)
    own = [each for each in own if getattr(each, "round", 0) == opened.round]
    moved = ledger.add(*(each.postings for each in own))
    meters = _turned_back(work, setup, recorded, own)
    taken, uncollected = _collect(work, opened.who, moved)
    postings = taken
    for jackpot, after in meters.items():
        before = work.unit.jackpot(jackpot).meter
        postings = ledger.add(postings, ledger.meter_change(jackpot, before, after))
    personal = _personal(work.table.id, opened.who)
    postings = ledger.add(
        postings,
        {
            account: -cents
            for account, cents in moved.items()
            if account not in personal and not ledger.is_jackpot(account)
        },
    )
    yield RoundCorrected(
        opened.round,
        read_reason(work.given),
        uncollected,
        people,
        _voided(work, opened.round, people[-1]),
        meters,
        # the bank bears what nobody has any more, and the fractions of cents that meters keep
        postings=ledger.balance(postings, ledger.bank(work.table.id)),
    )


def _voided(work: Work, number: int, who: str) -> list[Hit]:
    """The round's hits, which are void with it."""
    return [
        hit._replace(state=VOIDED, steps=(*hit.steps, (VOIDED, who)))
        for hit in jackpots.hits_of_round(work.unit.transaction, work.table.id, number)
        if hit.state != VOIDED
    ]


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
        for account in _purses(work, who[number]):
            part = cents
            if cents > 0 and not ledger.may_owe(account):
                part = min(cents, work.unit.balance(account) + postings.get(account, 0))
            postings = ledger.add(postings, {account: -part})
            cents -= part
        if cents:
            uncollected[number] = dollars(cents)
    return postings, uncollected


def _purses(work: Work, who: str) -> Iterator[str]:
    """Where a person's chips are: at the seat they have now, then in their account. Practice
    players have none: theirs are the cage's."""
    number = work.table.seat_of(who)
    if number is not None:
        yield ledger.seat(work.table.id, number)
    yield ledger.CAGE if who.startswith("bot-") else ledger.player(who)


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
        changes[0] += _returned(name, own)
        if any(changes):
            maximum = setup.settings.jackpots[number].maximum
            now = work.unit.jackpot(name).meter
            found[name] = turn_back(now, Meter(*changes), maximum)
    return found


def _returned(jackpot: str, own: Iterable[Happening]) -> int:
    """What voided hits of the round have brought back to a meter."""
    displayed, _, overflow = ledger.of_meter(jackpot)
    return sum(
        each.postings.get(account, 0)
        for each in own
        if isinstance(each, HitAdvanced)
        for account in (displayed, overflow)
    )
