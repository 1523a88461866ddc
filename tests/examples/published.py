"""Figures that others have published, or counted with programs of their own, of the games in
``examples/games``. Where options are worth the same they take the larger wager."""

from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from typing import Any, cast

from pitboss.games import find_game
from pitboss.games.opening import set_table
from pitboss.odds.cache import recall
from pitboss.odds.figures import fraction_of
from pitboss.odds.generic.community.count import read_sums
from pitboss.odds.generic.community.solve import classes_of, set_shared, sums_of
from pitboss.odds.generic.community.tree import ALL
from pitboss.odds.generic.solve import open_alone
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


def check_straight_pays_five(ties: str) -> Answer:
    """Mississippi Stud by its other table."""
    table = {"ante": "500-100-40-10-6-5-3-2-1"}
    found = answer("mississippi-stud", paytables=table, ties=ties)
    assert fraction_of(found["house_edge"]) == Fraction(5_861_856, 155_937_600)
    figures = {
        "less": ("3.509576", "1.071099", "9.882370"),
        "more": ("3.626662", "1.036519", "9.917413"),
    }
    names = ("average_wager", "element_of_risk", "standard_deviation")
    assert tuple(shown(found, name) for name in names) == figures[ties]
    return found


ULTIMATE = {
    "raise 4x": {
        "royal-flush": (596_356_920, 90_386_280, 0, 0, 13_780_800),
        "straight-flush": (1_818_135_760, 229_686_840, 16_781_480, 0, 137_472_720),
        "four-of-a-kind": (23_008_208_760, 0, 417_959_520, 0, 600_735_720),
        "full-house": (295_405_180_920, 0, 15_209_462_760, 0, 18_150_100_320),
        "flush": (241_047_929_080, 50_874_988_680, 25_201_303_760, 0, 10_554_373_680),
        "straight": (246_174_692_160, 81_416_649_960, 27_433_869_720, 0, 53_128_701_360),
        "three-of-a-kind": (398_148_096_080, 67_239_396_000, 96_908_813_280, 0, 9_767_155_840),
        "two-pair": (1_732_499_238_840, 151_807_752_000, 647_085_808_680, 0, 84_729_205_680),
        "pair": (1_540_402_830_960, 904_600_506_240, 2_001_882_459_120, 0, 82_006_378_080),
        "high-card": (0, 433_149_381_600, 1_117_397_901_600, 102_655_952_400, 26_054_366_400),
    },
    "check, raise 2x": {
        "royal-flush": (112_333_500, 8_830_620, 0, 0, 9_139_680),
        "straight-flush": (2_704_129_504, 358_131_456, 15_277_856, 0, 77_670_384),
        "four-of-a-kind": (18_537_793_620, 0, 266_529_900, 0, 155_174_400),
        "full-house": (289_401_836_880, 0, 17_352_129_816, 0, 11_903_415_864),
        "flush": (152_618_008_784, 38_820_798_396, 24_745_132_904, 0, 5_309_971_676),
        "straight": (133_100_158_992, 45_053_788_356, 18_762_472_068, 0, 36_910_397_544),
        "three-of-a-kind": (413_709_285_564, 3_535_705_512, 40_068_444_600, 0, 7_677_866_484),
        "two-pair": (1_303_923_602_376, 253_178_274_756, 628_679_435_124, 0, 78_098_883_024),
        "pair": (397_206_766_824, 816_509_223_576, 1_075_876_859_532, 0, 50_059_173_348),
        "high-card": (0, 10_540_265_748, 35_388_939_288, 7_978_353_108, 1_409_998_656),
    },
    "check, check, raise": {
        "royal-flush": (42_135_660, 6_109_020, 0, 0, 19_887_120),
        "straight-flush": (1_962_591_576, 269_696_304, 19_443_624, 0, 137_336_496),
        "four-of-a-kind": (859_737_984, 0, 1_319_511_924, 0, 1_149_260_772),
        "full-house": (43_297_986_840, 0, 9_614_534_304, 0, 21_740_305_896),
        "flush": (190_959_227_136, 40_911_000_804, 47_224_606_296, 0, 13_237_846_404),
        "straight": (395_087_247_768, 136_018_223_484, 45_159_043_092, 0, 66_580_913_496),
        "three-of-a-kind": (84_337_562_312, 2_262_474_288, 81_794_709_408, 0, 19_445_010_712),
        "two-pair": (716_402_126_436, 31_539_562_044, 557_975_550_132, 0, 152_911_442_148),
        "pair": (574_249_407_864, 562_176_468_156, 1_629_224_192_292, 0, 125_662_692_288),
        "high-card": (0, 124_389_179_436, 326_962_216_284, 47_189_745_096, 17_432_052_744),
    },
}
"""By Play wager and hand, where ties are folded: wins against a dealer who qualified or did not,
losses against either, ties."""

ULTIMATE_FOLDS = 5_336_312_786_640
ULTIMATE_LEVELS = {
    "2 cards: raise 3x": 0,
    "2 cards: raise 4x": 10_487_862_000_000,
    "5 cards: raise": 5_920_064_199_720,
    "7 cards: raise": 6_069_571_037_640,
    "7 cards: fold": ULTIMATE_FOLDS,
}
ENDS = (("won", "won"), ("pushed", "won"), ("lost", "lost"), ("pushed", "lost"))
"""Of Ante and Play, in the order of the table; both pushed are a tie."""

ULTIMATE_MET = {
    "royal-flush": (85_615_200, 0),
    "straight-flush": (734_237_144, 10_300_592),
    "four-of-a-kind": (4_240_864_800, 471_040_512),
    "full-house": (62_810_500_464, 8_435_225_376),
    "flush": (71_523_195_288, 19_434_208_592),
    "straight": (103_685_076_072, 18_271_076_976),
    "three-of-a-kind": (97_664_829_948, 64_049_759_448),
    "two-pair": (419_896_266_012, 399_099_149_640),
    "pair": (496_857_988_764, 1_366_512_556_968),
    "high-card": (76_626_795_600, 791_967_420_480),
}
"""Whatever is decided, of all boards and two hands: wins with a hand, and losing hands of either
side. Ties are 113,130,263,816."""

SEVEN_CARDS = {
    "royal-flush": 4_324, "straight-flush": 37_260, "four-of-a-kind": 224_848,
    "full-house": 3_473_184, "flush": 4_047_644, "straight": 6_180_020,
    "three-of-a-kind": 6_461_620, "two-pair": 31_433_400, "pair": 58_627_800,
    "high-card": 23_294_460,
}  # fmt: skip


def check_ultimate_holdem() -> Answer:
    """Where options are worth the same, less is wagered."""
    found = answer("ultimate-holdem")
    assert found["deals"] == "27813810024000"
    table: dict[str, dict[str, list[int]]] = {
        moves: {hand: [0] * 5 for hand in hands} for moves, hands in ULTIMATE.items()
    }
    folds = 0
    for row in found["hands"]:
        if row["moves"] == "check, check, fold":
            folds += int(row["combinations"])
        else:
            ended = (_end_of(row["event"], "ante"), _end_of(row["event"], "play"))
            column = ENDS.index(ended) if ended in ENDS else 4
            assert column < 4 or ended == ("pushed", "pushed")
            table[row["moves"]][row["hand"]][column] += int(row["combinations"])
    assert folds == ULTIMATE_FOLDS
    assert {
        moves: {hand: tuple(ends) for hand, ends in hands.items()} for moves, hands in table.items()
    } == ULTIMATE
    for name, deals in ULTIMATE_LEVELS.items():
        chance = fraction_of(found["actions"][name]["probability"])
        assert chance * int(found["deals"]) == deals
    assert fraction_of(found["house_edge"]) == Fraction(1_215_447_575_352, 55_627_620_048_000)
    assert fraction_of(found["average_wager"]) == Fraction(29_163_830_173, 7_023_689_400)
    assert shown(found, "average_wager") == "4.152210"
    assert f"{100 * found['house_edge']['value']:.3f}" == "2.185"
    assert f"{50 * found['house_edge']['value']:.6f}" == "1.092486"
    assert f"{100 * found['element_of_risk']['value']:.2f}" == "0.53"
    assert f"{found['standard_deviation']['value']:.2f}" == "4.94"
    check_ultimate_met()
    return found


def _end_of(event: str, wager: str) -> str:
    """``won``, ``pushed`` or ``lost``."""
    ends = dict(part.split(" ", 2)[:2] for part in event.split(", "))
    return ends.get(wager) or ends["all"]


def check_ultimate_met() -> None:
    """What is met whatever is decided, from the sums that the count keeps."""
    game = find_game("ultimate-holdem")
    settings, unit = set_table(game), {"ante": 200}
    problem = set_shared(game, open_alone(game, settings, unit), classes_of(game, settings, unit))
    held = read_sums(problem, cast("list[int]", recall(sums_of(game, settings, unit))))
    counted = held[ALL].sum(axis=0).reshape(len(ULTIMATE_MET), 3 * 2)
    # Three cards of the board and two: each board came ten times.
    wins, ties, losses = (counted[:, at::3].sum(axis=1) // 10 for at in range(3))
    for kind, name in enumerate(problem.classes.names):
        assert (int(wins[kind]), 2 * int(losses[kind])) == ULTIMATE_MET[name]
    assert int(ties.sum()) == 113_130_263_816


def check_ultimate_holdem_more() -> Answer:
    """Where options are worth the same, more is wagered: by the sums of the same count."""
    found = answer("ultimate-holdem", ties="more", recompute=False)
    assert fraction_of(found["house_edge"]) == Fraction(1_215_447_575_352, 55_627_620_048_000)
    assert shown(found, "average_wager") == "4.152252"
    return found


def check_ultimate_hands() -> Answer:
    """Trips, whose table is paid whatever the dealer has."""
    found = answer("ultimate-holdem", wager="trips")
    assert {row["hand"]: int(row["combinations"]) for row in found["hands"]} == SEVEN_CARDS
    assert f"{100 * found['house_edge']['value']:.2f}" == "3.50"
    return found
