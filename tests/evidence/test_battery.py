"""The battery passes at 99 % in short, and finds every shuffle that has a flaw."""

import numpy as np
import pytest

from tests.evidence.battery import TOGETHER, Run, describe, judge, run_decks, run_streams
from tests.evidence.flawed import FLAWS
from tests.evidence.streams import (
    LABEL,
    ROUNDS,
    SHORT_ROUNDS,
    SHORT_STREAMS,
    STREAMS,
    deal_of,
    decks_of,
)
from tests.evidence.trials import TRIALS, Outcome

FEW = {"modulo without rejection": 6_000, "half of the deck carried over": 800}


def test_the_short_battery_passes():
    run = run_streams(SHORT_STREAMS, SHORT_ROUNDS)
    verdict = judge(run)
    lines = list(describe(run, verdict))
    print(*lines, sep="\n")
    assert verdict.good, verdict.found
    assert verdict.number == len(TRIALS) * (len(SHORT_STREAMS) + 1)
    assert "passed at 99 %" in lines


@pytest.mark.parametrize("flaw", FLAWS)
def test_a_flaw_is_found(flaw: str):
    make, by = FLAWS[flaw]
    verdict = judge(run_decks(SHORT_STREAMS, lambda stream: make(stream, FEW.get(flaw, 1_200))))
    assert any(line.startswith(by) for line in verdict.found), verdict.found


def test_the_design_is_as_it_was_fixed():
    assert (LABEL, ROUNDS, len(STREAMS)) == ("pitboss evidence 1", 50_000, 20)
    kinds = [deal_of(stream, 5) for stream in STREAMS]
    assert len({deal.table for deal in kinds}) == 20
    assert [len(deal.added) for deal in kinds] == [0] * 8 + [3] * 4 + [0] * 6 + [1] * 2
    assert int(kinds[13].seed, 16) == 13 * 10**9 + 5
    assert deal_of(17, 5).seed == deal_of(17, 6).seed
    assert deal_of(19, 5)._replace(added={}) == deal_of(19, 6)._replace(added={})
    assert deal_of(0, 5).seed != deal_of(0, 6).seed != deal_of(1, 6).seed


def test_decks_are_whole_and_none_comes_twice():
    for stream in SHORT_STREAMS:
        decks = decks_of(stream, 300)
        assert (np.sort(decks, axis=1) == np.arange(52)).all()
        assert len({bytes(deck) for deck in decks}) == 300


def outcomes(tails: list[float]) -> dict[int, Outcome]:
    return {stream: Outcome(0.0, 0, tail) for stream, tail in enumerate(tails, start=TOGETHER)}


@pytest.mark.parametrize("tail", [1e-9, 1 - 1e-9])
def test_one_outcome_far_out_on_either_side_fails(tail: float):
    even = [0.4, *(place / 20 + 0.025 for place in range(20))]
    assert judge(Run({"a": outcomes(even)})).good
    (found,) = judge(Run({"a": outcomes([tail, *even[1:]])})).found
    assert found.startswith("a, all together: p 2e-09")


def test_streams_that_lean_to_one_side_fail():
    leaning = [0.4, *(place / 60 + 0.01 for place in range(20))]
    (found,) = judge(Run({"a": outcomes(leaning)})).found
    assert found.startswith("a: its streams are not uniform")
