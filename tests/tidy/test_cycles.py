"""No cycle between packages: the import contract that says so is there, whole, and bites."""

import subprocess
import sys
import tomllib
from pathlib import Path

from tests.tidy.tree import ROOT

CONTRACT = """
[tool.importlinter]
root_package = "rooms"
[[tool.importlinter.contracts]]
name = "No cycles"
type = "acyclic_siblings"
ancestors = ["rooms"]
"""


def test_the_contract_covers_every_package_without_exception():
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    contracts = settings["tool"]["importlinter"]["contracts"]
    (contract,) = [found for found in contracts if found["type"] == "acyclic_siblings"]
    assert set(contract) == {"name", "type", "ancestors"}
    assert contract["ancestors"] == ["pitboss"]


def kept(folder: Path, cellar: str, attic: str) -> bool:
    """Whether a house of two rooms with these lines keeps the contract."""
    for room, text in {"cellar": cellar, "attic": attic}.items():
        (folder / "rooms" / room).mkdir(parents=True)
        (folder / "rooms" / room / "__init__.py").write_text("", encoding="utf-8")
        (folder / "rooms" / room / "chest.py").write_text(text, encoding="utf-8")
    (folder / "rooms" / "__init__.py").write_text("", encoding="utf-8")
    (folder / "pyproject.toml").write_text(CONTRACT, encoding="utf-8")
    program = "from importlinter.cli import lint_imports_command as run; run()"
    command = [sys.executable, "-c", program, "--no-logo", "--no-cache"]
    return subprocess.run(command, cwd=folder, capture_output=True).returncode == 0


def test_rooms_that_import_one_way_pass(tmp_path: Path):
    assert kept(tmp_path, "", "import rooms.cellar.chest")


def test_a_way_back_is_found_inside_a_function_too(tmp_path: Path):
    assert not kept(
        tmp_path, "def open():\n    import rooms.attic.chest", "import rooms.cellar.chest"
    )
