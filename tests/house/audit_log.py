"""A small real log: rounds of every game, played at random and written entry by entry.

It writes with the functions of ``house.log`` alone, so that the tests of export and verifier do
not depend on the live tables.
"""

import weakref
from collections import Counter
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random
from typing import Any

from pitboss.cards import format_cards
from pitboss.games import find_game
from pitboss.games.contract import Decision
from pitboss.games.events import PotMade, WagerPlaced
from pitboss.house.audit.export import WHOLE, Scope, Signer, export_log
from pitboss.house.audit.heads import sign_head
from pitboss.house.audit.integrity import announce_key, open_key
from pitboss.house.audit.replay import Replayer
from pitboss.house.audit.verify import Report, verify_log
from pitboss.house.log import (
    HOUSE,
    START,
    Draft,
    Entry,
    canonical,
    commit_to,
    hash_parts,
)
from pitboss.house.manifest import hash_values
from pitboss.house.store import Database, open_database
from pitboss.house.store.entries import ROWS
from pitboss.house.store.heads import GROWN
from pitboss.kit.openings import answer_randomly
from pitboss.money import dollars, exact_dollars, floor_cents
from pitboss.rounds.record import settlement_json
from pitboss.rounds.runner import Runner
from pitboss.rounds.script import read_opening
from tests.contract.openings import random_script

NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)
MANIFEST = {"files": {"money.py": "ab"}, "version": "0"}
DIGEST = hash_values(MANIFEST)
CHIPS = 10_000_00
METER = 10_000_000_00


class House:
    """Writes a log; each entry is a second after the one before."""

    def __init__(self, folder: Path, address: str = "") -> None:
        self.database: Database = open_database(address or str(folder / "house.db"))
        weakref.finalize(self, self.database.close)
        self.key = open_key(folder / "house.key")
        self.seconds = 0
        self.ends: dict[str, tuple[int, str]] = {}
        self.rounds: Counter[str] = Counter()
        self.write(HOUSE, announce_key(self.key))
        manifest = {"manifest": {**MANIFEST, "digest": DIGEST}}
        self.write(HOUSE, Draft("software-started", manifest))
        opened = {"cage": -2 * METER, "jackpot:link:meter": METER, "jackpot:link:reserve": METER}
        self.write(HOUSE, Draft("jackpot-opened", {"jackpot": "link"}, opened))

    @property
    def now(self) -> str:
        return (NOON + timedelta(seconds=self.seconds)).isoformat()

    def write(self, chain: str, draft: Draft, command: str | None = None) -> Entry:
        self.seconds += 1
        version, before = self.ends.get(chain, (0, START))
        body = dict(draft.body)
        postings = {account: cents for account, cents in draft.postings.items() if cents}
        if postings:
            body["postings"] = postings
        secret = None if draft.secret is None else canonical(draft.secret)
        if secret:
            body["commitment"] = commit_to(secret)
        parts = (chain, version + 1, draft.kind, self.now, "ann", command, canonical(body), secret)
        entry = Entry(*parts, "")
        entry = entry._replace(hash=hash_parts(before, *entry[:7]))
        with self.database.transaction() as transaction:
            ROWS.add(transaction, entry)
            transaction.execute(GROWN, (chain, entry.version))
            empty = "INSERT INTO balances (account, cents) VALUES (?, 0) ON CONFLICT DO NOTHING"
            transaction.execute_each(empty, [(account,) for account in postings])
            add = "UPDATE balances SET cents = cents + ? WHERE account = ?"
            transaction.execute_each(add, [(cents, name) for name, cents in postings.items()])
        self.ends[chain] = entry.version, entry.hash
        return entry

    def sign(self) -> None:
        with self.database.transaction() as transaction:
            sign_head(transaction, self.now, self.key, DIGEST)

    @property
    def signer(self) -> Signer:
        return Signer(self.key, self.now, DIGEST)

    def export(self, scope: Scope = WHOLE) -> list[bytes]:
        return [line.encode() for line in export_log(self.database, self.signer, scope)]

    def play(self, table: str, key: str, seed: int, until: str = "") -> None:
        """A random round, or as far as the first decision of this name."""
        rng = Random(seed)
        script = random_script(key, rng)
        deck = script.pop("deck")
        game = find_game(key)
        running = Runner(game, read_opening(game, {**script, "deck": deck}))
        if table not in self.ends:
            self.write(table, Draft("table-opened", {"setup": {"game": key}}))
        for seat in running.table.seats:
            bought = {"cage": -CHIPS, f"seat:{table}:{seat}": CHIPS}
            self.write(table, Draft("chips-bought", {"seat": seat}, bought))
        self.rounds[table] += 1
        body: dict[str, Any] = {"round": self.rounds[table], "script": script}
        moved = self._step(table, running, {}, body, {"deck": deck, "salt": f"s{seed}"})
        while running.question:
            moved = self._decide(table, running, moved, rng)
            if until in [decision.action for decision in running.decisions]:
                assert running.question
                return

    def _decide(
        self, table: str, running: Runner, moved: Mapping[str, int], rng: Random
    ) -> Mapping[str, int]:
        assert running.question
        body: dict[str, Any] = {"round": self.rounds[table], "by": "seat"}
        if rng.random() < 0.04:
            running.decide(Decision(0, "void", reason="a card fell"))
            return self._step(table, running, moved, {**body, "reason": "a card fell"})
        decision = answer_randomly(rng, running.question)
        running.decide(decision)
        body |= {"seat": decision.seat, "action": decision.action}
        if decision.cents is not None:
            body["cents"] = decision.cents
        secret = None
        if decision.cards:
            secret = {"cards": format_cards(decision.cards), "salt": str(rng.random())}
        return self._step(table, running, moved, body, secret)

    def _step(
        self,
        table: str,
        running: Runner,
        before: Mapping[str, int],
        body: dict[str, Any],
        secret: Mapping[str, object] | None = None,
    ) -> Mapping[str, int]:
        kind = "round-opened" if "script" in body else "decided"
        if "reason" in body:
            kind = "round-voided"
        if running.question is None:
            body["result"] = round_result(running)
        moved = totals(table, running)
        change = {name: moved[name] - before.get(name, 0) for name in moved}
        entry = self.write(table, Draft(kind, body, change, secret), f"c{self.seconds}")
        if kind == "round-opened":
            self._opened = entry.version
        if running.question is None:
            row = (table, self.rounds[table], running.game.source.key, self.now[:10])
            values = (*row, running.status, "", "ann", "", self.now, self._opened, entry.version)
            with self.database.transaction() as transaction:
                marks = ", ".join("?" * 12)
                transaction.execute(f"INSERT INTO rounds VALUES ({marks})", (*values, "{}"))
        return moved


def round_result(running: Runner) -> dict[str, Any]:
    result: dict[str, Any] = {
        "status": running.status,
        "net": {str(seat): dollars(cents) for seat, cents in running.net_cents.items()},
        "settlement": settlement_json(running),
    }
    if running.table.opening.meters:
        result["meters"] = [exact_dollars(meter.value) for meter in running.table.opening.meters]
    return result


def totals(table: str, running: Runner) -> dict[str, int]:
    """What a round has moved so far; the bank has the rest."""
    moved: Counter[str] = Counter()
    for seat, cents in running.net_cents.items():
        moved[f"seat:{table}:{seat}"] += cents
    events = running.table.events
    if not running.table.opening.seating:
        placed = sum(event.cents for event in events if isinstance(event, WagerPlaced))
        in_play = placed - sum(row.cents for row in running.settlement)
        moved[f"play:{table}"] = in_play
        for seat, wagers in running.table.open_wagers.items():
            if running.status == "waiting":
                moved[f"seat:{table}:{seat}"] -= sum(wagers.values())
    if running.status == "settled":
        rakes = (event.rake_cents for event in events if isinstance(event, PotMade))
        moved[f"rake:{table}"] = sum(rakes)
        for row in running.settlement:
            if row.wager == "tip" and row.outcome == "win":
                moved[f"tips:{table}"] += row.cents + row.paid_cents
        pairs = zip(running.table.meters, running.table.opening.meters, strict=True)
        for after, before in pairs:
            for name, old, new in zip(("meter", "reserve", "overflow"), before, after, strict=True):
                moved[f"jackpot:link:{name}"] += floor_cents(new) - floor_cents(old)
    account = f"play:{table}" if running.table.opening.seating else f"bank:{table}"
    moved[account] -= sum(moved.values())
    return dict(moved)


def verify(lines: Iterable[bytes], *keys: str, heads: Iterable[bytes] = ()) -> Report:
    """With the rounds replayed."""
    return verify_log(lines, keys, heads, Replayer())
