"""A real house with tables of every ruling, played at random with real shuffles, and its log."""

from collections import Counter
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any
from unittest.mock import patch

from pitboss.cards import format_cards
from pitboss.games import OURS
from pitboss.house.audit.export import Scope, Signer, export_log, export_round
from pitboss.house.audit.integrity import announce_key, open_key
from pitboss.house.engine import TABLE, House
from pitboss.house.log import Draft, Person
from pitboss.house.manifest import make_manifest
from pitboss.house.store import open_database
from pitboss.house.tables.play import Command
from pitboss.kit.openings import answer_randomly
from pitboss.refusal import Refused
from pitboss.web.common.records import record_values
from tests.contract.openings import random_script
from tests.house.guests import OPERATOR, SUPERVISOR, ask, guest

AT = "2026-03-01T12:00:00+00:00"
GUESTS = 3
CHIPS = 300


class Floor:
    """``play`` opens a table of a game under random rulings and plays some rounds of it."""

    def __init__(self, folder: Path, seed: int) -> None:
        take = Random(f"bytes {seed}").randbytes
        self.house = House(open_database(str(folder / "house.db")), take)
        self.rng = Random(seed)
        self.key, self.manifest = open_key(folder / "house.key"), make_manifest()
        self.did: Counter[str] = Counter()
        self.ended: list[tuple[str, int]] = []
        self.guests = 0

        def record(unit: Any) -> None:
            unit.append_house(announce_key(self.key), "house")
            unit.append_house(Draft("software-started", {"manifest": self.manifest}), "house")

        self.house.do(record)

    def play_all(self, tables: int, rounds: int) -> None:
        """The same rounds for the same seed: the names of tables are drawn too."""
        with patch("pitboss.house.engine.secrets", SimpleNamespace(token_hex=self._draw_name)):
            for number in range(tables):
                self.play(list(OURS)[number % len(OURS)], rounds)

    def _draw_name(self, size: int) -> str:
        return self.rng.randbytes(size).hex()

    def play(self, game: str, rounds: int) -> None:
        script = random_script(game, self.rng)
        table = self._open(game, script)
        people = []
        for _ in range(min(GUESTS, int(script["table"]["rulings"]["seats"]))):
            self.guests += 1
            people.append(guest(self.house, self.guests))
            ask(self.house, table, "sit", people[-1], chips=CHIPS)
        for _ in range(rounds):
            try:
                self._round(table, game, script, people)
            except Refused as refused:
                self.did[str(refused)[:40]] += 1

    def _open(self, game: str, script: dict[str, Any]) -> str:
        setup: dict[str, Any] = {"game": game, "table": dict(script["table"])}
        setup["clock"] = {"decision": 0, "wagers": 0}
        setup |= {key: script[key] for key in ("blinds", "chip") if key in script}
        jackpots = []
        for terms in setup["table"].pop("jackpots", []):
            name = self.house.open_jackpot(OPERATOR, {"terms": terms})
            jackpots.append({"jackpot": name})
        if jackpots:
            setup["table"]["jackpots"] = jackpots
        return self.house.open_table(OPERATOR, setup)

    def _round(self, table: str, game: str, script: dict[str, Any], people: list[Person]) -> None:
        wagers = list(script.get("wagers", {}).values())
        for person in people:
            word = self.rng.choice(["", "a word", "naïve ☂", '"\\'])
            if game == "holdout":
                ask(self.house, table, "add-word", person, added=word)
            else:
                made = self.rng.choice(wagers)
                ask(self.house, table, "wager", person, wagers=made, added=word, deal=True)
        if game == "holdout":
            self.house.ask(Command(table, "deal", TABLE))
        while question := self.house.table(table).question:
            if self.rng.random() < 0.02:
                ask(self.house, table, "void", SUPERVISOR, reason="a card fell")
                break
            decision = answer_randomly(self.rng, question)
            given: dict[str, Any] = {"action": decision.action}
            if decision.cents is not None:
                given["amount"] = decision.cents / 100
            if decision.cards is not None:
                given["cards"] = format_cards(decision.cards)
            who = self.house.table(table).seats[question.seat]["who"]
            person = next(person for person in people if person.id == who)
            try:
                ask(self.house, table, "decide", person, **given)
            except Refused:  # more than they have
                ask(self.house, table, "decide", person, action="fold")
        self.ended.append((table, self.house.table(table).round))
        self.did[game] += 1

    def export(self, table: str = "") -> list[bytes]:
        signer = Signer(self.key, AT, self.manifest["digest"])
        lines = export_log(self.house.database, signer, Scope(table))
        return [line.encode() for line in lines]

    def export_round(self, table: str, number: int) -> dict[str, Any]:
        with self.house.database.reading() as transaction:
            return dict(export_round(transaction, table, number))

    def record(self, table: str, number: int) -> dict[str, Any]:
        with self.house.database.reading() as transaction:
            return record_values(transaction, table, number)
