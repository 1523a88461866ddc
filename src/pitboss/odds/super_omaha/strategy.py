"""The main game counted, what its sums come to, and strategies that fit on a card.

The count is kept between runs. Sums of showdowns by action give the figures of a way to play, and
sums by cell those of every strategy that goes by points for what a hand shows, or by the best
action for some features.
"""

import tomllib
from collections.abc import Iterable, Mapping, Sequence
from concurrent.futures import Executor
from fractions import Fraction
from functools import cache
from math import lcm, prod
from operator import add, mul
from pkgutil import get_data
from typing import Any, NamedTuple, cast

from pitboss.cards.poker import CATEGORY_NAMES
from pitboss.games import find_game
from pitboss.games.contract import Opening, Settings, Table
from pitboss.games.events import WagerSettled
from pitboss.games.opening import set_table
from pitboss.games.super_omaha.rules import settle_winning_ante
from pitboss.money import Odds
from pitboss.odds.cache import Count, cache_folder, recall
from pitboss.odds.figures import Figure, Figures, Outcome, exact, frequencies, summarise
from pitboss.odds.super_omaha.kernels import (
    CATEGORIES,
    COUNTED,
    FEATURES,
    LOSSES,
    STATES,
    TIES,
    showdowns,
)
from pitboss.paytable import PayTable
from pitboss.refusal import Refused

GAME = "super-omaha"
SOURCES = ("cards/lookup.py", "cards/poker.py", "odds/ranks.py", "odds/super_omaha/kernels")

FLOPS, HANDS, SHOWDOWNS = 22_100, 211_876, showdowns(45)

ACTIONS = {"3x": 3, "1x": 1, "fold": 0}
"""What each action adds to the Ante, in the order of the sums."""

SEAT = 1
LARGEST_NET = 10**6
"""Beyond it whole-number counting could overflow; no table comes near."""

Sum = list[int]
Nets = tuple[int, ...]
"""The unit, and what a winning Ante nets in each category, in parts of the unit."""

THRESHOLDS = ("3x", "1x")
BEST_BY = "best-by"
MOST_POINTS = 10**6

DIVISORS = {
    feature: prod(map(len, list(FEATURES.values())[place:]))
    for place, feature in enumerate(FEATURES, 1)
}
"""What a cell's number is divided by to find the digit of a feature."""

Cells = Mapping[int, Sum]
Key = tuple[int, ...]
"""The places of some features' values."""


class Game(NamedTuple):
    """Sums by best action (3x, 1x, fold) for each Ante table, and by cell."""

    actions: list[list[Sum]]
    cells: dict[int, Sum]


def whole_game(nets: Iterable[Nets], pool: Executor | None = None) -> Count:
    """Every state's best action under some Ante tables; counted by a pool where one is given.

    Finished Flops are kept, so that a count that was stopped goes on from there.
    """
    tables = tuple(nets)

    def make() -> object:
        from pitboss.odds.super_omaha.kernels.deals import count_game, plain_totals

        kept = cache_folder() / "parts" / f"{count.digest[:16]}-{count.file_name}"
        return plain_totals(count_game(tables, kept, pool))

    count = Count(GAME, "game", {"nets": [list(net) for net in tables]}, SOURCES, make)
    return count


def read_game(count: Count, recompute: bool = False) -> Game:
    """The whole game; every Flop with every hand and every way to go on stands in it once."""
    kept = cast(dict[str, Any], recall(count, recompute))
    game = Game(kept["actions"], {int(number): cell for number, cell in kept["cells"].items()})
    for sums in (*game.actions, list(game.cells.values())):
        check_sums(sums)
    return game


def read_actions(count: Count) -> list[list[Sum]]:
    """The sums of best play alone, for each Ante table of the count."""
    kept = cast(dict[str, Any], recall(count))
    return [check_sums(sums) for sums in kept["actions"]]


def check_sums(sums: list[Sum]) -> list[Sum]:
    """Sums in which every state and every way to go on stands once."""
    assert sum(one[STATES] for one in sums) == FLOPS * HANDS
    assert sum(sum(one[:STATES]) for one in sums) == FLOPS * HANDS * SHOWDOWNS
    return sums


class AntePay(NamedTuple):
    """What a winning Ante is paid in a category."""

    text: str
    net: Fraction


def ante_pays(settings: Settings) -> list[AntePay]:
    """By category, as the rules of the game settle it."""
    cents = unit_of(settings.paytables["ante"])
    pays = [AntePay("", Fraction(0))]
    for category in CATEGORIES:
        table = Table(Opening(settings, {SEAT: {"ante": cents}}, ()))
        settle_winning_ante(table, SEAT, category << 20)
        settled = table.events[-1]
        assert isinstance(settled, WagerSettled)
        pays.append(AntePay(settled.pays or "push", Fraction(settled.net_cents, cents)))
    return pays


def unit_of(table: PayTable) -> int:
    """A wager that every row pays in whole parts."""
    return lcm(*(row.pay.denominator for row in table.rows if isinstance(row.pay, Odds)))


def nets_of(settings: Settings) -> Nets:
    """What the count needs to know of an Ante table, in whole numbers."""
    table = settings.paytables["ante"]
    unit = unit_of(table)
    nets = (unit, *(int(pay.net * unit) for pay in ante_pays(settings)[1:]))
    if max(nets) > LARGEST_NET:
        raise Refused(f"pay table {table.code}: pays above {LARGEST_NET:,} cannot be counted")
    return nets


def printed_nets() -> list[Nets]:
    """What the Ante nets under each printed table."""
    game = find_game(GAME)
    codes = game.paytables["ante"]
    return [nets_of(set_table(game, paytables={"ante": code})) for code in codes]


def nets_counted(settings: Settings) -> list[Nets]:
    """The Ante tables that are counted together: all printed ones, or one of the house's own."""
    nets, printed = nets_of(settings), printed_nets()
    return printed if nets in printed else [nets]


def price_sums(sums: Sequence[Sum], settings: Settings) -> Figures:
    """The figures of a way to play, from its sums under 3x, 1x and fold."""
    pays = ante_pays(settings)
    outcomes = [
        outcome
        for (action, times), one in zip(ACTIONS.items(), sums, strict=True)
        for outcome in _outcomes(action, times, one, pays)
        if outcome.combinations
    ]
    actions = {name: one[STATES] for name, one in zip(ACTIONS, sums, strict=True)}
    return {**summarise(outcomes), "actions": frequencies(actions)}


def _outcomes(action: str, times: int, one: Sum, pays: Sequence[AntePay]) -> list[Outcome]:
    if not times:
        return [Outcome("fold", "", one[STATES] * SHOWDOWNS, net=Fraction(-1))]
    wagered = Fraction(1 + times)
    won = [
        Outcome(
            f"{action}, won with {CATEGORY_NAMES[category].replace('-', ' ')}",
            f"ante {pays[category].text}, flop 1 to 1",
            one[category],
            wagered,
            pays[category].net + times,
        )
        for category in reversed(CATEGORIES)
    ]
    tied = Outcome(f"{action}, tie", "ante and flop push", one[TIES], wagered)
    return [*won, tied, Outcome(f"{action}, beaten", "", one[LOSSES], wagered, -wagered)]


def totals_of(one: Sum, nets: Nets) -> tuple[int, int, int]:
    """What 3x, 1x and fold win in all over a sum of states, in parts of the unit."""
    unit, losses = nets[0], one[LOSSES]
    lead = unit * (sum(one[TIES + 1 : LOSSES]) - losses)
    paid = sum(map(mul, one[TIES + 1 : LOSSES], nets[1:]))
    once = lead + paid - unit * losses
    return once + 2 * lead, once, -unit * sum(one[:STATES])


def values_of(one: Sum, nets: Nets) -> dict[str, Figure]:
    """The expectation of each action over a sum of states, in units of the Ante."""
    totals = zip(ACTIONS, totals_of(one, nets), strict=True)
    return {name: exact(Fraction(total, nets[0] * sum(one[:STATES]))) for name, total in totals}


def key_of(cell: int, features: Sequence[str]) -> Key:
    """What a cell has of some features."""
    return tuple([cell // DIVISORS[f] % len(FEATURES[f]) for f in features])


class Points(NamedTuple):
    """Points by feature and place of the value; the least for 3x and for 1x."""

    by_feature: Mapping[str, tuple[int, ...]]
    three_times: int
    once: int

    @property
    def features(self) -> tuple[str, ...]:
        return tuple(self.by_feature)

    def action(self, cell: int) -> int:
        """The place of a cell's action: 3x, 1x, fold."""
        places = zip(self.by_feature.values(), key_of(cell, self.features), strict=True)
        total = sum([points[place] for points, place in places])
        if total >= self.three_times:
            return 0
        return 1 if total >= self.once else 2

    def fill(self, cells: Cells, nets: Nets) -> "Points":
        """Points are the same under every Ante table."""
        return self

    def describe(self) -> Figures:
        """The strategy in words and numbers."""
        rows = {
            feature: {v: n for v, n in zip(FEATURES[feature], points, strict=True) if n}
            for feature, points in self.by_feature.items()
        }
        text = f"3x from {self.three_times} points, 1x from {self.once}, else fold"
        return {"text": text, "rows": rows}


class Chart(NamedTuple):
    """An action for each combination of some features' values that occurs."""

    features: tuple[str, ...]
    actions: Mapping[Key, int]

    def action(self, cell: int) -> int:
        """The place of a cell's action: 3x, 1x, fold."""
        return self.actions[key_of(cell, self.features)]

    def describe(self) -> Figures:
        """The strategy in words and rows."""
        rows = [
            {**name_key(self.features, key), "action": list(ACTIONS)[place]}
            for key, place in self.actions.items()
        ]
        return {"text": f"the best action by {', '.join(self.features)}", "rows": rows}


class BestBy(NamedTuple):
    """The best action by these features, whatever it is under the Ante table."""

    features: tuple[str, ...]

    def fill(self, cells: Cells, nets: Nets) -> Chart:
        """No strategy that sees only these features is better: each part has its best action."""
        merged = merge_cells(cells, self.features)
        return Chart(self.features, {key: best_place(one, nets) for key, one in merged.items()})


Given = Points | BestBy
Strategy = Points | Chart


def name_key(features: Sequence[str], key: Key) -> dict[str, str]:
    """The values of features by their places."""
    return {f: FEATURES[f][place] for f, place in zip(features, key, strict=True)}


def merge_cells(cells: Cells, features: Sequence[str]) -> dict[Key, Sum]:
    """The sums of states that are alike in these features, in the order of their values."""
    merged: dict[Key, Sum] = {}
    for number, cell in cells.items():
        key = key_of(number, features)
        merged[key] = list(map(add, merged[key], cell)) if key in merged else cell
    return dict(sorted(merged.items()))


def best_place(one: Sum, nets: Nets) -> int:
    """The place of the best single action for a sum."""
    return best_action(totals_of(one, nets))


def best_action(totals: Sequence[int]) -> int:
    """The place of the best of 3x, 1x and fold; among equals the smallest further wager."""
    return max(reversed(range(len(totals))), key=totals.__getitem__)


def least_edge(cells: Cells, features: Sequence[str], nets: Nets) -> Fraction:
    """The lowest house edge that a strategy can reach which sees only these features."""
    sums = list(merge_cells(cells, features).values())
    gained = sum(max(totals_of(one, nets)) for one in sums)
    return Fraction(-gained, nets[0] * SHOWDOWNS * sum(one[STATES] for one in sums))


@cache
def named_strategies() -> dict[str, Given]:
    """The strategies of ``strategies.toml``."""
    text = get_data(__package__, "strategies.toml")
    assert text is not None
    return {name: _read(given) for name, given in tomllib.loads(text.decode()).items()}


def read_strategy(given: object) -> Given:
    """A named strategy, or one as JSON values."""
    names = named_strategies()
    if isinstance(given, str) and given in names:
        return names[given]
    if isinstance(given, Mapping):
        return _read(given)
    raise Refused(
        f"strategy {str(given)[:60]!r} is unknown in super-omaha; it has {', '.join(names)}, or a"
        ' file with {"3x": 10, "1x": 5, "made": {"top-pair": 8}, "flush-draw": {"yes": 6}}'
        ' or {"best-by": ["made", "flush-draw"]}'
    )


def _read(given: Mapping[str, object]) -> Given:
    if BEST_BY in given:
        names = given[BEST_BY]
        if len(given) > 1:
            raise Refused(f"strategy: {BEST_BY} stands alone, without points")
        if not isinstance(names, list) or not names or any(name not in FEATURES for name in names):
            raise Refused(f"strategy: {BEST_BY} needs a list with some of {', '.join(FEATURES)}")
        return BestBy(tuple(name for name in FEATURES if name in names))
    for name in given:
        if name not in (*THRESHOLDS, *FEATURES):
            known = ", ".join((*THRESHOLDS, *FEATURES, BEST_BY))
            raise Refused(f"strategy: {str(name)[:40]!r} is unknown; it has {known}")
    for name in THRESHOLDS:
        if name not in given:
            raise Refused(f"strategy: the least points for {name} are missing")
    three_times, once = (_whole(given[name], name) for name in THRESHOLDS)
    if once > three_times:
        raise Refused(f"strategy: 1x from {once} points on is above 3x from {three_times}")
    return Points(
        {f: _read_feature(f, given[f]) for f in FEATURES if f in given}, three_times, once
    )


def _read_feature(feature: str, given: object) -> tuple[int, ...]:
    values = FEATURES[feature]
    if feature in COUNTED and not isinstance(given, Mapping):
        each = _whole(given, f"{feature} each")
        return tuple(each * place for place in range(len(values)))
    if not isinstance(given, Mapping):
        raise Refused(f"strategy: {feature} needs points for some of {', '.join(values)}")
    for value in given:
        if value not in values:
            raise Refused(
                f"strategy: {feature} {str(value)[:40]!r} is unknown; it is one of"
                f" {', '.join(values)}"
            )
    return tuple(_whole(given.get(value, 0), f"{feature} {value}") for value in values)


def _whole(value: object, what: str) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or abs(value) > MOST_POINTS:
        raise Refused(
            f"strategy: {what} is {str(value)[:20]!r}; whole points of at most {MOST_POINTS:,}"
        )
    return value


def sums_of(strategy: Strategy, cells: Cells) -> list[Sum]:
    """The sums of a strategy under 3x, 1x and fold."""
    sums = [[0] * (STATES + 1) for _ in ACTIONS]
    for number, cell in cells.items():
        place = strategy.action(number)
        sums[place] = list(map(add, sums[place], cell))
    return sums
