"""Of a game between players: how often hands are made, and what holds and discards are worth."""

from collections.abc import Iterator, Mapping
from typing import Any

from pitboss.odds.results import sum_events
from pitboss.reports.charts import draw_bars
from pitboss.reports.sheet import Section, Table, Text, columns, group_digits, percent

Answer = Mapping[str, Any]


def hand_sections(answer: Answer, accent: str) -> Iterator[Section]:
    """Counted frequencies first, then estimates with their intervals."""
    tables = answer["hand_ranks"]
    heads = columns("Final hand", *(f"{table['held']} held" for table in tables))
    rows = [
        (group[0]["event"], *(percent(row["probability"]["value"], 6) for row in group))
        for group in zip(*(table["outcomes"] for table in tables), strict=True)
    ]
    deals = ("All deals", *(group_digits(table["deals"]) for table in tables))
    note = "Every deal is counted; combinations by hand are in the counts of the pack."
    chart = draw_bars(
        "Final hands with three cards held, of all deals",
        next(sum_events(t["outcomes"], "probability") for t in tables if t["held"] == 3),
        accent,
    )
    ranks = Table("", heads, (*rows, deals), note, total=True)
    yield Section("Final hand by number of held cards", (ranks, chart))
    yield Section("What holds are worth", (_holds(answer), _models(answer)), fresh=True)
    yield Section("What a number of discards says", (_discards(answer),))


def _holds(answer: Answer) -> Table:
    sizes = list(answer["hold_values"][0]["by_held"])
    heads = columns("Dealt hand", "Of deals", *(f"{size} held" for size in sizes))
    rows = tuple(
        (
            row["hand"],
            percent(row["probability"]["value"], 2),
            *(_interval(row["by_held"][size]) for size in sizes),
        )
        for row in answer["hold_values"]
    )
    note = (
        "The share of the pot against one opponent: estimates from a seed, each with half of its"
        " 99 % interval. How often a hand is dealt is counted."
    )
    return Table("", heads, rows, note)


def _interval(figure: Answer) -> str:
    low, high = figure["interval"]
    return f"{100 * figure['value']:.1f} ± {50 * (high - low):.1f} %"


def _discards(answer: Answer) -> Table:
    models = list(answer["models"])
    heads = columns("Discarded", "Of deals", *models)
    rows = tuple(
        (
            str(row["discarded"]),
            percent(row["probability"]["value"], 2),
            *(_interval(row[model]) if model in row else "never" for model in models),
        )
        for row in answer["discards"]
    )
    return Table("What such an opponent wins on average", heads, rows)


def _models(answer: Answer) -> Text:
    said = tuple(f"{model}: {text}." for model, text in answer["models"].items())
    return Text("Models of the opponent", said)
