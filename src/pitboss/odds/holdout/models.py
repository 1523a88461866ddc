"""The models of what an opponent holds, in words."""

MODELS = {
    "sensible": (
        "an opponent's five cards are any unseen ones, of which it keeps as many as it did by a"
        " simple rule: a straight or better whole; three of a kind; two pairs; four to a flush or"
        " to an open-ended straight unless it has a pair of queens or better; a pair with the"
        " highest other card; three of a suit; four or three ranks that fit in a straight; else"
        " the two highest cards; an opponent who kept one card, which the rule never does, may have"
        " any"
    ),
    "uniform": "an opponent holds as many cards as it did not discard, any of the unseen ones",
}
