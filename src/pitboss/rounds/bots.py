"""Practice players: a simple, sensible strategy for each game, over what their seat may see."""

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from pitboss.cards.poker import CATEGORY_NAMES
from pitboss.games.contract import Decision, Game, Option, Question
from pitboss.games.events import COMMUNITY, Event
from pitboss.rounds.picture import Picture, score_answer
from pitboss.rounds.view import view

BUY_FROM = 10
"""Points in three cards from which the fourth is worth seeing."""
STAND_FROM = 20
"""Points that beat the dealer more often than not."""
RISK_FROM = 15
"""Points from which another wager loses less than folding."""


class Sight(NamedTuple):
    """What a seat sees when it is asked: its cards, the whole table and its options."""

    game: Game
    rulings: Mapping[str, str]
    seat: int
    picture: Picture
    options: Mapping[str, Option]

    @property
    def cards(self) -> list[int]:
        return [card for card in self.picture.place(self.seat).cards if card is not None]

    @property
    def board(self) -> list[int]:
        return [card for card in self.picture.place(COMMUNITY).cards if card is not None]

    def score(self, cards: Sequence[int]) -> Mapping[str, object]:
        return score_answer(self.game, self.rulings, cards, self.board)

    @property
    def strength(self) -> int:
        """The place of the hand's category from high card up; 0 while it cannot be told."""
        category = self.score(self.cards).get("category")
        return CATEGORY_NAMES.index(str(category)) if category else 0


def decide(
    game: Game, rulings: Mapping[str, str], events: Sequence[Event], question: Question
) -> Decision:
    """A practice player's decision."""
    options = {option.action: option for option in reversed(question.options)}
    sight = Sight(game, rulings, question.seat, Picture(view(events, question.seat)), options)
    return STRATEGIES.get(game.source.key, carefully)(sight)


def _take(sight: Sight, *actions: str) -> Decision:
    """The first of these actions that is allowed, at its smallest size."""
    action = next((action for action in actions if action in sight.options), None)
    option = sight.options[action] if action else next(iter(sight.options.values()))
    return Decision(sight.seat, option.action, option.least_cents if option.most_cents else None)


def play_buyout(sight: Sight) -> Decision:
    """Buy what beats the dealer more often than not, or what folding would cost more than."""
    points = _points(sight, sight.cards)
    if len(sight.cards) == 3:
        wanted = points >= BUY_FROM
    else:
        gained = points - _points(sight, sight.cards[:-1])
        must = "refuse" not in sight.options
        wanted = points >= STAND_FROM or gained >= 4 or (must and points >= RISK_FROM)
    return _take(sight, "buy" if wanted else "refuse", "fold")


def _points(sight: Sight, cards: Sequence[int]) -> int:
    return int(str(sight.score(cards)["points"]))


def play_duki(sight: Sight) -> Decision:
    """Play every Duki, fold the rest."""
    return _take(sight, "play" if sight.score(sight.cards)["duki"] else "fold")


def play_super_omaha(sight: Sight) -> Decision:
    """Fold a high card on the Flop; wager once on a pair, as much as allowed on more."""
    if sight.strength >= CATEGORY_NAMES.index("two-pair"):
        sizes = [option.most_cents for option in sight.options.values()]
        return Decision(sight.seat, "flop", max(sizes))
    pair_or_better = sight.strength > CATEGORY_NAMES.index("high-card")
    return _take(sight, "flop" if pair_or_better else "fold")


def carefully(sight: Sight) -> Decision:
    """Stay in where it costs nothing; for games without a strategy of their own."""
    return _take(sight, "check", "fold")


STRATEGIES: Mapping[str, Callable[[Sight], Decision]] = {
    "buyout": play_buyout,
    "duki": play_duki,
    "super-omaha": play_super_omaha,
}
