"""What both kinds of environment do alike: masks, actions, returns, luck and pictures."""

from collections.abc import Mapping
from typing import Any

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from pitboss.envs.chance import Chance
from pitboss.envs.layout import Layout, Legal, decision_of
from pitboss.envs.table import Given, read_dealer
from pitboss.games import find_game
from pitboss.games.contract import Option, Question
from pitboss.odds.registry import find_solver
from pitboss.refusal import Refused
from pitboss.rounds.runner import Runner, safe_decision
from pitboss.rounds.script import parse_deck
from pitboss.rounds.telling import sketch
from pitboss.rounds.view import view

MODES = ("ansi", "human")
MOST_UNITS = 1e6
"""No number of an observation is larger."""

Info = dict[str, Any]


class Desk:
    """A table, its numbers, and how it is shown."""

    def __init__(
        self, game: str, render_mode: str | None, adjusted: bool, given: Given, house_seats: int
    ) -> None:
        if render_mode not in (None, *MODES):
            raise Refused(f"render_mode {render_mode!r} is unknown; there are {', '.join(MODES)}")
        seats = 2 if find_game(game).read_seating else house_seats
        self.layout = Layout(read_dealer(game, given, seats))
        if adjusted and self.layout.between_players:
            raise Refused(f"{game} environment: between players no exact value takes luck out")
        self.adjusted = adjusted
        self.render_mode = render_mode
        self._all = np.ones(len(self.layout.actions), np.int8)
        self._options: tuple[Option, ...] = ()
        self._allowed = Legal({}, self._all)

    @property
    def default_level(self) -> str:
        """Of practice players, the middle one where levels are."""
        game = self.layout.dealer.game
        levels = list(find_solver(game.source.key).levels) if game.solver else []
        return levels[len(levels) // 2] if levels else ""

    def observation_space(self) -> spaces.Box[np.float32]:
        most = np.full(len(self.layout.names), MOST_UNITS, np.float32)
        most[: self.layout.card_places] = 1
        return spaces.Box(np.zeros_like(most), most, dtype=np.float32)

    def action_space(self) -> spaces.Discrete:
        return spaces.Discrete(len(self.layout.actions))

    def deal(self, chance: Chance, options: Mapping[str, object] | None) -> Runner:
        """A fresh round; ``options`` may name its deck, top card first."""
        deck = options.get("deck") if options else None
        cards = chance.shuffle() if deck is None else parse_deck(deck)
        return self.layout.dealer.deal(cards, chance.dice)

    def mask(self, running: Runner) -> NDArray[np.int8]:
        """The legal actions; any action will do where the round is over."""
        question = running.question
        return (self._legal(question).mask if question else self._all).copy()

    def _legal(self, question: Question) -> Legal:
        """What the question that is open allows: asked for by the mask, then by the answer, and
        often the same as in the round before."""
        options = question.options
        if options != self._options:
            self._options, self._allowed = options, self.layout.actions.legal(options)
        return self._allowed

    def play(self, running: Runner, action: int) -> bool:
        """Let the seat whose turn it is take a numbered action, and say whether it was legal. One
        that is not is no answer: the seat takes what costs nothing more, as at a real table."""
        question = running.asked
        choice = self._legal(question).choice(question.options, action)
        if choice is None:
            running.decide(safe_decision(question))
            return False
        running.decide(decision_of(question.seat, choice), choice)
        return True

    def returned(self, running: Runner, seat: int) -> float:
        """What a seat is up or down, in units."""
        return running.net_of(seat) / self.layout.dealer.unit_cents

    def luck(self, running: Runner, seat: int) -> Info:
        """The luck of a seat's cards by the exact values, and its return without it, in units."""
        if not self.adjusted:
            return {}
        from pitboss.training.review import review_round

        reviewed, unit = review_round(running, seat), self.layout.dealer.unit_cents
        luck, worth = reviewed.luck_cents / unit, reviewed.worth_cents / unit
        return {"luck": float(luck), "adjusted": float(worth)}

    def render(self, running: Runner, viewer: int) -> str | None:
        """The table through a seat's eyes."""
        text = "\n".join(sketch(running, view(running.table.events, viewer), viewer))
        if self.render_mode == "human":
            print(text)
            return None
        return text if self.render_mode else None
