"""What an operator is told before a table opens and while it is open: wagers on which the player
has the edge, with the exact figure. It refuses nothing, and it never counts for long: where no
figure is kept, it says so.
"""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any, NamedTuple

from pitboss.house.books.edges import Prices, needs_count
from pitboss.house.tables.setup import Setup
from pitboss.jackpots.terms import wager_of
from pitboss.money import money
from pitboss.odds.figures import exact, fraction_of
from pitboss.odds.registry import find_solver
from pitboss.odds.request import JACKPOT, JackpotTerms, Request
from pitboss.refusal import Refused
from pitboss.rounds.telling import wager_title


class Warned(NamedTuple):
    """A wager with its house edge below zero, or unknown; ``of`` says how it is offered here."""

    wager: str
    title: str
    house_edge: Fraction | None
    of: str = ""

    @property
    def words(self) -> str:
        """On one line."""
        if self.house_edge is None:
            return (
                f"{self.title}{self.of}: the house edge is unknown here, no exact figure is kept"
                " for this table; pitboss odds counts it"
            )
        return (
            f"{self.title}{self.of}: the player has the edge, {-100 * float(self.house_edge):.2f} %"
            f" of each wager (house edge {self.house_edge})"
        )

    def values(self) -> dict[str, Any]:
        """As JSON values."""
        edge = None if self.house_edge is None else exact(self.house_edge)
        return {"wager": self.wager, "house_edge": edge, "words": self.words}


def find_warnings(setup: Setup, meters: Mapping[str, int]) -> list[Warned]:
    """Of a table that opens or is open, with what its jackpots display; of practice, and of games
    that the house takes no part in, there is nothing to say."""
    if setup.is_poker or setup.given["practice"]:
        return []
    found = [*_wagers(setup), *_jackpots(setup, meters)]
    return [each for each in found if each.house_edge is None or each.house_edge < 0]


def against_the_house(setup: Setup, meters: Mapping[str, int]) -> list[Warned]:
    """Those alone on which the player has the edge."""
    return [each for each in find_warnings(setup, meters) if each.house_edge is not None]


def is_usual(setup: Setup) -> bool:
    """Whether all readings are the first ones and all pay tables printed: our own games give the
    house the edge then, whatever printed table is chosen (a test prices them all)."""
    return not any(_under(setup, wager) for wager in setup.settings.paytables)


def _wagers(setup: Setup) -> Iterator[Warned]:
    """The main wager with all that follows it, and each bonus, under the table's readings."""
    prices = Prices(setup)
    for wager in dict.fromkeys((prices.main, *setup.settings.paytables)):
        edge = prices.edge(wager)
        title = wager_title(setup.game, wager)
        yield Warned(wager, title, edge and edge.house_edge, _under(setup, wager))


def _under(setup: Setup, wager: str) -> str:
    """The readings that are not the usual ones, and a table of the house's own."""
    source, table = setup.game.source, setup.settings.paytables.get(wager)
    chosen = [
        f"{name}={option}"
        for name, option in setup.settings.rulings.items()
        if name != "seats" and option != source.rulings[name].options[0]
    ]
    own = [] if table is None or table.printed else ["a pay table that is not printed"]
    return f" under {', '.join([*own, *chosen])}" if own or chosen else ""


def _jackpots(setup: Setup, meters: Mapping[str, int]) -> Iterator[Warned]:
    """Each sensor at what its jackpot displays, with every seat in it: envy pays are largest so."""
    links = zip(setup.jackpots, setup.settings.jackpots, strict=True)
    for number, (name, terms) in enumerate(links, 1):
        shown = meters.get(name, 0)
        request = Request(
            *(setup.game, JACKPOT, setup.settings, terms.paytable, setup.seats),
            jackpot=JackpotTerms(shown, wager_cents=terms.wager_cents),
        )
        wager = wager_of(number)
        of = f" at {money(shown)} with every seat in it"
        yield Warned(wager, wager_title(setup.game, wager), _price(request), of)


def _price(request: Request) -> Fraction | None:
    try:
        if needs_count(request):
            return None
        return fraction_of(find_solver(request.key).price(request)["house_edge"])
    except Refused:
        return None
