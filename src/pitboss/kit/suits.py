"""What a suit is to a game, where its ``score.py`` says so: the claim ``SUITS`` is tried on rounds.

``unread``: only ranks count, each card may take any suit. ``alike``: suits may change places.
``ranked``: neither holds. What a solver leaves out by such a claim, it leaves out rightly.
"""

from collections.abc import Iterator
from itertools import islice
from random import Random

from pitboss.cards import DECK
from pitboss.games.contract import Game
from pitboss.kit.openings import finished
from pitboss.kit.secrecy import relabelled
from pitboss.odds.generic.claims import ALIKE, CLAIMS, UNREAD, claim_of
from pitboss.refusal import Refused


def suits_are_as_claimed(game: Game, rounds: int) -> Iterator[str]:
    """Where score.py says what a suit is, other suits leave the settlement alike."""
    claim = claim_of(game)
    if claim and claim not in CLAIMS:
        yield f"score.py: SUITS is {claim!r}; it may say {', '.join(CLAIMS)}"
    elif claim in (UNREAD, ALIKE):
        yield from islice(claim_faults(game, claim, rounds), 1)


def claim_faults(game: Game, claim: str, rounds: int) -> Iterator[str]:
    """Rounds that end otherwise with other suits."""
    for number, running in enumerate(finished(game, rounds)):
        try:
            other = relabelled(running, other_suits(claim, Random(number)))
        except Refused as refusal:
            yield f"score.py says that suits are {claim}, and with others a round stops: {refusal}"
            continue
        if other.settlement != running.settlement:
            at = next(
                (b for a, b in zip(running.settlement, other.settlement, strict=False) if a != b),
                None,
            )
            rule = f" (under {at.rule})" if at else ""
            yield f"score.py says that suits are {claim}, and other suits settle otherwise{rule}"


def other_suits(claim: str, rng: Random) -> dict[int, int]:
    """Each card of a deck with the one that takes its place."""
    places = rng.sample(range(4), 4)
    mixed = {}
    for card in DECK:
        if card % 4 == 0 and claim == UNREAD:
            places = rng.sample(range(4), 4)  # for every rank its own
        mixed[card] = card - card % 4 + places[card % 4]
    return mixed
