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
from pitboss.odds.super_omaha import leaks, strategy
from pitboss.odds.super_omaha.kernels import LOSSES, STATES, TIES
from pitboss.odds.super_omaha.kernels import flops as game_flops
from pitboss.odds.super_omaha.kernels.classes import (
    all_hands,
    class_numbers,
    hands_left,
    live_cards,
)
from pitboss.odds.super_omaha.kernels.features import find_cell
from pitboss.odds.super_omaha.kernels.ranks import Seen, _count_one, read_board
from pitboss.odds.super_omaha.leaks import (
    boards,
    choices,
    dealer,
    flops,
    lanes,
    neighbours,
    rivers,
    rules,
    states,
)
from pitboss.odds.super_omaha.leaks.states import Leak
from tests.naive import naive_leaks, naive_omaha
from tests.naive.naive_omaha_odds import best_action
from tests.odds import graphs

NETS = tuple(strategy.printed_nets())
PAYS = {"flush": 1, "full-house": 1, "four-of-a-kind": 3, "straight-flush": 15, "royal-flush": 50}


def known_of(name: str) -> list[int]:
    counted: Any = find(leaks.count_leak(name, read_request("super-omaha", {}).settings))
    return list(counted)


@pytest.mark.parametrize(("leak", "times"), [("turn-river", 10), ("turn", 2)])
def test_over_all_boards_hands_end_as_in_the_game(leak: str, times: int):
    """A board has ten Flops, each with a turn and river in either order, and five rivers."""
    game = strategy.read_game(strategy.whole_game(NETS))
    every = [sum(column) for column in zip(*game.actions[0], strict=True)][:STATES]
    by_kind = np.array(known_of(leak)[len(NETS) :], object).reshape(boards.KINDS, -1, STATES)
    assert [times * one for one in by_kind.sum(axis=(0, 1))] == every


@pytest.mark.parametrize("leak", list(leaks.COUNTED))
def test_a_rule_that_is_counted_is_worth_less_than_all_that_is_known(leak: str):
    """At each Ante table, and more than nothing."""
    for code in ("SOA-01", "SOA-02", "SOA-03"):
        settings = read_request("super-omaha", {"paytables": {"ante": code}}).settings
        base = -leaks.best_by_cell(NETS, strategy.nets_of(settings))
        found = leaks.read_leak(leak, settings, known_of(leak), base)
        assert found.card is not None
        assert base < found.card.edge < found.edge, (leak, code)
        assert found.card.rows


def test_what_is_usual_by_sight_adds_up_to_the_play_by_cell():
    """Over all sights of one known card, what a player does without it wins what the cells say, to
    the last digit: a card that is not looked at changes nothing."""
    beaten, upto, *totals = known_of("dealer-1")
    game = strategy.read_game(strategy.whole_game(NETS))
    every = [sum(column) for column in zip(*game.actions[0], strict=True)]
    assert [beaten, upto] == [4 * sum(every[TIES + 1 : LOSSES]), 4 * sum(every[:LOSSES])]
    values = np.array(totals[len(NETS) :], object).reshape(len(NETS), 3, rules.MOST_STANDS, 3)
    for nets, best, by_sight in zip(NETS, totals, values, strict=False):
        usual = sum(by_sight[action, :, action].sum() for action in range(3))
        deals = leaks.COUNTED["dealer-1"]
        assert Fraction(usual, nets[0] * deals) == -leaks.best_by_cell(NETS, nets)
        assert by_sight.max(axis=2).sum() < best


@pytest.mark.parametrize(
    ("cards", "kind"),
    [
        ("2c 3d 8h Ks As", 4),
        ("2c 2d 7h Qs Qc", 1),
        ("2c 7c Qc 3d As", 2 + 4),
        ("2c 7c Qc 3d Ks", 2),
        ("2c 7c Qc 7d Qs", 2 + 1),
        ("2c 7d 8h Ks Kc", 1),
        ("2c 7c Qc 7d", 2 + 1),
        ("2c 7c Qd Kd", 0),
    ],
)
def test_the_kind_of_a_board(cards: str, kind: int):
    assert boards.kind_of(parse_cards(cards)) == kind


@pytest.mark.parametrize("text", ["Ac Kc 9d 4d", "7c 8c 9c 9d", "Tc Jc Qc Kc", "5h 5s 8c 9d"])
def test_how_hands_stand_on_four_board_cards_is_what_a_slow_twin_finds(text: str):
    four = parse_cards(text)
    suits = [card & 3 for card in four]
    near = [suit for suit in set(suits) if suits.count(suit) >= 2] or [0]
    sights = {suit: rivers.sights_of(four, suit) for suit in near}
    places = {tuple(hand): place for place, hand in enumerate(all_hands().tolist())}
    random = Random(text)
    drawing = 0
    for _ in range(60):
        hand = sorted(random.sample([card for card in DECK if card not in four], 4))
        numbers = class_numbers().suited[:, places[tuple(hand)]]
        made, draws = naive_leaks.omaha_on_four(named(hand), named([*four]))
        assert max(sights[suit][numbers[suit]] for suit in near) == made + draws * boards.CATEGORIES
        drawing += draws
    assert 0 < drawing < 60


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
        row[LOSSES] += boards.BOARD_DEALERS - counts[1] - counts[2]
    found: list[int] = row.tolist()
    return found


def class_row(rows: rivers.Rows, place: int) -> Array:
    """A hand's row from the sums by class."""
    numbers = class_numbers()
    row: Array = rows.by_ranks[numbers.plain[place]].astype(np.int64)
    for suit in range(4):
        row += rows.by_suit[suit, numbers.suited[suit, place]]
    row[LOSSES] = rivers.RIVERS * boards.BOARD_DEALERS - row[:LOSSES].sum()
    return row


@pytest.mark.skipif(
    "PITBOSS_LANES" not in os.environ, reason="a campaign: PITBOSS_LANES=1 compiles for a minute"
)
def test_one_known_card_adds_up_to_the_game_and_is_what_a_count_by_graphs_finds():
    """Each of the dealer's hands has four cards that may be known, so all of them together are four
    times the game's own count of a Flop; and single states are those of the sampled way."""
    flop, nets = parse_cards("Kc 9c 5d"), np.array(NETS, np.int64)
    every = game_flops.count_flop(flop).astype(np.int64)
    wins, upto, *_ = dealer.count_flop(flop, NETS)
    assert wins == 4 * every[:, TIES + 1 : LOSSES].sum()
    assert upto == 4 * every[:, :LOSSES].sum()
    found, random = dealer.count_rows(flop, nets), Random(1)
    places = {tuple(hand): place for place, hand in enumerate(all_hands().tolist())}
    for _ in range(8):
        *hand, known = random.sample([card for card in DECK if card not in flop], 5)
        row = graphs.row_of(sorted(hand), flop, [known])
        own = known_card(found, places[tuple(sorted(hand))], known)
        assert own[:2] == [row[TIES + 1 : LOSSES].sum(), row[:LOSSES].sum()]
        paid = [row[TIES + 1 : LOSSES] @ net[TIES + 1 : LOSSES] for net in nets]
        assert own[2:] == paid


def known_card(found: dealer.Flop, place: int, card: int) -> list[int]:
    """A hand's wins, wins and ties, and what the Ante is paid, with a card known."""
    numbers, out = class_numbers(), np.zeros((dealer.PAID + len(NETS), 16), np.int64)
    classes = (int(numbers.plain[place]), numbers.suited[:, place].astype(np.int64))
    dealer.add_lanes.py_func(found, card & 3, classes, out)  # type: ignore[attr-defined]
    wins, upto, *paid = out[:, card >> 2].tolist()
    return [wins, upto, *accumulate(paid)]


def test_every_part_of_a_hand_has_its_places():
    """Four different types add to 28 places, each once, and to four of their own; of four twos
    there is one place for each size of part."""
    different, alike = lanes.suited_places().places[-1], lanes.plain_places().places[0]
    assert len({*different[:28]} - {lanes.NOWHERE}) == 28
    assert len({*different[28:]}) == 4
    assert len({*alike[:28]} - {lanes.NOWHERE}) == 3
    assert len({*alike[28:]} - {lanes.NOWHERE}) == 1


FOURS = ["2c 2d 2h 2s", "Ac Kc 9d 4h", "Ac Kc 9d 4d", "7c 8c 9c 9d", "Tc Jc Qc Kc"]


@pytest.mark.parametrize("text", FOURS)
def test_hands_with_the_turn_known_are_what_a_count_by_graphs_finds(text: str):
    four = tuple(parse_cards(text))
    rows = rivers.count_rivers(four)
    places = {tuple(hand): place for place, hand in enumerate(all_hands().tolist())}
    random = Random(text)
    for _ in range(6):
        hand = tuple(sorted(random.sample([card for card in DECK if card not in four], 4)))
        assert class_row(rows, places[hand]).tolist() == graph_row(four, hand)


@pytest.mark.parametrize("text", FOURS[:3])
def test_sums_by_class_are_sums_over_all_hands(text: str):
    """Where one suit at most makes a flush, classes with their weights stand for all hands."""
    four = tuple(parse_cards(text))
    rows, nets = rivers.count_rivers(four), np.array(NETS, np.int64)
    left = hands_left(live_cards(four))
    hands = (left, np.array([rivers.sights_of(four, suit) for suit in range(4)]))
    by_hand = rivers._add_hands(hands, class_numbers(), rows.by_ranks, rows.by_suit, nets)
    for one, other in zip(rivers.count_four(four, nets), by_hand, strict=True):
        assert one.tolist() == other.tolist()


def test_hands_that_a_change_of_suits_makes_alike_are_counted_once():
    """A Flop of one suit leaves three others to change, one of three suits none."""
    for text, alike in (("Kc 9c 5c", 6), ("Kc 9c 5d", 2), ("Kc 9d 5h", 1), ("7c 7d 2h", 2)):
        places, ways = dealer.unlike_hands(parse_cards(text))
        assert ways.sum() == 211_876
        assert ways.max() == alike
        assert len(places) >= 211_876 / alike


def test_every_four_board_cards_stand_once():
    assert len(rivers.all_fours()) == 16_432
    assert sum(four.ways for four in rivers.all_fours()) == 270_725


def test_the_best_of_a_row_is_the_best_action():
    random = Random(3)
    for _ in range(200):
        row = [random.randrange(1_000) for _ in range(STATES)]
        counts, nets = np.array(row, np.int64), np.array(NETS[0], np.int64)
        values, names = choices.values_of(counts, nets), ("3x", "1x", "fold")
        assert max(values) == values[names.index(best_action(row, PAYS))]


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
        graphs.count_known(tables(), seen, np.array(known, np.uint8), turn, row)
        given = [named(one) for one in (hole, flop, unseen, known)]
        assert row.tolist() == naive_leaks.omaha_row(
            given[0], given[1], given[2], given[3], named([turn])[0] if leak.turn else None
        )


def named(cards: list[int]) -> list[naive_omaha.Card]:
    return naive_omaha.parse_cards(" ".join(map(format_card, cards)))


@pytest.mark.parametrize("name", list(leaks.STATES))
def test_hands_on_all_boards_at_once_are_what_a_count_by_graphs_finds(name: str):
    """Wins in categories that nothing is paid for stand together."""
    flop, leak, random = parse_cards("Kc 9c 5d"), states.LEAKS[name], Random(name)
    ranked, categories = ranked_flop(), states.paid_categories(NETS)
    for _ in range(2):
        *hand, turn, a, b, c, d = random.sample([card for card in DECK if card not in flop], 9)
        known, on = [a, b, c, d][: leak.cards], ranked
        if leak.turn:
            on = flops.with_turn(ranked, turn)
        cards = (np.array(hand), np.array(known))
        work, ways = flops.new_work(on), leaks.WAYS[name]
        row = flops.count_known(on, categories, cards, work, ways).tolist()
        plain = graphs.row_of(hand, flop, known, turn if leak.turn else -1).tolist()
        assert [row[TIES], row[LOSSES], sum(row)] == [plain[TIES], plain[LOSSES], ways]
        assert [one for one, paid in zip(row, categories.paid, strict=True) if paid] == [
            one for one, paid in zip(plain, categories.paid, strict=True) if paid
        ]


@cache
def ranked_flop() -> flops.Ranked:
    return flops.rank_flop(parse_cards("Kc 9c 5d"))


def test_the_cell_of_a_drawn_hand_is_its_own():
    flop = parse_cards("7c 7d 2h")
    words = np.arange(40, dtype=np.uint32).reshape(10, 4) * np.uint32(100_000_007)
    hands = states.draw(words, np.flatnonzero(live_cards(flop)))
    cells = choices.cells_of_hands(flop, states.STEPS[range(4), hands].sum(axis=1))
    assert cells.tolist() == [find_cell(hand, flop) for hand in hands.tolist()]
    assert len({tuple(hand) for hand in hands.tolist()}) == 10
    assert all(len({*hand}) == 4 and not {*hand} & {*flop} for hand in hands.tolist())


def test_a_rule_is_priced_where_it_was_not_found():
    """Two sights: at the first one half finds 1x best and the other 3x, at the second both fold; a
    third stands in one half alone, and nothing is said of it by the other."""
    one, other = [0] * rules.NUMBERS, [0] * rules.NUMBERS
    one[0:6], other[0:6] = [2, 4, 6, 18, -5, 25], [4, 16, 1, 1, -3, 9]
    one[6:12], other[6:12] = [-4, 16, -2, 4, 3, 9], [-4, 16, -2, 4, 1, 1]
    other[12:18] = [9, 81, 0, 0, 0, 0]
    rule = rules.best_rule([*one, *other], 6, 10)
    assert rule.actions == {0: 1, 1: 2, 2: 0}
    total, squares = 1 + 2 + 1 + 3, 1 + 4 + 1 + 9
    assert rule.gain == Fraction(total, 60)
    assert rule.error == pytest.approx(((squares / 6 - (total / 6) ** 2) / 5) ** 0.5 / 10)


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
    assert states._stand(tables(), np.array(parse_cards("Kd 9s 5c")), cards, turn) == stand


@pytest.mark.parametrize(
    ("card", "stand"), [("Kh", 0), ("9h", 1), ("2c", 2), ("Ac", 2), ("Th", 3), ("8s", 4)]
)
def test_how_one_card_stands_to_the_flop(card: str, stand: int):
    assert dealer.stand_of(parse_cards(card)[0], parse_cards("Kc 9c 5d")) == stand


def test_other_seats_cards_known_are_what_a_slow_twin_finds():
    """With eight of them the twin is done in time; more seats leave fewer cards."""
    for seed in range(3):
        deck = Random(seed).sample(DECK, 52)
        row = neighbours.row_of(deck, 8).tolist()
        given = [named(one) for one in (deck[:4], deck[4:7], deck[39:])]
        assert row == naive_leaks.omaha_row(given[0], given[1], given[2], [], None)


def test_neighbours_leave_fewer_ways_to_go_on():
    deck = Random(9).sample(DECK, 52)
    for seats, name in enumerate(leaks.DEALS, 1):
        assert neighbours.row_of(deck, seats).sum() == leaks.WAYS[name], name
