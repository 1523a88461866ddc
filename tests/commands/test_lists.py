"""``games``, ``rules`` and ``paytables``: all that the data says, for people and as JSON."""

import json
from collections import Counter
from itertools import combinations

import pytest

from pitboss.cards import DECK
from pitboss.games import OURS, find_game
from pitboss.games.buyout.bonus import points_range
from pitboss.games.buyout.score import points
from tests.commands.program import Inside

GAMES = list(OURS)
TABLE_GAMES = [key for key in GAMES if find_game(key).paytables]


def words(text: str) -> str:
    """Text with its line breaks forgotten."""
    return " ".join(text.split())


def test_games_lists_every_game(pitboss: Inside):
    out = pitboss("games").out
    for key in GAMES:
        source = find_game(key).source
        for said in (key, source.title, source.maker, source.approved, source.submission):
            assert said in words(out)


def test_games_as_json(pitboss: Inside):
    games = json.loads(pitboss("games", "--json").out)["games"]
    assert [game["game"] for game in games] == GAMES
    buyout = games[0]
    assert buyout["title"] == "Ultimate 4 Card Buyout"
    assert (buyout["approved"], buyout["submission"]) == ("2020-09-03", "3014")
    assert buyout["wagers"] == ["first", "second", "third", "bonus"]


@pytest.mark.parametrize("key", GAMES)
def test_rules_show_the_whole_document(pitboss: Inside, key: str):
    source = find_game(key).source
    out = words(pitboss("rules", key).out)
    assert source.maker in out
    assert source.approved in out
    for condition in source.conditions:
        assert words(condition.text) in out
    for rule in source.rules.values():
        assert words(f"{rule.id} {rule.text}") in out
        assert rule.section in out
    for ruling in source.rulings.values():
        assert f"{ruling.name} = {ruling.options[0]} (default {ruling.options[0]}" in out
        assert words(ruling.why) in out
        assert all(option in out for option in ruling.options)
    for spot in source.spots.values():
        assert f"{spot.name} {spot.title}; {spot.kind}" in out


def test_a_condition_names_the_regulator_and_not_pitboss(pitboss: Inside):
    out = words(pitboss("rules", "buyout").out)
    assert "Approved by the Washington State Gambling Commission" in out
    assert "The approval is of the maker's game, not of Pitboss." in out


@pytest.mark.parametrize("key", GAMES)
def test_rules_show_the_fixed_readings_and_what_is_on_record(pitboss: Inside, key: str):
    source = find_game(key).source
    out = words(pitboss("rules", key).out)
    for reading in source.readings:
        assert words(reading) in out
    document = json.loads(pitboss("rules", key, "--json").out)
    assert document["readings"] == list(source.readings)
    records = document["approval"]["records"]
    for profile, asked in records.items():
        assert asked
        assert all(any(name in line for line in out.split("On record:")[1:]) for name in asked), (
            profile
        )
    assert ("licences" in records["washington"]) == (key != "duki")
    assert ("notice of a financial review" in out) == (key in ("duki", "holdout"))


def test_rules_say_what_the_rake_and_the_ante_take(pitboss: Inside):
    out = words(pitboss("rules", "holdout").out)
    assert "rake = none (default none; also a percentage up to a cap, such as 5% cap 4.00)" in out
    assert "ante = none (default none; also an amount such as 0.50 (a what-if))" in out
    out = words(pitboss("rules", "holdout", "--ruling", "rake=5% cap 4.00").out)
    assert "rake = 5% cap 4.00 (default none; also" in out
    only = words(pitboss("rules", "super-omaha").out)
    assert "six-card-royal = nine-to-ace (default nine-to-ace, the only option)" in only


def test_a_table_without_terms_is_headed_as_printed(pitboss: Inside):
    out = pitboss("paytables", "duki").out
    ante, bonus = out.split("Duki Bonus: bonus-3")
    assert "Ante: ante-4, pays to 1" in ante
    assert "Payout" not in ante
    assert bonus.splitlines()[1].split() == ["Hand", "Payout"]
    assert "pays to 1" not in bonus
    found = json.loads(pitboss("paytables", "duki", "--json").out)["paytables"]
    assert [table["heading"] for table in found] == [None, "Payout"]


def test_a_ruling_is_applied(pitboss: Inside):
    out = words(pitboss("rules", "buyout", "--ruling", "bonus-alone=yes").out)
    assert "bonus-alone = yes (default no; also yes)" in out
    rulings = json.loads(pitboss("rules", "duki", "--ruling", "ace=high", "--json").out)["rulings"]
    ace = next(ruling for ruling in rulings if ruling["name"] == "ace")
    assert (ace["in_force"], ace["default"], ace["options"]) == (
        "high",
        "high-low",
        ["high-low", "high"],
    )


def test_a_default_follows_from_another_ruling(pitboss: Inside):
    out = words(pitboss("rules", "duki", "--ruling", "shuffler=no").out)
    assert "decks = one (default two; also one)" in out


def test_a_what_if_is_labelled(pitboss: Inside):
    given = ("rules", "duki", "--ruling", "bonus-four-card=three-suits-only")
    label = "not as approved: ruling bonus-four-card=three-suits-only is no reading of the text"
    assert label in words(pitboss(*given).out)
    assert json.loads(pitboss(*given, "--json").out)["labels"] == [label]


@pytest.mark.parametrize("key", GAMES)
def test_rules_as_json(pitboss: Inside, key: str):
    source = find_game(key).source
    document = json.loads(pitboss("rules", key, "--json").out)
    assert set(document) == {
        "game", "title", "rules_version", "approval", "wagers", "rules", "rulings",
        "readings", "void_causes", "labels",
    }  # fmt: skip
    assert document["approval"]["conditions"] == [one.text for one in source.conditions]
    assert [rule["id"] for rule in document["rules"]] == list(source.rules)
    assert [ruling["name"] for ruling in document["rulings"]] == list(source.rulings)
    assert [cause["key"] for cause in document["void_causes"]] == list(source.causes)
    assert document["labels"] == []


@pytest.mark.parametrize("key", TABLE_GAMES)
def test_pay_tables_as_printed(pitboss: Inside, key: str):
    game = find_game(key)
    for wager, codes in game.paytables.items():
        for code, table in codes.items():
            out = pitboss("paytables", key, "--wager", wager, "--code", code).out
            lines = [words(line) for line in out.splitlines()]
            assert (f": {code}, pays {table.terms}" in out) == (not table.heading)
            assert f"Source: {words(table.cite)}" in words(out)
            for row in table.rows:
                pay = row.text.removesuffix(f" {table.terms}")
                assert any(line.startswith(f"{row.hand} {pay}") for line in lines), row


@pytest.mark.parametrize("key", TABLE_GAMES)
def test_pay_tables_as_json(pitboss: Inside, key: str):
    game = find_game(key)
    document = json.loads(pitboss("paytables", key, "--json").out)
    assert document["game"] == key
    found = [(table["wager"], table["code"]) for table in document["paytables"]]
    assert found == [(wager, code) for wager, codes in game.paytables.items() for code in codes]
    for table in document["paytables"]:
        printed = game.paytables[table["wager"]][table["code"]]
        assert table["cite"] == printed.cite
        assert table["printed"] is True
        assert table["terms"] == printed.terms
        assert [(row["event"], row["pays"]) for row in table["rows"]] == [
            (row.event, row.text) for row in printed.rows
        ]


def test_a_game_without_pay_tables_says_so(pitboss: Inside):
    assert "This game has no pay tables." in pitboss("paytables", "holdout").out
    assert json.loads(pitboss("paytables", "holdout", "--json").out)["paytables"] == []


def test_one_code_may_name_tables_of_two_wagers(pitboss: Inside):
    document = json.loads(pitboss("paytables", "super-omaha", "--code", "SOA-01", "--json").out)
    assert [table["wager"] for table in document["paytables"]] == ["ante", "flop-bonus"]


def test_dead_rows_are_those_that_no_four_cards_reach():
    counts = Counter(points(hand) for hand in combinations(DECK, 4))
    assert sum(counts.values()) == 270_725
    for table in find_game("buyout").paytables["bonus"].values():
        unreached = []
        for row in table.rows:
            least, most = points_range(row.event)
            if not any(counts[total] for total in range(least, most + 1)):
                unreached.append(row.event)
        assert list(table.dead) == unreached == ["43", "42"]


def test_dead_rows_are_marked(pitboss: Inside):
    out = pitboss("paytables", "buyout").out
    starred = [line.split()[0] for line in out.splitlines() if line.endswith("*")]
    assert starred == ["43", "42"]
    assert "no four cards make 42 points: none of all 270,725 hands" in words(out)
    rows = json.loads(pitboss("paytables", "buyout", "--json").out)["paytables"][0]["rows"]
    assert [row["event"] for row in rows if row["dead"]] == ["43", "42"]
    assert all(row["dead"] is None for row in rows if row["event"] not in ("42", "43"))


@pytest.mark.parametrize("command", ["games", "rules buyout", "paytables buyout"])
def test_no_escapes_where_there_is_no_terminal(
    pitboss: Inside, monkeypatch: pytest.MonkeyPatch, command: str
):
    monkeypatch.setenv("FORCE_COLOR", "1")
    ran = pitboss(*command.split())
    assert ran.status == 0
    assert "\x1b" not in ran.out


@pytest.mark.parametrize(
    ("command", "said"),
    [
        ("rules poker", "game 'poker' is unknown; the games are buyout, duki"),
        ("paytables poker", "game 'poker' is unknown"),
        ("paytables duki --wager tip", "--wager 'tip': duki has pay tables for ante, bonus"),
        ("paytables duki --code X", "--code 'X': the pay tables are ante-4, bonus-3"),
        ("paytables duki --wager ante --code bonus-3", "the pay tables are ante-4"),
        ("rules duki --ruling ace", "--ruling 'ace': write NAME=OPTION"),
        ("rules duki --ruling ace=low", "ruling ace: 'low' is no option; allowed: high-low, high"),
        ("rules duki --ruling aces=high", "ruling 'aces' is unknown in duki"),
    ],
)
def test_bad_input_is_one_line(pitboss: Inside, command: str, said: str):
    for more in ((), ("--json",)):
        ran = pitboss(*command.split(), *more)
        assert (ran.status, ran.out) == (2, "")
        assert said in ran.err
        assert len(ran.err.splitlines()) == 1
