"""Random rounds, and after each step every byte that any viewer was sent, scanned for cards.

``python -m tests.campaigns.scan [ROUNDS] [SEED]``
"""

import asyncio
import json
import random
import sqlite3
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from pitboss.cards import parse_cards
from pitboss.house.audit.export import Signer, export_log
from pitboss.house.audit.heads import open_key
from pitboss.house.database.schema import create_schema
from pitboss.house.database.sqlite import Sqlite
from pitboss.house.log import canonical
from pitboss.house.people.person import Person
from pitboss.house.running.house import House
from pitboss.house.tables.acts.work import Command
from pitboss.house.tables.view import Published, table_view
from pitboss.refusal import Refused
from pitboss.web.app import create_app
from pitboss.web.settings import ServerSettings
from tests.campaigns.bytes_scan import cards_in, find_leaks
from tests.campaigns.clients import Client
from tests.campaigns.sight import Sight
from tests.house.guests import DEALER, WAGERS, decision, omaha_table, open_jackpot, open_table

GUESTS = 4
STAY = 3
"""Guests who like to sit; the others walk about and take seats that fall free."""
ROUNDS_EACH = 2_000
"""After so many rounds a scan goes on with a new house, so that its exports stay short."""


class Unsynced(Sqlite):
    """What is written need not outlive the trial, so nothing waits for the disk."""

    def _open(self) -> sqlite3.Connection:
        opened = super()._open()
        opened.execute("PRAGMA synchronous = OFF")
        return opened


class Scan:
    """A house, its visitors and what each of them may know."""

    def __init__(self, folder: Path, seed: int) -> None:
        self.folder = folder
        self.rng = random.Random(seed)
        database = Unsynced(str(folder / f"house-{seed}.db"))
        create_schema(database)
        self.house = House(database)
        self.key = open_key(folder / "key.pem")
        ticks = iter(range(10**12))
        settings = ServerSettings(clock=lambda: float(next(ticks)), heartbeat_seconds=3_600)
        self.app = create_app(self.house, settings)
        self.counts: Counter[str] = Counter()
        self.leaks: list[str] = []
        self.clients = [Client(self.app) for _ in range(GUESTS + 1)]
        self.tables: dict[str, str] = {}
        self._sights: dict[str, tuple[Published, Sight, list[bytes]]] = {}
        self._deals: dict[str, tuple[int, dict[int, str], tuple[int, ...], list[bytes]]] = {}

    async def run(self, rounds: int) -> Counter[str]:
        jackpot = open_jackpot(self.house)
        for game in ("duki", "buyout", "super-omaha", "super-omaha", "holdout"):
            setup = {"table": omaha_table(jackpot)} if game == "super-omaha" else {}
            self.tables[open_table(self.house, game, **setup)] = game
        for client in self.clients[:GUESTS]:
            await client.arrive()
        for client in self.clients:
            client.watch(list(self.tables))
        for _ in range(rounds):
            await self._round(self.rng.choice(list(self.tables)))
            self.counts["rounds"] += 1
        for client in self.clients:
            await client.close()
        self.app.state.services.close()
        self.house.close()
        return self.counts

    async def _round(self, table: str) -> None:
        """Come and go, wager, decide at random to the end; everything is looked at on the way."""
        await self._settle_in(table)
        if self.tables[table] == "holdout":
            await self._ask(table, self._seated(table)[0], "deal")
        else:
            for client in self._seated(table):
                await self._wager(table, client)
        while self.house.table(table).question:
            await self._step(table)
        if self.rng.random() < 0.2:
            await self._look_back(table)

    def _seated(self, table: str) -> list[Client]:
        seats = {seat["who"] for seat in self.house.table(table).seats.values()}
        return [client for client in self.clients if client.who in seats]

    async def _settle_in(self, table: str) -> None:
        """Someone leaves, someone takes any free seat, two others at least sit with chips."""
        rng = self.rng
        shown = self.house.table(table)
        for client in self.clients[:GUESTS]:
            assert client.person
            mine = next((s for s in shown.seats.values() if s["who"] == client.who), None)
            stays = client in self.clients[:STAY]
            if mine and rng.random() < (0.05 if stays else 0.5):
                await self._ask(table, client, "leave")
            elif mine and mine["stack_cents"] < 60_00:
                self._fetch_chips(client.person)
                await self._ask(table, client, "buy-chips", chips=100)
            elif not mine and rng.random() < (0.7 if stays else 0.1):
                await self._sit(table, client)
        while len(self._seated(table)) < 2:
            waiting = [c for c in self.clients[:GUESTS] if c not in self._seated(table)]
            await self._sit(table, rng.choice(waiting))

    async def _sit(self, table: str, client: Client) -> None:
        assert client.person
        self._fetch_chips(client.person)
        shown = self.house.table(table)
        free = [n for n in range(1, shown.setup.seats + 1) if n not in shown.seats]
        await self._ask(table, client, "sit", seat=self.rng.choice(free), chips=150)

    def _fetch_chips(self, person: Person) -> None:
        try:
            self.house.issue_chips(person)
        except Refused:
            return

    async def _wager(self, table: str, client: Client) -> None:
        (main, amount), *others = WAGERS[self.tables[table]].items()
        wagers = {main: amount, **dict(w for w in others if self.rng.random() < 0.5)}
        await self._ask(table, client, "wager", wagers=wagers, deal=True)

    async def _step(self, table: str) -> None:
        """Mostly the seat that is asked answers; else someone errs, leaves, comes back, or the
        dealer voids the round."""
        chance = self.rng.random()
        seat, given = decision(self.house, table, self.rng)
        who = self.house.table(table).seats[seat]["who"]
        client = next(client for client in self.clients if client.who == who)
        if chance < 0.03:
            other = self.rng.choice(self.clients[:GUESTS])
            await self._ask(table, other, "decide", **given)
        elif chance < 0.04:
            await self._ask(table, client, "decide", action="hold", cards="As Kd Qh Jc Ts 2c")
        elif chance < 0.05:
            await self._ask(table, self.rng.choice(self._seated(table)), "leave")
        elif chance < 0.06:
            self.rng.choice(self.clients).watch(list(self.tables))
            await self._look(table)
        elif chance < 0.07:
            command = Command(table, "void", DEALER, {"reason": "a card was exposed"})
            await asyncio.wrap_future(self.house.command(command))
            self.counts["voids"] += 1
            await self._look(table)
        else:
            await self._ask(table, client, "decide", **given)

    async def _ask(self, table: str, client: Client, act: str, **given: Any) -> None:
        """Through the application or, as often, straight to the house; the answer is scanned."""
        if self.rng.random() < 0.5:
            path = f"/api/tables/{table}/commands"
            _, text = await client.request("POST", path, {"act": act, **given})
        else:
            assert client.person
            command = Command(table, act, client.person, given)
            try:
                answer = await asyncio.wrap_future(self.house.command(command))
                text = canonical(answer).encode()
            except Refused as refusal:
                text = str(refusal).encode()
        for code in str(given.get("cards", "")).split():
            text = text.replace(code.encode(), b"")  # a refusal repeats what the client has sent
        shown = await self._look(table)
        self._scan("answers", text, shown, client.who)

    async def _look(self, table: str) -> Published:
        """Every viewer's stream and views, and one viewer's answers to other questions."""
        shown = self.house.table(table)
        views = self.rng.random() < 0.3
        for client in self.clients:
            await client.wait_for(table, shown.version)
            if frames := client.take_frames():
                self._scan("stream frames", frames, shown, client.who)
            if views:
                start = self.rng.choice([0, 0, self.rng.randint(0, shown.length)])
                view = canonical(table_view(shown, client.who, start)).encode()
                self._scan("views", view, shown, client.who)
        if self.rng.random() < 0.25:
            client = self.rng.choice(self.clients)
            part = self.rng.choice(["", f"?from={self.rng.randint(0, shown.length)}"])
            kind, path = self.rng.choice(
                [
                    ("answers", f"/api/tables/{table}{part}"),
                    ("answers", "/api/tables"),
                    ("pages", f"/tables/{table}"),
                ]
            )
            status, text = await client.request("GET", path)
            assert status == 200, f"{path}: {status} {text.decode()[:200]}"
            self._scan(kind, text, shown, client.who)
        if self.rng.random() < 0.002:
            self._scan_export(shown)
        return shown

    def _scan(self, kind: str, text: bytes, shown: Published, who: str) -> None:
        """A stream that was just begun tells of every table: what may be seen at any of them may
        be there. All else is of one table."""
        sight, secrets = self.sight(shown)
        seen = sight.of(who)
        if kind == "stream frames":
            for table in self.tables:
                if table != shown.id and table.encode() in text:
                    other, hidden = self.sight(self.house.table(table))
                    seen, secrets = seen | other.of(who), [*secrets, *hidden]
        self.counts[kind] += 1
        for leak in find_leaks(text, seen, secrets):
            self.leaks.append(f"{kind} of {shown.id} {shown.version} for {who}: {leak}")

    def sight(self, shown: Published) -> tuple[Sight, list[bytes]]:
        """What may be seen of the round, and its salt and deck as the log keeps them."""
        if not shown.round:
            return Sight(shown.setup.key, {}, ()), []
        if shown.id in self._sights and self._sights[shown.id][0] is shown:
            return self._sights[shown.id][1:]
        known = self._deals.get(shown.id)
        if known is None or known[0] != shown.round:
            known = self._deals[shown.id] = self._read_deal(shown)
        _, seats, deck, secrets = known
        sight = Sight(shown.setup.key, seats, deck)
        sight.follow(shown.events[: shown.length], shown.status == "settled")
        self._sights[shown.id] = (shown, sight, secrets)
        return sight, secrets

    def _read_deal(
        self, shown: Published
    ) -> tuple[int, dict[int, str], tuple[int, ...], list[bytes]]:
        with self.house.database.reading() as transaction:
            rows = transaction.execute(
                "SELECT body, secret FROM entries WHERE chain = ? AND kind = 'round-opened'"
                " ORDER BY version DESC LIMIT 1",
                (shown.id,),
            )
        body, secret = (json.loads(text) for text in rows[0])
        assert body["round"] == shown.round
        seats = {int(number): who for number, who in body["who"].items()}
        return (
            shown.round,
            seats,
            parse_cards(secret["deck"]),
            [secret["salt"].encode(), secret["deck"].encode()],
        )

    async def _look_back(self, table: str) -> None:
        """The round that has just ended, as anyone may ask for it."""
        shown = self.house.table(table)
        client = self.rng.choice(self.clients)
        status, text = await client.request("GET", f"/api/tables/{table}/rounds/{shown.round}")
        assert status == 200, text
        self._scan("past rounds", text, shown, client.who)

    def _scan_export(self, shown: Published) -> None:
        """Nothing of a round in play leaves the house, not even to an auditor."""
        signer = Signer(self.key, self.house.writer.stamp(), "")
        lines = [json.loads(line) for line in export_log(self.house.database, signer)]
        self.counts["exports"] += 1
        if shown.question is None:
            return
        _, secrets = self.sight(shown)
        entries = [line["entry"] for line in lines if "entry" in line]
        own = [entry for entry in entries if entry["chain"] == shown.id]
        opened = max(e["version"] for e in own if e["kind"] == "round-opened")
        text = canonical([e for e in own if e["version"] >= opened]).encode()
        if cards_in(text) or any(secret in text for secret in secrets):
            self.leaks.append(f"export of {shown.id} {shown.version}")


def scan_rounds(rounds: int, seed: int = 1) -> tuple[Counter[str], list[str]]:
    """So many rounds in houses of limited length; counts, and what was found."""
    counts: Counter[str] = Counter()
    leaks: list[str] = []
    with tempfile.TemporaryDirectory() as folder:
        while counts["rounds"] < rounds:
            scan = Scan(Path(folder), seed * 10_000 + counts["houses"])
            counts += asyncio.run(scan.run(min(ROUNDS_EACH, rounds - counts["rounds"])))
            counts["houses"] += 1
            leaks += scan.leaks
    return counts, leaks


def describe(counts: Mapping[str, int], leaks: list[str]) -> str:
    figures = "; ".join(f"{key} {number:,}" for key, number in sorted(counts.items()))
    return f"byte scan: {figures}; found {len(leaks)}"


def main() -> None:
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 1_000
    start = time.monotonic()
    counts, leaks = scan_rounds(rounds, int(sys.argv[2]) if len(sys.argv) > 2 else 1)
    print(describe(counts, leaks), f"in {time.monotonic() - start:,.0f} s")
    print("\n".join(leaks[:20]))
    sys.exit(bool(leaks))


if __name__ == "__main__":
    main()
