"""Sessions: tokens, limits of time, rotation and ends."""

from datetime import datetime, timedelta
from hashlib import sha256
from typing import Any

import pytest

from pitboss.house import access, accounts
from pitboss.house.access import Forbidden
from pitboss.house.log import Person
from pitboss.house.store import people as kept
from pitboss.refusal import Refused
from tests.campaigns.bytes_scan import cards_in
from tests.house.people_room import START, Room


def found(room: Room, token: str) -> kept.Session | None:
    """The session of a token; it is kept alive, as the server does with whoever comes back."""
    with room.database.reading() as transaction:
        session = access.read_session(transaction, token, room.now)
    if session and room.now - session.seen_at >= access.SEEN_EVERY:
        room.write(access.touch_session, session, room.now)
    return session


def guest(room: Room, name: str | None = None) -> access.Begun:
    begun: access.Begun = room.work(access.begin_guest, room.now, name)
    return begun


def test_a_login_begins_a_session_and_logs_no_token(room: Room):
    begun = room.log_in("Olga")
    assert found(room, begun.token) == begun.session
    assert begun.session.person == room.operator
    body = {"person": room.operator.id, "name": "Olga", "role": "operator"}
    body["session"] = begun.session.key  # stands for the token, and opens nothing
    assert room.log[-1] == (room.operator.id, "session-begun", body)
    for secret in (begun.token, begun.session.csrf):
        assert secret not in repr(begun) + str(room.log)


def test_only_the_hash_of_a_token_is_stored(room: Room):
    begun = room.log_in("Olga")
    assert len(begun.token) == 64
    assert not cards_in(f'"{begun.token}" "{begun.session.csrf}"'.encode())
    stored = room.rows("SELECT * FROM sessions")
    assert stored[0][0] == sha256(begun.token.encode()).hexdigest() == begun.session.key
    assert begun.token not in str(stored)
    assert found(room, begun.session.key) is None


@pytest.mark.parametrize("token", ["", "x" * 64, "x" * 100_000, "é" * 64, "\ud800" * 64])
def test_an_unknown_token_finds_nothing(token: str, room: Room):
    room.log_in("Olga", old_token=token)
    assert found(room, token) is None


def test_tokens_and_csrf_tokens_are_never_the_same(room: Room):
    begun = [guest(room) for _ in range(50)]
    assert len({secret for one in begun for secret in (one.token, one.session.csrf)}) == 100


@pytest.mark.parametrize(
    ("role", "idle"),
    [
        ("dealer", timedelta(hours=2)),
        ("auditor", timedelta(hours=2)),
        ("player", timedelta(days=30)),
    ],
)
def test_an_unused_session_ends(role: str, idle: timedelta, room: Room):
    room.hire("Ann", role)
    token = room.log_in("Ann").token
    room.now += idle - timedelta(seconds=1)
    assert found(room, token)
    room.now += idle - timedelta(milliseconds=1)
    assert found(room, token)
    room.now += idle
    assert found(room, token) is None


def test_a_guests_session_lasts_30_days_unused(room: Room):
    token = guest(room).token
    room.wait(days=30, milliseconds=-1)
    assert found(room, token)
    room.wait(days=30)
    assert found(room, token) is None


def test_staff_log_in_every_12_hours(room: Room):
    token = room.log_in("Olga").token
    for _ in range(11):
        room.wait(hours=1)
        assert found(room, token)
    room.wait(hours=1, milliseconds=-1)
    assert found(room, token)
    room.wait(milliseconds=1)
    assert found(room, token) is None


def test_use_is_noted_once_a_minute(room: Room):
    begun = room.log_in("Olga")

    def seen() -> datetime:
        return datetime.fromisoformat(room.rows("SELECT seen_at FROM sessions")[0][0])

    room.wait(seconds=59)
    found(room, begun.token)
    assert seen() == START
    room.wait(seconds=1)
    found(room, begun.token)
    assert seen() == room.now == START + timedelta(minutes=1)
    room.write(access.touch_session, begun.session, START)
    assert seen() == room.now


def test_a_login_ends_the_session_before_it(room: Room):
    old = guest(room).token
    other = room.log_in("Olga").token
    new = room.log_in("Olga", old_token=old).token
    assert found(room, old) is None
    assert found(room, other)
    assert found(room, new)


def test_a_failed_login_ends_nothing(room: Room):
    old = room.log_in("Olga").token
    assert room.log_in("Olga", "wrong password", old) is None
    assert found(room, old)


def test_ending_a_session_leaves_the_others(room: Room):
    first, second = room.log_in("Olga").token, room.log_in("Olga").token
    room.work(access.end_session, first)
    assert found(room, first) is None
    assert found(room, second)
    room.write(kept.remove_sessions, room.operator.id)
    assert found(room, second) is None


def test_closing_changing_and_a_new_password_end_all_sessions(room: Room):
    ann = room.hire("Ann", "dealer")
    bystander = guest(room).token
    acts: list[Any] = [
        (accounts.set_password, room.hashed),
        (accounts.change_role, "auditor"),
        (accounts.deactivate,),
    ]
    for do, *given in acts:
        tokens = [room.log_in("Ann").token, room.log_in("Ann").token]
        room.act(room.operator, do, ann.id, *given)
        assert [found(room, token) for token in tokens] == [None, None]
    assert found(room, bystander)


@pytest.mark.parametrize(
    "sql",
    ["UPDATE people SET active = 0", "UPDATE people SET role = 'player'", "DELETE FROM people"],
)
def test_a_session_is_only_as_good_as_its_account(sql: str, room: Room):
    token = room.log_in("Olga").token
    room.write(lambda transaction: transaction.execute(sql))
    assert found(room, token) is None


def test_no_session_begins_for_who_is_not_such_an_account(room: Room):
    ann = room.hire("Ann", "dealer")
    for person in (ann._replace(role="operator"), Person("guest-1", "Ann", "guest")):
        with pytest.raises(Refused, match="log in again"):
            room.act(person, access.begin_session)
    assert room.rows("SELECT token FROM sessions") == []


def test_a_guest_has_a_session_and_no_account(room: Room):
    begun = guest(room)
    person = begun.session.person
    assert person.role == "guest"
    assert person.id.startswith("guest-")
    assert person.name[:6] == "Guest "
    assert 1_000 <= int(person.name[6:]) <= 9_999
    assert found(room, begun.token) == begun.session
    assert room.rows("SELECT COUNT(*) FROM people") == [(1,)]


def test_a_guest_is_marked_as_one_whatever_the_name(room: Room):
    assert guest(room, "  Zoe ").session.person.name == "Zoe (guest)"
    assert guest(room, "OLGA").session.person.name == "OLGA (guest)"


def test_a_new_name_shows_in_a_session_at_once(room: Room):
    token = room.log_in("Olga").token
    room.act(room.operator, accounts.rename, room.operator.id, "Olga Two")
    session = found(room, token)
    assert session
    assert session.person.name == "Olga Two"


def test_ended_sessions_are_swept(room: Room):
    room.log_in("Olga")
    lasting = guest(room)
    room.wait(hours=2)
    room.write(kept.remove_ended_sessions, room.now)
    assert room.rows("SELECT token FROM sessions") == [(lasting.session.key,)]


def test_a_change_must_come_from_the_sessions_own_page(room: Room):
    first, second = guest(room).session, guest(room).session
    access.require_csrf(first, first.csrf)
    for wrong in ("", second.csrf, first.csrf[:-1], "é", "\ud800"):
        with pytest.raises(Forbidden, match=r"^csrf token: "):
            access.require_csrf(first, wrong)


def test_a_time_without_a_zone_is_an_error(room: Room):
    with pytest.raises(ValueError, match="time zone"):
        room.write(access.read_session, "x" * 64, datetime(2024, 5, 1))
