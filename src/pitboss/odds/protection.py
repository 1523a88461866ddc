"""What a leak is worth: the player's edge where cards are known that nobody should know.

Each solver that has leaks says in ``leaks`` which, and counts them; the words stand in
``leaks.toml`` beside it. A leak takes long to count, so the answer has those whose count is kept,
and names the others.
"""

from collections.abc import Sequence
from concurrent.futures import Executor
from fractions import Fraction
from math import sqrt
from typing import Any, NamedTuple

from pitboss.data import read_toml
from pitboss.odds.cache import find, recall
from pitboss.odds.figures import Figures, exact, fraction_of
from pitboss.odds.registry import describe_request, find_leaks, price
from pitboss.odds.request import Request
from pitboss.refusal import Refused

DEVIATIONS = 3
"""A result so many standard deviations off is looked into."""

NUMBERS = ("no", "one", "two", "three", "four", "five", "six")


class Card(NamedTuple):
    """A rule that a person can keep in mind, and the player's edge under it, with the standard
    error where it was found on a sample."""

    text: str
    rows: Sequence[Figures]
    edge: Fraction
    error: float | None = None


class Found(NamedTuple):
    """The player's edge with a leak: counted over so many deals, or from a sample of so many with
    the standard error."""

    edge: Fraction
    deals: int
    error: float | None = None
    card: Card | None = None


def sampled(base: Fraction, sums: tuple[int, int], number: int, unit: int) -> Found:
    """The exact base and the mean of what the leak adds; ``sums`` are the sum and the sum of
    squares of that over the sample, in parts of the unit."""
    total, squares = sums
    mean = Fraction(total, number)
    variance = (Fraction(squares, number) - mean**2) * number / (number - 1)
    return Found(base + mean / unit, number, sqrt(variance / number) / unit)


def protect(
    request: Request, names: Sequence[str] = (), executor: Executor | None = None
) -> Figures:
    """The answer of ``pitboss protect``: the leaks named, or all that the game has."""
    leaks = find_leaks(request.key)
    for name in names:
        if name not in leaks.LEAKS:
            raise Refused(
                f"leak {name[:40]!r} is unknown in {request.key}; it has {', '.join(leaks.LEAKS)}"
            )
    fair: Any = price(request._replace(recompute=False))
    base, rows, missing = -fraction_of(fair["house_edge"]), [], []
    anew: set[str] = set()
    for name in dict.fromkeys(names or leaks.LEAKS):
        count = leaks.count_leak(name, request.settings, executor)
        if find(count) is None and not request.recompute:
            missing.append({"leak": name, "minutes": _words(leaks, name)["minutes"]})
            continue
        # One count may serve several leaks: it is made anew once.
        known = recall(count, request.recompute and count.file_name not in anew)
        anew.add(count.file_name)
        found = leaks.read_leak(name, request.settings, known, base)
        rows.append(_row(name, _words(leaks, name), found, (base, fraction_of(fair["variance"]))))
    if names and missing:
        first = missing[0]
        raise Refused(
            f"leak {first['leak']}: not counted yet at this table, which takes about"
            f" {first['minutes']} min on two cores; add --recompute to count it"
        )
    head = {name: part for name, part in describe_request(request).items() if name != "wager"}
    answer: Figures = {**head, "base": {"player_edge": exact(base)}, "leaks": rows}
    return {**answer, "not_counted": missing} if missing else answer


def _words(leaks: Any, name: str) -> dict[str, Any]:
    """The words of a leak; those of several cards or seats are the same but for the number."""
    words: dict[str, dict[str, Any]] = read_toml(leaks.__package__, "leaks.toml")
    kind, _, number = name.partition("-")
    if name in words:
        return words[name]
    one = dict(words[kind])
    many = f"{NUMBERS[int(number)]} {one.pop('one') if number == '1' else one.pop('many')}"
    return {
        key: text.format(many=many) if isinstance(text, str) else text for key, text in one.items()
    }


def _row(
    name: str, words: dict[str, Any], found: Found, fair: tuple[Fraction, Fraction]
) -> Figures:
    base, variance = fair
    gain = found.edge - base
    row: Figures = {
        "leak": name,
        "what": words["what"],
        "player_edge": _figure(found.edge, found.error),
        "method": "exact" if found.error is None else "sampled",
        "deals" if found.error is None else "sample": str(found.deals),
        "gain": _figure(gain, found.error),
        "assumption": words["assumption"],
        "rounds_to_show": _rounds(gain, variance),
        "counter_measure": words["counter"],
    }
    if found.card:
        text, rows, edge, error = found.card
        part = (edge - base) / gain if gain else Fraction(0)
        of_gain = None if error is None else error / float(gain)
        figures = {"player_edge": _figure(edge, error), "part_of_gain": _figure(part, of_gain)}
        row["card"] = {"text": text, **({"rows": list(rows)} if rows else {}), **figures}
    return row


def tell_row(row: Figures) -> str:
    """What a row of a card says to do, in words.

    >>> tell_row({"seen": "a pair", "1x_from": "pair", "3x_from": "two pair"})
    '1x from pair, 3x from two pair'
    """
    if "text" in row:
        return str(row["text"])
    named = (f"{name.replace('_', ' ')} {value}" for name, value in row.items() if name != "seen")
    return ", ".join(named)


def _figure(value: Fraction, error: float | None) -> Figures:
    if error is None:
        return dict(exact(value))
    return {"value": float(value), "standard_error": error}


def _rounds(gain: Fraction, variance: Fraction) -> int | None:
    """The least number of rounds after which the leak has moved the mean result by three standard
    deviations of a fair game's; None where it moves nothing."""
    if gain <= 0:
        return None
    rounds = variance * DEVIATIONS**2 / gain**2
    return -(-rounds.numerator // rounds.denominator)
