"""Signs say what is paid: each posted row of random tables is dealt, settled and compared."""

import os
import re
from fractions import Fraction
from math import floor
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

from pitboss.games import find_game
from pitboss.house.tables.setup import Setup, read_setup
from pitboss.jackpots.terms import read_jackpots
from pitboss.money import parse_dollars
from pitboss.refusal import Refused
from pitboss.rounds.script import answer_script
from pitboss.web.common.tables import posted_values
from pitboss.web.pages.postings import router
from pitboss.web.pages.signs import PayRow, PaySign, Posted, post_signs
from tests.web.sign_deals import Deal, deals, random_jackpots, random_rulings, random_tables

SETUPS = int(os.environ.get("PITBOSS_SIGNS", "6"))
HOUSE_GAMES = ("buyout", "duki", "super-omaha")
EVEN = PayRow("", "1", "", "")


class Floor:
    """A table that is set up at random, its script, and what it posts."""

    def __init__(self, key: str, rng: Random) -> None:
        self.key, self.rng, self.game = key, rng, find_game(key)
        self.rulings = random_rulings(rng, key)
        given = random_jackpots(rng) if key == "super-omaha" else []
        self.table: dict[str, Any] = {
            "rulings": self.rulings,
            "paytables": random_tables(rng, key),
            "limits": {"max": 40},
        }
        self.script_table = {**self.table, "jackpots": given}
        names = [f"jackpot-{number}" for number in range(1, len(given) + 1)]
        read = read_jackpots(given, self.game.paytables.get("jackpot", {}))
        self.terms = {name: terms for name, (terms, _) in zip(names, read, strict=True)}
        self.table["jackpots"] = [
            {"jackpot": name, "paytable": one["paytable"]}
            for name, one in zip(names, given, strict=True)
        ]
        self.wagers = self._wagers()
        self.setup = self._with_aggregates()

    def _wagers(self) -> dict[str, Any]:
        """One of everything that the table takes, the bonuses of any amount."""
        made: dict[str, Any] = {name: one.wager_cents / 100 for name, one in self.terms.items()}
        for wager in self.game.paytables:
            if wager in self.game.source.spots:
                made[wager] = self.rng.choice(("1.00", "2.50", "13.37", "40.00"))
        main = next(spot.name for spot in self.game.source.spots.values() if spot.kind == "main")
        return {**made, main: "10.00"}

    def _with_aggregates(self) -> Setup:
        """An aggregate limit on some wagers, where one may be set."""
        limits = self.table["limits"]
        for wager in self.rng.sample(list(self.wagers), len(self.wagers)):
            most = self.terms[wager].wager_cents if wager in self.terms else 40_00
            tried = {**limits.get("aggregate", {}), wager: most * 50 / 100}
            table = {**self.table, "limits": {**limits, "aggregate": tried}}
            try:
                read_setup({"game": self.key, "table": table}, self.terms)
            except Refused:
                continue  # its odds are too short
            if self.rng.random() < 0.5:
                limits["aggregate"] = tried
        return read_setup({"game": self.key, "table": self.table}, self.terms)

    def play(self, deal: Deal, decisions: int | None = None) -> Any:
        seats = {"1": self.wagers}
        if self.key == "super-omaha":
            seats["2"] = {"ante": "10.00"} | {name: self.wagers[name] for name in self.terms}
        return answer_script(
            {
                "game": self.key,
                "table": self.script_table,
                "deck": deal.deck,
                "wagers": seats,
                "decisions": deal.decisions[:decisions],
            }
        )

    def post(self, meters: dict[str, int]) -> Posted:
        return post_signs(self.setup, meters)


def signs_of(floor_: Floor, posted: Posted) -> dict[str, PaySign]:
    """The sign of each wager that has one."""
    signs = dict(zip(floor_.setup.settings.paytables, posted.paytables, strict=True))
    return signs | dict(
        zip(floor_.terms, (jackpot.table for jackpot in posted.jackpots), strict=True)
    )


def find_sign(floor_: Floor, row: Any, deal: Deal, signs: dict[str, PaySign]) -> tuple[Any, str]:
    """The posted row that a settled one goes by, and its terms, as a reader of the signs finds
    them; none for even money."""
    wager = row["wager"].removesuffix("-envy")
    sign, terms = signs.get(wager), ""
    if floor_.key == "duki":
        if (
            wager == "bonus"
            and deal.duki == 4
            and floor_.rulings["bonus-four-card"] == "ante-table"
        ):
            assert sign
            assert any("by the Ante's table" in note for note in sign.notes)
            sign = signs["ante"]
        elif wager == "ante" and deal.duki == 3 and row["row"]:
            assert sign
            assert any("by the bonus table, to 1" in note for note in sign.notes)
            sign, terms = signs["bonus"], "to"
    if sign is None or row["row"] is None:
        return None, "to"
    (found,) = [each for each in sign.rows if each.hand == row["row"]]
    match = re.match(r"pays (to|for) 1", sign.terms)
    return found, terms or (match[1] if match else "for")


def figure(text: str, cents: int) -> int:
    """What a posted pay comes to for a wager: odds, a prize, or the meter's part as it stands."""
    amounts = re.findall(r"\$([0-9,.]+)", text)
    if amounts:
        return parse_dollars(amounts[-1].replace(",", ""))
    return floor(Fraction(text) * cents)


def check_round(floor_: Floor, answer: Any, deal: Deal, signs: dict[str, PaySign]) -> set[Any]:
    """Settled rows pay what the signs say; gives the posted rows that were paid."""
    wins: list[tuple[Any, PayRow | None, int, int]] = []
    for row in answer["settlement"]:
        shown, terms = find_sign(floor_, row, deal, signs)
        cents, paid, net = (parse_dollars(row[name]) for name in ("amount", "paid", "net"))
        if row["outcome"] == "push":
            assert shown is None or shown.pays == "Push"
        elif row["outcome"] == "lose":
            assert shown is None
        elif row["wager"].endswith("-envy"):
            assert paid == net == parse_dollars(shown.envy.removeprefix("$").replace(",", ""))
        else:
            says = figure((shown or EVEN).pays, cents)
            wins.append((row, shown, says, says if terms == "to" else says - cents))
    for row, shown, says, gains in wins:
        lost = gains - cut(floor_, row["wager"], shown, gains, wins)
        if lost:
            assert any("together" in note for note in signs[row["wager"]].notes)
        settled = tuple(parse_dollars(row[name]) for name in ("paid", "net"))
        assert settled == (says - lost, gains - lost), (row, shown)
    return {(row["wager"], shown.hand) for row, shown, _, _ in wins if shown}


def cut(floor_: Floor, wager: str, shown: PayRow | None, gains: int, wins: list[Any]) -> int:
    """What the note on an aggregate limit leaves of a win by the sign's own figures."""
    limit = floor_.setup.settings.limits.aggregates.get(wager)
    total: int = sum(
        max(0, won)
        for row, by, _, won in wins
        if row["wager"] == wager and by and "%" not in by.pays
    )
    if limit is None or shown is None or "%" in shown.pays or total <= limit or gains <= 0:
        return gains
    return gains * limit // total


def settle_all(floor_: Floor) -> tuple[set[Any], dict[str, PaySign]]:
    """Deal every hand; gives the rows that were paid."""
    reached: set[Any] = set()
    signs = signs_of(floor_, floor_.post({}))
    for deal in deals(floor_.rng, floor_.key, floor_.rulings):
        waiting = floor_.play(deal, 0)
        shown = [parse_dollars(jackpot["meter"]) for jackpot in waiting["jackpots"]]
        answer = floor_.play(deal)
        if sum(len(one["hits"]) > 1 for one in answer["jackpots"]):
            continue  # two of one meter: their policy is posted, not each amount
        signs = signs_of(floor_, floor_.post(dict(zip(floor_.terms, shown, strict=True))))
        reached |= check_round(floor_, answer, deal, signs)
    return reached, signs


@pytest.mark.rule("SO-24")
@pytest.mark.rule("SO-28")
@pytest.mark.rule("SO-29")
@pytest.mark.parametrize("key", HOUSE_GAMES)
@pytest.mark.parametrize("seed", range(SETUPS))
def test_each_posted_row_is_what_is_paid(key: str, seed: int) -> None:
    floor_ = Floor(key, Random(f"{key} {seed}"))
    reached, signs = settle_all(floor_)
    posted = {
        (wager, row.hand)
        for wager, sign in signs.items()
        for row in sign.rows
        if not row.note and row.pays not in ("Push", "Loss", "-")
    }
    for _ in range(20):  # the dealer may have the better hand
        if posted - reached:
            reached |= settle_all(floor_)[0]
    assert posted <= reached


@pytest.mark.parametrize("key", HOUSE_GAMES)
def test_programs_are_told_the_same(key: str) -> None:
    for seed in range(3):
        floor_ = Floor(key, Random(f"api {key} {seed}"))
        published: Any = SimpleNamespace(id="t", version=1, setup=floor_.setup)
        meters = dict.fromkeys(floor_.terms, 1234_56)
        posted, values = floor_.post(meters), posted_values(published, meters, "2026-01-01")
        tables: Any = [*values["paytables"], *(j["pays"] for j in values["jackpots"])]  # type: ignore[misc, attr-defined]
        signs = [*posted.paytables, *(jackpot.table for jackpot in posted.jackpots)]
        for table, sign in zip(tables, signs, strict=True):
            for row, shown in zip(table["rows"], sign.rows, strict=True):
                assert row["pays"].removesuffix(f" {table['terms']}") in shown.pays
                assert (row["envy"] or "") == shown.envy
            assert set(table["notes"]) <= set(sign.notes)


@pytest.mark.rule("DUKI-17")
def test_dukis_bonus_says_for_1_where_it_is_read_so() -> None:
    table = {"rulings": {"bonus-pays": "for-1"}}
    posted = post_signs(read_setup({"game": "duki", "table": table}, {}), {})
    assert [sign.terms for sign in posted.paytables] == [
        "pays to 1",
        "pays for 1 (printed: Payout)",
    ]


@pytest.mark.rule("SO-30")
def test_a_display_shows_and_takes_nothing() -> None:
    """The walls have no function of their own: they can only be looked at."""
    found = {
        method
        for route in router.routes
        if getattr(route, "path", "").startswith("/wall")
        for method in getattr(route, "methods", ())
    }
    assert found == {"GET"}
