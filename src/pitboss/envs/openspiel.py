"""Every installed game as a game of OpenSpiel, where that library is installed.

>>> import pitboss.envs.openspiel, pyspiel
>>> state = pyspiel.load_game("pitboss_duki").new_initial_state()
>>> while state.is_chance_node():
...     state.apply_action(state.legal_actions()[0])
>>> [state.action_to_string(action) for action in state.legal_actions()]
['play', 'fold']

Chance is explicit: wherever the rules want the next card, that card is a chance node with all cards
left equally likely. So nobody says again when cards are dealt, and algorithms that need the chances
have them. A state is a round as a value, its cards and decisions, run anew by the rules.
"""

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

import numpy as np

from pitboss.cards import DECK, format_card
from pitboss.envs.desk import MOST_UNITS
from pitboss.envs.layout import Layout, decision_of
from pitboss.envs.sight import Eyes, Sight
from pitboss.envs.table import Dealer, Given, read_dealer
from pitboss.extras import needed_by
from pitboss.games import find_game, game_keys
from pitboss.games.contract import CardMissing, Decision
from pitboss.games.events import Event
from pitboss.rounds.runner import Runner, replay
from pitboss.rounds.view import view

with needed_by("pitboss.envs.openspiel"):
    import pyspiel

LONGEST_ROUND = 1_000
"""Cards and decisions; no round comes near."""
PARAMETERS: dict[str, Any] = {"players": 2, "sizes": 3, "stack": 200}
"""``stack`` is for games between players alone, in dollars; the big blind is 4."""


def game_name(key: str) -> str:
    """The name of a game in OpenSpiel.

    >>> game_name("super-omaha")
    'pitboss_super_omaha'
    """
    return f"pitboss_{key.replace('-', '_')}"


class Dealt:
    """A round as far as its cards and decisions go: a value, never changed. ``running`` is none
    where the rules want another card, and ``events`` are those until the last question."""

    def __init__(
        self, dealer: Dealer, deck: tuple[int, ...] = (), decisions: tuple[Decision, ...] = ()
    ) -> None:
        self.dealer, self.deck, self.decisions = dealer, deck, decisions
        self.running: Runner | None = None
        self.events: list[Event] = []
        try:
            self.running = replay(dealer.game, dealer.opening._replace(deck=deck), decisions)
            self.events = self.running.table.events
        except CardMissing:
            pass

    def __deepcopy__(self, memo: object) -> "Dealt":
        return self

    def __reduce__(self) -> tuple[object, ...]:
        return Dealt, (self.dealer, self.deck, self.decisions)

    def with_card(self, card: int) -> "Dealt":
        return self._kept(Dealt(self.dealer, (*self.deck, card), self.decisions))

    def with_decision(self, decision: Decision) -> "Dealt":
        return self._kept(Dealt(self.dealer, self.deck, (*self.decisions, decision)))

    def _kept(self, after: "Dealt") -> "Dealt":
        """Between two questions nobody is shown more than at the first of them."""
        after.events = after.events or self.events
        return after


@lru_cache(maxsize=32)
def lay_out(key: str, players: int, sizes: int, stack: int) -> Layout:
    """A table's layout; kept, for OpenSpiel loads a game again with every state that it reads."""
    given: Given = {"seats": players, "sizes": sizes}
    if stack:
        given["stack"] = stack
    return Layout(read_dealer(key, given, players))


class SpielGame(pyspiel.Game):  # type: ignore[misc]
    """A table of one game; its players are the seats."""

    key: str

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        given = {**parameters(self.key), **(params or {})}
        self.layout = lay_out(self.key, given["players"], given["sizes"], given.get("stack", 0))
        self.eyes = [Eyes(self.layout, seat) for seat in self.layout.seats]
        kind = game_type(self.key)
        super().__init__(kind, self._info(given["players"]), given)

    def _info(self, players: int) -> "pyspiel.GameInfo":
        dealer = self.layout.dealer
        seating = dealer.opening.seating
        stack = next(iter(seating.stacks.values())) / dealer.unit_cents if seating else MOST_UNITS
        return pyspiel.GameInfo(
            num_distinct_actions=len(self.layout.actions),
            max_chance_outcomes=len(DECK),
            num_players=players,
            min_utility=-stack,
            max_utility=stack * (players - 1) if seating else stack,
            utility_sum=None,
            max_game_length=LONGEST_ROUND,
        )

    def new_initial_state(self) -> "SpielState":
        return SpielState(self)

    def make_py_observer(
        self, iig_obs_type: Any = None, params: Mapping[str, Any] | None = None
    ) -> "SpielObserver":
        if params:
            raise ValueError(f"an observation has no parameters, not {params}")
        return SpielObserver(self, iig_obs_type)


class SpielState(pyspiel.State):  # type: ignore[misc]
    """Whoever moves next: a seat that is asked, or chance where a card is wanted."""

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self.dealt = Dealt(game.layout.dealer)

    @property
    def _layout(self) -> Layout:
        layout: Layout = self.get_game().layout
        return layout

    def current_player(self) -> int:
        running = self.dealt.running
        if running is None:
            return int(pyspiel.PlayerId.CHANCE)
        if running.question is None:
            return int(pyspiel.PlayerId.TERMINAL)
        return self._layout.seats.index(running.question.seat)

    def is_terminal(self) -> bool:
        return self.dealt.running is not None and self.dealt.running.question is None

    def chance_outcomes(self) -> list[tuple[int, float]]:
        left = [card for card in DECK if card not in self.dealt.deck]
        return [(card, 1 / len(left)) for card in left]

    def _legal_actions(self, player: int) -> list[int]:
        running = self.dealt.running
        assert running is not None
        return sorted(self._layout.actions.legal(running.asked.options).choices)

    def _apply_action(self, action: int) -> None:
        running = self.dealt.running
        if running is None:
            self.dealt = self.dealt.with_card(action)
            return
        question = running.asked
        legal = self._layout.actions.legal(question.options)
        choice = legal.choice(question.options, action)
        assert choice is not None, "OpenSpiel lets legal actions through alone"
        self.dealt = self.dealt.with_decision(decision_of(question.seat, choice))

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return format_card(action)
        return self._layout.actions.names[action]

    def returns(self) -> list[float]:
        """What each seat is up or down, in units, once the round has ended."""
        if not self.is_terminal():
            return [0.0] * len(self._layout.seats)
        running = self.dealt.running
        assert running is not None
        net, unit = running.net_cents, self._layout.dealer.unit_cents
        return [net[seat] / unit for seat in self._layout.seats]

    def __str__(self) -> str:
        return " ".join([*map(format_card, self.dealt.deck), *map(str, self.dealt.decisions)])


class SpielObserver:
    """What a seat sees: in numbers as the other environments have it, and as text all that it has
    seen, in order, so that nothing is forgotten."""

    def __init__(self, game: SpielGame, kind: Any) -> None:
        self._eyes, self._seats = game.eyes, game.layout.seats
        self._remembers = bool(kind and kind.perfect_recall)
        self.tensor = np.zeros(len(game.layout.names), np.float32)
        self.dict = {"observation": self.tensor}

    def set_from(self, state: SpielState, player: int) -> None:
        self.tensor[:] = Sight(self._eyes[player]).look(state.dealt.events)

    def string_from(self, state: SpielState, player: int) -> str:
        if not self._remembers:
            seen = Sight(self._eyes[player]).look(state.dealt.events)
            return " ".join(f"{place}:{seen[place]:g}" for place in seen.nonzero()[0])
        seat = self._seats[player]
        return "\n".join([f"seat {seat}", *map(str, view(state.dealt.events, seat))])


def parameters(key: str) -> dict[str, Any]:
    """What a game may be loaded with; against the house one player sits there if none is said."""
    if find_game(key).read_seating:
        return PARAMETERS
    return {"players": 1, "sizes": PARAMETERS["sizes"]}


def game_type(key: str) -> "pyspiel.GameType":
    kind, between = pyspiel.GameType, find_game(key).read_seating
    return kind(
        short_name=game_name(key),
        long_name=f"Pitboss {find_game(key).source.title}",
        dynamics=kind.Dynamics.SEQUENTIAL,
        chance_mode=kind.ChanceMode.EXPLICIT_STOCHASTIC,
        information=kind.Information.IMPERFECT_INFORMATION,
        utility=kind.Utility.GENERAL_SUM,  # the house is no player, and takes a rake
        reward_model=kind.RewardModel.TERMINAL,
        max_num_players=9,
        min_num_players=2 if between else 1,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=parameters(key),
    )


def register(key: str) -> None:
    """Make a game known to OpenSpiel, once."""
    if game_name(key) not in pyspiel.registered_names():
        made = type(f"SpielGame_{game_name(key)}", (SpielGame,), {"key": key})
        pyspiel.register_game(game_type(key), made)


for key in game_keys():
    register(key)
