"""The games of ``examples/games``: published figures, and small decks by the rules one by one."""

import importlib
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from fractions import Fraction
from importlib import import_module
from itertools import combinations, permutations, product
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import pytest

import pitboss.envs
from pitboss.cards import parse_cards
from pitboss.games import find_game
from pitboss.games.contract import Decision, Game, Opening, Option, Question, Table
from pitboss.games.events import DEALER
from pitboss.games.opening import set_table
from pitboss.kit.check import CHECKS, look
from pitboss.kit.package import load_folder
from pitboss.odds.figures import fraction_of
from pitboss.odds.generic.ends import nets_of
from pitboss.odds.generic.kernels import count_met, count_one, make_sweep
from pitboss.odds.generic.scores import all_scores
from pitboss.odds.generic.solve import count_all, look_for_bounds, open_alone, set_problem
from pitboss.odds.registry import advise
from pitboss.odds.request import read_request
from pitboss.refusal import Refused
from pitboss.rounds.runner import replay
from pitboss.rounds.script import run_script
from tests.examples import published, published_play
from tests.examples.packages import PACKAGES, brought

UNIT = 100


@pytest.fixture(scope="module", autouse=True)
def _games(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    with brought(tmp_path_factory.mktemp("installed")):
        yield


def test_a_score_is_compiled_once_whoever_asks() -> None:
    """Tables and coaches ask from several threads."""
    game = find_game("three-card-poker")
    with ThreadPoolExecutor(4) as threads:
        found = list(threads.map(lambda _: all_scores(game), range(4)))
    assert all(scores is found[0] for scores in found)


def test_a_tables_limits_do_not_bind_what_is_tried(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where nothing is kept the classes are found with wagers of one dollar; the sign begins at
    five."""
    monkeypatch.setattr("pitboss.odds.cache.cache_folder", lambda: tmp_path)
    script: dict[str, Any] = {
        "game": "three-card-poker",
        "deck": "Qs 6h 4d 2c 3c 5d 9h",
        "wagers": {"1": {"ante": 10}},
    }
    signed = advise(run_script(script | {"table": {"limits": {"min": 5, "max": 100}}}))
    assert signed == advise(run_script(script))


def test_three_card_poker_to_every_published_digit() -> None:
    published.check_three_card_poker()


@pytest.mark.parametrize(("code", "edge"), [("40-30-6-4-1", 512), ("40-30-6-3-1", 1608)])
def test_pair_plus(code: str, edge: int) -> None:
    found = published.answer("three-card-poker", wager="pair-plus", paytables={"pair-plus": code})
    assert found["deals"] == "22100"
    assert fraction_of(found["house_edge"]) == Fraction(edge, 22_100)


def test_three_card_hands_and_strategies_as_published() -> None:
    lines = published_play.three_card_lines()
    published_play.check_three_card_hands(lines)
    published_play.check_three_card_strategies(lines)


@pytest.mark.parametrize("pays", published_play.BONUS_TABLES)
def test_other_tables_of_the_ante_bonus(pays: tuple[str, ...]) -> None:
    published_play.check_bonus_table(pays)


@pytest.mark.parametrize("pays", published_play.PAIR_PLUS)
def test_other_tables_of_pair_plus(pays: str) -> None:
    published_play.check_pair_plus(pays)


@pytest.mark.parametrize("ante", ["10", "10.01"])
def test_a_learner_has_its_return_without_luck(ante: str) -> None:
    """A game without lessons, too: what is left of best play is the house edge."""
    importlib.reload(pitboss.envs)  # registers what is installed by now
    published.answer("three-card-poker", recompute=False)
    env = gymnasium.make("pitboss/ThreeCardPoker-v0", adjusted=True, wagers={"ante": ante})
    env.reset(options={"deck": "As 2c Ad 7d Kh 9h"})
    _, returned, ended, _, info = env.step(0)
    assert (returned, ended) == (1.0, True)  # the dealer does not qualify
    assert info["luck"] > 0
    assert info["adjusted"] == pytest.approx(-13_733_780 / 407_170_400)


@pytest.mark.parametrize("package", PACKAGES, ids=lambda package: package.name)
def test_an_example_keeps_the_contract(package: Path) -> None:
    """But for its tests, which stand here."""
    (game,) = load_folder(package)
    for name in CHECKS:
        assert look(name, game, None, 12).findings == ()


def advised(cards: str) -> Any:
    """What seat 2 of two is told; nobody sees the cards of seat 1."""
    mine, others = cards.split(), ["7c", "7d", "7h", "8c", "8d", "8s"]
    deck = [card for three in zip(others[:3], mine, others[3:], strict=True) for card in three]
    wagers = {"1": {"ante": 5}, "2": {"ante": 10, "pair-plus": 5}}
    script = {"game": "three-card-poker", "deck": " ".join(deck), "wagers": wagers}
    return advise(run_script({**script, "decisions": [[1, "fold"]]}))


def test_the_threshold_is_queen_six_four() -> None:
    # Both lose the Pair Plus of half an Ante, whatever is done.
    for cards, worth in {"Qs 6h 4d": -0.993378, "Qs 6h 3d": -1.002551}.items():
        found = advised(cards)
        values = {option["action"]: option["ev"] for option in found["options"]}
        assert fraction_of(values["fold"]) == Fraction(-3, 2)
        assert values["play"]["value"] == pytest.approx(worth - 0.5, abs=6e-7)
        assert found["best"] == ("play" if worth > -1 else "fold")
        chances = found["options"][0]["chances"].values()
        assert sum(map(fraction_of, chances)) == 1


def solved(game: Game, wager: str, deck: tuple[int, ...], ties: str = "less") -> tuple[int, int]:
    """All that is won and all that is wagered, over all deals of a small deck."""
    opening = open_alone(game, set_table(game), {wager: UNIT})
    problem = set_problem(game, opening, look_for_bounds(game, opening, deck), ties)
    net = nets_of(problem.table)
    counted = np.array(count_all(problem, Path("kept-small-none"))[: net.size]).reshape(net.shape)
    staked = [
        [[e[way].wagered if e else 0 for e in r] for r in problem.table] for way in range(len(net))
    ]
    return int((counted * net).sum()), int((counted * np.array(staked)).sum())


def ended(
    game: Game, opening: Opening, deck: tuple[int, ...], *actions: tuple[str, int]
) -> tuple[int, int]:
    """What one deal wins and what it wagers, by the rules."""
    decisions = [Decision(1, action, cents or None) for action, cents in actions]
    ran = replay(game, opening._replace(deck=deck), decisions)
    return ran.net_cents[1], ran.table.staked[1]


SMALL = parse_cards("2c 2d 2h 2s 5c 5d 5h 5s Jc Jd Jh Js")


def test_a_small_deck_against_a_dealer_deal_by_deal() -> None:
    """Twelve cards, and ten of them, whose suits cannot be exchanged."""
    game = find_game("three-card-poker")
    opening = open_alone(game, set_table(game), {"ante": UNIT})
    for deck in (SMALL, SMALL[:10]):
        won = wagered = 0
        for mine in combinations(deck, 3):
            left = [card for card in deck if card not in mine]
            sums = {
                action: np.sum([
                    ended(game, opening, _turns(mine, his), action) for his in combinations(left, 3)
                ], axis=0)
                for action in (("fold", 0), ("play", UNIT))
            }  # fmt: skip
            best = max(sums.values(), key=lambda both: both[0])
            won, wagered = won + int(best[0]), wagered + int(best[1])
        assert solved(game, "ante", deck) == (won, wagered)


def _turns(mine: tuple[int, ...], his: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(card for both in zip(mine, his, strict=True) for card in both)


def ranked(a: int, b: int, c: int) -> int:
    """The highest spade decides, then the highest card."""
    spades = max(a if a & 3 == 3 else 0, b if b & 3 == 3 else 0, c if c & 3 == 3 else 0)
    return 1 << 20 | spades << 8 | max(a, b, c)


def test_suits_that_rank_are_not_taken_for_alike(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A score of which suits may not change places, where it is said that they may."""
    game = find_game("three-card-poker")
    own = import_module("three_card_poker.score")
    for module in (own, import_module("three_card_poker.rules")):
        monkeypatch.setattr(module, "score", ranked)
    game = game._replace(score=lambda text, _: {"category": "high-card"})
    with pytest.raises(Refused, match="says that suits are alike, and some hands score otherwise"):
        solved(game, "ante", SMALL)


def test_a_claim_of_suits_is_held_against_every_score(monkeypatch: pytest.MonkeyPatch) -> None:
    """Three of a suit are a flush: suits are alike and not unread."""
    monkeypatch.setattr(import_module("three_card_poker.score"), "SUITS", "unread")
    with pytest.raises(Refused, match=r"suits are unread, and .* scores otherwise than"):
        solved(find_game("three-card-poker"), "ante", SMALL)


def test_a_small_deck_in_stages_deal_by_deal() -> None:
    game, deck = find_game("let-it-ride"), SMALL[4:]
    opening = open_alone(game, set_table(game), {"bet": UNIT})
    options = {
        "less": (("take-back", 0), ("ride", UNIT)),
        "more": (("ride", UNIT), ("take-back", 0)),
    }
    for ties, offered in options.items():
        won = wagered = 0
        for mine in combinations(deck, 3):
            left = [card for card in deck if card not in mine]
            ends = {
                (first, second, both): ended(game, opening, (*mine, *both), first, second)
                for first, second in product(offered, offered)
                for both in permutations(left, 2)
            }
            ways = []
            for first in offered:
                total = np.zeros(2, np.int64)
                for card in left:
                    sums = [
                        np.sum(
                            [
                                e
                                for (f, s, b), e in ends.items()
                                if (f, s, b[0]) == (first, second, card)
                            ],
                            axis=0,
                        )
                        for second in offered
                    ]
                    total += max(sums, key=lambda both: both[0])
                ways.append(total)
            best = max(ways, key=lambda both: both[0])
            won, wagered = won + int(best[0]), wagered + int(best[1])
        assert solved(game, "bet", deck, ties) == (won, wagered)


def test_a_card_of_the_dealer_that_is_up_by_a_second_method() -> None:
    """Counted by inclusion and exclusion, and by looking at all of the dealer's hands."""
    scores = all_scores(find_game("three-card-poker"))
    dealers = (np.arange(len(scores.values)) * 4 // len(scores.values)).astype(np.int32)
    sweep = make_sweep(scores, dealers)
    hands = np.sort(
        np.array([parse_cards(t) for t in ("2c 2d 2h", "As Ks Qs", "Qd 6h 4c")]), axis=1
    )
    counted = count_met(hands, 49, sweep)
    for place, hand in enumerate(hands):
        others = [card for card in range(52) if card not in hand]
        for up in range(0, 49, 7):
            alone = count_one(hand, np.array([others[up]]), sweep)
            assert counted[place, up].tolist() == alone.tolist()
    assert counted.sum() == 3 * 49 * 48 * 47 // 2


def test_what_cannot_be_solved_is_refused_in_one_line() -> None:
    game = find_game("three-card-poker")

    def crooked(table: Table) -> Any:
        """A spade among the cards is worth an Ante more."""
        yield from game.play(table)
        if any(card & 3 == 3 for card in table.hands[1]):
            table.settled[0] = table.settled[0]._replace(net_cents=table.settled[0].net_cents + 100)

    def peeping(table: Table) -> Any:
        """With some cards there is nothing to choose."""
        asked = game.play(table)
        question: Question = next(asked)
        if table.hands[1][0] < 26:
            question = question._replace(options=question.options[1:])
        choice = yield question
        with suppress(StopIteration):
            asked.send(choice)

    def open_hands(table: Table) -> Any:
        """Everybody's cards lie open from the start."""
        asked = game.play(table)
        question: Question = next(asked)
        for seat in table.seats:
            table.show(seat, "TCP-02")
        with suppress(StopIteration):
            while True:
                question = asked.send((yield question))

    def deciding(table: Table) -> Any:
        """The dealer, too, is asked."""
        yield from game.play(table)
        yield Question(DEALER, (Option("stay"), Option("fold")), "TCP-04")

    refused = {
        crooked: "hangs on more than its score",
        peeping: "hangs on the cards",
        open_hands: "sees cards of another",
        deciding: "the dealer is asked too",
    }
    for play, why in refused.items():
        other = game._replace(play=play)
        with pytest.raises(Refused, match=why):
            look_for_bounds(other, open_alone(other, set_table(game), {"ante": UNIT}))
    with pytest.raises(Refused, match="less, more"):
        read_request("three-card-poker", {"ties": "sideways"})
    with pytest.raises(Refused, match="smaller wager"):
        published.answer("duki", ties="more")
