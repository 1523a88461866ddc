"""``python -m tests.evidence``: enumeration and battery at full length, with every p-value; or
``raw`` and ``decks``: output for other tools."""

import argparse
import os
import sys
import time

from tests.evidence import battery, collectors, enumeration
from tests.evidence.streams import LABEL, ROUNDS, STREAMS

PROCESSES = min(2, os.cpu_count() or 1)


def read_options(arguments: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.evidence", description=__doc__)
    parser.add_argument("--label", default=LABEL, help="another one is another design")
    parser.add_argument("--rounds", type=int, default=ROUNDS, help="in each of the streams")
    kinds = parser.add_subparsers(dest="what")
    raw = kinds.add_parser("raw", help="bytes of the derivation")
    raw.add_argument("--bytes", type=int, required=True, help="how many")
    decks = kinds.add_parser("decks", help="final decks")
    decks.add_argument("--rounds", type=int, required=True, help="how many")
    decks.add_argument("--format", choices=list(collectors.FORMATS), default="text")
    for kind in (raw, decks):
        kind.add_argument("--label", help="makes the same output again")
        kind.add_argument("--out", help="a file in place of standard output")
    return parser.parse_args(arguments)


def collect(options: argparse.Namespace) -> None:
    if options.out:
        with open(options.out, "xb") as file:
            collectors.write(options, file)
        return
    try:
        collectors.write(options, sys.stdout.buffer)
        sys.stdout.buffer.flush()
    except BrokenPipeError:  # a tool that has seen enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def show_all(rounds: int, label: str) -> bool:
    start = time.monotonic()
    even = True
    for size in enumeration.SIZES:
        if size < 7:
            counted = enumeration.count_orders(size)
        else:
            counted = enumeration.count_in_parts(size, PROCESSES)
        even &= counted.even
        print(enumeration.describe(counted), flush=True)
    middle = time.monotonic()
    print(f"{'no order is likelier' if even else 'NOT EVEN'}; in {middle - start:,.0f} s\n")
    run = battery.run_streams(STREAMS, rounds, label, PROCESSES)
    verdict = battery.judge(run)
    print(f"{len(STREAMS)} streams of {rounds:,} rounds, label {label!r}; p-values by stream")
    print(*battery.describe(run, verdict), sep="\n")
    print(f"in {time.monotonic() - middle:,.0f} s")
    return even and verdict.good


def main() -> int:
    options = read_options(sys.argv[1:])
    if options.what:
        collect(options)
        return 0
    return 0 if show_all(options.rounds, options.label) else 1


if __name__ == "__main__":
    sys.exit(main())
