"""The one form of JSON that hashes are taken over."""

import json

from hypothesis import given
from hypothesis import strategies as st

from pitboss.house.log import canonical

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
