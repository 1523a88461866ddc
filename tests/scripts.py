"""Short ways to write scripted rounds, and to read what came of them.

Cards are given hand by hand; the deck is put together in the dealing order, so that a test shows
who holds what. Decisions are one text: ``"1 buy, 1 refuse, 2 fold, void a"``.
"""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

import pytest

from pitboss.refusal import Refused
from pitboss.rounds.script import answer_script

Hands = Mapping[int, str]
Wagers = Mapping[int, Mapping[str, object]]
Answer = dict[str, Any]


def in_rotation(hands: list[list[str]], rounds: int) -> list[str]:
    """Cards dealt one at a time in turn."""
    return [hand[turn] for turn in range(rounds) for hand in hands]


def buyout_deck(hands: Hands, dealer: str) -> str:
    """Two cards each in turn, then the further cards of each seat, then the dealer's."""
    seats = [hands[seat].split() for seat in sorted(hands)]
    bank = dealer.split()
    first = in_rotation([*seats, bank], 2)
    return " ".join(first + [card for hand in seats for card in hand[2:]] + bank[2:])


def duki_deck(hands: Hands, dealer: str, shuffler: str = "yes") -> str:
    """Four cards at a time as a shuffle machine gives them, or one at a time in turn."""
    all_hands = [hands[seat].split() for seat in sorted(hands)] + [dealer.split()]
    if shuffler == "no":
        return " ".join(in_rotation(all_hands, 4))
    return " ".join(card for hand in all_hands for card in hand)


def read_decisions(text: str) -> list[list[object]]:
    """``"1 buy, void a card fell"`` as a script's list of decisions."""
    decisions: list[list[object]] = []
    for entry in filter(None, map(str.strip, text.split(","))):
        who, _, rest = entry.partition(" ")
        if who == "void":
            decisions.append(["void", rest])
        else:
            decisions.append([int(who), *rest.split()])
    return decisions


def write_script(
    game: str, deck: str, wagers: Wagers, decisions: str = "", **table: object
) -> dict[str, Any]:
    """A script; ``rulings``, ``limits`` and ``paytables`` go into its table."""
    return {
        "game": game,
        "table": table,
        "deck": deck,
        "wagers": {str(seat): dict(made) for seat, made in wagers.items()},
        "decisions": read_decisions(decisions),
    }


def deal(game: str, deck: str, wagers: Wagers, decisions: str = "", **table: object) -> Answer:
    """Play a script and give the answer of ``pitboss deal``."""
    return answer_script(write_script(game, deck, wagers, decisions, **table))


def buyout(
    hands: Hands, dealer: str, decisions: str = "", wagers: Wagers | None = None, **table: object
) -> Answer:
    """A Buyout round; every seat wagers 10.00 on First unless told otherwise."""
    wagers = wagers or {seat: {"first": 10} for seat in hands}
    return deal("buyout", buyout_deck(hands, dealer), wagers, decisions, **table)


def duki(
    hands: Hands, dealer: str, decisions: str = "", wagers: Wagers | None = None, **table: Any
) -> Answer:
    """A Duki round; every seat wagers 10.00 on Ante unless told otherwise."""
    wagers = wagers or {seat: {"ante": 10} for seat in hands}
    shuffler = table.get("rulings", {}).get("shuffler", "yes")
    return deal("duki", duki_deck(hands, dealer, shuffler), wagers, decisions, **table)


def rows(answer: Answer) -> list[str]:
    """The settlement in short: ``1 bonus 5.00 win 2 to 1 paid 10.00 net 10.00``."""
    return [row_text(row) for row in answer["settlement"]]


def row_text(row: Mapping[str, Any]) -> str:
    text = f"{row['seat']} {row['wager']} {row['amount']} {row['outcome']}"
    if row["outcome"] == "win":
        text += f" {row['pays']} paid {row['paid']}"
    return f"{text} net {row['net']}"


def outcomes(answer: Answer) -> dict[str, str]:
    """``{"1 first": "win"}`` for every wager settled."""
    return {f"{row['seat']} {row['wager']}": row["outcome"] for row in answer["settlement"]}


def actions(answer: Answer) -> str:
    """Who is asked, and for what: ``1: buy 10.00, fold``."""
    (asked,) = answer["waiting"]
    texts = [
        " ".join(filter(None, (option["action"], option.get("amount"))))
        for option in asked["options"]
    ]
    return f"{asked['seat']}: {', '.join(texts)}"


def events(answer: Answer, kind: str) -> list[dict[str, Any]]:
    """The events of one kind, in order."""
    return [event for event in answer["events"] if event["event"] == kind]


@contextmanager
def refuses(rule: str, *words: str) -> Iterator[None]:
    """What is done here is refused by this rule, in one line that has these words."""
    with pytest.raises(Refused) as caught:
        yield
    message = str(caught.value)
    assert caught.value.rule == rule, message
    assert len(message.splitlines()) == 1
    for word in words:
        assert word in message


@contextmanager
def refuses_line(line: str, rule: str = "") -> Iterator[None]:
    """What is done here is refused in exactly this line, to which the rule is added."""
    with pytest.raises(Refused) as caught:
        yield
    assert str(caught.value) == (f"{line} ({rule})" if rule else line)
