"""The terms of a jackpot, its sensor on a layout, its hits, and what an operator may not set up.

A **house** jackpot is a fixed posted prize: it never changes, and each winner gets its percentage
in full. A **progressive** has a meter that rises with every wager and that only percentage pays
and documented adjustments bring down.

The sensors of a layout have a number from 1 each: ``jackpot-2`` is the wager on the second one,
``jackpot-2-envy`` what it pays for others' hits. A hit goes from the deal to its pay: hit, locked,
verified, then paid or voided. The reseeded meter plays on meanwhile; the hit keeps its own amount.
"""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple

from pitboss.jackpots.meter import Meter, Terms
from pitboss.money import dollars, parse_dollars, read_number, read_whole, show_given, whole_or_text
from pitboss.paytable import PayTable, Share, Word
from pitboss.refusal import Refused

WAGER = "jackpot-"
ENVY = "-envy"


def wager_of(number: int) -> str:
    """The name of a sensor's wager; sensors count from 1."""
    return f"{WAGER}{number}"


def envy_of(wager: str) -> str:
    """The name under which the envy pays of a sensor's wager are settled."""
    return f"{wager}{ENVY}"


def is_sensor(wager: str) -> bool:
    """Whether it is the wager on a sensor; its envy is none."""
    return wager.startswith(WAGER) and isinstance(whole_or_text(wager.removeprefix(WAGER)), int)


def is_envy(wager: str) -> bool:
    return wager.startswith(WAGER) and wager.endswith(ENVY)


def number_of(wager: str) -> int:
    """The number of the sensor of a wager or of its envy."""
    return int(wager.removeprefix(WAGER).removesuffix(ENVY))


# Terms, read and checked

TYPES = ("house", "progressive")
MOST_SENSORS = 2
LINKED_DECIMALS = 12
_KEYS = (
    *("paytable", "type", "wager", "meter", "seed", "rate", "reserve", "maximum", "linked"),
    *("reserved", "overflow"),
)
_PROGRESSIVE_KEYS = ("seed", "rate", "reserve", "maximum", "reserved", "overflow")

Jackpot = tuple[Terms, Meter]


def read_jackpots(given: object, tables: Mapping[str, PayTable]) -> list[Jackpot]:
    """Read and check the jackpots of a table, one for each sensor."""
    if not isinstance(given, Sequence) or isinstance(given, str):
        raise Refused("jackpots: a JSON list is needed, one entry for each sensor")
    if given and not tables:
        raise Refused("jackpots: this game has none")
    if len(given) > MOST_SENSORS:
        raise Refused(
            f"jackpots: {len(given)} sensors; a layout has at most {MOST_SENSORS}", "SO-19"
        )
    jackpots = [_read_jackpot(entry, wager_of(n), tables) for n, entry in enumerate(given, 1)]
    types = [terms.type for terms, _ in jackpots]
    if len(set(types)) > 1:
        raise Refused(
            f"jackpots: types {' and '.join(types)} on one table; all must be of one type", "SO-21"
        )
    return jackpots


def _read_jackpot(entry: object, where: str, tables: Mapping[str, PayTable]) -> Jackpot:
    given = _object(entry, where)
    terms = _read_terms(given, where, tables)
    if terms.type == "house" and "meter" not in given:
        raise Refused(f"{where}: a house jackpot needs its posted prize as meter", "SO-27")
    meter = _exact_cents(given["meter"], f"{where} meter") if "meter" in given else terms.seed
    if terms.maximum is not None and meter > terms.maximum:
        raise Refused(f"{where} meter of {given['meter']} is above its maximum")
    linked = given.get("linked", [])
    if not isinstance(linked, Sequence) or isinstance(linked, str):
        raise Refused(f"{where} linked: a JSON list is needed, one entry for each linked table")
    for other in linked:
        other = _object(other, f"{where} link")
        check_link(terms, _read_terms(other, f"{where} link", tables))
        if "meter" in other and _exact_cents(other["meter"], f"{where} link meter") != meter:
            raise Refused(f"{where} link meter of {other['meter']}: linked tables share one meter")
    hidden = (_exact_cents(given.get(key, 0), f"{where} {key}") for key in ("reserved", "overflow"))
    return terms, Meter(meter, *hidden)


def check_new(given: Mapping[str, object]) -> None:
    """What a jackpot that is made now may not have, though older ones do: tables link by amounts
    of so many decimals, and without a maximum nothing overflows."""
    for key in ("meter", *_PROGRESSIVE_KEYS):
        value = given.get(key, 0)
        read_number(value, f"jackpot {key} of {show_given(value, str)}", LINKED_DECIMALS)
    if "maximum" not in given and read_number(given.get("overflow", 0), "overflow"):
        raise Refused(f"jackpot overflow of {given['overflow']}: only what has a maximum overflows")


def _object(entry: object, where: str) -> Mapping[str, object]:
    if not isinstance(entry, Mapping):
        raise Refused(f"{where}: a JSON object is needed")
    for key in entry:
        if key not in _KEYS:
            raise Refused(f"{where}: key {key!r} is unknown; it has {', '.join(_KEYS)}")
    return entry


def _read_terms(entry: Mapping[str, object], where: str, tables: Mapping[str, PayTable]) -> Terms:
    code, type_ = str(entry.get("paytable")), entry.get("type")
    if code not in tables:
        raise Refused(f"{where}: pay table {code!r} is unknown; printed: {', '.join(tables)}")
    if type_ not in TYPES:
        raise Refused(f"{where}: type {type_!r} is unknown; allowed: {', '.join(TYPES)}", "SO-21")
    wager = parse_dollars(entry.get("wager", 1), f"{where} wager")
    if wager <= 0:
        raise Refused(f"{where} wager of {dollars(wager)} must be above 0", "SO-29")
    if type_ == "house":
        for key in _PROGRESSIVE_KEYS:
            if key in entry:
                raise Refused(f"{where}: a house jackpot is fixed and has no {key}", "SO-27")
        return Terms(tables[code], "house", wager)
    maximum = entry.get("maximum")
    terms = Terms(
        tables[code],
        "progressive",
        wager,
        _exact_cents(entry.get("seed", 0), f"{where} seed"),
        _rate(entry.get("rate", 0), f"{where} rate"),
        _rate(entry.get("reserve", 0), f"{where} reserve"),
        None if maximum is None else _exact_cents(maximum, f"{where} maximum"),
    )
    if terms.rate + terms.reserve_rate > 1:
        raise Refused(f"{where}: rate and reserve together exceed 1, the whole wager")
    if terms.maximum is not None and terms.maximum < terms.seed:
        raise Refused(f"{where} maximum of {maximum} is below the seed")
    return terms


def _exact_cents(value: object, what: str) -> Fraction:
    """Dollars of any precision, not below zero, as exact cents."""
    number = read_number(value, what)
    if number < 0:
        raise Refused(f"{what} of {value} is below 0")
    return number * 100


def _rate(value: object, what: str) -> Fraction:
    number = read_number(value, what)
    if not 0 <= number <= 1:
        raise Refused(f"{what} of {value} is no part of the wager; from 0 to 1")
    return number


def check_link(one: Terms, other: Terms) -> None:
    """Tables link only with the same type, fixed wager, winning hands and probabilities."""
    codes = f"link of {one.paytable.code} with {other.paytable.code}"
    if one.type != other.type:
        raise Refused(f"{codes}: progressive and house jackpots cannot be linked", "SO-21")
    if one.family != other.family:
        raise Refused(
            f"{codes}: five-card and seven-card jackpots have other winning hands and"
            " probabilities and cannot be linked",
            "SO-21",
        )
    if one.wager_cents != other.wager_cents:
        raise Refused(f"{codes}: linked tables need the same fixed wager", "SO-29")
    if _winning_hands(one) != _winning_hands(other):
        raise Refused(
            f"{codes}: other hands win, or another part of the meter; linked tables need the same",
            "SO-21",
        )


def _winning_hands(terms: Terms) -> list[tuple[str, str]]:
    """The hands that win, with what those that draw on the meter take of it."""
    return [
        (row.event, row.text if isinstance(row.pay, Share) else "")
        for row in terms.paytable.rows
        if row.pay not in (Word.ABSENT, Word.LOSS)
    ]


# Hits, on their way to be paid

NEXT = {
    "hit": ("locked",),
    "locked": ("verified", "voided"),
    "verified": ("paid", "voided"),
    "paid": (),
    "voided": (),
}
VOIDED = "voided"
MOST_HITS = 999
ENDED = tuple(state for state, following in NEXT.items() if not following)


def order_of(identity: object) -> int:
    """The last part of the id under which the house keeps a hit."""
    return read_whole(str(identity).rpartition("-")[2], "jackpot hit", 0, MOST_HITS)


class Hit(NamedTuple):
    """A winning hand on a percentage row; ``order`` tells hits of one round apart.

    A round knows the sensor that was hit. The house, which keeps a hit until it is paid, knows by
    which jackpot, where, whose and when instead.
    """

    sensor: int
    seat: int
    hand: str
    paid_cents: int
    order: int
    state: str = "hit"
    steps: tuple[tuple[str, str], ...] = ()
    id: str = ""
    jackpot: str = ""
    table: str = ""
    round: int = 0
    who: str = ""
    at: str = ""
    resettled_cents: int = 0
    """By how much ``paid_cents`` differs from what its round paid: one beside it was voided."""

    @property
    def next_states(self) -> tuple[str, ...]:
        return NEXT[self.state]


def advance(hit: Hit, state: str, who: str) -> Hit:
    """The hit in its next state; who brought it there is kept."""
    if state not in hit.next_states:
        allowed = ", ".join(hit.next_states) or "nothing, it has ended"
        raise Refused(f"jackpot hit: {state!r} cannot follow {hit.state}; allowed: {allowed}")
    if not who.strip():
        raise Refused("jackpot hit: the name of the person is missing")
    return hit._replace(state=state, steps=(*hit.steps, (state, who)))
