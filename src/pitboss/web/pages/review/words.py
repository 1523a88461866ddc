"""What the review says to people, beside its templates."""

from pitboss.training.review import TAGS

SHOWN = {"all": "All", "wrong": "Not the best", **{tag: tag.capitalize() for tag in TAGS}}
"""The filters of a session's rounds."""

COUNTED = dict(zip(TAGS, ("best", "inaccuracies", "mistakes", "blunders"), strict=True))
"""What a number of decisions is called, unless it is one."""

LUCK = {
    "deal": "Your first cards",
    "draw": "The cards after decision {turn}",
    "end": "The cards after your last decision",
    "apart": "Jackpots",
    "model": "The cards and the others' play",
}
grading = (
    "A decision that costs nothing is best, from {mistake:g} of the first wager on it is a mistake"
    " and from {blunder:g} on a blunder; between players from {wide:g} and from {widest:g} of the"
    " big blind; what costs less is an inaccuracy."
).format
"""From which costs on a decision is called what, against the house and between players."""

course = "After {rounds} rounds: won {won}, play was worth {worth}.".format
"""The graph of a session, for whoever does not see it."""

GRAPH = "Won, and what play was worth"
marked = "Round {}: {}".format
address = "?from={}&round={}#round-h".format
"""Where a marked round is shown, from the page of its session."""

heading = "{title}, table {table}, round {number}, {status}".format
"""The first line of a downloaded round."""

result = "Your result: {net}".format
