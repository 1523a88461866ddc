"""Kinds of entries: acts change nothing, and what is stored reads back into its type and out."""

import random
from copy import copy

import pytest

from pitboss.house.desk import name_seats
from pitboss.house.engine import BY_SEAT, BY_STAFF, TABLE
from pitboss.house.log import Entry, Person, canonical, commit_to
from pitboss.house.store import entries
from pitboss.house.tables.apply import KINDS, Corrupt, read_entry
from pitboss.house.tables.entries import Decided, RoundOpened, WagersPlaced
from pitboss.house.tables.play import Command, Work
from pitboss.refusal import Refused
from tests.house.guests import (
    DEALER,
    OPERATOR,
    SUPERVISOR,
    WAGERS,
    ask,
    deal_from,
    decision,
    guest,
    open_table,
    play_round,
)

GAMES = ["duki", "buyout", "super-omaha", "holdout"]
ROYAL = "Ah Kh Qh Jh  2c 3d 4s 5c  Th 2d 7s 8c 9d"


def stand(table):
    """Everything that a live table consists of, taken apart."""
    parts = {name: getattr(table, name) for name in table.__slots__}
    parts["seats"] = {number: seat.values() for number, seat in table.seats.items()}
    parts["posted"] = dict(table.posted)
    running = parts.pop("running")
    if running:
        round_ = running.table
        parts["round in play"] = (
            *(running.status, running.question, tuple(running.decisions)),
            *(tuple(round_.events), tuple(round_.meters), round_.opening),
            *({seat: tuple(cards) for seat, cards in round_.hands.items()}, tuple(round_.settled)),
        )
    return parts


def look(house, table_id, person, given, act):
    """Have an act say what happens first, without letting it happen."""

    def task(unit):
        table = house.floor.find(unit.transaction, table_id)
        command = Command(table_id, "", person, given)
        before = stand(table)
        work = Work(table, unit, command, house.room)
        happening = next(act(work))
        assert stand(table) == before
        assert not unit.touched
        assert not unit.jackpots_moved
        return happening

    return house.do(task)


def live(house, table_id):
    return house.do(lambda unit: house.floor.find(unit.transaction, table_id))


def seated(house, game, first=1, **setup):
    table = open_table(house, game, **setup)
    people = [guest(house, number) for number in (first, first + 1)]
    for person in people:
        ask(house, table, "sit", person, chips=400)
    return table, people


@pytest.mark.parametrize("game", GAMES)
def test_an_act_that_is_not_let_happen_changes_nothing(house, game):
    table, (one, _) = seated(house, game)
    three = guest(house, 3)
    looks = [
        ("sit", three, {"chips": 50}),
        ("leave", one, {}),
        ("sit-out", one, {}),
        ("buy-chips", one, {"chips": 5}),
        ("close-table", OPERATOR, {"why": "late"}),
        ("change-table", OPERATOR, {"setup": {}, "why": "a try"}),
        ("seat-bot", SUPERVISOR, {}),
    ]
    looks += [("deal", DEALER, {})] if game == "holdout" else [("wager", one, wagers_of(game))]
    for act, person, given in looks:
        found = look(house, table, person, given, {**BY_SEAT, **BY_STAFF}[act])
        assert found.word in KINDS
    start(house, table, game)
    seat = house.table(table).question.seat
    person = next(p for p in (one, _) if p.id == house.table(table).seats[seat]["who"])
    given = decision(house, table, random.Random(1))[1]
    assert isinstance(look(house, table, person, given, BY_SEAT["decide"]), Decided)
    look(house, table, DEALER, {"reason": "a card fell"}, BY_STAFF["void"])


NO_CLOCK = {"decision": 0, "wagers": 0}


def wagers_of(game):
    return {"wagers": WAGERS[game], "deal": True}


def start(house, table, game):
    if game == "holdout":
        house.ask(Command(table, "deal", TABLE))
        return
    for number in (1, 2):
        who = house.table(table).seats[number]
        person = guest_of(who)
        ask(house, table, "wager", person, **wagers_of(game))


def guest_of(seat):
    return Person(seat["who"], seat["name"], "guest")


@pytest.mark.parametrize("game", GAMES)
def test_a_refused_act_leaves_the_table_as_it_is(house, game):
    table, (one, two) = seated(house, game)
    refused = [
        (one, "sit", {}),
        (one, "decide", {"action": "fold"}),
        (one, "buy-chips", {"chips": 10_000}),
        (one, "sit-in", {}),
        (one, "wager", {"wagers": {"ante": -1}}),
        (DEALER, "void", {"reason": "none is played"}),
        (OPERATOR, "change-table", {"setup": {"game": "other"}, "why": "a try"}),
        (SUPERVISOR, "advance-hit", {"hit": "none", "state": "paid"}),
    ]
    refuse_all(house, table, refused)
    start(house, table, game)
    refused = [
        (person, "decide", {"action": action})
        for person in (one, two)
        for action in ("", "dance", "void")
    ]
    refused += [(one, "wager", wagers_of("duki")), (DEALER, "void", {"reason": " "})]
    refuse_all(house, table, [*refused, (OPERATOR, "close-table", {"why": "late"})])


def refuse_all(house, table, refused):
    before = stand(live(house, table))
    for person, act, given in refused:
        with pytest.raises(Refused):
            ask(house, table, act, person, **given)
        assert stand(live(house, table)) == before, act


def played(house, monkeypatch) -> list[Entry]:
    """A house in which every kind of entry has happened at some table."""
    for number, game in enumerate(GAMES):
        promotion = {"wager": "bonus", "terms": "twice", "multiplier": 2}
        days = {"first": "2020-01-01", "last": "2099-12-31"}
        table, people = seated(house, game, 10 * number + 1)
        if game == "duki":
            ask(house, table, "make-promotion", OPERATOR, promotion=promotion | days)
            deal_from(monkeypatch, "9h 9c 9s 9d  8h 2d 4s 6c  2c 3d 4h 6s")
            play_round(house, table, people, random.Random(1))
            monkeypatch.undo()
            [made] = house.table(table).setup.promotions
            ask(house, table, "end-promotion", OPERATOR, promotion=made.id, why="enough")
        for seed in range(3):
            play_round(house, table, people, random.Random(seed))
        ask(house, table, "sit-out", people[0])
        ask(house, table, "sit-in", people[0])
        if game == "holdout":
            ask(house, table, "pause", people[0])
            ask(house, table, "add-word", people[0], added="für ☂")
            ask(house, table, "go-on", people[1])
            three = guest(house, 10 * number + 3)
            ask(house, table, "sit", three, chips=50, blind="wait")
            ask(house, table, "leave", three)
        if game == "buyout":
            go_on_without(house, table, people, monkeypatch)
        ask(house, table, "buy-chips", people[0], chips=1)
        ask(house, table, "seat-bot", SUPERVISOR, level="easy")
        ask(house, table, "remove-seat", SUPERVISOR, seat=3)
        ask(house, table, "change-table", OPERATOR, setup={"name": "Ünïcode ☂"}, why="a name")
        is_duki = game == "duki"
        ask(house, table, "void", DEALER, reason="b" if is_duki else "a card fell")
        start(house, table, game)
        ask(house, table, "leave", people[1])
        ask(house, table, "void", DEALER, reason="d" if is_duki else "a card fell")
        if is_duki:
            ask(house, table, "check-cards", SUPERVISOR)
        ask(house, table, "close-table", OPERATOR, why="late")
    table = open_table(house, "super-omaha", verify="supervisor")
    one = guest(house, 99)
    ask(house, table, "sit", one, chips=500)
    deal_from(monkeypatch, ROYAL)
    ask(house, table, "wager", one, wagers={"ante": 10, "jackpot-1": 1}, deal=True)
    ask(house, table, "decide", one, action="fold")
    ask(house, table, "advance-hit", SUPERVISOR, hit=f"{table}-1-1", state="verified")
    with house.database.reading() as transaction:
        chains = [chain for chain in entries.ends(transaction) if chain != "house"]
        return [entry for chain in chains for entry in entries.after(transaction, chain, 0)]


def go_on_without(house, table, people, monkeypatch) -> None:
    ask(house, table, "change-table", OPERATOR, setup={"clock": NO_CLOCK}, why="calm")
    monkeypatch.setattr(house.presence, "absent", lambda *_: 21.0)
    ask(house, table, "play-on", people[0], without=2)
    monkeypatch.undo()
    ask(house, table, "sit-in", people[1])
    name_seats(house, people[1]._replace(name="Robin (guest)"))


def rewritten(entry: Entry) -> str:
    """An entry's body, written anew from the type that it was read into."""
    happening = read_entry(entry)
    body = happening.body()
    if happening.postings:
        body["postings"] = happening.postings
    if "alerts" in entry.values:
        body["alerts"] = entry.values["alerts"]  # the ids that they got, by the unit of work
    if happening.secret is not None:
        body["commitment"] = commit_to(canonical(happening.secret))
    return canonical(body)


def test_every_kind_reads_back_and_is_written_with_the_same_bytes(house, monkeypatch):
    chains = played(house, monkeypatch)
    for entry in chains:
        assert rewritten(entry) == entry.body, entry.kind
        assert type(read_entry(entry)) is KINDS[entry.kind]
    assert {entry.kind for entry in chains} == set(KINDS) - {"round-resettled"}


def test_a_corrected_round_reads_back_too():
    body = '{"people":["a","b"],"round":3,"uncollected":{"1":"5.00"},"why":"extra cards"}'
    entry = Entry("duki-1", 7, "round-corrected", "2026-03-01", "x", None, body, None, "")
    assert rewritten(entry) == body


def test_an_entry_of_an_unknown_kind_or_shape_is_corrupt():
    entry = Entry("duki-1", 7, "dance", "2026-03-01", "x", None, "{}", None, "")
    with pytest.raises(Corrupt, match="entry 7 is of an unknown kind"):
        read_entry(entry)
    with pytest.raises(Corrupt, match="entry 7"):
        read_entry(entry._replace(kind="wagers-placed", body='{"seat":"one"}'))


def test_what_an_act_worked_out_is_not_in_the_body():
    opened = RoundOpened(
        round=1, script={}, setup=1, settings="", software="", who={}, secret={}, opening=object()
    )
    assert "opening" not in opened.body()
    assert "secret" not in opened.body()
    placed = WagersPlaced(1, {}, False)
    assert placed.body() == {"seat": 1, "wagers": {}, "ready": False}
    assert copy(placed) == placed
