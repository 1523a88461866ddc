"""Which games there are: ours, then those that other packages bring."""

from collections.abc import Callable, Iterator
from importlib import import_module
from importlib.metadata import EntryPoint

import pytest

import pitboss
from pitboss.games import (
    GROUP,
    OURS,
    all_games,
    brought,
    find_game,
    game_keys,
    jackpot_keys,
)
from pitboss.refusal import Refused

Bring = Callable[..., None]
OTHER = f"{__name__}:OTHER"


@pytest.fixture
def bring(monkeypatch: pytest.MonkeyPatch) -> Iterator[Bring]:
    """Installed packages claim these keys; every claim is (key, where its game stands)."""

    def claimed(*claims: tuple[str, str]) -> None:
        entries = [EntryPoint(key, value, GROUP) for key, value in claims]
        found = {GROUP: entries}
        monkeypatch.setattr("importlib.metadata.entry_points", lambda *, group: found[group])

    for cached in (brought, find_game):
        cached.cache_clear()
    yield claimed
    for cached in (brought, find_game):
        cached.cache_clear()


def test_a_brought_game_comes_after_ours_and_is_found(bring: Bring):
    other = find_game("duki")
    bring(("duki", "nowhere:GAME"), ("z-game", OTHER), ("a-game", OTHER))
    assert game_keys() == (*OURS, "a-game", "z-game")
    assert pitboss.games() == [*OURS, "a-game", "z-game"]
    assert find_game("duki") is other


def test_only_the_game_of_that_key_is_taken(bring: Bring):
    bring(("duki2", "pitboss.games.duki:GAME"), ("text", "pitboss.games:GROUP"))
    for key in ("duki2", "text"):
        with pytest.raises(Refused, match=f"game '{key}': .* is no game of that key"):
            find_game(key)


def test_a_game_that_cannot_be_loaded_is_refused_by_name(bring: Bring):
    bring(("gone", "nowhere_at_all:GAME"), ("empty", "pitboss.games.duki:MISSING"))
    for key in ("gone", "empty"):
        with pytest.raises(Refused, match=f"game '{key}': .* cannot be loaded"):
            find_game(key)
    with pytest.raises(Refused, match=r"game 'none' is unknown; the games are buyout, .*, empty, "):
        find_game("none")


def test_two_packages_may_not_bring_one_key(bring: Bring):
    bring(("twice", "one:GAME"), ("twice", "two:GAME"))
    with pytest.raises(Refused, match="game 'twice' is brought by two packages, one:GAME and two:"):
        game_keys()


def test_one_package_found_twice_is_one(bring: Bring):
    bring(("twice", "one:GAME"), ("twice", "one:GAME"), ("other", "two:GAME"))
    assert game_keys() == (*OURS, "other", "twice")


def test_a_brought_game_is_the_object_that_its_package_names(
    bring: Bring, monkeypatch: pytest.MonkeyPatch
):
    """A game in another package's clothes: the same rules, found by an entry point."""
    duki = find_game("duki")
    without = {key: where for key, where in OURS.items() if key != "duki"}
    find_game.cache_clear()
    monkeypatch.setattr("pitboss.games.OURS", without)
    bring(("duki", "pitboss.games.duki:GAME"))
    assert find_game("duki") is duki
    assert [game.source.key for game in all_games()] == [*without, "duki"]


def test_super_omaha_alone_has_jackpots():
    assert jackpot_keys() == ("super-omaha",)


@pytest.mark.parametrize("key", OURS)
def test_each_game_has_words_of_its_own(key: str):
    game = find_game(key)
    assert game.words is import_module(f"{game.package}.words").WORDS
