"""Figures that others have published, or counted with programs of their own, of the games in
``examples/games``. Where options are worth the same they take the larger wager."""

from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from pitboss.odds.figures import fraction_of
from pitboss.odds.registry import price
from pitboss.odds.request import read_request

Answer = Mapping[str, Any]

THREE_CARD_HANDS = {
    "straight-flush": (617_044, 144, 968, 266_196, 0),
    "three-of-a-kind": (665_776, 0, 3_312, 288_960, 0),
    "straight": (8_975_484, 18_288, 270_504, 4_001_004, 0),
    "flush": (12_793_544, 3_288, 1_260_596, 6_135_276, 0),
    "pair": (36_168_624, 11_232, 11_873_520, 20_926_080, 0),
    "high-card": (38_134_212, 234_696, 77_992_716, 53_876_136, 132_652_800),
}
"""Wins, ties, losses, against a dealer who did not qualify, folds; by the hand."""

THREE_CARD_NETS = {
    7: 617_044, 6: 931_972, 5: 289_104, 3: 8_976_452, 2: 91_100_696, 1: 80_955_780, 0: 249_216,
    -1: 132_923_304, -2: 91_126_832,
}  # fmt: skip

CARIBBEAN_NETS = {
    201: 16_759_740, 101: 156_929_720, 41: 2_832_435_800, 15: 16_624_475_280,
    11: 21_856_990_280, 9: 43_805_516_100, 7: 234_242_908_320, 5: 488_012_139_360,
    3: 2_343_248_003_808, 1: 4_532_514_033_720, 0: 321_623_100, -1: 9_523_005_974_460,
    -3: 2_726_592_727_512,
}  # fmt: skip

LET_IT_RIDE = {
    "less": {
        3: (3_605_184, 42_612, 2_569_332, 574_128, 364_560, 2_832, 10_008, 33_408, 7_872, 352, 80),
        2: (4_417_728, 628_128, 2_603_784, 682_776, 328_968, 35_472, 92_152, 41_472, 4_608, 368, 0),
        1: (43_956_288, 38_896_860, 3_274_884, 1_214_136, 404_712, 165_696, 0, 0, 0, 0, 0),
    },
    "more": {
        3: (3_619_584, 53_076, 2_571_636, 574_128, 364_560, 4_464, 10_008, 33_408, 7_872, 352, 80),
        2: (4_824_384, 937_824, 2_647_560, 682_776, 328_968, 88_656, 92_152, 41_472, 4_608, 368, 0),
        1: (43_535_232, 38_576_700, 3_228_804, 1_214_136, 404_712, 110_880, 0, 0, 0, 0, 0),
    },
}
"""By bets left: all deals, then those that pay -1, 1, 2, 3, 5, 8, 11, 50, 200 and 1000 for each."""

LET_IT_RIDE_PAYS = (-1, 1, 2, 3, 5, 8, 11, 50, 200, 1000)

MISSISSIPPI = {
    10: (0, 0, 20_160, 69_120, 0, 0, 785_664, 1_026_432, 2_027_520, 2_534_400, 0),
    8: (240, 720, 10_776, 96_984, 22_440, 7_968, 851_544, 1_843_416, 4_124_256, 3_459_060, 88_644),
    6: (
        *(0, 672, 1_560, 14_040, 185_808, 137_376, 641_256, 1_820_808, 5_075_616, 4_795_632),
        3_368_064,
    ),
    4: (0, 0, 0, 0, 0, 216_288, 163_296, 489_888, 5_396_544, 5_078_808, 43_594_056),
}
"""By units bet, of hands that were not folded: those that pay so much for each."""

MISSISSIPPI_PAYS = (500, 100, 40, 10, 6, 4, 3, 2, 1, 0, -1)
MISSISSIPPI_FOLDS = {1: 48_451_200, 2: 11_966_976, 3: 7_569_216, 5: 1_152}


def answer(key: str, **given: object) -> Answer:
    """Counted anew."""
    return price(read_request(key, {"recompute": True, **given}))


def nets(found: Answer) -> dict[int, int]:
    counted: Counter[Fraction] = Counter()
    for row in found["hands"]:
        counted[fraction_of(row["net"])] += int(row["combinations"])
    return {int(net): number for net, number in sorted(counted.items(), reverse=True)}


def by_units(found: Answer, folded: bool = False) -> dict[int, Counter[Fraction]]:
    """By all that was wagered: how often each net for a unit of it came."""
    counted: dict[int, Counter[Fraction]] = {}
    for row in found["hands"]:
        if folded == ("fold" in row["moves"]):
            units = fraction_of(row["wagered"])
            rows = counted.setdefault(int(units), Counter())
            rows[fraction_of(row["net"]) / units] += int(row["combinations"])
    return counted


def shown(found: Answer, name: str) -> str:
    """A figure with the digits that are printed: six, of a percentage or a number."""
    value = found[name]["value"]
    return f"{100 * value:.6f}" if name in ("house_edge", "element_of_risk") else f"{value:.6f}"


def check_three_card_poker() -> Answer:
    found = answer("three-card-poker")
    assert nets(found) == THREE_CARD_NETS
    table: dict[str, list[int]] = {hand: [0] * 5 for hand in THREE_CARD_HANDS}
    for row in found["hands"]:
        words = ", ".join(row["event"].split(", ")[:2])
        ends = ("ante won, play won", "ante pushed, play pushed", "ante lost, play lost")
        column = (*ends, "ante won, play pushed", "ante lost").index(_plain(words))
        table[row["hand"]][column] += int(row["combinations"])
    assert {hand: tuple(counts) for hand, counts in table.items()} == THREE_CARD_HANDS
    assert fraction_of(found["house_edge"]) == Fraction(13_733_780, 407_170_400)
    assert fraction_of(found["average_wager"]) == Fraction(370, 221)
    assert fraction_of(found["actions"]["play"]["probability"]) == Fraction(14_900, 22_100)
    assert f"{100 * found['element_of_risk']['value']:.2f}" == "2.01"
    return found


def _plain(words: str) -> str:
    """Wagers that ended alike, one by one."""
    return f"ante {words[4:]}, play {words[4:]}" if words.startswith("all ") else words


def check_caribbean_stud() -> Answer:
    found = answer("caribbean-stud")
    assert found["deals"] == "19933230517200"
    assert nets(found) == CARIBBEAN_NETS
    wins = Counter[str]()
    for row in found["hands"]:
        if fraction_of(row["net"]) == 3:
            wins[row["hand"]] += int(row["combinations"])
    assert wins == {"pair": 2_324_742_321_600, "high-card": 18_505_682_208}
    loss = fraction_of(found["house_edge"]) * int(found["deals"])
    assert loss == 1_041_372_912_372
    assert fraction_of(found["average_wager"]) == Fraction(10_405_797, 5_089_630)
    assert shown(found, "house_edge") == "5.224306"
    assert f"{100 * found['element_of_risk']['value']:.4f}" == "2.5553"
    return found


def check_let_it_ride(ties: str) -> Answer:
    found = answer("let-it-ride", ties=ties)
    for units, rows in by_units(found).items():
        counts = [rows[Fraction(pay)] for pay in LET_IT_RIDE_PAYS]
        assert (sum(counts), *counts) == LET_IT_RIDE[ties][units]
        assert sum(counts) == sum(rows.values())
    assert fraction_of(found["house_edge"]) == Fraction(37_963, 1_082_900)
    figures = {
        "less": ("1.223707", "2.864803", "5.158072"),
        "more": ("1.232084", "2.845324", "5.168277"),
    }
    names = ("average_wager", "element_of_risk", "standard_deviation")
    assert tuple(shown(found, name) for name in names) == figures[ties]
    return found


def check_mississippi_stud(ties: str) -> Answer:
    found = answer("mississippi-stud", ties=ties)
    folds = {units: sum(rows.values()) for units, rows in by_units(found, True).items()}
    if ties == "more":
        for units, rows in by_units(found).items():
            assert tuple(rows[Fraction(pay)] for pay in MISSISSIPPI_PAYS) == MISSISSIPPI[units]
        assert folds == MISSISSIPPI_FOLDS
    else:
        assert folds[3] == 24_130_368
        assert sum(by_units(found)[4].values()) == 38_377_728
    assert fraction_of(found["house_edge"]) == Fraction(7_664_112, 155_937_600)
    wagers = {"less": Fraction(134_727, 38_675), "more": Fraction(74_757, 20_825)}
    assert fraction_of(found["average_wager"]) == wagers[ties]
    figures = {"less": ("1.410869", "9.807850"), "more": ("1.369128", "9.836641")}
    names = ("element_of_risk", "standard_deviation")
    assert tuple(shown(found, name) for name in names) == figures[ties]
    return found


def check_straight_pays_five() -> Answer:
    """Mississippi Stud by its other table."""
    found = answer("mississippi-stud", paytables={"ante": "500-100-40-10-6-5-3-2-1"})
    assert fraction_of(found["house_edge"]) == Fraction(671, 17_850)
    assert shown(found, "average_wager") == "3.509576"
    assert shown(found, "standard_deviation") == "9.882370"
    return found
