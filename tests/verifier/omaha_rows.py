"""Every row of every printed pay table of Super Omaha, met by a hand."""

from collections.abc import Iterator
from random import Random
from typing import Any

from tests.verifier.omaha_decks import BOARD, Layout
from tests.verifier.omaha_tables import FIVE_CARD, PAYTABLES, SEVEN_CARD, Script

FIVE_CARD_HANDS = [
    "As Ks Qs Js Ts",
    "Kh Qh Jh Th 9h",
    "Ad 2d 3d 4d 5d",
    "9c 9d 9h 9s 2c",
    "8c 8d 8h 3c 3d",
    "Ac Jc 9c 6c 2c",
    "Ac Kd Qh Js Tc",
    "Ad 2c 3h 4s 5d",
    "7c 7d 7h Ks 2c",
    "Jc Jd 4h 4s 2c",
    "Jc Jd 5h 4s 2c",
    "9h 8h 7h 6h 2h",
    "9h 8h 7h 6h 2s",
    "Ah 2h 3h 4h 9s",
    "Jd Qd Kd Ad 4c",
    "Kd Jd 9d 4d 2s",
]
SEVEN_CARD_HANDS = [
    "As Ks Qs Js Ts 9s 2d",
    "Ah Kh Qh Jh Th 9h 2d",
    "As Ks Qs Js Ts 9d 2d",
    "Ah Kh Qh Jh Th 9c 2d",
    "Kd Qd Jd Td 9d 2c 2h",
    "7c 7d 7h 7s Ah As 2d",
    "Qc Qd Qh 5c 5d 3s 2s",
    "Ac Jc 8c 5c 2c 2h 3s",
    "9c 8d 7h 6s 5c Ad 2h",
]
FLOPS = ["Ah Kh Qh", "Kd Qd Jd", "Ac 2c 3c", "7c 7d 7h", "Ah 2c 3d", "9s 8d 7d", "Kc 9c 2c"]
FLOPS += ["Kc Kd 2c", "Kc Ad 2c", "Ac Kd Qc"]


def row_scripts() -> Iterator[Script]:
    """A hand for each row of each printed table, beside one that only watches."""

    def script(layout: Layout, table: dict[str, Any], wagers: dict[str, object]) -> Script:
        deck = layout.deck(Random(1), by_machine=True)
        decisions = [[1, "flop", 30], [2, "fold"]]
        made = {str(seat): {"ante": 10, **wagers} for seat in (1, 2)}
        script = {"game": "super-omaha", "table": table, "deck": " ".join(deck)}
        return {**script, "wagers": made, "decisions": decisions}

    for codes, hands in ((FIVE_CARD, FIVE_CARD_HANDS), (SEVEN_CARD, SEVEN_CARD_HANDS)):
        for code in codes:
            terms = {"type": "progressive", "wager": 2, "meter": 50000, "seed": 10000, "rate": 0.2}
            table = {"jackpots": [{"paytable": code, **terms}]}
            for hand in map(str.split, hands):
                layout = Layout([1, 2])
                layout.put(1, hand[:4], range(4))
                layout.put(BOARD, hand[4:], range(3))
                yield script(layout, table, {"jackpot-1": 2})
    for ante, high_hand in zip(PAYTABLES["ante"], PAYTABLES["high-hand"], strict=True):
        tables = {"paytables": {"ante": ante, "high-hand": high_hand}}
        for hand in map(str.split, FIVE_CARD_HANDS):
            layout = Layout([1, 2])
            layout.put(1, hand[:2], range(2))
            layout.put(BOARD, hand[2:], range(3))
            yield script(layout, tables, {"high-hand": 5})
    for code in PAYTABLES["flop-bonus"]:
        for flop in map(str.split, FLOPS):
            layout = Layout([1, 2])
            layout.put(BOARD, flop, range(3))
            yield script(layout, {"paytables": {"flop-bonus": code}}, {"flop-bonus": 5})
