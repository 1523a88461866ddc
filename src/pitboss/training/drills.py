"""Drills: decisions to take again, of one's own mistakes or a hand that is hard.

A drill keeps its spot, which is a round as far as one seat has seen it, as JSON values. Cards that
the seat has not seen are left out, so that a spot can be kept and shown without giving anything
away. Each time it is asked they are dealt anew: what the seat sees stays as it was, everything else
is as likely as ever, so that only the decision repeats and not its luck. Drills come back by spaced
repetition (``repetition.py``) until they are learnt.
"""

import json
from collections.abc import Mapping
from hashlib import sha256
from typing import Any, NamedTuple

from pitboss.cards import DECK, format_card, parse_cards
from pitboss.games import find_game
from pitboss.games.contract import DearGames, Decision, Opening, Post
from pitboss.games.events import CardDealt, CardsDiscarded, CardsShown
from pitboss.money import decimal_text, dollars
from pitboss.odds.registry import find_solver
from pitboss.refusal import Refused
from pitboss.rounds.runner import Runner
from pitboss.rounds.script import read_decision, read_opening, write_decision, write_seating
from pitboss.rounds.shuffle import seeded, shuffle
from pitboss.rounds.view import view
from pitboss.training.repetition import Memory, review

UNSEEN = "??"
BESIDE = ("seat", "decisions", "posts", "dear_games")
"""What a spot has beside the keys of a script."""

MOST_DRILLS = 30
"""Waiting for one player; beyond them those go that are known best."""

Spot = Mapping[str, Any]


def seen_cards(running: Runner, seat: int) -> set[int]:
    """Every card that has lain where this seat could see it."""
    seen: set[int] = set()
    for event in view(running.table.events, seat):
        if isinstance(event, CardDealt) and event.card is not None:
            seen.add(event.card)
        elif isinstance(event, CardsShown | CardsDiscarded):
            seen.update(event.cards)
    return seen


def keep(running: Runner) -> Spot:
    """The spot at which the seat whose turn it is must decide."""
    question, opening = running.question, running.table.opening
    if question is None:
        raise Refused(f"spot: the round is {running.status}; it needs a seat that is asked")
    seen = seen_cards(running, question.seat)
    deck = [format_card(card) if card in seen else UNSEEN for card in opening.deck]
    while deck and deck[-1] == UNSEEN:
        deck.pop()
    if seating := opening.seating:
        entries = {**write_seating(seating), "posts": [list(post) for post in seating.posts]}
    else:
        wagers = {
            str(seat): {name: dollars(cents) for name, cents in made.items()}
            for seat, made in opening.wagers.items()
        }
        entries = {"wagers": wagers}
    decisions = [write_decision(decision) for decision in running.decisions]
    for line, decision in zip(decisions, running.decisions, strict=True):
        # Of another seat's hold only how many cards it kept.
        if decision.cards is not None and decision.seat != question.seat:
            line[2] = len(decision.cards)
    return {
        "game": opening.settings.game,
        "seat": question.seat,
        "table": write_table(opening),
        "dear_games": list(opening.settings.limits.dear_games or ()),
        **entries,
        "deck": deck,
        "decisions": decisions,
    }


def write_table(opening: Opening) -> dict[str, object]:
    """A table's settings as a script gives them."""
    settings, sign = opening.settings, opening.settings.limits
    limits: dict[str, object] = {
        name: [dollars(cents) for cents in pair] for name, pair in sign.others.items()
    }
    if sign.least_cents:
        limits["min"] = dollars(sign.least_cents)
    if sign.most_cents:
        limits["max"] = dollars(sign.most_cents)
    if sign.aggregates:
        limits["aggregate"] = {name: dollars(cents) for name, cents in sign.aggregates.items()}
    jackpots = []
    for terms, meter in zip(settings.jackpots, opening.meters, strict=False):
        # Terms and displayed meter; what is hidden behind a meter decides nothing in a round.
        written = {
            "paytable": terms.paytable.code,
            "type": terms.type,
            "wager": dollars(terms.wager_cents),
            "meter": decimal_text(meter.value / 100),
        }
        if terms.type == "progressive":
            written["seed"] = decimal_text(terms.seed / 100)
            written["rate"] = decimal_text(terms.rate)
            written["reserve"] = decimal_text(terms.reserve_rate)
            if terms.maximum is not None:
                written["maximum"] = decimal_text(terms.maximum / 100)
        jackpots.append(written)
    return {
        "rulings": dict(settings.rulings),
        "paytables": {
            wager: table.code if table.printed else table.to_json()
            for wager, table in settings.paytables.items()
        },
        "limits": limits,
        **({"jackpots": jackpots} if jackpots else {}),
    }


def deal_again(spot: Spot, seed: str) -> Runner:
    """The same decision with the same cards in sight, the rest dealt anew."""
    game = find_game(spot["game"])
    given = {name: value for name, value in spot.items() if name not in BESIDE}
    known = parse_cards(" ".join(card for card in spot["deck"] if card != UNSEEN))
    others = iter(shuffle(seeded(seed), tuple(card for card in DECK if card not in known)))
    deck = [format_card(next(others)) if card == UNSEEN else card for card in spot["deck"]]
    given["deck"] = [*deck, *map(format_card, others)]
    if "posts" in spot:
        given["posts"] = [Post(*post).to_json() for post in spot["posts"]]
    opening = read_opening(game, given, is_recorded=True)
    if spot["dear_games"]:
        # A jurisdiction's limit on separate games is no part of a script, which names its profile.
        limits = opening.settings.limits._replace(dear_games=DearGames(*spot["dear_games"]))
        opening = opening._replace(settings=opening.settings._replace(limits=limits))
    running = Runner(game, opening)
    for entry in spot["decisions"]:
        seat, action, *held = entry
        if action != "hold" or isinstance(held[0], str):
            running.decide(read_decision(entry))
            continue
        # Another seat keeps as many cards as it did, of those it now has.
        cards = find_solver(spot["game"]).hold(running.table.hands[seat], held[0])
        running.decide(Decision(seat, "hold", cards=cards))
    if running.question is None or running.question.seat != spot["seat"]:
        raise Refused(f"spot: seat {spot['seat']} is not asked there; the spot is of other rules")
    return running


class Drill(NamedTuple):
    """A decision to practise; ``origin`` is ``mistake`` or ``hard``."""

    id: str
    origin: str
    game: str
    seat: int
    situation: str
    spot: Spot
    asked: int = 0
    box: int = 0
    due: str = ""

    @property
    def memory(self) -> Memory:
        return Memory(self.box, self.due)

    def to_json(self) -> dict[str, Any]:
        return self._asdict()


def make_drill(origin: str, situation: str, spot: Spot) -> Drill:
    """A drill of a spot; the same spot always has the same id."""
    key = sha256(json.dumps(spot, sort_keys=True).encode()).hexdigest()[:12]
    return Drill(key, origin, spot["game"], spot["seat"], situation, spot)


def present(drill: Drill, seed: str) -> Runner:
    """The drill on a table: a round that waits for the seat, with unseen cards dealt anew."""
    return deal_again(drill.spot, f"{drill.id} {drill.asked} {seed}")


class Drills(NamedTuple):
    """A player's drills; of those due on one day the first stands first. ``left_out`` counts those
    that were let go to make room."""

    waiting: tuple[Drill, ...] = ()
    done: int = 0
    left_out: int = 0

    def add(self, drill: Drill) -> "Drills":
        """One more drill; a mistake made again starts its drill anew."""
        others = [one for one in self.waiting if one.id != drill.id]
        drills = self._replace(waiting=(*others, drill))
        return drills if len(drills.waiting) <= MOST_DRILLS else drills.make_room()

    def make_room(self) -> "Drills":
        """Without the drill that is known best; of several the one that has waited longest."""
        best = max(self.waiting, key=lambda one: one.box)
        others = tuple(one for one in self.waiting if one.id != best.id)
        return self._replace(waiting=others, left_out=self.left_out + 1)

    def due(self, today: str) -> list[Drill]:
        """The drills to be asked on this day, those missed longest first."""
        found = [one for one in self.waiting if one.memory.is_due(today)]
        return sorted(found, key=lambda one: one.due)

    def in_order(self) -> list[Drill]:
        """Every drill, by the day on which it comes back."""
        return sorted(self.waiting, key=lambda one: one.due)

    def find(self, key: str) -> Drill:
        for drill in self.waiting:
            if drill.id == key:
                return drill
        raise Refused(f"drill {key[:40]!r} is not waiting; there are {len(self.waiting)}")

    def mark(self, drill: Drill, right: bool, today: str) -> "Drills":
        """The drill goes to the end with its day, or it is learnt."""
        others = tuple(one for one in self.waiting if one.id != drill.id)
        memory = review(drill.memory, right, today)
        if memory.is_learnt:
            return self._replace(waiting=others, done=self.done + 1)
        asked = drill._replace(asked=drill.asked + 1, **memory._asdict())
        return self._replace(waiting=(*others, asked))

    def to_json(self) -> dict[str, Any]:
        waiting = [drill.to_json() for drill in self.waiting]
        return {"waiting": waiting, "done": self.done, "left_out": self.left_out}


def read_drills(given: Mapping[str, Any]) -> Drills:
    """Drills from their JSON. Those kept before there were boxes have a ``streak`` of right answers
    in a row: one of them is box 1, and all are due."""
    waiting = tuple(map(_read_drill, given["waiting"]))
    return Drills(waiting, given["done"], given.get("left_out", 0))


def _read_drill(given: Mapping[str, Any]) -> Drill:
    values = {name: given[name] for name in Drill._fields if name in given}
    if "box" not in values:
        values["box"] = min(given.get("streak", 0), 1)
    return Drill(**values)
