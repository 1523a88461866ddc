"""The one form of JSON that hashes are taken over."""

import json

from hypothesis import given
from hypothesis import strategies as st

from pitboss.house.log import Entry, canonical

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**62), 2**62) | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=12,
)


@given(VALUES)
def test_both_encoders_write_the_same_text(values):
    plain = json.dumps(values, sort_keys=True, separators=(",", ":"), ensure_ascii=True)
    assert canonical(values) == plain


def test_what_must_be_escaped_is():
    for text in ("é", "\x7f", "\x00", "\u2028", '"\\/', "\ud800", "a\tb\n"):
        assert canonical({text: text}) == json.dumps(
            {text: text}, separators=(",", ":"), ensure_ascii=True
        )


@given(st.dictionaries(st.text(), VALUES))
def test_both_decoders_read_the_same_values(values):
    entry = Entry("t", 1, "k", "", "", None, canonical(values), canonical(values), "")
    assert entry.values == entry.hidden == values


def test_half_a_character_and_large_numbers_are_read_as_they_were_written():
    for value in ("\ud800", 2**80, -(2**80), "\U0001f0a1", 0.1):
        entry = Entry("t", 1, "k", "", "", None, canonical({"a": value}), None, "")
        assert entry.values == {"a": value}
        assert entry.hidden == {}
