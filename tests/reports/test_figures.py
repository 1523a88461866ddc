"""What a sheet prints, reckoned again from its own rows and from elsewhere."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import accumulate
from math import comb, sqrt

import pytest

from pitboss.games import find_game
from pitboss.house.manifest import hash_values
from pitboss.house.manifest import make_manifest as manifest
from pitboss.odds.registry import price
from pitboss.odds.request import JACKPOT, read_request
from pitboss.odds.sessions import sums
from pitboss.odds.sessions.sums import add_up
from pitboss.odds.sessions.walk import Walk, walk_of
from pitboss.reports import charts, identity
from pitboss.reports.examples import LOSE, TIE, WIN, find_examples
from pitboss.reports.intervals import SIDE, interval_of
from pitboss.reports.jackpot import make_jackpot, plan_of
from pitboss.reports.papers import Asked
from pitboss.reports.par import count_table, make_par
from pitboss.reports.sheet import Drawing, Facts, Sheet, Table
from pitboss.rounds.script import run_script


@pytest.fixture(scope="module", autouse=True)
def undrawn() -> Iterator[None]:
    """Charts take longer than all that is looked at here."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(charts, "_svg", lambda chart: "<svg/>")
        yield


@pytest.fixture(scope="module")
def buyout_par(undrawn: None) -> Sheet:
    return make_par([read_request("buyout", {})])


def tables(sheet: Sheet) -> list[Table]:
    blocks = (block for section in sheet.sections for block in section.blocks)
    return [block for block in blocks if isinstance(block, Table)]


def read(cell: str) -> Fraction:
    return Fraction(cell.replace(",", "").replace("−", "-").removesuffix(" %").lstrip("$"))


def test_a_par_sheet_adds_up(buyout_par: Sheet):
    sheet = buyout_par
    counted = next(table for table in tables(sheet) if table.total)
    *rows, total = counted.rows
    deals = read(total[3])
    # The up card, two cards, the third and fourth; the dealer's hidden card and three draws.
    assert deals == 52 * comb(51, 2) * 49 * 48 * 47 * comb(46, 3)
    assert sum(read(row[3]) for row in rows) == deals
    edge = -sum(read(row[2]) * read(row[3]) for row in rows) / deals
    figures = next(t for t in tables(sheet) if t.rows[0][0] == "House edge")
    value, _, exact = figures.rows[0][1:]
    assert Fraction(exact) == edge
    assert abs(read(value) / 100 - edge) < Fraction(1, 10**6)
    deviation = sqrt(sum(read(r[2]) ** 2 * read(r[3]) for r in rows) / deals - edge**2)
    assert abs(float(read(figures.rows[5][1])) - deviation) < 1e-4
    assert abs(float(read(figures.rows[6][1])) - 1.644854 * deviation) < 2e-4


def test_the_edge_by_ruling_is_that_of_odds():
    sheet = make_par([read_request("buyout", {"wager": "bonus"})])
    titles = [[column.title for column in table.columns][:2] for table in tables(sheet)]
    found = tables(sheet)[titles.index(["Ruling", "Option"])]
    assert found.rows == (
        ("bonus-hand", "bought", "in force", "32.4786 %", "–"),
        ("bonus-hand", "four-cards", "", "32.3839 %", "−0.0947 points"),
        ("bonus-alone", "no", "in force", "32.4786 %", "–"),
        ("bonus-alone", "yes", "", "28.0927 %", "−4.3859 points"),
    )
    assert found.note == "Without effect on this figure: seats."


def test_all_tables_of_a_wager_stand_side_by_side():
    asked = Asked(find_game("super-omaha"), "par", "flop-bonus")
    sheet = make_par(asked.requests())
    first, pays = tables(sheet)[:2]
    assert [row[0] for row in first.rows] == ["SOA-01", "SOA-02", "SOA-03", "SOA-04", "SOA-05"]
    assert first.rows[0][1] == "2.3167 %"  # 128/5525
    odds = [f"{pay} to 1" for pay in (40, 35, 50, 40, 100)]
    assert pays.rows[0] == ("Mini-Royal Flush", *odds)


def test_a_total_that_is_not_the_sum_would_be_seen():
    answer = price(read_request("buyout", {}))
    answer["outcomes"] = answer["outcomes"][1:]  # type: ignore[index]
    *rows, total = count_table("", answer).rows
    assert sum(read(row[3]) for row in rows) != read(total[3])


def test_a_jackpot_sheet_by_hand():
    asked = Asked(find_game("super-omaha"), JACKPOT, tables={JACKPOT: "5CL-E01"})
    sheet = make_jackpot(asked.requests(), plan_of(asked.game, {}))
    by = {table.title: table for table in tables(sheet)}
    two = by["By the number of players"].rows[1]
    # Of 2,598,960 hands 4 are royals with an envy of $1,000 and 36 straight flushes with $300.
    envy = Fraction(4 * 1000 + 36 * 300, 2_598_960)
    assert abs(read(two[1]) / 100 - envy) < Fraction(1, 10**6)
    prizes = Fraction(624 * 300 + 3_744 * 50 + 5_108 * 40 + 10_200 * 30 + 54_912 * 9, 2_598_960)
    share = Fraction(4 * 10 + 36, 10 * 2_598_960)
    assert read(two[3]) == round((1 - prizes - envy) / share, 2)
    assert two[4:] == ("324,870", "36,097")
    returned = by["Where a wager goes"].rows
    assert read(returned[3][1]) == round(Fraction(100 * 10_000 * 4, 2_598_960), 4)
    facts = [b for s in sheet.sections for b in s.blocks if isinstance(b, Facts)]
    seed = dict(next(fact.rows for fact in facts if fact.title == "What the seed costs"))
    early = 1 - (1 - 4 / 2_598_960) ** 500_000
    assert seed["Chance that a hit comes earlier"] == f"{100 * early:.2f} %"


def test_an_interval_beside_exact_sums(monkeypatch: pytest.MonkeyPatch):
    """A wager that pays 4 to 1 once in six times, 300 times: a binomial distribution."""
    rounds, walk = 300, Walk((-1, 4), (5, 1))
    weights = [Fraction(comb(rounds, k) * 5 ** (rounds - k), 6**rounds) for k in range(rounds + 1)]
    below = list(accumulate(weights))
    wins = [
        next(k for k, chance in enumerate(below) if chance >= part) for part in (SIDE, 1 - SIDE)
    ]
    low, high, is_added_up = interval_of(walk, rounds)
    assert [low, high, is_added_up] == [*((5 * k - rounds) / rounds for k in wins), True]
    # What is too wide for a session lies within a step of the lattice by the saddlepoint.
    monkeypatch.setattr(sums, "MOST_PLACES", 2)
    near = interval_of(walk, rounds)
    assert not near.is_added_up
    assert abs(near.low - low) * rounds < 5
    assert abs(near.high - high) * rounds < 5


def test_a_sheets_interval_is_that_of_the_session(buyout_par: Sheet):
    """What the house keeps is what the player's session loses, by its quantiles."""
    shown = next(table for table in tables(buyout_par) if table.columns[0].title == "Rounds")
    total = add_up(walk_of(price(read_request("buyout", {}))["outcomes"]), 1_000)  # type: ignore[arg-type]
    high, low = (-total.quantile(part) / 1_000 for part in (SIDE, 1 - SIDE))
    assert [read(cell) for cell in shown.rows[0][4:]] == [
        round(Fraction(100 * bound).limit_denominator(10**6), 3) for bound in (low, high)
    ]


@pytest.mark.parametrize("key", ["buyout", "duki", "super-omaha", "holdout"])
def test_hashes_are_those_of_the_manifest(key: str):
    game, known = find_game(key), manifest()["games"][key]
    assert identity.hash_rules(game) == known["rules"]
    for wager, printed in game.paytables.items():
        for code, table in printed.items():
            assert identity.hash_table(table) == known["paytables"][f"{wager} {code}"]
            assert identity.hash_table(table) == hash_values(table.to_json())


@pytest.mark.parametrize("key", ["buyout", "duki", "super-omaha", "holdout"])
def test_examples_win_lose_and_tie_as_they_say(key: str):
    found = {example.name: example for example in find_examples(key)}
    assert list(found)[:3] == [WIN, LOSE, TIE]
    nets = {name: run_script(found[name].script).net_cents[1] for name in (WIN, LOSE)}
    assert nets[WIN] > 0 > nets[LOSE]
    tie = run_script(found[TIE].script)
    main = [
        row.net_cents
        for row in tie.settlement
        if tie.game.source.spots[row.wager].kind in ("main", "follow-up")
    ]
    assert set(main) <= {0}
    assert main or set(tie.net_cents.values()) == {0}
    bonuses = [name for name in found if name not in (WIN, LOSE, TIE)]
    for name in bonuses:
        rows = [row for row in found[name].running.settlement if row.wager == name]
        assert [row.outcome for row in rows] == ["win"]


def test_a_layout_has_every_wager_at_every_seat():
    from pitboss.reports.layout import draw_layout

    drawn = draw_layout(find_game("super-omaha"), 7)
    assert isinstance(drawn, Drawing)
    assert drawn.svg.count("<circle") == (7 + 1) * 6, "and one position large"
    assert "first sensor" in drawn.says
