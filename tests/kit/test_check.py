"""``pitboss check``: a whole package passes, and each thing that a package can lack is named."""

import json
import sys
from itertools import count
from pathlib import Path

import pytest

from pitboss.kit import rows
from pitboss.kit.check import CHECKS, TESTS, check_game, look
from pitboss.kit.package import find_tests, load_folder, write_package
from pitboss.refusal import Refused
from tests.commands.fifth_game import install
from tests.commands.program import run_program
from tests.kit.packages import KEY, let_find

NUMBERS = count()
ROUNDS = 12


@pytest.fixture(autouse=True)
def calm(monkeypatch: pytest.MonkeyPatch) -> None:
    """The search path is put back, and a row that no hand reaches is not looked for all day."""
    monkeypatch.setattr(sys, "path", list(sys.path))
    monkeypatch.setattr(rows, "DEALS", 400)


def package_with(folder: Path, file: str, old: str, new: str) -> Path:
    """A new package, of a name of its own, with one thing in it changed."""
    key = f"mutant-{next(NUMBERS)}"
    package = folder / key
    write_package(key, package)
    home = package / ("tests" if file.startswith("test_") else f"src/{key.replace('-', '_')}")
    text = (home / file).read_text("utf-8")
    old, new = (part.replace("X-", "MUTANT-") for part in (old, new))
    assert old in text, text
    (home / file).write_text(text.replace(old, new), "utf-8")
    return package


RULES = "rules.py"
ASKED = '(Option("play", ante, ante), FOLD)'
MUTANTS = [
    ("replay", RULES, 'FOLD = Option("fold")', "FOLD = Option('fold')\nTURNS = iter(range(999))"),
    ("questions", RULES, f'{ASKED}, "X-04"', f'{ASKED}, "X-44"'),
    ("keys", "face.toml", 'play = "p"', 'play = "f"'),
    ("options", RULES, '"play", ante, ante)', '"play", ante, ante + 1, (), 100)'),
    ("deck", RULES, 'table.show(DEALER, "X-07")', 'table.show(DEALER, "X-07", [table._deck[-1]])'),
    ("settlement", RULES, 'table.push(seat, "play", "X-08")', "pass"),
    ("money", RULES, 'table.push(seat, "play", "X-08")', 'lose(table, seat)'),
    ("citations", RULES, '"ante", "X-05"', '"ante", "X-55"'),
    ("unseen cards", RULES, ASKED, f"{ASKED}[table.hands[DEALER][0] % 2:]"),
    ("json", "words.py", '"category": event_of(value)', '"category": {value}'),
    ("suits", "score.py", "high * 16 + low", "high * 16 + low + (a & 3)"),
    ("suits", "score.py", '"unread"', '"nothing"'),
    ("rows", "paytables.toml", '"14"],', '"14"],\n    ["flush", "Two of a suit", "2"],'),
    ("rows", "paytables.toml", 'code = "bonus-1"', 'code = "bonus-1"\ndead = { pair = "never" }'),
    ("document", "source.toml", 'rule = "X-04"', 'rule = "X-40"'),
    ("document", "source.toml", 'id = "X-01"', 'id = "X-1"'),
    ("document", "source.toml", 'approved = ""', 'approved = "not approved"'),
    ("face", "face.toml", 'rules = ["X-06"]', 'rules = ["X-66"]'),
    ("face", "face.toml", 'hands = ["9h 9c", "As Kd"]', 'hands = ["9h"]'),
    ("face", "face.toml", "own_seat = 3", "own_seat = 8"),
    ("face", "face.toml", "own_seat = 3", "own_seat = 5"),
    ("face", "face.toml", 'play = "p"', 'play = "play"'),
    ("tests", "test_game.py", '@pytest.mark.rule("X-10")', ""),
]  # fmt: skip
WORDS = {
    "replay": "other events",
    "questions": "cites MUTANT-44",
    "keys": "of fold and play, offered together, two have one key",
    "options": "offered and then refused",
    "deck": "were not dealt",
    "settlement": "a wager was left unsettled",
    "money": "is a push and comes to 5",
    "citations": "cites MUTANT-55",
    "unseen cards": "depends on cards it has not seen",
    "json": "cannot be written as JSON",
    "suits": "score.py",
    "rows": "the row",
    "document": "source.toml",
    "face": "face.toml",
    "tests": "no test is marked with MUTANT-10",
}
LOSE = """

def lose(table: Table, seat: int) -> None:
    from pitboss.games.events import WagerSettled

    cents = table.open_wagers[seat]["play"]
    table.settle(WagerSettled(seat, "play", cents, "push", None, 0, 5, None, "X-08"))
"""


@pytest.mark.parametrize(("check", "file", "old", "new"), MUTANTS)
def test_what_a_package_lacks_is_named(
    tmp_path: Path, check: str, file: str, old: str, new: str
) -> None:
    package = package_with(tmp_path, file, old, new)
    rules = next(package.rglob(RULES))
    text = rules.read_text("utf-8")
    if check == "replay":
        text = text.replace(
            "    table.show(DEALER", "    if next(TURNS) % 2:\n        table.show(DEALER"
        )
    if check == "money":
        text += LOSE.replace("X-", "MUTANT-")
    rules.write_text(text, "utf-8")
    (game,) = load_folder(package)
    name = "questions" if check == "keys" else check
    found = look(name, game, find_tests(package / "x"), ROUNDS)
    assert any(WORDS[check] in finding for finding in found.findings), found
    assert all("\n" not in finding for finding in found.findings)


def test_a_new_package_lacks_nothing(tmp_path: Path) -> None:
    package = package_with(tmp_path, "face.toml", "# How", "# How")
    (game,) = load_folder(package)
    looked = check_game(game, find_tests(package / "x"), ROUNDS)
    found = {one.name: one for one in looked}
    assert list(found) == [*CHECKS, TESTS]
    assert {name: one.findings for name, one in found.items()} == dict.fromkeys(found, ())
    assert not any(one.skipped for one in found.values())


def test_what_breaks_every_round_is_told_once(tmp_path: Path) -> None:
    package = package_with(tmp_path, RULES, "served = (*table.seats, DEALER)", "served = nobody")
    (game,) = load_folder(package)
    looked = list(check_game(game, None, ROUNDS))
    (finding,) = [finding for one in looked for finding in one.findings]
    assert finding.startswith("the game fails with NameError: name 'nobody' is not defined (rules")
    ended = [one.name for one in looked if one.skipped == "ended by what is missing above"]
    assert ended[0] == "options"
    assert ended[-1] == "rows"


UNREAD = [
    ("source.toml", "[game]", "[game", "source.toml of .* cannot be read: .*line 4"),
    ("source.toml", 'title = "Ante"\n', "", "a wager lacks title"),
    ("source.toml", "maker =", "marker =", "a game lacks maker"),
    ("source.toml", 'why = "The', 'because = "x"\nwhy = "The', "a ruling has no place for because"),
    ("source.toml", 'id = "X-02"', 'id = "X-01"', "the rule MUTANT-01 stands twice"),
    ("source.toml", 'kind = "main"', 'kind = "mainly"', "kind 'mainly'; there are main, follow-up"),
    ("source.toml", 'kind = "main"', 'kind = "bonus"', "one wager is of the kind main, not 0"),
    ("source.toml", 'name = "seats"', 'name = "chairs"', "the ruling seats is missing"),
    ("source.toml", '["6", "7"]', "[]", "the ruling seats has no option"),
    ("source.toml", '["6", "7"]', '["6", "many"]', "ruling seats: 'many': a whole number from 1"),
    ("paytables.toml", "rows = [", "rows = [[", "paytables.toml of .* cannot be read"),
    ("paytables.toml", '"4"]', '"four"]', "row aces: pay 'four' is unknown"),
    ("paytables.toml", 'wager = "bonus"', 'wager = "bonsu"', "'bonus-1' for bonus is unknown"),
    ("face.toml", "blurb =", "blurb", "face.toml of .* cannot be read"),
]  # fmt: skip


@pytest.mark.parametrize(("file", "old", "new", "words"), UNREAD)
def test_files_that_no_table_opens_by_are_refused_in_one_line(
    tmp_path: Path, file: str, old: str, new: str, words: str
) -> None:
    """Whatever is asked of the game: it cannot be loaded."""
    with pytest.raises(Refused, match=words) as refused:
        list(load_folder(package_with(tmp_path, file, old, new)))
    assert "cannot be loaded: " in str(refused.value)
    assert "\n" not in str(refused.value)


def test_the_command_tells_and_ends_with_1(tmp_path: Path, installed: Path) -> None:
    whole = run_program("check", KEY)
    assert (whole.status, whole.err) == (0, "")
    assert whole.out.splitlines()[0] == "Two Cards (two-cards)"
    assert whole.out.endswith("nothing is missing\n")
    package = package_with(tmp_path, "face.toml", 'rules = ["X-06"]', 'rules = ["X-66"]')
    lacking = run_program("check", str(package), "--json")
    assert (lacking.status, lacking.err) == (1, "")
    answer = json.loads(lacking.out)
    assert answer["found"] == 1
    (face,) = [one for one in answer["games"][0]["checks"] if one["findings"]]
    assert face["check"] == "face"
    assert "MUTANT-66, which is no rule" in face["findings"][0]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ('[project]\nname = "x"\n', "no entry point of pitboss.games"),
        ('[project.entry-points."pitboss.games"]\nduki = "x:GAME"\n', "brought by two packages"),
        ('[project.entry-points."pitboss.games"]\nnone = "nowhere:GAME"\n', "cannot be loaded"),
        ('[project.entry-points."pitboss.games"]\na = "x:G"\na = "y:G"\n', "no entry point"),
    ],
)
def test_a_folder_without_a_game_is_refused(tmp_path: Path, text: str, words: str) -> None:
    (tmp_path / "pyproject.toml").write_text(text, "utf-8")
    run_program("check", str(tmp_path)).refused(words)


def test_what_is_no_package_is_refused(tmp_path: Path) -> None:
    run_program("check", str(tmp_path)).refused("neither an installed game", "pyproject.toml")


def test_a_key_that_two_packages_bring_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One is installed, the other lies in the folder."""
    install(tmp_path / "site", KEY, "other_cards")
    package = tmp_path / KEY
    write_package(KEY, package)
    let_find(monkeypatch, tmp_path / "site")
    run_program("check", str(package)).refused(KEY, "two packages, other_cards:GAME and two_cards")


def test_a_broken_installed_package_is_refused_in_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    install(tmp_path)
    let_find(monkeypatch, tmp_path)
    (tmp_path / "high_card" / "source.toml").write_text("[game]\n", "utf-8")
    run_program("score", "high-card", "As").refused("high-card", "a game lacks key, title")
