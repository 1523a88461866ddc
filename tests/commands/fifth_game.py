"""A fifth game, as a package of somebody else would bring it: one card each, the higher wins."""

from pathlib import Path

RULES = """
from pitboss.cards import format_cards, parse_cards
from pitboss.games.contract import Game, Option, Question
from pitboss.games.events import DEALER
from pitboss.money import EVEN_MONEY, Odds
from pitboss.paytable import require_odds


def play(table):
    table.deal_hidden([*table.seats, DEALER], "HIGH-01")
    for seat in table.seats:
        choice = yield Question(seat, (Option("stay"), Option("fold")), "HIGH-02")
        if choice.action == "fold":
            table.take(seat, "ante", "HIGH-02")
    table.show(DEALER, "HIGH-03")
    dealer = table.hands[DEALER][0] >> 2
    for seat in table.seats_with("ante"):
        rank = table.hands[seat][0] >> 2
        row = table.paytable("ante").row("ace" if rank == 12 else "other")
        if rank > dealer:
            table.pay(seat, "ante", row.pay, "HIGH-03", row.hand)
        elif rank < dealer:
            table.take(seat, "ante", "HIGH-03")
        else:
            table.push(seat, "ante", "HIGH-03")


def check_wagers(settings, seat, wagers):
    pass


def describe(table, of):
    return {"cards": format_cards(table.hands[of]), "rank": table.hands[of][0] >> 2}


def score(text, rulings):
    (card,) = parse_cards(text)
    return {"cards": format_cards([card]), "rank": card >> 2}


GAME = Game(__name__, play, check_wagers, require_odds, describe, score, {"ante": "HC-1"})
"""

SOURCE = """
[game]
key = "high-card"
title = "High Card"
version = "high-card/1"
maker = "Somebody Else"
approved = "2026-01-01"
conditions = ["For tests."]

[[wager]]
name = "ante"
title = "Ante"
kind = "main"
rule = "HIGH-01"

[[ruling]]
name = "seats"
options = ["7"]
why = "Seats at the table."

[[rule]]
id = "HIGH-01"
section = "Dealing"
text = "Each seat and the dealer get one card."

[[rule]]
id = "HIGH-02"
section = "Playing"
text = "Each seat stays or folds."

[[rule]]
id = "HIGH-03"
section = "Settling"
text = "The higher card wins."
"""

PAYTABLES = """
[[table]]
wager = "ante"
code = "HC-1"
terms = "to 1"
cite = "Settling"
rows = [["ace", "Ace", "2"], ["other", "Any other card", "1"]]
"""


def install(folder: Path, key: str = "high-card", package: str = "high_card") -> None:
    """Lay the package and what an installer writes about it into a folder of the search path."""
    home, about = folder / package, folder / f"{package}-1.0.dist-info"
    home.mkdir(parents=True)
    about.mkdir()
    (home / "__init__.py").write_text(RULES, encoding="utf-8")
    (home / "source.toml").write_text(SOURCE, encoding="utf-8")
    (home / "paytables.toml").write_text(PAYTABLES, encoding="utf-8")
    metadata = f"Metadata-Version: 2.1\nName: {package.replace('_', '-')}\nVersion: 1.0\n"
    (about / "METADATA").write_text(metadata, encoding="utf-8")
    points = f"[pitboss.games]\n{key} = {package}:GAME\n"
    (about / "entry_points.txt").write_text(points, encoding="utf-8")
