"""What a table posts for whoever asks: how disputes are settled, what a share of a meter is."""

from pitboss.money import floor_cents
from pitboss.paytable import Share

DISPUTES = """\
Say so before you wager again, to the dealer or a supervisor, and note the number of the round.
The supervisor replays the recorded round; the rules and rulings posted here decide.
A round that was dealt wrongly is void, and every wager goes back: until the next round is opened.
Later a settled round is undone only by two people together; the log keeps what was and what is.
Whoever still disagrees may ask for the exported round and have it checked with `pitboss verify`.
Where the table runs under a regulator's rules, it may be taken there.
""".splitlines()
"""How a dispute is settled, as the API and the pages post it."""


def share_cents(share: Share, meter_cents: int) -> int:
    """A part of the meter as it stands."""
    return floor_cents(meter_cents * share.percent / 100)
