"""Poker ranks of five cards: one integer, larger is better, equal for hands that tie.

A rank is (category << 20) + five ranks of four bits in the order in which they compare. Plain
integers only, so that compiled code can use these same functions.

>>> from pitboss.cards import parse_cards
>>> category_name(rank_five(*parse_cards("Ts Jd Qh Ks Ad")))
'straight'
"""

HIGH_CARD, PAIR, TWO_PAIR, THREE_OF_A_KIND, STRAIGHT = 1, 2, 3, 4, 5
FLUSH, FULL_HOUSE, FOUR_OF_A_KIND, STRAIGHT_FLUSH, ROYAL_FLUSH = 6, 7, 8, 9, 10

CATEGORY_NAMES = (
    "",
    "high-card",
    "pair",
    "two-pair",
    "three-of-a-kind",
    "straight",
    "flush",
    "full-house",
    "four-of-a-kind",
    "straight-flush",
    "royal-flush",
)

ACE, FIVE = 12, 3


def category_of(rank: int) -> int:
    """HIGH_CARD up to ROYAL_FLUSH."""
    return rank >> 20


def category_name(rank: int) -> str:
    """The category in words, ``high-card`` up to ``royal-flush``."""
    return CATEGORY_NAMES[rank >> 20]


def rank_five(a: int, b: int, c: int, d: int, e: int) -> int:
    """The rank of five cards; an ace is high, and low in a five-high straight."""
    rank = rank_ranks(a >> 2, b >> 2, c >> 2, d >> 2, e >> 2)
    return as_flush(rank) if a & 3 == b & 3 == c & 3 == d & 3 == e & 3 else rank


def as_flush(rank: int) -> int:
    """What a straight or a high-card hand becomes when its cards share a suit."""
    if rank >> 20 == STRAIGHT:
        category = ROYAL_FLUSH if rank >> 16 & 15 == ACE else STRAIGHT_FLUSH
    else:
        category = FLUSH
    return category << 20 | rank & 0xFFFFF


def rank_ranks(a: int, b: int, c: int, d: int, e: int) -> int:
    """The rank of five ranks, whatever their suits, as long as they are not all one."""
    if a < b:
        a, b = b, a
    if d < e:
        d, e = e, d
    if c < e:
        c, e = e, c
    if c < d:
        c, d = d, c
    if a < d:
        a, d = d, a
    if b < e:
        b, e = e, b
    if a < c:
        a, c = c, a
    if b < d:
        b, d = d, b
    if b < c:
        b, c = c, b
    if not a > b > c > d > e:
        return _rank_groups(a, b, c, d, e)
    if a - e == 4:
        return STRAIGHT << 20 | a << 16
    if a == ACE and b == FIVE:
        return STRAIGHT << 20 | b << 16
    return HIGH_CARD << 20 | a << 16 | b << 12 | c << 8 | d << 4 | e


def _rank_groups(a: int, b: int, c: int, d: int, e: int) -> int:
    """Falling ranks of which at least two are equal."""
    if a == d:
        return FOUR_OF_A_KIND << 20 | a << 16 | e << 12
    if b == e:
        return FOUR_OF_A_KIND << 20 | b << 16 | a << 12
    if a == c and d == e:
        return FULL_HOUSE << 20 | a << 16 | d << 12
    if a == b and c == e:
        return FULL_HOUSE << 20 | c << 16 | a << 12
    if a == c:
        return THREE_OF_A_KIND << 20 | a << 16 | d << 12 | e << 8
    if b == d:
        return THREE_OF_A_KIND << 20 | b << 16 | a << 12 | e << 8
    if c == e:
        return THREE_OF_A_KIND << 20 | c << 16 | a << 12 | b << 8
    return _rank_pairs(a, b, c, d, e)


def _rank_pairs(a: int, b: int, c: int, d: int, e: int) -> int:
    """Falling ranks with one pair or two."""
    if a == b and c == d:
        return TWO_PAIR << 20 | a << 16 | c << 12 | e << 8
    if a == b and d == e:
        return TWO_PAIR << 20 | a << 16 | d << 12 | c << 8
    if b == c and d == e:
        return TWO_PAIR << 20 | b << 16 | d << 12 | a << 8
    if a == b:
        return PAIR << 20 | a << 16 | c << 12 | d << 8 | e << 4
    if b == c:
        return PAIR << 20 | b << 16 | a << 12 | d << 8 | e << 4
    if c == d:
        return PAIR << 20 | c << 16 | a << 12 | b << 8 | e << 4
    return PAIR << 20 | d << 16 | a << 12 | b << 8 | c << 4
