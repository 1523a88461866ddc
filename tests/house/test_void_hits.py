"""A voided jackpot hit: its pay, its envy pays and the reseed go back, the round's other awards are
settled anew, and the meter stands as if it had not been hit, plus what was contributed since."""

from datetime import UTC, datetime
from fractions import Fraction

import pytest

from pitboss.house import ledger
from pitboss.house.books.funds import fund_report
from pitboss.house.books.meters import meter_book
from pitboss.house.engine import House
from pitboss.house.store import entries, jackpots
from pitboss.house.store.period import Period
from pitboss.jackpots.meter import Meter
from pitboss.refusal import Refused
from tests.house.auditor import audit
from tests.house.guests import (
    OPERATOR,
    SUPERVISOR,
    ask,
    books,
    deal_from,
    guest,
    omaha_table,
    open_jackpot,
    open_table,
)
from tests.house.memory import Memory

HEARTS = "Ah Kh Qh Jh"
"""A royal flush with the community's ten: the whole meter."""
LOW_HEARTS = "9h 8h 7h 6h"
"""A straight flush with it: a tenth."""
DULL = "2h 5c 9c Jd"
REST = "2c 3d 4s 5s  Th 2d 7s 8c 9d"
WAGERS = {"ante": 10, "jackpot-1": 1}


@pytest.fixture
def house():
    opened = House(Memory())
    yield opened
    opened.close()


class Game:
    """A Super Omaha table with two seats, whose hits wait for a supervisor."""

    def __init__(self, house, monkeypatch, jackpot, people=(1, 2), **rulings):
        self.house, self.patch, self.jackpot = house, monkeypatch, jackpot
        given = {**omaha_table(jackpot), "rulings": rulings}
        self.table = open_table(house, "super-omaha", table=given, verify="supervisor")
        self.people = [guest(house, number) for number in people]
        for person in self.people:
            ask(house, self.table, "sit", person, chips=500)

    def play(self, *hands):
        """A round in which these hands are dealt; everyone folds."""
        deal_from(self.patch, " ".join([*hands, REST]))
        for person in self.people:
            ask(self.house, self.table, "wager", person, wagers=WAGERS, deal=True)
        for person in self.people:
            ask(self.house, self.table, "decide", person, action="fold")

    def advance(self, round_, order, *states):
        for state in states:
            name = f"{self.table}-{round_}-{order}"
            ask(self.house, self.table, "advance-hit", SUPERVISOR, hit=name, state=state)

    def stack(self, seat):
        return self.house.table(self.table).seats[seat]["stack_cents"]

    def hits(self):
        with self.house.database.reading() as transaction:
            found = jackpots.hits_of_round(transaction, self.table, 1)
        return {hit.order: (hit.paid_cents, hit.state) for hit in found}

    @property
    def meter(self) -> Meter:
        with self.house.database.reading() as transaction:
            return jackpots.peek(transaction, self.jackpot).meter

    def check(self):
        """The log accounts for every cent, and the meter book finds nothing wrong."""
        audit(self.house.database)
        today = datetime.now(UTC).date().isoformat()
        with self.house.database.reading() as transaction:
            for report in (meter_book, fund_report):
                assert report(transaction, Period(today, today))["incidents"] == []


def last_entries(house, table, count):
    with house.database.reading() as transaction:
        return entries.after(transaction, table, 0)[-count:]


def test_the_seed_and_the_envy_pays_go_back(house, monkeypatch):
    game = Game(house, monkeypatch, open_jackpot(house, meter=10000, rate="0.2", reserve=0))
    game.play(HEARTS, DULL)
    assert game.meter.value == 10_000_00
    assert game.stack(2) == 500_00 - 11_00 + 1000_00
    game.advance(1, 1, "voided")
    assert game.meter == Meter(Fraction(10_000_40))
    assert (game.stack(1), game.stack(2)) == (489_00, 489_00)
    assert books(house)[ledger.bank(game.table)] == 22_00 - 40
    assert not books(house)[ledger.held(game.jackpot)]
    game.check()


def test_envy_that_was_spent_is_borne_by_the_bank_and_stated(house, monkeypatch):
    game = Game(house, monkeypatch, open_jackpot(house))
    game.play(HEARTS, DULL)
    other = open_table(house, "duki")
    ask(house, game.table, "leave", game.people[1])
    ask(house, other, "sit", game.people[1], chips=1_500)
    game.advance(1, 1, "voided")
    (entry,) = last_entries(house, game.table, 1)
    assert (entry.kind, entry.values["uncollected"]) == ("round-resettled", {"2": "511.00"})
    game.check()


@pytest.mark.parametrize("in_play", [False, True])
def test_a_hit_may_be_voided_while_a_later_round_is_played(house, monkeypatch, in_play):
    """Then the account is asked before the chips with which the round is finished."""
    game = Game(house, monkeypatch, open_jackpot(house))
    game.play(HEARTS, DULL)
    if in_play:
        for person in game.people:
            ask(house, game.table, "wager", person, wagers=WAGERS, deal=True)
    before = game.stack(2)
    game.advance(1, 1, "voided")
    assert before - game.stack(2) == (500_00 if in_play else 1000_00)
    game.check()


def two_hits(house, monkeypatch, policy, **terms):
    """Seat 1 hits a tenth and seat 2 the whole meter of $2,000, above a seed of $1,000; seats are
    settled from the highest, so the whole meter is hit 1."""
    given = {"seed": 1000, "meter": 2000, "rate": 0, "reserve": 0}
    jackpot = open_jackpot(house, **given | terms)
    rulings = {"same-round-percentages": policy}
    game = Game(house, monkeypatch, jackpot, **rulings)
    game.play(LOW_HEARTS, HEARTS)
    return game


@pytest.mark.parametrize(
    ("policy", "amounts", "meter", "void", "other", "left"),
    [
        # the second winner's tenth was of the seed; alone, it is of what is displayed
        ("in-settling-order", (2000, 100), 900, 1, 200, 1800),
        ("in-settling-order", (2000, 100), 900, 2, 2000, 1000),
        # the house covered what the meter did not hold
        ("each-of-displayed", (2000, 200), 1000, 1, 200, 1800),
        ("each-of-displayed", (2000, 200), 1000, 2, 2000, 1000),
        # 110 % were won: each in proportion
        ("shared", ("1818.18", "181.81"), "1000.01", 1, 200, 1800),
        ("shared", ("1818.18", "181.81"), "1000.01", 2, 2000, 1000),
    ],
)
@pytest.mark.parametrize("paid", [False, True])
def test_the_other_hit_of_its_round_is_settled_anew(
    house, monkeypatch, policy, amounts, meter, void, other, left, paid
):
    game = two_hits(house, monkeypatch, policy)
    first = [int(Fraction(amount) * 100) for amount in amounts]
    assert [cents for cents, _ in game.hits().values()] == first
    assert game.meter.value == Fraction(meter) * 100
    kept = 3 - void
    if paid:
        game.advance(1, kept, "verified", "paid")
    game.advance(1, void, "voided")
    assert game.hits()[kept] == (other * 100, "paid" if paid else "locked")
    assert game.hits()[void] == (first[void - 1], "voided")
    assert game.meter == Meter(Fraction(left) * 100)
    if not paid:
        assert books(house)[ledger.held(game.jackpot)] == other * 100
        game.advance(1, kept, "verified", "paid")
    assert not books(house)[ledger.held(game.jackpot)]
    game.check()
    # as if the other hit alone had been made
    envy = {1: 1000_00, 2: 300_00}[kept]
    winner, loser = {1: (2, 1), 2: (1, 2)}[kept]
    assert game.stack(loser) == 500_00 - 11_00 + envy
    assert game.stack(winner) == 500_00 - 11_00 + other * 100
    seeded = 1000_00 if kept == 1 else 0
    assert books(house)[ledger.bank(game.table)] == 22_00 - envy - seeded


def test_both_hits_of_a_round_in_either_order(house, monkeypatch):
    for order in ((1, 2), (2, 1)):
        game = two_hits(house, monkeypatch, "each-of-displayed")
        for number in order:
            game.advance(1, number, "voided")
        assert game.meter == Meter(Fraction(2000_00))
        assert (game.stack(1), game.stack(2)) == (489_00, 489_00)
        assert books(house)[ledger.bank(game.table)] == 22_00
        game.check()
        for person in game.people:
            ask(house, game.table, "leave", person)


def test_a_later_hit_that_was_paid_stands_and_the_meter_has_the_difference(house, monkeypatch):
    """$2,001 are hit and $1,000 seeded; then a tenth of that is hit at another table of the link.
    Without the first hit the meter would show 2,002 less that tenth."""
    jackpot = open_jackpot(house, seed=1000, meter=2000, rate="0.5", reserve=0)
    game = Game(house, monkeypatch, jackpot)
    other = Game(house, monkeypatch, jackpot, people=(3, 4))
    game.play(HEARTS, DULL)
    assert game.meter == Meter(Fraction(1000_00))
    other.play(LOW_HEARTS, DULL)
    assert (game.hits()[1][0], other.hits()[1][0]) == (2001_00, 100_10)
    assert game.meter == Meter(Fraction(900_90))
    banks = books(house)[ledger.bank(other.table)]
    game.advance(1, 1, "voided")
    assert other.hits()[1] == (100_10, "locked")
    assert game.meter == Meter(Fraction(2000_00 + 1_00 + 1_00 - 100_10))
    assert books(house)[ledger.bank(game.table)] == 22_00 - 1_00
    assert books(house)[ledger.bank(other.table)] == banks
    other.advance(1, 1, "voided")
    assert game.meter == Meter(Fraction(2002_00))
    game.check()


def test_what_the_reserve_then_covers_is_the_other_tables_again(house, monkeypatch):
    """The first hit's seed took the reserve; without it the second hit's would have had it."""
    terms = {"seed": 1000, "meter": 2000, "rate": 0, "reserve": 0, "reserved": 600}
    jackpot = open_jackpot(house, **terms)
    game = Game(house, monkeypatch, jackpot)
    other = Game(house, monkeypatch, jackpot, people=(3, 4))
    game.play(HEARTS, DULL)
    other.play(HEARTS, DULL)
    assert game.meter == Meter(Fraction(1000_00))
    envy = 1000_00
    assert books(house)[ledger.bank(game.table)] == 22_00 - envy - 400_00
    assert books(house)[ledger.bank(other.table)] == 22_00 - envy - 1000_00
    game.advance(1, 1, "voided")
    assert game.meter == Meter(Fraction(2000_00))
    assert books(house)[ledger.bank(game.table)] == 22_00
    assert books(house)[ledger.bank(other.table)] == 22_00 - envy - 400_00
    game.check()


def test_what_was_contributed_since_goes_beyond_the_maximum_as_it_would_have(house, monkeypatch):
    terms = {"seed": 1000, "meter": "1499.50", "maximum": 1500, "rate": "0.5", "reserve": 0}
    game = Game(house, monkeypatch, open_jackpot(house, **terms))
    game.play(HEARTS, DULL)
    game.play(DULL, "3c 3h 3s Kd")
    assert game.meter == Meter(Fraction(1001_50))
    game.advance(1, 1, "voided")
    assert game.meter == Meter(Fraction(1500_00), overflow=Fraction(1_50))
    game.check()


def test_a_meter_that_its_table_has_left_is_shown_as_it_then_stands(house, monkeypatch):
    game = Game(house, monkeypatch, open_jackpot(house, rate="0.2", reserve=0))
    game.play(HEARTS, DULL)
    links = {"table": omaha_table(open_jackpot(house))}
    ask(house, game.table, "change-table", OPERATOR, setup=links, why="another jackpot")
    told: list[str] = []
    house.listen(told.append)
    game.advance(1, 1, "voided")
    assert house.meters[game.jackpot] == 10_000_40
    assert f"jackpot {game.jackpot}" in told


def test_a_voided_hit_cannot_be_voided_again(house, monkeypatch):
    game = Game(house, monkeypatch, open_jackpot(house))
    game.play(HEARTS, DULL)
    game.advance(1, 1, "voided")
    stood = books(house)
    with pytest.raises(Refused, match="'voided' cannot follow voided"):
        game.advance(1, 1, "voided")
    assert books(house) == stood
