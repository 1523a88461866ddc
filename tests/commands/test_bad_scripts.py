"""Bad input to ``pitboss deal``: status 2, one line that says what is wrong, nothing else."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.commands.program import Inside, run_program
from tests.commands.test_deal import BUYOUT, DUKI

LIMITS = {"min": 5, "max": 100, "bonus": [1, 25]}


def buyout(**changes: Any) -> dict[str, Any]:
    return BUYOUT | changes


def wagers(**made: Any) -> dict[str, Any]:
    """The Buyout script with these wagers of seat 1, at a table with limits."""
    table = {"limits": LIMITS}
    return BUYOUT | {"wagers": {"1": made}, "decisions": [], "table": table}


def decided(*decisions: Any) -> dict[str, Any]:
    return BUYOUT | {"decisions": list(decisions)}


SCRIPTS = [
    pytest.param(buyout(game="poker"), ["'poker' is unknown", "buyout, duki"], id="unknown game"),
    pytest.param(buyout(game=None), ["game: missing"], id="no game"),
    pytest.param(buyout(game=5), ["game: got 5"], id="game is a number"),
    pytest.param({}, ["game: missing"], id="empty object"),
    pytest.param([BUYOUT], ["a JSON object is needed"], id="a list"),
    pytest.param(None, ["a JSON object is needed"], id="null"),
    pytest.param(buyout(deck="As Ts As"), ["deck", "As stands twice"], id="card twice"),
    pytest.param(buyout(deck="As Tx"), ["deck", "'Tx' is no card"], id="no card"),
    pytest.param(buyout(deck=""), ["card 1 is missing", "BUYOUT-10"], id="no cards"),
    pytest.param(buyout(deck=BUYOUT["deck"][:-3]), ["card 12 is missing", "BUYOUT-08"], id="short"),
    pytest.param(DUKI | {"deck": "As 2s 3s"}, ["card 4 is missing", "DUKI-03"], id="short duki"),
    pytest.param(buyout(deck=None), ["deck: missing"], id="deck is null"),
    pytest.param(wagers(first=0), ["0.00 must be above 0", "BUYOUT-09"], id="wager of zero"),
    pytest.param(wagers(first=-5), ["-5.00 must be above 0"], id="negative wager"),
    pytest.param(wagers(first="5.005"), ["fraction of a cent"], id="fractional cents"),
    pytest.param(wagers(first=5.005), ["fraction of a cent"], id="fractional cents, a number"),
    pytest.param(wagers(first="5." + "0" * 40 + "1"), ["fraction of a cent"], id="tiny fraction"),
    pytest.param(wagers(first="1e-999999999"), ["fraction of a cent"], id="tiny exponent"),
    pytest.param(wagers(first="1e999999999"), ["too large"], id="huge exponent"),
    pytest.param(wagers(first=10**20), ["too large"], id="huge wager"),
    pytest.param(wagers(first="4.99"), ["table minimum of 5.00"], id="below the minimum"),
    pytest.param(wagers(first="100.01"), ["table maximum of 100.00"], id="over the maximum"),
    pytest.param(wagers(first=5, bonus="25.01"), ["bonus", "maximum of 25.00"], id="bonus over"),
    pytest.param(wagers(first=5, bonus=0.5), ["bonus", "least", "BUYOUT-18"], id="bonus under"),
    pytest.param(wagers(first="NaN"), ["'NaN' is no amount"], id="amount NaN as text"),
    pytest.param(wagers(first="five"), ["'five' is no amount"], id="amount in words"),
    pytest.param(wagers(first=True), ["no amount"], id="amount is true"),
    pytest.param(wagers(first=None), ["no amount"], id="amount is null"),
    pytest.param(wagers(first="1_0"), ["no amount"], id="amount with an underscore"),
    pytest.param(wagers(ante=5), ["no wager 'ante'"], id="wager of another game"),
    pytest.param(wagers(second=5), ["comes with a decision"], id="wager too early"),
    pytest.param(wagers(bonus=5), ["First wager", "BUYOUT-20"], id="bonus alone"),
    pytest.param(wagers(), ["seat 1"], id="seat without wagers"),
    pytest.param(buyout(wagers={}), ["wagers: none"], id="no wagers"),
    pytest.param(buyout(wagers=[5]), ["wagers: got [5]"], id="wagers in a list"),
    pytest.param(buyout(wagers={"8": {"first": 5}}), ["seats 1 to 7"], id="seat 8"),
    pytest.param(buyout(wagers={"0": {"first": 5}}), ["'0' is no seat"], id="seat 0"),
    pytest.param(
        buyout(wagers={"1": {"first": 5}, "01": {"first": 5}}), ["'01' is no seat"], id="seat 01"
    ),
    pytest.param(decided([1, "play"]), ["'play' is not allowed; allowed: buy"], id="illegal"),
    pytest.param(decided([3, "fold"]), ["out of turn", "BUYOUT-11"], id="out of turn"),
    pytest.param(decided([1, "buy", 9]), ["buy with 9.00", "buy 10.00"], id="wrong size"),
    pytest.param(
        decided(*BUYOUT["decisions"], [1, "fold"]), ["round has ended"], id="decision left over"
    ),
    pytest.param(decided(["void", ""]), ["reason is missing"], id="void without a reason"),
    pytest.param(decided(["void"]), ["a void is"], id="void alone"),
    pytest.param(decided([1]), ["decision"], id="half a decision"),
    pytest.param(decided("1 fold"), ["decision", "a JSON list"], id="decision in words"),
    pytest.param(decided([1, ["fold"]]), ["text is needed"], id="action in a list"),
    pytest.param(decided([True, "fold"]), ["no seat"], id="seat is true"),
    pytest.param(buyout(decisions={"1": "fold"}), ["decisions"], id="decisions in an object"),
    pytest.param(buyout(seed=1), ["key 'seed' is unknown"], id="unknown key"),
    pytest.param(buyout(table={"rule": {}}), ["key 'rule' is unknown"], id="unknown table key"),
    pytest.param(buyout(table=[]), ["table: got []"], id="table in a list"),
    pytest.param(
        buyout(table={"rulings": {"aces": "low"}}), ["'aces' is unknown"], id="unknown ruling"
    ),
    pytest.param(
        buyout(table={"rulings": {"bonus-hand": "best"}}),
        ["'best' is no option; allowed: bought, four-cards"],
        id="unknown option",
    ),
    pytest.param(
        DUKI | {"table": {"rulings": {"shuffler": "no", "decks": "two"}}},
        ["decks", "shuffler=yes"],
        id="two decks by hand",
    ),
    pytest.param(
        buyout(table={"paytables": {"bonus": "gold"}}), ["'gold'", "sample"], id="unknown table"
    ),
    pytest.param(
        buyout(table={"limits": {"min": 10, "max": 5}}), ["10.00 to 5.00"], id="limits upside down"
    ),
    pytest.param(
        buyout(table={"limits": {"side": [1, 5]}}), ["'side' is unknown"], id="limits of nothing"
    ),
    pytest.param(
        DUKI | {"wagers": {"2": {"ante": 5, "tip": 1}}}, ["DUKI-18"], id="tip where it is off"
    ),
]


@pytest.mark.parametrize("as_json", [[], ["--json"]], ids=["text", "json"])
@pytest.mark.parametrize(("script", "words"), SCRIPTS)
def test_bad_scripts_are_refused(
    pitboss: Inside, tmp_path: Path, script: object, words: list[str], as_json: list[str]
):
    path = tmp_path / "script.json"
    path.write_text(json.dumps(script), encoding="utf-8")
    pitboss("deal", str(path), *as_json).refused(*words)


@pytest.mark.parametrize(("script", "words"), SCRIPTS)
def test_bad_scripts_are_refused_in_a_stream(pitboss: Inside, script: object, words: list[str]):
    """The line before and the line after are answered."""
    lines = [json.dumps(given).encode() for given in (DUKI, script, BUYOUT)]
    ran = pitboss("deal", "-", "--json", given=b"\n".join(lines))
    first, refused, last = map(json.loads, ran.out.splitlines())
    assert (ran.status, ran.err) == (0, "")
    assert (first["status"], last["status"]) == ("settled", "settled")
    assert list(refused) == ["error"]
    for word in words:
        assert word in refused["error"]


WHOLE = json.dumps(BUYOUT).encode()

FILES = [
    pytest.param(b"", ["no valid JSON"], id="empty"),
    pytest.param(b"  \n", ["no valid JSON"], id="blank"),
    pytest.param(WHOLE[: len(WHOLE) // 2], ["no valid JSON", "line 1"], id="truncated"),
    pytest.param(WHOLE[:-1], ["no valid JSON"], id="truncated by a byte"),
    pytest.param(WHOLE + WHOLE, ["no valid JSON"], id="two scripts"),
    pytest.param(WHOLE + b"\n" + WHOLE, ["no valid JSON"], id="two lines without --json -"),
    pytest.param(b"\x00\xff\xfe\x80" * 100, ["not UTF-8"], id="binary"),
    pytest.param(b"\x7fELF\x02\x01\x01" + b"\x00" * 100, ["no valid JSON"], id="binary, low bytes"),
    pytest.param(b"\xef\xbb\xbf" + WHOLE, ["no valid JSON"], id="byte order mark"),
    pytest.param(json.dumps(BUYOUT).encode("utf-16"), ["not UTF-8"], id="UTF-16"),
    pytest.param(b" " * (4 * 1024 * 1024 + 1), ["larger than"], id="huge"),
    pytest.param(b"[" * 100_000, ["nested"], id="nested without end"),
    pytest.param(b"[" * 100_000 + b"]" * 100_000, ["nested"], id="nested"),
    pytest.param(b'{"game": "buyout", "game": "duki"}', ["'game' stands twice"], id="key twice"),
    pytest.param(WHOLE.replace(b"10", b"NaN", 1), ["NaN is no JSON number"], id="NaN"),
    pytest.param(WHOLE.replace(b"10", b"-Infinity", 1), ["Infinity"], id="infinity"),
    pytest.param(WHOLE.replace(b"10", b"9" * 5000, 1), ["too long"], id="endless number"),
    pytest.param(b"game: buyout", ["no valid JSON"], id="no JSON at all"),
]


@pytest.mark.parametrize("as_json", [[], ["--json"]], ids=["text", "json"])
@pytest.mark.parametrize(("content", "words"), FILES)
def test_bad_files_are_refused(
    pitboss: Inside, tmp_path: Path, content: bytes, words: list[str], as_json: list[str]
):
    path = tmp_path / "script.json"
    path.write_bytes(content)
    pitboss("deal", str(path), *as_json).refused("script.json", *words)


@pytest.mark.parametrize("depth", [31, 32, 33, 200, 985, 990, 993, 995, 999, 5000])
@pytest.mark.parametrize("key", ["wagers", "deck", "decisions", "table", "note"])
def test_nesting_of_any_depth_is_refused(pitboss: Inside, key: str, depth: int):
    """Also just below the depth at which Python itself gives up."""
    text = json.dumps(BUYOUT | {key: "here"}).replace('"here"', "[" * depth + "]" * depth)
    if key == "note" and depth < 32:
        assert pitboss("deal", "-", "--json", given=text.encode()).status == 0
    else:
        pitboss("deal", "-", given=text.encode()).refused("")


def nothing_there(folder: Path) -> str:
    return str(folder / "missing.json")


def a_folder(folder: Path) -> str:
    return str(folder)


@pytest.mark.parametrize("path", [nothing_there, a_folder])
def test_what_cannot_be_read_is_refused(
    pitboss: Inside, tmp_path: Path, path: Callable[[Path], str]
):
    pitboss("deal", path(tmp_path), "--json").refused(path(tmp_path), "cannot be read")


def test_a_large_object_with_a_key_twice_is_refused_soon(pitboss: Inside):
    pairs = ", ".join(f'"{number}": 1' for number in range(200_000))
    text = f'{{{pairs}, "199999": 2}}'
    pitboss("deal", "-", given=text.encode()).refused("'199999' stands twice")


@pytest.mark.parametrize(
    "script",
    [
        buyout(deck="x" * 10**6),
        buyout(deck="\x1b[31m\n\r"),
        buyout(game="x" * 10**6),
        buyout(**{"y" * 10**6: 1}),
        wagers(**{"\x1b]0;title\x07": "x"}),
        decided([1, "z\n" * 10**5]),
        buyout(table={"rulings": {"bonus-hand": "\ud800"}}),
    ],
)
def test_a_refusal_stays_short_and_plain(pitboss: Inside, script: object):
    """However long the input that it names, and whatever a terminal would make of it."""
    ran = pitboss("deal", "-", given=json.dumps(script).encode())
    ran.refused()
    assert len(ran.err) < 700
    assert ran.err.rstrip("\n").isprintable()


@pytest.mark.parametrize(
    ("arguments", "given", "words"),
    [
        (["deal"], b"", ["required"]),
        (["deal", "missing.json"], b"", ["cannot be read"]),
        (["deal", "-"], WHOLE[:50], ["no valid JSON"]),
        (["deal", "-"], b"\x00\xff", ["not UTF-8"]),
        (["deal", "-"], json.dumps(buyout(game="poker")).encode(), ["unknown"]),
        (["deal", "-"], json.dumps(wagers(first=0)).encode(), ["above 0"]),
        (["deal", "-"], b"[" * 100_000, ["nested"]),
        (["shuffle"], b"", ["invalid choice"]),
        ([], b"", ["required"]),
    ],
)
def test_the_same_as_a_program(arguments: list[str], given: bytes, words: list[str]):
    run_program(*arguments, given=given).refused(*words)
