"""Both implementations of the rules on the same rounds: ``python -m tests.campaigns.verifier N``.

N random scripts of each game, with every ruling and bad input, are answered by Pitboss and by the
verifier; and real houses play, whose logs the verifier then checks. Any difference is a fault of
one of the two. ``PITBOSS_VERIFIED_SEED`` gives other rounds, ``PITBOSS_VERIFIED_PROCESSES`` says on
how many processors. With a file after N each part that is done is written there, and what stands
there already is not done again.
"""

import gc
import json
import os
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from itertools import chain, count
from multiprocessing import get_context
from pathlib import Path
from typing import NamedTuple

from tests.verifier import holdout_scripts, omaha_scripts, scripts
from tests.verifier.checking import check_lines
from tests.verifier.floor import Floor
from tests.verifier.playing import Answer, Playing
from tests.verifier.sides import by_pitboss, by_verifier, essence
from tests.verifier.test_verifier_holdout import difference
from tests.verifier.test_verifier_holdout import essence as poker_essence

MADE: dict[str, Callable[[int, int], Iterable[Playing]]] = {
    "buyout": partial(scripts.random_scripts, "buyout"),
    "duki": partial(scripts.random_scripts, "duki"),
    "super-omaha": omaha_scripts.random_scripts,
    "holdout": lambda seed, rounds: map(
        partial(holdout_scripts.numbered_script, seed), range(rounds)
    ),
}
LIVE = "live"
USUAL = 50_000
BATCH = 5_000
TABLES = 24
AGAIN = 50
"""Every so many a script is also played anew from its first decision, as a stranger would."""
SHOWN = 20
PROCESSES = int(os.environ.get("PITBOSS_VERIFIED_PROCESSES") or os.cpu_count() or 1)
SEED = int(os.environ.get("PITBOSS_VERIFIED_SEED") or 1)
RARELY = 50_000
"""Objects between two looks of the garbage collector, which would find next to nothing."""


class Part(NamedTuple):
    """So many rounds of a game, or of a whole house, by a seed that no other part has."""

    game: str
    seed: int
    rounds: int


class Done(NamedTuple):
    """How many there were of what, and each script on which the two sides differ."""

    part: Part
    counts: dict[str, int]
    found: list[str]


def parts_of(rounds: int) -> Iterator[Part]:
    """Every game in turn, so that all have come equally far wherever it is stopped."""
    for number, start in enumerate(range(0, rounds, BATCH)):
        for game in MADE:
            yield Part(game, 100_000 * SEED + number, min(BATCH, rounds - start))
        yield Part(LIVE, SEED + number, 2 * TABLES)


def do(part: Part) -> Done:
    return (play_and_check if part.game == LIVE else compare)(part)


def compare(part: Part) -> Done:
    gc.set_threshold(RARELY)
    found: list[str] = []
    counts: Counter[str] = Counter()
    made = [(one.script, one.answer(), one.asked) for one in MADE[part.game](*part[1:])]
    answers = by_verifier([script for script, _, _ in made])
    for number, ((script, ours, asked), theirs) in enumerate(zip(made, answers, strict=True)):
        counts[f"{part.game} {ours.get('status', 'refused')}"] += 1
        said = pair(part.game, ours, theirs, asked)
        if said[0] != said[1]:
            found.append(difference(script, *said))
        if number % AGAIN == 0:
            assert said[0] == pair(part.game, by_pitboss(script), theirs, asked)[0], script
    return Done(part, counts, found)


def pair(game: str, ours: Answer, theirs: Answer, asked: Sequence[object]) -> tuple[Answer, Answer]:
    """What the two sides must say alike."""
    if game != "holdout":
        return essence(ours), essence(theirs)
    if "questions" in theirs:
        theirs["questions"] = theirs["questions"][: len(asked)]
    return poker_essence({**ours, "questions": [*asked]}), poker_essence(theirs)


def play_and_check(part: Part) -> Done:
    """A house that has played about so many rounds, and what is wrong with its log."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        floor = Floor(folder, part.seed)
        floor.play_all(TABLES, max(1, part.rounds // TABLES))
        _, said = check_lines(folder, floor.export())
        floor.house.close()
    counts = {"live rounds": said["counts"]["rounds dealt from their seeds"]}
    return Done(part, counts, [str(one) for one in said["findings"]])


def campaign(rounds: int, journal: Path | None = None) -> tuple[Counter[str], list[str]]:
    """All of it, shared out among processes; what is in the journal is done already."""
    lines = journal.read_text("utf-8").splitlines() if journal and journal.exists() else []
    known = [Done(Part(*part), counts, found) for part, counts, found in map(json.loads, lines)]
    parts = [part for part in parts_of(rounds) if part not in {done.part for done in known}]
    counts: Counter[str] = Counter()
    found: list[str] = []
    for done in chain(known, work(parts)):
        counts.update(done.counts)
        found += done.found
        if journal and done.part in parts:
            with journal.open("a", encoding="utf-8") as file:
                file.write(json.dumps(done) + "\n")
    return counts, found


def work(parts: Sequence[Part]) -> Iterator[Done]:
    if PROCESSES == 1:
        yield from map(do, parts)
        return
    with ProcessPoolExecutor(PROCESSES, get_context("spawn")) as pool:
        yield from pool.map(do, parts)


def describe(counts: Counter[str], found: Sequence[str]) -> str:
    lines = [f"{counts[name]:>9,} {name}" for name in sorted(counts)]
    return "\n".join([*lines, f"{len(found):>9,} disagreements"])


def main() -> None:
    rounds = int(sys.argv[1]) if sys.argv[1:] else USUAL
    start = time.monotonic()
    counts, found = campaign(rounds, Path(sys.argv[2]) if sys.argv[2:] else None)
    print(describe(counts, found), f"in {time.monotonic() - start:,.0f} s", sep="\n", flush=True)
    for number, text in zip(count(1), found[:SHOWN], strict=False):
        print(f"{number}. {text}")
    sys.exit(bool(found))


if __name__ == "__main__":
    main()
