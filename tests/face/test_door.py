"""The contributor's door leads somewhere: links, and hooks that run what ``make check`` runs."""

import re

import pytest

from tests.tidy.tree import ROOT

PAGES = ["README.md", "CONTRIBUTING.md", "SECURITY.md", "CODE_OF_CONDUCT.md", "docs/python.md"]
LINK = re.compile(r"\]\(([^)#:]+)\)")


@pytest.mark.parametrize("page", PAGES)
def test_links_lead_to_files(page: str):
    file = ROOT / page
    missing = [
        link
        for link in LINK.findall(file.read_text(encoding="utf-8"))
        if not (file.parent / link).exists()
    ]
    assert not missing


def test_the_hooks_run_what_make_check_runs():
    rules = (ROOT / "Makefile").read_text(encoding="utf-8")
    hooks = " ".join((ROOT / ".pre-commit-config.yaml").read_text(encoding="utf-8").split())
    checks = re.search(r"^check: (.*?)  ##", rules, re.MULTILINE)
    assert checks
    for target in checks[1].split():
        recipe = re.search(rf"^{target}:.*\n((?:\t.*\n)+)", rules, re.MULTILINE)
        assert recipe
        for line in recipe[1].splitlines():
            command = re.sub(r"\$\(wildcard (.*?)\)", r"\1", line.strip())
            command = command.replace("$(BIN)", ".venv/bin").replace("'", "")
            command = command.replace("$(PYTEST)", ".venv/bin/python -m pytest")
            assert command in hooks.replace("pytest -q", "pytest")


def test_tests_that_pages_name_exist():
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    named = re.findall(r"(?:tests|docs)/[\w/.-]+\w", text)
    assert named
    assert not [path for path in named if not (ROOT / path).exists()]
