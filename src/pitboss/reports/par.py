"""The PAR sheet: a wager under each of its pay tables, counted over all deals."""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from math import sqrt
from typing import Any, NamedTuple

from pitboss.odds.cache import find
from pitboss.odds.figures import fraction_of
from pitboss.odds.registry import find_solver, price, price_by
from pitboss.odds.request import Request
from pitboss.odds.results import group_results, sum_events
from pitboss.odds.sessions.walk import walk_of
from pitboss.refusal import Refused
from pitboss.reports import identity
from pitboss.reports.charts import Band, draw_bars, draw_fan
from pitboss.reports.hands import hand_sections
from pitboss.reports.intervals import WIDTH_90, WIDTH_95, interval_of
from pitboss.reports.sheet import (
    TEXT,
    Block,
    Column,
    Drawing,
    Facts,
    Section,
    Sheet,
    Table,
    Text,
    columns,
    group_digits,
    number,
    percent,
    split_rows,
    texts,
    whole,
)

ROUNDS = tuple(10**power for power in range(3, 8))
MOST_SIDE = 8
"""Pay tables beside each other across a page."""

LONGEST_EXACT = 46
FIRST, ALL = "first wager", "all money wagered"
FIGURES = (
    ("house_edge", "House edge", FIRST),
    ("element_of_risk", "Element of risk", ALL),
    ("hit_frequency", "Hit frequency", "round"),
    ("average_wager", "Average wager", FIRST),
    ("variance", "Variance of a round", "first wager, squared"),
    ("standard_deviation", "Standard deviation of a round", FIRST),
)
"""The figures, and for one unit of what they are."""

MEANING = (
    "House edge is the expected loss for each unit of the first wager, element of risk the same for"
    " each unit of all money wagered; hit frequency is the part of rounds in which something is"
    f" won. The volatility index is {WIDTH_90:.4f} standard deviations: divided by the root of the"
    " number of rounds it is the half-width of the 90 % interval."
)
PARTS_OF_ONE = ("house_edge", "element_of_risk", "hit_frequency")

Answer = Mapping[str, Any]


class Priced(NamedTuple):
    """A wager under one table, with its answer."""

    request: Request
    answer: Answer

    @property
    def code(self) -> str:
        return self.request.paytable.code if self.request.paytable else ""

    @property
    def accent(self) -> str:
        return self.request.game.face.colours.card


def make_par(requests: list[Request]) -> Sheet:
    """All tables of a wager side by side, then each by itself."""
    priced = [Priced(request, price(request)) for request in requests]
    first = priced[0].request
    title = identity.wager_words(first)
    sections: list[Section] = []
    if len(priced) > 1:
        sections.append(Section("All pay tables side by side", tuple(_side_by_side(priced))))
    for number_, one in enumerate(priced):
        sections += _sections(one, fresh=bool(number_ or sections))
    lead = (
        f"What {title} comes to for the house and the player, counted over every deal under the"
        " best play there is. Nothing here is simulated."
    )
    if "house_edge" not in priced[0].answer:
        lead = (
            "Players play each other, so no wager is against the house and there is no house edge."
            " How often each hand is made is counted over every deal."
        )
    return identity.make_sheet("par", f"PAR sheet: {title}", first.game, lead, sections)


def _sections(one: Priced, fresh: bool) -> Iterator[Section]:
    name = f"Pay table {one.code}" if one.code else identity.wager_words(one.request)
    yield Section(f"{name}: identity", tuple(_identity(one)), fresh)
    if "house_edge" not in one.answer:
        yield from hand_sections(one.answer, one.accent)
        return
    yield Section("Figures", (*_figures(one), *_actions(one)))
    if blocks := tuple(_by_ruling(one)):
        yield Section("House edge by ruling", blocks)
    yield Section("Counts over the full cycle", tuple(_counts(one)))
    yield Section("What many rounds come to", tuple(_intervals(one)))


def _identity(one: Priced) -> Iterator[Block]:
    yield Facts("", identity.of_wager(one.request))
    yield identity.rulings_table(one.request)
    yield Facts("Printed again by", (("", identity.odds_command(one.request)),), mono=True)


def _figures(one: Priced) -> Iterator[Block]:
    for title, answer in _parts(one):
        rows = tuple(
            (figure, shown(key, answer[key]), f"per {per}", _exact(answer[key]))
            for key, figure, per in FIGURES
        )
        deviation = answer["standard_deviation"]["value"]
        index = ("Volatility index, 90 %", number(WIDTH_90 * deviation), f"per {FIRST}", "")
        heads = (Column("Figure", TEXT), Column("Value"), *texts("", "Exactly"))
        yield Table(title, heads, (*rows, index))
    yield Text("", (MEANING,))


def _parts(one: Priced) -> list[tuple[str, Answer]]:
    """The whole, and the parts of wagers that are played together."""
    parts = one.answer.get("parts", {})
    if not parts:
        return [("", one.answer)]
    ratio = number(fraction_of(one.answer["bonus_ratio"]), 2)
    together = f"All together, with a wager of {ratio} on it for each unit of the first wager"
    titles = (f"The part of {identity.title_of(one.request.game, name)}" for name in parts)
    return [(together, one.answer), *zip(titles, parts.values(), strict=True)]


def shown(key: str, figure: Answer) -> str:
    value = fraction_of(figure) if "exact" in figure else figure["value"]
    return percent(value) if key in PARTS_OF_ONE else number(value)


def _exact(figure: Answer) -> str:
    exact = str(figure.get("exact", ""))
    return exact if len(exact) <= LONGEST_EXACT else "a fraction of more digits, in the counts"


def _actions(one: Priced) -> Iterator[Block]:
    actions = one.answer.get("actions", {})
    if actions:
        rows = tuple(
            (name.replace(":", " card: "), percent(figures["probability"]["value"]))
            for name, figures in actions.items()
        )
        yield Table("How often each decision is the best", columns("Decision", "Of rounds"), rows)


def _counts(one: Priced) -> Iterator[Block]:
    parts = _parts(one)
    for title, answer in parts[1:] or parts:
        yield count_table(title, answer)
    own = one.answer.get("parts", {}).get(one.request.wager, one.answer)["outcomes"]
    yield draw_bars(
        "What each outcome gives back, of the wager", sum_events(own, "return"), one.accent
    )
    yield draw_bars("How results are spread, of all rounds", group_results(own), one.accent)


def count_table(title: str, answer: Answer) -> Table:
    """Every way to end, with the deals that end so; the last row adds them up."""
    outcomes = answer["outcomes"]
    rows = [
        (
            row["event"],
            row["pays"] or "–",
            number(fraction_of(row["net"]), 2),
            group_digits(row["combinations"]),
            f"{row['probability']['value']:.10f}",
            f"{row['return']['value']:.8f}",
        )
        for row in outcomes
    ]
    returned = sum((fraction_of(row["return"]) for row in outcomes), Fraction(0))
    net = sum(
        (fraction_of(r["net"]) * fraction_of(r["probability"]) for r in outcomes), Fraction(0)
    )
    deals = group_digits(answer["deals"])
    total = ("All deals", "", number(net, 4), deals, f"{1:.10f}", f"{1.0 * returned:.8f}")
    heads = (*texts("Outcome", "Pays"), *map(Column, ("Net", "Combinations", "Probability")))
    note = (
        "Net is what the seat is up or down, in first wagers; return is all that comes back, the"
        " wagers included, times its probability. Return less the average wager is the net, and"
        " that with its sign turned the house edge."
    )
    return Table(title, (*heads, Column("Return")), (*rows, total), note, total=True)


def _intervals(one: Priced) -> Iterator[Block]:
    edge = one.answer["house_edge"]["value"]
    deviation = one.answer["standard_deviation"]["value"]
    walk = walk_of(one.answer["outcomes"])
    rows, bands, added_up = [], [], True
    for rounds in ROUNDS:
        half = WIDTH_95 * deviation / sqrt(rounds)
        low, high, is_added_up = interval_of(walk, rounds)
        added_up &= is_added_up
        bands.append(Band(rounds, -high, -low))
        cells = (edge - half, edge + half, -high, -low)
        rows.append(
            (
                whole(rounds),
                percent(deviation / sqrt(rounds), 3),
                *(percent(each, 3) for each in cells),
            )
        )
    heads = columns(
        *("Rounds", "Standard error", "Normal, from", "to", "Counted, from", "to"),
    )
    heads = (Column("Rounds"), *heads[1:])
    how = "by convolution, as in a session" if added_up else "by convolution or the saddlepoint"
    note = (
        "What the house keeps of the first wagers, in 95 of 100 runs of so many rounds. Normal is"
        f" by mean and variance alone; counted uses the whole counted distribution, {how}, and"
        " also sees how rarely the high pays come."
    )
    yield Table("", heads, tuple(rows), note)
    yield draw_fan("What the house keeps, in 95 of 100 runs", bands, edge, one.accent)


def _by_ruling(one: Priced) -> Iterator[Block]:
    """The edge under every option of every ruling, the others as they are in force."""
    request = one.request
    usual = fraction_of(one.answer["house_edge"])
    rows: list[tuple[str, ...]] = []
    idle: list[str] = []
    kept: dict[str, bool] = {}
    for name, ruling in request.game.source.rulings.items():
        now = request.settings.rulings[name]
        edges = {
            option: usual if option == now else edge_under(request, {name: option}, kept)
            for option in ruling.options
        }
        if all(edge in (usual, None) for edge in edges.values()):
            idle.append(name)
            continue
        for option, edge in edges.items():
            mark = "in force" if option == now else ""
            mark = mark or ("a what-if" if ruling.is_what_if(option) else "")
            if edge is None:
                rows.append((name, option, mark, "not counted", ""))
            else:
                change = f"{number(100 * (edge - usual))} points" if edge != usual else "–"
                rows.append((name, option, mark, percent(edge), change))
    note = f"Without effect on this figure: {', '.join(idle)}." if idle else ""
    if rows:
        heads = (*texts("Ruling", "Option", ""), Column("House edge"), Column("Change"))
        yield Table("", heads, tuple(rows), note)
    elif note:
        yield Text("", (note,))


def edge_under(
    request: Request, rulings: Mapping[str, str], kept: dict[str, bool]
) -> Fraction | None:
    """None where the options do not go together, or the count is not kept: a paper waits for no
    count of minutes. ``kept`` remembers what was looked for, since counts are large."""
    try:
        other = identity.ask_again(request, rulings)
        count = find_solver(request.key).count_of(other)
        if count is not None:
            name = count.file_name
            if name not in kept:
                kept[name] = find(count) is not None
            if not kept[name]:
                return None
        # By the play that is best under its own table: the same figures, and read once.
        figures = price_by(other, other) or find_solver(request.key).price(other)
        return fraction_of(figures["house_edge"])
    except Refused:
        return None


def _side_by_side(priced: list[Priced]) -> Iterator[Block]:
    if "house_edge" in priced[0].answer:
        heads = columns("Pay table", *(title for _, title, _ in FIGURES))
        rows = tuple(
            (one.code, *(shown(key, one.answer[key]) for key, _, _ in FIGURES)) for one in priced
        )
        yield Table("", heads, rows)
        edges = {one.code: one.answer["house_edge"]["value"] for one in priced}
        yield edge_chart(edges, priced[0].accent)
    for group in split_rows(priced, MOST_SIDE):
        yield pay_columns([one.request for one in group])


def edge_chart(edges: Mapping[str, float], accent: str) -> Drawing:
    return draw_bars("House edge of each pay table", edges, accent)


def pay_columns(requests: list[Request]) -> Table:
    """What each hand pays, a column for each table."""
    tables = [request.paytable for request in requests if request.paytable]
    hands = {row.event: row.hand for table in tables for row in table.rows}
    rows = []
    for event, hand in hands.items():
        found = [table.row(event) for table in tables]
        rows.append((hand, *(row.text if row else "–" for row in found)))
    return Table("Pays", columns("Hand", *(table.code for table in tables)), tuple(rows))
