"""Holdout's odds and advice for people: shares of the pot instead of a house edge."""

from collections.abc import Iterator, Mapping
from textwrap import wrap
from typing import Any

Document = Mapping[str, Any]

WIDTH = 78
MOST_HOLDS = 10


def odds_lines(answer: Document) -> Iterator[str]:
    """Frequencies by number of held cards, then what holds and discards are worth."""
    tables = answer["hand_ranks"]
    yield "Final hand, by number of held cards (all deals counted)"
    yield f"  {'':<16}" + "".join(f"{table['held']:>11}" for table in tables)
    for rows in zip(*(table["outcomes"] for table in tables), strict=True):
        chances = "".join(f"{100 * row['probability']['value']:>10.5f}%" for row in rows)
        yield f"  {rows[0]['event']:<16}{chances}"
    yield from ("", "Share of the pot against one opponent, by number of held cards (estimates)")
    yield f"  {'':<28}{'dealt':>8}" + "".join(f"{held:>8}" for held in "54321")
    for row in answer["hold_values"]:
        shares = "".join(f"{100 * figure['value']:>7.1f}%" for figure in row["by_held"].values())
        yield f"  {row['hand']:<28}{100 * row['probability']['value']:>7.2f}%{shares}"
    yield from ("", "What an opponent wins on average who discarded so many (estimates)")
    models = list(answer["models"])
    yield f"  {'discarded':<12}{'dealt':>8}" + "".join(f"{model:>12}" for model in models)
    for row in answer["discards"]:
        shares = "".join(_share(row.get(model)) for model in models)
        yield f"  {row['discarded']:<12}{100 * row['probability']['value']:>7.2f}%{shares}"
    for model, text in answer["models"].items():
        yield from ("", *wrap(f"{model}: {text}.", WIDTH))


def _share(figure: Document | None) -> str:
    return f"{100 * figure['value']:>11.1f}%" if figure else f"{'never':>12}"


def advice_lines(answer: Document) -> Iterator[str]:
    """The options in big blinds, the share of the pot, and how that was found."""
    yield f"Seat {answer['seat']}: {answer['best']} {answer.get('cards', '')}".rstrip()
    options = answer["options"]
    for option in options[:MOST_HOLDS]:
        name = f"{option['action']} {option.get('amount', option.get('cards', ''))}"
        share = f"  share {_percent(option['equity'])}" if "equity" in option else ""
        yield f"  {name.rstrip():<20} {option['ev']['value']:+.4f} big blinds{share}"
    if len(options) > MOST_HOLDS:
        yield f"  and {len(options) - MOST_HOLDS} more (--json)"
    if "equity" in answer:
        price = f", a call needs {_percent(answer['pot_odds'])}" if "pot_odds" in answer else ""
        yield f"  share of the pot {_percent(answer['equity'])} with {answer['held']}{price}"
    yield from wrap(f"{answer['method']}, model {answer['model']}: {answer['model_text']}.", WIDTH)
    yield from wrap(f"Assumes that {answer['assumes']}.", WIDTH)


def _percent(figure: Document) -> str:
    text = f"{100 * figure['value']:.2f} %"
    if "interval" not in figure:
        return text
    low, high = (100 * end for end in figure["interval"])
    return f"{text} ({low:.1f} to {high:.1f})"
