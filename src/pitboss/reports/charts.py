"""Charts as SVG: Vega-Lite by Altair, drawn by vl-convert, with nothing fetched from elsewhere."""

import re
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from pitboss.money import dollars
from pitboss.reports.sheet import Drawing

INK = "#33353b"
"""Lines and letters; the pages' own colour takes its place, so that charts are read in the dark."""

PALE = "#7d8b85"
"""What another thing is held against: seen on white and in the dark."""

FONT = "Libertinus Serif, Georgia, serif"
WIDTH = 330
LINE = 12
MOST_BARS = 16
SHORTENED = 100_000
"""Numbers from here on are told in thousands and millions."""

PAIR_LINE, PAIR_LETTERS = 50, 12
"""Of bars in pairs on a page: the height of a line with its label, and of the letters."""

PAGE = "https://page.invalid/"
"""Before an address within the page: without it the engine puts one of its maker's there."""

EVEN = "datum.value ? datum.label : '$0'"
"""Nothing won or lost has no sign."""

ROOM = {"left": 14, "right": 8, "top": 5, "bottom": 5}
"""A page's own letters may be wider than those that the engine measures."""

_LINK = re.compile(rf'<a xlink:href="{re.escape(PAGE)}([^"]*)"><path aria-label="([^"]*)"')


class Band(NamedTuple):
    """What lies between two bounds after so many rounds."""

    rounds: int
    low: float
    high: float


def draw_bars(
    title: str, values: Mapping[str, float], accent: str, unit: str = "per cent"
) -> Drawing:
    """A bar for each label, in per cent; of many the largest, and nothing that is 0."""
    rows = [(label, 100 * value) for label, value in values.items() if value]
    if len(rows) > MOST_BARS:
        largest = sorted(rows, key=lambda row: -row[1])[:MOST_BARS]
        rows = [row for row in rows if row in largest]
    import altair as alt

    data = {"values": [{"label": label, "value": value} for label, value in rows]}
    base = alt.Chart(data).encode(
        y=alt.Y("label:N", sort=None, title=None, axis=alt.Axis(ticks=False, domain=False)),
        x=alt.X("value:Q", title=unit, axis=alt.Axis(tickCount=5)),
    )
    bars = base.mark_bar(color=accent, height=9)
    words = base.mark_text(align="left", dx=3, fontSize=9, color=INK).encode(
        text=alt.Text("value:Q", format=".3~g")
    )
    chart = (bars + words).properties(width=WIDTH, height=LINE * len(rows))
    says = "; ".join(f"{label} {value:.3g} %" for label, value in rows)
    return Drawing(title, _svg(chart), f"{title}: {says}.")


def draw_fan(title: str, bands: Sequence[Band], middle: float, accent: str) -> Drawing:
    """How far a result may lie from its mean, by the number of rounds."""
    import altair as alt

    values = [{"rounds": b.rounds, "low": 100 * b.low, "high": 100 * b.high} for b in bands]
    axis = alt.Axis(values=[b.rounds for b in bands], format="~s")
    area = (
        alt.Chart({"values": values})
        .mark_area(color=accent, opacity=0.25, line={"color": accent, "strokeWidth": 1})
        .encode(
            x=alt.X("rounds:Q", scale=alt.Scale(type="log"), title="rounds", axis=axis),
            y=alt.Y("low:Q", title="per cent of the first wagers"),
            y2="high:Q",
        )
    )
    line = (
        alt.Chart({"values": [{"middle": 100 * middle}]})
        .mark_rule(color=INK, strokeDash=[4, 3])
        .encode(y="middle:Q")
    )
    chart = (area + line).properties(width=WIDTH, height=90)
    first, last = bands[0], bands[-1]
    says = (
        f"{title}: {100 * first.low:.1f} to {100 * first.high:.1f} % after {first.rounds:,} rounds,"
        f" {100 * last.low:.2f} to {100 * last.high:.2f} % after {last.rounds:,}."
    )
    return Drawing(title, _svg(chart), says)


class Pairs(NamedTuple):
    """Two figures in per cent for each label, and whose they are."""

    title: str
    sides: tuple[str, str]
    rows: Sequence[tuple[str, float, float]]


def draw_pairs(pairs: Pairs, width: int, accent: str) -> Drawing:
    """Two bars on one scale for each label, which stands above them: there is room for it on a
    phone too."""
    import altair as alt

    lines = [_pair_lines(pairs, row) for row in pairs.rows]
    data = {"values": [line for both in lines for line in both]}
    order = ["", *pairs.sides]
    most = max((line["value"] for both in lines for line in both), default=1.0)
    base = alt.Chart(data).encode(
        y=alt.Y("label:N", sort=None, axis=None, scale=alt.Scale(paddingInner=0.2)),
        yOffset=alt.YOffset("side:N", sort=order, scale=alt.Scale(domain=order)),
        x=alt.X("value:Q", axis=None, scale=alt.Scale(domain=[0, most], nice=False)),
    )
    legend = alt.Legend(
        orient="top", title=None, labelFontSize=PAIR_LETTERS, labelColor=INK, columnPadding=30
    )
    colours = alt.Scale(domain=list(pairs.sides), range=[PALE, accent])
    bars = base.transform_filter("datum.side != ''").mark_bar(height=12, cornerRadius=2)
    values = base.mark_text(align="left", dx=5, fontSize=PAIR_LETTERS - 1, color=INK)
    heads = base.transform_filter("datum.side == ''").mark_text(
        align="left", fontSize=PAIR_LETTERS, color=INK
    )
    chart = alt.layer(
        bars.encode(color=alt.Color("side:N", scale=colours, legend=legend)),
        values.encode(text="words:N"),
        heads.encode(x=alt.value(0), text="label:N"),
    ).properties(width=width, height=PAIR_LINE * len(lines))
    told = "; ".join(f"{label} {percent(one)}, {percent(two)}" for label, one, two in pairs.rows)
    sides = f"{pairs.sides[0]}, then {pairs.sides[1]}"
    return Drawing(pairs.title, _svg(chart), f"{pairs.title}: {sides}: {told}.")


def _pair_lines(pairs: Pairs, row: tuple[str, float, float]) -> list[dict[str, Any]]:
    """The label's own line, and one for each side."""
    label, *values = row
    sides = zip(pairs.sides, values, strict=True)
    return [
        {"label": label, "side": "", "value": 0, "words": ""},
        *({"label": label, "side": s, "value": v, "words": percent(v)} for s, v in sides),
    ]


def percent(value: float) -> str:
    """With as many digits as a small one needs to be seen."""
    digits = f"{value:.3f}" if value >= 0.01 else f"{value:.7f}".rstrip("0").rstrip(".")
    return f"{digits} %"


class Moment(NamedTuple):
    """What a session has come to after so many rounds: its quantiles in dollars, rising, with the
    middle one in the middle."""

    rounds: int
    results: tuple[float, ...]


def draw_session(title: str, moments: Sequence[Moment], width: int, accent: str) -> Drawing:
    """The fan of a session's results over its rounds: a band for each pair of quantiles, the
    middle one as a line, and where nothing is won or lost."""
    import altair as alt

    number, last = len(moments[0].results), moments[-1]
    most = max(map(abs, last.results))
    short = "~s" if max(last.rounds, most) >= SHORTENED else ",~f"
    x = alt.X("rounds:Q", title="rounds", axis=alt.Axis(format=short, tickCount=5))
    layers = []
    for band in range(number // 2):
        values = [
            {"rounds": m.rounds, "low": m.results[band], "high": m.results[number - 1 - band]}
            for m in moments
        ]
        axis = alt.Axis(format="$" + short, tickCount=6, titlePadding=14)
        y = alt.Y("low:Q", title="dollars won or lost", axis=axis)
        area = alt.Chart({"values": values}).mark_area(color=accent, opacity=0.2)
        layers.append(area.encode(x=x, y=y, y2="high:Q"))
    middles = [{"rounds": m.rounds, "middle": m.results[number // 2]} for m in moments]
    line = alt.Chart({"values": middles}).mark_line(color=accent, strokeWidth=2)
    layers.append(line.encode(x=x, y="middle:Q"))
    even = alt.Chart({"values": [{"even": 0}]}).mark_rule(color=INK, strokeDash=[4, 3])
    layers.append(even.encode(y="even:Q"))
    chart = alt.layer(*layers).properties(width=width, height=260)
    ends = (last.results[0], last.results[number // 2], last.results[-1])
    low, middle, high = (dollars(round(100 * end)) for end in ends)
    says = (
        f"{title}: after {last.rounds:,} rounds the middle result is"
        f" {middle} dollars, and the outermost band lies from {low} to {high}."
    )
    return Drawing(title, _svg(chart), says)


class Mark(NamedTuple):
    """A round of a course to look at again: its place, as what, in words, and where it is shown."""

    place: int
    tag: str
    words: str
    address: str


class Course(NamedTuple):
    """What was won and what play was worth in dollars, from nothing on after each round."""

    title: str
    points: Sequence[tuple[float, float]]
    marks: Sequence[Mark]
    says: str


def draw_course(course: Course, width: int) -> Drawing:
    """Two lines over the rounds, with marks that are links; pages colour them by their names."""
    import altair as alt

    points = [
        {"round": place, "won": won, "worth": worth}
        for place, (won, worth) in enumerate(course.points)
    ]
    along = alt.Axis(format="d", tickCount=5, tickMinStep=1, grid=False)
    base = alt.Chart({"values": points}).encode(x=alt.X("round:Q", title="rounds", axis=along))
    amounts = alt.Axis(format="+$,~f", labelExpr=EVEN, tickCount=5, domain=False, ticks=False)
    won = base.mark_line(color=PALE, strokeDash=[5, 3]).encode(
        y=alt.Y("won:Q", title=None, axis=amounts)
    )
    worth = base.mark_line(color=INK, strokeWidth=3).encode(y="worth:Q")
    even = alt.Chart({"values": [{"even": 0}]}).mark_rule(color=INK, opacity=0.5)
    lines = [won.properties(name="won"), worth.properties(name="worth")]
    layers = [even.encode(y="even:Q"), *lines]
    for tag in dict.fromkeys(mark.tag for mark in course.marks):
        marks = [_mark(course, mark) for mark in course.marks if mark.tag == tag]
        dots = alt.Chart({"values": marks}).mark_circle(size=90, opacity=1, color=INK)
        linked = dots.encode(x="round:Q", y="worth:Q", href="to:N", description="words:N")
        layers.append(linked.properties(name=tag))
    return _page_drawing(course, alt.layer(*layers).properties(width=width, height=190))


def _mark(course: Course, mark: Mark) -> dict[str, Any]:
    worth = course.points[mark.place][1]
    return {"round": mark.place, "worth": worth, "words": mark.words, "to": PAGE + mark.address}


class Trend(NamedTuple):
    """The right answers in per cent and the seconds a step of exercises, the oldest first."""

    title: str
    right: Sequence[float]
    pace: Sequence[float]
    says: str


def draw_trend(trend: Trend, width: int) -> Drawing:
    """Two lines over the exercises, each with its own scale at its side."""
    import altair as alt

    values = [
        {"exercise": place, "right": right, "pace": pace}
        for place, (right, pace) in enumerate(zip(trend.right, trend.pace, strict=True), 1)
    ]
    along = alt.Axis(format="d", tickCount=5, tickMinStep=1, grid=False)
    ends = alt.Scale(domain=[1, len(values)], nice=False)
    x = alt.X("exercise:Q", title="exercises", axis=along, scale=ends)
    base = alt.Chart({"values": values}).encode(x=x)
    per_cent = alt.Axis(tickCount=3, domain=False, ticks=False, orient="left")
    whole = alt.Scale(domain=[0, 100])
    right = base.mark_line(color=INK).encode(
        y=alt.Y("right:Q", title="right, %", axis=per_cent, scale=whole)
    )
    dots = base.mark_circle(color=INK, size=45, opacity=1).encode(
        y=alt.Y("right:Q", axis=None, scale=whole)
    )
    seconds = alt.Axis(tickCount=3, domain=False, ticks=False, grid=False, orient="right")
    from_none = alt.Scale(domain=[0, max(*trend.pace, 1)])
    pace = base.mark_line(color=PALE, strokeDash=[5, 4]).encode(
        y=alt.Y("pace:Q", title="seconds a step", axis=seconds, scale=from_none)
    )
    named = {"right": right, "pace": pace, "dots": dots}
    layers = alt.layer(*(layer.properties(name=name) for name, layer in named.items()))
    chart = layers.resolve_scale(y="independent").properties(width=width, height=110)
    return _page_drawing(trend, chart)


def _page_drawing(shown: Course | Trend, chart: Any) -> Drawing:
    """In letters that are read on a page, whose own script follows the links."""
    svg = _svg(chart.properties(padding=ROOM), PAIR_LETTERS)
    linked = _LINK.sub(r'<a href="\1" tabindex="-1"><title>\2</title><path', svg)
    return Drawing(shown.title, linked, shown.says)


def _svg(chart: Any, letters: int = 10) -> str:
    import vl_convert

    plain = {"labelColor": INK, "titleColor": INK, "tickColor": INK, "domainColor": INK}
    chart = chart.configure(font=FONT, background="transparent").configure_view(stroke=None)
    chart = chart.configure_axis(
        **plain, gridOpacity=0.35, labelFontSize=letters, titleFontSize=letters,
        titleFontWeight="normal", labelLimit=260, labelPadding=6,
    )  # fmt: skip
    drawn: str = vl_convert.vegalite_to_svg(chart.to_dict())
    return drawn
