"""Playing on without somebody who has gone, a pause before the next hand, and the end of a hand at
once for whoever has folded."""

import pytest

from pitboss.cards import format_cards
from pitboss.games.contract import Question
from pitboss.house.company.presence import GONE_SECONDS, NOTE_SECONDS
from pitboss.house.driver import Driver
from pitboss.house.engine import House
from pitboss.house.log import Person
from pitboss.house.store import entries, open_database
from pitboss.house.tables.waiting import PLAY_ON_SECONDS, may_hurry
from pitboss.money import dollars
from pitboss.refusal import Refused
from tests.house.auditor import audit
from tests.house.guests import DEALER, OPERATOR, WAGERS, ask, guest, open_table

NO_CLOCK = {"decision": 0, "wagers": 0}
HOUSE_GAMES = ("duki", "buyout", "super-omaha")


class Time:
    """Seconds that pass when a test says so."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def time() -> Time:
    return Time()


@pytest.fixture
def calm(tmp_path, time):
    """A house whose people come and go by the test's own time."""
    house = House(open_database(str(tmp_path / "house.db")))
    house.presence._now = time
    yield house
    audit(house.database)
    house.close()


def sit_two(house: House, game: str, **setup) -> tuple[str, Person, Person]:
    table = open_table(house, game, **{"clock": NO_CLOCK, **setup})
    people = guest(house, 1), guest(house, 2)
    for person in people:
        ask(house, table, "sit", person, chips=200)
        house.presence.arrive(table, person.id)
    return table, *people


def kinds_of(house: House, table: str) -> list[str]:
    with house.database.reading() as transaction:
        return [entry.kind for entry in entries.after(transaction, table, 0)]


@pytest.mark.parametrize("game", HOUSE_GAMES)
def test_a_closed_tab_freezes_no_table_in_wagering(calm, time, game):
    table, one, two = sit_two(calm, game)
    ask(calm, table, "wager", one, wagers=dict([*WAGERS[game].items()][:1]), deal=True)
    assert calm.table(table).phase == "wagering", "the other has not said that they are ready"
    calm.presence.depart(table, two.id)
    time.now = GONE_SECONDS - 1
    assert calm.presence.gone(calm.table(table)) == {}
    time.now = GONE_SECONDS
    assert calm.presence.gone(calm.table(table)) == {2: GONE_SECONDS}
    time.now = PLAY_ON_SECONDS - 1
    assert calm.presence.may_play_on(calm.table(table), one.id) == []
    with pytest.raises(Refused, match="was seen 19 s ago; the others may play on after 20 s"):
        ask(calm, table, "play-on", one, without=2)
    time.now = PLAY_ON_SECONDS
    assert calm.presence.may_play_on(calm.table(table), one.id) == [2]
    assert calm.presence.may_play_on(calm.table(table), two.id) == [], "only for the others"
    ask(calm, table, "play-on", one, without=2)
    shown = calm.table(table)
    assert shown.round == 1
    assert shown.seats[2]["away"]
    assert list(shown.dealt) == [1]
    assert kinds_of(calm, table)[-2:] == ["played-on", "round-opened"]


@pytest.mark.parametrize("game", [*HOUSE_GAMES, "holdout"])
def test_in_a_round_the_safe_decision_is_taken_for_whoever_has_gone(calm, time, game):
    table, one, two = sit_two(calm, game)
    if game == "holdout":
        ask(calm, table, "deal", one)
    else:
        for person in (one, two):
            ask(calm, table, "wager", person, wagers=WAGERS[game], deal=True)
    shown = calm.table(table)
    asked = shown.question.seat
    here, left = (one, two) if asked == 2 else (two, one)
    calm.presence.depart(table, left.id)
    time.now = PLAY_ON_SECONDS
    before = len(shown.decisions)
    ask(calm, table, "play-on", here, without=asked)
    shown = calm.table(table)
    assert len(shown.decisions) >= before + 1 or shown.status == "settled"
    assert shown.seats[asked]["away"]
    with calm.database.reading() as transaction:
        decided = [e for e in entries.after(transaction, table, 0) if e.kind == "decided"]
    assert decided[0].values["by"] == "table"


def test_a_seat_that_is_not_asked_yet_sits_out_and_the_table_answers_for_it(calm, time):
    table, one, two = sit_two(calm, "duki")
    for person in (one, two):
        ask(calm, table, "wager", person, wagers={"ante": 10}, deal=True)
    assert calm.table(table).question.seat == 1
    calm.presence.depart(table, two.id)
    time.now = PLAY_ON_SECONDS
    ask(calm, table, "play-on", one, without=2)
    assert calm.table(table).question.seat == 1, "one's own decision is still one's own"
    ask(calm, table, "decide", one, action="play")
    assert calm.table(table).question.seat == 2
    driver = Driver(calm)
    driver.step(time.now)
    calm.refresh()
    assert calm.table(table).status == "settled"


def test_nobody_is_played_without_who_is_there(calm, time):
    table, one, two = sit_two(calm, "duki")
    time.now = 1_000.0
    with pytest.raises(Refused, match=r"^seat 2: Guest 2 is there; the others may play on after"):
        ask(calm, table, "play-on", one, without=2)
    calm.presence.depart(table, two.id)
    time.now += PLAY_ON_SECONDS
    calm.presence.note(table, two.id)
    with pytest.raises(Refused, match="is there"):
        ask(calm, table, "play-on", one, without=2)


def test_whoever_comes_back_wagers_again_and_is_in(calm, time):
    table, one, two = sit_two(calm, "duki")
    calm.presence.depart(table, two.id)
    time.now = PLAY_ON_SECONDS
    ask(calm, table, "play-on", one, without=2)
    calm.presence.arrive(table, two.id)
    assert calm.presence.gone(calm.table(table)) == {}
    ask(calm, table, "wager", two, wagers={"ante": 10})
    assert not calm.table(table).seats[2]["away"]


@pytest.mark.parametrize(
    ("game", "setup", "words"),
    [
        ("duki", {"clock": {"decision": 0, "wagers": 20}}, "the clock sees to it"),
        ("duki", {"dealer": "person"}, "the dealer sees to it"),
        ("holdout", {"clock": {"decision": 30}}, "the clock sees to it"),
    ],
)
def test_a_clock_and_a_dealer_see_to_it_themselves(calm, time, game, setup, words):
    table, one, two = sit_two(calm, game, **setup)
    calm.presence.depart(table, two.id)
    time.now = 100.0
    assert calm.presence.may_play_on(calm.table(table), one.id) == []
    with pytest.raises(Refused, match=rf"^seat 2: {words}$"):
        ask(calm, table, "play-on", one, without=2)


def test_the_one_line_of_each_other_refusal(calm, time):
    table, one, two = sit_two(calm, "duki")
    ask(calm, table, "seat-bot", OPERATOR, seat=3)
    calm.presence.depart(table, two.id)
    time.now = 100.0
    stranger = guest(calm, 3)
    for person, without, words in [
        (one, 1, "is your own; sit out instead"),
        (one, 3, "nobody sits there who could have gone"),
        (one, 4, "nobody sits there who could have gone"),
        (one, 99, "without"),
        (one, "two", "without"),
        (stranger, 2, "you have no seat at this table"),
    ]:
        with pytest.raises(Refused, match=words):
            ask(calm, table, "play-on", person, without=without)
    with pytest.raises(Refused, match="needs the role"):
        ask(calm, table, "play-on", DEALER, without=2)
    ask(calm, table, "play-on", one, without=2)
    with pytest.raises(Refused, match="is not waited for already"):
        ask(calm, table, "play-on", one, without=2)


def sit_with_players(house: House, time: Time, chips: int = 100) -> tuple[str, Person]:
    """A practice table between players: a person in seat 1, practice players beside."""
    one = guest(house, 1)
    setup = {"game": "holdout", "practice": True, "blinds": [2, 4], "buy_in": [40, 2000]}
    table = house.open_table(one, {**setup, "clock": {"decision": 0}}, owner=one.id)
    ask(house, table, "sit", one, chips=chips)
    for seat in (2, 3):
        ask(house, table, "seat-bot", one, seat=seat, level="easy")
    return table, one


def run(house: House, driver: Driver, time: Time, seconds: float, step: float = 0.5) -> None:
    end = time.now + seconds
    while time.now < end:
        time.now += step
        driver.step(time.now)
        house.refresh()


def test_tables_without_people_stop(calm, time):
    """With the person gone, practice players went on for hours; at nothing in the stack nobody
    asked them anything, and nothing stopped the table."""
    table, one = sit_with_players(calm, time)
    calm.presence.arrive(table, one.id)
    driver = Driver(calm, pace=0.5, pause=1.0)
    ask(calm, table, "leave", one)  # so that nothing waits for the person
    ask(calm, table, "sit", one, chips=40)
    run(calm, driver, time, 30)
    question = calm.table(table).question
    assert question is not None
    assert calm.table(table).seats[question.seat]["who"] == one.id, "it is the person's turn"
    ask(calm, table, "decide", one, action="fold")
    calm.presence.depart(table, one.id)
    time.now += NOTE_SECONDS
    version = calm.table(table).version
    run(calm, driver, time, 120)
    assert calm.table(table).version == version, "practice players play on for nobody"
    calm.presence.arrive(table, one.id)
    run(calm, driver, time, 30)
    assert calm.table(table).version > version, "and go on when somebody is back"


def test_a_table_is_idle_by_what_people_do(calm, time, monkeypatch):
    """A page that is left open with nothing in the stack keeps the practice players playing, but
    not for ever."""
    table, one = sit_with_players(calm, time, 40)
    calm.presence.arrive(table, one.id)
    driver = Driver(calm, pace=0.5, pause=1.0)
    shove(calm, driver, time, table, one)
    monkeypatch.setattr("pitboss.house.driver.IDLE_SECONDS", 60.0)
    played = calm.table(table).round
    run(calm, driver, time, 50)
    assert calm.table(table).phase != "closed"
    assert calm.table(table).round > played + 1, "the others play on, as somebody looks on"
    run(calm, driver, time, 12)
    assert calm.table(table).phase == "closed"


def test_what_people_do_keeps_a_table_open(calm, time, monkeypatch):
    monkeypatch.setattr("pitboss.house.driver.IDLE_SECONDS", 60.0)
    table, one = sit_with_players(calm, time)
    driver = Driver(calm, pace=0.5, pause=1.0)
    for act in ("sit-out", "sit-in", "sit-out", "sit-in"):
        run(calm, driver, time, 40)
        ask(calm, table, act, one)
    assert calm.table(table).phase != "closed"


def test_the_next_hand_is_counted_down_to_and_may_be_paused(calm, time):
    table, one = sit_with_players(calm, time)
    calm.presence.arrive(table, one.id)
    driver = Driver(calm, pace=0.5, pause=4.0)
    driver.step(time.now)
    assert calm.between.left(calm.table(table), time.now) == 4.0
    time.now += 3.0
    driver.step(time.now)
    assert calm.between.left(calm.table(table), time.now) == 1.0
    ask(calm, table, "pause", one)
    assert calm.between.left(calm.table(table), time.now) is None
    run(calm, driver, time, 60)
    assert calm.table(table).round == 0, "it waits as long as is wished"
    with pytest.raises(Refused, match="waits already"):
        ask(calm, table, "pause", one)
    ask(calm, table, "go-on", one)
    run(calm, driver, time, 3.5)
    assert calm.table(table).round == 0
    run(calm, driver, time, 1.5)
    assert calm.table(table).round == 1
    with pytest.raises(Refused, match="only before a hand"):
        ask(calm, table, "pause", one)


def test_a_pause_ends_with_whoever_asked_for_it(calm, time):
    table, one = sit_with_players(calm, time)
    two = guest(calm, 2)
    ask(calm, table, "sit", two, seat=4, chips=100)
    for person in (one, two):
        calm.presence.arrive(table, person.id)
    ask(calm, table, "pause", one)
    calm.presence.depart(table, one.id)
    driver = Driver(calm, pace=0.5, pause=4.0)
    run(calm, driver, time, PLAY_ON_SECONDS - 1)
    assert calm.table(table).round == 0
    run(calm, driver, time, 8)
    assert calm.table(table).round == 1


def test_buying_chips_does_not_put_the_next_hand_off(calm, time):
    table, one = sit_with_players(calm, time)
    driver = Driver(calm, pace=0.5, pause=4.0)
    driver.step(time.now)
    time.now += 3.0
    ask(calm, table, "buy-chips", one, chips=10)
    driver.step(time.now)
    time.now += 1.0
    driver.step(time.now)
    calm.refresh()
    assert calm.table(table).round == 1


def test_whoever_has_folded_has_the_rest_at_once(calm, time):
    table, one = sit_with_players(calm, time)
    calm.presence.arrive(table, one.id)
    driver = Driver(calm, pace=5.0, pause=100.0)
    for _ in range(30):  # until a hand goes on after the fold
        ask(calm, table, "deal", one)
        while calm.table(table).question and calm.table(table).question.seat != 1:
            run(calm, driver, time, 1.0)
        if calm.table(table).question:
            assert not may_hurry(calm.table(table), 1)
            with pytest.raises(Refused, match="only where you have folded and practice players"):
                ask(calm, table, "hurry", one)
            ask(calm, table, "decide", one, action="fold")
        if calm.table(table).question:
            break
    assert may_hurry(calm.table(table), 1)
    ask(calm, table, "hurry", one)
    run(calm, driver, time, 2.0, step=0.05)
    assert calm.table(table).status == "settled", "40 looks are enough for every decision"
    assert calm.table(table).pace is None
    with pytest.raises(Refused, match="no round is being played"):
        ask(calm, table, "hurry", one)


def test_nobody_hurries_another_person(calm, time):
    table, one, two = sit_two(calm, "holdout")
    three = guest(calm, 3)
    ask(calm, table, "sit", three, chips=100)
    ask(calm, table, "deal", one)
    asked = calm.table(table).question.seat
    first = (one, two, three)[asked - 1]
    ask(calm, table, "decide", first, action="fold")
    assert calm.table(table).phase == "playing"
    assert not may_hurry(calm.table(table), asked)
    with pytest.raises(Refused, match="only where you have folded and practice players are left"):
        ask(calm, table, "hurry", first)


def test_a_broke_player_buys_chips_between_hands(calm, time):
    table, one = sit_with_players(calm, time, 40)
    calm.presence.arrive(table, one.id)
    driver = Driver(calm, pace=0.5, pause=2.0)
    shove(calm, driver, time, table, one)
    assert calm.between.left(calm.table(table), time.now) is not None
    ask(calm, table, "buy-chips", one, chips=500)
    assert calm.table(table).seats[1]["stack_cents"] == 500_00
    run(calm, driver, time, 5)
    assert 1 in calm.table(table).dealt


def shove(house: House, driver: Driver, time: Time, table: str, one: Person) -> None:
    """Wager as much as may be, hand after hand, until nothing is left."""
    for _ in range(4_000):
        shown = house.table(table)
        question = shown.question
        if not question and not shown.seats[1]["stack_cents"]:
            return
        if not question and shown.seats[1]["stack_cents"] > 200_00:
            ask(house, table, "leave", one)
            ask(house, table, "sit", one, seat=1, chips=40)
        if question and question.seat == 1:
            ask(house, table, "decide", one, **most(question))
        else:
            run(house, driver, time, 0.5)
    pytest.fail("the player was not ruined")


def most(question: Question) -> dict[str, object]:
    option = max(question.options, key=lambda each: each.most_cents)
    if option.cards:
        return {"action": option.action, "cards": format_cards(option.cards[:1])}
    if option.most_cents:
        return {"action": option.action, "amount": dollars(option.most_cents)}
    return {"action": question.options[0].action}
