"""Replaying recorded rounds: the layer of the verifier that knows the rules.

A round's opening and decisions, as its entries have them, give its result and what it moved; both
are compared with the record. It uses the rules and the runner, but nothing of the live tables.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from itertools import chain as one_by_one
from typing import Any

from pitboss.cards import format_cards, parse_cards
from pitboss.games import find_game
from pitboss.games.contract import Decision, Game, Opening
from pitboss.games.events import PotMade
from pitboss.house.audit.corrections import Corrections, Settled
from pitboss.house.audit.promotions import Promotions
from pitboss.house.audit.rights import Rights
from pitboss.house.audit.seals import Seals
from pitboss.jackpots.meter import Meter
from pitboss.money import dollars, floor_cents, read_exact
from pitboss.refusal import Refused
from pitboss.rounds import derivation
from pitboss.rounds.record import hits_of, row_json, settlement_json
from pitboss.rounds.runner import HOUSE_PROCEDURE, Runner, replay
from pitboss.rounds.script import read_opening

OPENED, DECIDED, VOIDED = "round-opened", "decided", "round-voided"
KINDS = (OPENED, DECIDED, VOIDED)
CORRECTED, CHECKED = "round-corrected", "cards-checked"
METER = ("meter", "reserved", "overflow")

Entry = Mapping[str, Any]

_BROKEN = (ArithmeticError, AssertionError, AttributeError, LookupError, TypeError, ValueError)
"""What values of a wrong kind can lead to; a refusal is among them."""


def read_recorded(entries: Sequence[Entry]) -> tuple[Game, Opening, list[Decision]]:
    """A recorded round's opening, on the meters that it was settled on, and its decisions."""
    results = [entry["body"]["result"] for entry in entries if "result" in entry["body"]]
    opened, meters = entries[0], results[-1].get("meters") if results else None
    if opened["secret"] is None:
        raise Refused("its seed is not shown")
    script = dict(opened["body"]["script"])
    table = dict(script.get("table", {}))
    jackpots = list(table.get("jackpots", []))
    # The terms alone: an exact meter may be a fraction, which scripts do not write.
    table["jackpots"] = [
        {name: "0" if name in METER else part for name, part in jackpot.items()}
        for jackpot in jackpots
    ]
    game = find_game(script["game"])
    given = {**script, "table": table, "deck": _read_deck(opened)}
    opening = read_opening(game, given, is_recorded=True)
    found = tuple(read_meter(value) for value in (jackpots if meters is None else meters))
    if len(found) != len(jackpots):
        raise Refused(f"it has {len(jackpots)} jackpots, but {len(found)} meters")
    decisions = [_read_decision(entry) for entry in entries[1:]]
    return game, opening._replace(meters=found), decisions


def _read_deck(opened: Entry) -> str:
    """The deck that comes of the seed; an earlier Pitboss recorded the deck itself."""
    body, secret = opened["body"], opened["secret"]
    if "seed" not in secret:
        return str(secret["deck"])
    added = {int(seat): str(text) for seat, text in body["added"].items()}
    deck = derivation.deal_deck(secret["seed"], opened["chain"], body["round"], added)
    return format_cards(deck)


def steps_of(entries: Sequence[Entry]) -> list[Entry]:
    """The steps of an exported round: with the void, if it was settled first and voided then."""
    return [
        entry
        for entry in entries
        if entry["kind"] in KINDS
        or (entry["kind"] == CORRECTED and "irregularity" in entry["body"])
    ]


def read_meter(value: object) -> Meter:
    """A meter's exact dollars, or with its reserve and overflow as scripts give them."""
    given = value if isinstance(value, Mapping) else {"meter": value}
    return Meter(*(read_exact(given.get(name, "0"), name) for name in METER))


def _read_decision(entry: Entry) -> Decision:
    """A decision as it is recorded; held cards are in its secret."""
    body, secret = entry["body"], entry["secret"]
    if entry["kind"] == VOIDED:
        return Decision(0, "void", reason=body["reason"])
    if entry["kind"] == CORRECTED:
        cause = body["irregularity"]
        named = f"{cause}: {body['why']}" if cause == HOUSE_PROCEDURE else cause
        return Decision(0, "void", reason=named)
    if "commitment" in body and secret is None:
        raise Refused("a decision's cards are not shown")
    cards = parse_cards(secret["cards"]) if secret else None
    return Decision(body["seat"], body["action"], body.get("cents"), cards=cards)


Recorded = tuple[Game, Opening, list[Decision]]


def compare_round(
    entries: Sequence[Entry], told: Callable[[Recorded, Runner], None] = lambda *_: None
) -> Iterator[str]:
    """What differs between a recorded round and the same round run again, of which others are
    told."""
    try:
        recorded = read_recorded(entries)
        running = replay(*recorded)
        told(recorded, running)
        yield from _compare_result(running, entries[-1]["body"]["result"])
        yield from _compare_postings(running, entries)
    except _BROKEN as error:
        words = str(error) if isinstance(error, Refused) else f"broken ({type(error).__name__})"
        yield f"cannot be replayed: {words}"


def _compare_result(running: Runner, result: Mapping[str, Any]) -> Iterator[str]:
    if result["status"] != running.status:
        yield f"ends {running.status}, recorded as {str(result['status'])[:20]}"
    net = {str(seat): dollars(cents) for seat, cents in running.net_cents.items()}
    if result["net"] != net:
        own, recorded = (
            ", ".join(f"seat {seat} {amount}" for seat, amount in one.items())[:200]
            for one in (net, result["net"])
        )
        yield f"its net is {own}, recorded as {recorded}"
    plain = [row_json(row) for row in running.settlement]
    if result["settlement"] not in (plain, settlement_json(running)):
        yield "its settlement is not the recorded one"


def _compare_postings(running: Runner, entries: Sequence[Entry]) -> Iterator[str]:
    """What the round moved altogether; what is left meets the bank, as postings sum to zero."""
    moved: Counter[str] = Counter()
    for entry in entries:
        for account, cents in entry["body"].get("postings", {}).items():
            # Jackpots are recorded by their names, which the round does not know: their sums count.
            kind, name = account.split(":")[0], account.split(":")[-1]
            group = {"jackpot": f"jackpot {name}", "held": "held"}.get(kind, account)
            moved[group] += cents
    expected = _expected_postings(running, entries[0]["chain"], "held" in moved)
    for account in sorted({*moved, *expected}):
        right = expected.get(account, 0)
        if not account.startswith("bank:") and moved[account] != right:
            yield f"moves {right} cents on {account}, recorded are {moved[account]}"


def _expected_postings(running: Runner, table: str, held: bool) -> dict[str, int]:
    expected = {f"seat:{table}:{seat}": cents for seat, cents in running.net_cents.items()}
    if held:
        hits = hits_of(running)
        expected["held"] = sum(hit.paid_cents for hit in hits)
        for hit in hits:
            expected[f"seat:{table}:{hit.seat}"] -= hit.paid_cents
    if running.status != "settled":
        return expected
    raked = (event.rake_cents for event in running.table.events if isinstance(event, PotMade))
    expected[f"rake:{table}"] = sum(raked)
    expected[f"tips:{table}"] = sum(
        row.cents + row.paid_cents
        for row in running.settlement
        if row.wager == "tip" and row.outcome == "win"
    )
    pairs = list(zip(running.table.meters, running.table.opening.meters, strict=True))
    for place, name in enumerate(("meter", "reserve", "overflow")):
        expected[f"jackpot {name}"] = sum(
            floor_cents(after[place]) - floor_cents(before[place]) for after, before in pairs
        )
    return expected


class Stops:
    """Tables that a void has stopped: until a supervisor has recorded the check of the cards no
    round is opened there."""

    def __init__(self) -> None:
        self._waiting: dict[str, object] = {}

    def add(self, entry: Entry) -> Iterator[str]:
        chain, kind, body = entry["chain"], entry["kind"], entry["body"]
        if kind in (VOIDED, CORRECTED) and body.get("stops"):
            self._waiting[chain] = body.get("round")
        elif kind == CHECKED:
            if body.get("by") != "supervisor":
                yield f"the cards were checked by a {str(body.get('by'))[:20]}, not a supervisor"
            if self._waiting.pop(chain, body.get("round")) != body.get("round"):
                yield "the cards were checked after another round than the one that was voided"
        elif kind == OPENED and chain in self._waiting:
            number = str(self._waiting.pop(chain))[:20]
            yield f"opened before the cards were checked that round {number} was voided for"


def _rerun(recorded: Recorded, void_hits: frozenset[tuple[str, int]]) -> Runner:
    game, opening, decisions = recorded
    return replay(game, opening._replace(void_hits=void_hits), decisions)


class Replayer:
    """Watches a log's entries for the verifier and replays each round when it has ended."""

    def __init__(self) -> None:
        self._replayed = 0
        self._starts: Mapping[str, int] = {}
        self._rounds: dict[str, list[Entry]] = {}
        self._numbers: dict[str, int] = {}
        self._promotions = Promotions()
        self._stops = Stops()
        self._seals = Seals()
        self._corrections = Corrections()
        self._rights = Rights()
        self._is_whole = False

    @property
    def counts(self) -> dict[str, int]:
        seals = {"seals": self._seals.checked} if self._seals.checked else {}
        more = {**self._corrections.counts, **self._rights.counts}
        return {"rounds replayed": self._replayed, **seals, **more}

    def start(self, starts: Mapping[str, int], is_whole: bool = False) -> None:
        """``starts`` has the chains that do not begin with their first entry, with the version
        before; a round that was open there cannot be replayed."""
        self._starts = starts
        self._is_whole = is_whole

    def add(self, entry: Entry, place: str) -> Iterator[tuple[str, str]]:
        is_begun = not self._starts.get(entry["chain"], 0)
        found = (
            self._promised(entry),
            self._corrected(entry, place),
            self._stops.add(entry),
            self._seals.add(entry, is_begun),
            self._entitled(entry, place),
        )
        for problem in one_by_one.from_iterable(found):
            yield place, problem
        if entry["kind"] in KINDS:
            for problem in self._take(entry):
                yield place, f"round {str(entry['body'].get('round'))[:20]}: {problem}"

    def _promised(self, entry: Entry) -> Iterator[str]:
        try:
            yield from self._promotions.add(entry)
        except _BROKEN as error:
            yield f"its promotions cannot be checked: broken ({type(error).__name__})"

    def _corrected(self, entry: Entry, place: str) -> Iterator[str]:
        try:
            yield from self._corrections.add(entry, place)
        except _BROKEN as error:
            yield f"cannot be reckoned again: broken ({type(error).__name__})"

    def _entitled(self, entry: Entry, place: str) -> Iterator[str]:
        """Roles are known where the log is whole."""
        try:
            if self._is_whole:
                yield from self._rights.add(entry, place)
        except _BROKEN as error:
            yield f"who may do so cannot be told: broken ({type(error).__name__})"

    def finish(self) -> Iterator[tuple[str, str]]:
        """What only the end of a log tells, where it is whole."""
        if self._is_whole:
            yield from self._corrections.finish()
            yield from self._rights.finish()

    def _take(self, entry: Entry) -> Iterator[str]:
        chain, body = entry["chain"], entry["body"]
        entries = self._rounds.get(chain)
        if entry["kind"] == OPENED:
            yield from self._open(entry)
        elif entries is None:
            if chain in self._numbers or not self._starts.get(chain, 0):
                yield "no such round is being played"
            return
        elif body.get("round") != entries[0]["body"].get("round"):
            yield f"round {entries[0]['body'].get('round')} is being played"
            return
        else:
            entries.append(entry)
        if "result" in body or entry["kind"] == VOIDED:
            self._replayed += 1
            entries = self._rounds.pop(chain)
            yield from compare_round(entries, partial(self._tell, entries))

    def _tell(self, entries: Sequence[Entry], recorded: Recorded, running: Runner) -> None:
        """What a round that cannot be run again was to pay is not known either."""
        first, last = entries[0], entries[-1]
        chain, number = first["chain"], first["body"]["round"]
        if running.status != "settled":
            return
        if self._promotions.stand_at(chain):
            self._promotions.settled(chain, running, (first["at"], last["at"]), number)
        if self._corrections.is_known(chain):
            stood = self._promotions.stood(chain)
            added = partial(self._promotions.added, (chain, number))
            parts = Settled(running, stood.is_held, partial(_rerun, recorded), added)
            self._corrections.settle(entries, stood.jackpots, parts)

    def _open(self, entry: Entry) -> Iterator[str]:
        chain, number = entry["chain"], entry["body"].get("round")
        if chain in self._rounds:
            yield "opened before the round before it had ended"
        last = self._numbers.get(chain, None if self._starts.get(chain, 0) else 0)
        if type(number) is not int or (last is not None and number != last + 1):
            yield f"does not follow round {last}"
        else:
            self._numbers[chain] = number
        self._rounds[chain] = [entry]
