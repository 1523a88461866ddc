"""``pitboss fit``: found tables are those that going through every one finds, priced alike."""

import json
from fractions import Fraction
from itertools import pairwise
from typing import Any

import pytest

import pitboss
from pitboss.cli.main import main
from pitboss.odds.fit import look, search
from pitboss.odds.fit.kernels import is_below
from pitboss.odds.fit.sums import MODULI
from pitboss.refusal import Refused
from tests.naive import naive_fit

fit: Any = pitboss.fit
ALONE = {"bonus-alone": "yes"}
CASES = {
    "duki bonus": ("duki", "bonus", (1, 4), {"three-of-a-kind": "20..31"}, {}),
    "duki bonus for 1": (
        *("duki", "bonus", (1, 19), {"three-of-a-kind": "20..31"}),
        {"bonus-pays": "for-1"},
    ),
    "duki bonus beside": (
        *("duki", "bonus", (-9, 9), {"three-of-a-kind": "10..21"}),
        {"bonus-four-card": "ante-table"},
    ),
    "high hand": (
        *("super-omaha", "high-hand", (2, 9)),
        {"royal-flush": "39..42", "straight-flush": "40..42", "four-of-a-kind": "19..21"}
        | {"full-house": "2..5", "flush": "2..3"},
        {},
    ),
    "flop bonus": (
        *("super-omaha", "flop-bonus", (2, 9)),
        {"mini-royal-flush": "30..33", "straight-flush": "31..33", "three-of-a-kind": "30..32"}
        | {"straight": "3..6", "flush": "4..4"},
        {},
    ),
    "buyout": (
        *("buyout", "bonus", (2, 40)),
        {"44": "69..71", "43": "70..71", "42": "68..69", "41": "67..70", "40": "9..9"}
        | {"39": "9..9", "38": "9..9", "35-37": "8..9", "32-34": "7..7", "30-31": "3..6"}
        | {"27-29": "3..3", "21-26": "2..2"},
        ALONE,
    ),
}


def printed(key, wager, rulings):
    """The first printed table, and its row's pays, as a designer's own."""
    table = next(iter(pitboss.game(key).paytables[wager].values()))
    return {row.event: row for row in table.rows}


def ends_of(key, wager, rulings):
    """How the deals of a wager end, by the figures of its printed table."""
    rows = printed(key, wager, rulings)
    names = {row.hand: place for place, row in enumerate(rows.values())}
    given = {"code": "own", "rows": {event: 1000 + n for n, event in enumerate(rows)}}
    terms = "for 1" if rulings.get("bonus-pays") == "for-1" else "to 1"
    given["rows"] = [[event, row.hand, 1000 + n] for n, (event, row) in enumerate(rows.items())]
    price = pitboss.price(key, wager, {**given, "terms": terms}, rulings)
    ends = []
    for one in price.json()["outcomes"]:
        net, number = Fraction(one["net"]["exact"]), int(one["combinations"])
        place = names.get(one["event"]) if net > 900 else None
        ends.append((number, net) if place is None else (number, place, int(terms == "for 1")))
    return ends


def bounds_of(key, wager, rows):
    bounds = []
    for event in printed(key, wager, {}):
        if event in rows:
            bounds.append(tuple(map(int, rows[event].split(".."))))
        else:
            tables: Any = pitboss.game(key).paytables[wager].values()
            bounds.append((1, 2 * max(table.row(event).pay.numerator for table in tables)))
    return bounds


def seen(found):
    return [(tuple(one.rows.values()), one.house_edge, one.hit_frequency) for one in found.tables]


def expected(tables):
    return [(table.pays, table.edge, table.hit) for table in tables]


@pytest.fixture(scope="module", params=CASES)
def case(request):
    key, wager, edge, rows, rulings = CASES[request.param]
    bounds = bounds_of(key, wager, rows)
    ends = ends_of(key, wager, rulings)

    def tables(any_order):
        return [naive_fit.price(ends, pays) for pays in naive_fit.screen(bounds, any_order)]

    return (key, wager), edge, {"rows": rows, "rulings": rulings}, tables


def test_every_table_is_found(case):
    """Ordered and in any order, ranked by edge and deviation, with every band, all and a few."""
    names, edge, given, tables = case
    for any_order in (False, True):
        every = tables(any_order)
        middle = sorted(table.variance for table in every)[len(every) // 2]
        deviation = (Fraction(1, 2), Fraction(str(round(float(middle) ** 0.5, 2))))
        for bands, by in (({}, "edge"), ({"deviation": deviation}, "deviation"), ({}, "hit")):
            wanted = naive_fit.ranked(naive_fit.within(every, edge, **bands), by)
            assert wanted, "the case has something to find"
            for limit in (10_000, 3):
                asked = {**given, **bands, "any_order": any_order, "rank": by, "limit": limit}
                found = fit(*names, edge, **asked)
                assert (found.screened, found.found) == (len(every), len(wanted))
                assert seen(found) == expected(wanted[:limit])


def test_they_are_counted_by_net_alike(case, monkeypatch):
    """As where they are too many to go through: the same tables in the same order."""
    names, edge, given, tables = case
    monkeypatch.setattr(look, "MANY_STEPS", 0)
    for any_order in (False, True):
        every = tables(any_order)
        wanted = naive_fit.ranked(naive_fit.within(every, edge))
        found = fit(*names, edge, **given, any_order=any_order, limit=50)
        assert (found.screened, found.found) == (len(every), len(wanted))
        assert seen(found) == expected(wanted[:50])


def test_few_are_put_in_order_of_many(case, monkeypatch):
    """Where not all of them can be listed, the first ones are found by halving."""
    names, edge, given, tables = case
    every = tables(False)
    monkeypatch.setattr(search, "CAPACITY", 7)
    for by in ("edge", "deviation"):
        wanted = naive_fit.ranked(naive_fit.within(every, edge), by)
        ties = max(sum(one.edge == other.edge for other in wanted) for one in wanted[:5])
        if ties <= 7:
            found = fit(*names, edge, **given, rank=by, limit=3)
            assert seen(found) == expected(wanted[:3])


def test_a_band_that_nobody_meets_names_the_nearest(case, monkeypatch):
    names, _, given, tables = case
    edges = sorted({table.edge for table in tables(False)})
    low, high = max(pairwise(edges), key=lambda ends: ends[1] - ends[0])
    band = (100 * (low + (high - low) / 4), 100 * (low + (high - low) / 3))
    for many in (search.MANY_STEPS, 0):
        monkeypatch.setattr(look, "MANY_STEPS", many)
        for ends, nearest in (
            (band, low),
            ((-(10**5), -(10**5) + 1), edges[0]),
            ((101, 102), edges[-1]),
        ):
            with pytest.raises(Refused, match="no table meets it") as refusal:
                fit(*names, tuple(map(str, map(Fraction, ends))), **given)
            assert f"nearest house edge is {float(100 * nearest):.12g} %" in str(refusal.value)


def test_other_bands_that_nobody_meets():
    with pytest.raises(Refused, match=r"^hit 1\.\.2 %: .* hit frequency is 25\.25921137"):
        fit("duki", "bonus", "1..2", hit="1..2")
    every = fit("duki", "bonus", "1..2", rank="deviation").tables
    least, most = (float(every[n].standard_deviation) for n in (0, -1))
    for band, nearest in (((0, 1), least), ((50, 51), most)):
        with pytest.raises(Refused, match=f"nearest standard deviation is {nearest:.10g}"):
            fit("duki", "bonus", "1..2", deviation=band)


def test_a_table_is_priced_as_odds_prices_it(case):
    (key, wager), edge, given, _ = case
    found = fit(key, wager, edge, **given, limit=2)
    terms = found.json()["terms"]
    for one in found.json()["tables"]:
        table = {"terms": terms, "rows": one["rows"]}
        price = pitboss.price(key, wager, table, given["rulings"]).json()
        for name in ("house_edge", "hit_frequency", "standard_deviation"):
            assert price[name] == one[name]


def test_the_ante_of_duki_is_played_best_under_each_table():
    """A higher pay is worth more than the play before it: some hands are played for it alone."""
    rows = {"four-of-a-kind": "60..60", "straight": "14..15", "three-of-a-kind": "9..9"}
    rows |= {"two-pair": "1..2", "pair": "1..1", "high-card": "1..1"}
    found = fit("duki", "ante", (-100, 100), rows=rows)
    assert (found.screened, found.found) == (4, 4)
    edges = []
    for pays in naive_fit.screen([(60, 60), (14, 15), (9, 9), (1, 2), (1, 1), (1, 1)]):
        price = pitboss.price("duki", paytable={"rows": dict(zip(rows, pays, strict=True))})
        edges.append((price.house_edge, pays, price.hit_frequency))
    assert seen(found) == [(pays, edge, hit) for edge, pays, hit in sorted(edges)]


def test_a_bonus_beside_a_first_wager_is_played_best_together():
    """The printed table alone, solved anew, is what odds says of it; a second one takes as long."""
    rows = {event: str(row.pay.numerator) for event, row in printed("buyout", "bonus", {}).items()}
    found, price = fit("buyout", "bonus", (-100, 100), rows=rows), pitboss.price("buyout", "bonus")
    assert (found.screened, found.found) == (1, 1)
    for name in ("house_edge", "hit_frequency", "standard_deviation"):
        assert found.tables[0].json()[name] == price.json()[name]


def test_numbers_of_two_words():
    """By which a deviation is decided, at and beside each bound."""
    for deals, net, squares in ((2**40, -(2**41), 2**61), (3, 5, 2**62 - 1), (463 * 10**9, 0, 7)):
        spread = deals * squares - net * net
        for bound, below in ((spread, False), (spread + 1, True), (spread - 1, False)):
            assert is_below(deals, net, squares, *_words(bound)) is below


def _words(number):
    import numpy as np

    return tuple(map(np.uint64, divmod(number, 2**64)))


def test_more_tables_than_64_bits_count(monkeypatch):
    found = fit("buyout", "bonus", (-(10**5), 100), rulings=ALONE, any_order=True, limit=1)
    assert found.screened == found.found == 241_920_000_000_000_000_000 > MODULI[0]
    monkeypatch.setattr(search, "MOST_STEPS", 10**5)
    with pytest.raises(Refused, match="too many to look through"):
        fit("buyout", "bonus", (2, 3), rulings=ALONE, deviation=(2, 3))


def test_too_many_ante_tables_are_refused_before_the_book_is_made(monkeypatch):
    def make(*given):
        raise AssertionError("nothing is counted for a question that is refused")

    monkeypatch.setattr("pitboss.odds.super_omaha.book.machine_book", make)
    rows = {"royal-flush": "1..5000"}
    for given in ({"deviation": (1, 2)}, {"rank": "hit"}):
        with pytest.raises(Refused, match=r"fit: [\d,]+ tables; .* at most 200,000; give rows"):
            fit("super-omaha", "ante", (2, 3), rows=rows, **given)
    with pytest.raises(AssertionError, match="nothing is counted"):
        fit("super-omaha", "ante", (2, 3), rows=rows)
    rows |= {"straight-flush": "1..5000", "four-of-a-kind": "1..5000"}
    with pytest.raises(Refused, match=r"fit: [\d,]+ tables; .* at most 200,000,000; give rows"):
        fit("super-omaha", "ante", (2, 3), rows=rows)


REFUSED = {
    "duki --wager luck --edge 1..2": "'luck' of duki is unknown; it has ante, bonus",
    "duki": "edge: a band is missing",
    "duki --edge 2..1": "edge 2..1: the bounds are crossed",
    "duki --edge two": "edge 'two' is no band",
    "duki --edge 1..2 --row foo=1..2": "row 'foo' is unknown; the rows are four-of-a-kind",
    "duki --edge 1..2 --row pair=-1..2": "row pair: -1 is no pay to look for; whole numbers from 1",
    "duki --edge 1..2 --row pair=0..2": "row pair: 0 is no pay to look for; whole numbers from 1",
    "duki --edge 1..2 --row pair=1.5..2": "row pair: 1.5 is no pay to look for",
    "duki --edge 1..2 --row pair=3..2": "row pair 3..2: the bounds are crossed",
    "duki --edge 1..2 --row pair": "--row 'pair': write EVENT=LOW..HIGH",
    "duki --edge 1..2 --row high-card=5..9 --row pair=1..2": "at most 2 and row high-card below it",
    "duki --edge 1..2 --deviation=-1..2": "deviation -1..2: from 0 to 1000000 is allowed",
    "duki --edge 1..2 --deviation -1..2": "deviation -1..2: from 0 to 1000000 is allowed",
    "duki --edge -999..-998": "edge -999..-998 %: no table meets it; the nearest house edge is",
    "duki --edge 1..2 --rank size": "rank 'size' is unknown; tables rank by edge, hit, deviation",
    "duki --edge 1..2 --limit 0": "limit 0: a whole number from 1 to 10000",
    "holdout --edge 1..2": "'hand' of holdout has no pay table",
    "buyout --edge 1..2": "'first' of buyout has no pay table; it has bonus",
    "super-omaha --wager jackpot --edge 1..2": "pays prizes and parts of a meter, no odds",
    "super-omaha --edge 1..2 --row straight-or-less=1..2": "pays Push and stays so",
}


@pytest.mark.parametrize("words", REFUSED)
def test_bad_input_is_refused_in_one_line(capsys, words):
    assert main(["fit", *words.split()]) == 2
    out, err = capsys.readouterr()
    assert (out, err.count("\n")) == ("", 1)
    assert REFUSED[words] in err


def test_the_command_prints_what_python_gives(capsys):
    words = ["fit", "duki", "--wager=bonus", "--edge=1..2", "--limit=2"]
    assert main([*words, "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == fit("duki", "bonus", "1..2", limit=2).json()
    assert main(words) == 0
    assert "1,050 tables screened, 16 found; the first 2 by edge" in capsys.readouterr().out
