"""``pitboss verify``: an exported log or round, checked without the house that wrote it."""

import argparse
import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import chain
from typing import BinaryIO

from pitboss.cli.input import decode, open_input
from pitboss.cli.rounds import ROUND_FORMAT
from pitboss.house.audit.replay import Replayer
from pitboss.house.audit.verify import (
    FORMAT,
    Finding,
    Report,
    Unreadable,
    verify_log,
    verify_round,
)
from pitboss.refusal import Refused

LONGEST_LINE = 64 * 1024 * 1024
"""Bytes of one line: a head of many thousand chains has a few million."""

HEAD_BYTES = 32 * 1024 * 1024


def run_verify(options: argparse.Namespace) -> int:
    """0 when all is well, 1 with findings."""
    if options.house:
        return _compare_house(options)
    if not options.file:
        raise Refused("verify: give an exported log or round, or say --house")
    with open_input(options.file) as file:
        try:
            report = _verify(file, options)
        except Unreadable as reason:
            raise Refused(f"{options.file}: {reason}") from None
    if options.json:
        document = {
            "ok": not report.findings,
            "checked": report.counts,
            "scope": report.scope,
            "keys": report.keys,
            "keys_given": report.keys_given,
            "timestamps": [stamped._asdict() for stamped in report.stamped],
            "findings": [finding._asdict() for finding in report.findings],
        }
        print(json.dumps(document))
    else:
        print("\n".join(report_lines(report)))
    return 1 if report.findings else 0


def _verify(file: BinaryIO, options: argparse.Namespace) -> Report:
    lines = log_lines(file, options.file)
    first = next(lines, b"")
    if f'"format":"{FORMAT}"'.encode() in first:
        heads, stamps = map(_read_all, (options.head, options.timestamp))
        return verify_log(chain([first], lines), options.key, heads, Replayer(), stamps)
    text = decode(b"".join(chain([first], lines)), options.file)
    value = None
    with suppress(RecursionError, ValueError):
        value = json.loads(text)  # as it was hashed: numbers stand, not made exact as in scripts
    if not isinstance(value, Mapping) or value.get("format") != ROUND_FORMAT:
        raise Unreadable("neither a log nor a round of Pitboss")
    if options.key or options.head or options.timestamp:
        raise Refused("verify: --key and --head go with a log; a round has no signature")
    return verify_round(value, Replayer())


def _compare_house(options: argparse.Namespace) -> int:
    """The tables of a database beside its own log, as a start of the server compares them; nothing
    is changed."""
    from pitboss.cli.serve import read_options
    from pitboss.house.audit.derived.comparison import Comparison
    from pitboss.web.server import open_locked

    if options.file or options.key or options.head or options.timestamp:
        raise Refused("verify --house: looks at the house alone; leave out files, keys and heads")
    given = read_options(options).options
    if given.database_file and not given.database_file.is_file():
        raise Refused(f"database {given.database_file}: is not there; --data says where it is")
    database = open_locked(given)
    try:
        comparison = Comparison(database)
        found = [Finding(each.place, each.problem) for each in comparison.run()]
    finally:
        database.close()
    counts = {**comparison.counts, "unchecked": comparison.unchecked}
    if options.json:
        listed = [finding._asdict() for finding in found]
        print(json.dumps({"ok": not found, "checked": counts, "findings": listed}))
    else:
        print("\n".join(report_lines(Report(found, counts, {}, [], False))))
    return 1 if found else 0


def _read_all(paths: Sequence[str]) -> list[bytes]:
    found = []
    for path in paths:
        with open_input(path) as file:
            found.append(file.read(HEAD_BYTES))
    return found


def log_lines(file: BinaryIO, name: str) -> Iterator[bytes]:
    """The lines of a log, none too long."""
    while line := file.readline(LONGEST_LINE + 1):
        if len(line) > LONGEST_LINE:
            raise Refused(f"{name}: a line is longer than {LONGEST_LINE} bytes; no log has one")
        yield line


def report_lines(report: Report) -> Iterator[str]:
    """The findings, one a line, and how much was checked."""
    for place, problem in report.findings:
        line = f"{place}: {problem}"  # on one line, without what a terminal would obey
        yield "".join(letter if letter.isprintable() else "?" for letter in line)
    counted = ", ".join(f"{count} {name}" for name, count in report.counts.items())
    yield f"Checked: {counted}."
    for key in report.keys:
        whose = "given" if report.keys_given else "the log's own; compare it with the house's"
        yield f"Key {key} ({whose})."
    for number, signed, stamped in report.stamped:
        yield (
            f"Head {number}, signed {signed}, was there at {stamped} by its timestamp; who signed"
            " that is for openssl ts -verify."
        )
    found = len(report.findings)
    yield f"Findings: {found}." if found else "Nothing is wrong."
