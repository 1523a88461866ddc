"""Random floors with corrections of every kind stand as if what was corrected had not happened; and
their logs are found right. ``make campaign`` plays 20,000 of them."""

from tests.campaigns.corrections import describe, play_floors

FLOORS = 40
OFTEN = ("hits voided", "hits voided beside another", "rounds undone with a hit")


def test_random_floors_stand_as_if_what_was_corrected_had_not_happened():
    did, differs = play_floors(range(1, FLOORS + 1))
    assert differs == []
    assert did["logs verified"] == FLOORS // 10
    for kind in OFTEN:
        assert did[kind] >= FLOORS // 8, describe(did, differs)
