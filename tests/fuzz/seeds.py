"""Where a fuzzer begins: a few good inputs of every kind, made by Pitboss itself."""

import json
from pathlib import Path
from typing import Any

from pitboss.house.audit.export import Signer, export_log, export_round
from pitboss.house.audit.integrity import Watch, open_key
from pitboss.house.engine import House
from pitboss.house.log import HOUSE, Person
from pitboss.house.store import open_database
from pitboss.house.tables.play import Command
from pitboss.rounds.script import run_script, write_history
from pitboss.web.settings import fields
from tests.fuzz.values import TEXTS
from tests.web.nasty import BODIES, SETUP

DUKI: dict[str, Any] = {
    "game": "duki",
    "deck": "As Kd 2c 9h 9c 6s Jd Th 3d 4c",
    "wagers": {"1": {"ante": 10, "bonus": "5.00"}},
    "decisions": [[1, "play"]],
}
HOLDOUT: dict[str, Any] = {
    "game": "holdout",
    "deck": "As Kd 2c 9h 9c 6s Jd Th 3d 4c 5c 6c 7c 8c 9d Tc Jc Qc Kc Ac 2d 4d 5d",
    "stacks": {"1": 200, "2": 150},
    "button": 1,
    "blinds": [2, 4],
    "decisions": [[1, "call"], [2, "check"]],
}
OMAHA: dict[str, Any] = {
    "game": "super-omaha",
    "table": {
        "paytables": {"ante": "SOA-01", "high-hand": "HHW-01"},
        "jackpots": [{"paytable": "5CL-E01", "type": "progressive", "wager": 1, "meter": 50000,
                      "seed": 10000, "rate": 0.2, "reserve": "0.1", "maximum": "90000"}],
        "limits": {"min": 5, "max": 400},
    },
    "deck": "As Kd 2c 9h 9c 6s Jd Th 3d 4c 5c 6c 7c 8c 9d",
    "wagers": {"1": {"ante": 10, "high-hand": 5, "jackpot-1": 1}},
    "decisions": [[1, "flop", 30]],
}  # fmt: skip
BUYOUT: dict[str, Any] = {
    "game": "buyout",
    "table": {"paytables": {"bonus": {"rows": [["44", 50], ["35-37", "5"], ["21-34", "1/2"]]}}},
    "deck": "As Kd 2c 9h 9c 6s Jd Th 3d 4c",
    "wagers": {"2": {"first": 10, "bonus": 1}},
    "decisions": [[2, "buy"], ["void", "a"]],
}
SCRIPTS = (DUKI, HOLDOUT, OMAHA, BUYOUT)
STRATEGY = {"strategy": {"third": [[1, "buy"]], "play": 20}, "players": 2, "bonus_ratio": "1/3"}
SETTINGS = 'port = 8765\nhost = "127.0.0.1"\nhttps = true\ntrusted_proxies = ["10.0.0.0/8"]\n'
FORM = "&".join(f"{name}=5" for name in SETUP)
NUMBERS = ("10.50", "-0.05", "1e3", "1/3", ".5", "+7", "0.000000000001", "99999999999")


def first_inputs(name: str, folder: Path) -> list[bytes]:
    """The seeds of a target; the folder is for a house that is played in for some of them."""
    made: dict[str, list[Any]] = {
        "amounts": [*NUMBERS, *TEXTS],
        "cards": ["As Td 9h 2c", "as,10d 9\u2665", "AsAs", "Xx"],
        "names": ["Ann Lee", "\u5c71\u7530\u3055\u3093", "P\u0430ul", *TEXTS],
        "scripts": list(SCRIPTS),
        "replays": list(SCRIPTS),
        "setups": [*BODIES["/api/tables"], {"game": "duki", "promotions": [{"wager": "bonus"}]}],
        "jackpots": [OMAHA["table"]["jackpots"], [{"paytable": "5CL-01", "type": "house"}]],
        "requests": [STRATEGY, {"paytables": BUYOUT["table"]["paytables"]}],
        "bodies": [body for bodies in BODIES.values() for body in bodies],
        "forms": [FORM, "name=x&limits.min=1&clock.decision=20"],
        "settings": [SETTINGS, *_settings()],
    }
    if name == "phh":
        running = run_script({**HOLDOUT, "decisions": [[1, "fold"]]})
        return [b"f" + write_history(running, "phh").encode()]
    if name in ("rounds", "logs", "replays"):
        log, exported = _played(folder)
        found = [json.dumps(exported).encode()]
        scripts = [_coded(one) for one in made.get(name, [])]
        return [log] if name == "logs" else [*found, *scripts]
    return [_coded(one) for one in made[name]]


def _settings() -> list[str]:
    """Each setting with a value of each kind."""
    kinds = ("1", "-1.5", '"x"', '"10.0.0.0/8"', "true", '["x"]', "2026-01-01", "{a = 1}")
    return [f"{name} = {value}" for name in fields() for value in kinds]


def _coded(one: object) -> bytes:
    text = one if isinstance(one, str) else json.dumps(one)
    return text.encode(errors="replace")


def _played(folder: Path) -> tuple[bytes, dict[str, Any]]:
    """A log of a house in which a round was played, and that round."""
    house = House(open_database(str(folder / "house.db")))
    watch = Watch(house, open_key(folder / "key.pem"))
    watch.start()
    operator = Person(HOUSE, "House", "operator")
    guest = Person("guest-0123456789abcdef", "Robin", "guest")
    table = house.open_table(operator, {"game": "duki", "clock": {"decision": 0, "wagers": 0}})
    house.issue_chips(guest)
    house.ask(Command(table, "sit", guest, {"seat": 1, "chips": "100"}))
    house.ask(Command(table, "wager", guest, {"wagers": {"ante": 10}, "deal": True}))
    house.ask(Command(table, "decide", guest, {"action": "play"}))
    with house.database.reading() as transaction:
        exported = export_round(transaction, table, 1)
    signer = Signer(watch.key, house.writer.stamp(), watch.manifest["digest"])
    log = "".join(export_log(house.database, signer)).encode()
    watch.stop()
    house.close()
    return log, exported
