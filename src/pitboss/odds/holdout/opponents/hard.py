"""Estimates its share of the pot against the hands that the discard counts suggest.

Who bets or raises is taken to hold better cards than the counts alone say, so the share is cut
for each; and now and then a hand that is not worth a bet is bet all the same.
"""

from functools import lru_cache

from pitboss.games.contract import Decision
from pitboss.odds.holdout.opponents.betting import Style, act, edge, sized
from pitboss.odds.holdout.opponents.sight import Sight
from pitboss.rounds.shuffle import Bytes

STYLE = Style(bet_from=0.08, raise_from=0.25, margin=0.02, size=0.7)
SAMPLES = 1_200
CUT = 0.08
BLUFFS = 20
"""Of 256 hands that are not worth a bet, so many are bet when the others have shown nothing."""


def hold(sight: Sight, take: Bytes) -> tuple[int, ...]:
    """The hold with the largest share, given what the others have discarded so far."""
    return best_hold(sight.cards, counts(sight))[0]


def wager(sight: Sight, take: Bytes) -> Decision:
    share = share_of(sight)
    raises = sum(sight.raises[seat] for seat in sight.rivals)
    bluff = sight.options.get("bet")
    weak = edge(share, len(sight.rivals)) < STYLE.bet_from
    if bluff and weak and len(sight.rivals) == 1 and take(1)[0] < BLUFFS:
        return Decision(sight.seat, "bet", sized(sight, bluff, STYLE.size))
    return act(sight, share - CUT * raises, STYLE)


def counts(sight: Sight) -> tuple[int | None, ...]:
    return tuple(sight.discards.get(seat) for seat in sight.rivals)


def share_of(sight: Sight) -> float:
    """Of the pot, for the best hold while none is made."""
    if not sight.board:
        return best_hold(sight.cards, counts(sight))[1]
    return share_after(sight.cards, sight.discarded, sight.board, counts(sight))


@lru_cache(maxsize=4096)
def best_hold(
    cards: tuple[int, ...], discards: tuple[int | None, ...]
) -> tuple[tuple[int, ...], float]:
    from pitboss.odds.holdout import equity

    spot = equity.Spot(cards, discards=discards)
    held, share = equity.values_of_holds(spot, rounds=equity.Rounds(SAMPLES))[0]
    return held, share.value


@lru_cache(maxsize=4096)
def share_after(
    cards: tuple[int, ...],
    discarded: tuple[int, ...],
    board: tuple[int, ...],
    discards: tuple[int | None, ...],
) -> float:
    from pitboss.odds.holdout import equity

    spot = equity.Spot(cards, discarded, board, discards)
    rounds = equity.Rounds(SAMPLES)
    return equity.estimate([cards], spot, equity.everyone(spot), rounds=rounds)[0][0].value
