"""What a table must have on record under a profile."""

import pytest

from pitboss.games import find_game
from pitboss.games.approval import Approval, read_approval
from pitboss.games.opening import set_table
from pitboss.games.profile import Profile
from pitboss.jackpots.terms import read_jackpots
from tests.omaha_scripts import house
from tests.scripts import refuses

NONE = Profile()
WASHINGTON = Profile("washington", "2023-01-10", "house-banked")
TRIBAL = Profile("tribal", approval="TGA 12")
SYSTEM = "Andromeda Bonus Jackpot System"
REFERENCES = {"approval": "#3097", "internal-controls": "IC 7"}
SHUFFLER = {"shuffler-model": "Model 1", "shuffler-maker": "Maker"}
JACKPOTS = {"jackpot-system": SYSTEM, "jackpot-series": "3d"}


def settings(key="super-omaha", jackpots=True, **rulings):
    game = find_game(key)
    terms = []
    if jackpots and key == "super-omaha":
        terms = [terms for terms, _ in read_jackpots([house("5CL-01")], game.paytables["jackpot"])]
    return set_table(game, rulings, jackpots=terms)


WHOLE = {**REFERENCES, **SHUFFLER, **JACKPOTS}


@pytest.mark.rule("SO-30")
@pytest.mark.rule("SO-31")
@pytest.mark.parametrize("profile", [WASHINGTON, TRIBAL._replace(approval="#3097")])
def test_a_whole_record_is_read(profile) -> None:
    approval = read_approval(profile, settings(), WHOLE | {"licences": "WSGC 1, 2"})
    assert approval == Approval(
        "#3097", "IC 7", "Model 1", "Maker", SYSTEM, "3d", licences="WSGC 1, 2"
    )


@pytest.mark.parametrize("key", WHOLE)
def test_each_part_is_demanded_and_named(key) -> None:
    given = {name: text for name, text in WHOLE.items() if name != key}
    with refuses("", "washington", f"lacks {key}"):
        read_approval(WASHINGTON, settings(), given)


def test_all_that_is_missing_is_named_in_one_line() -> None:
    words = (
        "lacks approval, internal-controls, shuffler-model (SO-31), shuffler-maker (SO-31),"
        " jackpot-system (SO-30), jackpot-series (SO-30);"
    )
    with refuses("", words):
        read_approval(WASHINGTON, settings(), {})


def test_without_a_profile_nothing_is_needed() -> None:
    assert read_approval(NONE, settings(), {}) == Approval()
    assert read_approval(NONE, settings(), {"approval": " #1 "}).approval == "#1"


def test_the_profiles_own_approval_reference_serves() -> None:
    given = {name: text for name, text in WHOLE.items() if name != "approval"}
    assert read_approval(TRIBAL, settings(), given).approval == "TGA 12"
    with refuses("", "'#3097' is not the profile's 'TGA 12'"):
        read_approval(TRIBAL, settings(), WHOLE)


@pytest.mark.parametrize("key", ["duki", "super-omaha"])
def test_a_ruling_says_whether_a_shuffle_machine_is_used(key) -> None:
    by_hand = settings(key, jackpots=False, shuffler="no")
    assert read_approval(WASHINGTON, by_hand, REFERENCES).shuffler_model == ""
    with refuses("", "shuffler=no"):
        read_approval(WASHINGTON, by_hand, REFERENCES | SHUFFLER)
    with refuses("", "lacks shuffler-model"):
        read_approval(WASHINGTON, settings(key, jackpots=False), REFERENCES)


@pytest.mark.parametrize("key", ["buyout", "holdout"])
def test_without_such_a_ruling_naming_a_machine_says_so(key) -> None:
    assert read_approval(WASHINGTON, settings(key), REFERENCES).shuffler_maker == ""
    assert read_approval(WASHINGTON, settings(key), REFERENCES | SHUFFLER).shuffler_maker == "Maker"
    for one in SHUFFLER:
        with refuses("", "lacks shuffler-"):
            read_approval(WASHINGTON, settings(key), REFERENCES | {one: "x"})


@pytest.mark.rule("SO-30")
@pytest.mark.parametrize(
    ("series", "allowed"),
    [
        ("3c", False), ("3d", True), ("3e", True), ("3", False), ("2z", False), ("4", True),
        ("10a", True), ("Series 3D", True), ("series  3d", True), ("3dd", False), ("d3", False),
    ],
)  # fmt: skip
def test_the_jackpot_systems_series_or_a_higher_one(series, allowed) -> None:
    given = WHOLE | {"jackpot-series": series}
    if allowed:
        assert read_approval(WASHINGTON, settings(), given).jackpot_series == series
    else:
        with refuses("SO-30", repr(series), f"{SYSTEM} Series 3d or higher"):
            read_approval(WASHINGTON, settings(), given)


@pytest.mark.rule("SO-30")
def test_another_jackpot_system_is_refused() -> None:
    with refuses("SO-30", "'Perseus' is not the approved one"):
        read_approval(WASHINGTON, settings(), WHOLE | {"jackpot-system": "Perseus"})
    given = WHOLE | {"jackpot-system": SYSTEM.lower()}
    assert read_approval(TRIBAL, settings(), given | {"approval": "TGA 12"})


@pytest.mark.parametrize(
    ("given", "words"),
    [
        (None, "a JSON object is needed"),
        ("#3097", "a JSON object is needed"),
        ({"internal_controls": "x"}, "'internal_controls' is unknown; it has approval"),
        ({"approval": " "}, "approval: text of 1 to 500 letters"),
        ({"approval": 3097}, "approval: text of 1 to 500 letters"),
        ({"approval": "x" * 501}, "approval: text of 1 to 500 letters"),
    ],
)
def test_bad_records_are_refused_under_every_profile(given, words) -> None:
    for profile in (NONE, WASHINGTON):
        with refuses("", words):
            read_approval(profile, settings(), given)
