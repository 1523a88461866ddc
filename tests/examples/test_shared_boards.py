"""Games whose dealer shares cards for everybody: small decks by the rules deal by deal, and what is
refused. The whole of a known game is in the campaign."""

import json
import pickle
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import cache, partial
from itertools import combinations, permutations
from operator import add
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest
from distributed import LocalCluster

from pitboss.cards import parse_cards
from pitboss.cards.poker import rank_five
from pitboss.cards.seven import rank_seven
from pitboss.games import find_game
from pitboss.games.contract import Decision, Game, Option, Question, Table
from pitboss.games.events import COMMUNITY, DEALER, EVERYONE
from pitboss.games.opening import set_table
from pitboss.money import EVEN_MONEY, Odds
from pitboss.odds.cluster import connect
from pitboss.odds.generic.community.classes import find_classes, read_classes
from pitboss.odds.generic.community.count import (
    Count,
    count_part,
    numbers_of,
    one_set,
    sum_up,
    turn_up,
)
from pitboss.odds.generic.community.solve import count_shared, look_for_classes, set_shared
from pitboss.odds.generic.deal import find_deal
from pitboss.odds.generic.ends import Rounds, nets_of
from pitboss.odds.generic.price import ALIKE
from pitboss.odds.generic.solve import open_alone
from pitboss.refusal import Refused
from pitboss.rounds.runner import replay
from tests.examples.packages import brought

UNIT = 100
DECK = parse_cards("2c 2d 2h 2s 5c 5d 5h 5s Jc Jd Jh Js")
FIVES, JACKS = 2 << 20 | 3 << 16, 2 << 20 | 9 << 16
"""From where the dealer qualifies, and from where a hand is paid better: neither begins where the
game gives hands another name."""


def shared(table: Table) -> Any:
    """One card each and two for everybody, turned one by one; a question before each and after."""
    table.deal_hidden([*table.seats, DEALER, COMMUNITY, COMMUNITY], "TCP-02")
    for most, other in ((3, "wait"), (2, "wait"), (1, "fold")):
        for seat in table.seats_with("ante"):
            ante = table.open_wagers[seat]["ante"]
            offered = Option("play", ante, most * ante), Option(other)
            if "play" not in table.open_wagers[seat]:
                choice = yield Question(seat, offered, "TCP-03")
                if choice.action == "play":
                    table.place(seat, "play", choice.cents, "TCP-03")
                elif choice.action == "fold":
                    table.take(seat, "ante", "TCP-03")
        if most > 1:
            table.show(COMMUNITY, "TCP-04", table.hands[COMMUNITY][3 - most : 4 - most])
    for seat in table.seats_with("play"):
        settle(table, seat)


def settle(table: Table, seat: int) -> None:
    from three_card_poker.score import score

    player, dealer = (score(*table.hands[of], *table.hands[COMMUNITY]) for of in (seat, DEALER))
    for wager in ("ante", "play"):
        if player == dealer or (wager == "ante" and dealer < FIVES):
            table.push(seat, wager, "TCP-06")
        elif player < dealer:
            table.take(seat, wager, "TCP-07")
        else:
            table.pay(seat, wager, Odds(2, 1, "to 1") if player >= JACKS else EVEN_MONEY, "TCP-07")


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Game]:
    with brought(tmp_path_factory.mktemp("installed")):
        yield find_game("three-card-poker")._replace(play=shared)


Way = tuple[tuple[str, int], ...]
Ends = Callable[[tuple[int, ...], Way], Any]


def ends_of(game: Game) -> Ends:
    """What a deal wins and what it wagers, by the rules; each is played once."""
    opening = open_alone(game, set_table(game), {"ante": UNIT})

    @cache
    def ended(deck: tuple[int, ...], way: Way) -> Any:
        decisions = [Decision(1, action, cents or None) for action, cents in way]
        ran = replay(game, opening._replace(deck=deck), decisions)
        return np.array((ran.net_cents[1], ran.table.staked[1]))

    return ended


WAIT, FOLD = ("wait", 0), ("fold", 0)
SIZES = (((3, 1), WAIT), ((2, 1), WAIT), ((1,), FOLD))


def naive(settled: Ends, deck: tuple[int, ...], ties: str) -> tuple[int, int]:
    """The best play by its definition: at each question the option whose sum over all that may
    follow is the largest, of equal ones the one with the smaller or the larger wager."""

    def best(seen: tuple[int, ...], way: Way) -> Any:
        sizes, other = SIZES[len(seen) - 1]
        options = sorted([*(("play", size * UNIT) for size in sizes), other], key=lambda o: o[1])
        found = [after(seen, (*way, option)) for option in options]
        return max(found if ties == "less" else found[::-1], key=lambda both: both[0])

    def after(seen: tuple[int, ...], way: Way) -> Any:
        left = [card for card in deck if card not in seen]
        if way[-1] == WAIT:
            return sum(best((*seen, card), way) for card in left)
        return sum(
            settled((seen[0], rest[-1], *seen[1:], *rest[:-1]), way)
            for rest in permutations(left, 4 - len(seen))
        )

    won, wagered = sum(best((card,), ()) for card in deck)
    return int(won), int(wagered)


def solved(game: Game, deck: tuple[int, ...], kept: Path) -> Iterator[tuple[int, int]]:
    """Of equal options the one with the smaller wager, then the one with the larger."""
    opening = open_alone(game, set_table(game), {"ante": UNIT})
    classes = look_for_classes(game, opening, deck)
    assert read_classes(classes.to_json()).to_json() == classes.to_json()
    problem = set_shared(game, opening, classes)
    net, sums = nets_of(problem.table), sum_up(problem, kept)
    staked = [
        [[e[way].wagered if e else 0 for e in row] for row in problem.table]
        for way in range(len(net))
    ]
    for ties in ("less", "more"):
        ends = np.array(count_shared(problem, sums, ties)[: net.size]).reshape(net.shape)
        yield int((ends * net).sum()), int((ends * np.array(staked)).sum())


@pytest.mark.parametrize("deck", [DECK[4:], DECK[3:]], ids=["suits relabel", "they do not"])
def test_a_small_deck_deal_by_deal(game: Game, deck: tuple[int, ...], tmp_path: Path) -> None:
    ended = ends_of(game)
    less, more = solved(game, deck, tmp_path / "parts")
    assert less == naive(ended, deck, "less")
    assert more == naive(ended, deck, "more")


def test_classes_begin_where_the_settlement_changes(game: Game) -> None:
    opening = open_alone(game, set_table(game), {"ante": UNIT})
    found = find_classes(Rounds(game, opening, find_deal(game, opening)))
    assert FIVES in (found.values[found.dealers] >> 16 << 16).tolist()
    assert JACKS in (found.values[found.kinds] >> 16 << 16).tolist()
    assert len(found.dealers) == 1
    assert found.counts.sum() == 22_100


def test_one_hand_is_counted_as_among_all(game: Game) -> None:
    """What advice counts for one seat, and what the whole count has for its cards."""
    opening = open_alone(game, set_table(game), {"ante": UNIT})
    problem = set_shared(game, opening, look_for_classes(game, opening, DECK))
    every, same = Count(problem), problem.turns[:1]
    for turn in turn_up(len(DECK), (), 1, problem.turns):
        found = every.settle(1, turn.cards, turn.turns)
        for mine in (0, 5, 11):
            if mine not in turn.cards:
                alone = Count(problem, one_set(len(DECK), [mine])).settle(1, turn.cards, same)
                row = numbers_of(np.array([[mine]]))
                assert found.keys() == alone.keys()
                assert all((found[key][row] == alone[key]).all() for key in found)


def test_a_part_may_be_counted_by_another_machine(game: Game, tmp_path: Path) -> None:
    """Sent there and back, and added up in any pool."""
    opening = open_alone(game, set_table(game), {"ante": UNIT})
    problem = set_shared(game, opening, look_for_classes(game, opening, DECK[4:]))
    sums = sum_up(problem, tmp_path / "parts")
    sent = pickle.loads(pickle.dumps(partial(count_part, problem)))
    assert list(map(add, sent((0, 2)), sent((1, 2)))) == sums
    with ThreadPoolExecutor(1) as pool:
        assert sum_up(problem, tmp_path / "parts", pool) == sums


def test_parts_run_on_a_cluster_that_has_the_package(game: Game, tmp_path: Path) -> None:
    """Workers find what this process finds; without the package nothing is begun."""
    opening = open_alone(game, set_table(game), {"ante": UNIT})
    problem = set_shared(game, opening, look_for_classes(game, opening, DECK[4:]))
    workers: Any = LocalCluster(
        n_workers=1, dashboard_address=None, scheduler_kwargs={"dashboard_address": ":0"}
    )
    with workers:
        address = workers.scheduler_address.replace("tcp://", "dask://")
        with connect(address, ALIKE, game.package) as pool:
            assert sum_up(problem, tmp_path / "there", pool) == sum_up(problem, tmp_path / "here")
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr("pitboss.odds.cluster.digest_package", lambda _: "another")
            with (
                pytest.raises(Refused, match="another version of three_card_poker"),
                connect(address, ALIKE, game.package),
            ):
                pass


def test_a_stopped_count_goes_on_where_it_was(game: Game, tmp_path: Path) -> None:
    opening = open_alone(game, set_table(game), {"ante": UNIT})
    problem = set_shared(game, opening, look_for_classes(game, opening, DECK[4:]))
    whole, kept = sum_up(problem, tmp_path / "whole"), tmp_path / "kept"

    class Stopping(ThreadPoolExecutor):
        def map(self, fn: Any, *given: Any, **_: Any) -> Any:
            yield fn(*next(zip(*given, strict=True)))
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt), Stopping(1) as pool:
        sum_up(problem, kept, pool)
    assert json.loads(kept.read_text())[0] == 1
    with ThreadPoolExecutor(1) as threads:
        assert sum_up(problem, kept, threads) == whole
    assert not kept.exists()


def test_what_cannot_be_counted_is_refused_in_one_line(game: Game) -> None:
    def open_dealer(table: Table) -> Any:
        """The dealer's card is up before the seat is asked."""
        table.deal(DEALER, EVERYONE, "TCP-02")
        table.deal_hidden([*table.seats, COMMUNITY, COMMUNITY], "TCP-02")
        for seat in table.seats:
            yield Question(seat, (Option("wait"), Option("fold")), "TCP-03")
            table.push(seat, "ante", "TCP-06")

    def crooked(table: Table) -> Any:
        """A spade among the seat's own cards is worth an Ante more."""
        yield from game.play(table)
        if table.hands[1][0] & 3 == 3:
            table.settled[0] = table.settled[0]._replace(net_cents=table.settled[0].net_cents + 100)

    for play, why in ((open_dealer, "none of the dealer's"), (crooked, "more than its score")):
        other = game._replace(play=play)
        with pytest.raises(Refused, match=why):
            look_for_classes(other, open_alone(other, set_table(game), {"ante": UNIT}))


def test_the_best_five_of_seven() -> None:
    chance = Random(7)  # not a deal: hands to score
    for suits in (1, 2, 4):
        cards = [card for card in range(52) if card & 3 < suits]
        for _ in range(300):
            hand = chance.sample(cards, 7)
            assert rank_seven(*hand) == max(rank_five(*five) for five in combinations(hand, 5))
