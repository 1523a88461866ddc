"""Posting to an address that the settings name.

Certificates are verified; a plain connection is made to this machine alone, unless the house says
otherwise. No redirect is followed: what is sent is for whoever was named. What went wrong is told
in words without any secret, which an address or a header may have in it.
"""

import hashlib
import hmac
import http.client
import ipaddress
import ssl
import time
from collections.abc import Mapping
from typing import NamedTuple
from urllib.parse import urlsplit

from pitboss.refusal import Refused

SECONDS = 10.0
"""For each step of a delivery."""
LARGEST_ANSWER = 256 * 1024


class Undelivered(Exception):
    """It did not arrive, in words without any secret."""


class Answer(NamedTuple):
    """What was said to a post."""

    status: int
    body: bytes


class Address:
    """Where to post to. ``what`` names it in a refusal, ``plain`` lets it be without https, and is
    the setting ``way`` where there is one."""

    def __init__(self, what: str, address: str, plain: bool, way: str = "") -> None:
        try:
            parts = urlsplit(address)
            named = parts.scheme in ("https", "http") and parts.hostname and parts.port != 0
        except ValueError:
            named = False
        if not named or not address.isascii() or not address.isprintable():
            raise Refused(f"{what}: give an address such as https://alerts.example/pitboss")
        if parts.scheme == "http" and not (plain or is_here(parts.hostname or "")):
            raise Refused(f"{what}: http leads only to this machine; give https, or say {way}")
        self._parts = parts
        self._context = ssl.create_default_context() if parts.scheme == "https" else None

    def post(self, body: bytes, headers: Mapping[str, str]) -> Answer:
        """What was answered; ``Undelivered`` where nothing was, or no success."""
        try:
            answer = self._post(body, {"User-Agent": "Pitboss", **headers})
        except (OSError, http.client.HTTPException, ValueError) as error:
            raise Undelivered(reason(error)) from None
        if not 200 <= answer.status < 300:
            raise Undelivered(f"it was answered with {answer.status}")
        return answer

    def _post(self, body: bytes, headers: Mapping[str, str]) -> Answer:
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
            response = connection.getresponse()
            return Answer(response.status, response.read(LARGEST_ANSWER))
        finally:
            connection.close()


def sign_post(secret: str, body: bytes) -> dict[str, str]:
    """The headers that say when something was posted and, with a secret, by whom."""
    at = f"{time.time():.0f}"
    headers = {"X-Pitboss-Time": at}
    if secret:
        signed = hmac.new(secret.encode(), at.encode() + b"." + body, hashlib.sha256)
        headers["X-Pitboss-Signature"] = f"sha256={signed.hexdigest()}"
    return headers


def is_here(host: str) -> bool:
    """Whether a name or address is this machine."""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def reason(error: Exception) -> str:
    """The system's words: an address or a header may have a secret in it, a reason has none."""
    if isinstance(error, ssl.SSLCertVerificationError):
        return f"the certificate is not trusted: {error.verify_message}"
    if isinstance(error, TimeoutError):
        return "no answer in time"
    if isinstance(error, OSError) and error.strerror:
        return error.strerror
    return type(error).__name__
