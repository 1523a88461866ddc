"""Scores of Duki 4 Poker hands: one integer, larger is better, 0 for a hand without a Duki.

A score is (cards << 20) + (category << 16) + four ranks of four bits, where cards is 3 or 4 and
the ranks stand in the order in which they compare. Plain integers only, so that compiled code
can use these same functions.
"""

from collections.abc import Mapping

THREE_CARDS, FOUR_CARDS = 3 << 20, 4 << 20
HIGH_CARD, PAIR, TWO_PAIR = 1 << 16, 2 << 16, 3 << 16
THREE_OF_A_KIND, STRAIGHT, FOUR_OF_A_KIND = 4 << 16, 5 << 16, 6 << 16
STRAIGHT_OF_3, THREE_OF_3 = 4 << 16, 5 << 16
"""Categories from low to high. Of three cards, three of a kind beats a straight (DUKI-10); of
four, a straight beats three of a kind (DUKI-09)."""

ACE, FOUR_RANK = 12, 2


def ruled(rulings: Mapping[str, str]) -> tuple[bool]:
    """What ``score`` takes beside the cards, by the rulings."""
    return (rulings["ace"] == "high-low",)


def score(a: int, b: int, c: int, d: int, ace_low: bool) -> int:
    """The Duki of four cards (DUKI-08): four suits, the better of two choices of three, or 0."""
    suits = 1 << (a & 3) | 1 << (b & 3) | 1 << (c & 3) | 1 << (d & 3)
    if suits == 15:
        return score_four(a >> 2, b >> 2, c >> 2, d >> 2, ace_low)
    if suits in (7, 11, 13, 14):
        return _choose_three(a, b, c, d, ace_low)
    return 0


def _choose_three(a: int, b: int, c: int, d: int, ace_low: bool) -> int:
    """Three suits among four cards: leave out one or the other of the two that share a suit."""
    best = 0
    if a & 3 in (b & 3, c & 3, d & 3):
        best = score_three(b >> 2, c >> 2, d >> 2, ace_low)
    if b & 3 in (a & 3, c & 3, d & 3):
        best = max(best, score_three(a >> 2, c >> 2, d >> 2, ace_low))
    if c & 3 in (a & 3, b & 3, d & 3):
        best = max(best, score_three(a >> 2, b >> 2, d >> 2, ace_low))
    if d & 3 in (a & 3, b & 3, c & 3):
        best = max(best, score_three(a >> 2, b >> 2, c >> 2, ace_low))
    return best


def best_three(a: int, b: int, c: int, d: int, ace_low: bool) -> int:
    """The best 3-card Duki within a 4-card Duki: any three of its cards are one."""
    ra, rb, rc, rd = a >> 2, b >> 2, c >> 2, d >> 2
    return max(
        score_three(rb, rc, rd, ace_low),
        score_three(ra, rc, rd, ace_low),
        score_three(ra, rb, rd, ace_low),
        score_three(ra, rb, rc, ace_low),
    )


def score_three(a: int, b: int, c: int, ace_low: bool) -> int:
    """Three ranks of three suits (DUKI-10)."""
    if a < b:
        a, b = b, a
    if b < c:
        b, c = c, b
    if a < b:
        a, b = b, a
    if a == c:
        return THREE_CARDS | THREE_OF_3 | a << 12
    if a - b == 1 and b - c == 1:
        return THREE_CARDS | STRAIGHT_OF_3 | a << 12
    if ace_low and a == ACE and b == 1 and c == 0:
        return THREE_CARDS | STRAIGHT_OF_3 | b << 12
    if a == b:
        return THREE_CARDS | PAIR | a << 12 | c << 8
    if b == c:
        return THREE_CARDS | PAIR | b << 12 | a << 8
    return THREE_CARDS | HIGH_CARD | a << 12 | b << 8 | c << 4


def score_four(a: int, b: int, c: int, d: int, ace_low: bool) -> int:
    """Four ranks of four suits (DUKI-09)."""
    if a < b:
        a, b = b, a
    if c < d:
        c, d = d, c
    if a < c:
        a, c = c, a
    if b < d:
        b, d = d, b
    if b < c:
        b, c = c, b
    if a == d:
        return FOUR_CARDS | FOUR_OF_A_KIND | a << 12
    if a - b == 1 and b - c == 1 and c - d == 1:
        return FOUR_CARDS | STRAIGHT | a << 12
    if ace_low and a == ACE and b == FOUR_RANK and c == 1 and d == 0:
        return FOUR_CARDS | STRAIGHT | b << 12
    return _score_groups(a, b, c, d)


def _score_groups(a: int, b: int, c: int, d: int) -> int:
    """Four falling ranks that are no straight and not all alike."""
    if a == c:
        return FOUR_CARDS | THREE_OF_A_KIND | a << 12 | d << 8
    if b == d:
        return FOUR_CARDS | THREE_OF_A_KIND | b << 12 | a << 8
    if a == b and c == d:
        return FOUR_CARDS | TWO_PAIR | a << 12 | c << 8
    if a == b:
        return FOUR_CARDS | PAIR | a << 12 | c << 8 | d << 4
    if b == c:
        return FOUR_CARDS | PAIR | b << 12 | a << 8 | d << 4
    if c == d:
        return FOUR_CARDS | PAIR | c << 12 | a << 8 | b << 4
    return FOUR_CARDS | HIGH_CARD | a << 12 | b << 8 | c << 4 | d


CATEGORIES = {
    3: ("", "high-card", "pair", "", "straight", "three-of-a-kind"),
    4: ("", "high-card", "pair", "two-pair", "three-of-a-kind", "straight", "four-of-a-kind"),
}


def cards_of(value: int) -> int:
    """3 or 4 for a Duki of that many cards, 0 for none."""
    return value >> 20


def category_of(value: int) -> str:
    """The category's name; ``none`` without a Duki."""
    return CATEGORIES[value >> 20][value >> 16 & 15] if value else "none"


def first_rank(value: int) -> int:
    """The rank that compares first: of the pair, the three, or the highest card."""
    return value >> 12 & 15
