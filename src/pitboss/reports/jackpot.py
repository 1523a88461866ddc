"""The jackpot sheet: prizes, meter, envy by players, hits, and what the seed costs."""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from math import expm1, log1p
from typing import Any, NamedTuple

from pitboss.games.contract import Game
from pitboss.money import (
    decimal_text,
    dollars,
    full_money,
    money,
    read_ratio,
    read_whole,
)
from pitboss.odds.figures import fraction_of
from pitboss.odds.registry import price
from pitboss.odds.request import JackpotTerms, Request, read_jackpot
from pitboss.refusal import Refused
from pitboss.reports import identity
from pitboss.reports.charts import draw_bars
from pitboss.reports.par import pay_columns
from pitboss.reports.sheet import (
    TEXT,
    Block,
    Column,
    Facts,
    Section,
    Sheet,
    Table,
    columns,
    group_digits,
    number,
    one_in,
    percent,
    split_rows,
)

MOST_SIDE = 7
MOST_SEATS = 99
Answer = Mapping[str, Any]


class Plan(NamedTuple):
    """How a progressive is run: its terms, and the part of each wager kept hidden for the seed."""

    terms: JackpotTerms
    reserve: Fraction


def plan_of(game: Game, given: Mapping[str, object]) -> Plan:
    """The terms as given; what is not is that of the game's first table, its seed for a wager of a
    dollar and more for more."""
    usual: Mapping[str, object] = game.face.first_table.jackpot.get("terms", {})
    wager = read_jackpot({"amount": given.get("amount", usual.get("wager"))}).wager_cents
    seed = given.get("seed", dollars(game.face.first_table.suggest_seed(wager)))
    asked = {"rate": usual.get("rate", 0), "seed": seed, **given}
    reserve = read_ratio(asked.pop("reserve", usual.get("reserve", 0)), "reserve")
    terms = read_jackpot({**asked, "amount": dollars(wager)})
    if not 0 <= reserve <= 1 - (terms.rate or 0):
        raise Refused(f"reserve {reserve}: from 0, and with the rate at most 1, the whole wager")
    return Plan(terms, reserve)


class Priced(NamedTuple):
    """A jackpot's table by the number of players who have the wager, from 1 to all seats."""

    request: Request
    plan: Plan
    answers: tuple[Answer, ...]

    @property
    def alone(self) -> Answer:
        return self.answers[0]

    @property
    def full(self) -> Answer:
        return self.answers[-1]

    @property
    def code(self) -> str:
        assert self.request.paytable is not None
        return self.request.paytable.code

    @property
    def whole(self) -> Fraction:
        """The chance of a hand that takes all of the meter."""
        return sum(
            (
                fraction_of(hit["probability"])
                for hit in self.alone["hits"]
                if hit["pays"] == "100%"
            ),
            Fraction(0),
        )

    def at(self, cents: int) -> Answer:
        """Alone at the table, with another amount on the meter."""
        terms = self.request.jackpot._replace(meter_cents=cents)
        return price(self.request._replace(jackpot=terms))


def make_jackpot(requests: list[Request], plan: Plan) -> Sheet:
    """All tables side by side, then each by itself."""
    priced = [_price(request, plan) for request in requests]
    game = priced[0].request.game
    sections = [
        Section(
            "Identity", (Facts("", identity.of_game(game)), identity.rulings_table(requests[0]))
        )
    ]
    if len(priced) > 1:
        sections.append(Section("All pay tables side by side", tuple(_side_by_side(priced))))
    for one in priced:
        sections += _sections(one, fresh=len(priced) > 1)
    lead = (
        f"What a jackpot wager of {money(plan.terms.wager_cents)} returns by prizes, meter and"
        " envy, how rarely it is hit, and what its seed costs. Counted over every hand."
    )
    return identity.make_sheet("jackpot", "Jackpot sheet", game, lead, sections)


def _price(request: Request, plan: Plan) -> Priced:
    seats = read_whole(request.settings.rulings["seats"], "seats", 1, MOST_SEATS)
    asked = request._replace(jackpot=plan.terms)
    answers = (price(asked._replace(players=players)) for players in range(1, seats + 1))
    return Priced(asked, plan, tuple(answers))


def _sections(one: Priced, fresh: bool) -> Iterator[Section]:
    facts = Facts("", (*identity.of_table(one.request), *_terms(one.plan)))
    yield Section(f"Pay table {one.code}", (facts, _prizes(one), _command(one)), fresh)
    yield Section("Meter and players", (_by_players(one), _by_meter(one)))
    yield Section("In the long run", tuple(_long_run(one)))


def _terms(plan: Plan) -> Iterator[tuple[str, str]]:
    terms = plan.terms
    yield "Fixed wager", money(terms.wager_cents)
    yield "Seed", money(terms.seed_cents or 0)
    yield "Meter in the figures below", money(terms.shown_cents)
    yield "Of each wager to the meter", percent(terms.rate or 0, 2)
    yield "Of each wager to the reserve", percent(plan.reserve, 2)


def _command(one: Priced) -> Facts:
    terms = one.plan.terms
    options = {
        "seed": dollars(terms.seed_cents or 0),
        "rate": decimal_text(terms.rate or Fraction(0)),
        "amount": dollars(terms.wager_cents),
    }
    words = [word for name, text in options.items() for word in (f"--{name}", text)]
    return Facts("", (("Again by", identity.odds_command(one.request, *words)),), mono=True)


def _prizes(one: Priced) -> Table:
    table = one.request.paytable
    assert table is not None
    counted = {row["event"]: row for row in one.alone["outcomes"]}
    rows = []
    for row in table.rows:
        found = counted.get(row.hand)
        envy = money(row.envy_cents) if row.envy_cents else "–"
        if found is None:
            rows.append((row.hand, row.text, envy, "0", "–", "never", "–"))
            continue
        chance = fraction_of(found["probability"])
        cells = (f"{1.0 * chance:.10f}", one_in(chance), percent(found["return"]["value"]))
        rows.append((row.hand, row.text, envy, group_digits(found["combinations"]), *cells))
    heads = (Column("Hand", TEXT), *map(Column, ("Pays", "Envy", "Combinations", "Probability")))
    note = (
        "Pays are printed for a wager of one dollar and go with the wager; a percentage is of the"
        " meter. The return of a percentage is at the meter named above."
    )
    return Table("Prizes", (*heads, Column("One in"), Column("Return")), tuple(rows), note)


def _by_players(one: Priced) -> Table:
    heads = columns("Players with the wager", "Envy returns", "House edge", "Break-even meter")
    hits = one.alone["hits"]
    rows = []
    for answer in one.answers:
        between = [number(hit["mean_rounds_between"]["value"], 0) for hit in answer["hits"]]
        cells = (percent(answer["envy_return"]["value"]), percent(answer["house_edge"]["value"]))
        rows.append((f"{answer['players']}", *cells, _break_even(answer), *between))
    more = tuple(Column(f"Rounds between: {hit['event']}, {hit['pays']}") for hit in hits)
    note = "The break-even meter is where a player's wager loses nothing in the long run."
    return Table("By the number of players", (*heads, *more), tuple(rows), note)


def _break_even(answer: Answer) -> str:
    found = answer["break_even_meter"]
    return _dollars(fraction_of(found)) if found else "none"


def _dollars(amount: Fraction) -> str:
    return full_money(round(100 * amount))


def _by_meter(one: Priced) -> Table:
    alone = one.alone
    marks = [("the seed", Fraction(one.plan.terms.seed_cents or 0, 100))]
    if "mean_meter" in alone:
        marks.append(("its long-run mean", fraction_of(alone["mean_meter"])))
    if alone["break_even_meter"]:
        marks.append(("break-even, alone", fraction_of(alone["break_even_meter"])))
    rows = []
    for name, amount in marks:
        answer = one.at(round(100 * amount))
        cells = (answer[key] for key in ("fixed_return", "meter_return", "house_edge"))
        deviation = number(answer["standard_deviation"]["value"], 2)
        rows.append((name, _dollars(amount), *(percent(c["value"]) for c in cells), deviation))
    heads = columns(
        *("Meter at", "Amount", "Prizes return", "Meter returns", "House edge", "Deviation")
    )
    return Table("By the meter, one player", heads, tuple(rows))


def _long_run(one: Priced) -> Iterator[Block]:
    terms, reserve, whole = one.plan.terms, one.plan.reserve, one.whole
    seed = Fraction(terms.seed_cents or 0, terms.wager_cents)
    parts = (
        ("Fixed prizes", fraction_of(one.alone["fixed_return"])),
        ("Envy, all seats with the wager", fraction_of(one.full["envy_return"])),
        ("Contributions to the meter", terms.rate or Fraction(0)),
        ("Seeds after a hand that takes all", whole * seed),
    )
    total = sum((part for _, part in parts), Fraction(0))
    rows = [(name, percent(part)) for name, part in parts]
    rows += [("Returned in the long run", percent(total))]
    yield Table(
        "Where a wager goes", columns("Part", "Of the wager"), tuple(rows),
        f"The rest, {percent(1 - total)}, is the house's, its reserve included.", total=True,
    )  # fmt: skip
    if whole and terms.seed_cents:
        yield Facts("What the seed costs", tuple(_seed_facts(seed, reserve, whole)))


def _seed_facts(seed: Fraction, reserve: Fraction, whole: Fraction) -> Iterator[tuple[str, str]]:
    yield "Of each wager", percent(whole * seed)
    yield "Wagers between hands that take all", number(1 / whole, 0)
    if not reserve:
        yield "Reserve", "none is kept: each seed comes from the house"
        return
    needed = seed / reserve
    early = -expm1(1.0 * needed * log1p(-1.0 * whole))
    yield "Wagers until the reserve holds a seed", number(needed, 0)
    yield "Chance that a hit comes earlier", percent(early, 2)
    yield "Reserve less seeds, of each wager", percent(reserve - whole * seed)


def _side_by_side(priced: list[Priced]) -> Iterator[Block]:
    heads = columns(
        *("Pay table", "Prizes return", "Envy, all seats", "House edge at the meter"),
        *("Break-even, alone", "All seats", "Takes all: one in"),
    )
    rows = tuple(
        (
            one.code,
            percent(one.alone["fixed_return"]["value"]),
            percent(one.full["envy_return"]["value"]),
            percent(one.alone["house_edge"]["value"]),
            _break_even(one.alone),
            _break_even(one.full),
            one_in(one.whole),
        )
        for one in priced
    )
    meter = money(priced[0].plan.terms.shown_cents)
    yield Table("", heads, rows, f"One player unless it says otherwise; the meter at {meter}.")
    returns = {one.code: one.alone["fixed_return"]["value"] for one in priced}
    accent = priced[0].request.game.face.colours.card
    yield draw_bars("What fixed prizes return", returns, accent)
    for group in split_rows(priced, MOST_SIDE):
        yield pay_columns([one.request for one in group])
