"""Tables over HTTP: the lobby, what a table posts, practice tables, rounds and their history."""

from hashlib import sha256
from typing import Any

from pitboss.games import OURS
from tests.web.room import DUKI, HOLDOUT, Browser, Room, ask


def play_duki(room: Room, table: str) -> tuple[Browser, Browser]:
    """Two guests play one round to its end."""
    one, two = room.guest(), room.guest()
    for seat, client in ((1, one), (2, two)):
        ask(client, table, "sit", seat=seat, chips=200)
    for client in (one, two):
        ask(client, table, "wager", wagers={"ante": "10.00"}, deal=True)
    finish(table, {1: one, 2: two})
    return one, two


def finish(table: str, clients: dict[int, Browser]) -> None:
    """Everyone takes the last of their options until the round has ended."""
    while True:
        view = clients[1].get(f"/api/tables/{table}").json()
        if view["waiting"] is None:
            return
        client = clients[view["waiting"]["seat"]]
        waiting = client.get(f"/api/tables/{table}").json()["waiting"]
        option = waiting["options"][-1]
        cards = {"cards": option["cards"].split()[0]} if "cards" in option else {}
        amount = {"amount": option["min"]} if "min" in option else {}
        ask(client, table, "decide", action=option["action"], **cards, **amount)


def test_lobby(room: Room) -> None:
    table = room.open(DUKI)
    guest = room.guest()
    ask(guest, table, "sit", seat=2)
    row = guest.get("/api/tables").json()["tables"][0]
    assert (row["id"], row["game"], row["name"], row["you"]) == (table, "duki", "Duki", 2)
    assert row["taken"] == [2]
    assert 2 not in row["free"]
    assert row["limits"]["ante"] == ["5.00", "100.00"]
    assert "tip" not in row["limits"]  # wagers for the dealer are off unless a ruling allows them
    assert room.browser().get("/api/tables").json()["tables"][0]["yours"] is False


def test_practice_table_of_ones_own(room: Room) -> None:
    guest = room.guest()
    opened = guest.post("/api/tables", json={"game": "buyout", "practice": True})
    assert opened.status_code == 201
    table = opened.json()["table"]
    assert guest.get(f"/api/tables/{table}").json()["owner"] is True
    ask(guest, table, "seat-bot", seat=3, level="easy")
    ask(guest, table, "sit", seat=1)
    ask(guest, table, "close-table", why="enough")
    assert guest.get("/api/tables").json() == {"tables": []}
    assert guest.get(f"/api/tables/{table}").json()["phase"] == "closed"
    assert guest.get("/api/me").json()["balance"] == "1000.00"


def test_practice_tables_are_limited(room: Room) -> None:
    guest = room.guest()
    setup = {"game": "duki", "practice": True}
    statuses = [guest.post("/api/tables", json=setup).status_code for _ in range(6)]
    assert statuses == [201] * 5 + [409]
    assert guest.post("/api/tables", json={"game": "duki"}).status_code == 403


def test_posted(room: Room) -> None:
    operator = room.staff("Olga")
    terms = {"paytable": "5CL-E01", "type": "progressive", "wager": 5, "seed": 10_000, "rate": 0.2}
    jackpot = operator.post("/api/jackpots", json={"terms": terms}).json()["jackpot"]
    setup = {"game": "super-omaha", "table": {"jackpots": [{"jackpot": jackpot}]}}
    table = operator.post("/api/tables", json=setup).json()["table"]
    posted = room.browser().get(f"/api/tables/{table}/posted").json()
    shown = posted["jackpots"][0]
    assert (shown["meter"], shown["amount"]) == ("10000.00", "5.00")
    rows = {row["event"]: row for row in shown["pays"]["rows"]}
    printed = {row.event: row for row in _printed("5CL-E01").rows}
    top = next(row for row in shown["pays"]["rows"] if row["pays"] == "100%")
    assert top["now"] == "10000.00"
    prize = next(row for row in printed.values() if row.text.startswith("$"))
    assert rows[prize.event]["pays"] == f"${prize.pay.cents * 5 // 100:,}"
    wagers = {row["wager"]: row for row in posted["wagers"]}
    assert wagers["jackpot-1"]["most"] == "5.00"
    assert "jackpot-2" not in wagers
    assert posted["disputes"]
    listed = operator.get("/api/jackpots").json()["jackpots"][0]
    assert (listed["jackpot"], listed["meter"], listed["tables"]) == (jackpot, "10000.00", [table])
    assert room.guest().post("/api/jackpots", json={"terms": terms}).status_code == 403


def _printed(code: str) -> Any:
    from pitboss.games import find_game

    return find_game("super-omaha").paytables["jackpot"][code]


def test_every_game_posts(room: Room) -> None:
    for game in OURS:
        extra = {"blinds": [2, 4]} if game == "holdout" else {}
        table = room.open({"game": game, **extra})
        posted = room.browser().get(f"/api/tables/{table}/posted").json()
        assert posted["game"] == game
        assert posted["rulings"]
        assert bool(posted["paytables"]) is (game != "holdout")


def test_events_from_one_on(room: Room) -> None:
    table = room.open(DUKI)
    one, _ = play_duki(room, table)
    whole = one.get(f"/api/tables/{table}").json()
    part = one.get(f"/api/tables/{table}?from=3").json()
    assert part["from"] == 3
    assert part["events"] == whole["events"][3:]
    assert one.get(f"/api/tables/{table}?from=999").json()["events"] == whole["events"]


def test_history_shows_each_viewer_what_they_saw(room: Room) -> None:
    table = room.open(HOLDOUT)
    one, two = room.guest(), room.guest()
    for seat, client in ((1, one), (2, two)):
        ask(client, table, "sit", seat=seat, chips=200)
    sealed = two.get(f"/api/tables/{table}").json()["fair"]["next"]["commitment"]
    ask(one, table, "deal")
    assert two.get(f"/api/tables/{table}").json()["fair"]["round"]["seed"] is None
    assert one.get(f"/api/tables/{table}/rounds/1").status_code == 404
    turn = one.get(f"/api/tables/{table}").json()["waiting"]["seat"]
    folder = {1: one, 2: two}[turn]
    ask(folder, table, "decide", action="fold")
    lines = one.get(f"/api/tables/{table}/rounds").json()["rounds"]
    assert [(line["round"], line["status"]) for line in lines] == [(1, "settled")]
    path = f"/api/tables/{table}/rounds/1"
    live = one.get(f"/api/tables/{table}").json()["events"]
    assert one.get(path).json()["events"] == live
    mine, theirs, public = (
        hidden_cards(client.get(path).json()) for client in (one, two, room.browser())
    )
    assert set(mine) == {"1"}
    assert set(theirs) == {"2"}
    assert public == {}
    assert "deck" not in one.get(path).json()
    room.hire("Audrey", "auditor")
    full = room.staff("Audrey").get(path).json()
    assert hidden_cards(full) == {**mine, **theirs}
    assert len(full["deck"].split()) == 52
    assert full["fair"] == one.get(path).json()["fair"]
    assert sha256(f'{{"seed":"{full["fair"]["seed"]}"}}'.encode()).hexdigest() == sealed


def hidden_cards(round_shown: dict[str, Any]) -> dict[str, list[str]]:
    """The hole cards that a viewer sees, by seat."""
    found: dict[str, list[str]] = {}
    for event in round_shown["events"]:
        if event["event"] == "card-dealt" and event["card"] and event["to"].isdecimal():
            found.setdefault(event["to"], []).append(event["card"])
    return found


def test_history_of_a_table_whose_settings_changed(room: Room) -> None:
    table = room.open(DUKI)
    one, _ = play_duki(room, table)
    shown = one.get(f"/api/tables/{table}/rounds/1").json()
    operator = room.staff("Olga")
    after = {"table": {"limits": {"min": 50, "max": 100}}}
    ask(operator, table, "change-table", setup=after, why="evening limits")
    assert one.get(f"/api/tables/{table}/rounds/1").json() == shown
    assert shown["settlement"]


def test_who_takes_a_seat_sees_nothing_of_the_one_before(room: Room) -> None:
    table = room.open(HOLDOUT)
    one, two, three = room.guest(), room.guest(), room.guest()
    for seat, client in ((1, one), (2, two)):
        ask(client, table, "sit", seat=seat, chips=200)
    ask(one, table, "deal")
    turn = one.get(f"/api/tables/{table}").json()["waiting"]["seat"]
    clients = {1: one, 2: two}
    ask(clients[turn], table, "decide", action="fold")
    ask(one, table, "leave")
    ask(three, table, "sit", seat=1)
    assert hidden_cards(three.get(f"/api/tables/{table}").json()) == {}
    assert hidden_cards(three.get(f"/api/tables/{table}/rounds/1").json()) == {}


def test_a_newcomer_between_players_posts_or_waits(room: Room) -> None:
    table = room.open(HOLDOUT)
    clients = {seat: room.guest() for seat in (1, 2, 3)}
    for seat, client in clients.items():
        ask(client, table, "sit", seat=seat, chips=200)
    ask(clients[1], table, "deal")
    newcomer = room.guest()
    ask(newcomer, table, "sit", seat=5, chips=200, blind="wait")
    seat = newcomer.get(f"/api/tables/{table}").json()["seats"]["5"]
    assert (seat["owes"], seat["waits"]) == ({"big-blind": "4.00"}, True)
    ask(newcomer, table, "post-blind")
    assert not newcomer.get(f"/api/tables/{table}").json()["seats"]["5"]["waits"]
    ask(newcomer, table, "sit-out")
    ask(newcomer, table, "sit-in", blind="wait")
    assert newcomer.get(f"/api/tables/{table}").json()["seats"]["5"]["waits"]
