"""Changes that are said to make no difference: each names a line that stands in the core."""

from importlib.util import find_spec
from pathlib import Path

import pytest

from tests.mutants.report import reasons


@pytest.mark.parametrize(("function", "was", "now"), sorted(reasons()))
def test_a_reason_is_about_a_line_that_is_there(function: str, was: str, now: str):
    module = function
    while "." in module and find_module(module) is None:
        module = module.rpartition(".")[0]
    path = find_module(module)
    assert path is not None, function
    text = " ".join(line.strip() for line in path.read_text(encoding="utf-8").splitlines())
    assert was in text
    assert was != now
    assert reasons()[function, was, now].strip()


def find_module(name: str) -> Path | None:
    try:
        found = find_spec(name)
    except ModuleNotFoundError:
        return None
    return Path(found.origin) if found and found.origin else None
