"""``score``, ``price``, ``advise`` and ``game`` answer as the commands do."""

import json
import pickle
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

import pitboss
from pitboss.cli.main import main
from tests.face.rounds import TABLES, start


def command(capsys: pytest.CaptureFixture[str], *words: str) -> Any:
    """What a command prints with --json."""
    assert main([*words, "--json"]) == 0
    return json.loads(capsys.readouterr().out)


HANDS = [
    ("buyout", "As 4s", {"points": 15, "kind": "suit"}),
    ("duki", "9h 9c 6s Jd", {"duki": 4, "category": "pair"}),
    ("super-omaha", "As Kd Qh Js / Ts 9d 8c 7h 2s", {"category": "straight"}),
    ("holdout", "Ts Jd / Qh Ks Ad 2c", {"category": "straight"}),
]


@pytest.mark.parametrize(("key", "cards", "parts"), HANDS)
def test_score(capsys, key, cards, parts):
    hand = pitboss.score(key, cards)
    assert {name: getattr(hand, name) for name in parts} == parts
    assert isinstance(hand.rank, int)
    assert dict(hand) == hand.json() == command(capsys, "score", key, cards)
    held, stroke, board = cards.partition(" / ")
    assert pitboss.score(key, held.split(), board.split() if stroke else None) == hand


def test_score_by_rulings(capsys):
    hand = pitboss.score("duki", "Ah 2c 3s 4d", rulings={"ace": "high"})
    assert hand.json() == command(capsys, "score", "duki", "Ah 2c 3s 4d", "--ruling", "ace=high")


@pytest.mark.parametrize(
    ("given", "words"),
    [
        (("chess", "As"), "game 'chess' is unknown"),
        (("buyout", "As"), "cards"),
        (("buyout", "As 1x"), "1x"),
        (("buyout", None), "is no hand"),
        (("duki", "9h 9c 6s Jd", "", {"ace": "wild"}), "is no option"),
    ],
)
def test_score_refuses(given, words):
    with pytest.raises(pitboss.Refused, match=words):
        pitboss.score(*given)


PRICES = [
    (("duki",), {}, ""),
    (("duki", "bonus"), {}, "--wager bonus"),
    (("duki",), {"rulings": {"ace": "high"}}, "--ruling ace=high"),
    (("buyout",), {}, ""),
    (("super-omaha",), {"paytable": "SOA-01"}, "--paytable SOA-01"),
    (
        ("super-omaha", "jackpot"),
        {"paytable": "5CL-E01", "meter": 50000, "players": 6},
        "--wager jackpot --paytable 5CL-E01 --meter 50000 --players 6",
    ),
    (("holdout",), {}, ""),
]


@pytest.mark.parametrize(("given", "named", "words"), PRICES)
def test_price(capsys, given, named, words):
    found = pitboss.price(*given, **named)
    assert found.json() == command(capsys, "odds", given[0], *words.split())
    assert given[0] in repr(found)
    assert pickle.loads(pickle.dumps(found)) == found


def test_figures_are_exact():
    found = pitboss.price("super-omaha", paytable="SOA-01")
    assert f"{float(found.house_edge):.4%}" == "1.0885%"
    assert isinstance(found.house_edge, Fraction)
    assert sum(row.probability for row in found.outcomes) == 1
    assert sum(row.combinations for row in found.outcomes) == found.deals
    assert sum(found.actions[name].probability for name in found.actions) == 1
    with pytest.raises(AttributeError, match="no 'luck' here; there are game, wager"):
        _ = found.luck
    with pytest.raises(AttributeError, match="no 'points' here; there are duki"):
        _ = pitboss.score("duki", "9h 9c 6s Jd").points
    fold = start("duki").options[-1]
    assert (fold.action, fold.amount, fold.min, fold.cards) == ("fold", None, None, None)


def test_a_table_of_ones_own(tmp_path: Path, capsys):
    table = {
        "code": "mine",
        "terms": "to 1",
        "rows": [["pair", "One Pair", 3], ["two-pair", "Two Pair", 4]],
    }
    found = pitboss.price("duki", paytable=table)
    file = tmp_path / "mine.json"
    file.write_text(json.dumps(table))
    assert found.json() == command(capsys, "odds", "duki", "--paytable", str(file))


@pytest.mark.parametrize(
    ("given", "named", "words"),
    [
        (("chess",), {}, "game 'chess' is unknown"),
        (("duki", "luck"), {}, "cannot be priced"),
        (("duki",), {"paytable": "SOA-99"}, "is unknown; printed"),
        (("duki",), {"rulings": {"luck": "yes"}}, "ruling 'luck' is unknown"),
        (("duki",), {"luck": 1}, "'luck' is no part of a request"),
        (("super-omaha", "jackpot"), {}, "is missing; printed"),
        (("super-omaha",), {"paytables": {"jackpot": "5CL-99"}}, "'5CL-99' is unknown; printed"),
        (("duki",), {"paytables": {"jackpot": "5CL-01"}}, "duki has no jackpot"),
        (("super-omaha",), {"players": 0}, "players"),
    ],
)
def test_price_refuses(given, named, words):
    with pytest.raises(pitboss.Refused, match=words):
        pitboss.price(*given, **named)


@pytest.mark.parametrize("key", ["buyout", "duki", "super-omaha"])
def test_advise(capsys, tmp_path: Path, key):
    played = start(key)
    advice = pitboss.advise(played)
    file = tmp_path / "round.json"
    file.write_text(json.dumps(played.script()))
    assert advice.json() == command(capsys, "advise", str(file))
    assert advice.best == max(advice.options, key=lambda option: option.ev).action
    assert all(isinstance(option.ev, Fraction) for option in advice.options)
    assert played.question
    assert advice.seat == played.question.seat
    assert repr(advice).startswith(f"seat 1: {advice.best}")


def test_an_estimate_says_its_interval():
    advice = pitboss.advise(start("holdout"))
    ev = advice.options[0].ev
    assert ev.interval[0] <= ev.value <= ev.interval[1]
    assert f"{ev.value:+.4f}" in repr(advice)


def test_advise_needs_a_question():
    played = start("duki")
    played.void("a")
    with pytest.raises(pitboss.Refused, match="advice needs a seat that is asked"):
        pitboss.advise(played)


def test_games_are_listed_and_opened(capsys):
    assert pitboss.games() == list(TABLES)
    for key in pitboss.games():
        book, told = pitboss.game(key), command(capsys, "rules", key)
        assert (book.key, book.title) == (key, told["title"])
        assert [rule._asdict() for rule in book.rules.values()] == told["rules"]
        assert [*book.rulings] == [ruling["name"] for ruling in told["rulings"]]
        assert book.title in repr(book)
    assert "SOA-01" in pitboss.game("super-omaha").paytables["ante"]
    with pytest.raises(pitboss.Refused, match="game 'chess' is unknown"):
        pitboss.game("chess")
