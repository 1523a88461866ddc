"""The table that an environment deals at: read once, then dealt again and again."""

from collections.abc import Mapping, Sequence
from random import Random
from typing import NamedTuple, TypedDict, cast

from pitboss.games import find_game
from pitboss.games.contract import Game, Opening, Start, start_of
from pitboss.money import parse_dollars, read_whole
from pitboss.odds.request import main_wager
from pitboss.refusal import Refused
from pitboss.rounds.runner import Runner
from pitboss.rounds.script import read_opening

VERSION = 0
"""Of all environments: what an action or a place of an observation means never changes under it."""

WAGER = 10
STACK_BLINDS = 50
BLINDS = (2, 4)
SIZES = 3
MOST_SIZES = 50


class Given(TypedDict, total=False):
    """What an environment may be made with besides its game.

    ``wagers`` are made by every seat (default 10 dollars on the main one); ``table`` is that of a
    script; ``seats`` is how many play. Between players ``stack``, ``blinds``, ``bets`` and
    ``chip`` are as in a script. A wager of free size is offered in ``sizes`` sizes.
    """

    wagers: Mapping[str, float | str]
    table: Mapping[str, object]
    seats: int
    stack: float | str
    blinds: Sequence[float | str]
    bets: Sequence[float | str]
    chip: float | str
    sizes: int


class Dealer(NamedTuple):
    """A game with everything but the deck: ``openings`` has one for each seat that may have the
    button, and a single one where there is none, with what its rounds start from. ``unit_cents`` is
    what returns are counted in, the main wager or the big blind."""

    game: Game
    openings: tuple[tuple[Opening, Start], ...]
    unit_cents: int
    sizes: int = SIZES

    @property
    def opening(self) -> Opening:
        return self.openings[0][0]

    @property
    def seats(self) -> tuple[int, ...]:
        seating = self.opening.seating
        return tuple(sorted(seating.stacks if seating else self.opening.wagers))

    def deal(self, deck: tuple[int, ...], dice: Random) -> Runner:
        """A fresh round; between players the button lies anywhere."""
        openings = self.openings
        opening, start = dice.choice(openings) if openings[0][0].seating else openings[0]
        return Runner(self.game, opening.with_deck(deck), start)


def env_id(key: str) -> str:
    """The name of a game's environment in Gymnasium.

    >>> env_id("super-omaha")
    'pitboss/SuperOmaha-v0'
    """
    return f"pitboss/{key.replace('-', ' ').title().replace(' ', '')}-v{VERSION}"


def read_dealer(key: str, given: Given, seats: int) -> Dealer:
    """Check all that an environment is made with; ``seats`` play where no number is given."""
    for name in given:
        if name not in Given.__annotations__:
            known = ", ".join(Given.__annotations__)
            raise Refused(f"{key} environment: {name!r} is unknown; it has {known}")
    game = find_game(key)
    numbers = range(1, read_whole(given.get("seats", seats), "seats", 1, 99) + 1)
    script: dict[str, object] = {"deck": "", "table": given.get("table", {})}
    if game.read_seating:
        script |= _seating(key, given, numbers)
        unit_cents = parse_dollars(cast("Sequence[object]", script["blinds"])[1], "big blind")
    else:
        main = main_wager(game)
        wagers = given.get("wagers", {main: WAGER})
        if main not in wagers:
            raise Refused(f"{key} environment: wagers need a {main} wager, which decisions follow")
        script["wagers"] = {str(number): wagers for number in numbers}
        unit_cents = parse_dollars(wagers[main], main)
    sizes = read_whole(given.get("sizes", SIZES), "sizes", 2, MOST_SIZES)
    opening = read_opening(game, script)
    seating = opening.seating
    openings = (
        [opening._replace(seating=seating._replace(button=seat)) for seat in sorted(seating.stacks)]
        if seating
        else [opening]
    )
    return Dealer(game, tuple([(each, start_of(each)) for each in openings]), unit_cents, sizes)


def _seating(key: str, given: Given, numbers: range) -> dict[str, object]:
    """Stacks of one size, and whatever else a script has between players."""
    if "wagers" in given:
        raise Refused(f"{key} environment: wagers are not made before the deal; give a stack")
    blinds = given.get("blinds", BLINDS)
    if len(blinds) != 2:
        raise Refused(f"{key} environment: blinds are a small and a big one, such as (2, 4)")
    big = parse_dollars(blinds[1], "big blind")
    stack = given.get("stack", STACK_BLINDS * big // 100)
    others = {name: value for name, value in given.items() if name in ("bets", "chip")}
    stacks = {str(number): stack for number in numbers}
    return {"stacks": stacks, "button": 1, "blinds": list(blinds), **others}
