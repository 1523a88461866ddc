"""Names: one form, nothing that cannot be seen, one script to a word, and nobody like staff."""

import pytest

from pitboss.house.names import RESERVED, clean_name, refuse_house, refuse_likeness, skeleton
from pitboss.refusal import Refused


@pytest.mark.parametrize(
    ("given", "kept"),
    [
        (" Ann  Lee ", "Ann Lee"),
        ("\uff21\uff4e\uff4e", "Ann"),
        ("\U0001d400nn", "Ann"),
        ("Jose\u0301", "Jos\u00e9"),
        ("O'Brien-Smith 2", "O'Brien-Smith 2"),
        ("\u0418\u0432\u0430\u043d Smith", "\u0418\u0432\u0430\u043d Smith"),
        ("\u5c71\u7530\u3055\u3093", "\u5c71\u7530\u3055\u3093"),
        ("DJ\u30b1\u30f3\u30fc", "DJ\u30b1\u30f3\u30fc"),
        ("Kim\uae40\u91d1", "Kim\uae40\u91d1"),
        ("Li\u674e\u3105", "Li\u674e\u3105"),
        ("\u1019\u103c\u102d\u102f\u1037", "\u1019\u103c\u102d\u102f\u1037"),
        ("\u0645\u062d\u0645\u062f", "\u0645\u062d\u0645\u062f"),
        ("Ann \u2660", "Ann \u2660"),
    ],
)
def test_names_as_they_are_kept(given: str, kept: str) -> None:
    assert clean_name(given) == kept
    assert clean_name(kept) == kept


UNSEEN = {
    "blank Braille": "\u2800",
    "Hangul fillers": "\u3164",
    "half-width filler": "A\uffa0B",
    "first filler": "A\u115fB",
    "zero width": "A\u200bB",
    "joiner": "A\u200dB",
    "right to left": "A\u202eB",
    "isolate": "A\u2066B",
    "soft hyphen": "A\u00adB",
    "byte order": "\ufeffAnn",
    "control": "A\x07B",
    "NUL": "A\x00B",
    "private use": "A\ue000B",
    "unassigned": "A\u0378B",
    "not a character": "A\uffffB",
    "half a pair": "A\ud800B",
    "tag": "A\U000e0041B",
    "selector": "A\ufe0fB",
    "joiner of marks": "A\u034fB",
    "undrawn vowel": "A\u17b4B",
    "enclosing": "A\u20ddB",
}
OTHERS = {
    "nothing": "",
    "spaces": " \u3000 ",
    "lone mark": "\u0301Ann",
    "mark on a space": "Ann \u0301",
    "mark on a dash": "Ann-\u0301\u0301",
    "many marks": "A" + "\u0316" * 5,
    "no letter": "\u2605\u2605",
    "dashes": "---",
    "too long": "x" * 41,
    "far too long": "x" * 10**6,
}
MIXED = {
    "Latin and Cyrillic": "P\u0430ul",
    "Latin and Greek": "\u0391nn",
    "Cyrillic and Greek": "\u0418\u03b1",
    "Armenian in Latin": "R\u0585b",
    "Cherokee in Latin": "\u13aann",
    "Hangul and kana": "\uae40\u3055",
    "Cyrillic and Han": "\u0418\u5c71",
}


@pytest.mark.parametrize("name", UNSEEN)
def test_low_what_cannot_be_seen_is_refused(name: str) -> None:
    with pytest.raises(Refused, match=r"^name: ") as refused:
        clean_name(UNSEEN[name])
    assert str(refused.value).isprintable()


@pytest.mark.parametrize("name", OTHERS)
def test_what_is_no_name(name: str) -> None:
    with pytest.raises(Refused, match=r"^name: "):
        clean_name(OTHERS[name])


@pytest.mark.parametrize("name", MIXED)
def test_low_two_scripts_in_one_word_are_refused(name: str) -> None:
    with pytest.raises(Refused, match=r"^name: a word has letters of one script, not of"):
        clean_name(MIXED[name])


LIKE_THE_HOUSE = (
    *("House", "house", "HOUSE", "Hou5e", "H0use", "Hous\u00e9", "The House", "House 2", "House2"),
    *(
        "\u041d\u043eu\u0455\u0435",
        "\u039f\u03a1\u0395R\u0391TOR",
        "P1tb0ss",
        "Pit boss",
        "Pltboss",
    ),
    *("PITB\u041eSS", "\u13a0ealer", "Dea1er", "Dealer Dan", "0perator", "0\u0440erator", "Adrnin"),
    *("\uff28\uff4f\uff55\uff53\uff45", "\U0001d5db\U0001d5fc\U0001d602\U0001d600\U0001d5f2"),
    *("h.o.u.s.e", "S\u03c4aff", "\ua4e2\u1d1baff", "\u1d05\u1d07\u1d00ler".replace("\u1d00", "a")),
)


@pytest.mark.parametrize("name", LIKE_THE_HOUSE)
def test_low_who_looks_like_the_house_is_refused(name: str) -> None:
    with pytest.raises(Refused, match="could be taken for the house"):
        refuse_house(name)


@pytest.mark.parametrize(
    "name", ["Houseman", "Robin", "Guest 1234", "Ann Lee", "\u0418\u0432\u0430\u043d"]
)
def test_others_are_not(name: str) -> None:
    refuse_house(name)


@pytest.mark.parametrize("name", ["0lga", "\u041elga", "OIga", "o l g a", "\u00d3lga", "olga"])
def test_low_who_looks_like_staff_is_refused(name: str) -> None:
    refuse_likeness("Olgas", ["Olga"])
    with pytest.raises(Refused, match="looks like the name of somebody else"):
        refuse_likeness(name, ["Olga"])


def test_every_reserved_word_is_its_own_likeness() -> None:
    assert len({skeleton(word) for word in RESERVED}) == len(RESERVED)
    assert all(skeleton(word).isascii() for word in RESERVED)
