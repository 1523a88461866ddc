"""Every rule has a test, every test names a rule that exists, and so does every citation."""

import pytest

from tests.tidy import rule_ids
from tests.tidy.tree import File, text_files

DUKI = "src/pitboss/games/duki"
BUYOUT = "src/pitboss/games/buyout"


def source(folder: str, *ids: str) -> File:
    rules = [f'[[rule]]\nid = "{name}"\nsection = "Play"\ntext = "So."\n' for name in ids]
    return File(f"{folder}/source.toml", "\n".join(rules))


SOURCES = [source(DUKI, "DUKI-01", "DUKI-02"), source(BUYOUT, "BUYOUT-01")]


def test_every_game_states_its_rules():
    complaints = [*rule_ids.without_source(text_files()), *rule_ids.faulty(text_files())]
    assert not complaints, "\n".join(["", *complaints])
    assert rule_ids.stated(text_files())
    assert all(rule_ids.stated(text_files()).values())


def test_every_rule_has_a_test():
    complaints = list(rule_ids.untested(text_files()))
    assert not complaints, "\n".join(["", *complaints])


def test_no_test_names_an_unknown_rule():
    complaints = list(rule_ids.unknown_marks(text_files()))
    assert not complaints, "\n".join(["", *complaints])


def test_every_citation_is_of_a_rule_of_its_game():
    complaints = list(rule_ids.unknown_citations(text_files()))
    assert not complaints, "\n".join(["", *complaints])


def test_rules_are_read_game_by_game():
    assert rule_ids.stated(SOURCES) == {"duki": ["DUKI-01", "DUKI-02"], "buyout": ["BUYOUT-01"]}
    assert not list(rule_ids.faulty(SOURCES))


@pytest.mark.parametrize(
    "files",
    [
        [source(DUKI, "DUKI-1")],
        [source(DUKI, "DUKI-01", "DUKI-01")],
        [source(DUKI, "DUKI-01"), source(BUYOUT, "DUKI-02")],
        [File(f"{DUKI}/source.toml", '[[rule]]\nid = "DUKI-01"\nsection = "Play"\n')],
        [File(f"{DUKI}/source.toml", '[[rule]]\nid = "DUKI-01"\ntext = "So."\n')],
    ],
)
def test_a_faulty_rule_is_noticed(files: list[File]):
    assert list(rule_ids.faulty(files))


def test_rules_without_a_document_are_noticed():
    rules = File(f"{DUKI}/rules.py", "")
    assert list(rule_ids.without_source([rules]))
    assert not list(rule_ids.without_source([rules, *SOURCES]))


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ('@pytest.mark.rule("DUKI-01")\ndef test_fold(): ...', ["DUKI-01"]),
        ('@mark.rule("DUKI-01")\ndef test_fold(): ...', ["DUKI-01"]),
        (
            'pytestmark = [pytest.mark.rule("DUKI-01"), mark.rule("DUKI-02")]',
            ["DUKI-01", "DUKI-02"],
        ),
        ('CASES = [pytest.param(1, marks=pytest.mark.rule("DUKI-01"))]', ["DUKI-01"]),
        ("@pytest.mark.rule(NAME)\ndef test_fold(): ...", [None]),
        ('# @pytest.mark.rule("DUKI-01")\ndef test_fold(): ...', []),
        ('@pytest.mark.parametrize("rule", ["DUKI-01"])\ndef test_fold(): ...', []),
    ],
)
def test_marks_are_found_wherever_they_stand(text: str, named: list[str | None]):
    found = [mark.rule for mark in rule_ids.marks([File("tests/rules/test_duki.py", text)])]
    assert found == named


def test_a_rule_without_a_test_is_noticed():
    one = File("tests/rules/test_duki.py", 'pytestmark = pytest.mark.rule("DUKI-01")')
    rest = File("tests/rules/test_rest.py", one.text.replace("DUKI-01", "DUKI-02"))
    duki = SOURCES[:1]
    assert list(rule_ids.untested([*duki, one])) == ["duki: no test is marked with DUKI-02"]
    assert not list(rule_ids.untested([*duki, one, rest]))


@pytest.mark.parametrize(("argument", "complaints"), [('"DUKI-01"', 0), ('"DUKI-03"', 1), ("X", 1)])
def test_a_mark_of_an_unknown_rule_is_noticed(argument: str, complaints: int):
    marked = File("tests/rules/test_duki.py", f"pytestmark = pytest.mark.rule({argument})")
    assert len(list(rule_ids.unknown_marks([*SOURCES, marked]))) == complaints


def test_marks_outside_test_files_do_not_count():
    text = 'mark = pytest.mark.rule("DUKI-01")'
    assert not list(rule_ids.marks([File("tests/rules/cases.py", text)]))


@pytest.mark.parametrize(
    ("path", "text"),
    [
        (f"{DUKI}/rules.py", "fold()  # DUKI-03"),
        (f"{DUKI}/rules.py", "deal()  # BUYOUT-01"),
        (f"{DUKI}/rules.py", "deal()  # DUKY-01"),
        (f"{DUKI}/paytables.toml", 'rule = "DUKI-03"'),
        ("src/pitboss/games/contract.py", '"""As in DUKI-03."""'),
        ("src/pitboss/rounds/run.py", 'raise Refused("fold", "BUYOUT-02")'),
    ],
)
def test_a_wrong_citation_is_noticed(path: str, text: str):
    assert list(rule_ids.unknown_citations([*SOURCES, File(path, text)]))


@pytest.mark.parametrize(
    ("path", "text"),
    [
        (f"{DUKI}/rules.py", "fold()  # DUKI-02"),
        (f"{DUKI}/rules.py", 'TABLE = "ANTE-04"'),
        ("src/pitboss/rounds/run.py", 'raise Refused("fold", "BUYOUT-01")'),
        ("src/pitboss/cli/main.py", 'help="a pay table such as SOA-01"'),
        ("docs/rulings.md", "DUKI-99"),
    ],
)
def test_a_right_citation_passes(path: str, text: str):
    tables = File(f"{DUKI}/paytables.toml", '[ANTE-04]\nrule = "DUKI-01"')
    assert not list(rule_ids.unknown_citations([*SOURCES, tables, File(path, text)]))
