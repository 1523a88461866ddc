"""Every example runs, and says what it is there to show."""

from importlib import import_module
from pathlib import Path

import pytest

SHOWN = {
    "best_play": "3c Qc Qh 7d: play (play +0.9445, fold -1.0000) -> 10.00",
    "break_even": "5CL-01     edge 39.6158%  even at   307,400.00",
    "changed_table": "mine: ",
    "learn_duki": "60 rounds: -0.0667 as they fell, -0.0340 without luck,",
    "optimum": "A          220,356 100.0%   0.0% +0.7331",
    "replay": "seat 2: 0 cards never seen",
    "self_play_holdout": "1200 hands of self-play taught it to win",
    "settle": "200 rounds, net 210.00",
    "tournament": "careful  +338.00",
}


def test_every_example_is_tried():
    folder = Path(__file__).parents[2] / "examples"
    assert {file.stem for file in folder.glob("*.py")} == set(SHOWN)


@pytest.mark.parametrize("name", SHOWN)
def test_an_example_runs(name: str, capsys: pytest.CaptureFixture[str]):
    import_module(f"examples.{name}").main()
    assert SHOWN[name] in capsys.readouterr().out
