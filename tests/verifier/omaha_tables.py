"""Random tables of Super Omaha: every ruling, printed and own pay tables, jackpots, limits."""

from random import Random
from typing import Any

from tests.verifier.omaha_decks import chance

Script = dict[str, Any]
Jackpot = dict[str, Any]

RULINGS: dict[str, list[object]] = {
    "same-round-percentages": ["in-settling-order", "each-of-displayed", "shared"],
    "five-card-community": ["1", "2", "3", "4", "5", 2],
    "six-card-royal": ["nine-to-ace"],
    "royal-suit": ["spades", "hearts", "diamonds", "clubs"],
    "flop-size": ["any", "whole-multiples"],
    "shuffler": ["yes", "no"],
    "seats": ["7", "1", "2", "3", "4", "5", "6", 7],
}
PAYTABLES = {
    "ante": ["SOA-01", "SOA-02", "SOA-03"],
    "high-hand": ["HHW-01", "HHW-02", "HHW-03"],
    "flop-bonus": ["SOA-01", "SOA-02", "SOA-03", "SOA-04", "SOA-05"],
}
FIVE_CARD = [f"5CL-{n:02}" for n in range(1, 16)] + ["5CL-E01", "5CL-E02", "5CL-E03"]
SEVEN_CARD = [f"7CL-{n:02}" for n in range(1, 8)] + ["7CL-E01", "7CL-E02", "7CL-E03"]
SHARING = ["5CL-15", "5CL-E01", "5CL-E02", "5CL-E03", "5CL-05", "5CL-10"]
"""Tables on which two hands can win a percentage."""

LONG_ODDS = {
    "ante": ["SOA-01", "SOA-02"],
    "high-hand": PAYTABLES["high-hand"],
    "flop-bonus": ["SOA-03", "SOA-05"],
}
"""Tables with odds of 50 to 1, where an aggregate limit is allowed."""

MAIN_EVENTS = ["royal-flush", "straight-flush", "four-of-a-kind", "full-house", "flush"]
EVENTS = {
    "ante": [*MAIN_EVENTS, "straight-or-less"],
    "high-hand": [*MAIN_EVENTS, "straight"],
    "flop-bonus": ["mini-royal-flush", *MAIN_EVENTS[1::3], "three-of-a-kind", "straight", "pair"],
}
"""Rows of tables of the house."""

AMOUNTS: list[object] = [1, 2, 5, 10, 25, "1.01", "2.50", "3.33", "7.77", "10.00", "0.05", 6, 100]
METERS: list[object] = [50000, 10000, "12345.678", "999.999", "0.011", "0.10", 0, "77777.77777"]
SEEDS: list[object] = [10000, 5000, "0.005", 0, 1, "2500.25"]
RATES: list[object] = [0, "0.2", 0.15, 1, "0.123456789", "0.0333"]
CAUSES = ["house-procedure", "a card fell", "a", "(d)"]
PROFILES: list[dict[str, str]] = [
    {"name": "none"},
    {"name": "tribal", "approval": "letter 7"},
    {"name": "tribal", "approval": "letter 7", "date": "2023-05-01"},
    {"name": "washington", "date": "2023-01-10", "licence": "house-banked"},
    {"name": "washington", "date": "2023-08-18", "licence": "house-banked"},
    {"name": "washington", "date": "2023-08-19", "licence": "house-banked"},
]


def random_jackpot(random: Random, kind: str) -> Jackpot:
    """Terms as they may be: small and broken meters, maximum, reserve, overflow, links."""
    code = random.choice(random.choice([FIVE_CARD, SEVEN_CARD, SHARING]))
    wager = random.choice([1, 1, 1, 2, 5, 6, "0.50", "2.50", "0.01", "5.01"])
    jackpot: Jackpot = {"paytable": code, "type": kind, "wager": wager}
    jackpot["meter"] = random.choice(METERS)
    if kind == "house":
        return jackpot
    jackpot["seed"] = random.choice(SEEDS)
    jackpot["rate"] = random.choice(RATES)
    if chance(random, 0.1):
        del jackpot[random.choice(["meter", "seed", "rate"])]
    if chance(random, 0.3):
        jackpot["reserve"] = random.choice([0, "0.01", 0.05, "0.333"])
        if float(jackpot.get("rate", 0)) == 1:
            jackpot["reserve"] = 0
        jackpot["reserved"] = random.choice([0, 1, "2500.255", 5000, 20000])
    if chance(random, 0.3):
        highest = max(float(jackpot.get("meter", 0)), float(jackpot.get("seed", 0)))
        jackpot["maximum"] = random.choice([f"{highest + 0.3:.4f}", int(highest) + 1, 100000])
        jackpot["overflow"] = random.choice([0, "0.001", "1.5", 300, 60000])
    if chance(random, 0.05):
        other = random.choice([code, random.choice(FIVE_CARD), random.choice(SEVEN_CARD)])
        jackpot["linked"] = [{**jackpot, "paytable": other}]
        if chance(random, 0.3):
            jackpot["linked"][0]["meter"] = random.choice(METERS)
    return jackpot


def random_limits(random: Random, table: dict[str, Any]) -> dict[str, Any]:
    """A sign that most of the amounts meet."""
    limits: dict[str, Any] = {}
    if chance(random, 0.3):
        limits["min"] = random.choice([0, 1, 5, "0.05"])
    if chance(random, 0.5):
        limits["max"] = random.choice([10, 25, 100, 300, "12.34"])
    for bonus in ("high-hand", "flop-bonus"):
        if chance(random, 0.2):
            limits[bonus] = random.choice([[1, 25], ["0.05", 10], [0, 300]])
    if chance(random, 0.3):
        limits["aggregate"] = {}
        for wager, codes in LONG_ODDS.items():
            own = limits.get(wager, [0, limits.get("max")])[1]
            if own and chance(random, 0.5) and table["paytables"].get(wager) in codes:
                more = random.choice([0, 0.01, 77.7])
                limits["aggregate"][wager] = f"{50 * float(own) + more:.2f}"
        for n, jackpot in enumerate(table["jackpots"], 1):
            if chance(random, 0.6):
                least = 50 * float(jackpot["wager"])
                limits["aggregate"][f"jackpot-{n}"] = f"{least + random.choice([0, 3.33]):.2f}"
    return limits


def own_table(random: Random, wager: str) -> dict[str, Any]:
    """A table of the house, not as approved, with some of the rows."""
    events = random.sample(EVENTS[wager], random.randint(1, len(EVENTS[wager])))
    words = ["Push"] if wager == "ante" else ["Loss", "-"]
    rows = [[event, random.choice([1, 2, 3, 50, 100, "3/2", "0.25", *words])] for event in events]
    return {"rows": rows, "terms": random.choice(["to 1", "to 1", "for 1"])}


def random_table(random: Random) -> dict[str, Any]:
    table: dict[str, Any] = {"paytables": {}, "jackpots": [], "rulings": {}}
    for wager, codes in PAYTABLES.items():
        if chance(random, 0.75):
            table["paytables"][wager] = random.choice(codes)
            if chance(random, 0.06):
                table["paytables"][wager] = own_table(random, wager)
    kind = random.choice(["progressive", "progressive", "house"])
    for _ in range(random.choice([0, 1, 1, 2])):
        table["jackpots"].append(random_jackpot(random, kind))
    for name, options in RULINGS.items():
        if chance(random, 0.15 if name == "seats" else 0.5):
            table["rulings"][name] = random.choice(options)
    table["limits"] = random_limits(random, table)
    return table
