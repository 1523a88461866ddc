"""Every game's solver keeps the contract, and answers shipped figures without a compiler."""

import subprocess
import sys
from collections.abc import Callable
from importlib import import_module
from inspect import signature
from pathlib import Path
from typing import Any

import pytest

from pitboss.games import OURS
from pitboss.odds.registry import Solver, find_solver

ROOT = Path(__file__).parents[2]
MODULES = {"price", "advise", "play", "strategy"}
ANSWERS: dict[str, tuple[Callable[..., Any], ...]] = {
    "price": (Solver.price, Solver.count_of, Solver.shipped_counts),
    "advise": (Solver.advise, Solver.solve),
    "play": (Solver.player, Solver.practise),
}
WITHOUT = """
import sys
for name in ("numba", "llvmlite", "numpy"):
    sys.modules[name] = None
"""


@pytest.mark.parametrize("key", OURS)
def test_a_solver_has_the_same_names_as_the_others(key: str):
    package = import_module(find_solver(key).package)
    folder = Path(str(package.__file__)).parent
    assert {file.stem for file in folder.iterdir()} >= MODULES


@pytest.mark.parametrize("key", OURS)
@pytest.mark.parametrize("name", ANSWERS)
def test_a_solver_answers_as_the_contract_says(key: str, name: str):
    """The same parameters and results, name by name and type by type."""
    module = import_module(f"{find_solver(key).package}.{name}")
    for asked in ANSWERS[name]:
        wanted, found = signature(asked), signature(getattr(module, asked.__name__))
        parameters = [p for p in wanted.parameters.values() if p.name != "self"]
        assert list(found.parameters.values()) == parameters, asked.__name__
        assert found.return_annotation == wanted.return_annotation, asked.__name__


def test_what_only_some_games_have():
    solvers = {key: find_solver(key) for key in OURS}
    assert [key for key, one in solvers.items() if one.is_joint] == ["buyout", "duki"]
    assert [key for key, one in solvers.items() if one.parts] == ["super-omaha"]
    assert {key: list(one.levels) for key, one in solvers.items() if one.levels} == {
        "holdout": ["easy", "medium", "hard"]
    }


def run_without(program: str) -> str:
    """The output of a program in which neither the compiler nor its arrays can be imported."""
    command = [sys.executable, "-c", WITHOUT + program]
    ran = subprocess.run(command, capture_output=True, text=True, check=False, cwd=ROOT)
    assert ran.returncode == 0, ran.stderr
    return ran.stdout


def test_every_shipped_figure_is_answered_without_a_compiler():
    """The whole page of figures, each named strategy, and what is printed for people."""
    out = run_without(
        """
from pitboss.odds.registry import price
from pitboss.odds.request import read_request
from pitboss.cli.odds import lines_of
from tests.odds.test_figures_page import PAGE, figures_page
assert figures_page() == PAGE.read_text()
for key, names in {
    "duki": ("threshold", "any-duki", "always"),
    "buyout": ("up-card", "points"),
    "super-omaha": ("points", "simple", "made-and-draws"),
    "holdout": (),
}.items():
    for name in (None, *names):
        print(len(list(lines_of(price(read_request(key, {"strategy": name}))))))
"""
    )
    assert min(map(int, out.split())) > 10


@pytest.mark.parametrize(
    "asked",
    [
        'price(read_request("buyout", {"wager": "bonus", "bonus_ratio": "7/11"}))',
        'price(read_request("duki", {"recompute": True}))',
        'find_solver("duki").player(read_request("duki", {}))',
        'find_solver("buyout").solve(read_request("buyout", {}))',
        'find_solver("super-omaha").parts',
        "advise(run_script({'game': 'super-omaha', 'deck': DECK, 'wagers': {'1': {'ante': 5}}}))",
    ],
)
def test_what_is_counted_anew_says_what_to_install(asked: str, tmp_path: Path):
    """In one line; the cache is empty, so that no earlier count answers."""
    out = run_without(
        f"""
import os
os.environ["XDG_CACHE_HOME"] = {str(tmp_path)!r}
from pitboss.odds.registry import advise, find_solver, price
from pitboss.odds.request import read_request
from pitboss.refusal import Refused
from pitboss.rounds.script import run_script
DECK = "9h 9c 6s Jd 9d 9s 5h 8c Kd 2c 3h 4d Qc"
try:
    {asked}
except Refused as refusal:
    print(refusal)
"""
    )
    assert out.count("\n") == 1
    assert "pip install 'pitboss[odds]'" in out


def test_practice_players_need_no_compiler():
    out = run_without(
        """
from pitboss.cards import format_cards
from pitboss.odds.registry import practise
from pitboss.rounds.script import run_script
from pitboss.rounds.shuffle import seeded, shuffle
for game, wager in (("duki", "ante"), ("buyout", "first"), ("super-omaha", "ante")):
    deck = format_cards(shuffle(seeded("1")))
    script = {"game": game, "deck": deck, "wagers": {"1": {wager: 10}}}
    print(practise(run_script(script), "easy", seeded("1")).action)
"""
    )
    assert out.split() == ["play", "buy", "flop"]
