"""The ways by which an alert leaves the house: a webhook and e-mail.

Certificates are verified; a plain connection is made to this machine alone, unless the house says
otherwise. No redirect is followed: what is sent is for whoever was named. An alert's id goes along,
by which whoever gets one twice knows it again.
"""

import hashlib
import hmac
import http.client
import ipaddress
import json
import smtplib
import ssl
import time
from collections.abc import Mapping, Sequence
from email.message import EmailMessage
from email.utils import formatdate, parseaddr
from typing import NamedTuple, Protocol
from urllib.parse import urlsplit

from pitboss.refusal import Refused

SECONDS = 10.0
"""For each step of a delivery."""
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


class Undelivered(Exception):
    """It did not arrive, in words without any secret."""


class Channel(Protocol):
    """A way out. ``name`` is what its marks are kept under."""

    name: str

    def send(self, notice: Notice) -> None:
        """Deliver, or raise ``Undelivered``."""


class Webhook:
    """Posts JSON to an address, signed where there is a secret."""

    name = "webhook"

    def __init__(self, address: str, secret: str = "", plain: bool = False) -> None:
        try:
            parts = urlsplit(address)
            named = parts.scheme in ("https", "http") and parts.hostname and parts.port != 0
        except ValueError:
            named = False
        if not named or not address.isascii() or not address.isprintable():
            raise Refused("alert webhook: give an address such as https://alerts.example/pitboss")
        if parts.scheme == "http" and not (plain or is_here(parts.hostname or "")):
            raise Refused(
                "alert webhook: http leads only to this machine; give https, or say"
                " alert_webhook_plain"
            )
        self._parts = parts
        self._secret = secret.encode()
        self._context = ssl.create_default_context() if parts.scheme == "https" else None

    def send(self, notice: Notice) -> None:
        body = json.dumps(notice._asdict()).encode()
        try:
            status = self._post(body, self._headers(notice, body))
        except (OSError, http.client.HTTPException, ValueError) as error:
            raise Undelivered(_reason(error)) from None
        if not 200 <= status < 300:
            raise Undelivered(f"it was answered with {status}")

    def _headers(self, notice: Notice, body: bytes) -> dict[str, str]:
        at = f"{time.time():.0f}"
        headers = {"Content-Type": "application/json", "Idempotency-Key": notice.id}
        headers |= {"X-Pitboss-Time": at, "User-Agent": "Pitboss"}
        if self._secret:
            signed = hmac.new(self._secret, at.encode() + b"." + body, hashlib.sha256)
            headers["X-Pitboss-Signature"] = f"sha256={signed.hexdigest()}"
        return headers

    def _post(self, body: bytes, headers: Mapping[str, str]) -> int:
        host, port = self._parts.hostname or "", self._parts.port
        if self._context:
            connection: http.client.HTTPConnection = http.client.HTTPSConnection(
                host, port, timeout=SECONDS, context=self._context
            )
        else:
            connection = http.client.HTTPConnection(host, port, timeout=SECONDS)
        query = f"?{self._parts.query}" if self._parts.query else ""
        try:
            connection.request("POST", f"{self._parts.path or '/'}{query}", body, dict(headers))
            return connection.getresponse().status
        finally:
            connection.close()


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
            raise Undelivered(_reason(error)) from None

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


def is_here(host: str) -> bool:
    """Whether a name or address is this machine."""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def _reason(error: Exception) -> str:
    """The system's words: an address or a header may have a secret in it, a reason has none."""
    if isinstance(error, ssl.SSLCertVerificationError):
        return f"the certificate is not trusted: {error.verify_message}"
    if isinstance(error, TimeoutError):
        return "no answer in time"
    if isinstance(error, OSError) and error.strerror:
        return error.strerror
    return type(error).__name__
