"""Random scripts of Super Omaha: every ruling and pay table, jackpots that are hit, bad input."""

from collections.abc import Callable, Iterator
from copy import deepcopy
from random import Random
from typing import Any

from tests.verifier.omaha_decks import chance, random_deck, shuffled
from tests.verifier.omaha_tables import (
    AMOUNTS,
    CAUSES,
    PAYTABLES,
    PROFILES,
    RULINGS,
    Script,
    random_jackpot,
    random_table,
)
from tests.verifier.playing import Playing


def random_wagers(random: Random, table: dict[str, Any]) -> dict[str, dict[str, object]]:
    most = int(table["rulings"].get("seats", 7))
    count = min(most, random.choice([1, 2, 2, 3, 3, 4, 5, 6, 7]))
    limit = float(table["limits"].get("max", 10**9))
    least = float(table["limits"].get("min", 0))

    def amount(lower: float, upper: float) -> object:
        fitting = [one for one in AMOUNTS if lower <= float(str(one)) <= upper]
        return random.choice(fitting or AMOUNTS)

    wagers: dict[str, dict[str, object]] = {}
    for seat in shuffled(random, sorted(random.sample(range(1, most + 1), count))):
        made: dict[str, object] = {"ante": amount(least, limit)}
        for bonus in ("high-hand", "flop-bonus"):
            if bonus in table["paytables"] and chance(random, 0.6):
                pair = table["limits"].get(bonus, [0, limit])
                made[bonus] = amount(float(pair[0]), float(pair[1]))
        for n, jackpot in enumerate(table["jackpots"], 1):
            if chance(random, 0.85):
                made[f"jackpot-{n}"] = jackpot["wager"]
        wagers[str(seat)] = made
    return wagers


def random_decisions(random: Random, script: Script) -> list[list[object]]:
    """Each seat in turn, mostly as it may; sometimes the round is left waiting or is voided."""
    decisions: list[list[object]] = []
    table = script["table"]
    whole = table["rulings"].get("flop-size") == "whole-multiples"
    most = float(table["limits"].get("max", 10**9))
    for seat in sorted(script["wagers"], key=int):
        ante = round(100 * float(script["wagers"][seat]["ante"]))
        highest = min(3 * ante, round(100 * most))
        cents = random.choice([ante, highest, random.randint(ante, max(ante, highest))])
        if whole:
            cents = ante * random.randint(1, max(1, highest // ante))
        if chance(random, 0.35):
            decisions.append([int(seat), "fold"])
        else:
            decisions.append([int(seat), "flop", f"{cents / 100:.2f}"])
    if chance(random, 0.12):
        decisions = decisions[: random.randint(0, len(decisions))]
    if chance(random, 0.08):
        decisions.append(["void", random.choice(CAUSES)])
    return decisions


# ---- Bad input ----


def _any_seat(random: Random, script: Script) -> dict[str, object]:
    made: dict[str, object] = random.choice(list(script["wagers"].values()))
    return made


def _bad_wager(random: Random, script: Script) -> None:
    wager = random.choice(["ante", "high-hand", "flop-bonus", "jackpot-1", "jackpot-2", "flop"])
    values: list[object] = [0, -1, "x", "1.005", None, 10**7, 1, 3, "0.01", [], True]
    _any_seat(random, script)[wager] = random.choice(values)


def _no_ante(random: Random, script: Script) -> None:
    _any_seat(random, script).pop("ante")


def _bad_seat(random: Random, script: Script) -> None:
    script["wagers"][random.choice(["8", "0", "01", "x", "-1", "7", "2"])] = {"ante": 10}


def _bad_deck(random: Random, script: Script) -> None:
    deck = script["deck"].split()
    change = random.choice(["short", "twice", "unknown"])
    if change == "short":
        deck = deck[: random.randint(0, 30)]
    elif change == "twice":
        deck[random.randrange(len(deck))] = random.choice(deck)
    else:
        deck[random.randrange(len(deck))] = random.choice(["1c", "Zs", "A", "Asd", "0h"])
    script["deck"] = " ".join(deck)


def _bad_ruling(random: Random, script: Script) -> None:
    name = random.choice([*RULINGS, "bonus-pays"])
    script["table"]["rulings"][name] = random.choice(["yes", "8", 0, None, "shared ", "low"])


def _bad_paytable(random: Random, script: Script) -> None:
    wager = random.choice([*PAYTABLES, "flop", "jackpot-1"])
    code = random.choice(["SOA-04", "SOA-01", "HHW-01", "HHW-04", "5CL-01", "", None])
    script["table"]["paytables"][wager] = code


def _bad_jackpot(random: Random, script: Script) -> None:
    jackpots = script["table"]["jackpots"]
    if not jackpots or chance(random, 0.2):
        jackpots += [random_jackpot(random, "house"), random_jackpot(random, "progressive")]
        return
    jackpot = random.choice(jackpots)
    keys = ["paytable", "type", "wager", "meter", "seed", "rate", "reserve", "maximum"]
    key = random.choice(keys)
    if chance(random, 0.1):
        jackpot.pop(key, None)
        return
    values: list[object] = [-1, "x", "1/3", None, 2, "0.9", 40000, "5CL-16", "house", "0.005"]
    jackpot[key] = random.choice(values)


def _bad_limit(random: Random, script: Script) -> None:
    name = random.choice(["min", "max", "high-hand", "flop-bonus", "ante", "flop", "jackpot-1"])
    value = random.choice([-1, 0, 5, "x", [5, 1], [1], [1, 5], None])
    script["table"]["limits"][name] = value


def _bad_aggregate(random: Random, script: Script) -> None:
    wager = random.choice([*PAYTABLES, "flop", "jackpot-1", "jackpot-2", "bonus"])
    value = random.choice([0, 49, 50, 1000, 15000, 20000, "x", 10**6])
    script["table"]["limits"]["aggregate"] = {wager: value}


def _bad_profile(random: Random, script: Script) -> None:
    script["profile"] = random.choice(
        [
            {"name": "washington", "date": "2023-01-09", "licence": "house-banked"},
            {"name": "washington", "date": "2023-02-30", "licence": "house-banked"},
            {"name": "washington", "date": "2024-01-10", "licence": "class-f"},
            {"name": "washington", "date": "2024-01-10"},
            {"name": "tribal"},
            {"name": "tribal", "approval": "letter 7", "date": "2022-05-01"},
            {"name": "nevada"},
            {},
        ]
    )


def _bad_decision(random: Random, script: Script) -> None:
    seats = [int(seat) for seat in script["wagers"]]
    seat = random.choice([*seats, *seats, 7, "x"])
    bad: list[list[object]] = [
        [seat, "flop", random.choice([0, "0.01", 1, 5, 10, 30, "10.505", 1000, None, "x"])],
        [seat, "flop"],
        [seat, "fold"],
        [seat, "fold", 5],
        [seat, "check"],
        [seat],
        [],
        ["void"],
        ["void", ""],
        ["void", "a card fell"],
        ["void", "a card fell", 1],
    ]
    decisions = script["decisions"]
    at = random.randint(0, len(decisions))
    decisions[at : at + random.choice([0, 1])] = [random.choice(bad)]


DEFECTS: list[Callable[[Random, Script], None]] = [
    _bad_wager,
    _bad_wager,
    _no_ante,
    _bad_seat,
    _bad_deck,
    _bad_ruling,
    _bad_paytable,
    _bad_jackpot,
    _bad_jackpot,
    _bad_limit,
    _bad_aggregate,
    _bad_profile,
    _bad_decision,
    _bad_decision,
    _bad_decision,
]


# ---- Scripts ----


def many_games(random: Random, script: Script) -> None:
    """Bonus and jackpot wagers above five dollars, which leave less for the Flop wager."""
    for jackpot in script["table"]["jackpots"]:
        jackpot["wager"] = 6
    for made in script["wagers"].values():
        made.update(dict.fromkeys(made, 6))
        made["ante"] = random.choice([1, 2, 5])


def random_script(random: Random) -> Script:
    """One round; one in eight has something wrong with it, which may or may not be legal."""
    table = random_table(random)
    wagers = random_wagers(random, table)
    deck = random_deck(random, sorted(int(seat) for seat in wagers), table["rulings"])
    script: Script = {"game": "super-omaha", "table": table, "wagers": wagers}
    script["deck"] = " ".join(deck if chance(random, 0.5) else deck[: 4 * len(wagers) + 9])
    if chance(random, 0.15):
        script["profile"] = random.choice(PROFILES)
        if chance(random, 0.4):
            many_games(random, script)
    script["decisions"] = random_decisions(random, script)
    script = deepcopy(script)
    if chance(random, 0.125):
        random.choice(DEFECTS)(random, script)
    return script


def random_scripts(seed: int, count: int) -> Iterator[Playing]:
    random = Random(seed)
    for _ in range(count):
        yield Playing(random_script(random))
