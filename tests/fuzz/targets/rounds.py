"""Scripts, histories and the terms of jackpots."""

import json

from pitboss.cli.input import decode
from pitboss.games import find_game
from pitboss.jackpots.terms import check_new, read_jackpots
from pitboss.rounds.script import answer_script, read_history, run_script, script_of, write_history
from tests.fuzz.targets import as_json, plain


def fuzz_scripts(data: bytes) -> None:
    script = as_json(data)
    answer = answer_script(script)
    assert answer_script(json.loads(plain(script))) == answer
    json.dumps(answer)


def fuzz_phh(data: bytes) -> None:
    fill = data[:1] == b"f"
    imported = read_history(decode(data[1:], "file"), fill)
    script = script_of(imported.running, imported.stand_ins)
    again = run_script(json.loads(json.dumps(script)))
    assert again.net_cents == run_script(script).net_cents
    if imported.running.status == "settled" and not imported.stand_ins:
        text = write_history(imported.running, "phh")
        assert script_of(read_history(text).running) == script_of(imported.running)


def fuzz_jackpots(data: bytes) -> None:
    given = as_json(data)
    tables = find_game("super-omaha").paytables["jackpot"]
    read = read_jackpots(given, tables)
    assert read_jackpots(json.loads(plain(given)), tables) == read
    for entry in given:
        check_new(entry)
