"""``pitboss deal``: its answer, and its stream."""

import json
from pathlib import Path
from typing import Any

from tests.commands.program import Inside, run_program
from tests.scripts import buyout_deck, duki_deck, write_script

BUYOUT = write_script(
    "buyout",
    buyout_deck({1: "As Ts 9d", 3: "Jd Jc 4h 8d"}, "9c 2h 6s 3c Tc"),
    {1: {"first": 10, "bonus": 1}, 3: {"first": "2.50"}},
    "1 refuse, 3 buy, 3 refuse",
)
DUKI = write_script(
    "duki", duki_deck({2: "9h 9c 6s Jd"}, "9d 9s 5h 8c"), {2: {"ante": 10.5}}, "2 play"
)


def file_of(folder: Path, script: object) -> str:
    path = folder / "script.json"
    path.write_text(json.dumps(script), encoding="utf-8")
    return str(path)


def test_a_settled_round_answers_with_the_whole_contract(pitboss: Inside, tmp_path: Path):
    ran = pitboss("deal", "--json", file_of(tmp_path, BUYOUT))
    assert (ran.status, ran.err, ran.out.count("\n")) == (0, "", 1)
    answer = json.loads(ran.out)
    assert (answer["status"], answer["waiting"]) == ("settled", [])
    assert set(answer["hands"]) == {"dealer", "1", "3"}
    assert answer["net"] == {"1": "-8.00", "3": "-5.00"}
    first = answer["settlement"][0]
    assert first | {"row": ""} == {
        "seat": 1, "wager": "bonus", "amount": "1.00", "outcome": "win", "pays": "2 to 1",
        "paid": "2.00", "net": "2.00", "row": "", "rule": "BUYOUT-27",
    }  # fmt: skip
    assert answer["events"][0]["event"] == "round-opened"


def test_a_waiting_round_says_who_is_asked_for_what(pitboss: Inside, tmp_path: Path):
    script = DUKI | {"decisions": []}
    (asked,) = json.loads(pitboss("deal", "--json", file_of(tmp_path, script)).out)["waiting"]
    assert asked["seat"] == 2
    assert asked["options"] == [{"action": "play", "amount": "10.50"}, {"action": "fold"}]


def test_a_void_round_returns_every_wager(pitboss: Inside, tmp_path: Path):
    script = DUKI | {"decisions": [["void", "a"]]}
    answer = json.loads(pitboss("deal", file_of(tmp_path, script), "--json").out)
    assert (answer["status"], answer["net"]) == ("void", {"2": "0.00"})
    assert [row["outcome"] for row in answer["settlement"]] == ["void"]


def test_a_round_is_told_to_people_too(pitboss: Inside, tmp_path: Path):
    ran = pitboss("deal", file_of(tmp_path, DUKI))
    assert (ran.status, ran.err) == (0, "")
    assert not ran.out.startswith("{")
    assert "wins $21 " in ran.out
    assert pitboss("deal", "-", given=json.dumps(DUKI).encode()).out == ran.out


def test_a_stream_answers_line_by_line_and_goes_on_after_a_bad_one(pitboss: Inside):
    bad: list[bytes] = [
        b"{",
        b"\xff\xfe",
        b"null",
        json.dumps(BUYOUT | {"deck": "As As"}).encode(),
        b"[" * 100_000,
        json.dumps({"game": "x" * 5_000_000}).encode(),
    ]
    good = [json.dumps(script).encode() for script in (BUYOUT, DUKI)]
    ran = pitboss("deal", "-", "--json", given=b"\n".join([good[0], *bad, b"", good[1]]))
    assert (ran.status, ran.err) == (0, "")
    answers: list[Any] = [json.loads(line) for line in ran.out.splitlines()]
    assert [answer.get("status", "refused") for answer in answers] == [
        "settled", *["refused"] * len(bad), "settled",
    ]  # fmt: skip
    for answer in answers[1:-1]:
        assert list(answer) == ["error"]
        assert "\n" not in answer["error"]
    assert "As stands twice" in answers[4]["error"]
    assert "larger than" in answers[6]["error"]


def test_a_stream_of_no_scripts_answers_nothing(pitboss: Inside):
    for given in (b"", b"\n \n\t\n"):
        assert pitboss("deal", "--json", "-", given=given) == (0, "", "")


def test_the_same_as_a_program():
    given = json.dumps(BUYOUT).encode() + b"\n{}\n" + json.dumps(DUKI).encode()
    ran = run_program("deal", "-", "--json", given=given)
    assert (ran.status, ran.err) == (0, "")
    answers = [json.loads(line) for line in ran.out.splitlines()]
    assert answers[0]["net"] == {"1": "-8.00", "3": "-5.00"}
    assert "game: missing" in answers[1]["error"]
    assert answers[2]["net"] == {"2": "31.50"}
