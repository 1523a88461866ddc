"""``pitboss verify`` and ``pitboss replay``."""

import json
import subprocess
import sys
from collections.abc import Callable
from importlib import import_module
from pathlib import Path

import pytest

from pitboss.cli.main import build_parser
from pitboss.house.audit.export import export_round
from pitboss.refusal import Refused
from tests.commands.program import Ran
from tests.house.audit_log import House

Run = Callable[..., Ran]

SCRIPT = {
    "game": "duki",
    "deck": "9h 9c 6s Jd  9d 9s 5h 8c",
    "wagers": {"1": {"ante": 10}},
    "decisions": [[1, "play"]],
}


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Run:
    def run(*arguments: object) -> Ran:
        capsys.readouterr()
        status = start(list(map(str, arguments)))
        return Ran(status, *capsys.readouterr())

    return run


def start(arguments: list[str]) -> int:
    """Started and refused as all commands are."""
    try:
        options = build_parser().parse_args(arguments)
        module, _, function = options.run.partition(":")
        return int(getattr(import_module(f"pitboss.cli.{module}"), function)(options) or 0)
    except Refused as refusal:
        print(f"pitboss: {refusal}", file=sys.stderr)
        return 2


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> House:
    house = House(tmp_path_factory.mktemp("house"))
    house.play("t1", "duki", 3)
    house.play("t2", "holdout", 2)
    return house


@pytest.fixture
def log(house: House, tmp_path: Path) -> Path:
    path = tmp_path / "log.jsonl"
    path.write_bytes(b"".join(house.export()))
    return path


def write_round(house: House, table: str, path: Path) -> Path:
    with house.database.reading() as transaction:
        path.write_text(json.dumps(export_round(transaction, table, 1), indent=1))
    return path


def test_verify_says_what_it_checked(run: Run, house: House, log: Path) -> None:
    ran = run("verify", log, "--key", house.key.public)
    assert (ran.status, ran.err) == (0, "")
    assert "2 rounds replayed, 3 earlier acts." in ran.out
    assert f"Key {house.key.public} (given)." in ran.out
    assert ran.out.endswith("Nothing is wrong.\n")
    answer = json.loads(run("verify", log, "--json").out)
    assert (answer["ok"], answer["findings"], answer["keys_given"]) == (True, [], False)
    assert answer["checked"]["chains"] == 3


def test_verify_tells_each_finding_on_a_line(run: Run, house: House, log: Path) -> None:
    log.write_bytes(log.read_bytes().replace(b'"who":"ann"', b'"who":"\\u001bve"', 1))
    ran = run("verify", log)
    assert (ran.status, ran.err) == (1, "")
    first, second, *_ = ran.out.splitlines()
    assert first == (
        "house entry 1: its hash does not follow from it and the entry before: changed"
    )
    assert second == "end: the lines before are not those that were signed"
    assert ran.out.endswith("Findings: 2.\n")
    answer = json.loads(run("verify", log, "--json").out)
    assert answer["findings"][0]["place"] == "house entry 1"


def test_verify_with_a_head_kept_elsewhere(run: Run, house: House, log: Path) -> None:
    kept = log.with_name("head.json")
    kept.write_bytes(house.export()[1])
    assert run("verify", log, "--head", kept).status == 0
    kept.write_bytes(kept.read_bytes().replace(b'"number":1', b'"number":9'))
    ran = run("verify", log, "--head", kept)
    assert (ran.status, ran.out.splitlines()[0]) == (
        1,
        "kept head 9: is not signed by a trusted key",
    )
    kept.write_text("{}")
    run("verify", log, "--head", kept).refused("kept head")


@pytest.mark.parametrize("table", ["t1", "t2"])
def test_verify_a_round(run: Run, house: House, tmp_path: Path, table: str) -> None:
    path = write_round(house, table, tmp_path / "round.json")
    ran = run("verify", path)
    assert (ran.status, ran.out.splitlines()[-1]) == (0, "Nothing is wrong.")
    assert "1 rounds replayed" in ran.out
    changed = json.loads(path.read_text())
    changed["entries"][0]["secret"]["salt"] += "0"
    path.write_text(json.dumps(changed))
    ran = run("verify", path)
    assert (ran.status, "does not fit the commitment" in ran.out) == (1, True)
    changed["entries"].pop()
    path.write_text(json.dumps(changed))
    assert run("verify", path).status == 1
    run("verify", path, "--key", house.key.public).refused("--key and --head go with a log")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "neither a log nor a round"),
        ("[" * 100_000, "neither a log nor a round"),
        ("{}\n{}\n", "neither a log nor a round"),
        ('{"format":"pitboss-log"}\n', "format version None"),
        ('{"format":"pitboss-log","version":1}\n', "first line lacks a part"),
        ('{"format": "pitboss-round", "version": 1}', "not a round of Pitboss"),
        ('{"format": "pitboss-round", "entries": 5}', "not a round of Pitboss"),
    ],
)
def test_verify_refuses_other_files(run: Run, tmp_path: Path, text: str, words: str) -> None:
    path = tmp_path / "file"
    path.write_text(text)
    run("verify", path).refused(words)


def test_verify_refuses_what_is_no_file_or_key(run: Run, log: Path) -> None:
    run("verify", log.with_name("nothing")).refused("cannot be read")
    run("verify", log, "--key", "abc").refused("64 digits")


def test_verify_needs_no_compiler(log: Path) -> None:
    """An auditor waits for no numba."""
    code = (
        "import sys; from argparse import Namespace;"
        "from pitboss.cli.verify import run_verify;"
        "given = dict(house=False, key=[], head=[], timestamp=[], json=True);"
        "assert run_verify(Namespace(file=sys.argv[1], **given)) == 0;"
        "sys.exit(any(name in sys.modules for name in ('numba', 'sqlite3', 'rich')))"
    )
    subprocess.run([sys.executable, "-c", code, str(log)], check=True, stdout=subprocess.DEVNULL)


def test_replay_tells_a_round_step_by_step(run: Run, house: House, tmp_path: Path) -> None:
    path = write_round(house, "t2", tmp_path / "round.json")
    ran = run("replay", path)
    assert (ran.status, ran.err) == (0, "")
    assert "All cards open" in ran.out
    assert ran.out.index("Opening") < ran.out.index("Step 1") < ran.out.index("Net")
    assert "??" not in ran.out


def test_replay_shows_a_seat_only_what_it_saw(run: Run, house: House, tmp_path: Path) -> None:
    path = write_round(house, "t2", tmp_path / "round.json")
    whole = json.loads(run("replay", path, "--json").out)
    seats = list(whole["net"])
    dealt = [
        (event["to"], event["card"])
        for step in whole["steps"]
        for event in step["events"]
        if event["event"] == "card-dealt"
    ]
    shown = " ".join(
        event["cards"]
        for step in whole["steps"]
        for event in step["events"]
        if event["event"] == "cards-shown"
    )
    text = run("replay", path, "--viewer", seats[0], "--json").out
    hidden = [card for to, card in dealt if to in seats[1:] and card not in shown]
    assert hidden
    assert not [card for card in hidden if card in text]
    spoken = run("replay", path, "--viewer", seats[0]).out
    assert f"Seen by seat {seats[0]}" in spoken
    assert "??" in spoken
    run("replay", path, "--viewer", "77").refused("nobody of this round")


def test_replay_takes_a_script_too(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "script.json"
    path.write_text(json.dumps(SCRIPT))
    answer = json.loads(run("replay", path, "--json").out)
    assert (answer["status"], len(answer["steps"])) == ("settled", 2)
    assert answer["steps"][1]["seat"] == 1
    path.write_text('{"format": "pitboss-round", "entries": [5]}')
    run("replay", path).refused("wrong kind")
    path.write_text("[]")
    run("replay", path).refused("a JSON object is needed")
