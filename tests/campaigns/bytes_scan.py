"""Finding cards in bytes, however they are written, and words that must never be there."""

import re
from collections.abc import Iterable
from html import unescape

RANKS = "23456789TJQKA"
SUITS = "cdhs"
_CODES = re.compile(rb"[2-9TJQKA][cdhs](?:[2-9TJQKA][cdhs])*(?![A-Za-z0-9])")
_LETTERS = frozenset(b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789")
_WORDS = re.compile(
    rb"\b(ace|king|queen|jack|10|[2-9]) of (club|diamond|heart|spade)s\b", re.IGNORECASE
)
_SIGNS = re.compile("(10|[2-9TJQKA])\\s*([♣♦♥♠])")
_NEVER = re.compile(rb'"(?:secret|deck|salt)" ?:')
_FILES = re.compile(rb"static/cards/[2-9TJQKA][cdhs](?:-four)?\.svg")
"""The pictures of the cards, which the manifest of the software names."""
_RANK_OF = {b"ace": "A", b"king": "K", b"queen": "Q", b"jack": "J", b"10": "T"}
_SUIT_OF = dict(zip("♣♦♥♠", SUITS, strict=True))


def card_number(code: str) -> int:
    """As ``pitboss.cards`` numbers them; checked against it by a test."""
    return RANKS.index(code[0]) * 4 + SUITS.index(code[1])


NUMBERS = {rank + suit: card_number(rank + suit) for rank in RANKS for suit in SUITS}


def cards_in(text: bytes) -> set[int]:
    """Every card that is written anywhere in the text, as a code, in words or with its sign."""
    found: set[int] = set()
    for match in _CODES.finditer(text):
        start = match.start()
        if not start or text[start - 1] not in _LETTERS:
            codes = match.group().decode()
            found.update(NUMBERS[codes[at : at + 2]] for at in range(0, len(codes), 2))
    if b" of " in text:
        for rank, suit in _WORDS.findall(text):
            rank = rank.lower()
            found.add(NUMBERS[_RANK_OF.get(rank, rank.decode()) + suit[:1].lower().decode()])
    if b"\xe2\x99" in text:
        for rank, sign in _SIGNS.findall(text.decode()):
            found.add(NUMBERS[rank.replace("10", "T") + _SUIT_OF[sign]])
    return found


def find_leaks(text: bytes, may_see: set[int], secrets: Iterable[bytes]) -> list[str]:
    """What is in the text and may not be: cards, keys that hold secrets, and the secrets."""
    leaks = [f"card {card}" for card in sorted(cards_in(text) - may_see)]
    leaks += [f"key {key.decode()}" for key in _NEVER.findall(text)]
    return leaks + find_secrets(text, secrets)


def find_secrets(text: bytes, secrets: Iterable[bytes]) -> list[str]:
    """The secrets alone, for whoever may see every card of other rounds in the same text."""
    return ["a secret" for secret in secrets if secret in text]


def as_read(text: bytes) -> bytes:
    """A page as its reader has it, without what HTML escapes and the names of pictures."""
    if b"&" in text:
        text = unescape(text.decode()).encode()
    return _FILES.sub(b"", text)
