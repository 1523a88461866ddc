"""Names that people give to themselves, to tables and to jackpots: one form for each, nothing in
them that cannot be seen or that turns the text around, and nobody who looks like the house.

The rules are those of Unicode's identifiers (UTS 39, "highly restrictive") for one word at a time:
letters of one script, or Latin with those of Japanese, Korean or Chinese. A name's skeleton is what
its letters look like, whatever script they are of; two names with one skeleton cannot be told apart
at a glance.

>>> clean_name("  Ann  Lee ")
'Ann Lee'
>>> skeleton("H\u043euse") == skeleton("house") == skeleton("H0USE")
True
"""

import unicodedata
from collections.abc import Iterable
from functools import cache

from pitboss.refusal import Refused

LONGEST_NAME = 40
LONGEST_TITLE = 60
"""Of a table or a jackpot."""
MOST_MARKS = 4
"""Marks on one letter; Burmese needs as many."""

_FORBIDDEN = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp", "Me"})
_MARKS = frozenset({"Mn", "Mc"})
_BLANK = frozenset("\u2800\u115f\u1160\u3164\uffa0\u034f\u17b4\u17b5")
"""Braille without a dot, Hangul fillers, the joiner of marks, and two vowels that are not drawn."""

_JAPANESE = frozenset({"LATIN", "CJK", "HIRAGANA", "KATAKANA"})
_CHINESE = frozenset({"LATIN", "CJK", "BOPOMOFO"})
_KOREAN = frozenset({"LATIN", "CJK", "HANGUL"})

RESERVED = (
    *("House", "Pitboss", "Dealer", "Operator", "Supervisor", "Auditor", "Staff", "Admin"),
    *("Administrator", "Manager", "Moderator", "Support", "System", "Server", "Casino", "Cashier"),
)

# What letters look like. Only those stand here whose shape is that of a Latin letter in common
# fonts: written down by script from the Unicode charts, capitals as capitals. Compatible forms
# (full width, mathematical) are made plain by NFKC before, accents taken off by NFD.
_LOOKS = (
    ("\u0430\u0435\u0455\u0456\u0458\u043a\u043e\u0440\u0441\u0443\u0445", "aesijkopcyx"),
    ("\u0475\u0501\u051b\u051d\u04bb\u04af\u04cf\u050d\u0432\u043c\u043d", "vdqwhylgbmh"),
    ("\u0442\u0433\u043f\u044c\u0493", "trnbf"),
    ("\u0410\u0412\u0415\u0405\u0406\u0408\u041a\u041c\u041d\u041e\u0420", "abesijkmhop"),
    ("\u0421\u0422\u0423\u0425\u050c\u051a\u051c\u04ae\u04c0\u042c", "ctyxgqwylb"),
    ("\u0391\u0392\u0395\u0396\u0397\u0399\u039a\u039c\u039d\u039f\u03a1", "abezhikmnop"),
    ("\u03a4\u03a5\u03a7\u03f9\u037f", "tyxcj"),
    ("\u03b1\u03b3\u03b5\u03b7\u03b9\u03ba\u03bd\u03bf\u03c1\u03c3\u03c4", "ayenikvopot"),
    ("\u03c5\u03c7\u03c9\u03f2\u03f3\u03b2", "uxwcjb"),
    ("\u0585\u0578\u057d\u0570\u0581\u0566\u0575\u0555\u054f\u053c\u054d", "onuhgqjoslu"),
    ("\u13a0\u13a1\u13a2\u13a5\u13aa\u13ab\u13ac\u13b3\u13b7\u13bb\u13bd", "drtiajewmhy"),
    ("\u13c0\u13c3\u13cf\u13d2\u13d4\u13d5\u13d9\u13da\u13de\u13df\u13e2", "gzbrwsvslcp"),
    ("\u13e6\u13e7\u13f4", "kdb"),
    ("\ua4ee\ua4d0\ua4da\ua4d3\ua4f0\ua4dd\ua4d6\ua4e7\ua4f2\ua4d9\ua4d7", "abcdefghijk"),
    ("\ua4e1\ua4df\ua4e0\ua4f3\ua4d1\ua4e3\ua4e2\ua4d4\ua4f4\ua4e6\ua4ea", "lmnoprstuvw"),
    ("\ua4eb\ua4ec\ua4dc", "xyz"),
    ("\u0251\u0185\u0262\u0261\u0269\u0131\u029f\u0274\u1d0f\u0280\ua731", "abggiilnors"),
    ("\u1d1b\u1d1c\u1d20\u1d21\u028f\u1d22\u0299\u1d04\u1d05\u1d07\u029c", "tuvwyzbcdeh"),
    ("\u026a\u1d0a\u1d0b\u1d0d\u1d18\u00f8\u0111\u0142\u0127\u0167", "ijkmpodlht"),
    ("01345$@|!", "oleassall"),
)
_AS_LATIN = {ord(one): to for row, latin in _LOOKS for one, to in zip(row, latin, strict=True)}
_TOGETHER = (("rn", "m"), ("vv", "w"), ("i", "l"))


def fold_spaces(text: str) -> str:
    """Compatible forms made one, spaces trimmed and single."""
    return " ".join(unicodedata.normalize("NFKC", text).split())


def typed_name(text: str) -> str:
    """A name as somebody logs in with it; no longer than one that could be anybody's. Whoever
    counts attempts and whoever looks for the account must take the same one."""
    return fold_spaces(text[: 4 * LONGEST_NAME])


def clean_name(text: str, what: str = "name", longest: int = LONGEST_NAME) -> str:
    """The one form in which a name is kept; what cannot be read as it is written is refused."""
    name = text if len(text) > 4 * longest else fold_spaces(text)
    if not 1 <= len(name) <= longest:
        raise Refused(f"{what}: give 1 to {longest} characters, not {len(name)}")
    for letter in name:
        if unicodedata.category(letter) in _FORBIDDEN or letter in _BLANK or _is_selector(letter):
            raise Refused(f"{what}: U+{ord(letter):04X} cannot be seen; only what can is allowed")
    _check_marks(name, what)
    if not any(letter.isalnum() for letter in name):
        raise Refused(f"{what}: a letter or a digit is needed")
    for word in name.split():
        _check_scripts(word, what)
    return name


def _is_selector(letter: str) -> bool:
    """Chooses between forms of the letter before it."""
    return "\ufe00" <= letter <= "\ufe0f" or "\U000e0100" <= letter <= "\U000e01ef"


def _check_marks(name: str, what: str) -> None:
    marks = MOST_MARKS  # at the start there is no letter to bear one
    for letter in name:
        if unicodedata.category(letter) not in _MARKS:
            marks = 0 if letter.isalnum() else MOST_MARKS
            continue
        marks += 1
        if marks > MOST_MARKS:
            raise Refused(f"{what}: accents stand on letters, at most {MOST_MARKS} on each")


def _check_scripts(word: str, what: str) -> None:
    scripts = {script for script in map(script_of, word) if script}
    if len(scripts) > 1 and not any(scripts <= few for few in (_JAPANESE, _CHINESE, _KOREAN)):
        named = " and ".join(sorted(script.capitalize() for script in scripts))
        raise Refused(f"{what}: a word has letters of one script, not of {named}")


@cache
def script_of(letter: str) -> str:
    """The first word of a letter's name, which is its script for those that matter; nothing for
    what every script shares."""
    if not letter.isalpha():
        return ""
    script = unicodedata.name(letter, "").partition(" ")[0]
    return "" if script in ("MODIFIER", "KATAKANA-HIRAGANA", "IDEOGRAPHIC") else script


def skeleton(name: str) -> str:
    """What a name looks like: Latin letters alone, where its letters look like some."""
    plain = unicodedata.normalize("NFD", unicodedata.normalize("NFKC", name))
    bare = "".join(letter for letter in plain if unicodedata.category(letter) not in _MARKS)
    looks = bare.translate(_AS_LATIN).casefold().translate(_AS_LATIN)
    for pair, one in _TOGETHER:
        looks = looks.replace(pair, one)
    return "".join(letter for letter in looks if letter.isalnum())


_RESERVED = frozenset(map(skeleton, RESERVED))


def refuse_house(name: str, what: str = "name") -> None:
    """Refuse a name that could be taken for the house or somebody's office in it, whole or in one
    of its words."""
    bare = name.rstrip("0123456789 ")
    if not _RESERVED.isdisjoint(map(skeleton, (name, bare, *name.split()))):
        raise Refused(f"{what} {name}: could be taken for the house; give another")


def refuse_likeness(name: str, staff: Iterable[str], what: str = "name") -> None:
    """Refuse a name that looks like one of these."""
    looks = skeleton(name)
    if looks and looks in map(skeleton, staff):
        raise Refused(f"{what} {name}: looks like the name of somebody else; give another")


LEAST_SCORE = 2
"""By zxcvbn, which knows frequent passwords, names, words, rows of the keyboard and repetitions, of
0 to 4: some million guesses at least, at a few a minute."""

LOOKED_AT = 72
"""Letters that are estimated; more make it only better."""


def refuse_weak(text: str, name: str = "", old: str = "") -> None:
    """Refuse a new password that is easily guessed, or none; ``name`` is whose it is."""
    if not text.strip():
        raise Refused("password: only blanks; choose letters, figures or words")
    if len(set(text)) == 1:
        raise Refused("password: the same character again and again; choose another")
    if old and text == old:
        raise Refused("password: is the present one; choose another")
    from zxcvbn import zxcvbn  # takes a while to load, and only here

    own = [word for word in (name, *name.split(), "pitboss") if word]
    if zxcvbn(text[:LOOKED_AT], user_inputs=own)["score"] < LEAST_SCORE:
        raise Refused(
            "password: is easily guessed (common, a name, a row of the keyboard or a repetition);"
            " choose another, such as four words that have nothing to do with each other"
        )
