"""Packages that ``pitboss new`` writes, installed as an installer does it, in a folder of their
own."""

import subprocess
import sys
from pathlib import Path

import pytest

from pitboss.kit.package import write_package

KEY = "two-cards"
OFFLINE = ("--no-deps", "--no-build-isolation", "--no-index", "--disable-pip-version-check")


def write_and_install(folder: Path, key: str = KEY) -> Path:
    """The package's folder; beside it ``site`` is what the installer made of it."""
    package = folder / key
    write_package(key, package)
    command = [sys.executable, "-m", "pip", "install", "--quiet", *OFFLINE]
    subprocess.run([*command, "--target", str(folder / "site"), str(package)], check=True)
    return package


def let_find(patch: pytest.MonkeyPatch, *folders: Path) -> None:
    """Programs that are started from now on find what is installed in these folders."""
    found = [*map(str, folders), *filter(None, sys.path)]
    patch.setenv("PYTHONPATH", ":".join(found))
