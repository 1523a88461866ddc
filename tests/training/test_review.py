"""Rounds reviewed: luck and play apart in the real games, tags by cost, and sessions."""

from collections import Counter
from fractions import Fraction
from itertools import combinations

import pytest

from pitboss.cards import DECK, format_cards, parse_cards
from pitboss.games.contract import Decision
from pitboss.odds.worth import find_worth
from pitboss.rounds.runner import Runner, replay
from pitboss.rounds.script import run_script
from pitboss.rounds.shuffle import seeded
from pitboss.training.coach import Basis, Judgement, judge, weigh
from pitboss.training.review import (
    APART,
    BEST,
    BLUNDER,
    DEAL,
    FORCED,
    INACCURACY,
    MISTAKE,
    Luck,
    Reviewed,
    Turn,
    luck_of,
    review_round,
    tag_of,
)
from pitboss.training.rounds import decide
from pitboss.training.sessions import Session
from tests.training.rounds import waiting

ALONE = {
    "duki": {"wagers": {"1": {"ante": 10, "bonus": 2}}},
    "buyout": {"wagers": {"1": {"first": 10, "bonus": 10}}},
    "super-omaha": {"wagers": {"1": {"ante": 10, "jackpot-1": 1}}},
}


def play_out(running: Runner, seed: str) -> Runner:
    """To the end, by players who surprise."""
    take = seeded(seed)
    while running.question:
        running.decide(decide(running, take))
    return running


@pytest.mark.parametrize("game", ALONE)
def test_alone_at_a_table_play_is_worth_the_wagers_less_what_decisions_cost(game: str):
    for seed in range(5):
        ended = play_out(waiting(game, str(seed), **ALONE[game]), str(seed))
        reviewed = review_round(ended, 1)
        worth = find_worth(ended.table.opening, 1)
        assert worth is not None
        assert reviewed.worth_cents == worth.cents - reviewed.cost_cents
        assert reviewed.net_cents == ended.net_cents[1]
        assert reviewed.is_deal_known


@pytest.mark.parametrize("game", ["duki", "super-omaha"])
def test_others_whose_cards_are_hidden_change_nothing(game: str):
    ended = play_out(waiting(game, "3"), "3")
    reviewed = review_round(ended, 1)
    worth = find_worth(ended.table.opening, 1)
    assert worth is not None
    assert reviewed.worth_cents == worth.cents - reviewed.cost_cents


def test_open_cards_of_others_are_worth_something_that_is_no_luck_of_the_deal():
    """Buyout's cards lie open: the deal's luck is that of the seat as if alone."""
    told = []
    for seed in map(str, range(6)):
        ended = play_out(waiting("buyout", seed), seed)
        reviewed = review_round(ended, 1)
        worth = find_worth(ended.table.opening, 1)
        assert worth is not None
        first, deal = reviewed.turns[0], reviewed.lucks[0]
        assert deal.kind == DEAL
        told.append(first.best_cents - worth.cents - deal.cents)
        assert reviewed.worth_cents == worth.cents + told[-1] - reviewed.cost_cents
    assert min(told) < 0 < max(told)


def test_a_jackpot_is_told_apart():
    ended = play_out(waiting("super-omaha", "1", **ALONE["super-omaha"]), "1")
    reviewed = review_round(ended, 1)
    worth = find_worth(ended.table.opening, 1)
    assert worth is not None
    assert reviewed.lucks[-1] == Luck(APART, -100 - worth.apart_cents)


def test_buying_a_card_has_on_average_the_worth_that_it_had():
    """Over every fourth card that may come: the luck of the draw has mean zero, in fractions."""
    running = waiting("buyout", "4", wagers={"1": {"first": 10}})
    after = next(one for one in weigh(running).options if one.action == "buy").value
    deck, fourth = running.table.opening.deck, 5
    unseen = [card for card in deck if card not in (*deck[:1], *deck[2:5])]
    values = []
    for card in unseen:
        rest = [one for one in deck if one != card]
        opening = running.table.opening._replace(deck=(*rest[:fourth], card, *rest[fourth:]))
        if card == deck[1]:  # the dealer's hidden card may be any other
            opening = opening._replace(deck=(deck[0], deck[5], *deck[2:5], card, *deck[6:]))
        dealt = replay(running.game, opening, [Decision(1, "buy")])
        assert dealt.table.hands[1][3] == card
        values.append(weigh(dealt).best.value)
    assert len(values) == 48
    assert sum(values, Fraction(0)) / 48 == after


def test_a_played_hand_ends_on_average_with_what_it_was_worth():
    """Four deuces in Duki against every hand of the dealer, each played by the rules; hands that a
    change of suits makes alike once, for the deuces are of all suits."""
    deuces = parse_cards("2c 2d 2h 2s")
    running = run_script(
        {"game": "duki", "deck": "2c 2d 2h 2s Ac Kd Qh Js", "wagers": {"1": {"ante": 10}}}
    )
    after = judge(running, Decision(1, "play"))
    worth = next(one.value for one in after.options if one.action == "play") * 1000
    total, deals = Fraction(0), 0
    for dealer, ways in dealer_hands(deuces).items():
        opening = running.table.opening._replace(deck=in_turn(deuces, dealer))
        ended = replay(running.game, opening, [Decision(1, "play")])
        (luck,) = luck_of(ended.net_cents[1], [(worth, worth)], None)
        total, deals = total + ways * luck.cents, deals + ways
    assert deals == 194_580
    assert total == 0


def dealer_hands(taken: tuple[int, ...]) -> Counter[tuple[int, ...]]:
    """The dealer's hands, one of each kind with their number."""
    left = [card for card in DECK if card not in taken]
    kinds = Counter(
        tuple(sorted(tuple(card >> 2 for card in hand if card & 3 == suit) for suit in range(4)))
        for hand in combinations(left, 4)
    )
    return Counter(
        {
            tuple(rank << 2 | suit for suit, ranks in enumerate(kind) for rank in ranks): ways
            for kind, ways in kinds.items()
        }
    )


def in_turn(player: tuple[int, ...], dealer: tuple[int, ...]) -> tuple[int, ...]:
    """The deck as the machine serves it: a hand to the player, then one to the dealer."""
    return (*player, *dealer)


def test_a_review_is_made_from_what_the_seat_saw():
    """Other hidden cards, and a decision is worth the same and its spot names none of them."""
    ended = play_out(waiting("duki", "5"), "5")
    opening = ended.table.opening
    own = set(ended.table.hands[1]) or set(opening.deck[:4])
    others = iter(sorted(card for card in opening.deck if card not in own))
    deck = tuple(card if card in own else next(others) for card in opening.deck)
    again = replay(ended.game, opening._replace(deck=deck), ended.decisions)
    before, after = review_round(ended, 1), review_round(again, 1)
    assert before.turns == after.turns
    shown = " ".join(before.turns[0].judgement.spot["deck"])  # type: ignore[arg-type]
    assert {card for card in shown.split() if card != "??"} == set(format_cards(own).split())


def judgement_of(cost: Fraction, unit: str = "ante wager", options: int = 2) -> Judgement:
    running = waiting("duki", "1", wagers={"1": {"ante": 10}})
    made = judge(running, Decision(1, "fold"))
    return made._replace(
        cost=cost, options=made.options[:options], basis=Basis("exact", unit), unit_cents=1000
    )


@pytest.mark.parametrize(
    ("cost", "tag"),
    [
        ("0", BEST),
        ("1/1000000", INACCURACY),
        ("49/1000", INACCURACY),
        ("1/20", MISTAKE),
        ("51/1000", MISTAKE),
        ("249/1000", MISTAKE),
        ("1/4", BLUNDER),
        ("251/1000", BLUNDER),
    ],
)
def test_a_decision_is_called_by_its_cost(cost: str, tag: str):
    assert tag_of(judgement_of(Fraction(cost))) == tag


@pytest.mark.parametrize(
    ("cost", "tag"),
    [("49/100", INACCURACY), ("1/2", MISTAKE), ("199/100", MISTAKE), ("2", BLUNDER)],
)
def test_between_players_in_big_blinds(cost: str, tag: str):
    assert tag_of(judgement_of(Fraction(cost), "big blind")) == tag


def test_what_left_no_choice_is_no_decision():
    turn = Turn(0, judgement_of(Fraction(0), options=1))
    assert turn.tag == FORCED
    assert Reviewed(0, (turn,), ()).chosen == []
    assert Reviewed(0, (turn,), ()).worst == ""


def test_what_the_clock_took_costs_and_is_not_held_against_the_person():
    slow = Turn(0, judgement_of(Fraction(1, 2)), by_clock=True)
    quick = Turn(1, judgement_of(Fraction(1, 10)))
    reviewed = Reviewed(-1000, (slow, quick), ())
    assert reviewed.cost_cents == 600
    assert reviewed.worst == MISTAKE
    assert Session((reviewed,)).tags == {BEST: 0, INACCURACY: 0, MISTAKE: 1, BLUNDER: 0}


def test_between_players_only_costs_are_known_if_the_model_holds():
    ended = play_out(waiting("holdout", "1"), "1")
    reviewed = review_round(ended, 1)
    assert reviewed.is_modelled
    assert reviewed.worth_cents == -reviewed.cost_cents


def test_a_session_adds_up():
    ended = [play_out(waiting("duki", str(seed), **ALONE["duki"]), str(seed)) for seed in range(6)]
    session = Session(tuple(review_round(one, 1) for one in ended))
    assert session.net_cents == sum(one.net_cents[1] for one in ended)
    assert session.course[-1] == (session.net_cents, session.worth_cents)
    assert session.decisions == sum(session.tags.values()) == 6
    assert session.accuracy is not None
    assert 0 <= session.accuracy <= 1
    spread = session.spread
    assert spread is not None
    assert spread.counted_cents is not None
    assert spread.worth_cents < spread.won_cents


def test_the_best_of_everything_is_all_accuracy_and_the_worst_none():
    running = waiting("duki", "2", wagers={"1": {"ante": 10}})
    worths = {one.action: one.value for one in weigh(running).options}
    best, worst = (pick(worths, key=lambda name: worths[name]) for pick in (max, min))
    sessions = []
    for action in (best, worst):
        ended = replay(running.game, running.table.opening, [Decision(1, action)])
        sessions.append(Session((review_round(ended, 1),)))
    assert [session.accuracy for session in sessions] == [1, 0]
    assert Session().accuracy is None
