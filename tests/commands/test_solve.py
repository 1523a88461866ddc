"""``pitboss solve``: files that are whole or absent, and a count on a Dask cluster."""

import json
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import dask
import pytest
from distributed import LocalCluster

from pitboss.cards import parse_cards
from pitboss.odds import cache, cluster
from pitboss.odds.request import read_request
from pitboss.odds.super_omaha import advise, price, strategy
from pitboss.odds.super_omaha.kernels import deals
from pitboss.odds.super_omaha.strategy import printed_nets
from pitboss.refusal import Refused
from tests.commands.program import Inside
from tests.odds.omaha_flops import flop_classes

NETS = tuple(printed_nets())
FLOPS = flop_classes()[7::800]


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    """Two worker processes; a part whose worker dies is tried once more."""
    failures = {"distributed.scheduler.allowed-failures": 1}
    with (
        dask.config.set(failures),
        LocalCluster(
            n_workers=2,
            processes=True,
            threads_per_worker=1,
            dashboard_address=None,
            scheduler_kwargs={"dashboard_address": ":0"},  # its web server takes any free port
        ) as workers,
    ):
        yield workers.scheduler_address.replace("tcp://", "dask://")


@pytest.fixture
def few_flops(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Three Flops for the whole game, and nothing of that kept where a user keeps results."""
    monkeypatch.setattr(deals, "flop_classes", lambda: FLOPS)
    for module in (cache, strategy):
        monkeypatch.setattr(module, "cache_folder", lambda: tmp_path)


@pytest.mark.usefixtures("few_flops")
def test_a_cluster_counts_the_same_to_the_last_digit(address: str, monkeypatch: pytest.MonkeyPatch):
    made: list[cache.Count] = []
    monkeypatch.setattr(price, "recall", lambda count, recompute: made.append(count))
    here = strategy.whole_game(NETS)
    with cluster.connect(address, price.ALIKE) as pool:
        price.count_anew(read_request("super-omaha", {}), pool)
        assert made[0].make() == here.make()
    assert made[0].file_name == here.file_name


@pytest.mark.usefixtures("few_flops")
def test_a_count_that_differs_from_the_kept_one_is_no_answer(address: str, pitboss: Inside):
    with pytest.raises(RuntimeError, match="differs from the kept"):
        pitboss("solve", "super-omaha", "--executor", address)


def die_once(sign: str, part: int) -> int:
    if not os.path.exists(sign):
        Path(sign).touch()
        os._exit(1)
    return part


def test_a_part_whose_worker_dies_is_counted_by_another(address: str, tmp_path: Path):
    with cluster.connect(address, price.ALIKE) as pool:
        assert list(pool.map(die_once, [str(tmp_path / "died")] * 4, range(4))) == [0, 1, 2, 3]


def test_a_part_that_kills_every_worker_is_one_line(address: str):
    with (
        pytest.raises(Refused, match="lost its worker"),
        cluster.connect(address, price.ALIKE) as pool,
    ):
        pool.submit(os._exit, 1).result()


def test_a_cluster_with_other_sources_is_refused(address: str, monkeypatch: pytest.MonkeyPatch):
    """Before anything is counted, and again with each part, for a worker that came later."""
    with cluster.connect(address, price.ALIKE) as pool:
        monkeypatch.setattr(cluster, "digest_of", lambda *_: "another")
        with pytest.raises(Refused, match="another version"):
            pool.submit(deals.count_part, FLOPS[0][0], NETS).result()
    with pytest.raises(Refused, match="another version"), cluster.connect(address, price.ALIKE):
        pass


@pytest.mark.parametrize(
    "given", ["127.0.0.1:8786", "dask://", "dask://here", "dask://:1", "dask://a:x", "dask://a:1/b"]
)
def test_a_scheduler_is_named_by_host_and_port(pitboss: Inside, given: str):
    pitboss("solve", "super-omaha", "--executor", given).refused(given, "dask://HOST:PORT")


def test_a_scheduler_that_does_not_answer_is_one_line(
    pitboss: Inside, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(cluster, "SECONDS", 1)
    ran = pitboss("solve", "super-omaha", "--executor", "dask://127.0.0.1:9")
    ran.refused("no Dask scheduler answered", "127.0.0.1:9")


def test_without_dask_the_extra_is_named(pitboss: Inside, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setitem(sys.modules, "distributed", None)
    ran = pitboss("solve", "super-omaha", "--executor", "dask://127.0.0.1:8786")
    ran.refused("pip install 'pitboss[dask]'")


@pytest.mark.parametrize("game", ["duki", "buyout", "holdout"])
@pytest.mark.parametrize("option", ["--executor=dask://a:1", "--states=x.jsonl"])
def test_other_games_need_neither(pitboss: Inside, game: str, option: str):
    pitboss("solve", game, option).refused(option.partition("=")[0], "super-omaha")
    assert not os.path.exists("x.jsonl")


@pytest.fixture
def export(monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    """A stand-in for the export: it writes a line, and then ends as told."""
    told: dict[str, Any] = {"error": None}

    def write(request: Any, out: Any, executor: Any = None) -> int:
        out.write("{}\n")
        if told["error"]:
            raise told["error"]
        return 1

    monkeypatch.setattr(advise, "write", write)
    return told


def test_states_are_written(pitboss: Inside, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """Those of one Flop; the line before it says how to read them."""
    monkeypatch.setattr(advise, "flop_classes", lambda: FLOPS[:1])
    file = tmp_path / "states.jsonl"
    ran = pitboss("solve", "super-omaha", "--states", str(file), "--json")
    assert json.loads(ran.out)["lines"] == 2
    _, flop = map(json.loads, file.read_text().splitlines())
    assert parse_cards(flop["flop"]) == FLOPS[0][0]
    assert os.listdir(tmp_path) == ["states.jsonl"]


@pytest.mark.parametrize("error", [KeyboardInterrupt(), OSError(28, "No space left on device")])
def test_states_cut_short_leave_what_was_there(
    pitboss: Inside, tmp_path: Path, export: dict[str, Any], error: BaseException
):
    file = tmp_path / "states.jsonl"
    file.write_text("before")
    export["error"] = error
    assert pitboss("solve", "super-omaha", "--states", str(file)).status in (2, 130)
    assert os.listdir(tmp_path) == ["states.jsonl"]
    assert file.read_text() == "before"


@pytest.mark.parametrize("option", ["--states", "-o"])
def test_a_file_that_cannot_be_written_is_one_line(
    pitboss: Inside, tmp_path: Path, export: dict[str, Any], option: str
):
    for place in (tmp_path, tmp_path / "missing" / "file"):
        pitboss("solve", "super-omaha", option, str(place)).refused("cannot be written")
    assert os.listdir(tmp_path) == []
