"""From nothing to a hand: what is released installs where there is only Python, and deals."""

import os
import shutil
import subprocess
import sys
import tomllib
import venv
from pathlib import Path

import pytest

from tests.tidy.tree import ROOT


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("dist")
    build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    subprocess.run(build, cwd=ROOT, check=True, capture_output=True)
    (found,) = folder.glob("*.whl")
    return found


def test_a_hand_is_dealt_where_only_the_wheel_is_installed(tmp_path: Path, wheel: Path):
    venv.create(tmp_path / "bare")
    into = [sys.executable, "-m", "pip", "--python", str(tmp_path / "bare"), "install", "--quiet"]
    install = [*into, "--no-index", "--no-deps", "--disable-pip-version-check", str(wheel)]
    subprocess.run(install, check=True, capture_output=True)
    program = tmp_path / "bare/bin/pitboss"
    home = {"HOME": str(tmp_path), "PATH": os.defpath, "PYTHONIOENCODING": "utf-8"}
    ran = subprocess.run(
        [program, "play", "duki"],
        input="d\np\nq\n",
        env=home,
        cwd=tmp_path,
        capture_output=True,
        text=True,
    )
    assert (ran.returncode, ran.stderr) == (0, "")
    assert "no real money" in ran.stdout
    assert "after 1 round," in ran.stdout


def test_all_brings_every_extra():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    extras = project["optional-dependencies"]
    (everything,) = extras.pop("all")
    assert set(everything.removeprefix("pitboss[").removesuffix("]").split(",")) == set(extras)


def test_what_is_released_is_the_same_bytes_each_time(tmp_path: Path, wheel: Path):
    """The time of building is not in it, nor where it was built."""
    copy = tmp_path / "elsewhere"
    shutil.copytree(ROOT / "src", copy / "src", ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("pyproject.toml", "README.md", "LICENSE", ".gitignore"):
        shutil.copy(ROOT / name, copy)
    build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(tmp_path)]
    subprocess.run(build, cwd=copy, check=True, capture_output=True)
    assert (tmp_path / wheel.name).read_bytes() == wheel.read_bytes()
