"""The poker rank of the best five of seven cards, as ``poker`` writes it.

It is found from ranks and suits at once and not by looking at all fives. Plain integers only, so
that compiled code can use these same functions.

>>> from pitboss.cards import parse_cards
>>> poker.category_name(rank_seven(*parse_cards("2c 9h Ts Jd Qh Ks Ad")))
'straight'
"""

from pitboss.cards import poker


def rank_seven(a: int, b: int, c: int, d: int, e: int, f: int, g: int) -> int:
    """The rank of the best five; an ace is high, and low in a five-high straight."""
    ones = twos = threes = fours = suits = suited = 0
    for card in (a, b, c, d, e, f, g):
        bit = 1 << (card >> 2)
        fours |= threes & bit
        threes |= twos & bit
        twos |= ones & bit
        ones |= bit
        suits += 1 << 4 * (card & 3)
        suited |= bit << 13 * (card & 3)
    if suits + 0x3333 & 0x8888:
        return _flush(suits, suited)
    if fours:
        return poker.FOUR_OF_A_KIND << 20 | _top(fours, 1) | _top(ones & ~fours, 1) >> 4
    three = 1 << (_top(threes, 1) >> 16) if threes else 0
    if three and twos & ~three:
        return poker.FULL_HOUSE << 20 | _top(three, 1) | _top(twos & ~three, 1) >> 4
    straight = _straight(ones)
    if straight:
        return poker.STRAIGHT << 20 | straight << 16
    if three:
        return poker.THREE_OF_A_KIND << 20 | _top(three, 1) | _top(ones & ~three, 2) >> 4
    if not twos:
        return poker.HIGH_CARD << 20 | _top(ones, 5)
    high = _top(twos, 2)
    if twos & twos - 1:
        pairs = 1 << (high >> 16) | 1 << (high >> 12 & 15)
        return poker.TWO_PAIR << 20 | high | _top(ones & ~pairs, 1) >> 8
    return poker.PAIR << 20 | high | _top(ones & ~twos, 3) >> 4


def _flush(suits: int, suited: int) -> int:
    bits = 0
    for suit in range(4):
        if suits >> 4 * suit & 15 > 4:
            bits = suited >> 13 * suit & 0x1FFF
    straight = _straight(bits)
    if straight:
        category = poker.ROYAL_FLUSH if straight == poker.ACE else poker.STRAIGHT_FLUSH
        return category << 20 | straight << 16
    return poker.FLUSH << 20 | _top(bits, 5)


def _straight(bits: int) -> int:
    """The rank of the highest straight among ranks, 0 where there is none."""
    low = bits << 1 | bits >> 12 & 1
    runs = low & low >> 1 & low >> 2 & low >> 3 & low >> 4
    return (_top(runs, 1) >> 16) + 3 if runs else 0


def _top(bits: int, number: int) -> int:
    """The highest ranks, four bits each, from the first place of five."""
    packed, place = 0, 16
    for rank in range(12, -1, -1):
        if bits >> rank & 1 and number:
            packed |= rank << place
            place, number = place - 4, number - 1
    return packed
