"""Practice players for the other seats: sensible by rules of thumb, with a surprise now and then.

Each looks at its own cards and at what lies open, as its seat would.
"""

from collections.abc import Callable, Mapping, Sequence

from pitboss.cards import format_cards
from pitboss.cards.poker import CATEGORY_NAMES
from pitboss.games.contract import Decision, Option, Question
from pitboss.games.events import COMMUNITY
from pitboss.rounds.runner import Runner
from pitboss.rounds.shuffle import Bytes

SURPRISES = 32
"""Of 256 decisions, so many are any legal one: those who deal and learn must meet them too."""

BUY_FROM = 10
"""Points in three cards from which a third card is bought."""
STAND_FROM = 20
"""Points from which a fourth card is bought."""


def decide(running: Runner, take: Bytes) -> Decision:
    """A decision for the seat whose turn it is."""
    question = running.question
    assert question is not None
    if take(1)[0] < SURPRISES and not question.options[0].cards:
        return _pick(question, list(question.options), take)
    return PLAYERS[running.table.opening.settings.game](running, question, take)


def play_out(running: Runner, take: Bytes) -> Runner:
    """Decide for every seat until the round has ended."""
    while running.question:
        running.decide(decide(running, take))
    return running


def _pick(question: Question, options: Sequence[Option], take: Bytes) -> Decision:
    option = options[take(1)[0] % len(options)]
    return Decision(question.seat, option.action, _size(option, take))


def _size(option: Option, take: Bytes) -> int | None:
    """A whole number of times the least amount, within the option."""
    if not option.most_cents:
        return None
    times = option.most_cents // option.least_cents
    return option.least_cents * (1 + take(1)[0] % times)


def _choose(question: Question, take: Bytes, *actions: str) -> Decision:
    """One of the options of the first action that is allowed."""
    for action in actions:
        options = [option for option in question.options if option.action == action]
        if options:
            return _pick(question, options, take)
    return _pick(question, question.options, take)


def _score(
    running: Runner, cards: Sequence[int], board: Sequence[int] = ()
) -> Mapping[str, object]:
    text = format_cards(cards) + (f" / {format_cards(board)}" if board else "")
    return running.game.score(text, running.table.rulings)


def play_duki(running: Runner, question: Question, take: Bytes) -> Decision:
    """Play every Duki, fold the rest."""
    duki = _score(running, running.table.hands[question.seat])["duki"]
    return _choose(question, take, "play" if duki else "fold")


def play_super_omaha(running: Runner, question: Question, take: Bytes) -> Decision:
    """Fold a high card on the Flop, wager with anything more."""
    hands = running.table.hands
    made = str(_score(running, hands[question.seat], hands[COMMUNITY][:3])["category"])
    worth = CATEGORY_NAMES.index(made) > CATEGORY_NAMES.index("high-card")
    return _choose(question, take, "flop" if worth else "fold")


def play_buyout(running: Runner, question: Question, take: Bytes) -> Decision:
    """Buy a third card on the way to points, a fourth where there are many already."""
    hand = running.table.hands[question.seat]
    points = int(str(_score(running, hand)["points"]))
    wanted = points >= (BUY_FROM if len(hand) == 3 else STAND_FROM)
    return _choose(question, take, "buy" if wanted else "refuse", "fold")


def play_holdout(running: Runner, question: Question, take: Bytes) -> Decision:
    from pitboss.odds.holdout.opponents import decide as oppose

    return oppose("easy", running, take)


PLAYERS: Mapping[str, Callable[[Runner, Question, Bytes], Decision]] = {
    "buyout": play_buyout,
    "duki": play_duki,
    "super-omaha": play_super_omaha,
    "holdout": play_holdout,
}
