"""All that a table posts: limits, pay tables with their pays, jackpots, rulings, disputes."""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from pitboss.games.contract import Game, Settings
from pitboss.games.source import Source
from pitboss.house.tables.setup import Setup
from pitboss.jackpots.meter import Terms
from pitboss.jackpots.terms import wager_of
from pitboss.money import money, parse_dollars
from pitboss.paytable import PayTable, Prize, Share
from pitboss.rounds.telling import limit_words, wager_title
from pitboss.web.common.tables import DISPUTES, scaled, share_cents


class Sign(NamedTuple):
    """A line of the limit sign."""

    title: str
    words: str


class PayRow(NamedTuple):
    hand: str
    pays: str
    envy: str = ""
    note: str = ""


class PaySign(NamedTuple):
    """A pay table as it hangs at the table."""

    title: str
    code: str
    terms: str
    rows: list[PayRow]
    cite: str
    notes: list[str]
    has_envy: bool = False


class JackpotSign(NamedTuple):
    """A jackpot: what it stands at, what a wager costs, and its pays for that wager."""

    id: str
    sensor: str
    type: str
    wager: str
    meter_cents: int
    table: PaySign


class RulingSign(NamedTuple):
    name: str
    value: str
    why: str
    others: str


class Posted(NamedTuple):
    """Everything on the signs of one table."""

    limits: list[Sign]
    paytables: list[PaySign]
    jackpots: list[JackpotSign]
    rulings: list[RulingSign]
    labels: tuple[str, ...]
    facts: list[Sign]
    disputes: Sequence[str]
    jackpot_note: str = ""

    @property
    def in_short(self) -> list[Sign]:
        """The first limit, and the blinds where there are any."""
        return [*self.limits[:1], *(fact for fact in self.facts if fact.title == "Blinds")]

    @property
    def table_facts(self) -> list[Sign]:
        """Those of the table itself; its rules and profile stand elsewhere beside it."""
        return [fact for fact in self.facts if fact.title not in ("Rules", "Profile")]


def post_signs(setup: Setup, meters: Mapping[str, int]) -> Posted:
    """The signs of a table; ``meters`` is what each jackpot displays."""
    jackpots = zip(setup.jackpots, setup.settings.jackpots, strict=True)
    signs = [
        _jackpot_sign(number, name, terms, meters.get(name, 0))
        for number, (name, terms) in enumerate(jackpots, 1)
    ]
    return _fixed_signs(_Same(setup))._replace(jackpots=signs)


class _Same:
    """A setup that is equal to itself alone: comparing two by what they hold costs more than the
    signs that are kept for them."""

    def __init__(self, setup: Setup) -> None:
        self.setup = setup

    def __hash__(self) -> int:
        return id(self.setup)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Same) and self.setup is other.setup


@lru_cache(128)
def _fixed_signs(same: _Same) -> Posted:
    """All but the meters: it hangs at the table unchanged, while every message shows it."""
    setup = same.setup
    source, settings = setup.game.source, setup.settings
    return Posted(
        _limit_signs(setup),
        pay_signs(setup.game, settings),
        [],
        ruling_signs(source, settings.rulings),
        settings.labels,
        _facts(setup),
        DISPUTES,
        setup.game.face.jackpot_note.format_map(settings.rulings) if setup.jackpots else "",
    )


def _limit_signs(setup: Setup) -> list[Sign]:
    signs = [
        Sign(wager_title(setup.game, spot.name), limit_words(least, most))
        for spot, least, most in setup.offers
    ]
    limits = setup.settings.limits
    if setup.is_poker and limits.most_cents:
        signs.append(Sign("One bet or raise", f"up to {money(limits.most_cents)}"))
    for wager, cents in limits.aggregates.items():
        title = f"{wager_title(setup.game, wager)}, all winners of a round"
        signs.append(Sign(title, f"up to {money(cents)} together"))
    return signs


def _facts(setup: Setup) -> list[Sign]:
    given = setup.given
    facts = []
    if "blinds" in given:
        small, big = (money(parse_dollars(blind)) for blind in given["blinds"])
        facts.append(Sign("Blinds", f"{small} and {big}"))
        facts.append(Sign("Betting", setup.settings.rulings["betting"].replace("-", " ")))
    least, most = setup.buy_in
    facts.append(Sign("Chips at a seat", f"{money(least)} to {money(most)}"))
    clock = setup.decision_seconds
    facts.append(Sign("Time for a decision", f"{clock} s" if clock else "as long as you like"))
    facts.append(Sign("Rules", f"{setup.game.source.title}, {setup.game.source.version}"))
    facts.append(Sign("Profile", str(given["profile"].get("name", "none"))))
    return facts


def pay_signs(game: Game, settings: Settings) -> list[PaySign]:
    """The tables in force."""
    return [
        _pay_sign(wager_title(game, wager), table) for wager, table in settings.paytables.items()
    ]


def _pay_sign(title: str, table: PayTable) -> PaySign:
    rows = [
        PayRow(
            row.hand,
            row.text.removesuffix(f" {table.terms}"),
            note=table.dead.get(row.event, ""),
        )
        for row in table.rows
    ]
    cite = table.cite or "a table of the house, not printed in the approved document"
    notes = list(dict.fromkeys(table.dashes.values()))
    return PaySign(title, table.code, f"pays {table.terms}", rows, cite, notes)


def _jackpot_sign(number: int, name: str, terms: Terms, meter_cents: int) -> JackpotSign:
    table = terms.paytable
    rows = [
        PayRow(
            row.hand,
            _jackpot_pay(row.pay, terms, meter_cents) or row.text,
            scaled(row.envy_cents, terms) if row.envy_cents else "",
            table.dead.get(row.event, ""),
        )
        for row in table.rows
    ]
    sign = PaySign(
        f"Jackpot {number}",
        table.code,
        f"for a wager of {money(terms.wager_cents)}",
        rows,
        table.cite,
        list(dict.fromkeys(table.dashes.values())),
        any(row.envy_cents for row in table.rows),
    )
    wager = money(terms.wager_cents)
    return JackpotSign(name, wager_of(number), terms.type, wager, meter_cents, sign)


def _jackpot_pay(pay: object, terms: Terms, meter_cents: int) -> str:
    """A prize for this jackpot's wager, or its part of the meter as it stands."""
    if isinstance(pay, Prize):
        return scaled(pay.cents, terms)
    if isinstance(pay, Share):
        return f"{pay} of the meter, {money(share_cents(pay, meter_cents))} now"
    return ""


def ruling_signs(source: Source, rulings: Mapping[str, str]) -> list[RulingSign]:
    """Each reading in force, with the others that the document allows."""
    signs = []
    for ruling in source.rulings.values():
        chosen = str(rulings.get(ruling.name, ""))
        others = ", ".join(option for option in ruling.options if option != chosen)
        signs.append(RulingSign(ruling.name, chosen, ruling.why, others))
    return signs
