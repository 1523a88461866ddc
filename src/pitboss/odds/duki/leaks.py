"""What Duki's leaks are worth: the dealer's cards or those of other seats, known beforehand.

With some of the dealer's cards or one neighbour's four known, every deal is counted. More
neighbours are sampled: on each deal the choice that knows their cards is set against the choice
that does not, over all dealer's hands that are left.
"""

from collections.abc import Iterable
from concurrent.futures import Executor
from fractions import Fraction
from math import comb, lcm
from typing import Any, cast

from pitboss.cards import RANKS
from pitboss.games.contract import Opening, Settings, Table
from pitboss.games.duki.rules import ante_odds
from pitboss.odds.cache import Count
from pitboss.odds.duki.hands import DEALERS, HANDS, field_of, key_of
from pitboss.odds.duki.strategy import describe
from pitboss.odds.figures import Figures, unit_net
from pitboss.odds.parts import kept_file
from pitboss.odds.protection import Card, Found, sampled
from pitboss.odds.request import read_request
from pitboss.refusal import Refused

COUNT_SOURCES = (
    "games/duki/score.py",
    "odds/duki/leak_kernels.py",
    "odds/generic/numbering.py",
)
SOURCES = (*COUNT_SOURCES, "odds/duki/neighbours.py", "rounds/shuffle.py")
"""What is counted depends on the first, what is sampled on all."""

DEALER, NEIGHBOURS = "dealer", "neighbours"
DEALER_CARDS = 4
LEAKS = (
    *(f"{DEALER}-{n}" for n in range(1, DEALER_CARDS + 1)),
    *(f"{NEIGHBOURS}-{n}" for n in range(1, 7)),
)
DEALS, SEED = 200_000, "duki neighbours"
LARGEST_NET = 10**5
"""Beyond it whole-number counting could overflow; no table comes near."""

KINDS = (
    RANKS,
    ("both of one suit", "of two suits"),
    ("all of one suit", "of two suits", "of three suits"),
)
"""What the simple rules for one, two and three cards of the dealer's go by."""

RULES = (
    "Look at the card's rank, and play from this hand on",
    "Two of one suit leave him short of suits: look whether they are of one suit or two",
    "Count their suits: he needs three for a Duki",
    "Play unless the dealer's Duki is higher than yours",
)

BY_SPREAD = (
    "Count the suits of all cards you see, your own too, and look by how many the most frequent is"
    " ahead of the rarest"
)
"""The simple rule for neighbours' cards."""

EVERY: Figures = {"text": "play every hand"}


def count_leak(name: str, settings: Settings, pool: Executor | None = None) -> Count:
    """The count that a leak is read from: one for all that are counted, one for the sampled."""
    pays = read_pays(settings)
    inputs: dict[str, object] = {"ace": pays["ace"], "unit": pays["unit"], "gains": pays["gains"]}

    def make() -> object:
        from pitboss.odds.duki.leak_kernels import Pays, count_leaks
        from pitboss.odds.duki.neighbours import sample_neighbours

        given = Pays(pays["ace"], pays["unit"], pays["gains"])
        if is_counted(name):
            return count_leaks(given, kept_file(count), pool)
        return sample_neighbours(given, (DEALS, SEED), kept_file(count), pool)

    if is_counted(name):
        count = Count("duki", "leaks", inputs, COUNT_SOURCES, make)
    else:
        inputs |= {"deals": DEALS, "seed": SEED}
        count = Count("duki", NEIGHBOURS, inputs, SOURCES, make)
    return count


def is_counted(name: str) -> bool:
    return name.startswith(DEALER) or name == f"{NEIGHBOURS}-1"


_read: dict[object, dict[str, Any]] = {}


def read_pays(settings: Settings) -> dict[str, Any]:
    """What a winning hand gains over folding, for rising scores, where it changes; read once."""
    key = key_of(settings)
    if key not in _read:
        _read[key] = find_pays(settings)
    return _read[key]


def find_pays(settings: Settings) -> dict[str, Any]:
    table = Table(Opening(settings, {}, ()))
    rows: list[tuple[int, Fraction, Fraction, Fraction]] = []
    for hands in field_of(settings.rulings["ace"]).hands:
        nets = [unit_net(ante_odds(table, hands.score, cards)[0]) for cards in (0, 3, 4)]
        gains = (nets[0] + 1, nets[1] + 2, nets[2] + 2)
        if not rows or rows[-1][1:] != gains:
            rows.append((hands.score, *gains))
    unit = lcm(*(gain.denominator for row in rows for gain in row[1:]))
    whole = tuple((score, *(int(gain * unit) for gain in gains)) for score, *gains in rows)
    if max(max(row[1:]) for row in whole) > LARGEST_NET:
        raise Refused(f"pay table of the Ante: pays above {LARGEST_NET:,} cannot be counted")
    return {"ace": settings.rulings["ace"], "unit": unit, "gains": whole}


def read_leak(name: str, settings: Settings, known: object, base: Fraction) -> Found:
    """The player's edge with a leak."""
    kind, _, number = name.partition("-")
    unit, cards = read_pays(settings)["unit"], int(number)
    if kind == NEIGHBOURS:
        return read_neighbours(cards, settings, cast("dict[str, Any]", known), base)
    counted = cast("dict[str, Any]", known)
    deals, gain = HANDS * DEALERS * comb(DEALER_CARDS, cards), counted["known"][cards]
    edge = Fraction(gain, deals * unit) - 1
    if cards == DEALER_CARDS:
        return Found(edge, deals, card=Card(RULES[cards - 1], (), edge))
    by_rule, thresholds = counted["rules"][cards - 1]
    rule = Card(
        RULES[cards - 1],
        read_rows(KINDS[cards - 1], thresholds, settings.rulings["ace"]),
        Fraction(by_rule, deals * unit) - 1,
    )
    return Found(edge, deals, card=rule)


def read_neighbours(seats: int, settings: Settings, known: dict[str, Any], base: Fraction) -> Found:
    """The player's edge with so many neighbours' cards known: one's are counted."""
    unit, ace = read_pays(settings)["unit"], settings.rulings["ace"]
    *sums, thresholds = known["rules"][DEALER_CARDS - 1 if seats == 1 else seats - 1]
    words = spreads(seats)
    rows = read_rows(words.values(), [thresholds[spread] for spread in words], ace)
    if seats == 1:
        deals = HANDS * DEALERS * comb(44, 4)
        edge, by_rule = (
            Fraction(gain, deals * unit) - 1 for gain in (known["known"][DEALER_CARDS + 1], *sums)
        )
        return Found(edge, deals, card=Card(BY_SPREAD, rows, by_rule))
    unit *= comb(48 - 4 * seats, 4)
    best, squares = known["known"][2 * seats - 2 : 2 * seats]
    rule = sampled(base, (sums[0], sums[1]), DEALS, unit)
    card = Card(BY_SPREAD, rows, rule.edge, rule.error)
    return sampled(base, (best, squares), DEALS, unit)._replace(card=card)


def spreads(seats: int) -> dict[int, str]:
    """The spreads that can be, in words: a multiple of four cards is never uneven by one."""
    words = {0: "by none", **{ahead: f"by {ahead}" for ahead in range(2, 9)}}
    return words if seats == 1 else {**words, 9: "by 9 or more"}


def read_rows(kinds: Iterable[str], thresholds: Iterable[int], ace: str) -> list[Figures]:
    """Each kind of seen cards with the lowest hand to play."""
    hands = field_of(ace).hands
    return [
        {"seen": kind, **describe(threshold, hands), **(EVERY if threshold <= 0 else {})}
        for kind, threshold in zip(kinds, thresholds, strict=True)
    ]


def shipped_counts() -> Iterable[Count]:
    settings = read_request("duki", {}).settings
    for name in (f"{DEALER}-1", f"{NEIGHBOURS}-2"):
        yield count_leak(name, settings)
