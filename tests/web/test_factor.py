"""The second factor: set up with the password, asked for at the login, each code good once."""

import pyotp
import pytest

from pitboss.house import accounts
from tests.house.guests import change_as
from tests.web.room import PASSWORD, Browser, Room

LOGIN = {"name": "Olga", "password": PASSWORD}


@pytest.fixture
def secret(room: Room) -> str:
    return str(set_up(room, room.staff("Olga"))[0])


def set_up(room: Room, client: Browser) -> tuple[str, list[str]]:
    begun = client.post("/api/factor", json={"password": PASSWORD}).json()
    code = pyotp.TOTP(begun["secret"]).at(room.now)
    recovery = client.post("/api/factor/confirm", json={"code": code}).json()["recovery"]
    return begun["secret"], recovery


def log_in(room: Room, code: str) -> int:
    room.wait(minutes=2)
    return room.browser().post("/api/login", json={**LOGIN, "code": code}).status_code


def test_a_code_is_needed_and_good_once(room: Room, secret: str) -> None:
    room.wait(minutes=5)
    answer = room.browser().post("/api/login", json=LOGIN)
    assert (answer.status_code, "second factor" in answer.json()["error"]) == (401, True)
    code = pyotp.TOTP(secret).at(room.now)
    with_code = {**LOGIN, "code": code}
    assert room.browser().post("/api/login", json=with_code).status_code == 200
    assert room.browser().post("/api/login", json=with_code).status_code == 401
    wrong = {**LOGIN, "password": "wrong one", "code": code}
    assert "password is wrong" in room.browser().post("/api/login", json=wrong).json()["error"]


@pytest.mark.parametrize(("steps", "status"), [(-2, 401), (-1, 200), (1, 200), (2, 401)])
def test_a_clock_may_be_one_step_off(room: Room, secret: str, steps: int, status: int) -> None:
    room.wait(minutes=5)
    code = pyotp.TOTP(secret).at(room.now, steps)
    answer = room.browser().post("/api/login", json={**LOGIN, "code": code})
    assert answer.status_code == status


def test_recovery_codes_are_good_once_and_kept_as_hashes(room: Room) -> None:
    secret, recovery = set_up(room, room.staff("Olga"))
    assert len(set(recovery)) == 10
    with room.house.database.reading() as transaction:
        [(kept,)] = transaction.execute("SELECT factor FROM people WHERE factor <> ''")
        log = str(transaction.execute("SELECT body FROM entries"))
    assert not any(code in kept for code in recovery)
    assert secret not in log
    assert log_in(room, recovery[0].upper()) == 200
    assert log_in(room, recovery[0]) == 401
    assert log_in(room, recovery[1]) == 200


def test_setting_up_takes_the_password_and_a_good_code(room: Room) -> None:
    olga = room.staff("Olga")
    assert olga.post("/api/factor/confirm", json={"code": "123456"}).status_code == 409
    assert olga.post("/api/factor", json={"password": "wrong"}).status_code == 401
    assert olga.post("/api/factor", json={"password": PASSWORD}).status_code == 200
    assert olga.post("/api/factor/confirm", json={"code": "000000"}).status_code == 409
    assert log_in(room, "") == 200
    set_up(room, room.staff("Olga"))
    assert olga.post("/api/factor", json={"password": PASSWORD}).status_code == 409


def test_it_is_reset_by_two_or_at_the_machine(room: Room, secret: str) -> None:
    room.hire("Ove", "operator")
    ove = room.staff("Ove")
    path = f"/api/people/{room.operator.id}"
    assert ove.post(path, json={"act": "reset-second-factor"}).status_code == 403
    change_as(room.house, accounts.MACHINE, lambda it: accounts.reset_factor(it, room.operator.id))
    assert log_in(room, "") == 200


def test_where_the_house_says_so_an_operator_sets_one_up_first(room: Room) -> None:
    services = room.app.state.services
    services.settings = services.settings._replace(require_second_factor=True)
    room.hire("Dora", "dealer")
    olga, dora = room.staff("Olga"), room.staff("Dora")
    refused = olga.get("/api/people")
    assert (refused.status_code, "set it up first" in refused.json()["error"]) == (403, True)
    assert dora.get("/api/tables").status_code == 200
    set_up(room, olga)
    assert olga.get("/api/people").status_code == 200
