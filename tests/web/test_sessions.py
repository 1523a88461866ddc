"""Sessions over HTTP: guests, logins, cookies, tokens, CSRF, origins and rate limits."""

from tests.web.room import PASSWORD, Room


def test_guest_has_chips_and_a_cookie_that_no_script_reads(room: Room) -> None:
    browser = room.browser()
    answer = browser.post("/api/guest", json={"name": "Robin"})
    assert answer.status_code == 200
    cookie = answer.headers["set-cookie"].lower()
    assert "httponly" in cookie
    assert "samesite=lax" in cookie
    me = browser.get("/api/me").json()
    assert me["person"]["name"] == "Robin (guest)"
    assert me["person"]["role"] == "guest"
    assert me["balance"] == "1000.00"


def test_without_a_session(room: Room) -> None:
    answer = room.browser().get("/api/me")
    assert answer.status_code == 401
    assert answer.json() == {"error": "session: none; POST /api/guest or /api/login first"}


def test_login_rotates_the_session(room: Room) -> None:
    browser = room.browser()
    old = browser.post("/api/guest").json()["token"]
    answer = browser.post("/api/login", json={"name": "Olga", "password": PASSWORD})
    assert answer.json()["person"]["role"] == "operator"
    assert browser.get("/api/me").json()["person"]["name"] == "Olga"
    assert room.program(old).get("/api/me").status_code == 401


def test_wrong_password(room: Room) -> None:
    answer = room.browser().post("/api/login", json={"name": "Olga", "password": "wrong" * 3})
    assert answer.status_code == 401
    assert answer.json() == {"error": "log in: the name or the password is wrong"}


def test_logout_ends_the_session(room: Room) -> None:
    client = room.guest()
    assert client.post("/api/logout").json() == {"done": True}
    assert client.get("/api/me").status_code == 401


def test_session_expires(room: Room) -> None:
    client = room.staff("Olga")
    assert client.get("/api/me").status_code == 200
    room.wait(hours=3)
    answer = client.get("/api/me")
    assert answer.status_code == 401
    assert answer.json() == {"error": "session: it has ended; log in again"}


def test_a_cookie_alone_changes_nothing(room: Room) -> None:
    browser = room.browser()
    csrf = browser.post("/api/guest").json()["csrf"]
    assert browser.post("/api/logout").status_code == 403
    assert browser.post("/api/logout", headers={"X-CSRF": "x" * 64}).status_code == 403
    assert browser.get("/api/me").status_code == 200
    assert browser.post("/api/logout", headers={"X-CSRF": csrf}).status_code == 200


def test_another_sites_page_changes_nothing(room: Room) -> None:
    browser = room.browser()
    csrf = browser.post("/api/guest").json()["csrf"]
    for headers in (
        {"Origin": "http://evil.test"},
        {"Origin": "null"},
        {"Origin": "https://tables.test"},
        {"Sec-Fetch-Site": "cross-site"},
    ):
        answer = browser.post("/api/logout", headers={"X-CSRF": csrf, **headers})
        assert answer.status_code == 403, headers
        assert room.browser().post("/api/guest", headers=headers).status_code == 403
    own = {"X-CSRF": csrf, "Origin": "http://tables.test", "Sec-Fetch-Site": "same-origin"}
    assert browser.post("/api/logout", headers=own).status_code == 200


def test_logins_are_limited(room: Room) -> None:
    browser = room.browser()
    for _ in range(5):
        browser.post("/api/login", json={"name": "Olga", "password": "wrong" * 3})
    answer = browser.post("/api/login", json={"name": "Olga", "password": PASSWORD})
    assert answer.status_code == 429
    assert int(answer.headers["retry-after"]) > 0
    room.wait(minutes=1)
    assert browser.post("/api/login", json={"name": "Olga", "password": PASSWORD}).is_success


def test_commands_are_limited(room: Room) -> None:
    client = room.guest()
    statuses = [client.post("/api/chips").status_code for _ in range(60)]
    assert statuses.count(429) == 10


def test_chips_only_for_who_has_run_short(room: Room) -> None:
    answer = room.guest().post("/api/chips")
    assert answer.status_code == 409
    assert "enough" in answer.json()["error"]


def test_headers(room: Room) -> None:
    for path in ("/api/tables", "/api/nothing", "/api/me"):
        headers = room.browser().get(path).headers
        assert "default-src 'self'" in headers["content-security-policy"]
        assert "frame-ancestors 'none'" in headers["content-security-policy"]
        assert "unsafe-inline" not in headers["content-security-policy"]
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "same-origin"
