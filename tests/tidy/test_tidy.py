"""The tree keeps its limits, and every check is seen to fail on a sample that breaks its limit."""

import os
import shutil
from collections.abc import Callable, Iterable, Iterator

import pytest

from tests.tidy import limits
from tests.tidy.tree import ROOT, File, listed_by_git, listed_by_walking, text_files

Check = Callable[[File], Iterator[str]]

CHECKS: list[Check] = [
    limits.long_file,
    limits.long_function,
    limits.many_parameters,
    limits.large_class,
    limits.empty_name,
    limits.unfinished,
    limits.local_path,
    limits.package_host,
    limits.claim,
]

MODULE = "src/pitboss/sample.py"
KERNEL = "src/pitboss/odds/sample.py"
TEST = "tests/rules/test_sample.py"
LOCK = "requirements/run.lock"


def function(lines: int) -> str:
    return "def sample():\n" + "    pass\n" * (lines - 1)


def method(parameters: int) -> str:
    names = "".join(f", p{number}" for number in range(parameters))
    return f"class Sample:\n    def act(self{names}): ...\n"


def keywords(parameters: int) -> str:
    names = "".join(f", p{number}" for number in range(parameters - 2))
    return f"async def act(*p{names}, **q): ...\n"


def methods(public: int) -> str:
    names = ["__init__", "_hidden", *(f"act_{number}" for number in range(public))]
    return "class Sample:\n" + "".join(f"    def {name}(self): ...\n" for name in names)


# Each sample is split in two, so that this file does not break the limit that it shows.
BAD: list[tuple[Check, str, str]] = [
    (limits.long_file, MODULE, "\n" * 401),
    (limits.long_file, TEST, "\n" * 401),
    (limits.long_function, MODULE, function(51)),
    (limits.long_function, MODULE, "async " + function(51)),
    (limits.long_function, TEST, function(51)),
    (limits.long_function, MODULE, function(51)),
    (limits.many_parameters, MODULE, method(6)),
    (limits.many_parameters, MODULE, keywords(6)),
    (limits.large_class, MODULE, methods(13)),
    (limits.large_class, TEST, methods(13)),
    (limits.unfinished, MODULE, "# TO" + "DO"),
    (limits.unfinished, "README.md", "FIX" + "ME: later"),
    (limits.unfinished, MODULE, "# X" + "XX"),
    (limits.local_path, "Makefile", "cd /" + "work/main"),
    (limits.local_path, "docs/trust.md", "file:///" + "home/me"),
    (limits.local_path, MODULE, "'/" + "root/x'"),
    (limits.package_host, LOCK, "--index-url https://pypi" + ".org/simple"),
    (limits.package_host, LOCK, "https://files.python" + "hosted.org/x"),
    (limits.package_host, "web/package-lock.json", "https://registry.npm" + "js.org"),
    (limits.claim, "README.md", "Certified."),
    (limits.claim, "docs/trust.md", "It is compliant."),
    (limits.claim, "src/pitboss/games/duki/paytables.toml", "# certified"),
    *[(limits.empty_name, f"src/pitboss/{name}.py", "") for name in limits.EMPTY_NAMES],
    (limits.empty_name, "tests/utils/cards.py", ""),
]

GOOD: list[tuple[Check, str, str]] = [
    (limits.long_file, MODULE, "\n" * 400),
    (limits.long_file, LOCK, "\n" * 401),
    (limits.long_function, MODULE, function(50)),
    (limits.many_parameters, MODULE, method(5)),
    (limits.many_parameters, MODULE, keywords(5)),
    (limits.many_parameters, TEST, method(6)),
    (limits.large_class, MODULE, methods(12)),
    (limits.empty_name, "src/pitboss/household.py", ""),
    (limits.empty_name, "docs/core.md", ""),
    (limits.unfinished, MODULE, "# to do"),
    (limits.local_path, "README.md", "see example.org/" + "home/ and ../" + "work/"),
    (limits.package_host, "README.md", "a package host"),
    (limits.claim, "src/pitboss/games/duki/source.toml", "certified by the Tribe"),
    (limits.claim, "docs/trust.md", "self-assessed; no compliance is claimed"),
]


def modules(count: int) -> list[File]:
    names = ["__init__", *(f"part_{number}" for number in range(count))]
    return [File(f"src/pitboss/odds/{name}.py", "") for name in names]


@pytest.mark.parametrize("check", CHECKS)
def test_the_tree_is_tidy(check: Check):
    complaints = [complaint for file in text_files() for complaint in check(file)]
    assert not complaints, "\n".join(["", *complaints])


@pytest.mark.parametrize(
    "check", [limits.crowded_packages, limits.many_packages, limits.many_gerunds]
)
def test_the_rooms_are_few_and_well_named(check: Callable[[Iterable[File]], Iterator[str]]):
    complaints = list(check(text_files()))
    assert not complaints, "\n".join(["", *complaints])


@pytest.mark.parametrize(("check", "path", "text"), BAD)
def test_a_check_fails_past_its_limit(check: Check, path: str, text: str):
    assert list(check(File(path, text)))


@pytest.mark.parametrize(("check", "path", "text"), GOOD)
def test_a_check_passes_at_its_limit(check: Check, path: str, text: str):
    assert not list(check(File(path, text)))


def test_every_check_has_a_sample_on_both_sides():
    assert {check for check, _, _ in BAD} == {check for check, _, _ in GOOD} == set(CHECKS)


def test_a_package_is_crowded_past_its_limit_and_lonely_with_one_module():
    assert not list(limits.crowded_packages(modules(limits.MODULES_IN_A_PACKAGE)))
    assert list(limits.crowded_packages(modules(limits.MODULES_IN_A_PACKAGE + 1)))
    assert list(limits.crowded_packages(modules(1)))


def test_packages_and_gerunds_are_counted():
    packages = [File(f"src/pitboss/part_{n}/__init__.py", "") for n in range(limits.PACKAGES + 1)]
    assert not list(limits.many_packages(packages[1:]))
    assert list(limits.many_packages(packages))
    gerunds = [File(f"src/pitboss/{n}ing.py", "") for n in range(limits.GERUNDS + 1)]
    assert not list(limits.many_gerunds(gerunds[1:]))
    assert list(limits.many_gerunds(gerunds))


def test_this_very_file_is_among_those_checked():
    assert "tests/tidy/test_tidy.py" in {file.path for file in text_files()}


@pytest.mark.skipif(
    not (ROOT / ".git").exists() or shutil.which("git") is None, reason="not a git checkout"
)
def test_walking_finds_what_git_lists():
    assert listed_by_walking() == listed_by_git()


def test_a_machine_without_git_has_no_list(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setitem(os.environ, "PATH", "")
    assert listed_by_git() == []
