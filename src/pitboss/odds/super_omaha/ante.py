"""The main game: its count, kept between runs, and figures from sums of showdowns by action."""

from collections.abc import Iterable, Sequence
from concurrent.futures import Executor
from fractions import Fraction
from math import lcm
from operator import mul
from typing import Any, NamedTuple, cast

from pitboss.cards.poker import CATEGORY_NAMES
from pitboss.games import find_game
from pitboss.games.contract import Opening, Settings, Table
from pitboss.games.events import WagerSettled
from pitboss.games.opening import set_table
from pitboss.games.super_omaha.rules import settle_winning_ante
from pitboss.money import Odds
from pitboss.odds.cache import Count, cache_folder, recall
from pitboss.odds.figures import Figures, Outcome, frequencies, summarise
from pitboss.odds.super_omaha.kernels import CATEGORIES, LOSSES, STATES, TIES, showdowns
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
        assert sum(one[STATES] for one in sums) == FLOPS * HANDS
        assert sum(sum(one[:STATES]) for one in sums) == FLOPS * HANDS * SHOWDOWNS
    return game


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


def values_of(one: Sum, nets: Nets) -> dict[str, Fraction]:
    """The expectation of each action over a sum of states, in units of the Ante."""
    totals = zip(ACTIONS, totals_of(one, nets), strict=True)
    return {action: Fraction(total, nets[0] * sum(one[:STATES])) for action, total in totals}
