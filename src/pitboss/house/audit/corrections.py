"""Corrections in a log, reckoned again: hits that are paid or voided, rounds that are settled anew
or undone. Nothing may be taken twice, left behind or forgotten. A layer that knows the rules.
"""

from collections import Counter
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from pitboss.house.audit.meters import Corrected, Findings, Meters, award_moves, compare_banks
from pitboss.jackpots.history import Moves
from pitboss.jackpots.meter import Cause
from pitboss.jackpots.terms import NEXT, VOIDED, order_of, wager_of
from pitboss.money import dollars, exact_dollars, parse_dollars
from pitboss.rounds.record import hits_of
from pitboss.rounds.runner import Runner

Entry = Mapping[str, Any]
Spot = tuple[str, int]
Rerun = Callable[[frozenset[Spot]], Runner]
"""The round without some hits, given as wager and seat."""
AddedTo = Callable[[Spot, str, int], int]
"""What promotions add to a hit with this hand of so many cents."""

HIT, RESETTLED, CORRECTED, PROMOTED = (
    *("hit-advanced", "round-resettled"),
    *("round-corrected", "promotion-paid"),
)


@dataclass(slots=True)
class Hit:
    """A hit of a recorded round, as it stands."""

    spot: Spot
    jackpot: str
    cents: int
    state: str
    hand: str


@dataclass(slots=True)
class Round:
    """A settled round: who sat where, what its entries have moved, and its hits by their order."""

    who: Mapping[str, str]
    moved: Counter[str]
    jackpots: Sequence[str]
    hits: dict[int, Hit] = field(default_factory=dict)
    gone: frozenset[Spot] = frozenset()
    """Voided, and the round settled anew without them."""
    rerun: Rerun | None = None
    added_to: AddedTo | None = None
    is_undone: bool = False


class Due(NamedTuple):
    """What a round that is settled anew without a hit moves: by seat what its player is to give, on
    other accounts, and the amounts of its other hits."""

    hit: str
    nets: dict[str, int]
    others: dict[str, int]
    amounts: dict[str, str]


class Corrections:
    """Watches the chains of tables. ``add`` is told of each entry, ``settle`` of each round that
    was run again; what happened before the log begins is left alone."""

    def __init__(self) -> None:
        self.counts: Counter[str] = Counter()
        self.meters = Meters()
        self._rounds: dict[tuple[str, int], Round] = {}
        self._seats: dict[str, dict[int, str]] = {}
        self._due: dict[str, Due] = {}
        self._holds: Counter[str] = Counter()
        self._is_new = False

    def settle(self, entries: Sequence[Entry], names: Sequence[str], parts: "Settled") -> None:
        """A round of a table whose seats are known was settled."""
        first, last = entries[0], entries[-1]
        chain, number = first["chain"], first["body"]["round"]
        moved: Counter[str] = Counter()
        for entry in entries:
            moved.update(entry["body"].get("postings", {}))
        if "who" not in first["body"] or len(names) != len(parts.running.table.meters):
            return  # such a log does not say whose money it was
        found = self._rounds[chain, number] = Round(first["body"]["who"], moved, names)
        self._is_new = self._is_new or "moves" in last["body"]["result"]
        if names:
            self.meters.settle((chain, number), names, parts.running, last)
        for hit in hits_of(parts.running):
            state = "locked" if parts.is_held else "paid"
            spot = wager_of(hit.sensor), hit.seat
            made = Hit(spot, names[hit.sensor - 1], hit.paid_cents, state, hit.hand)
            found.hits[hit.order] = made
            found.rerun, found.added_to = parts.rerun, parts.added_to

    def add(self, entry: Entry, at: str) -> Iterator[str]:
        chain, kind, body = entry["chain"], entry["kind"], entry["body"]
        due = self._due.pop(chain, None)
        if due and kind != RESETTLED:
            yield "its round was to be settled anew without the voided hit before this entry"
        self._holds.update(body.get("postings", {}))
        if kind == "table-opened":
            self._seats[chain] = {}
        elif kind == "seat-taken" and chain in self._seats:
            self._seats[chain][body["seat"]] = body["who"]
        elif kind == "seat-left":
            self._seats.get(chain, {}).pop(body["seat"], None)
        elif kind == "jackpot-opened":
            self.meters.open(body)
        elif kind == "meter-adjusted":
            if self._is_new and "stands" not in body:
                yield "does not say where its meter stands"
            yield from self.meters.adjust(entry, at)
        elif kind in (HIT, RESETTLED, CORRECTED, PROMOTED):
            yield from self._amend(entry, at, due)

    def is_known(self, chain: str) -> bool:
        """Whether rounds of this chain are to be told of."""
        return chain in self._seats

    def _amend(self, entry: Entry, at: str, due: Due | None) -> Iterator[str]:
        chain, kind, body = entry["chain"], entry["kind"], entry["body"]
        found = self._rounds.get((chain, body["round"]))
        if found is None:
            if chain in self._seats:
                yield f"round {str(body['round'])[:20]} was not settled at this table"
            return
        if found.is_undone:
            yield f"round {body['round']} was undone before: nothing of it is left to move"
            return
        if kind == HIT:
            yield from self._advance(entry, found, at)
        elif kind == RESETTLED:
            yield from self._resettle(entry, found, due or Due("", {}, {}, {}))
        elif kind == CORRECTED:
            yield from self._undo(entry, found, at)
        found.moved.update(body.get("postings", {}))

    # Hits

    def _advance(self, entry: Entry, found: Round, at: str) -> Iterator[str]:
        chain, body, postings = entry["chain"], entry["body"], entry["body"].get("postings", {})
        before, _, _ = str(body["hit"]).rpartition("-")
        named = before == f"{chain}-{body['round']}"
        hit = found.hits.get(order_of(body["hit"])) if named else None
        if hit is None or hit.jackpot != body["jackpot"]:
            yield f"round {body['round']} has no hit {str(body['hit'])[:40]} of this jackpot"
            return
        if body["state"] not in NEXT[hit.state]:
            yield f"a hit that is {hit.state} cannot be {str(body['state'])[:20]}"
            return
        hit.state = body["state"]
        if hit.state == VOIDED:
            yield from self._void(entry, found, hit, at)
        elif hit.state == "paid":
            who = found.who[str(hit.spot[1])]
            right = {f"held:{hit.jackpot}": -hit.cents}
            seat = f"seat:{chain}:{hit.spot[1]}"
            target = seat if self._seats[chain].get(hit.spot[1]) == who else f"player:{who}"
            yield from _compare({**right, target: hit.cents}, postings, ())
        elif postings:
            yield f"a hit that is {hit.state} moves nothing"

    def _void(self, entry: Entry, found: Round, hit: Hit, at: str) -> Iterator[str]:
        body, chain = entry["body"], entry["chain"]
        if "moves" not in body:
            if self._is_new:
                yield "does not say what the round's awards come to without the hit"
            return
        self._is_new = True
        self.counts["corrections reckoned"] += 1
        assert found.rerun
        before, after = found.rerun(found.gone), found.rerun(found.gone | {hit.spot})
        found.gone |= {hit.spot}
        was, moves = (_awards(running, hit.spot[0]) for running in (before, after))
        written = [[str(move.cause), exact_dollars(move.change)] for move in moves]
        if body["moves"] != written:
            yield "the round's awards come to other moves of the meter without the hit"
        stands, postings = body.get("stands") or {}, body.get("postings", {})
        wanted = [hit.jackpot] if moves != was and self.meters.is_progressive(hit.jackpot) else []
        if sorted(stands) != wanted:
            yield f"says where {', '.join(stands) or 'no meter'} stands, not {wanted or 'none'}"
        yield from _compare({f"held:{hit.jackpot}": -hit.cents}, postings, _free(postings))
        corrected = Corrected(at, chain, postings, stands)
        yield from self.meters.correct((chain, body["round"]), moves, corrected)
        self._due_from(chain, body["round"], found, hit, (before, after))

    def _due_from(
        self, chain: str, number: int, found: Round, void: Hit, anew: tuple[Runner, Runner]
    ) -> None:
        """What the round's other awards come to otherwise is due with the next entry."""
        before, after = (_seat_nets(running) for running in anew)
        nets = {seat: before.get(int(seat), 0) - after.get(int(seat), 0) for seat in found.who}
        amounts = {(wager_of(h.sensor), h.seat): h.paid_cents for h in hits_of(anew[1])}
        others: Counter[str] = Counter()
        changed = {}
        for order, hit in found.hits.items():
            cents = amounts.get(hit.spot, 0)
            if hit is void or hit.state == VOIDED or cents == hit.cents:
                continue
            changed[f"{chain}-{number}-{order}"] = dollars(cents)
            if hit.state == "paid":
                assert found.added_to
                now, was = (found.added_to(hit.spot, hit.hand, c) for c in (cents, hit.cents))
                promoted = now - was
                nets[str(hit.spot[1])] -= cents - hit.cents + promoted
                others["promotions"] -= promoted
            else:
                others[f"held:{hit.jackpot}"] += cents - hit.cents
            hit.cents = cents
        if any(nets.values()) or changed:
            name = next(n for n, hit in found.hits.items() if hit is void)
            rest = {account: cents for account, cents in others.items() if cents}
            self._due[chain] = Due(f"{chain}-{number}-{name}", nets, rest, changed)

    def _resettle(self, entry: Entry, found: Round, due: Due) -> Iterator[str]:
        body = entry["body"]
        if body["amounts"] != due.amounts:
            yield f"hits come to {due.amounts or 'no other amounts'}, recorded {body['amounts']}"
        bots = yield from self._collect(entry, found, due.nets, due.others)
        if body["hit"] != due.hit:
            yield f"is said to follow hit {str(body['hit'])[:40]}, not {due.hit or 'any'}"
        # no meter moves with it, so it meets its own bank alone
        corrected = Corrected("", entry["chain"], body.get("postings", {}), {}, bots)
        yield from compare_banks(corrected, Counter())

    # Rounds

    def _undo(self, entry: Entry, found: Round, at: str) -> Iterator[str]:
        chain, body = entry["chain"], entry["body"]
        found.is_undone = True
        for hit in found.hits.values():
            hit.state = VOIDED
        if "stands" not in body:
            if self._is_new:
                yield "does not say where the meters stand"
            return
        self._is_new = True
        self.counts["corrections reckoned"] += 1
        nets = {
            seat: found.moved[f"seat:{chain}:{seat}"] + found.moved[f"player:{person}"]
            for seat, person in found.who.items()
        }
        personal = {f"player:{person}" for person in found.who.values()}
        others = {
            account: -cents
            for account, cents in found.moved.items()
            if cents and account not in personal
            if not account.startswith(("seat:", "bank:", "jackpot:")) and account != "cage"
        }
        wanted = self.meters.moved_by((chain, body["round"]))
        # the log of one table alone does not say which jackpots there are
        if self.meters.are_told and sorted(body["stands"]) != sorted(wanted):
            named = ", ".join(body["stands"]) or "none"
            yield f"says where meters stand: {named}, the round has moved {wanted or 'none'}"
        bots = yield from self._collect(entry, found, nets, others)
        corrected = Corrected(at, chain, body.get("postings", {}), body["stands"], bots)
        yield from self.meters.correct((chain, body["round"]), None, corrected)

    def _collect(
        self, entry: Entry, found: Round, nets: Mapping[str, int], others: Mapping[str, int]
    ) -> Generator[str, None, int]:
        """Each person gives or is given their net, where they have their chips, or it is stated
        that they no longer have it; gives what practice players have of the cage."""
        chain, body = entry["chain"], entry["body"]
        postings, stated = body.get("postings", {}), body["uncollected"]
        mine: set[str] = set()
        bots = 0
        for seat, net in nets.items():
            person = found.who[seat]
            here = [n for n, who in self._seats[chain].items() if who == person]
            purses = [*(f"seat:{chain}:{n}" for n in here), f"player:{person}"]
            mine.update(purses)
            missing = parse_dollars(stated.get(seat, "0.00"))
            taken = -sum(postings.get(account, 0) for account in purses)
            if person.startswith("bot-"):
                bots -= net - taken
            elif taken + missing != net:
                words = f"{taken} cents were taken and {missing} stated as uncollected"
                yield f"seat {seat}'s player had {net} cents of it, {words}"
            if missing < 0 or (missing and self._holds[purses[0]] > 0 and here):
                yield f"seat {seat}'s player has chips at the table, and {missing} cents are stated"
        if set(stated) - set(nets):
            yield "states as uncollected what nobody was to give"
        yield from _compare(others, postings, {*mine, *_free(postings)})
        return bots

    def finish(self) -> Findings:
        for chain in self._due:
            yield chain, "a round was to be settled anew without a voided hit, and was not"
        yield from self.meters.finish()


class Settled(NamedTuple):
    """A round that was run again: what else is known of it."""

    running: Runner
    is_held: bool
    rerun: Rerun
    added_to: AddedTo


def _awards(running: Runner, wager: str) -> Moves:
    """What a round's awards move; contributions stand."""
    moves = award_moves(running, wager)
    return tuple(move for move in moves if move.cause != Cause.CONTRIBUTIONS)


def _seat_nets(running: Runner) -> dict[int, int]:
    """What seats have of a round beside hits, which wait for a supervisor."""
    nets = dict(running.net_cents)
    for hit in hits_of(running):
        nets[hit.seat] -= hit.paid_cents
    return nets


def _free(postings: Mapping[str, int]) -> set[str]:
    """Accounts that are checked with the meters, and the bank, which has the rest."""
    return {a for a in postings if a.startswith(("bank:", "jackpot:")) or a == "cage"}


def _compare(
    expected: Mapping[str, int], postings: Mapping[str, int], others: Iterable[str]
) -> Iterator[str]:
    for account in sorted({*expected, *postings} - set(others)):
        right, recorded = expected.get(account, 0), postings.get(account, 0)
        if right != recorded:
            yield f"moves {right} cents on {account}, recorded are {recorded}"
