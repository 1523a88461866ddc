"""Wagers on which the player has the edge: told with the exact figure, never counted for long."""

from fractions import Fraction

import pytest

from pitboss.games import all_games, find_game
from pitboss.house.books.edges import Prices
from pitboss.house.books.warnings import Warned, against_the_house, find_warnings, is_usual
from pitboss.house.tables.setup import Setup, read_setup
from pitboss.jackpots.terms import read_jackpots

OMAHA = find_game("super-omaha")


def setup(game: str, jackpots=None, **given) -> Setup:
    terms = [{"jackpot": name} for name in jackpots or ()]
    table = {**given.pop("table", {}), **({"jackpots": terms} if terms else {})}
    return read_setup({"game": game, "table": table, **given}, jackpots or {})


def warned(game: str, **rulings: str) -> list[Warned]:
    readings = {name.replace("_", "-"): option for name, option in rulings.items()}
    return find_warnings(setup(game, table={"rulings": readings}), {})


def test_readings_that_give_the_player_the_edge_are_told_with_the_exact_figure() -> None:
    [ante] = warned("duki", ante_three_card="three-card-table")
    assert (ante.wager, ante.house_edge) == ("ante", Fraction(-31461529, 418076750))
    assert ante.words == (
        "Ante under ante-three-card=three-card-table: the player has the edge, 7.53 % of each"
        " wager (house edge -31461529/418076750)"
    )
    [bonus] = warned("duki", bonus_four_card="ante-table")
    assert (bonus.wager, bonus.house_edge) == ("bonus", Fraction(-10284, 270725))
    assert bonus.values()["house_edge"] == {"exact": "-10284/270725", "value": -10284 / 270725}
    assert "3.80 %" in bonus.words


def test_a_table_of_the_houses_own_is_priced_too() -> None:
    rows = [["three-of-a-kind", 40], ["straight", 8], ["pair-4s-or-better", 2]]
    [bonus] = find_warnings(setup("duki", table={"paytables": {"bonus": {"rows": rows}}}), {})
    # and nothing is said of the Ante, on which the house has it
    assert bonus.house_edge is not None
    assert bonus.house_edge < Fraction(-2, 5)
    assert bonus.words.startswith("Bonus under a pay table that is not printed: the player has")


def test_what_would_have_to_be_counted_is_unknown() -> None:
    rows = [["21-22", 5], ["23-44", 9]]
    own = setup("buyout", table={"paytables": {"bonus": {"rows": rows}}})
    [bonus] = find_warnings(own, {})
    assert (bonus.wager, bonus.house_edge) == ("bonus", None)
    assert "the house edge is unknown here" in bonus.words
    assert bonus.values()["house_edge"] is None
    assert against_the_house(own, {}) == []


def test_a_jackpot_is_priced_at_what_it_displays() -> None:
    given = {"paytable": "5CL-E01", "type": "progressive", "seed": 10_000, "rate": "0.2"}
    terms = read_jackpots([given], OMAHA.paytables["jackpot"])[0][0]
    linked = setup("super-omaha", {"link": terms})
    assert find_warnings(linked, {"link": 10_000_00}) == []
    [jackpot] = find_warnings(linked, {"link": 5_000_000_00})
    assert jackpot.wager == "jackpot-1"
    assert jackpot.words.startswith("Jackpot 1 at $5,000,000 with every seat in it: the player has")


def test_nothing_is_said_of_practice_nor_of_games_between_players() -> None:
    rulings = {"rulings": {"ante-three-card": "three-card-table"}}
    assert find_warnings(setup("duki", table=rulings, practice=True), {}) == []
    assert find_warnings(setup("holdout", blinds=[2, 4]), {}) == []


@pytest.mark.parametrize("key", ["buyout", "duki", "super-omaha"])
def test_no_printed_table_under_the_first_readings_gives_the_player_the_edge(key: str) -> None:
    """The server does not price such tables when it opens its first ones. Of a main wager the first
    printed table pays most on every row."""
    for wager, printed in find_game(key).paytables.items():
        codes = list(printed) if wager != "jackpot" else []
        for code in codes[:1] if wager == "ante" else codes:
            usual = setup(key, table={"paytables": {wager: code}})
            edge = Prices(usual).edge(wager)
            assert edge
            assert (is_usual(usual), edge.house_edge > 0) == (True, True), code


def test_the_first_tables_of_a_house_are_the_usual_ones() -> None:
    for game in all_games():
        assert is_usual(read_setup({**game.face.first_table.setup, "game": game.source.key}, {}))
    assert not is_usual(setup("duki", table={"rulings": {"ace": "high"}}))
