"""Both implementations of the rules on the same rounds: ``python -m tests.campaigns.verifier N``.

N random scripts of each game, with every ruling and bad input, are answered by Pitboss and by the
verifier; and real houses play, whose logs the verifier then checks. Any difference is a fault of
one of the two. ``PITBOSS_VERIFIED_SEED`` gives other rounds.
"""

import os
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from itertools import count
from multiprocessing import get_context
from pathlib import Path
from typing import NamedTuple

from tests.verifier import holdout_scripts, omaha_scripts, scripts
from tests.verifier.checking import check_lines
from tests.verifier.floor import Floor
from tests.verifier.sides import Answer, Script, by_pitboss, by_verifier, essence
from tests.verifier.test_verifier_holdout import difference
from tests.verifier.test_verifier_holdout import essence as poker_essence

GAMES = ("buyout", "duki", "super-omaha", "holdout")
USUAL = 50_000
BATCH = 5_000
TABLES = 24
SHOWN = 20
PROCESSES = os.cpu_count() or 1
SEED = int(os.environ.get("PITBOSS_VERIFIED_SEED") or 1)


class Part(NamedTuple):
    """So many rounds of a game, by a seed that no other part has."""

    game: str
    seed: int
    rounds: int


def parts_of(rounds: int) -> Iterator[Part]:
    for game in GAMES:
        for number, start in enumerate(range(0, rounds, BATCH)):
            yield Part(game, 100_000 * SEED + number, min(BATCH, rounds - start))


def compare(part: Part) -> tuple[Counter[str], list[str]]:
    """How many there were of what, and each script on which the two sides differ."""
    found: list[str] = []
    counts: Counter[str] = Counter()
    made = list(make_scripts(part))
    for (script, asked), theirs in zip(made, by_verifier([one for one, _ in made]), strict=True):
        ours = by_pitboss(script)
        counts[f"{part.game} {ours.get('status', 'refused')}"] += 1
        said = pair(part.game, ours, theirs, asked)
        if said[0] != said[1]:
            found.append(difference(script, *said))
    return counts, found


def make_scripts(part: Part) -> Iterator[tuple[Script, Sequence[object]]]:
    """Scripts, those between players with what each decision answers."""
    if part.game == "holdout":
        for number in range(part.rounds):
            yield holdout_scripts.numbered_script(part.seed, number)
        return
    made = partial(scripts.random_scripts, part.game)
    if part.game == "super-omaha":
        made = partial(omaha_scripts.random_scripts)
    for script in made(part.seed, part.rounds):
        yield script, ()


def pair(game: str, ours: Answer, theirs: Answer, asked: Sequence[object]) -> tuple[Answer, Answer]:
    """What the two sides must say alike."""
    if game != "holdout":
        return essence(ours), essence(theirs)
    if "questions" in theirs:
        theirs["questions"] = theirs["questions"][: len(asked)]
    return poker_essence({**ours, "questions": [*asked]}), poker_essence(theirs)


def play_and_check(seed: int, rounds: int) -> tuple[Counter[str], list[str]]:
    """A house that has played about so many rounds, and what is wrong with its log."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        floor = Floor(folder, seed)
        floor.play_all(TABLES, max(1, rounds // TABLES))
        _, said = check_lines(folder, floor.export())
        floor.house.close()
    counts = Counter({"live rounds": said["counts"]["rounds dealt from their seeds"]})
    return counts, [str(one) for one in said["findings"]]


def campaign(rounds: int) -> tuple[Counter[str], list[str]]:
    """All of it, shared out among processes."""
    counts: Counter[str] = Counter()
    found: list[str] = []
    with ProcessPoolExecutor(PROCESSES, get_context("spawn")) as pool:
        floors = max(1, rounds // BATCH)
        live = pool.map(play_and_check, range(SEED, SEED + floors), [2 * TABLES] * floors)
        for some, more in (*pool.map(compare, parts_of(rounds)), *live):
            counts += some
            found += more
    return counts, found


def describe(counts: Counter[str], found: Sequence[str]) -> str:
    lines = [f"{counts[name]:>9,} {name}" for name in sorted(counts)]
    return "\n".join([*lines, f"{len(found):>9,} disagreements"])


def main() -> None:
    rounds = int(sys.argv[1]) if sys.argv[1:] else USUAL
    start = time.monotonic()
    counts, found = campaign(rounds)
    print(describe(counts, found), f"in {time.monotonic() - start:,.0f} s", sep="\n", flush=True)
    for number, text in zip(count(1), found[:SHOWN], strict=False):
        print(f"{number}. {text}")
    sys.exit(bool(found))


if __name__ == "__main__":
    main()
