"""What a screen reader says at a table: of all that happens, what somebody must hear to play.

It is chosen from the lines of the round's own story, so nobody hears what they may not see. The
words stand in ``rounds/telling.py`` and the games' ``words.py``; questions and results are put
together in the template.
"""

from pitboss.games import events as happened
from pitboss.games.events import COMMUNITY, DEALER
from pitboss.rounds.telling import Line
from pitboss.web.pages.table.scene import Scene

SAID = (happened.Decided, happened.PotAwarded, happened.JackpotHit, happened.RoundVoided)
"""Events that are said as they are told; others' settlements, burns and blinds are not."""


def choose_lines(scene: Scene) -> list[Line]:
    """Cards in sight, what is done and shown, who takes a pot."""
    events = scene.table.events
    return [line for line in scene.lines if is_said(scene, line, events[line.order])]


def is_said(scene: Scene, line: Line, event: happened.Event) -> bool:
    """Between players also what the others show and discard, for that tells something; against
    the house only what the dealer shows."""
    own = scene.own.number if scene.own else 0
    is_poker = scene.table.setup.is_poker
    match event:
        case happened.CardDealt():
            return any(card is not None for card in line.cards)
        case happened.CardsShown(of):
            return of in (DEALER, COMMUNITY) or (is_poker and of != own)
        case happened.CardsDiscarded(of):
            return is_poker and of != own
    return isinstance(event, SAID)
