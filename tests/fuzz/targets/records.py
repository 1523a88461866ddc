"""Exported rounds and logs."""

import json
from contextlib import suppress

from pitboss.cli.rounds import read_round
from pitboss.house.audit.replay import Replayer
from pitboss.house.audit.verify import Unreadable, verify_log, verify_round
from pitboss.rounds.runner import replay
from tests.fuzz.targets import as_json


def fuzz_replays(data: bytes) -> None:
    value = as_json(data)
    running, decisions = read_round(value, "file")
    replay(running.game, running.table.opening, decisions)


def fuzz_rounds(data: bytes) -> None:
    value = None
    with suppress(ValueError, RecursionError):
        value = json.loads(data)
    if isinstance(value, dict):
        with suppress(Unreadable):
            verify_round(value, Replayer())


def fuzz_logs(data: bytes) -> None:
    with suppress(Unreadable):
        report = verify_log(data.splitlines(keepends=True), (), (), Replayer())
        for finding in report.findings:
            assert isinstance(finding.place, str), finding
