"""A table is set and a round opened: what a sign may say, what each wager meets, and the line of
each refusal."""

from typing import Any

import pytest

from pitboss.games import find_game
from pitboss.games.contract import Settings
from pitboss.games.opening import (
    limits_of,
    offers,
    open_round,
    open_seating,
    own_limits,
    reopen_round,
    set_table,
)
from pitboss.jackpots.terms import read_jackpots
from tests.omaha_scripts import house
from tests.scripts import refuses_line

AGGREGATE = "WAC 230-15-490"


def table(key: str, jackpots: tuple[int, ...] = (), **given: Any) -> Settings:
    """One with a jackpot for each of these fixed wagers in dollars."""
    game = find_game(key)
    entries = [house("5CL-01") | {"wager": wager} for wager in jackpots]
    terms = [terms for terms, _ in read_jackpots(entries, game.paytables.get("jackpot", {}))]
    return set_table(game, jackpots=terms, **given)


LIMITS = {"min": 5, "max": 100}
BONUSES = {"high-hand": "HHW-01", "flop-bonus": "SOA-01"}


@pytest.mark.parametrize(
    ("settings", "expected"),
    [
        (table("duki"), {"ante": (1, 0), "play": (1, 0), "bonus": (1, 0)}),
        (
            table("duki", limits=LIMITS, rulings={"dealer-wagers": "yes"}),
            {"ante": (500, 10000), "play": (1, 10000), "tip": (1, 10000), "bonus": (500, 10000)},
        ),
        (
            table("duki", limits=LIMITS | {"bonus": [1, 25]}),
            {"ante": (500, 10000), "play": (1, 10000), "bonus": (100, 2500)},
        ),
        (
            table("buyout", limits=LIMITS | {"bonus": ["0.50", 25]}),
            {
                "first": (500, 10000),
                "second": (1, 10000),
                "third": (1, 10000),
                "bonus": (100, 2500),
            },
        ),
        (
            table("super-omaha", (1, 5), limits=LIMITS, paytables=BONUSES),
            {
                "ante": (500, 10000),
                "flop": (1, 10000),
                "high-hand": (1, 10000),
                "flop-bonus": (1, 10000),
                "jackpot-1": (100, 100),
                "jackpot-2": (500, 500),
            },
        ),
    ],
)
def test_the_least_and_the_most_of_each_wager(
    settings: Settings, expected: dict[str, tuple[int, int]]
) -> None:
    """A jackpot has its fixed amount; a pair of its own stands above the table's limits, and a
    document's least above both."""
    game = find_game(settings.game)
    offered = offers(game, settings)
    assert {offer.spot.name: offer[1:] for offer in offered} == expected
    for offer in offered:
        assert limits_of(settings, offer.spot) == offer[1:]


def test_once_only_what_the_sign_named_for_a_wager_was_its_limit() -> None:
    spots = find_game("duki").source.spots
    plain = table("duki", limits=LIMITS)
    assert own_limits(plain, spots["ante"]) == (500, 10000)
    assert own_limits(plain, spots["bonus"]) == (1, 0)
    paired = table("duki", limits=LIMITS | {"bonus": [1, 25], "tip": ["0.50", 5]})
    assert own_limits(paired, spots["bonus"]) == (100, 2500)
    assert own_limits(paired, spots["tip"]) == (50, 500)


@pytest.mark.parametrize(
    ("limits", "expected"),
    [
        ({}, (0, 0, {}, {})),
        ({"min": 0}, (0, 0, {}, {})),
        ({"min": 5}, (500, 0, {}, {})),
        ({"max": "0.01"}, (0, 1, {}, {})),
        ({"min": 5, "max": 5}, (500, 500, {}, {})),
        ({"bonus": [0, "0.01"], "tip": (2, 2)}, (0, 0, {"bonus": (0, 1), "tip": (200, 200)}, {})),
        ({"aggregate": {"bonus": "0.01"}}, (0, 0, {}, {"bonus": 1})),
    ],
)
def test_what_a_sign_may_say(limits: dict[str, object], expected: tuple[object, ...]) -> None:
    assert table("duki", limits=limits).limits[:4] == expected


@pytest.mark.parametrize(
    ("limits", "line"),
    [
        ({"min": "x"}, "limit min: 'x' is no amount; write dollars such as 10 or 10.50"),
        ({"max": "x"}, "limit max: 'x' is no amount; write dollars such as 10 or 10.50"),
        ({"min": "-0.01"}, "limit min must not be below 0"),
        ({"max": 0}, "limit max: 0.00 to 0.00 is no range; lower amount first, above 0"),
        ({"max": -1}, "limit max: 0.00 to -1.00 is no range; lower amount first, above 0"),
        (
            {"min": -1, "max": 5},
            "limit max: -1.00 to 5.00 is no range; lower amount first, above 0",
        ),
        (
            {"min": "5.01", "max": 5},
            "limit max: 5.01 to 5.00 is no range; lower amount first, above 0",
        ),
        ({"bonus": 25}, "limit bonus must be a pair such as [1, 25]"),
        ({"bonus": "12"}, "limit bonus must be a pair such as [1, 25]"),
        ({"bonus": [25]}, "limit bonus must be a pair such as [1, 25]"),
        ({"bonus": [1, 2, 3]}, "limit bonus must be a pair such as [1, 25]"),
        ({"tip": [1, "x"]}, "limit tip: 'x' is no amount; write dollars such as 10 or 10.50"),
        ({"tip": [2, 1]}, "limit tip: 2.00 to 1.00 is no range; lower amount first, above 0"),
        ({"ante": [1, 2]}, "limit 'ante' is unknown; allowed: min, max, bonus, tip, aggregate"),
        (
            {"aggregate": 5},
            'limit aggregate: a JSON object is needed, such as {"bonus": 1250}',
        ),
        (
            {"aggregate": {"bonus": "x"}},
            "limit aggregate bonus: 'x' is no amount; write dollars such as 10 or 10.50",
        ),
    ],
)
def test_what_a_sign_may_not_say(limits: dict[str, object], line: str) -> None:
    with refuses_line(line):
        table("duki", limits=limits)


@pytest.mark.parametrize(
    ("jackpots", "wager", "allowed"),
    [
        ((), "jackpot-1", "ante, high-hand, flop-bonus"),
        ((1,), "jackpot-0", "ante, high-hand, flop-bonus, jackpot-1"),
        ((1,), "jackpot-2", "ante, high-hand, flop-bonus, jackpot-1"),
        ((1, 1), "flop", "ante, high-hand, flop-bonus, jackpot-1, jackpot-2"),
    ],
)
def test_an_aggregate_limit_is_of_a_wager_with_a_pay_table(
    jackpots: tuple[int, ...], wager: str, allowed: str
) -> None:
    line = f"limit aggregate: '{wager}' is not paid by a pay table here; allowed: {allowed}"
    with refuses_line(line, AGGREGATE):
        table("super-omaha", jackpots, paytables=BONUSES, limits={"aggregate": {wager: 5}})
    for fine in allowed.split(", "):
        settings = table(
            "super-omaha", jackpots, paytables=BONUSES, limits={"aggregate": {fine: 5}}
        )
        assert settings.limits.aggregates == {fine: 500}


def test_an_aggregate_limit_is_above_0() -> None:
    for amount in (0, -5):
        with refuses_line(f"limit aggregate bonus of {amount}.00 must be above 0", AGGREGATE):
            table("duki", limits={"aggregate": {"bonus": amount}})
    with refuses_line(
        "limit aggregate: 'bonus' is not paid by a pay table here; allowed: none", AGGREGATE
    ):
        table("holdout", limits={"aggregate": {"bonus": 5}})


@pytest.mark.parametrize(
    ("key", "given", "line"),
    [
        (
            "super-omaha",
            {"jackpot": "5CL-01"},
            "pay table for 'jackpot': super-omaha has tables for ante, high-hand, flop-bonus",
        ),
        ("holdout", {"ante": "A"}, "pay table for 'ante': holdout has tables for no wager"),
        (
            "buyout",
            {"bonus": "gold"},
            "pay table 'gold' for bonus is unknown; printed: sample",
        ),
    ],
)
def test_a_pay_table_that_there_is_not(key: str, given: dict[str, object], line: str) -> None:
    with refuses_line(line):
        table(key, paytables=given)


OWN = {"code": "own", "rows": [["flush", 4]]}


def test_each_table_of_the_houses_own_is_labelled() -> None:
    """Whatever the table before it in the layout is."""
    assert table("super-omaha", paytables=BONUSES).labels == ()
    for name in BONUSES:
        labels = table("super-omaha", paytables=BONUSES | {name: OWN}).labels
        assert labels == (f"not as approved: pay table own for {name} is not printed",)


def test_a_reading_that_is_none_is_labelled() -> None:
    settings = table("duki", rulings={"bonus-four-card": "three-suits-only"})
    assert settings.labels == (
        "not as approved: ruling bonus-four-card=three-suits-only is no reading of the text",
    )
    assert settings.game == "duki"


def test_where_the_document_has_nothing_against_it_a_house_table_needs_no_label() -> None:
    """Buyout's text says what a house's bonus pays; another game's may leave it at that."""
    own = {"bonus": {"code": "own", "rows": [["44", 9]]}}
    game = find_game("buyout")
    assert set_table(game, paytables=own).labels
    assert set_table(game._replace(house_fault=None), paytables=own).labels == ()


DECK = tuple(range(20))


@pytest.mark.parametrize("opened", [open_round, reopen_round])
def test_a_round_is_opened_as_it_is_given(opened: Any) -> None:
    game, settings = find_game("duki"), table("duki", limits=LIMITS)
    wagers = {2: {"ante": 500}, 1: {"bonus": 500, "ante": 10000}}
    opening = opened(game, settings, wagers, DECK)
    assert opening[:4] == (settings, {1: {"ante": 10000, "bonus": 500}, 2: {"ante": 500}}, DECK, "")
    assert list(opening.wagers[1]) == ["ante", "bonus"], "in the order of the layout"
    for back in ("red", "blue"):
        assert opened(game, settings, wagers, DECK, back).deck_name == back
    with refuses_line("deck_name 'green': the house has decks red, blue"):
        opened(game, settings, wagers, DECK, "green")
    with refuses_line("deck: card 2c stands twice"):
        opened(game, settings, wagers, (0, 5, 0))
    with refuses_line("deck: 52 is no card; cards are numbers from 0 to 51"):
        opened(game, settings, wagers, (0, 52))


def test_a_round_between_players_is_opened_as_it_is_given() -> None:
    game, settings = find_game("holdout"), table("holdout")
    given = {"stacks": {"1": 200, "2": 200}, "button": 1, "blinds": [2, 4]}
    opening = open_seating(game, settings, given, DECK)
    assert opening[:4] == (settings, {}, DECK, "")
    assert open_seating(game, settings, given, DECK, "blue").deck_name == "blue"
    with refuses_line("deck_name 'green': the house has decks red, blue"):
        open_seating(game, settings, given, DECK, "green")


@pytest.mark.parametrize("opened", [open_round, reopen_round])
@pytest.mark.parametrize(
    ("key", "wagers", "line", "rule"),
    [
        ("duki", {}, "wagers: none is made; a round needs at least one seat with a wager", ""),
        ("duki", {0: {"ante": 500}}, "seat 0: this table has seats 1 to 7 (ruling seats)", ""),
        ("duki", {8: {"ante": 500}}, "seat 8: this table has seats 1 to 7 (ruling seats)", ""),
        ("duki", {3: {"first": 500}}, "seat 3: duki has no wager 'first'", ""),
        (
            "duki",
            {3: {"ante": 500, "play": 500}},
            "seat 3: play wager of 5.00 cannot be made before the deal; it comes with a decision",
            "DUKI-06",
        ),
        ("duki", {3: {"ante": 0}}, "seat 3: ante wager of 0.00 must be above 0", "DUKI-02"),
        ("duki", {3: {"ante": -1}}, "seat 3: ante wager of -0.01 must be above 0", "DUKI-02"),
        (
            "duki",
            {3: {"ante": 499}},
            "seat 3: ante wager of 4.99 is below the table minimum of 5.00",
            "DUKI-02",
        ),
        (
            "duki",
            {3: {"ante": 10001}},
            "seat 3: ante wager of 100.01 is above the table maximum of 100.00",
            "DUKI-02",
        ),
        (
            "buyout",
            {3: {"first": 500, "bonus": 99}},
            "seat 3: bonus wager of 0.99 is below 1.00, the least",
            "BUYOUT-18",
        ),
        ("super-omaha", {3: {}}, "seat 3: an Ante is required of every seat", "SO-02"),
        (
            "super-omaha",
            {3: {"ante": 500, "jackpot-1": 0}},
            "seat 3: jackpot-1 wager of 0.00 must be above 0",
            "SO-19",
        ),
        (
            "super-omaha",
            {3: {"ante": 500, "jackpot-1": 99}},
            "seat 3: jackpot-1 wager of 0.99 must be exactly 1.00",
            "SO-29",
        ),
    ],
)
def test_a_wager_that_is_not_taken(
    opened: Any, key: str, wagers: dict[int, dict[str, int]], line: str, rule: str
) -> None:
    settings = table(key, (1,) if key == "super-omaha" else (), limits=LIMITS)
    with refuses_line(line, rule):
        opened(find_game(key), settings, wagers, DECK)


def test_a_seat_in_a_round_has_a_wager() -> None:
    with refuses_line("seat 2: no wager is made; leave the seat out instead"):
        open_round(find_game("duki"), table("duki"), {1: {"ante": 1}, 2: {}}, DECK)


def test_without_limits_a_cent_is_a_wager() -> None:
    made = {1: {"ante": 1}, 7: {"ante": 5000_00}}
    assert open_round(find_game("duki"), table("duki"), made, DECK).wagers == made
