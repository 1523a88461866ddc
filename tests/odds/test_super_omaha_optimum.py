"""The open files of the optimum: numbers, classes, a few parts of them, and what is refused."""

import json
import subprocess
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations_with_replacement, permutations
from math import comb, prod
from pathlib import Path
from random import Random

import pytest

from pitboss.cards import DECK, parse_cards
from pitboss.odds.request import read_request
from pitboss.odds.super_omaha import optimum, strategy
from pitboss.odds.super_omaha.actions import HANDS, NAMES, Actions, canonical, join, number
from pitboss.odds.super_omaha.kernels import STATES
from pitboss.odds.super_omaha.kernels.classes import all_hands
from pitboss.odds.super_omaha.kernels.ranks import count_state
from pitboss.refusal import Refused
from tests.commands.program import Inside
from tests.odds.omaha_flops import flop_classes
from tests.verifier.checking import needs_node

REQUEST = read_request("super-omaha", {})
NETS = strategy.nets_of(REQUEST.settings)
PLACES = (0, 300, 1275, 1519)
"""Three of a rank, a pair, one suit, three suits."""


@pytest.fixture(scope="module")
def target(tmp_path_factory: pytest.TempPathFactory) -> optimum.Target:
    """Files of four Flops, in their own folder; the check against the whole game is put aside."""
    made = optimum.target_of(REQUEST, tmp_path_factory.mktemp("optimum"))
    made.parts.mkdir()
    flops = [flop_classes()[place] for place in PLACES]
    optimum.count_parts(made, flops[:3], NETS)
    stamps = [made.part(flop).stat().st_mtime_ns for flop in flops[:3]]
    optimum.count_parts(made, flops, NETS)
    assert [made.part(flop).stat().st_mtime_ns for flop in flops[:3]] == stamps  # it goes on
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(optimum, "check", lambda *given: None)
        optimum.finish(REQUEST, made, flops)
    return made


def test_hands_are_numbered_as_the_blocks_have_them():
    order = all_hands()[optimum.file_order()]
    assert len(order) == HANDS
    assert [number(hand) for hand in order[::97].tolist()] == list(range(0, HANDS, 97))


def test_a_state_and_all_its_recolourings_have_one_canonical_form():
    known = {cards for cards, _ in flop_classes()}
    for seed in range(40):
        cards = Random(seed).sample(DECK, 7)
        state = canonical(cards[:4], cards[4:])
        assert state.flop in known
        for suits in permutations(range(4)):
            turned = [card & ~3 | suits[card & 3] for card in cards]
            assert canonical(turned[:4], turned[4:]) == state


def test_canonical_states_are_as_many_as_are_told():
    """Burnside: the states that each change of suits leaves as they are, over their number."""
    fixed = 0
    for suits in permutations(range(4)):
        seen = Counter(len(_cycle(suits, suit)) for suit in range(4))
        cycles = {length: 13 * suits // length for length, suits in seen.items()}
        for used, flops in _unions(cycles, 3):
            left = {length: n - used[length] for length, n in cycles.items()}
            fixed += flops * sum(hands for _, hands in _unions(left, 4))
    assert fixed == 24 * optimum.STATES_IN_ALL


def _cycle(suits: tuple[int, ...], suit: int) -> set[int]:
    found: set[int] = set()
    while suit not in found:
        found.add(suit)
        suit = suits[suit]
    return found


def _unions(cycles: dict[int, int], size: int) -> Iterator[tuple[Counter[int], int]]:
    """Whole cycles of cards that make up so many: how many of each length, and the ways."""
    for many in range(1, size + 1):
        for lengths in combinations_with_replacement(sorted(cycles), many):
            if sum(lengths) == size:
                used = Counter(lengths)
                yield used, prod(comb(cycles[length], n) for length, n in used.items())


def test_files_say_what_the_state_counted_by_itself_says(target: optimum.Target):
    actions, values = Actions(target.actions), optimum.Values(target.values)
    random = Random("states")
    for cards in actions.flops:
        for _ in range(5):
            suits = random.sample(range(4), 4)
            flop = [card & ~3 | suits[card & 3] for card in cards]
            hand = random.sample([card for card in DECK if card not in flop], 4)
            three, once, fold = strategy.totals_of(list(count_state(hand, flop).row), NETS)
            best = max((fold, "fold"), (once, "1x"), (three, "3x"), key=lambda one: one[0])[1]
            assert actions.best(hand, flop) == best
            found = values.look_up(hand, flop)
            assert found["fold"] == -1
            assert found["1x"] == Fraction(once, -fold)
            assert found.get("3x") == (Fraction(three, -fold) if best == "3x" else None)


@needs_node
def test_the_documented_reader_of_a_page_finds_the_same(target: optimum.Target):
    actions, random = Actions(target.actions), Random("page")
    states = []
    for cards in actions.flops:
        for _ in range(5):
            suits = random.sample(range(4), 4)
            flop = [card & ~3 | suits[card & 3] for card in cards]
            states.append((random.sample([card for card in DECK if card not in flop], 4), flop))
    page = Path("docs/optimum.md").read_text(encoding="utf-8")
    reader = page.partition("```javascript")[2].partition("```")[0]
    program = f"""{reader}
        const [path, states] = process.argv.slice(1);
        const file = new Uint8Array(require("fs").readFileSync(path)).buffer;
        (async () => {{
            for (const state of JSON.parse(states)) console.log(await best(file, ...state));
        }})();"""
    command = ["node", "-e", program, str(target.actions), json.dumps(states)]
    run = subprocess.run(command, capture_output=True, text=True, check=True)
    assert run.stdout.split() == [actions.best(*state) for state in states]


def test_sums_of_a_flop_are_those_of_the_count(target: optimum.Target):
    """Of one Flop, as the whole files are held against the whole game."""
    from pyarrow import parquet

    from pitboss.odds.super_omaha.kernels.deals import count_part

    flop = flop_classes()[PLACES[2]]
    table = parquet.read_table(target.part(flop))
    sums = optimum.sums_of(flop, table, NETS[0] * strategy.SHOWDOWNS)
    counted = count_part(flop[0], (NETS,)).actions[0]
    for place, name in enumerate(strategy.ACTIONS):
        one = (flop[1] * counted[place]).tolist()
        expected = [one[STATES], strategy.totals_of(one, NETS)[place]]
        assert sums[NAMES.index(name)].tolist() == expected
    with pytest.raises(RuntimeError, match="the game's count has"):
        optimum.check(sums, REQUEST)


def test_the_values_are_one_parquet_file_with_its_words(target: optimum.Target):
    from pyarrow import parquet

    file = parquet.ParquetFile(target.values)
    assert file.num_row_groups == len(PLACES)
    assert file.schema_arrow.names == [
        *("flop", "flop_ways", "card1", "card2", "card3", "card4"),
        *("ways", "best", "value_1x", "value_3x"),
    ]
    about = optimum.Values(target.values).about
    assert (about["version"], about["denominator"]) == (1, strategy.SHOWDOWNS)
    table = file.read_row_group(2).to_pydict()
    assert sum(table["ways"]) == strategy.HANDS
    both = zip(table["value_3x"], table["best"], strict=True)
    assert all((value is None) == (best != "3x") for value, best in both)


def test_a_damaged_part_is_counted_anew(target: optimum.Target, tmp_path: Path):
    flop = flop_classes()[PLACES[0]]
    other = target._replace(folder=tmp_path)
    other.parts.mkdir()
    other.part(flop).write_bytes(target.part(flop).read_bytes()[:-40])
    with pytest.raises(Refused, match="ask again to count it anew"):
        optimum.finish(REQUEST, other, [flop])
    assert not other.part(flop).exists()
    assert list(tmp_path.iterdir()) == [other.parts]


def test_files_that_are_whole_are_not_made_again(
    target: optimum.Target, monkeypatch: pytest.MonkeyPatch
):
    known = json.loads(target.manifest.read_text())
    monkeypatch.setattr(optimum, "count_parts", None)
    assert optimum.write(REQUEST, target.folder) == known
    assert not target.parts.exists()


def test_a_damaged_file_is_not_answered_from(target: optimum.Target, tmp_path: Path):
    data = bytearray(target.actions.read_bytes())
    data[-9] ^= 1
    damaged = tmp_path / "damaged.actions"
    damaged.write_bytes(data)
    with pytest.raises(Refused, match="its digest differs"):
        Actions(damaged)
    for path in (target.values, target.manifest):
        with pytest.raises(Refused, match="no file of actions"):
            Actions(path)
    with pytest.raises(Refused, match="no Parquet file"):
        optimum.Values(target.actions)
    with pytest.raises(Refused, match="cannot be read"):
        Actions(tmp_path / "none")


def test_bad_cards_are_refused(target: optimum.Target, tmp_path: Path):
    actions = Actions(target.actions)
    for hand, flop, words in (
        ("As Ks Qs", "2c 3c 4c", "hand has 3 cards"),
        ("As Ks Qs Js", "2c 3c", "flop has 2 cards"),
        ("As Ks Qs Js", "2c 3c As", "seven different cards"),
        ("2h 3h 4h 5h", "As Ks Qs", "is not in this file"),
    ):
        with pytest.raises(Refused, match=words):
            actions.best(parse_cards(hand), parse_cards(flop))
    empty = tmp_path / "empty.actions"
    empty.write_bytes(join({}, {}))
    assert Actions(empty).flops == []


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (["duki", "--optimum", "x"], "--optimum: duki is solved here in seconds"),
        (["super-omaha", "--optimum", "/dev/null/x"], "--optimum /dev/null/x: cannot be written"),
        (["super-omaha", "--optimum", "x", "--states", "y"], "--optimum: leave out --states"),
        (
            ["super-omaha", "--optimum", "x", "--wager", "high-hand", "--paytable", "HHW-01"],
            "high-hand has no decision",
        ),
    ],
)
def test_what_cannot_be_made_is_refused_in_one_line(
    pitboss: Inside, options: list[str], words: str
):
    pitboss("solve", *options).refused(words)
