"""What a game's ``score.py`` says a suit is, ``SUITS``, held against its scores.

``unread``: only ranks count. ``alike``: suits may change places. ``ranked``: neither holds. Nothing
is counted by what is said there, since the scores themselves tell; but a designer who is wrong
about a score should know before there is a price.
"""

from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING

from pitboss.cards import format_cards
from pitboss.games.contract import Game
from pitboss.refusal import Refused

if TYPE_CHECKING:
    from pitboss.odds.generic.scores import Scores

UNREAD, ALIKE, RANKED = CLAIMS = ("unread", "alike", "ranked")


def claim_of(game: Game) -> str:
    """What the game says; nothing where it does not."""
    name = f"{game.package}.score"
    return str(getattr(import_module(name), "SUITS", "")) if find_spec(name) else ""


def check_claim(game: Game, scores: "Scores") -> None:
    """Hold the claim against the score of every hand."""
    check_relabel(game, scores.relabel or len(scores.deck) % 4 > 0)
    if claim_of(game) != UNREAD:
        return
    import numpy as np

    cards = np.array(scores.deck)[scores.hands]
    _, first, same = np.unique(
        np.sort(cards >> 2, axis=1), axis=0, return_index=True, return_inverse=True
    )
    others = first[same.reshape(-1)]
    apart = np.flatnonzero(scores.orders != scores.orders[others])
    if len(apart):
        one, other = (format_cards(cards[at].tolist()) for at in (apart[0], others[apart[0]]))
        raise Refused(f"{_said(game)}, and {one} scores otherwise than {other}")


def check_relabel(game: Game, relabel: bool) -> None:
    """Where suits are said not to matter, they may at least change places."""
    if claim_of(game) in (UNREAD, ALIKE) and not relabel:
        raise Refused(f"{_said(game)}, and some hands score otherwise when suits change places")


def _said(game: Game) -> str:
    return f"{game.source.key}: score.py says that suits are {claim_of(game)}"
