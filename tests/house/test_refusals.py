"""All that is wrong with a table's setup is said at once, and each of it where it stands."""

from pathlib import Path

import pytest

from pitboss.house.engine import House
from pitboss.house.store import open_database
from pitboss.house.tables.setup import read_setup
from pitboss.refusal import Refused, gather
from tests.house.guests import open_table

WASHINGTON = {"name": "washington"}


def refused(**given: object) -> Refused:
    with pytest.raises(Refused) as found:
        read_setup({"game": "duki", **given}, {})
    return found.value


def places(**given: object) -> list[str]:
    return [one.place for one in refused(**given).each]


def test_nothing_is_said_of_what_is_right() -> None:
    assert read_setup({"game": "duki"}, {}).key == "duki"


def test_every_group_of_a_setup_is_checked_though_another_is_wrong() -> None:
    wrong = refused(
        name="",
        table={
            "limits": {"min": 5, "max": "abc", "bonus": [9, 3]},
            "rulings": {"ace": "low", "decks": "three"},
            "paytables": {"bonus": {"rows": [["straight", "-3"], ["pair", "much"]]}},
        },
        clock={"decision": -1},
        buy_in=[0, 5],
        profile=WASHINGTON,
    )
    assert [one.place for one in wrong.each] == [
        "name",
        "table.rulings.ace",
        "table.rulings.decks",
        "table.paytables.bonus.rows.straight",
        "table.paytables.bonus.rows.pair",
        "table.limits.max",
        "table.limits.bonus",
        "profile.licence",
        "profile.date",
        "clock.decision",
        "buy_in",
        "approval.internal-controls",
    ]
    assert str(wrong) == "name: give 1 to 60 characters, not 0", "in one line the first is said"


def test_the_first_is_raised_in_the_words_it_has_alone() -> None:
    alone = refused(profile={**WASHINGTON, "licence": "house-banked", "date": "2024-01-10"})
    assert str(alone).startswith("profile washington: the approval record lacks internal-controls")
    assert [(one.place, str(one)) for one in alone.each] == [
        (
            "approval.internal-controls",
            "profile washington: a table opens only with this on record",
        )
    ]


def test_the_law_is_held_against_what_is_right_of_the_settings() -> None:
    """A wrong pay table hides neither a limit above the law's nor a record that lacks."""
    law = {**WASHINGTON, "licence": "house-banked", "date": "2024-01-10"}
    table = {"limits": {"max": 500}, "paytables": {"bonus": "none such"}}
    assert places(table=table, profile=law) == [
        "table.paytables.bonus",
        "table.limits.max",
        "approval.internal-controls",
    ]


def test_what_follows_from_something_refused_is_not_refused_for_it() -> None:
    """Whether an aggregate limit is high enough hangs on the wager's most, which is wrong."""
    limits = {"min": 5, "max": 100, "bonus": [1, "x"], "aggregate": {"bonus": 10}}
    assert places(table={"limits": limits}) == ["table.limits.bonus"]


def test_a_game_between_players_names_its_blinds_bets_and_chip() -> None:
    given = {"blinds": [4, 2], "bets": ["x", 4], "chip": 0}
    assert places(game="holdout", **given) == ["chip", "blinds", "bets"]


def test_no_setting_at_all_is_refused_in_one_line() -> None:
    tables: list[dict[str, object]] = [{"paytables": [{}]}, {"paytables": {"nope": "x"}}]
    for table in (*tables, {"rulings": {"nope": 1}}):
        first, other = refused(name="", table=table).each
        assert (first.place, other.place[:5]) == ("name", "table")


def refuse(words: str) -> None:
    raise Refused(words)


def refuse_three() -> None:
    with gather() as parts:
        with parts.at("a"):
            refuse("first")
        parts.add(Refused("again").below("a"))
        with parts.at("b"), gather() as inner:
            with inner.at("c"):
                refuse("second")
            with inner.at("d"):
                refuse("third")


def test_gathering_goes_on_and_says_one_thing_of_each_place() -> None:
    with pytest.raises(Refused, match="first") as found:
        refuse_three()
    assert [(one.place, str(one)) for one in found.value.each] == [
        ("a", "first"),
        ("b.c", "second"),
        ("b.d", "third"),
    ]


def test_a_name_like_someone_of_the_house_is_said_beside_the_rest(tmp_path: Path) -> None:
    house = House(open_database(str(tmp_path / "house.db")))
    with pytest.raises(Refused) as found:
        open_table(house, "duki", name="Pitboss", buy_in=[0, 5])
    house.close()
    assert [one.place for one in found.value.each] == ["buy_in", "name"]
