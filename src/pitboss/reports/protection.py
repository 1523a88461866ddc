"""The protection sheet: what each leak is worth to a player, from the answer of ``protect``."""

from collections.abc import Iterator, Mapping
from typing import Any

from pitboss.games.contract import Game
from pitboss.odds import protection
from pitboss.odds.protection import tell_row
from pitboss.odds.registry import has_leaks
from pitboss.odds.request import Request
from pitboss.reports import identity
from pitboss.reports.charts import draw_bars
from pitboss.reports.sheet import (
    TEXT,
    Column,
    Facts,
    Section,
    Sheet,
    Table,
    group_digits,
    number,
    percent,
    prose,
    suited,
    texts,
    whole,
)

WORDS = {
    "assumption": "Assumed",
    "rounds_to_show": "Rounds until it shows",
    "counter_measure": "Against it",
}
Answer = Mapping[str, Any]


def make_protection(game: Game, answer: Answer) -> Sheet:
    """All leaks of the answer, the dearest first as they come."""
    base = answer["base"]["player_edge"]["value"]
    heads = (
        *prose("Leak", "What is known"),
        *map(Column, ("Player's edge", "Gain", "Error")),
        Column("Method", TEXT),
    )
    rows = tuple(
        (
            leak["leak"],
            leak["what"],
            percent(leak["player_edge"]["value"]),
            f"{number(100 * _gain(leak, base))} points",
            _error(leak["player_edge"]),
            _method(leak),
        )
        for leak in answer["leaks"]
    )
    note = (
        "The player's edge is the expectation for each unit of the first wager with perfect play"
        " given the leak; above 0 it favours the player. The seat makes the main wager only."
    )
    gains = {leak["leak"]: max(0.0, _gain(leak, base)) for leak in answer["leaks"]}
    title = "Gain over the best play without it"
    chart = [draw_bars(title, gains, game.face.colours.card)] if gains else []
    facts = (
        *identity.of_game(game),
        ("Pay table", answer.get("paytable") or ""),
        ("Player's edge without a leak", percent(base)),
    )
    words = ["pitboss", "protect", game.source.key, "--json"]
    words[3:3] = ["--paytable", str(answer["paytable"])] if answer.get("paytable") else []
    command = (("", " ".join(words)),)
    sections = [
        Section("Identity", (Facts("", tuple(fact for fact in facts if fact[1])),)),
        Section("What each leak is worth", (Table("", heads, rows, note), *chart)),
        Section("Each leak", (*_more(answer), Facts("Printed again by", command, mono=True))),
    ]
    lead = (
        "What a player gains who sees what the procedure means to hide, and how to keep it hidden."
    )
    return identity.make_sheet("protection", "Protection sheet", game, lead, sections)


def _gain(leak: Answer, base: float) -> float:
    gain = leak.get("gain")
    value: float = (
        gain["value"] if isinstance(gain, Mapping) else leak["player_edge"]["value"] - base
    )
    return value


def _error(edge: Answer) -> str:
    return "none" if "standard_error" not in edge else f"± {percent(edge['standard_error'])}"


def _method(leak: Answer) -> str:
    size = leak.get("deals") or leak.get("sample")
    return f"{leak['method']}, {group_digits(str(size))} deals" if size else str(leak["method"])


def _more(answer: Answer) -> Iterator[Facts | Table]:
    """Assumption, rounds until it shows, counter-measure and card, as far as they are told."""
    for leak in answer["leaks"]:
        said = {name: leak.get(name) for name in WORDS}
        rows = [(WORDS[name], _said(value)) for name, value in said.items() if value]
        if card := leak.get("card"):
            part = percent(card["part_of_gain"]["value"], 1)
            rows.append(("A card for it", suited(f"{card['text']} (it has {part} of the gain)")))
        if rows:
            yield Facts(leak["leak"], tuple(rows))
        if card and "rows" in card:
            told = ((suited(row["seen"]), suited(tell_row(row))) for row in card["rows"])
            yield Table("", texts("What is seen", "What the card says"), tuple(told))
    if missing := answer.get("not_counted"):
        names = ", ".join(each["leak"] for each in missing)
        yield Facts("Not counted at this table", (("Leaks", names),))


def _said(value: object) -> str:
    return whole(value) if isinstance(value, int) else str(value)


def has_protection(game: Game) -> bool:
    """Whether leaks of this game are counted."""
    return has_leaks(game.source.key)


def find_answer(request: Request) -> Answer:
    """The answer of ``pitboss protect``, with every leak whose count is kept."""
    return protection.protect(request)
