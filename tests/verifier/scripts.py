"""Random scripts of Buyout and Duki: every ruling, own tables, limits, voids, bad input too."""

from collections.abc import Iterator
from random import Random
from typing import Any

from tests.verifier.playing import Playing, Script

RANKS = "23456789TJQKA"
CARDS = [rank + suit for rank in RANKS for suit in "cdhs"]
AMOUNTS: list[object] = [1, 2, 5, 10, 25, "1.01", "2.50", "3.33", "7.77", "10.00", "0.50", "25.00"]
BAD_AMOUNTS: list[object] = [0, -5, "x", "1.005", None, True, [], "", 10**15]
PAYS: list[object] = [
    1,
    2,
    3,
    5,
    7,
    20,
    49,
    50,
    51,
    60,
    100,
    250,
    "3/2",
    "1/3",
    "0.25",
    "2.5",
    "7/8",
]
CAUSES = ["a", "b", "c", "d", "(a)", "(d)", "e", "house-procedure", "a card fell"]

RULINGS: dict[str, dict[str, list[object]]] = {
    "buyout": {
        "bonus-hand": ["bought", "four-cards"],
        "bonus-alone": ["no", "yes", "yes"],
        "seats": ["7", 7, "1", 3, "6"],
    },
    "duki": {
        "ante-three-card": ["even", "three-card-table"],
        "ante-four-beats-three": ["table", "even"],
        "bonus-four-card": ["best-three", "own-category", "ante-table", "three-suits-only"],
        "bonus-pays": ["to-1", "for-1"],
        "ace": ["high-low", "high"],
        "shuffler": ["yes", "no"],
        "decks": ["two", "one"],
        "dealer-wagers": ["no", "yes", "yes"],
        "seats": ["7", 7, "6", 6],
    },
}
WAGERS = {"buyout": ["first", "bonus"], "duki": ["ante", "bonus", "tip"]}
MAIN = {"buyout": "first", "duki": "ante"}
ACTIONS = {"buyout": ["buy", "refuse", "fold"], "duki": ["play", "fold"]}
ROWS = {
    "ante": ["four-of-a-kind", "straight", "three-of-a-kind", "two-pair", "pair", "high-card"],
    "bonus": ["three-of-a-kind", "straight", "pair-4s-or-better"],
}
PROFILES: list[dict[str, str]] = [
    {"name": "none"},
    {"name": "tribal", "approval": "letter 7"},
    {"name": "tribal", "approval": "letter 7", "date": "2019-05-01"},
    {"name": "washington", "date": "2023-01-10", "licence": "house-banked"},
    {"name": "washington", "date": "2021-01-10", "licence": "house-banked"},
    {"name": "washington", "date": "2024-02-29", "licence": "house-banked"},
    {"name": "washington", "date": "2024-02-30", "licence": "house-banked"},
    {"name": "washington", "date": "2024-02-29", "licence": "class-f"},
    {"name": "washington", "date": "2008-02-29", "licence": "house-banked"},
]


def chance(random: Random, of: float) -> bool:
    return random.random() < of


def by_suits(random: Random) -> list[str]:
    """Cards in fours of four suits and of few or consecutive ranks: 4-card Dukis."""
    left, cards = set(CARDS), []
    for _ in range(random.randint(2, 8)):
        lowest = random.randrange(10)
        near = RANKS[lowest : lowest + random.choice([1, 2, 3, 4])]
        for suit in random.sample("cdhs", 4):
            free = [rank + suit for rank in near if rank + suit in left]
            if free:
                cards.append(random.choice(free))
                left.remove(cards[-1])
    return cards


def by_kinds(random: Random) -> list[str]:
    """Few ranks and suits, often the high ones: large totals and many of a kind."""
    ranks = random.choice([random.sample(RANKS, random.randint(2, 7)), "TJQKA", "789TJQKA"])
    suits = random.sample("cdhs", random.randint(1, 4))
    cards = [rank + suit for rank in ranks for suit in suits]
    return random.sample(cards, len(cards))


def random_deck(random: Random, sound: bool) -> str:
    """Shuffled, often with a top from which rare hands come; sometimes short."""
    top = random.choice([lambda _: [], by_kinds, by_suits])(random)
    cards = [*top, *(card for card in random.sample(CARDS, 52) if card not in top)]
    if chance(random, 0.04):
        cards = cards[: random.randint(1, 40)]
    if not sound and chance(random, 0.05):
        cards[random.randrange(len(cards))] = random.choice([*CARDS, "1c", "Ax", "A"])
    return random.choice([" ", "", "  "]).join(cards)


def points_table(random: Random) -> list[list[object]]:
    """Ranges of points with gaps; approved ones begin at 21 and have none."""
    rows: list[list[object]] = []
    approved = chance(random, 0.3)
    top, least = 44, 21 if approved else random.randint(1, 30)
    while top >= least:
        low = max(top - random.choice([0, 0, 1, 2, 5, 9]), least)
        pay = random.choice(PAYS)
        if not approved and chance(random, 0.1):
            pay = "Loss"
        rows.append([f"{low}-{top}" if low < top or chance(random, 0.1) else str(low), pay])
        top = low - 1 - (0 if approved else random.choice([0, 0, 0, 1, 3]))
    if chance(random, 0.03):
        rows.append([random.choice(["45", "0", "x", "30-20", "44", "21-26"]), 2])
    return random.sample(rows, len(rows))


def own_table(random: Random, game: str, wager: str) -> dict[str, Any]:
    if game == "buyout":
        rows = points_table(random)
    else:
        pays = [*PAYS, "Loss"] if wager == "bonus" else PAYS
        named = random.sample(ROWS[wager], random.randint(1, len(ROWS[wager])))
        rows = [[event, random.choice(pays)] for event in named]
    if chance(random, 0.02):
        rows.append([rows[0][0], random.choice([0, "Push", "$5", "-", "10%", 3])])
    table: dict[str, Any] = {"rows": rows}
    if chance(random, 0.5):
        table["terms"] = random.choice(["to 1", "for 1"])
    return table


def pays_dear(own: dict[str, Any]) -> bool:
    """Some row surely pays 50 to 1 or more."""
    return any(isinstance(row[-1], int) and row[-1] > 50 for row in own["rows"])


def random_limits(random: Random, game: str, tables: dict[str, Any], sound: bool) -> dict[str, Any]:
    limits: dict[str, Any] = {}
    if chance(random, 0.4):
        limits["min"] = random.choice([0, 1, "1.01", 2, 5])
    if chance(random, 0.7):
        limits["max"] = random.choice([5, 10, 25, 25, "300", 400, 1000])
    for wager in WAGERS[game][1:]:
        if chance(random, 0.3):
            limits[wager] = random.choice([[1, 25], [1, 10], ["0", "2.50"], [5, 300], [1, 1]])
    wager = random.choice(["bonus", "ante"] if game == "duki" else ["bonus"])
    usual = game == "buyout" or wager == "ante"
    dear = pays_dear(tables[wager]) if isinstance(tables.get(wager), dict) else usual
    highest = limits[wager][1] if wager in limits else limits.get("max")
    if chance(random, 0.7) and (not sound or (dear and highest)):
        least = int(float(highest or 25) * 5_000)
        amount = random.choice([least, least, least, least + 1, 2 * least])
        if not sound:
            amount = random.choice([amount, least - 1])
        limits["aggregate"] = {wager: f"{amount // 100}.{amount % 100:02}"}
    if not sound and chance(random, 0.2):
        limits[random.choice(["play", "first", "x", "min", "bonus"])] = random.choice(
            [-1, [5, 1], "y", [1], 3, None]
        )
    return limits


def random_table(random: Random, game: str, sound: bool) -> dict[str, Any]:
    rulings = {
        name: random.choice(options)
        for name, options in RULINGS[game].items()
        if chance(random, 0.6)
    }
    if sound and rulings.get("shuffler") == "no":
        rulings.pop("decks", None)
    if not sound and chance(random, 0.1):
        rulings[random.choice(["ace", "bonus-hand", "x"])] = random.choice(["y", 1, None])
    table: dict[str, Any] = {"rulings": rulings}
    if chance(random, 0.3):
        wager = random.choice(["bonus", "bonus", "ante"] if game == "duki" else ["bonus"])
        table["paytables"] = {wager: own_table(random, game, wager)}
    elif chance(random, 0.1):
        printed = {"bonus": "bonus-3", "ante": "ante-4"} if game == "duki" else {"bonus": "sample"}
        if not sound:
            printed = {random.choice(["bonus", "ante"]): random.choice(["sample", "ante-4"])}
        table["paytables"] = printed
    if chance(random, 0.35):
        table["limits"] = random_limits(random, game, table.get("paytables", {}), sound)
    return table


def random_amount(random: Random, wager: str, limits: dict[str, Any], sound: bool) -> object:
    """An amount, in a sound script one within the limits; None where there is none."""
    if not sound or chance(random, 0.02):
        return random.choice(AMOUNTS)
    low, high = limits.get(wager) or (limits.get("min", 0), limits.get("max", 1_000))
    least = 1.0 if wager == "bonus" else 0.0
    fitting = [
        amount for amount in AMOUNTS if max(float(low), least) <= float(str(amount)) <= float(high)
    ]
    return random.choice(fitting or [None])


def random_wagers(
    random: Random, game: str, table: dict[str, Any], sound: bool
) -> dict[str, dict[str, object]]:
    rulings, limits = table["rulings"], table.get("limits", {})
    highest = int(rulings.get("seats", 7)) if sound else 7
    number = random.choice([1, 1, 2, 3, 4, 7]) if "aggregate" not in limits else 6
    number = min(number, highest)
    wagers: dict[str, dict[str, object]] = {}
    for seat in random.sample(range(1, highest + 1), number):
        made = {MAIN[game]: random_amount(random, MAIN[game], limits, sound)}
        if chance(random, 0.6):
            made["bonus"] = random_amount(random, "bonus", limits, sound)
            alone = not sound or game == "duki" or rulings.get("bonus-alone") == "yes"
            if alone and chance(random, 0.15):
                del made[MAIN[game]]
        tips = not sound or (MAIN[game] in made and rulings.get("dealer-wagers") == "yes")
        if game == "duki" and tips and chance(random, 0.3):
            made["tip"] = random_amount(random, "tip", limits, sound)
        if not sound and chance(random, 0.05):
            made[random.choice([*WAGERS[game], "play", "second", "x"])] = random.choice(BAD_AMOUNTS)
        wagers[str(seat)] = {
            wager: amount for wager, amount in made.items() if not sound or amount is not None
        }
    if not sound and chance(random, 0.05):
        wagers[random.choice(["0", "8", "x", "01"])] = {MAIN[game]: 5}
    return wagers


def wrong_decision(random: Random, game: str, seat: int) -> list[Any]:
    """Anything: out of turn, not allowed now, with a wrong amount, or right by luck."""
    decision: list[Any] = [
        random.choice([seat, seat, seat, random.randint(0, 8), str(seat)]),
        random.choice([*ACTIONS[game], *ACTIONS[game], "flop", "check", ""]),
    ]
    if chance(random, 0.4):
        decision.append(random.choice([*AMOUNTS, None, "x"]))
    return decision


def add_decisions(random: Random, game: str, playing: Playing) -> None:
    """Mostly legal ones to the end; some rounds stop, are voided, or have a wrong decision."""
    if playing.refusal:
        return
    leave, go_wrong = random.choice([(0.0, 0.0), (0.0, 0.0), (0.15, 0.0), (0.0, 0.15)])
    while playing.question is not None and not chance(random, leave):
        seat = playing.question.seat
        if chance(random, go_wrong):
            playing.decide(wrong_decision(random, game, seat))
            break
        options = playing.options
        option = random.choice(options)
        if option["action"] == "fold" and chance(random, 0.6):
            option = options[0]
        decision: list[Any] = [seat, option["action"]]
        if "amount" in option and chance(random, 0.1):
            decision.append(option["amount"])
        if not playing.decide(decision):  # the deck is too short
            return
    if chance(random, 0.08):
        playing.decide(["void", random.choice(CAUSES)])
    if chance(random, 0.02):
        playing.decide(
            random.choice((wrong_decision(random, game, 1), ["void", ""], ["void"], [1], "fold"))
        )


def rich_table(random: Random, game: str) -> dict[str, Any]:
    """Dear pays for many hands under an aggregate limit, which several winners pass."""
    wager = random.choice(["bonus", "ante"] if game == "duki" else ["bonus"])
    events = ["44", "37-41", "21-36", "5-20"] if game == "buyout" else ROWS[wager]
    rows = [[event, random.choice([1, 30, 60, 100, "501/4"])] for event in events]
    rows[0][1] = 77
    rulings = {
        name: random.choice(options)
        for name, options in RULINGS[game].items()
        if name not in ("seats", "decks") and chance(random, 0.6)
    }
    limits = {"max": 10, "aggregate": {wager: random.choice([500, 777, "600.07"])}}
    terms = random.choice(["to 1", "for 1"])
    return {
        "rulings": rulings,
        "paytables": {wager: {"rows": rows, "terms": terms}},
        "limits": limits,
    }


def random_script(random: Random, game: str) -> Playing:
    """Four of five are sound but for what the draw of pay tables and profiles brings."""
    sound = chance(random, 0.8)
    rich = sound and chance(random, 0.08)
    table = rich_table(random, game) if rich else random_table(random, game, sound)
    script: Script = {
        "game": game,
        "table": table,
        "deck": random_deck(random, sound),
        "wagers": random_wagers(random, game, table, sound),
        "decisions": [],
    }
    if chance(random, 0.1 if sound else 0.3):
        script["profile"] = random.choice(PROFILES)
    playing = Playing(script)
    add_decisions(random, game, playing)
    return playing


def random_scripts(game: str, seed: int, count: int) -> Iterator[Playing]:
    random = Random(f"{game} {seed}")
    for _ in range(count):
        yield random_script(random, game)
