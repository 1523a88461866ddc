"""What is given becomes a number in ``pitboss.money`` alone, with its bounds."""

import ast
import tomllib
from pathlib import Path

import pytest

import pitboss
from tests.tidy.numbers import KNOWN, find_readers, makes

PACKAGE = Path(pitboss.__file__).parent


def test_texts_become_numbers_in_one_module():
    assert find_readers(PACKAGE) == []


@pytest.mark.parametrize(
    "text",
    [
        "seat = int(fields['seat'])",
        "amount = Decimal(str(value))",
        "rate = Fraction(text) * 100",
        "pace = float(options.pace)",
        "parts = list(map(int, text.split()))",
        "parser.add_argument('--bots', type=int)",
        "json.loads(text, parse_float=Decimal)",
    ],
)
def test_a_reader_elsewhere_is_found(tmp_path, text):
    for name in ("money.py", "house/store/page.py", "odds/page.py", "web/page.py"):
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    (found,) = find_readers(tmp_path)
    assert found.startswith("web/page.py: ")


def test_sums_are_no_readers(tmp_path):
    sums = "ZERO = Fraction(0)\nhalf = Fraction(1, 2)\nunits = int(net * unit)\nisinstance(n, int)"
    (tmp_path / "page.py").write_text(sums)
    assert find_readers(tmp_path) == []


def test_every_known_one_is_still_there():
    for name, known in tomllib.loads(KNOWN.read_text(encoding="utf-8")).items():
        found = set(makes(ast.parse((PACKAGE / name).read_text(encoding="utf-8"))))
        assert set(known) <= found, name
