"""A practice table in the page: one seat against the dealer, by the games' own rules.

Each round's seed is chosen and sealed before the wagers, as at a table of a house, so that the
verifier can check the round when it has ended.
"""

import os
from collections.abc import Mapping
from typing import Any, NamedTuple

from pitboss.cards import parse_cards
from pitboss.games import OURS, find_game
from pitboss.games.contract import Decision, Game
from pitboss.games.opening import deck_back, first_offers, offers, open_round
from pitboss.games.profile import read_profile
from pitboss.house.tables.known import Published, Setup
from pitboss.money import dollars, parse_dollars
from pitboss.refusal import Refused
from pitboss.rounds.derivation import commitment_of, deal_deck
from pitboss.rounds.record import dealt_json, settlement_json
from pitboss.rounds.runner import Runner, replay
from pitboss.rounds.script import read_settings, write_decision
from pitboss.rounds.shuffle import Bytes
from pitboss.rounds.view import Picture, view
from pitboss.web.pages.table.felt import USUAL_CENTS
from pitboss.web.pages.table.scene import shown_seat

SEAT, WHO, NAME = 1, "you", "You"
MOST_CENTS = 5_000_00
LONGEST_WORD = 64
FORMAT, VERSION = "pitboss-record", 1
"""Of the record that the verifier reads; docs/fair.md has it."""


def set_up(game: Game) -> Setup:
    """The game's own practice table, with one seat and without jackpots: their meters are a
    house's."""
    table = game.face.practice.setup.get("table", {})
    settings = read_settings(game, table, ())
    offered = offers(game, settings)
    return Setup(
        {"table": table, "profile": {}, "practice": True},
        game,
        settings,
        read_profile({}),
        key=game.source.key,
        name=game.source.title,
        seats=1,
        automatic=True,
        is_poker=False,
        jackpots=(),
        decision_seconds=0,
        wager_seconds=0,
        buy_in=(0, MOST_CENTS),
        promotions=(),
        digest="",
        terms=(),
        offers=offered,
        first_offers=first_offers(offered),
        checked={},
    )


def house_games() -> list[str]:
    """Those that are played against the house."""
    return [key for key in OURS if find_game(key).read_seating is None]


class Taken(NamedTuple):
    """A decision, and the round as it was before it."""

    before: Runner
    decision: Decision


class PracticeTable:
    """One table; it changes by ``wager``, ``decide`` and ``buy`` alone."""

    def __init__(self, key: str, take: Bytes = os.urandom) -> None:
        self.setup = set_up(find_game(key))
        self.id = f"page-{take(8).hex()}"
        self.round = 0
        self.bought_cents = self._cents = USUAL_CENTS
        self.running: Runner | None = None
        self.taken: list[Taken] = []
        self._take = take
        self._seed, self._next_seed = "", take(32).hex()
        self._added = ""

    @property
    def is_playing(self) -> bool:
        return self.running is not None and self.running.status == "waiting"

    @property
    def stack_cents(self) -> int:
        """What lies at the seat now: wagers in play are on the felt."""
        if self.running is None:
            return self._cents
        if not self.is_playing:
            return self._cents + self.running.net_cents[SEAT]
        place = Picture(view(self.running.table.events, SEAT)).place(SEAT)
        return self._cents + place.net_cents - place.open_cents

    def buy(self, cents: int) -> None:
        """Practice chips are there for the taking."""
        if self.is_playing:
            raise Refused("chips: they are bought between rounds")
        more = min(cents, MOST_CENTS - self.stack_cents)
        self._cents += more
        self.bought_cents += more

    def wager(self, given: Mapping[str, object], added: str = "") -> None:
        """Wagers, and the deal."""
        if self.is_playing:
            raise Refused("no more wagers; the round is being played")
        wagers = {name: parse_dollars(amount, f"{name} wager") for name, amount in given.items()}
        total, stack = sum(wagers.values()), self.stack_cents
        if total > stack:
            raise Refused(f"wagers of {dollars(total)} are more than your {dollars(stack)}")
        if len(added) > LONGEST_WORD or not added.isprintable():
            raise Refused(f"added: give up to {LONGEST_WORD} characters that can be printed")
        setup, number = self.setup, self.round + 1
        words = {SEAT: added} if added else {}
        deck = deal_deck(self._next_seed, self.id, number, words)
        back = deck_back(setup.settings.rulings, self.round)
        opening = open_round(setup.game, setup.settings, {SEAT: wagers}, deck, back)
        self._cents, self.round, self.taken = stack, number, []
        self._seed, self._next_seed = self._next_seed, self._take(32).hex()
        self._added = added
        self.running = Runner(setup.game, opening)

    def decide(self, action: str, amount: object = None, cards: str = "") -> None:
        """Answer the open question."""
        running = self.running
        if running is None or running.question is None:
            raise Refused("decide: nothing is asked")
        cents = None if amount is None else parse_dollars(amount, action)
        if (cents or 0) > self.stack_cents:
            raise Refused(f"{action}: that is more than your {dollars(self.stack_cents)}")
        chosen = parse_cards(cards) if cards else None
        decision = Decision(SEAT, action, cents, cards=chosen)
        before = replay(running.game, running.table.opening, running.decisions)
        running.decide(decision)
        self.taken.append(Taken(before, decision))

    def publish(self) -> Published:
        """The table as the pages show one."""
        running = self.running
        opening = running.table.opening if running else None
        return Published(
            self.id,
            0,
            WHO,
            self.setup,
            "playing" if self.is_playing else "wagering",
            self.round,
            running.status if running else "",
            {SEAT: shown_seat(WHO, NAME, self.stack_cents)},
            running.table.events if running else (),
            len(running.table.events) if running else 0,
            running.question if running else None,
            "",
            "",
            opening,
            tuple(running.decisions) if running else (),
            {SEAT: WHO} if running else {},
        )

    def fair(self) -> dict[str, Any]:
        """The seal of the next round; of the last one the seed, once it has ended."""
        last = None
        if self.round:
            seed = None if self.is_playing else self._seed
            last = {"round": self.round, "commitment": commitment_of(self._seed), "seed": seed}
            last["added"] = {str(SEAT): self._added} if self._added else {}
        seal = {"round": self.round + 1, "commitment": commitment_of(self._next_seed)}
        return {"round": last, "next": None if self.is_playing else seal}

    def record(self) -> dict[str, Any]:
        """The last round as the verifier reads one."""
        running = self.running
        if running is None or self.is_playing:
            raise Refused("record: there is one when a round has ended")
        opening, fair = running.table.opening, self.fair()["round"]
        wagers = {name: dollars(cents) for name, cents in opening.wagers[SEAT].items()}
        given = {**self.setup.given["table"]}
        return {
            "format": FORMAT,
            "version": VERSION,
            "table": self.id,
            "round": self.round,
            "status": running.status,
            "fair": {name: fair[name] for name in ("commitment", "added", "seed")},
            "script": {
                "game": self.setup.key,
                "table": given,
                "profile": {},
                "wagers": {str(SEAT): wagers},
                "deck_name": opening.deck_name,
            },
            "decisions": [write_decision(decision) for decision in running.decisions],
            "dealt": dealt_json(running.table.events),
            "result": {
                "status": running.status,
                "net": {str(seat): dollars(cents) for seat, cents in running.net_cents.items()},
                "settlement": settlement_json(running),
            },
        }
