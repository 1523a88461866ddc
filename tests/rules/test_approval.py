"""What a table must have on record under a profile, by the conditions of each game's approval."""

from types import SimpleNamespace
from typing import Any

import pytest

from pitboss.games import all_games, find_game
from pitboss.games.approval import Approval, asked_records, read_approval
from pitboss.games.contract import Settings
from pitboss.games.opening import set_table
from pitboss.games.profile import Profile, figures
from pitboss.games.source import Condition
from pitboss.jackpots.terms import read_jackpots
from tests.omaha_scripts import house
from tests.scripts import refuses

NONE = Profile()
WASHINGTON = Profile("washington", "2023-01-10", "house-banked")
TRIBAL = Profile("tribal", approval="TGA 12")
SYSTEM = "Andromeda Bonus Jackpot System"
CARD_ROOM = {"internal-controls": "IC 7"}
LICENSED = CARD_ROOM | {"licences": "Galaxy Gaming 20-1, Shuffle Works 20-2"}
TRIBE = {
    "concurrence": "WSGC 4",
    "supplement": "Appendix A 18, Super Omaha",
    "certification": "Galaxy Gaming C-1, Shuffle Works C-2",
    "licences": "Galaxy Gaming T-1, Shuffle Works T-2",
}
SHUFFLER = {
    "shuffler-model": "Model 1",
    "shuffler-approval": "WSGC model list 3",
    "shuffler-maker": "Shuffle Works",
}
JACKPOTS = {"jackpot-system": SYSTEM, "jackpot-series": "3d", "display-functions": "none"}
EQUIPPED = SHUFFLER | JACKPOTS


def table(key: str = "super-omaha", jackpots: bool = True, **rulings: str) -> Settings:
    game = find_game(key)
    terms = []
    if jackpots and key == "super-omaha":
        terms = [terms for terms, _ in read_jackpots([house("5CL-01")], game.paytables["jackpot"])]
    return set_table(game, rulings, jackpots=terms)


def read(profile: Profile, settings: Settings, given: Any) -> Approval:
    return read_approval(profile, find_game(settings.game), settings, given)


LETTERS: list[tuple[str, Profile, dict[str, str]]] = [
    ("buyout", WASHINGTON, LICENSED),
    ("holdout", WASHINGTON, LICENSED),
    ("duki", WASHINGTON, CARD_ROOM),
    ("super-omaha", WASHINGTON, LICENSED | EQUIPPED),
    ("buyout", TRIBAL, TRIBE),
    ("holdout", TRIBAL, TRIBE),
    ("duki", TRIBAL, TRIBE),
    ("super-omaha", TRIBAL, TRIBE | EQUIPPED),
]
"""Each letter, and all that a table needs under it; with jackpots and a machine where there may
be any."""


@pytest.mark.rule("SO-30")
@pytest.mark.rule("SO-31")
@pytest.mark.parametrize(("key", "profile", "whole"), LETTERS)
def test_what_a_letter_asks_for_is_enough(
    key: str, profile: Profile, whole: dict[str, str]
) -> None:
    approval = read(profile, table(key), whole)
    texts = {name.replace("_", "-"): text for name, text in approval._asdict().items() if text}
    assert texts == whole | ({"approval": "TGA 12"} if profile is TRIBAL else {})


@pytest.mark.rule("SO-30")
@pytest.mark.rule("SO-31")
@pytest.mark.parametrize(
    ("key", "profile", "whole", "one"),
    [(*letter, one) for letter in LETTERS for one in letter[2]],
)
def test_each_part_is_demanded_and_named(
    key: str, profile: Profile, whole: dict[str, str], one: str
) -> None:
    given = {name: text for name, text in whole.items() if name != one}
    with refuses("", f"profile {profile.name}: the approval record lacks {one}"):
        read(profile, table(key), given)


def test_all_that_is_missing_is_named_in_one_line() -> None:
    words = (
        "lacks internal-controls, licences, jackpot-system (SO-30), jackpot-series (SO-30),"
        " display-functions (SO-30), shuffler-model (SO-31), shuffler-approval (SO-31),"
        " shuffler-maker (SO-31); a table opens only with them"
    )
    with refuses("", words):
        read(WASHINGTON, table(), {})
    with refuses("", "lacks concurrence, supplement, certification, licences; a table"):
        read(TRIBAL, table("duki"), {})


def test_a_tribe_is_asked_for_no_card_rooms_internal_controls() -> None:
    for game in all_games():
        assert "internal-controls" not in asked_records(game.source, "tribal")
        asked = asked_records(game.source, "tribal")
        assert {"approval", *TRIBE} <= set(asked)


def test_dukis_letter_has_no_point_on_makers_for_card_rooms() -> None:
    asked = {game.source.key: asked_records(game.source, "washington") for game in all_games()}
    assert [key for key, names in asked.items() if "licences" not in names] == ["duki"]
    assert all("internal-controls" in names for names in asked.values())


def test_only_two_letters_give_notice_of_a_financial_review() -> None:
    having = [
        game.source.key
        for game in all_games()
        if any("financial review" in one.text for one in game.source.conditions)
    ]
    assert sorted(having) == ["duki", "holdout"]


def test_every_record_is_explained_and_can_be_given() -> None:
    keys = {name.replace("_", "-") for name in Approval._fields}
    assert set(figures()["records"]) == keys
    for game in all_games():
        assert {name for one in game.source.conditions for name in one.records} <= keys


def test_without_a_profile_nothing_is_needed() -> None:
    assert read(NONE, table(), {}) == Approval()
    assert read(NONE, table(), {"approval": " #1 "}).approval == "#1"


def test_the_profiles_own_approval_reference_serves() -> None:
    assert read(TRIBAL, table(), TRIBE | EQUIPPED).approval == "TGA 12"
    with refuses("", "'#3097' is not the profile's 'TGA 12'"):
        read(TRIBAL, table(), TRIBE | EQUIPPED | {"approval": "#3097"})


@pytest.mark.rule("SO-31")
def test_a_ruling_says_whether_a_shuffle_machine_is_used() -> None:
    by_hand = table(jackpots=False, shuffler="no")
    assert read(WASHINGTON, by_hand, LICENSED).shuffler_model == ""
    with refuses("", "shuffler=no"):
        read(WASHINGTON, by_hand, LICENSED | SHUFFLER)
    with refuses("", "lacks shuffler-model (SO-31)"):
        read(WASHINGTON, table(jackpots=False), LICENSED)


@pytest.mark.rule("SO-31")
@pytest.mark.parametrize(
    ("profile", "whole", "record"),
    [
        (WASHINGTON, LICENSED | EQUIPPED, "licences"),
        (TRIBAL, TRIBE | EQUIPPED, "licences"),
        (TRIBAL, TRIBE | EQUIPPED, "certification"),
    ],
)
def test_the_shuffle_machines_maker_is_a_licensed_one(
    profile: Profile, whole: dict[str, str], record: str
) -> None:
    with refuses("SO-31", f"{record} does not name Shuffle Works"):
        read(profile, table(), whole | {record: "Galaxy Gaming 20-1, Another 20-3"})
    assert read(profile, table(), whole | {record: "galaxy gaming 1; SHUFFLE WORKS 2"})


@pytest.mark.rule("SO-30")
def test_the_jackpot_systems_maker_is_a_licensed_one() -> None:
    given = LICENSED | EQUIPPED | {"licences": "Shuffle Works 20-2"}
    with refuses("SO-30", "licences does not name Galaxy Gaming"):
        read(WASHINGTON, table(), given)
    without = {name: text for name, text in given.items() if name not in JACKPOTS}
    assert read(WASHINGTON, table(jackpots=False), without)


@pytest.mark.rule("SO-30")
@pytest.mark.parametrize(
    ("series", "allowed"),
    [
        ("3c", False), ("3d", True), ("3e", True), ("3", False), ("2z", False), ("4", True),
        ("10a", True), ("Series 3D", True), ("series  3d", True), ("3dd", False), ("d3", False),
    ],
)  # fmt: skip
def test_the_jackpot_systems_series_or_a_higher_one(series: str, allowed: bool) -> None:
    given = LICENSED | EQUIPPED | {"jackpot-series": series}
    if allowed:
        assert read(WASHINGTON, table(), given).jackpot_series == series
    else:
        with refuses("SO-30", repr(series), "Series 3d or higher"):
            read(WASHINGTON, table(), given)


@pytest.mark.rule("SO-30")
def test_another_jackpot_system_is_refused() -> None:
    with refuses("SO-30", f"'Perseus' is not the approved one; {SYSTEM}"):
        read(WASHINGTON, table(), LICENSED | EQUIPPED | {"jackpot-system": "Perseus"})
    assert read(TRIBAL, table(), TRIBE | EQUIPPED | {"jackpot-system": SYSTEM.lower()})


@pytest.mark.rule("SO-30")
@pytest.mark.parametrize("functions", ["wireless", "a network", "unknown", "no", "none yet"])
def test_jackpot_displays_have_no_functions_or_network_of_their_own(functions: str) -> None:
    for profile, whole in ((WASHINGTON, LICENSED), (TRIBAL, TRIBE)):
        given = whole | EQUIPPED | {"display-functions": functions}
        with refuses("SO-30", f"display-functions {functions!r} is not the approved one; none"):
            read(profile, table(), given)
        assert read(profile, table(), given | {"display-functions": " None "})


@pytest.mark.parametrize(
    ("given", "words"),
    [
        (None, "approval record: a JSON object is needed"),
        ("#3097", "approval record: a JSON object is needed"),
        (
            {"internal_controls": "x"},
            "approval record: key 'internal_controls' is unknown; it has approval",
        ),
        ({"approval": " "}, "approval: text of 1 to 500 letters"),
        ({"approval": 3097}, "approval: text of 1 to 500 letters"),
        ({"approval": "x" * 501}, "approval: text of 1 to 500 letters"),
    ],
)
def test_bad_records_are_refused_under_every_profile(given: Any, words: str) -> None:
    for profile in (NONE, WASHINGTON):
        with refuses("", words):
            read(profile, table(), given)


def test_a_record_may_have_500_letters() -> None:
    assert read(NONE, table(), {"approval": "x" * 500}).approval == "x" * 500


def open_under(condition: Condition, record: dict[str, str], settings: Settings) -> Approval:
    """Under a letter that has this condition alone."""
    source = find_game(settings.game).source._replace(conditions=(condition,))
    game: Any = SimpleNamespace(source=source)
    return read_approval(WASHINGTON, game, settings, record)


MACHINES = Condition("Approved machines.", records=("shuffler-maker",), when="shuffler")


@pytest.mark.parametrize("name", SHUFFLER)
def test_where_no_ruling_says_it_the_record_tells_of_a_shuffle_machine(name: str) -> None:
    """Buyout has no ruling on one: a model, approval or maker on record says that there is one."""
    assert open_under(MACHINES, {}, table("buyout")) == Approval()
    assert open_under(MACHINES, CARD_ROOM, table("buyout")).internal_controls == "IC 7"
    if name == "shuffler-maker":
        assert open_under(MACHINES, {name: "S"}, table("buyout")).shuffler_maker == "S"
        return
    with refuses("", "profile washington: the approval record lacks shuffler-maker; a table"):
        open_under(MACHINES, {name: "x"}, table("buyout"))


def test_a_condition_on_promotions_does_not_bind_a_table() -> None:
    """Its record is asked for with the promotion."""
    condition = Condition("By consent.", records=("supplement",), when="promotion")
    assert open_under(condition, {}, table("buyout")) == Approval()


@pytest.mark.parametrize("least", ["0", "1", "1a"])
def test_what_is_no_series_is_below_every_one(least: str) -> None:
    records = ("jackpot-series",)
    condition = Condition("Series.", records=records, series={"jackpot-series": least})
    assert open_under(condition, {"jackpot-series": least}, table("buyout"))
    with refuses("", f"'d3' is not Series {least} or higher"):
        open_under(condition, {"jackpot-series": "d3"}, table("buyout"))
