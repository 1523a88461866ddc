"""A deal that everybody can check: its seed is sealed before the wagers, joined by what players
add, and shown once the round has ended."""

import hmac
import json
from collections.abc import Iterator, Mapping
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from pitboss.cards import format_cards
from pitboss.house.engine import House
from pitboss.house.log import Person
from pitboss.house.store import open_database
from pitboss.house.tables import play
from pitboss.house.tables.state import table_view
from pitboss.refusal import Refused
from pitboss.rounds.derivation import deal_deck, derived
from tests.house.guests import DEALER, OPERATOR, ask, guest, open_table

CARDS = [rank + suit for rank in "23456789TJQKA" for suit in "cdhs"]
NO_CLOCK = {"decision": 0, "wagers": 0}


def commitment_of(seed: str) -> str:
    return sha256(b'{"seed":"%s"}' % seed.encode()).hexdigest()


def deck_of(seed: str, table: str, number: int, added: Mapping[str, str]) -> str:
    """The deck as docs/fair.md has it, without a line of Pitboss."""
    lines = [f"{seat}:{added[seat].encode().hex()}\n" for seat in sorted(added, key=int)]
    place = f"pitboss deal 1\n{table}\n{number}\n{''.join(lines)}"
    stream = b"".join(
        hmac.new(bytes.fromhex(seed), f"{place}{block}".encode(), sha256).digest()
        for block in range(40)
    )
    deck, choices = CARDS.copy(), 52
    for byte in stream:
        if choices > 1 and byte < 256 - 256 % choices:
            pick = byte % choices
            choices -= 1
            deck[choices], deck[pick] = deck[pick], deck[choices]
    return " ".join(deck)


@pytest.fixture
def seated(house: House) -> tuple[str, list[Person]]:
    table = open_table(house, "duki", clock=NO_CLOCK)
    people = [guest(house, number) for number in (1, 2)]
    for seat, person in zip((6, 2), people, strict=True):
        ask(house, table, "sit", person, seat=seat, chips=100)
    return table, people


def fair(house: House, table: str, who: str = "") -> dict[str, Any]:
    found: dict[str, Any] = table_view(house.table(table), who)["fair"]
    return found


def rows(house: House, table: str) -> Iterator[tuple[str, dict[str, Any], str]]:
    with house.database.reading() as transaction:
        found = transaction.execute(
            "SELECT kind, body, secret FROM entries WHERE chain = ? ORDER BY version", (table,)
        )
    for kind, body, secret in found:
        yield kind, json.loads(body), secret or ""


def test_a_round_is_sealed_before_anybody_can_wager_and_opened_when_it_has_ended(house, seated):
    table, (one, two) = seated
    sealed = fair(house, table)
    assert sealed["round"] is None
    assert sealed["next"]["round"] == 1
    ask(house, table, "wager", one, wagers={"ante": 10}, added="first")
    assert fair(house, table) == sealed
    ask(house, table, "wager", one, wagers={"ante": 10}, added="naïve ☂", deal=True)
    ask(house, table, "wager", two, wagers={"ante": 10}, added="", deal=True)
    shown = fair(house, table, one.id)
    assert shown["next"] is None
    assert shown["round"] == {**sealed["next"], "added": {"6": "naïve ☂"}, "seed": None}
    ask(house, table, "decide", two, action="fold")
    ask(house, table, "decide", one, action="fold")
    ended = fair(house, table)
    assert ended["round"] == {**shown["round"], "seed": ended["round"]["seed"]}
    assert commitment_of(ended["round"]["seed"]) == sealed["next"]["commitment"]
    assert ended["next"]["round"] == 2
    assert ended["next"]["commitment"] != sealed["next"]["commitment"]
    opening = house.table(table).opening
    assert opening
    deck = deck_of(ended["round"]["seed"], table, 1, {"6": "naïve ☂"})
    assert format_cards(opening.deck) == deck


def test_what_is_added_is_of_one_deal_and_goes_with_whoever_added_it(house, seated):
    table, (one, two) = seated
    ask(house, table, "add-word", one, added="one")
    ask(house, table, "add-word", two, added="two")
    ask(house, table, "add-word", one, added="other")
    ask(house, table, "leave", two)
    ask(house, table, "wager", one, wagers={"ante": 10}, deal=True)
    assert fair(house, table)["round"]["added"] == {"6": "other"}
    with pytest.raises(Refused, match="the cards are dealt"):
        ask(house, table, "add-word", one, added="late")
    ask(house, table, "decide", one, action="fold")
    ask(house, table, "wager", one, wagers={"ante": 10}, deal=True)
    assert fair(house, table)["round"]["added"] == {}
    ask(house, table, "decide", one, action="fold")
    ask(house, table, "wager", one, wagers={"ante": 10})
    ask(house, table, "deal", one, added="with the deal")
    assert fair(house, table)["round"]["added"] == {"6": "with the deal"}


@pytest.mark.parametrize("added", ["x" * 65, "a\nb", "\ud800", 7, ["a"]])
def test_what_cannot_be_added_is_refused_in_a_line(house, seated, added):
    table, (one, _) = seated
    for act, given in (("add-word", {}), ("wager", {"wagers": {"ante": 10}})):
        version = house.table(table).version
        with pytest.raises(Refused, match="added: give up to 64 characters that can be printed"):
            ask(house, table, act, one, added=added, **given)
        assert house.table(table).version == version


def test_a_void_round_shows_its_seed_and_the_next_has_another(house, seated):
    table, (one, _) = seated
    ask(house, table, "wager", one, wagers={"ante": 10}, deal=True)
    ask(house, table, "deal", DEALER)
    before = fair(house, table)["round"]
    ask(house, table, "void", DEALER, reason="b")
    after = fair(house, table)
    assert commitment_of(after["round"]["seed"]) == before["commitment"]
    assert after["next"]["round"] == 2
    assert after["next"]["commitment"] != before["commitment"]


def test_between_players_the_hand_is_sealed_too(house):
    table = open_table(house, "holdout", clock=NO_CLOCK)
    people = [guest(house, number) for number in (1, 2)]
    for person in people:
        ask(house, table, "sit", person, chips=100)
    sealed = fair(house, table)["next"]
    ask(house, table, "add-word", people[1], added="mine")
    ask(house, table, "deal", people[0])
    assert fair(house, table)["round"] == {**sealed, "added": {"2": "mine"}, "seed": None}


def test_a_table_that_is_loaded_again_has_the_seal_that_everyone_has_seen(tmp_path: Path):
    path = str(tmp_path / "house.db")
    house = House(open_database(path))
    table, one = open_table(house, "duki", clock=NO_CLOCK), guest(house, 1)
    ask(house, table, "sit", one, chips=400)
    for number in range(1, 10):
        sealed = fair(house, table)["next"]
        house.close()
        house = House(open_database(path))
        assert fair(house, table)["next"] == sealed
        ask(house, table, "wager", one, wagers={"ante": 5}, added=f"round {number}", deal=True)
        house.close()
        house = House(open_database(path))
        ask(house, table, "decide", one, action="fold")
        assert commitment_of(fair(house, table)["round"]["seed"]) == sealed["commitment"]
    house.close()


def test_no_snapshot_holds_a_seed(house, seated):
    table, (one, _) = seated
    for _ in range(5):
        ask(house, table, "wager", one, wagers={"ante": 5}, deal=True)
        ask(house, table, "deal", DEALER)
        ask(house, table, "decide", one, action="fold")
    seal = house.table(table).next_seal
    with house.database.reading() as transaction:
        text = str(transaction.execute("SELECT * FROM tables WHERE id = ?", (table,)))
    assert "sealed_at" in text
    assert seal.seed not in text


def test_every_round_is_sealed_once_and_opened_by_its_seal(house, seated):
    table, (one, two) = seated
    for number in range(3):
        for person in (one, two):
            ask(house, table, "wager", person, wagers={"ante": 5}, added=str(number), deal=True)
        for person in (two, one):
            ask(house, table, "decide", person, action="fold")
    found = list(rows(house, table))
    sealed = {
        body["round"]: (body, secret) for kind, body, secret in found if kind == "round-sealed"
    }
    opened = [(body, secret) for kind, body, secret in found if kind == "round-opened"]
    assert [kind for kind, *_ in found].count("round-sealed") == len(sealed) == 4
    for body, secret in opened:
        seal, kept = sealed[body["round"]]
        assert (body["commitment"], secret) == (seal["commitment"], kept)


@pytest.mark.parametrize("is_opened", [False, True])
def test_a_seed_that_was_exchanged_stops_the_table(tmp_path: Path, is_opened: bool):
    """After a kill someone puts another seed into the database: in the seal, or in the round."""
    path = str(tmp_path / "house.db")
    house = House(open_database(path))
    table, one = open_table(house, "duki", clock=NO_CLOCK), guest(house, 1)
    ask(house, table, "sit", one, chips=400)
    if is_opened:
        ask(house, table, "wager", one, wagers={"ante": 5}, deal=True)
    house.close()
    other = json.dumps({"seed": "ab" * 32}, separators=(",", ":"))
    database = open_database(path)
    with database.transaction() as transaction:
        kind = "round-opened" if is_opened else "round-sealed"
        transaction.execute(
            "UPDATE entries SET secret = ? WHERE chain = ? AND kind = ?", (other, table, kind)
        )
    database.close()
    house = House(open_database(path))
    with pytest.raises(Refused, match=r"its log is not sound: .* has another secret"):
        ask(house, table, "decide", one, action="fold")
    house.close()


def test_where_no_round_may_be_dealt_the_one_in_play_ends_without_a_new_seal(house, seated):
    table, (one, _) = seated
    ask(house, table, "wager", one, wagers={"ante": 5}, deal=True)
    ask(house, table, "deal", DEALER)

    def refuse(_: int) -> bytes:
        raise Refused("no new round: the software has changed")

    house.room = house.room._replace(take=refuse)
    ask(house, table, "decide", one, action="fold")
    assert fair(house, table)["next"] is None
    with pytest.raises(Refused, match="no new round"):
        ask(house, table, "wager", one, wagers={"ante": 5})


def test_a_table_of_an_earlier_pitboss_is_sealed_before_its_next_wager(house, monkeypatch):
    monkeypatch.setattr(play, "seal_next", lambda work: iter(()))
    table, one = open_table(house, "duki", clock=NO_CLOCK), guest(house, 1)
    assert fair(house, table)["next"] is None
    ask(house, table, "sit", one, chips=100)
    monkeypatch.undo()
    ask(house, table, "wager", one, wagers={"ante": 5})
    kinds = [kind for kind, *_ in rows(house, table)]
    assert kinds[-2:] == ["round-sealed", "wagers-placed"]
    ask(house, table, "close-table", OPERATOR, why="late")


def test_the_vectors_of_the_page_are_what_is_dealt():
    page = (Path(__file__).parents[2] / "docs" / "fair.md").read_text()
    given = [
        ("00" * 32, "duki-00000000", 1, {}),
        (bytes(range(32)).hex(), "super-omaha-0a1b2c3d", 42, {"1": "a word", "3": "naïve ☂"}),
        ("ff" * 32, "holdout-89abcdef", 1_000_000, {"2": "0", "10": "x" * 64}),
    ]
    decks = [
        line.strip() for line in page.splitlines() if line.startswith("    ") and " As " in line
    ]
    for (seed, table, number, added), deck in zip(given, decks, strict=True):
        by_seat = {int(seat): text for seat, text in added.items()}
        assert deck_of(seed, table, number, added) == deck
        assert format_cards(deal_deck(seed, table, number, by_seat)) == deck
        assert f"`{commitment_of(seed)}`" in page
        assert f"`{derived(seed, table, number, by_seat)(32).hex()}`" in page
        if added == given[1][3]:
            lines = [f"{seat}:{text.encode().hex()}" for seat, text in added.items()]
            assert all(f"    {line}\n" in page for line in ("pitboss deal 1", table, *lines))
