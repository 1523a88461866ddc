"""Random whole rounds of Buyout and Duki, played by the twins in one pass.

The scripts of ``naive_scripts`` ask the twin anew for each decision. Here a twin is given its
decisions as it asks for them, so that a round costs one pass and tens of thousands are affordable.
Every ruling is named in every script, and the options take turns, so that each gets its share.
"""

from collections import Counter
from random import Random
from typing import Any, NamedTuple
from unittest.mock import patch

from . import naive_buyout, naive_duki
from .naive_scripts import (
    pick_decision,
    random_amount,
    random_deck,
    random_duki_bonus,
    random_limits,
    void_reasons,
)
from .naive_table import Json, Round

TWINS = {"buyout": naive_buyout, "duki": naive_duki}


class Played(NamedTuple):
    """A script with its decisions, what was asked before each of them, and the twin's answer."""

    script: Json
    asked: list[Json]
    answer: Json


def play_round(game: str, number: int) -> Played:
    """The round of this number: the same one for ever."""
    rng = Random(f"{game} {number}")
    script = open_buyout(rng, number) if game == "buyout" else open_duki(rng, number)
    return play_out(game, rng, script)


def play_out(game: str, rng: Random, script: Json) -> Played:
    """Let the twin play a script without decisions; some rounds are voided, on the way
    or once they are settled, or left waiting."""
    asked: list[Json] = []
    end = rng.random()
    last = rng.randint(0, 6) if end < 0.2 else 99

    class Deciding(Round):
        """A round that draws each decision when its seat is asked."""

        def ask(self, seat: int, options: list[Json]) -> str:
            if len(asked) < last:
                self.decisions = [pick_decision(rng, seat, options)]
            elif len(asked) == last and end < 0.1:
                self.decisions = [["void", rng.choice(void_reasons(script))]]
            asked.append({"seat": seat, "options": options})
            script["decisions"] += self.decisions
            return super().ask(seat, options)

    with patch.object(TWINS[game], "Round", Deciding):
        answer = TWINS[game].answer(script)
    if end > 0.93:
        script["decisions"].append(["void", rng.choice(void_reasons(script))])
        answer = TWINS[game].answer(script)
    return Played(script, asked, answer)


def open_buyout(rng: Random, number: int) -> Json:
    """A Buyout script up to its decisions; the seats' option goes by the round's number."""
    rulings = {name: rng.choice(options) for name, options in naive_buyout.RULINGS.items()}
    rulings["seats"] = naive_buyout.RULINGS["seats"][number % 7]
    limits = random_limits(rng, ["bonus"]) if rng.random() < 0.3 else {}
    wagers = {}
    for seat in seats_taken(rng, rulings):
        made: Json = {"first": random_amount(rng, 500, 10000)}
        if rng.random() < 0.6:
            made["bonus"] = random_amount(rng, 150, 1000)
            if rulings["bonus-alone"] == "yes" and rng.random() < 0.3:
                del made["first"]
        wagers[str(seat)] = made
    return opened(rng, "buyout", {"rulings": rulings, "limits": limits}, wagers)


def open_duki(rng: Random, number: int) -> Json:
    """A Duki script up to its decisions; the bonus reading goes by the round's number."""
    rulings = {name: rng.choice(options) for name, options in naive_duki.RULINGS.items()}
    rulings["bonus-four-card"] = naive_duki.RULINGS["bonus-four-card"][number % 4]
    rulings["shuffler"] = "no" if rng.random() < 0.4 else "yes"
    if rulings["shuffler"] == "no":
        rulings["decks"] = "one"
    tips = rulings["dealer-wagers"] == "yes"
    limits = random_limits(rng, ["bonus", "tip"] if tips else ["bonus"])
    wagers = {}
    for seat in seats_taken(rng, rulings):
        made: Json = {}
        if rng.random() < 0.85:
            made["ante"] = random_amount(rng, 500, 10000)
            if tips and rng.random() < 0.5:
                made["tip"] = random_amount(rng, 150, 1000)
        if not made or rng.random() < 0.6:
            made["bonus"] = random_duki_bonus(rng, limits)
        wagers[str(seat)] = made
    table = {"rulings": rulings, "limits": limits if rng.random() < 0.3 else {}}
    return opened(rng, "duki", table, wagers)


def seats_taken(rng: Random, rulings: dict[str, str]) -> list[int]:
    """Several seats where the table has them, in any order."""
    seats = int(rulings["seats"])
    return rng.sample(range(1, seats + 1), rng.randint(min(2, seats), min(5, seats)))


def opened(rng: Random, game: str, table: Json, wagers: Json) -> Json:
    """A script with as many cards as its seats can need."""
    cards = 4 * len(wagers) + (5 if game == "buyout" else 4)
    deck = "".join(random_deck(rng).split())[: 2 * cards]
    return {"game": game, "table": table, "deck": deck, "wagers": wagers, "decisions": []}


def rulings_of(script: Json) -> Counter[tuple[str, Any]]:
    """The options in force, for counting."""
    return Counter(script["table"]["rulings"].items())
