"""The random part of a floor before anyone plays: jackpots of both types, tables of every game on
them, with tips, promotions, rake and aggregate limits, and the people who sit there."""

import random
from collections import Counter
from fractions import Fraction
from functools import cache, partial
from typing import Any
from unittest.mock import patch

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from pitboss.cards import DECK
from pitboss.house import accounts
from pitboss.house.accounts import hash_password
from pitboss.house.audit.export import Signer
from pitboss.house.audit.integrity import Key, announce_key
from pitboss.house.engine import House
from pitboss.house.log import Draft, Person
from pitboss.house.manifest import make_manifest
from pitboss.house.store.entries import Unit
from tests.house.guests import OPERATOR, ask, change_as, guest
from tests.house.memory import Memory
from tests.house.naive_floor import Act, Played, Terms
from tests.house.people_room import QUICK, START

POLICIES = ("in-settling-order", "each-of-displayed", "shared")
DAYS = {"first": "2020-01-01", "last": "2099-12-31"}


@cache
def signer() -> Signer:
    """Who signs the logs of all random floors."""
    return Signer(Key(Ed25519PrivateKey.generate()), START.isoformat(), make_manifest()["digest"])


def _record_key(unit: Unit) -> None:
    unit.append_house(announce_key(signer().key), "house")
    unit.append_house(Draft("software-started", {"manifest": make_manifest()}), "house")


@cache
def template() -> tuple[bytes, tuple[Person, Person]]:
    """A house with two supervisors and nothing else."""
    with patch.object(accounts, "HASHER", QUICK):
        house = House(Memory())
        hashed = hash_password("a long password")
        made = accounts.ensure_operator(house.database, "Olga", "a long password", START)
        assert made
        hire = [
            change_as(
                house,
                accounts.MACHINE,
                partial(accounts.make_person, name=name, role="supervisor", password=hashed),
            )
            for name in ("Sven", "Saga")
        ]
        house.do(_record_key)
        assert isinstance(house.database, Memory)
        copy = house.database.copy()
        house.close()
    return copy, (hire[0], hire[1])


class Spot:
    """A table with the people who play there."""

    def __init__(self, table: str, game: str, people: list[Person]) -> None:
        self.table, self.game, self.people = table, game, people
        self.given: dict[str, Any] = {}
        self.noted = 0


class FloorPlan:
    """Opened from a seed; nothing has happened yet."""

    def __init__(self, seed: int) -> None:
        self.rng = random.Random(seed)
        copy, self.two = template()
        self.house = House(Memory(copy))
        self.terms: dict[str, Terms] = {}
        self.acts: dict[str, list[Act]] = {}
        self.rounds: list[Played] = []
        self.spots: list[Spot] = []
        self.did: Counter[str] = Counter()
        self.issued = 0
        self.deck: tuple[int, ...] = DECK
        for _ in range(self.rng.randint(1, 3)):
            self.open_jackpot(self.rng.choice(("5CL-E01", "5CL-E01", "7CL-01")))
        games = ["super-omaha"] * self.rng.randint(1, 3)
        games += self.rng.sample(("duki", "buyout", "holdout"), self.rng.randint(0, 2))
        for game in games:
            self.open_table(game)
        self.bar = self.house.open_table(OPERATOR, {"game": "duki", "name": "The other room"})
        """A table of another room: what is taken there is out of reach."""

    def open_jackpot(self, code: str) -> None:
        rng = self.rng
        is_progressive = rng.random() < 0.8
        wager = rng.choice((1, 1, 5))
        values: dict[str, Any] = {
            "paytable": code,
            "wager": wager,
            "meter": rng.choice(("1000", "2345.67", "1499.9")),
        }
        if is_progressive:
            values |= {
                "seed": rng.choice(("0", "500", "1000.005")),
                "rate": rng.choice(("0.2", "0.203", "0.5", "0")),
                "reserve": rng.choice(("0", "0.011", "0.3")),
                "reserved": rng.choice(("0", "300", "1200")),
            }
            if rng.random() < 0.5:
                values["maximum"] = rng.choice(("2345.67", "2346", "2500"))
                values["overflow"] = rng.choice(("0", "1", "700.5"))
        values["type"] = "progressive" if is_progressive else "house"
        name = self.house.open_jackpot(OPERATOR, {"terms": values})
        number = {
            key: Fraction(str(value)) * 100
            for key, value in values.items()
            if key not in ("paytable", "type")
        }
        none = Fraction(0)
        self.terms[name] = Terms(
            is_progressive,
            wager * 100,
            number.get("seed", none),
            number.get("rate", none) / 100,
            number.get("reserve", none) / 100,
            number.get("maximum"),
            [number["meter"], number.get("reserved", none), number.get("overflow", none)],
        )
        self.acts[name] = []

    def open_table(self, game: str) -> None:
        rng = self.rng
        setup: dict[str, Any] = {"game": game, "table": {"rulings": {}}}
        if game == "super-omaha":
            setup["verify"] = rng.choice(("supervisor", "supervisor", "table"))
            setup["table"] = self.omaha(rng)
            if rng.random() < 0.3 and setup["table"]["jackpots"]:
                promotion = {"wager": "jackpot-1", "terms": "more", "multiplier": "1.5"}
                setup["promotions"] = [promotion | DAYS]
        elif game == "holdout":
            setup |= {"blinds": [2, 4], "table": {"rulings": {"rake": "5% cap 3"}}}
        else:
            bonus = {"wager": "bonus", "terms": "twice", "multiplier": 2}
            setup["promotions"] = [bonus | DAYS]
            if game == "duki":
                setup["table"] = {"rulings": {"dealer-wagers": "yes"}}
        table = self.house.open_table(OPERATOR, setup)
        number = len(self.spots) * 3
        people = [guest(self.house, number + seat) for seat in range(1, rng.choice((3, 4)))]
        self.issued += 1000_00 * len(people)
        for person in people:
            ask(self.house, table, "sit", person, chips=rng.choice((200, 500, 1000)))
        spot = Spot(table, game, people)
        spot.given = setup
        self.spots.append(spot)

    def omaha(self, rng: random.Random) -> dict[str, Any]:
        """Jackpots of one type and wager as they fit on one layout."""
        picked: list[str] = []
        for name in rng.sample(sorted(self.terms), len(self.terms)):
            if all(
                self.terms[name].progressive == self.terms[other].progressive
                and name[:3] != other[:3]
                for other in picked
            ):
                picked.append(name)
        table: dict[str, Any] = {
            "paytables": {"ante": "SOA-01", "high-hand": "HHW-01", "flop-bonus": "SOA-03"},
            "jackpots": [{"jackpot": name} for name in picked[: rng.randint(1, 2)]],
            "rulings": {"same-round-percentages": rng.choice(POLICIES)},
        }
        if rng.random() < 0.3:
            table["limits"] = {"min": 5, "max": 100, "high-hand": [1, 5]}
            table["limits"]["aggregate"] = {"high-hand": 250}
        return table

    def close(self) -> None:
        self.house.close()

    def links(self, spot: Spot) -> list[str]:
        return [each["jackpot"] for each in spot.given["table"].get("jackpots", [])]
