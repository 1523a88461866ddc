"""Super Omaha's leaks against the game's own count, a count by graphs, and a slow twin."""

import os
from fractions import Fraction
from functools import cache
from itertools import accumulate
from random import Random
from typing import Any

import numpy as np
import pytest

from pitboss.cards import DECK, format_card, parse_cards
from pitboss.odds.cache import find
from pitboss.odds.ranks import Array, tables
from pitboss.odds.request import read_request
from pitboss.odds.super_omaha import (
    leak_board_rule,
    leak_boards,
    leak_card,
    leak_dealer,
    leak_flops,
    leak_lanes,
    leak_rules,
    leak_samples,
    leak_states,
    leaks,
    strategy,
)
from pitboss.odds.super_omaha.kernels import LOSSES, STATES, TIES, flops
from pitboss.odds.super_omaha.kernels.classes import (
    all_hands,
    class_numbers,
    hands_left,
    live_cards,
)
from pitboss.odds.super_omaha.kernels.deals import Pattern
from pitboss.odds.super_omaha.kernels.features import find_cell
from pitboss.odds.super_omaha.kernels.ranks import Seen, _count_one, read_board
from pitboss.odds.super_omaha.leak_samples import Leak
from tests.naive import naive_leaks, naive_omaha
from tests.naive.naive_omaha_odds import best_action

NETS = tuple(strategy.printed_nets())
PAYS = {"flush": 1, "full-house": 1, "four-of-a-kind": 3, "straight-flush": 15, "royal-flush": 50}


@pytest.mark.parametrize(("leak", "times"), [("turn-river", 10), ("turn", 2)])
def test_over_all_boards_hands_end_as_in_the_game(leak: str, times: int):
    """A board has ten Flops, each with a turn and river in either order, and five rivers."""
    settings = read_request("super-omaha", {}).settings
    counted: Any = find(leaks.count_leak(leak, settings))
    game = strategy.read_game(strategy.whole_game(NETS))
    every = [sum(column) for column in zip(*game.actions[0], strict=True)][:STATES]
    assert [times * one for one in counted[len(NETS) :]] == every


def test_the_rule_for_the_whole_board_is_counted_over_all_boards():
    """By kind of board and category all hands end as in the leak's own count; and to look at both
    is worth less than to know every hand's chances."""
    settings = read_request("super-omaha", {}).settings
    rule: Any = find(leaks.count_rule())
    counted: Any = find(leaks.count_leak("turn-river", settings))
    ends = np.array(rule, object).reshape(8, 11, 3).sum(axis=0)
    wins = [ends[:, 1].sum(), *ends[1:, 0], ends[:, 2].sum()]
    assert wins == counted[len(NETS) :]
    for nets, best in zip(NETS, counted, strict=False):
        card = leak_card.card_by_board(rule, nets, leaks.BOARDS["turn-river"])
        assert 0.7 * Fraction(best, leaks.BOARDS["turn-river"]) < card.edge
        assert card.edge < Fraction(best, leaks.BOARDS["turn-river"])


def test_the_kind_of_a_board():
    for suited, others, kind in (
        ((), (0, 1, 6, 11, 12), 4),
        ((), (0, 0, 5, 10, 10), 1),
        ((0, 5, 10), (1, 12), 2 + 4),
        ((0, 5, 10), (1, 11), 2),
        ((0, 5, 10), (5, 10), 2 + 1),
        ((), (0, 5, 6, 11, 11), 1),
    ):
        assert leak_board_rule.kind_of(Pattern(suited, others, 1)) == kind


def graph_row(four: tuple[int, ...], hand: tuple[int, ...]) -> list[int]:
    """Every river in turn, the dealer's hands counted as sets in a graph."""
    row = np.zeros(STATES, np.int64)
    for river in [card for card in DECK if card not in (*four, *hand)]:
        board = np.array([*four, river], np.uint8)
        rest = [card for card in DECK if card not in (*four, *hand, river)]
        counts = np.zeros(3, np.int32)
        met = read_board(tables().keys, board, np.empty(10, np.uint32))
        _count_one(tables(), met, np.array(hand, np.uint8), np.array(rest, np.uint8), counts)
        row[counts[0]] += counts[1]
        row[TIES] += counts[2]
        row[LOSSES] += leak_boards.BOARD_DEALERS - counts[1] - counts[2]
    found: list[int] = row.tolist()
    return found


def class_row(rows: leak_boards.Rows, place: int) -> Array:
    """A hand's row from the sums by class."""
    numbers = class_numbers()
    row: Array = rows.by_ranks[numbers.plain[place]].astype(np.int64)
    for suit in range(4):
        row += rows.by_suit[suit, numbers.suited[suit, place]]
    row[LOSSES] = leak_boards.RIVERS * leak_boards.BOARD_DEALERS - row[:LOSSES].sum()
    return row


@pytest.mark.skipif(
    "PITBOSS_LANES" not in os.environ, reason="a campaign: PITBOSS_LANES=1 compiles for a minute"
)
def test_one_known_card_adds_up_to_the_game_and_is_what_a_count_by_graphs_finds():
    """Each of the dealer's hands has four cards that may be known, so all of them together are four
    times the game's own count of a Flop; and single states are those of the sampled way."""
    flop, nets = parse_cards("Kc 9c 5d"), np.array(NETS, np.int64)
    every = flops.count_flop(flop).astype(np.int64)
    wins, upto, *_ = leak_dealer.count_flop(flop, nets)
    assert wins == 4 * every[:, TIES + 1 : LOSSES].sum()
    assert upto == 4 * every[:, :LOSSES].sum()
    found, random = leak_dealer.count_rows(flop, nets), Random(1)
    places = {tuple(hand): place for place, hand in enumerate(all_hands().tolist())}
    for _ in range(8):
        *hand, known = random.sample([card for card in DECK if card not in flop], 5)
        deck = [*sorted(hand), *flop, -1, known]
        row = leak_samples.row_of(deck, Leak(1))
        own = known_card(found, places[tuple(sorted(hand))], known)
        assert own[:2] == [row[TIES + 1 : LOSSES].sum(), row[:LOSSES].sum()]
        paid = [row[TIES + 1 : LOSSES] @ net[TIES + 1 : LOSSES] for net in nets]
        assert own[2:] == paid


def known_card(found: leak_dealer.Flop, place: int, card: int) -> list[int]:
    """A hand's wins, wins and ties, and what the Ante is paid, with a card known."""
    numbers, out = class_numbers(), np.zeros((leak_dealer.PAID + len(NETS), 16), np.int64)
    classes = (int(numbers.plain[place]), numbers.suited[:, place].astype(np.int64))
    leak_dealer.add_lanes.py_func(found, card & 3, classes, out)  # type: ignore[attr-defined]
    wins, upto, *paid = out[:, card >> 2].tolist()
    return [wins, upto, *accumulate(paid)]


def test_every_part_of_a_hand_has_its_places():
    """Four different types add to 28 places, each once, and to four of their own; of four twos
    there is one place for each size of part."""
    different, alike = leak_lanes.suited_places().places[-1], leak_lanes.plain_places().places[0]
    assert len({*different[:28]} - {leak_lanes.NOWHERE}) == 28
    assert len({*different[28:]}) == 4
    assert len({*alike[:28]} - {leak_lanes.NOWHERE}) == 3
    assert len({*alike[28:]} - {leak_lanes.NOWHERE}) == 1


FOURS = ["2c 2d 2h 2s", "Ac Kc 9d 4h", "Ac Kc 9d 4d", "7c 8c 9c 9d", "Tc Jc Qc Kc"]


@pytest.mark.parametrize("text", FOURS)
def test_hands_with_the_turn_known_are_what_a_count_by_graphs_finds(text: str):
    four = tuple(parse_cards(text))
    rows = leak_boards.count_rivers(four)
    places = {tuple(hand): place for place, hand in enumerate(all_hands().tolist())}
    random = Random(text)
    for _ in range(6):
        hand = tuple(sorted(random.sample([card for card in DECK if card not in four], 4)))
        assert class_row(rows, places[hand]).tolist() == graph_row(four, hand)


@pytest.mark.parametrize("text", FOURS[:3])
def test_sums_by_class_are_sums_over_all_hands(text: str):
    """Where one suit at most makes a flush, classes with their weights stand for all hands."""
    four = tuple(parse_cards(text))
    rows, nets = leak_boards.count_rivers(four), np.array(NETS, np.int64)
    left = hands_left(live_cards(four))
    by_hand = leak_boards._add_hands(left, class_numbers(), rows.by_ranks, rows.by_suit, nets)
    assert leak_boards.count_four(four, nets).tolist() == by_hand.tolist()


def test_hands_that_a_change_of_suits_makes_alike_are_counted_once():
    """A Flop of one suit leaves three others to change, one of three suits none."""
    for text, alike in (("Kc 9c 5c", 6), ("Kc 9c 5d", 2), ("Kc 9d 5h", 1), ("7c 7d 2h", 2)):
        places, ways = leak_dealer.unlike_hands(parse_cards(text))
        assert ways.sum() == 211_876
        assert ways.max() == alike
        assert len(places) >= 211_876 / alike


def test_every_four_board_cards_stand_once():
    assert len(leak_boards.all_fours()) == 16_432
    assert sum(four.ways for four in leak_boards.all_fours()) == 270_725


def test_the_best_of_a_row_is_the_best_action():
    random = Random(3)
    for _ in range(200):
        row = [random.randrange(1_000) for _ in range(STATES)]
        counts, nets = np.array(row, np.int64), np.array(NETS[0], np.int64)
        best, names = leak_boards.best_of(counts, nets), ("3x", "1x", "fold")
        values = [leak_samples.value_of(counts, nets, action) for action in range(3)]
        assert best == max(values) == values[names.index(best_action(row, PAYS))]


@pytest.mark.parametrize(
    "leak", [Leak(1), Leak(2), Leak(3), Leak(4), Leak(1, True)], ids=lambda leak: str(tuple(leak))
)
def test_the_dealers_cards_known_are_what_a_slow_twin_finds_in_a_small_deck(leak: Leak):
    for seed in range(4):
        deck = Random(seed).sample(DECK, 21)
        # Two suits, so that flushes come; the cards stand in rising order as the twin needs them.
        deck = [card & ~3 | card & 1 for card in deck]
        deck = list(dict.fromkeys(deck))[:17] if seed % 2 else Random(seed).sample(DECK, 17)
        hole, flop, known, unseen = sorted(deck[:4]), deck[4:7], deck[7 : 7 + leak.cards], deck[11:]
        turn = unseen.pop() if leak.turn else -1
        row = np.zeros(STATES, np.int64)
        seen = Seen(*(np.array(one, np.uint8) for one in (hole, unseen, [*flop, 0, 0])))
        leak_samples.count_known(tables(), seen, np.array(known, np.uint8), turn, row)
        given = [named(one) for one in (hole, flop, unseen, known)]
        assert row.tolist() == naive_leaks.omaha_row(
            given[0], given[1], given[2], given[3], named([turn])[0] if leak.turn else None
        )


def named(cards: list[int]) -> list[naive_omaha.Card]:
    return naive_omaha.parse_cards(" ".join(map(format_card, cards)))


@pytest.mark.parametrize("name", list(leaks.STATES))
def test_hands_on_all_boards_at_once_are_what_a_count_by_graphs_finds(name: str):
    """Wins in categories that nothing is paid for stand together."""
    flop, leak, random = parse_cards("Kc 9c 5d"), leak_samples.LEAKS[name], Random(name)
    ranked, categories = ranked_flop(), leak_states.paid_categories(NETS)
    for _ in range(2):
        *hand, turn, a, b, c, d = random.sample([card for card in DECK if card not in flop], 9)
        known, on = [a, b, c, d][: leak.cards], ranked
        if leak.turn:
            on = leak_flops.with_turn(ranked, turn)
        cards = (np.array(hand), np.array(known))
        work, ways = leak_flops.new_work(on), leaks.WAYS[name]
        row = leak_flops.count_known(on, categories, cards, work, ways).tolist()
        plain = leak_samples.row_of([*hand, *flop, turn, a, b, c, d], leak).tolist()
        assert [row[TIES], row[LOSSES], sum(row)] == [plain[TIES], plain[LOSSES], ways]
        assert [one for one, paid in zip(row, categories.paid, strict=True) if paid] == [
            one for one, paid in zip(plain, categories.paid, strict=True) if paid
        ]


@cache
def ranked_flop() -> leak_flops.Ranked:
    return leak_flops.rank_flop(parse_cards("Kc 9c 5d"))


def test_the_cell_of_a_drawn_hand_is_its_own():
    flop = parse_cards("7c 7d 2h")
    words = np.arange(40, dtype=np.uint32).reshape(10, 4) * np.uint32(100_000_007)
    hands = leak_states.draw(words, np.flatnonzero(live_cards(flop)))
    cells = leak_states.cells_of_hands(flop, hands)
    assert cells.tolist() == [find_cell(hand, flop) for hand in hands.tolist()]
    assert len({tuple(hand) for hand in hands.tolist()}) == 10
    assert all(len({*hand}) == 4 and not {*hand} & {*flop} for hand in hands.tolist())


def test_the_best_rule_takes_the_best_action_of_each_sight():
    """Two sights: at one 1x adds 3 twice, at the other fold takes off least."""
    sums = [0] * leak_rules.NUMBERS
    sums[0:6] = [2, 4, 6, 18, -5, 25]
    sums[6:12] = [-4, 16, -2, 4, -1, 1]
    rule = leak_rules.best_rule(sums, 3, 10)
    assert [tuple(change) for change in rule.changes] == [(0, 0, 1), (0, 1, 2)]
    assert rule.gain == Fraction(5, 30)
    assert rule.error == pytest.approx(((19 / 3 - (5 / 3) ** 2) / 2) ** 0.5 / 10)


@pytest.mark.parametrize(
    ("hand", "known", "turn", "stand"),
    [
        ("Ac Kc 8d 4h", "9h 9c", -1, 0),
        ("Kh Qs 8d 4h", "Ks Ah", -1, 1),
        ("Kh Qs 8d 4h", "Ks Qd 8h 4c", -1, 2),
        ("Kh As 8d 4h", "Ks Qd 8h", -1, 3),
        ("9d 9h 2c 3h", "Ks Qd", -1, 4),
        ("Ah Qs 8d 4h", "9h", 3, 0),
        ("Ah Qs 8d 4h", "9h", 51, 1),
        ("Ah Qs 8d 4h", "7h", 3, 2),
        ("Ah Qs 8d 4h", "7h", 51, 3),
    ],
)
def test_how_a_hand_stands_to_the_cards_known(hand: str, known: str, turn: int, stand: int):
    """On king, nine and five; the turn is the two or the ace of spades."""
    cards = np.array([*parse_cards(hand), *parse_cards(known)])
    assert leak_states._stand(tables(), np.array(parse_cards("Kd 9s 5c")), cards, turn) == stand


def test_other_seats_cards_known_are_what_a_slow_twin_finds():
    """With eight of them the twin is done in time; more seats leave fewer cards."""
    for seed in range(3):
        deck = Random(seed).sample(DECK, 52)
        row = leak_samples.row_of(deck, Leak(seats=8)).tolist()
        unseen = [*deck[7:12], *deck[44:]]
        given = [named(one) for one in (deck[:4], deck[4:7], unseen)]
        assert row == naive_leaks.omaha_row(given[0], given[1], given[2], [], None)


def test_a_sampled_part_adds_up_what_knowing_more_adds():
    """Never less than nothing, and the same each time it is made."""
    part = leak_samples.sample_part(0, Leak(1, True), NETS, "test")
    assert part == leak_samples.sample_part(0, Leak(1, True), NETS, "test")
    assert len(part) == 2 * len(NETS)
    assert all(one > 0 for one in part)


def test_neighbours_leave_fewer_ways_to_go_on():
    deck = Random(9).sample(DECK, 52)
    for name, leak in leak_samples.LEAKS.items():
        assert leak_samples.row_of(deck, leak).sum() == leaks.WAYS[name], name
