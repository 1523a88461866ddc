"""All that a table posts: wagers and limits, pay tables with their pays, jackpots, rulings,
disputes."""

from collections.abc import Mapping, Sequence
from itertools import zip_longest
from typing import NamedTuple

from pitboss.games.contract import Game, Settings
from pitboss.games.opening import PLACED_FIRST
from pitboss.games.promotion import Promotion
from pitboss.games.source import Ruling
from pitboss.house.tables.known import Setup
from pitboss.jackpots.terms import wager_of
from pitboss.money import money, parse_dollars
from pitboss.paytable import PayTable, Share
from pitboss.rounds.telling import limit_words, wager_title
from pitboss.web.common.notices import DISPUTES, share_cents
from pitboss.web.pages import words

JACKPOT_KEYS = "jk"
MOST_KEPT = 512


class Sign(NamedTuple):
    """A line of the limit sign."""

    title: str
    words: str


class Offered(NamedTuple):
    """A wager that the table takes, with its limits in cents (0 is none); ``is_first`` where it is
    made before the deal. Jackpots have a key each."""

    name: str
    title: str
    kind: str
    least_cents: int
    most_cents: int
    limits: str
    is_first: bool
    key: str


class PayRow(NamedTuple):
    hand: str
    pays: str
    envy: str
    note: str


class PaySign(NamedTuple):
    """A pay table as it hangs at the table."""

    title: str
    code: str
    terms: str
    rows: list[PayRow]
    cite: str
    notes: list[str]

    @property
    def has_envy(self) -> bool:
        return any(row.envy for row in self.rows)


class JackpotSign(NamedTuple):
    """A jackpot: what it stands at, what a wager costs, and its pays for that wager."""

    id: str
    type: str
    wager: str
    meter_cents: int
    table: PaySign


class PromotionSign(NamedTuple):
    """What a promotion pays, from the figures that are paid, then the house's own words."""

    title: str
    words: str
    terms: str


class Posted(NamedTuple):
    """Everything on the signs of one table, or what a game posts without one."""

    paytables: list[PaySign]
    rulings: list[tuple[Ruling, str, str]]
    """Each with the reading in force, and the others that the document allows."""
    labels: tuple[str, ...]
    offered: Sequence[Offered] = ()
    limits: Sequence[Sign] = ()
    jackpots: Sequence[JackpotSign] = ()
    facts: Sequence[Sign] = ()
    disputes: Sequence[str] = ()
    jackpot_note: str = ""
    promotions: Sequence[PromotionSign] = ()

    @property
    def in_short(self) -> list[Sign]:
        """The first limit, and the blinds where there are any."""
        return [*self.limits[:1], *(fact for fact in self.facts if fact.title == words.BLINDS)]

    @property
    def table_facts(self) -> list[Sign]:
        """Those of the table itself; its rules and profile stand elsewhere beside it."""
        return [fact for fact in self.facts if fact.title not in (words.RULES, words.PROFILE)]


def post_signs(setup: Setup, meters: Mapping[str, int], day: str = "") -> Posted:
    """The signs of a table; ``meters`` is what each jackpot displays, and ``day`` chooses the
    promotions that run."""
    posted = fixed_signs(setup)
    if setup.promotions and day:
        from pitboss.house.tables.promotions import running_on  # the house's, where there is one

        signs = [_promotion_sign(setup.game, each) for each in running_on(setup, day)]
        posted = posted._replace(promotions=signs)
    if not setup.jackpots:
        return posted
    jackpots = []
    links = zip(setup.jackpots, setup.settings.jackpots, strict=True)
    for number, (name, terms) in enumerate(links, 1):
        wager, meter = money(terms.wager_cents), meters.get(name, 0)
        sign = _pay_sign(words.jackpot(number=number), words.for_wager(amount=wager), terms.pays)
        rows = [
            shown._replace(pays=_share_words(row.pay, meter))
            if isinstance(row.pay, Share)
            else shown
            for shown, row in zip(sign.rows, terms.pays.rows, strict=True)
        ]
        notes = [words.NOT_RETURNED, *_cut_notes(setup.settings, wager_of(number)), *sign.notes]
        sign = sign._replace(rows=rows, notes=notes)
        jackpots.append(JackpotSign(name, terms.type, wager, meter, sign))
    return posted._replace(jackpots=jackpots)


def _promotion_sign(game: Game, promotion: Promotion) -> PromotionSign:
    from pitboss.house.tables.promotions import pay_words, title_of

    told = f"{pay_words(promotion)}, {words.span(first=promotion.first, last=promotion.last)}"
    return PromotionSign(title_of(game, promotion), told, promotion.terms)


_kept: dict[int, tuple[Setup, Posted]] = {}


def fixed_signs(setup: Setup) -> Posted:
    """All but the meters. They hang at the table unchanged while every message shows them, and are
    kept by the setup's own id: comparing two setups by what they hold costs more than the signs."""
    kept = _kept.get(id(setup))
    if kept is None:
        if len(_kept) >= MOST_KEPT:
            _kept.clear()
        kept = _kept[id(setup)] = (setup, _make_signs(setup))
    return kept[1]


def _make_signs(setup: Setup) -> Posted:
    offered, keys = [], iter(JACKPOT_KEYS)
    for spot, least, most in setup.offers:
        title, key = wager_title(setup.game, spot.name), ""
        if spot.kind == "jackpot":
            key = next(keys, "")
        names, told = (spot.name, title, spot.kind), limit_words(least, most)
        is_first = spot.kind in PLACED_FIRST
        offered.append(Offered(*names, least, most, told, is_first, key))
    signs = [Sign(one.title, one.limits) for one in offered]
    limits = setup.settings.limits
    if setup.is_poker and limits.most_cents:
        signs.append(Sign(words.ONE_BET, words.up_to(amount=money(limits.most_cents))))
    for wager, cents in limits.aggregates.items():
        title = words.all_winners(wager=wager_title(setup.game, wager))
        signs.append(Sign(title, words.together(amount=money(cents))))
    note = setup.game.face.jackpot_note.format_map(setup.settings.rulings)
    return game_signs(setup.game, setup.settings)._replace(
        offered=offered,
        limits=signs,
        facts=_facts(setup),
        disputes=DISPUTES,
        jackpot_note=note if setup.jackpots else "",
    )


def _facts(setup: Setup) -> list[Sign]:
    given = setup.given
    facts = []
    if "blinds" in given:
        small, big = (money(parse_dollars(blind)) for blind in given["blinds"])
        facts.append(Sign(words.BLINDS, words.pair(small=small, big=big)))
        facts.append(Sign(words.BETTING, setup.settings.rulings["betting"].replace("-", " ")))
    least, most = setup.buy_in
    return [
        *facts,
        Sign(words.SEAT_CHIPS, words.span(first=money(least), last=money(most))),
        Sign(words.DECISION_TIME, words.seconds(setup.decision_seconds)),
        Sign(words.RULES, f"{setup.game.source.title}, {setup.game.source.version}"),
        Sign(words.PROFILE, str(given["profile"].get("name", words.NO_PROFILE))),
    ]


def game_signs(game: Game, settings: Settings) -> Posted:
    """The pay tables, readings and labels in force."""
    paytables = []
    for wager, table in settings.paytables.items():
        terms = words.pays(table.terms, table.heading)
        sign = _pay_sign(wager_title(game, wager), terms, table)
        paytables.append(sign._replace(notes=[*_cut_notes(settings, wager), *sign.notes]))
    rulings = []
    for ruling in game.source.rulings.values():
        chosen = str(settings.rulings.get(ruling.name, ""))
        others = ", ".join(
            choice
            for choice, option in zip_longest(ruling.choices, ruling.options)
            if option != chosen
        )
        rulings.append((ruling, chosen, others))
    return Posted(paytables, rulings, settings.labels)


def _cut_notes(settings: Settings, wager: str) -> list[str]:
    """What an aggregate limit does to the pays of its wager."""
    if not (cents := settings.limits.aggregates.get(wager, 0)):
        return []
    return [words.cut(amount=money(cents))]


def _pay_sign(title: str, terms: str, table: PayTable) -> PaySign:
    """A table as it is in force: the rows that a settlement pays by."""
    suffix = f" {table.terms}"
    rows = []
    for row in table.rows:
        envy = money(row.envy_cents) if row.envy_cents else ""
        dead = table.dead.get(row.event, "")
        rows.append(PayRow(row.hand, row.text.removesuffix(suffix), envy, dead))
    cite = table.cite or words.NOT_PRINTED
    notes = [*table.notes, *dict.fromkeys(table.dashes.values())]
    return PaySign(title, table.code, terms, rows, cite, notes)


def _share_words(share: Share, meter_cents: int) -> str:
    """Its part of the meter as it stands."""
    return words.of_meter(share=str(share), now=money(share_cents(share, meter_cents)))
