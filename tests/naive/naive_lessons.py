"""A dealer's exercise worked out a second time, from the round's record and the document alone.

It takes an exercise as JSON: its game, the script of its round, and its steps with kind, prompt,
choices and every answer that is accepted. From the script it tells what a dealer is asked and what
the document lets him answer, and compares. It shares no code with the package.
"""

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from .naive_cards import cents

Json = dict[str, Any]


class Asked(NamedTuple):
    """A question with every right answer."""

    kind: str
    prompt: str
    accepted: frozenset[str]
    costs: dict[str, int] | None = None
    """Cents at the wrong place after each answer, where the question is about money."""


class Told(list[Asked]):
    """The questions of a round, those of one kind in their order."""

    def ask(
        self, kind: str, prompt: str, *accepted: object, costs: dict[str, int] | None = None
    ) -> None:
        self.append(Asked(kind, prompt, frozenset(map(str, accepted)), costs))


def place_name(place: int) -> str:
    """Seats count from 1, the dealer is 0, the community cards are -1."""
    return {0: "dealer", -1: "community"}.get(place, f"seat {place}")


def ask_deal(told: Told, seats: Sequence[int], cards_each: int, at_once: bool, then: int) -> None:
    """Cards face down to each seat and the dealer, and ``then`` so many to the community."""
    first, *_ = places = [*seats, 0]
    noun = "cards" if at_once else "card"
    for place in places:
        told.ask("next-card-to", f"Who gets the next {noun}?", place_name(place))
    told.ask(
        "how-many", f"How many cards at once go to seat {first}?", cards_each if at_once else 1
    )
    for place in (first, 0):
        told.ask("face", f"How do cards for {place_name(place)} lie now?", "face down")
    if not at_once:
        told.ask("next-card-to", "Who gets the next card?", place_name(first))
        told.ask(
            "how-many", "How many cards has each player when this deal is complete?", cards_each
        )
    elif then:
        told.ask("next-card-to", "Who gets the next cards?", "community")


def ask_rows(told: Told, rows: Sequence[Json]) -> None:
    """Take, push or pay, and how much, of rows in the order in which they are settled."""
    words = {"win": "pay", "push": "push", "lose": "take"}
    for row in rows:
        what = f"Seat {row['seat']}, {row['wager']} wager of ${row['amount']}"
        stake, right = cents(row["amount"]), words[row["outcome"]]
        # Paid by mistake, a wager is paid 1 to 1.
        won = stake if right != "pay" else int(Fraction(row["net"]) * 100)
        seat_has = {"pay": won, "push": 0, "take": -stake}
        costs = {choice: abs(has - seat_has[right]) for choice, has in seat_has.items()}
        told.ask("outcome", f"{what}: what do you do?", right, costs=costs)
        if row["outcome"] == "win":
            told.ask("amount", f"{what} wins. How much do you pay?", row["paid"])


def compare(told: Sequence[Asked], steps: Sequence[Json], voided: bool, mode: str) -> list[str]:
    """Where the steps differ from what the twin has told, kind by kind; a round that was voided
    asks no more than its beginning."""
    found = []
    kinds = {step["kind"] for step in steps} | {one.kind for one in told}
    for kind in sorted(kinds - {"irregularity"}):
        given = [
            step for step in steps if step["kind"] == kind and "goes back to" not in step["prompt"]
        ]
        own = [one for one in told if one.kind == kind and one.kind in KINDS[mode]]
        if len(given) > len(own) or (len(given) < len(own) and not voided):
            counts = Counter(one.prompt for one in own)
            counts.subtract(Counter(step["prompt"] for step in given))
            odd = {prompt: number for prompt, number in counts.items() if number}
            found.append(f"{kind}: {len(given)} asked, the twin asks {len(own)}: {odd}")
        for step, one in zip(given, own, strict=False):
            accepted = frozenset(step["accepted"])
            if (step["prompt"], accepted) != (one.prompt, one.accepted):
                found.append(f"{kind}: {step['prompt']!r} {sorted(accepted)}, twin {one}")
            if one.costs is not None and step["costs"] != {
                c: one.costs.get(c) for c in step["choices"]
            }:
                found.append(f"{kind}: {step['prompt']!r} costs {step['costs']}, twin {one.costs}")
            if step["choices"] and not accepted <= set(step["choices"]):
                found.append(f"{kind}: {sorted(accepted)} is not among {step['choices']}")
    return found


DEALS = {"next-card-to", "face", "how-many", "blind", "turn", "next-act", "discard", "lock"}
BOTH = {"order", "draws", "irregularity"}
SETTLES = {
    *("next-seat", "when", "points", "kind", "category", "security", "qualifies", "outcome"),
    *("winner", "amount", "wager", "return", "pot", "rake", "meter", "hit", "envy", "envy-count"),
}
KINDS = {"deals": DEALS | BOTH, "settles": SETTLES | BOTH, "full": DEALS | SETTLES | BOTH}


def given_back(steps: Sequence[Json], put: dict[int, str]) -> list[str]:
    """A void returns to every seat what it has put in."""
    asked = {
        step["prompt"]: step["accepted"] for step in steps if "goes back to seat" in step["prompt"]
    }
    own = {
        f"The round is void. How much goes back to seat {seat} in all?": [amount]
        for seat, amount in put.items()
    }
    return [] if asked == own else [f"a void returns {own}, not {asked}"]
