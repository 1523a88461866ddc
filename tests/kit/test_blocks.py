"""The building blocks that packages are made of, and how little the examples need beside them."""

from pathlib import Path
from typing import Any

import pytest

from pitboss.cards.poker import category_name, rank_five
from pitboss.games import find_game
from pitboss.games.blocks import Hands, compare, pay_by_row
from pitboss.games.contract import Table
from pitboss.games.events import COMMUNITY, DEALER
from pitboss.games.opening import open_round, set_table
from pitboss.paytable import PayTable, parse_table
from pitboss.refusal import Refused
from tests.examples.packages import PACKAGES

MOST_LINES = 100
HANDS = Hands(5, rank_five, category_name, "X-02")


@pytest.fixture
def table() -> Table:
    """Ten dollars on the Ante of one seat, and a table of three rows."""
    game = find_game("duki")
    settings = set_table(game)
    rows = [
        ["pair", "Pair", "2"],
        ["flush", "Flush", "Push"],
        ["straight", "Straight", "Loss"],
    ]
    own: PayTable = parse_table("ante", {"code": "own", "terms": "to 1", "rows": rows})
    settings = settings._replace(paytables={"ante": own})
    opening = open_round(game, set_table(game), {1: {"ante": 1000}}, tuple(range(52)))
    return Table(opening._replace(settings=settings))


@pytest.mark.parametrize(
    ("event", "ended"),
    [
        ("pair", ("win", 2000, "Pair")),
        ("flush", ("push", 0, "Flush")),
        ("straight", ("lose", -1000, None)),
        ("high-card", ("lose", -1000, None)),
    ],
)
def test_a_wager_ends_by_its_row(table: Table, event: str, ended: Any) -> None:
    pay_by_row(table, 1, "ante", table.paytable("ante").row(event), "X-01")
    (row,) = table.settled
    assert (row.outcome, row.net_cents, row.row) == ended
    assert row.rule == "X-01"


@pytest.mark.parametrize(("player", "dealer", "net"), [(2, 1, 1000), (1, 1, 0), (1, 2, -1000)])
def test_the_higher_score_wins_even_money(table: Table, player: int, dealer: int, net: int) -> None:
    compare(table, 1, "ante", (player, dealer), "X-01")
    assert [row.net_cents for row in table.settled] == [net]


def test_a_hand_has_the_cards_for_everybody_too(table: Table) -> None:
    table.hands[1] += [48, 49]
    assert "rank" not in HANDS.describe(table, 1)
    table.hands[COMMUNITY] += [0, 5, 10]
    assert HANDS.describe(table, 1)["category"] == "pair"
    assert "rank" not in HANDS.describe(table, COMMUNITY)
    assert HANDS.describe(table, DEALER) == {"cards": ""}


def test_a_score_needs_a_whole_hand() -> None:
    assert HANDS.score_text("Ah Kh Qh Jh Th", {})["category"] == "royal-flush"
    with pytest.raises(Refused, match="5 cards, not 2"):
        HANDS.score_text("Ah Kh", {})


@pytest.mark.parametrize("package", PACKAGES, ids=lambda package: package.name)
def test_an_example_is_a_hundred_lines_of_python(package: Path) -> None:
    lines = sum(len(file.read_text("utf-8").splitlines()) for file in package.rglob("*.py"))
    assert 0 < lines <= MOST_LINES
