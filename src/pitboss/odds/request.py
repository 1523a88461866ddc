"""What is to be priced: a game, one of its wagers, the table's settings, and the play.

Everything given is checked here, by the same function that opens a table.
"""

from collections.abc import Mapping
from fractions import Fraction
from typing import NamedTuple

from pitboss.games import find_game
from pitboss.games.contract import Game, Settings
from pitboss.games.opening import set_table
from pitboss.money import parse_dollars, read_ratio, read_whole
from pitboss.paytable import PayTable, parse_table
from pitboss.refusal import Refused

JACKPOT = "jackpot"
LARGEST_RATIO = 1000

_KEYS = (
    *("wager", "paytables", "rulings", "players", "bonus_ratio", "jackpot", "strategy"),
    *("recompute", "ties"),
)
TIES = ("less", "more")
"""Of options that are worth the same, the one that wagers less or more."""

_JACKPOT_KEYS = ("meter", "seed", "rate", "amount")


class JackpotTerms(NamedTuple):
    """A jackpot as it stands; ``rate`` is the part of a wager that feeds the meter."""

    meter_cents: int | None = None
    seed_cents: int | None = None
    rate: Fraction | None = None
    wager_cents: int = 100

    @property
    def shown_cents(self) -> int:
        """What the meter shows; the seed where that was not given."""
        return (self.seed_cents if self.meter_cents is None else self.meter_cents) or 0

    def units(self, cents: int) -> Fraction:
        """A dollar amount of the table for each unit of the fixed wager, in whole cents as paid."""
        return Fraction(cents * self.wager_cents // 100, self.wager_cents)


class Request(NamedTuple):
    """A checked request; ``paytable`` is the priced wager's own table, where it has one.

    ``bonus_ratio`` is the bonus for each unit of the first wager, None where it was not given.
    ``strategy`` is None for the optimum, else a name or a strategy as JSON values.
    """

    game: Game
    wager: str
    settings: Settings
    paytable: PayTable | None
    players: int = 1
    bonus_ratio: Fraction | None = None
    jackpot: JackpotTerms = JackpotTerms()
    strategy: object = None
    recompute: bool = False
    ties: str = TIES[0]

    @property
    def key(self) -> str:
        return self.settings.game

    @property
    def is_main(self) -> bool:
        return self.wager == main_wager(self.game)


def main_wager(game: Game) -> str:
    """The wager that a round starts with; ``hand`` in a game between players."""
    spots = game.source.spots.values()
    return next((spot.name for spot in spots if spot.kind == "main"), "hand")


def read_request(key: str, given: Mapping[str, object]) -> Request:
    """Check a request; what is not given has its default.

    >>> request = read_request("duki", {"rulings": {"ace": "high"}})
    >>> request.wager, request.settings.rulings["ace"], request.paytable.code
    ('ante', 'high', 'ante-4')
    """
    for name in given:
        if name not in _KEYS:
            raise Refused(f"{name!r} is no part of a request; it has {', '.join(_KEYS)}")
    game = find_game(key)
    wager = _read_wager(game, given.get("wager"))
    tables = _mapping(given.get("paytables"), "pay tables")
    shared = {name: table for name, table in tables.items() if name != JACKPOT}
    settings = set_table(game, _mapping(given.get("rulings"), "rulings"), shared)
    return Request(
        game,
        wager,
        settings,
        _own_table(game, wager, settings, _jackpot_table(game, tables.get(JACKPOT))),
        _read_players(given.get("players", 1), int(settings.rulings["seats"])),
        _read_ratio(given.get("bonus_ratio")),
        read_jackpot(_mapping(given.get("jackpot"), "jackpot")),
        given.get("strategy"),
        bool(given.get("recompute")),
        _read_ties(given.get("ties")),
    )


def _read_ties(given: object) -> str:
    if given is None:
        return TIES[0]
    if given not in TIES:
        raise Refused(f"ties {str(given)[:40]!r} are unknown; allowed: {', '.join(TIES)}")
    return str(given)


def _mapping(value: object, what: str) -> Mapping[str, object]:
    if value is None:
        return {}
    if not isinstance(value, Mapping):
        raise Refused(f"{what}: names with values are needed, not {str(value)[:40]!r}")
    return value


def _read_wager(game: Game, given: object) -> str:
    main = main_wager(game)
    if given in (None, main, "main"):
        return main
    priced = [main, *(wager for wager in game.paytables if wager != main)]
    if given not in priced:
        raise Refused(
            f"wager {str(given)[:40]!r} cannot be priced in {game.source.key}; it has"
            f" {', '.join(priced)}"
        )
    return str(given)


def _own_table(
    game: Game, wager: str, settings: Settings, jackpot: PayTable | None
) -> PayTable | None:
    """The priced wager's table: a bonus or jackpot without a default must be named."""
    if wager not in game.paytables:
        return None
    table = jackpot if wager == JACKPOT else settings.paytables.get(wager)
    if table is None:
        printed = ", ".join(game.paytables[wager])
        raise Refused(f"pay table for {wager} is missing; printed: {printed}")
    return table


def _jackpot_table(game: Game, given: object) -> PayTable | None:
    """The table of a jackpot, which is checked whatever is priced."""
    if given is None:
        return None
    printed = game.paytables.get(JACKPOT)
    if printed is None:
        raise Refused(f"pay table for {JACKPOT}: {game.source.key} has no jackpot")
    if isinstance(given, Mapping):
        table = parse_table(JACKPOT, given)
        game.check_paytable(table)
        return table
    if str(given) not in printed:
        codes = ", ".join(printed)
        raise Refused(f"pay table for {JACKPOT} {given!r} is unknown; printed: {codes}")
    return printed[str(given)]


def _read_players(value: object, seats: int) -> int:
    try:
        return read_whole(value, "players", 1, seats)
    except Refused as refusal:
        raise Refused(f"{refusal}, the table's seats") from None


def _read_ratio(value: object) -> Fraction | None:
    if value is None:
        return None
    ratio = read_ratio(value, "bonus ratio")
    if not 0 < ratio <= LARGEST_RATIO or ratio.denominator > LARGEST_RATIO:
        raise Refused(
            f"bonus ratio {value}: above 0 and at most {LARGEST_RATIO}, such as 1, 0.2 or 1/3, with"
            f" a denominator of at most {LARGEST_RATIO}"
        )
    return ratio


def read_jackpot(given: Mapping[str, object]) -> JackpotTerms:
    """``{"meter": 50000, "seed": 10000, "rate": 0.2, "amount": 1}``, all of them optional."""
    for name in given:
        if name not in _JACKPOT_KEYS:
            raise Refused(f"jackpot: {name!r} is unknown; it has {', '.join(_JACKPOT_KEYS)}")
    cents: dict[str, int] = {}
    for name in ("meter", "seed", "amount"):
        if given.get(name) is not None:
            cents[name] = parse_dollars(given[name], name)
            if cents[name] < 0:
                raise Refused(f"{name}: an amount below 0; give dollars from 0")
    if cents.get("amount") == 0:
        raise Refused("amount: a jackpot wager must be above 0")
    rate = None if given.get("rate") is None else read_ratio(given["rate"], "rate")
    if rate is not None and not 0 <= rate <= 1:
        raise Refused(f"rate {given['rate']}: the part of a wager that feeds the meter, 0 to 1")
    return JackpotTerms(cents.get("meter"), cents.get("seed"), rate, cents.get("amount", 100))
