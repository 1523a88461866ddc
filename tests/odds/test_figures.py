"""Figures from outcomes, and the answers of ``pitboss odds`` in the form of the contract."""

import json
from fractions import Fraction
from typing import Any

import pytest

from pitboss.odds.figures import Outcome, exact, square_root, summarise
from tests.commands.program import Inside

DUKI_MAIN = ("ante-three-card=three-card-table", "ante-four-beats-three=even", "ace=high")
DUKI_BONUS = ("own-category", "ante-table", "three-suits-only")
ALONE = ("--wager", "bonus", "--ruling", "bonus-alone=yes")

ASKED = [
    ("duki",),
    *[("duki", "--ruling", ruling) for ruling in DUKI_MAIN],
    ("duki", "--wager", "bonus"),
    *[("duki", "--wager", "bonus", "--ruling", f"bonus-four-card={how}") for how in DUKI_BONUS],
    ("duki", "--wager", "bonus", "--ruling", "bonus-pays=for-1"),
    ("duki", "--wager", "bonus", "--bonus-ratio", "1/2"),
    ("duki", "--strategy", "threshold"),
    ("buyout",),
    ("buyout", "--wager", "bonus"),
    ("buyout", "--wager", "bonus", "--ruling", "bonus-hand=four-cards"),
    ("buyout", *ALONE),
    ("buyout", "--strategy", "up-card"),
    ("buyout", "--wager", "bonus", "--strategy", "points"),
]


def odds(pitboss: Inside, *arguments: str) -> dict[str, Any]:
    ran = pitboss("odds", *arguments, "--json")
    assert (ran.status, ran.err) == (0, "")
    answer: dict[str, Any] = json.loads(ran.out)
    return answer


def fraction(figure: dict[str, Any]) -> Fraction:
    value = Fraction(figure["exact"])
    assert figure["value"] == float(value)
    return value


def check_figures(answer: dict[str, Any]) -> None:
    """The rows account for every deal, and each figure follows from them."""
    deals = int(answer["deals"])
    rows = answer["outcomes"]
    assert sum(int(row["combinations"]) for row in rows) == deals
    for row in rows:
        assert fraction(row["probability"]) == Fraction(int(row["combinations"]), deals)
    chances = [fraction(row["probability"]) for row in rows]
    nets = [fraction(row["net"]) for row in rows]
    edge, wager = fraction(answer["house_edge"]), fraction(answer["average_wager"])
    mean = sum(map(lambda chance, net: chance * net, chances, nets))
    assert mean == -edge
    assert sum(fraction(row["return"]) for row in rows) == wager - edge
    assert fraction(answer["element_of_risk"]) == edge / wager
    squares = sum(map(lambda chance, net: chance * net**2, chances, nets))
    assert fraction(answer["variance"]) == squares - mean**2
    deviation = answer["standard_deviation"]["value"]
    assert deviation**2 == pytest.approx(answer["variance"]["value"], rel=1e-12)
    assert 0 < fraction(answer["hit_frequency"]) < 1


@pytest.mark.parametrize("arguments", ASKED, ids=" ".join)
def test_every_figure_follows_from_the_rows(pitboss: Inside, arguments: tuple[str, ...]):
    answer = odds(pitboss, *arguments)
    assert answer["game"] == arguments[0]
    assert answer["method"] == "exact"
    check_figures(answer)
    for part in answer.get("parts", {}).values():
        check_figures(part)
    if "parts" in answer:
        main, bonus = answer["parts"].values()
        ratio = fraction(answer["bonus_ratio"])
        whole = fraction(main["house_edge"]) + ratio * fraction(bonus["house_edge"])
        assert whole == fraction(answer["house_edge"])


def test_the_actions_of_duki_add_up(pitboss: Inside):
    actions = odds(pitboss, "duki")["actions"]
    assert list(actions) == ["play", "fold"]
    assert sum(fraction(action["probability"]) for action in actions.values()) == 1


def test_the_actions_of_buyout_add_up(pitboss: Inside):
    actions = odds(pitboss, "buyout")["actions"]
    chances = {name: fraction(action["probability"]) for name, action in actions.items()}
    third = [chances[f"third:{action}"] for action in ("buy", "refuse", "fold")]
    fourth = [chances[f"fourth:{action}"] for action in ("buy", "refuse", "fold")]
    assert sum(third) == 1
    assert sum(fourth) == third[0]


def test_deals_are_the_number_of_all_deals(pitboss: Inside):
    assert int(odds(pitboss, "duki")["deals"]) == 270_725 * 194_580
    assert int(odds(pitboss, "buyout")["deals"]) == 52 * 1_275 * 49 * 48 * 16_215 * 44
    assert int(odds(pitboss, "buyout", *ALONE)["deals"]) == 270_725


def test_dead_rows_of_the_sample_bonus_are_shown_with_no_hand(pitboss: Inside):
    rows = {row["event"]: row for row in odds(pitboss, "buyout", *ALONE)["outcomes"]}
    assert [rows[dead]["combinations"] for dead in ("43", "42")] == ["0", "0"]
    assert rows["44"]["combinations"] == "1"
    assert rows["44"]["pays"] == "250 to 1"


def test_people_read_the_same_figures(pitboss: Inside):
    ran = pitboss("odds", "duki", "--ruling", "ace=high")
    edge = odds(pitboss, "duki", "--ruling", "ace=high")["house_edge"]["exact"]
    assert ran.status == 0
    assert edge in ran.out
    assert "ruling ace: high-low -> high" in ran.out


def test_a_win_for_1_that_leaves_nothing_is_a_hit():
    even = Outcome("even", "1 for 1", 1, won=True)
    lost = Outcome("lost", "", 3, net=Fraction(-1))
    assert summarise([even, lost])["hit_frequency"] == exact(Fraction(1, 4))


def test_a_root_is_exact_where_it_can_be():
    assert square_root(Fraction(9, 4)) == exact(Fraction(3, 2))
    assert square_root(Fraction(2)) == {"value": pytest.approx(2**0.5)}
