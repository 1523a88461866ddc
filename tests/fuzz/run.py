"""One target under atheris, in a process of its own: libFuzzer never gives it back."""

import sys

import atheris

with atheris.instrument_imports(include=["pitboss"]):
    from tests.fuzz.targets import find_target, run

from tests.fuzz.shapes import change_json, change_lines

JSON = ("scripts", "replays", "rounds", "setups", "jackpots", "requests", "bodies")
RANDOM_BYTES = 4
"""One change in so many is libFuzzer's own."""


def main() -> None:
    name = sys.argv.pop(1)
    with atheris.instrument_imports(include=["pitboss"]):
        target = find_target(name)
    change = change_json if name in JSON else change_lines if name == "logs" else None

    def mutate(data: bytes, largest: int, seed: int) -> bytes:
        made = change(data, largest, seed) if change and seed % RANDOM_BYTES else None
        mutated: bytes = atheris.Mutate(data, largest) if made is None else made
        return mutated

    def one_input(data: bytes) -> None:
        run(target, data)

    atheris.Setup(sys.argv, one_input, custom_mutator=mutate)
    atheris.Fuzz()


if __name__ == "__main__":
    main()
