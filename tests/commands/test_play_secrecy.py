"""What lies face down never reaches the screen: other hidden cards draw the very same table."""

import random
import re
import sys

import pytest

from pitboss.cards import DECK, format_card
from pitboss.cli.screen import console, session
from tests.commands.program import Inside

# One practice player, who sits after the person (seat 1): the places in the deck that the person
# may see at the first question, by the dealing order of the rulings.
SEEN = {
    "buyout": [0, 1, 3, 4, 5, 6],
    "duki": [0, 1, 2, 3],
    "super-omaha": [0, 1, 2, 3, 12, 13, 14],
    "holdout": [1, 3, 5, 7, 9],
}
SUITS = dict(zip("♣♦♥♠", "cdhs", strict=True))


def shuffled(seed: int) -> list[int]:
    deck = list(DECK)
    random.Random(seed).shuffle(deck)
    return deck


def with_other_secrets(deck: list[int], seen: list[int], seed: int) -> list[int]:
    """The same deck as far as it is seen; the rest in another order."""
    rest = [card for place, card in enumerate(deck) if place not in seen]
    random.Random(seed).shuffle(rest)
    hidden = iter(rest)
    return [card if place in seen else next(hidden) for place, card in enumerate(deck)]


@pytest.fixture(params=[False, True], ids=["plain", "drawn"])
def drawn(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> bool:
    """Plain text, or a drawing with boxes as in a terminal."""
    if request.param:
        monkeypatch.setattr(console, "is_terminal", lambda stream: stream is sys.stdout)
    return bool(request.param)


def first_question(
    pitboss: Inside, monkeypatch: pytest.MonkeyPatch, key: str, deck: list[int]
) -> str:
    """All that is shown until the person is asked, and then leaves."""
    monkeypatch.setattr(session, "shuffle", lambda take: tuple(deck))
    ran = pitboss("play", key, "--bots", "1", "--seed", "1", "--pace", "0", given="d\n")
    assert ran.status == 0
    assert "fold?" in ran.out
    return ran.out


@pytest.mark.parametrize("key", SEEN)
def test_hidden_cards_change_nothing(
    pitboss: Inside, monkeypatch: pytest.MonkeyPatch, drawn: bool, key: str
):
    for seed in range(5):
        deck = shuffled(seed)
        shown = first_question(pitboss, monkeypatch, key, deck)
        for other in range(4):
            changed = with_other_secrets(deck, SEEN[key], other)
            assert changed != deck
            assert first_question(pitboss, monkeypatch, key, changed) == shown


@pytest.mark.parametrize("key", SEEN)
def test_a_card_that_is_seen_changes_the_table(
    pitboss: Inside, monkeypatch: pytest.MonkeyPatch, drawn: bool, key: str
):
    deck = shuffled(1)
    shown = first_question(pitboss, monkeypatch, key, deck)
    for place in SEEN[key]:
        changed = list(deck)
        changed[place], changed[-1] = changed[-1], changed[place]
        assert first_question(pitboss, monkeypatch, key, changed) != shown


@pytest.mark.parametrize("key", SEEN)
def test_exactly_the_seen_cards_are_named(
    pitboss: Inside, monkeypatch: pytest.MonkeyPatch, key: str
):
    for seed in range(5):
        deck = shuffled(seed)
        shown = first_question(pitboss, monkeypatch, key, deck)
        named = {rank + SUITS[suit] for rank, suit in re.findall(r"([2-9TJQKA])([♣♦♥♠])", shown)}
        assert named == {format_card(deck[place]) for place in SEEN[key]}
