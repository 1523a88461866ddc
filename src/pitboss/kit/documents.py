"""A game's document: whole in itself, and each of its rules named by a test.

A test names the rule that it checks with ``@pytest.mark.rule("NAME-01")``.
"""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from pitboss.cards import parse_cards
from pitboss.games.contract import Game
from pitboss.games.opening import MOST_SEATS, SEATS, set_table
from pitboss.money import read_whole
from pitboss.paytable import table_readings
from pitboss.refusal import Refused

RULE_ID = re.compile(r"\b([A-Z]+)-\d\d\b")
DATE = re.compile(r"\d{4}-\d\d-\d\d")
Mark = tuple[int, str | None]
"""The line of a mark and its rule; None where the id is not written out."""


def marked_rules(text: str, path: str = "") -> Iterator[Mark]:
    """Every rule mark in a test file, wherever it stands."""
    for node in ast.walk(ast.parse(text, path)):
        if isinstance(node, ast.Call) and _is_rule_mark(node.func):
            for value in [*node.args, *(keyword.value for keyword in node.keywords)]:
                is_text = isinstance(value, ast.Constant) and isinstance(value.value, str)
                yield node.lineno, ast.literal_eval(value) if is_text else None


def _is_rule_mark(node: ast.expr) -> bool:
    """Whether this is ``pytest.mark.rule`` or ``mark.rule``."""
    return isinstance(node, ast.Attribute) and ast.unparse(node) in {
        "pytest.mark.rule",
        "mark.rule",
    }


def rules_have_tests(game: Game, tests: Path) -> Iterator[str]:
    """Every rule of the document is named by a test."""
    marked: set[str | None] = set()
    for file in sorted(tests.rglob("test_*.py")):
        try:
            marked |= {rule for _, rule in marked_rules(file.read_text("utf-8"), str(file))}
        except (SyntaxError, UnicodeDecodeError) as fault:
            yield f"{file.name}: cannot be read: {fault}"
    missing = [rule for rule in game.source.rules if rule not in marked]
    if missing:
        yield f"no test is marked with {' '.join(missing)}"


def document_is_whole(game: Game, rounds: int) -> Iterator[str]:
    """Rules have ids, sections and texts, and whatever cites a rule, cites one of them."""
    source = game.source
    for rule in source.rules.values():
        if not RULE_ID.fullmatch(rule.id):
            yield f"source.toml: {rule.id} is no rule id such as ANTE-08"
        if not rule.section or not rule.text:
            yield f"source.toml: {rule.id} needs a section and a text"
    cited = {f"the wager {spot.name}": spot.rule for spot in source.spots.values()}
    cited |= {f"the cause ({cause.key})": cause.rule for cause in source.causes.values()}
    for what, cites in cited.items():
        if cites not in source.rules:
            yield f"source.toml: {what} cites {cites}, which is no rule"
    if source.approved and not DATE.fullmatch(source.approved):
        yield f"source.toml: approved is {source.approved!r}, which is no date such as 2026-01-31"
    yield from table_faults(game)


def table_faults(game: Game) -> Iterator[str]:
    """Pay tables of wagers that there are, and readings of rulings that there are."""
    source = game.source
    spots = {"jackpot" if spot.kind == "jackpot" else spot.name for spot in source.spots.values()}
    for wager in game.paytables:
        if wager not in spots:
            yield f"paytables.toml: {wager} is no wager of source.toml"
    for wager, code in game.default_paytables.items():
        if code not in game.paytables.get(wager, {}):
            yield f"the usual pay table {code} of {wager} is not in paytables.toml"
    for reading in table_readings(game.package):
        ruling = source.rulings.get(reading.ruling)
        if ruling is None or reading.option not in ruling.options:
            yield f"paytables.toml: a reading names {reading.ruling}={reading.option}, no ruling"


def face_is_of_the_game(game: Game, rounds: int) -> Iterator[str]:
    """What face.toml names, the game has: wagers, rules, hands, and a practice table that opens."""
    face, source = game.face, game.source
    for name in set(face.titles) - set(source.spots):
        yield f"face.toml: {name} is no wager"
    for step in face.how or ():
        for rule in set(step.rules) - set(source.rules):
            yield f"face.toml: {step.title!r} cites {rule}, which is no rule"
        for hand in step.hands:
            yield from _faults(f"face.toml: the hand {hand!r}", _score, game, hand)
    yield from _faults("face.toml: the art", parse_cards, " ".join(face.art))
    for action, key in face.keys.items():
        if len(key) != 1:
            yield f"face.toml: the key {key!r} of {action} is not one letter"
    for table in (face.practice, face.first_table):
        yield from _faults("face.toml: a table", _open, game, table.setup.get("table", {}))
    yield from seat_faults(game)


def seat_faults(game: Game) -> Iterator[str]:
    """Seats that face.toml gives to somebody, and that its tables do not have or give twice."""
    practice, first = game.face.practice, game.face.first_table
    for table, taken in (
        (practice.setup, (practice.own_seat, *practice.player_seats)),
        (first.setup, first.player_seats),
    ):
        usual = game.source.rulings[SEATS].options[0]
        given = table.get("table", {}).get("rulings", {}).get(SEATS, usual)
        seats = read_whole(given, "face.toml: seats", 1, MOST_SEATS)
        for seat in taken:
            if taken.count(seat) > 1 or not 1 <= seat <= seats:
                yield f"face.toml: seat {seat} is not one of {seats} seats, or is given twice"


def _score(game: Game, hand: str) -> None:
    if not game.words.hand(game.score(hand, set_table(game).rulings)):
        raise Refused("has no words")


def _open(game: Game, table: dict[str, object]) -> None:
    parts = {name: table[name] for name in ("rulings", "paytables", "limits") if name in table}
    set_table(game, **parts)  # type: ignore[arg-type]


def _faults(what: str, do: object, *given: object) -> Iterator[str]:
    assert callable(do)
    try:
        do(*given)
    except Refused as refusal:
        yield f"{what}: {refusal}"
