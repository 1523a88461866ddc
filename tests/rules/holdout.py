"""Short ways to write Holdout rounds, and to read what came of them.

Unless told otherwise the highest seat has the button, so that seat 1 posts the small blind of 2
and seat 2 the big blind of 4.
"""

from collections.abc import Iterable, Mapping
from typing import Any

from pitboss.rounds.script import answer_script
from tests.scripts import in_rotation, read_decisions

Answer = dict[str, Any]
Stacks = Mapping[int, object]

PLAIN_DECK = " ".join(rank + suit for rank in "23456789TJQKA" for suit in "cdhs")


def seats_of(amounts: Iterable[object]) -> dict[int, object]:
    """Stacks for seats 1, 2, 3 and so on."""
    return dict(enumerate(amounts, 1))


def holdout_deck(hands: Mapping[int, str], board: str, button: int) -> str:
    """Five cards each in rotation from the button's left, then burn, two, burn, two.

    Missing cards and the two that are burned are the highest ones that nobody else has.
    """
    dealt = {seat: cards.split() for seat, cards in hands.items()}
    community = board.split()
    used = {card for cards in dealt.values() for card in cards} | set(community)
    spare = [card for card in PLAIN_DECK.split() if card not in used]
    for cards in dealt.values():
        cards += [spare.pop() for _ in range(5 - len(cards))]
    community += [spare.pop() for _ in range(4 - len(community))]
    order = sorted(dealt, key=lambda seat: (seat <= button, seat))
    first = in_rotation([dealt[seat] for seat in order], 5)
    return " ".join([*first, spare.pop(), *community[:2], spare.pop(), *community[2:]])


def write_holdout(stacks: Stacks, decisions: str = "", **extra: Any) -> Answer:
    """A script; ``hands`` and ``board`` make its deck, and what is no key of a script is a ruling
    with dashes for underscores."""
    button = extra.pop("button", max(stacks))
    hands = {seat: extra.get("hands", {}).get(seat, "") for seat in stacks}
    extra.pop("hands", None)
    deck = extra.pop("deck", None) or holdout_deck(hands, extra.pop("board", ""), button)
    script = {
        "game": "holdout",
        "table": {"limits": extra.pop("limits", {})},
        "deck": deck,
        "stacks": {str(seat): amount for seat, amount in stacks.items()},
        "button": button,
        "blinds": extra.pop("blinds", [2, 4]),
        "decisions": read_decisions(decisions),
    }
    for key in ("bets", "chip", "posts"):
        if key in extra:
            script[key] = extra.pop(key)
    rulings = {name.replace("_", "-"): value for name, value in extra.items()}
    return {**script, "table": {**script["table"], "rulings": rulings}}


def holdout(stacks: Stacks | Iterable[object], decisions: str = "", **extra: Any) -> Answer:
    """Play a round and give the answer of ``pitboss deal``."""
    seated = stacks if isinstance(stacks, Mapping) else seats_of(stacks)
    return answer_script(write_holdout(seated, decisions, **extra))


def asked(answer: Answer) -> str:
    """Who is asked, and for what: ``3: call 4.00, raise 8.00-100.00, fold``."""
    if not answer["waiting"]:
        return str(answer["status"])
    (question,) = answer["waiting"]
    return f"{question['seat']}: {', '.join(map(option_text, question['options']))}"


def option_text(option: Mapping[str, str]) -> str:
    if "min" in option:
        return f"{option['action']} {option['min']}-{option['max']}"
    return " ".join(option.values())


def stacks_after(answer: Answer) -> dict[int, str]:
    return {int(seat): amount for seat, amount in answer["stacks"].items()}


def pots(answer: Answer) -> list[str]:
    """``30.00: 2 30.00`` for each pot and its winners."""
    return [
        f"{pot['amount']}: " + ", ".join(f"{seat} {won}" for seat, won in pot["winners"].items())
        for pot in answer["pots"]
    ]


def kinds(answer: Answer, *wanted: str) -> list[str]:
    """The events of these kinds in order, with the seat or place where there is one."""
    return [
        f"{event['event']} {event.get('seat') or event.get('of') or event.get('to') or ''}".strip()
        for event in answer["events"]
        if event["event"] in wanted
    ]
