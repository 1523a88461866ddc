"""The ways by which an alert leaves the house: a webhook and e-mail. An alert's id goes along, by
which whoever gets one twice knows it again.
"""

import json
import smtplib
import ssl
from collections.abc import Sequence
from email.message import EmailMessage
from email.utils import formatdate, parseaddr
from typing import NamedTuple, Protocol

from pitboss.house.dispatch.post import SECONDS, Address, Undelivered, is_here, reason, sign_post
from pitboss.refusal import Refused

__all__ = ["Channel", "Email", "MailServer", "Notice", "Undelivered", "Webhook"]

LONGEST_SUBJECT = 100
SECURITIES = ("starttls", "tls", "none")


class Notice(NamedTuple):
    """What is delivered."""

    id: str
    time: str
    table: str
    words: str
    house: str
    """The house's name for itself, where several report to one place."""


class Channel(Protocol):
    """A way out. ``name`` is what its marks are kept under."""

    name: str

    def send(self, notice: Notice) -> None:
        """Deliver, or raise ``Undelivered``."""


class Webhook:
    """Posts JSON to an address, signed where there is a secret."""

    name = "webhook"

    def __init__(self, address: str, secret: str = "", plain: bool = False) -> None:
        self._address = Address("alert webhook", address, plain, "alert_webhook_plain")
        self._secret = secret

    def send(self, notice: Notice) -> None:
        body = json.dumps(notice._asdict()).encode()
        headers = {"Content-Type": "application/json", "Idempotency-Key": notice.id}
        self._address.post(body, headers | sign_post(self._secret, body))


class MailServer(NamedTuple):
    """By which server mail goes out."""

    host: str
    port: int
    security: str = "starttls"
    user: str = ""
    password: str = ""


class Email:
    """Sends a short mail."""

    name = "email"

    def __init__(self, to: Sequence[str], sender: str, server: MailServer) -> None:
        if server.security not in SECURITIES:
            raise Refused(f"smtp security {server.security[:20]}: give {', '.join(SECURITIES)}")
        if server.security == "none" and not is_here(server.host):
            raise Refused("smtp security none: only to a server on this machine")
        if not server.host:
            raise Refused("alert email: smtp_host is missing")
        for address in (*to, sender):
            if not parseaddr(address)[1].count("@") == 1 or not address.isprintable():
                raise Refused(f"alert email {address[:60]!r}: no address of a mailbox")
        self._to = tuple(to)
        self._sender = sender
        self._server = server

    def send(self, notice: Notice) -> None:
        try:
            with self._connect() as smtp:
                if self._server.user:
                    smtp.login(self._server.user, self._server.password)
                smtp.send_message(self._write(notice))
        except smtplib.SMTPResponseException as error:
            raise Undelivered(f"the mail server answered {error.smtp_code}") from None
        except smtplib.SMTPException as error:
            raise Undelivered(type(error).__name__) from None
        except OSError as error:
            raise Undelivered(reason(error)) from None

    def _connect(self) -> smtplib.SMTP:
        host, port, security = self._server[:3]
        if security == "tls":
            context = ssl.create_default_context()
            return smtplib.SMTP_SSL(host, port, timeout=SECONDS, context=context)
        smtp = smtplib.SMTP(host, port, timeout=SECONDS)
        if security == "starttls":
            try:
                smtp.starttls(context=ssl.create_default_context())
            except Exception:
                smtp.close()
                raise
        return smtp

    def _write(self, notice: Notice) -> EmailMessage:
        mail = EmailMessage()
        words = " ".join(notice.words.split())
        mail["Subject"] = f"Pitboss alert: {words}"[:LONGEST_SUBJECT]
        mail["From"], mail["To"] = self._sender, ", ".join(self._to)
        mail["Date"] = formatdate()
        domain = parseaddr(self._sender)[1].partition("@")[2]
        mail["Message-ID"] = f"<{notice.id}@{domain}>"
        mail["X-Pitboss-Alert"] = notice.id
        where = f"Table: {notice.table}\n" if notice.table else ""
        mail.set_content(
            f"{words}\n\n{where}Time: {notice.time}\nHouse: {notice.house}\nAlert: {notice.id}\n\n"
            "It waits on the floor's page of alerts until someone acknowledges it.\n"
        )
        return mail
