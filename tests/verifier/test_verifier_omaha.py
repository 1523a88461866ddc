"""Super Omaha: Pitboss and the verifier say the same of random rounds and of every printed row.

``PITBOSS_VERIFIED=1000000 pytest tests/verifier -k omaha`` is a campaign; another
``PITBOSS_VERIFIED_SEED`` gives other rounds.
"""

import os
from fractions import Fraction
from typing import Any

from tests.omaha_scripts import DEALER, house, omaha_deck, progressive
from tests.verifier.checking import needs_node
from tests.verifier.omaha_rows import row_scripts
from tests.verifier.omaha_scripts import random_scripts
from tests.verifier.playing import Answer, Script
from tests.verifier.sides import by_pitboss, by_verifier, disagreements, essence, rounds

pytestmark = needs_node

SEED = int(os.environ.get("PITBOSS_VERIFIED_SEED") or 1)

# Paying rows: eight tables of seven and 5CL-05, -10 and -12; four of five; three of seven with
# envy. Seven-card: eight tables of five, two of six.
JACKPOT_ROWS = 8 * 7 + 2 * 7 + 8 + 4 * 5 + 3 * 7 + 8 * 5 + 2 * 6

# The two deals that rulings.md names for two percentage winners in one round.
FIVE_CARD = ({1: "Ah Kh Qh Jh", 2: "9h 8h 7h 6h"}, "Th 2c 3d 5s 7c")
SEVEN_CARD = ({1: "Kh Qh Jh Th", 2: "As Qs Js Ts"}, "Ah Ks 2c 3d 5s")
POLICIES = ["in-settling-order", "each-of-displayed", "shared"]
TWO_WINNERS = [
    (FIVE_CARD, "5CL-E01", "in-settling-order", ["5000.04", "45000.36"], "10000.00"),
    (FIVE_CARD, "5CL-E01", "each-of-displayed", ["5000.04", "50000.40"], "10000.00"),
    (FIVE_CARD, "5CL-E01", "shared", ["4545.49", "45454.90"], "10000.01"),
    (SEVEN_CARD, "7CL-01", "in-settling-order", ["50000.40", "10000.00"], "10000.00"),
    (SEVEN_CARD, "7CL-01", "each-of-displayed", ["50000.40", "50000.40"], "10000.00"),
    (SEVEN_CARD, "7CL-01", "shared", ["25000.20", "25000.20"], "10000.00"),
]


def agreed(scripts: list[Script]) -> list[Answer]:
    """The verifier's answers, which are also those of Pitboss."""
    answers = by_verifier(scripts)
    for script, answer in zip(scripts, answers, strict=True):
        assert essence(by_pitboss(script)) == essence(answer), script
    return answers


def jackpot_script(
    hands: dict[int, str], board: str, jackpot: dict[str, Any], policy: str
) -> Script:
    made = {"ante": 10, "jackpot-1": jackpot["wager"]}
    rulings = {"same-round-percentages": policy}
    return {
        "game": "super-omaha",
        "table": {"jackpots": [jackpot], "rulings": rulings},
        "deck": omaha_deck(hands, DEALER, board),
        "wagers": {str(seat): made for seat in hands},
        "decisions": [[seat, "fold"] for seat in hands],
    }


def test_both_sides_agree_on_random_rounds() -> None:
    found = disagreements(random_scripts(SEED, rounds(300)))
    assert not found, f"{len(found)} disagreements\n" + "\n".join(found[:5])


def test_both_sides_agree_on_every_row_of_every_table() -> None:
    met = set()
    for answer in agreed(list(row_scripts())):
        for jackpot in answer["jackpots"]:
            met |= {(jackpot["paytable"], award["hand"]) for award in jackpot["awards"]}
    assert len(met) == JACKPOT_ROWS


def test_two_percentage_winners_in_one_round() -> None:
    """Two wagers of a dollar make 50,000.40 of the meter; seat 2 is settled first."""
    scripts = [
        jackpot_script(*deal, progressive(code), policy) for deal, code, policy, _, _ in TWO_WINNERS
    ]
    said = []
    for answer in agreed(scripts):
        (jackpot,) = answer["jackpots"]
        said.append(([award["paid"] for award in jackpot["awards"]], jackpot["meter"]))
    assert said == [(paid, meter) for _, _, _, paid, meter in TWO_WINNERS]


def test_a_house_jackpot_pays_each_winner_and_never_changes() -> None:
    scripts = [jackpot_script(*FIVE_CARD, house("5CL-E01"), policy) for policy in POLICIES]
    for answer in agreed(scripts):
        (jackpot,) = answer["jackpots"]
        assert [award["paid"] for award in jackpot["awards"]] == ["5000.00", "50000.00"]
        assert jackpot["meter"] == "50000.00"


def test_percentages_are_of_the_cents_displayed() -> None:
    """1.1 cents show one cent, of which ten elevenths are none; the fraction stays in any case."""
    terms = {"meter": "0.011", "seed": "0.001", "rate": 0}
    jackpot = progressive("5CL-E01", **terms)
    said = [
        ([award["paid"] for award in found["awards"]], Fraction(found["exact"]))
        for answer in agreed([jackpot_script(*FIVE_CARD, jackpot, policy) for policy in POLICIES])
        for found in answer["jackpots"]
    ]
    left, untouched = Fraction("0.002"), Fraction("0.012")
    assert said == [
        (["0.00", "0.01"], left),
        (["0.00", "0.01"], left),
        (["0.00", "0.00"], untouched),
    ]


def test_flop_wagers_that_are_offered() -> None:
    """1x to 3x, the maximum, and five dollars where three other games have more."""
    washington = {"name": "washington", "date": "2023-01-10", "licence": "house-banked"}
    whole = {"flop-size": "whole-multiples"}
    six = {"ante": 2, "high-hand": 6, "flop-bonus": 6, "jackpot-1": 6}
    games = {
        "paytables": {"high-hand": "HHW-01", "flop-bonus": "SOA-01"},
        "jackpots": [progressive("7CL-01", wager=6)],
    }
    cases: list[tuple[dict[str, Any], dict[str, int], dict[str, str], list[tuple[str, ...]]]] = [
        ({}, {"ante": 10}, {}, [("10.00", "30.00")]),
        ({"limits": {"max": 25}}, {"ante": 10}, {}, [("10.00", "25.00")]),
        ({"limits": {"max": 10}}, {"ante": 10}, {}, [("10.00",)]),
        ({"limits": {"max": 25}, "rulings": whole}, {"ante": 10}, {}, [("10.00",), ("20.00",)]),
        ({}, {"ante": 200}, washington, [("200.00", "300.00")]),
        (games, six, {}, [("2.00", "6.00")]),
        (games, six, washington, [("2.00", "5.00")]),
        ({**games, "rulings": whole}, six, washington, [("2.00",), ("4.00",)]),
    ]
    deck = omaha_deck({1: "Ah Kh Qh Jh"}, DEALER, "Th 2c 3d 5s 7c")
    scripts = [
        {"game": "super-omaha", "table": table, "deck": deck, "wagers": {"1": made}}
        | ({"profile": profile} if profile else {})
        for table, made, profile, _ in cases
    ]
    said = []
    for answer in agreed(scripts):
        (question,) = answer["waiting"]
        *sizes, fold = question["options"]
        assert fold == {"action": "fold"}
        said.append([tuple(size[key] for key in size if key != "action") for size in sizes])
    assert said == [offered for *_, offered in cases]
