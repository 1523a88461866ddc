"""Alerts leave the house: each at least once, by whichever server, and nowhere else."""

import email.policy
import hashlib
import hmac
import json
import ssl
import time
from collections.abc import Iterator
from datetime import UTC, datetime
from email.message import Message
from typing import Any

import pytest

from pitboss.cli.main import main
from pitboss.house.desk import acknowledge
from pitboss.house.dispatch.channels import Email, MailServer, Notice, Undelivered, Webhook
from pitboss.house.dispatch.delivery import CLAIM_SECONDS, FIRST_PAUSE, Delivery
from pitboss.house.dispatch.post import Address
from pitboss.house.engine import House
from pitboss.house.store import deliveries, open_database, people
from pitboss.house.store.entries import Change, Unit
from pitboss.refusal import Refused
from pitboss.web.operations.alerts import make_channels, send_trial
from pitboss.web.settings import Options
from tests.house.guests import OPERATOR
from tests.house.postbox import Received, mail_server, web_server

NOTICE = Notice("alert-0123456789abcdef", "2026-11-17T08:00:00.000+00:00", "", "low", "Room 1")


@pytest.fixture
def hook() -> Iterator[Received]:
    with web_server() as received:
        yield received


@pytest.fixture
def mailbox() -> Iterator[Received]:
    with mail_server() as received:
        yield received


def webhook(received: Received, secret: str = "") -> Webhook:
    return Webhook(f"http://127.0.0.1:{received.port}/hook?key=1", secret)


def mails(received: Received, security: str = "none", user: str = "") -> Email:
    server = MailServer("127.0.0.1", received.port, security, user, "t0p" if user else "")
    return Email(["floor@example.org"], "Pitboss <house@example.org>", server)


def put_up(house: House, words: str, table: str = "") -> str:
    return str(house.do(lambda unit: people.add_alert(unit, unit.at, table, words)))


def waiting(house: House) -> dict[str, int]:
    with house.database.reading() as transaction:
        return deliveries.count_waiting(transaction)


class Time:
    def __init__(self) -> None:
        self.now = time.time()

    def __call__(self) -> float:
        return self.now


def test_an_alert_is_posted_once_with_its_id_and_a_signature(house: House, hook: Received) -> None:
    identity = put_up(house, "a jackpot hit waits", "duki-0a1b2c3d")
    delivery = Delivery(house, webhook(hook, "shared"), "Room 1")
    for _ in range(3):
        delivery.look()
    ((path, headers, body),) = hook.posts
    assert path == "/hook?key=1"
    said = json.loads(body)
    assert said.pop("time").endswith("+00:00")
    assert said == {
        "id": identity,
        "table": "duki-0a1b2c3d",
        "words": "a jackpot hit waits",
        "house": "Room 1",
    }
    assert headers["idempotency-key"] == identity
    signed = hmac.new(
        b"shared", headers["x-pitboss-time"].encode() + b"." + body, hashlib.sha256
    ).hexdigest()
    assert headers["x-pitboss-signature"] == f"sha256={signed}"
    assert waiting(house) == {}
    assert house.counters.delivered == {("webhook", "done"): 1}


def test_what_fails_is_tried_again_later_and_told(house: House, hook: Received) -> None:
    clock = Time()
    delivery = Delivery(house, webhook(hook), clock=clock)
    part = house.health.part("webhook")
    house.alarms.stop()  # that it fails is an alert of its own
    put_up(house, "first")
    hook.statuses = [500, 302]
    delivery.look()
    delivery.look()  # not yet
    assert len(hook.posts) == 1
    assert part.trouble == "alerts are not delivered: it was answered with 500"
    assert waiting(house) == {"webhook": 1}
    clock.now += FIRST_PAUSE
    delivery.look()
    assert part.trouble == "alerts are not delivered: it was answered with 302"
    assert [post[0] for post in hook.posts] == ["/hook?key=1"] * 2  # no redirect is followed
    clock.now += FIRST_PAUSE
    delivery.look()
    assert len(hook.posts) == 2  # the pause has grown
    clock.now += FIRST_PAUSE
    delivery.look()
    delivery.look()
    assert len(hook.posts) == 3
    assert part.trouble == ""
    assert waiting(house) == {}


def test_of_two_servers_one_delivers_each(address: str, hook: Received) -> None:
    one, two = House(open_database(address)), House(open_database(address))
    names = {put_up(one, f"alert {number}") for number in range(12)}
    workers = [Delivery(house, webhook(hook)) for house in (one, two)]
    for worker in workers:
        worker.start()
    end = time.monotonic() + 60
    while len(hook.posts) < 12 and time.monotonic() < end:
        time.sleep(0.02)
    for worker in workers:
        worker.stop()
    sent = [json.loads(body)["id"] for _, _, body in hook.posts]
    assert len(sent) == 12
    assert set(sent) == names
    one.close()
    two.close()


def test_what_a_dead_server_claimed_is_delivered_by_another(address: str, hook: Received) -> None:
    one, two = House(open_database(address)), House(open_database(address))
    clock = Time()
    put_up(one, "left behind")
    claim = deliveries.Claim("webhook", one.name, clock.now, CLAIM_SECONDS)

    def take(unit: Unit) -> None:
        deliveries.enroll(unit.transaction, "webhook")
        assert len(deliveries.claim(unit.transaction, claim)) == 1

    one.do(take)
    one.close()
    other = Delivery(two, webhook(hook), clock=clock)
    other.look()
    assert hook.posts == []
    clock.now += CLAIM_SECONDS + 1
    other.look()
    assert len(hook.posts) == 1
    two.close()


def test_a_claim_of_a_clock_that_was_wrong_holds_up_nobody(house: House, hook: Received) -> None:
    """A server whose clock was a day ahead claimed an alert and died."""
    put_up(house, "left behind")
    clock = Time()
    claim = deliveries.Claim("webhook", "another", clock.now, 24 * 3_600.0)

    def take(unit: Unit) -> None:
        deliveries.enroll(unit.transaction, "webhook")
        assert deliveries.claim(unit.transaction, claim)

    house.do(take)
    Delivery(house, webhook(hook), clock=clock).look()
    assert len(hook.posts) == 1


def test_one_way_holds_up_no_other_nor_the_house(
    house: House, hook: Received, mailbox: Received
) -> None:
    hook.hold.clear()
    put_up(house, "by both ways")
    workers = [Delivery(house, webhook(hook)), Delivery(house, mails(mailbox))]
    for worker in workers:
        worker.start()
    end = time.monotonic() + 60
    while not mailbox.mails and time.monotonic() < end:
        time.sleep(0.02)
    put_up(house, "another")  # the writer is free
    assert len(mailbox.mails) >= 1
    assert waiting(house)["webhook"] >= 1
    hook.hold.set()
    for worker in workers:
        worker.stop()


def test_old_alerts_that_someone_has_seen_are_not_sent(house: House, hook: Received) -> None:
    seen, waits = put_up(house, "seen"), put_up(house, "waits")
    house.do(lambda unit: acknowledge(Change(unit, OPERATOR, datetime.now(UTC)), seen))
    Delivery(house, webhook(hook)).look()
    assert [json.loads(body)["id"] for _, _, body in hook.posts] == [waits]


def read_mail(received: Received) -> Message:
    (text,) = received.mails
    return email.message_from_string(text, policy=email.policy.default)


def test_an_alert_is_mailed(house: House, mailbox: Received) -> None:
    words = "table stopped:\r\nBcc: all@example.org its log is not sound"
    identity = put_up(house, words, "duki-0a1b2c3d")
    Delivery(house, mails(mailbox), "Room 1").look()
    mail = read_mail(mailbox)
    assert mail["Subject"].strip().startswith("Pitboss alert: table stopped: Bcc: all@example.org")
    assert mail["Bcc"] is None
    assert mail["To"] == "floor@example.org"
    assert mail["Message-ID"] == f"<{identity}@example.org>"
    text = str(mail.get_payload())
    assert "Table: duki-0a1b2c3d" in text
    assert "House: Room 1" in text


def test_a_mail_server_that_refuses_is_told_by_its_number(mailbox: Received) -> None:
    mailbox.statuses = [451]
    with pytest.raises(Undelivered, match=r"^the mail server answered 451$"):
        mails(mailbox).send(NOTICE)


def test_no_password_goes_over_a_connection_that_stays_plain(mailbox: Received) -> None:
    """The server, or whoever stands in between, says nothing of STARTTLS."""
    mailbox.extensions = ["AUTH PLAIN LOGIN"]
    with pytest.raises(Undelivered, match="SMTPNotSupportedError"):
        mails(mailbox, "starttls", "house").send(NOTICE)
    assert not any(line.startswith(("AUTH", "MAIL", "DATA")) for line in mailbox.said)
    mails(mailbox, "none", "house").send(NOTICE)
    assert any(line.startswith("AUTH") for line in mailbox.said)


def test_a_certificate_that_nobody_vouches_for_is_refused(hook: Received) -> None:
    with pytest.raises(Undelivered):
        Webhook(f"https://127.0.0.1:{hook.port}/").send(NOTICE)
    assert hook.posts == []
    context = Address("webhook", "https://alerts.example/", False)._context
    assert context
    assert context.verify_mode is ssl.CERT_REQUIRED
    assert context.check_hostname


def test_nobody_there_is_a_reason_in_words() -> None:
    with pytest.raises(Undelivered, match=r"^Connection refused$"):
        Webhook("http://127.0.0.1:9/s3cret-path").send(NOTICE)


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"alert_webhook": "http://alerts.example/x"}, "http leads only to this machine"),
        ({"alert_webhook": "ftp://alerts.example/x"}, "give an address such as https"),
        ({"alert_webhook": "https://alerts.example:99999/"}, "give an address such as https"),
        ({"alert_webhook": "https://"}, "give an address such as https"),
        ({"alert_email_to": ("a@b.c",)}, "smtp_host is missing"),
        ({"alert_email_to": ("nobody",), "smtp_host": "mail"}, "no address of a mailbox"),
        ({"alert_email_to": ("a@b.c\nBcc: d@e.f",), "smtp_host": "mail"}, "no address of a"),
        (
            {"alert_email_to": ("a@b.c",), "smtp_host": "mail", "smtp_security": "ssl"},
            "give starttls, tls, none",
        ),
        (
            {"alert_email_to": ("a@b.c",), "smtp_host": "mail", "smtp_security": "none"},
            "only to a server on this machine",
        ),
        ({}, "no way out is set"),
    ],
)
def test_what_makes_no_sense_is_refused(given: dict[str, Any], words: str) -> None:
    with pytest.raises(Refused, match=words):
        send_trial(Options()._replace(**given))


def test_plain_http_elsewhere_when_the_house_says_so() -> None:
    options = Options(alert_webhook="http://alerts.example/x", alert_webhook_plain=True)
    assert [channel.name for channel in make_channels(options)] == ["webhook"]


def test_a_trial_goes_by_every_way(hook: Received, mailbox: Received) -> None:
    options = Options(
        alert_webhook=f"http://localhost:{hook.port}/",
        alert_email_to=("floor@example.org",),
        smtp_host="localhost",
        smtp_port=mailbox.port,
        smtp_security="none",
    )
    assert send_trial(options) == [("webhook", ""), ("email", "")]
    assert json.loads(hook.posts[0][2])["words"].startswith("a trial")
    assert read_mail(mailbox)["Subject"].strip().startswith("Pitboss alert: a trial")
    hook.statuses = [403]
    assert send_trial(options)[0] == ("webhook", "it was answered with 403")


def test_the_command_says_what_arrived(
    hook: Received, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["alerts", "test"]) == 2
    assert "no way out is set" in capsys.readouterr().err
    monkeypatch.setenv("PITBOSS_ALERT_WEBHOOK", f"http://127.0.0.1:{hook.port}/s3cret")
    assert main(["alerts", "test"]) == 0
    assert capsys.readouterr().out == "webhook: sent\n"
    hook.statuses = [500]
    assert main(["alerts", "test"]) == 2
    assert capsys.readouterr().out == "webhook: it was answered with 500\n"
    assert main(["alerts", "test", "--alert-webhook", "https://x.example/s3cret"]) == 2
    said = capsys.readouterr().err
    assert "stands in no command line" in said
    assert "s3cret" not in said
