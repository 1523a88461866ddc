"""The score of three cards: one integer, larger is better, equal for hands that tie.

(category << 20) + three ranks of four bits in the order in which they compare.
"""

SUITS = "alike"
HIGH_CARD, PAIR, FLUSH, STRAIGHT, THREE_OF_A_KIND, STRAIGHT_FLUSH = 1, 2, 3, 4, 5, 6
CATEGORIES = ("", "high-card", "pair", "flush", "straight", "three-of-a-kind", "straight-flush")
ACE, THREE, TWO = 12, 1, 0


def score(a: int, b: int, c: int) -> int:
    suited = a & 3 == b & 3 == c & 3
    high, low = max(a, b, c) >> 2, min(a, b, c) >> 2
    middle = (a >> 2) + (b >> 2) + (c >> 2) - high - low
    if high == low:
        return THREE_OF_A_KIND << 20 | high << 16
    if high == middle or middle == low:
        return PAIR << 20 | middle << 16 | (low if high == middle else high) << 12
    if high - low == 2:
        return (STRAIGHT_FLUSH if suited else STRAIGHT) << 20 | high << 16
    if high == ACE and middle == THREE and low == TWO:
        return (STRAIGHT_FLUSH if suited else STRAIGHT) << 20 | THREE << 16
    return (FLUSH if suited else HIGH_CARD) << 20 | high << 16 | middle << 12 | low << 8
