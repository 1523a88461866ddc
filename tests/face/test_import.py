"""``import pitboss`` costs nothing, and shows what there is."""

import subprocess
import sys

import pytest

import pitboss

HEAVY = ("numpy", "numba", "fastapi", "starlette", "pydantic", "rich", "msgspec", "argparse")


def loaded(code: str) -> list[str]:
    """The modules that a program has loaded at its end."""
    program = f"{code}\nimport sys\nprint(*sys.modules)"
    ran = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    return ran.stdout.split()


def test_importing_loads_nothing_of_its_own():
    assert set(loaded("import pitboss")) - set(loaded("")) == {"pitboss"}


@pytest.mark.parametrize(
    "code",
    [
        "import pitboss; pitboss.games(); pitboss.games()",
        "import pitboss; pitboss.game('holdout').rules",
        "import pitboss; pitboss.score('buyout', 'As 4s')",
        "import pitboss; pitboss.deal('duki', {1: {'ante': 10}}, seed=1).play('play')",
        "from pitboss import Refused, Round",
        "from pitboss import *; games(); deal",
    ],
)
def test_playing_loads_nothing_heavy(code):
    modules = loaded(code)
    assert not [name for name in HEAVY if name in modules]


def test_the_names_are_listed():
    assert set(pitboss.__all__) <= set(dir(pitboss))
    assert all(callable(getattr(pitboss, name)) for name in pitboss.__all__)
    with pytest.raises(AttributeError, match="no attribute 'luck'"):
        _ = pitboss.luck  # type: ignore[attr-defined]


def test_games_are_a_function_and_a_folder():
    import pitboss.games

    assert pitboss.games() == list(pitboss.games())  # the folder is loaded by now
    assert pitboss.games.find_game("duki").source.key == "duki"  # type: ignore[attr-defined]
