"""Hands, questions and events in words, as every screen tells them."""

import pytest

from pitboss.games import find_game
from pitboss.games.source import resolve_rulings
from pitboss.rounds.script import run_script
from pitboss.rounds.telling import ask, name_places, tell
from pitboss.rounds.view import Picture, view


@pytest.mark.parametrize(
    ("key", "cards", "words"),
    [
        ("buyout", "As 4s", "15 points in spades"),
        ("buyout", "9h 9c 9s", "30 points with three nines"),
        ("buyout", "6h 6c 2s", "20 points with a pair of sixes"),
        ("buyout", "6h 7c 2s", "no points"),
        ("duki", "9h 9c 6s Jd", "4-card Duki, pair of nines"),
        ("duki", "9h 8c 7s 2s", "3-card Duki, straight to the nine"),
        ("duki", "Ah 2c 3s 4d", "4-card Duki, straight to the four"),
        ("duki", "4h 6h Ks 9h", "no Duki"),
        ("holdout", "Ks Kd / 4c 4h 9s 2d", "two pair, kings and fours"),
        ("holdout", "As Ks Qs Js Ts /", "royal flush"),
        ("holdout", "9s 9d 9h / 4c 4h 2s 3d", "full house, nines full of fours"),
        ("super-omaha", "As Ks 2d 3d / 4s 9s Ts", "flush, ace high"),
        ("super-omaha", "6s 7d 2c 2h / 8h 9d Ts", "straight to the ten"),
    ],
)
def test_a_hand_is_named_with_its_ranks(key: str, cards: str, words: str):
    game = find_game(key)
    answer = game.score(cards, resolve_rulings(game.source, {}))
    assert game.words.hand(answer) == words


DUKI = {
    "game": "duki",
    "deck": "9h 9c 6s Jd  9d 9s 5h 8c",
    "wagers": {"1": {"ante": 10, "bonus": 5}},
}
HOLDOUT = {
    "game": "holdout",
    "table": {"rulings": {"betting": "no-limit"}},
    "stacks": {"1": 100, "2": 100},
    "button": 1,
    "blinds": [2, 4],
    "deck": "2c As 3d Ah 4h Ad 5s Ac 7c Kd 8d Ks Kh 9c Qs Qh",
}


def test_a_question_names_what_is_to_be_answered():
    running = run_script({**DUKI, "decisions": []})
    assert running.question
    picture = Picture(view(running.table.events, 1))
    assert ask(running.game, running.question, picture) == "Play for $10 or fold?"
    running = run_script({**HOLDOUT, "decisions": [[1, "raise", 12]]})
    assert running.question
    picture = Picture(view(running.table.events, 2))
    name = name_places({1: "Blaise"}, 2)
    words = ask(running.game, running.question, picture, name)
    assert words == "Blaise raises to $12. Call, raise or fold?"


def test_the_viewer_is_you_and_others_have_their_names():
    running = run_script({**HOLDOUT, "decisions": [[1, "raise", 12], [2, "fold"]]})
    lines = tell(view(running.table.events, 2), running.game, name_places({1: "Blaise"}, 2))
    told = [line.text for line in lines]
    assert "Blaise posts the small blind of $2" in told
    assert "You post the big blind of $4" in told
    assert "Blaise is dealt 5 face-down cards" in told
    assert "You fold" in told
    assert [line.order for line in lines] == sorted({line.order for line in lines})
