"""Holdout hands in words and JSON."""

from collections.abc import Mapping, Sequence
from itertools import combinations

from pitboss.cards import format_cards, parse_cards
from pitboss.cards.poker import category_name, rank_five
from pitboss.games.events import COMMUNITY
from pitboss.games.holdout.score import score
from pitboss.games.table import Table
from pitboss.refusal import Refused


def describe(table: Table, of: int) -> dict[str, object]:
    """A seat's cards, the held ones after the discard, with their rank once the River lies."""
    cards, community = table.hands[of], table.hands[COMMUNITY]
    if of == COMMUNITY:
        return {"cards": format_cards(cards)}
    shown: dict[str, object] = {"cards": format_cards(cards), "discarded": 5 - len(cards)}
    if len(community) == 4:
        hand = explain(cards, community)
        shown.update(category=hand["category"], playing=hand["cards"], rank=hand["rank"])
    return shown


def score_text(text: str, rulings: Mapping[str, str]) -> dict[str, object]:
    """The answer of ``pitboss score holdout``, for ``held / community``."""
    parts = text.split("/")
    if len(parts) != 2:
        raise Refused(f"{text!r}: write held / community, such as 'Ts Jd / 2c Qh Ks Ad'", "HOLD-08")
    parse_cards(" ".join(parts))
    held, community = map(parse_cards, parts)
    if not 1 <= len(held) <= 5:
        raise Refused(f"{text!r}: {len(held)} cards are held; 1 to 5 are allowed", "HOLD-06")
    if len(community) != 4 and not (len(held) == 5 and not community):
        raise Refused(
            f"{text!r}: {len(community)} community cards; there are 4 (none needed for five held)",
            "HOLD-11",
        )
    return explain(held, community)


def explain(held: Sequence[int], community: Sequence[int]) -> dict[str, object]:
    """The category, the five cards that play, held ones first, and the rank."""
    rank = score(held, community)
    return {
        "category": category_name(rank),
        "cards": format_cards(_playing(held, community, rank)),
        "held": format_cards(held),
        "rank": rank,
    }


def _playing(held: Sequence[int], community: Sequence[int], rank: int) -> tuple[int, ...]:
    for added in combinations(community, 5 - len(held)):
        a, b, c, d, e = (*held, *added)
        if rank_five(a, b, c, d, e) == rank:
            return (a, b, c, d, e)
    raise AssertionError((held, community))
