"""The decision clock's safe default: what the table decides for a seat that does not answer."""

from pitboss.games.contract import Decision, Question

SAFE = ("check", "refuse", "fold")
"""Actions that cost nothing more, the first legal one taken: a fold only where nothing else is."""


def safe_decision(question: Question) -> Decision:
    """Hold every card offered, else check, else refuse the card, else fold."""
    for option in question.options:
        if option.cards:
            return Decision(question.seat, option.action, cards=option.cards)
    offered = {option.action for option in question.options}
    return Decision(question.seat, next(action for action in SAFE if action in offered))
