"""Irregularities judged a second time: what has happened, and what the document lets a dealer do.

A story is known by its words. Beside it stand the answers that are right, and what must be true of
the round for the story to be told in it.
"""

import re
from typing import Any

from .naive_lessons import Json

HOUSE = "void the round by the house's procedure, with the reason in words"
CAUSES = {
    "a": "a card found face up in the shuffle machine or the deck during the deal",
    "b": "a wrong number of cards dealt to a player or the dealer",
    "c": "a card of the dealer exposed before he reveals his hand",
    "d": "the shuffle machine malfunctions, jams or fails to deal the right number of cards",
}
MACHINE = {
    "one card of seat .* lies face up": "a",
    "counts five cards in its hand": "bd",
    "his own hand has only three cards": "bd",
    "turns over one of the dealer's cards": "c",
    "machine jams and stops": "d",
}
"""Duki's stories with a shuffle machine, and the causes of the document that name them."""

STORIES = {
    "buy the (third|fourth) card with half": "refuse it: a buy equals the First wager",
    "with three cards and three wagers": (
        "stop and call a supervisor: three cards go with two wagers"
    ),
    "no points in four cards": "no: zero points in four cards must fold",
    "wager between themselves": "refuse it: side wagers between players are prohibited",
    "dealer's first card is turned over": HOUSE,
    "Two cards went to seat": HOUSE,
    "No shuffle machine is in use": HOUSE,
    "twice its Ante on the Play spot": "refuse it: a Play wager equals the Ante",
    "asks for the Duki Bonus": "do not pay: a fold forfeits the Bonus too",
    "all five cards may be discarded": "no: at least one card is held",
    "a raise more after a bet and three": "no: a bet and three raises are the most",
    "how many cards each player discards": "the number is seen by all, the cards by nobody",
    "held three cards may play three": "no: every held card plays, with two community cards",
    "two equal flushes": "no: equal hands split the pot, suits never decide",
    "first card went to seat": HOUSE,
    "four times its Ante": "refuse it: a Flop wager is one to three times the Ante",
    "High Hand wager without an Ante": "refuse it: every player in the round has made an Ante",
    "chip on the jackpot sensor": "give it back: the sensors are locked before a card is dealt",
    "reaches for its jackpot wager": (
        "stop it: a folded hand still decides bonus and jackpot wagers"
    ),
    "hole cards is turned over": HOUSE,
    "finds five hole cards": HOUSE,
}


def right_answers(prompt: str, rulings: dict[str, str]) -> set[str]:
    """Every answer that the document allows."""
    if rulings.get("shuffler") == "yes":
        for words, keys in MACHINE.items():
            if re.search(words, prompt):
                return {f"void all hands by cause ({key}): {CAUSES[key]}" for key in keys}
    (answer,) = {answer for words, answer in STORIES.items() if re.search(words, prompt)}
    return {answer}


def misfits(prompt: str, script: Json) -> list[str]:
    """What the story says that is not so in the round."""
    seats = [int(seat) for seat in script.get("wagers") or script["stacks"]]
    named = [int(seat) for seat in re.findall(r"[Ss]eats? (\d+)", prompt)]
    named += [int(seat) for seat in re.findall(r"Seats \d+ and (\d+)", prompt)]
    found = [f"seat {seat} does not play" for seat in named if seat not in seats]
    made: dict[int, Any] = {int(seat): own for seat, own in script.get("wagers", {}).items()}
    decided = {one[0]: one[1] for one in script["decisions"]}
    if "neighbour" in prompt or "between themselves" in prompt:
        found += [] if len(set(named)) == 2 else ["there is nobody to wager with"]
    if "No shuffle machine" in prompt and script["table"]["rulings"]["shuffler"] != "no":
        found.append("a machine is in use")
    if "reaches for its jackpot wager" in prompt:
        found += (
            [] if decided[named[0]] == "fold" and "jackpot-1" in made[named[0]] else ["no fold"]
        )
    if "asks for the Duki Bonus" in prompt:
        found += [] if decided[named[0]] == "fold" and "bonus" in made[named[0]] else ["no bonus"]
    if "first card went to" in prompt:
        after = [seat for seat in sorted(seats) if seat > script["button"]]
        first = (after or sorted(seats))[0]
        found += [] if named[0] != first == named[1] else ["the deal began where it should"]
    if "with three cards and three wagers" in prompt:
        own = [one[1] for one in script["decisions"] if one[0] == named[0]]
        found += [] if own == ["buy", "refuse"] else ["the seat has not three cards"]
    if "buy the fourth card" in prompt:
        own = [one[1] for one in script["decisions"] if one[0] == named[0]]
        found += [] if own[:1] == ["buy"] else ["there is no fourth card"]
    return found
