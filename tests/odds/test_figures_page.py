"""docs/figures.md is made from the shipped counts; PITBOSS_UPDATE=1 writes it anew."""

import os
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import Any

from pitboss.games import find_game
from pitboss.odds.cache import SHIPPED, find
from pitboss.odds.protection import protect
from pitboss.odds.registry import find_leaks, price
from pitboss.odds.request import read_request

PAGE = Path(__file__).parents[2] / "docs" / "figures.md"

HEAD = """# Figures

The exact figures of all four games on one page, by wager, pay table and ruling. To read about one
game, see [its page](games/index.md); to use the figures in a program, take [the
file](results/index.md).

Every figure here is counted over all deals, as a fraction, with the best play there is; none is
simulated, but for those leaks at the end that say so. House edge is the expected loss per unit of
the first wager, element of risk the same per unit of all money wagered. This page is made from the
counts that are shipped with the package, and a test fails when the two differ. `pitboss odds GAME`
prints more; `--recompute` counts anew.
"""


def figures(game: str, **given: object) -> Any:
    return price(read_request(game, given))


def percent(figure: Any) -> str:
    return f"{100 * figure['value']:.4f} %"


def row(*cells: str) -> str:
    return f"| {' | '.join(cells)} |"


def head(*cells: str) -> Iterator[str]:
    yield row(*cells)
    yield "|" + "---|" * len(cells)


def main_cells(answer: Any) -> tuple[str, ...]:
    edge, risk = answer["house_edge"], answer["element_of_risk"]
    deviation = f"{answer['standard_deviation']['value']:.4f}"
    return percent(edge), edge["exact"], percent(risk), deviation


def duki() -> Iterator[str]:
    yield "\n## Duki 4 Poker\n"
    yield from head("ante-three-card", "ante-four-beats-three", "ace", *COLUMNS)
    for three, four, ace in product(
        ("even", "three-card-table"), ("table", "even"), ("high-low", "high")
    ):
        rulings = {"ante-three-card": three, "ante-four-beats-three": four, "ace": ace}
        yield row(three, four, ace, *main_cells(figures("duki", rulings=rulings)))
    yield "\nThe bonus, played alone:\n"
    yield from head("bonus-four-card", "bonus-pays", "ace", "house edge", "exact")
    options = find_game("duki").source.rulings["bonus-four-card"].options
    for four, pays, ace in product(options, ("to-1", "for-1"), ("high-low", "high")):
        rulings = {"bonus-four-card": four, "bonus-pays": pays, "ace": ace}
        edge = figures("duki", wager="bonus", rulings=rulings)["house_edge"]
        yield row(four, pays, ace, percent(edge), edge["exact"])


def buyout() -> Iterator[str]:
    yield "\n## Ultimate 4 Card Buyout\n"
    yield from head("wager", *COLUMNS)
    yield row("first, second and third", *main_cells(figures("buyout")))
    alone = figures("buyout", wager="bonus", rulings={"bonus-alone": "yes"})
    yield row("bonus alone", *main_cells(alone))
    for hand in ("bought", "four-cards"):
        joint = figures("buyout", wager="bonus", rulings={"bonus-hand": hand})
        yield row(f"all with an equal bonus, bonus-hand={hand}", *main_cells(joint))


def super_omaha() -> Iterator[str]:
    yield "\n## Super Omaha\n"
    tables = find_game("super-omaha").paytables
    yield from head("wager", "pay table", *COLUMNS)
    for wager in ("ante", "high-hand", "flop-bonus"):
        for code in tables[wager]:
            answer = figures("super-omaha", wager=wager, paytables={wager: code})
            yield row(wager, code, *main_cells(answer))
    yield "\nJackpots for a wager of one dollar, with one other player who has the wager:\n"
    yield from head("pay table", "fixed prizes return", "envy returns", "break-even meter")
    for code in tables["jackpot"]:
        answer = figures("super-omaha", wager="jackpot", paytables={"jackpot": code}, players=2)
        even = answer["break_even_meter"]
        yield row(
            code,
            percent(answer["fixed_return"]),
            percent(answer["envy_return"]),
            f"${even['value']:,.2f}",
        )


def leaks() -> Iterator[str]:
    yield "\n## Leaks\n"
    yield LEAKS
    yield from head(*LEAK_COLUMNS)
    for game in ("duki", "buyout", "super-omaha"):
        request, counted = read_request(game, {}), find_leaks(game)
        counts = {leak: counted.count_leak(leak, request.settings) for leak in counted.LEAKS}
        shipped = [leak for leak, count in counts.items() if find(count, [SHIPPED])]
        answer: Any = protect(request, shipped)
        base = answer["base"]["player_edge"]
        yield row(game, "none", percent(base), "", base["exact"], "", "")
        for one in answer["leaks"]:
            edge, card = one["player_edge"], one.get("card")
            yield row(
                game,
                one["leak"],
                percent(edge),
                percent(one["gain"]),
                edge.get("exact") or f"± {100 * edge['standard_error']:.4f}",
                f"{one['rounds_to_show']:,}",
                f"{card['part_of_gain']['value']:.1%}" if card else "",
            )


LEAKS = """The player's edge with perfect play where cards are known ([how](odds.md#leaks)), without
other wagers. Where no exact figure stands, the edge is the mean of exact values on sampled
deals, with its standard error in points. Rounds: until it shows in the books. Card: the part of the
gain that a rule to remember has.
"""
LEAK_COLUMNS = ("game", "leak", "player edge", "gain", "exact, or standard error", "rounds", "card")
COLUMNS = ("house edge", "exact", "element of risk", "standard deviation")


def figures_page() -> str:
    return "\n".join([HEAD, *duki(), *buyout(), *super_omaha(), *leaks(), ""])


def test_figures_page_is_up_to_date() -> None:
    page = figures_page()
    if os.environ.get("PITBOSS_UPDATE"):
        PAGE.write_text(page, encoding="utf-8")
    assert PAGE.read_text(encoding="utf-8") == page
