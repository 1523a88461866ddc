"""Second factors: a time-based code from a device, and ten codes for the day when it is lost.
A code is good once, and a step of half a minute early or late. The secret is shown while it is set
up and never again; recovery codes are kept as hashes."""

import hmac
import json
import secrets
from datetime import datetime
from hashlib import sha256
from typing import NamedTuple

import pyotp

from pitboss.house.log import canonical
from pitboss.house.store.database import Transaction

STEP_SECONDS = 30
DRIFT = (0, -1, 1)
CODES = 10
LETTERS = "abcdefghijkmnpqrstuvwxyz23456789"
ISSUER = "Pitboss"


class Factor(NamedTuple):
    """As it is kept; ``last`` is the step of the last code that was taken."""

    secret: str
    last: int = 0
    recovery: tuple[str, ...] = ()

    def address(self, name: str) -> str:
        """What the device is shown, as a picture."""
        return str(pyotp.TOTP(self.secret).provisioning_uri(name=name, issuer_name=ISSUER))


def begin() -> Factor:
    return Factor(pyotp.random_base32())


def read(transaction: Transaction, person_id: str) -> tuple[Factor | None, bool]:
    """Someone's, and whether it is in force."""
    rows = transaction.execute(
        f"SELECT factor, factored FROM people WHERE id = ?{transaction.locking}", (person_id,)
    )
    if not rows or not rows[0][0]:
        return None, False
    values = json.loads(rows[0][0])
    found = Factor(values["secret"], values["last"], tuple(values["recovery"]))
    return found, bool(rows[0][1])


def keep(transaction: Transaction, person_id: str, factor: Factor | None, is_on: bool) -> None:
    text = canonical(factor._asdict()) if factor else ""
    transaction.execute(
        "UPDATE people SET factor = ?, factored = ? WHERE id = ?", (text, int(is_on), person_id)
    )


def make_recovery() -> list[str]:
    """Fifty bits each, so a plain hash hides them well enough."""
    return [
        "-".join("".join(secrets.choice(LETTERS) for _ in range(5)) for _ in range(2))
        for _ in range(CODES)
    ]


def hash_code(code: str) -> str:
    return sha256(_plain(code).encode(errors="replace")).hexdigest()


def use(factor: Factor, code: str, at: datetime) -> Factor | None:
    """The factor as it stands after a code was used, or None where it is not good."""
    plain, now = _plain(code), int(at.timestamp()) // STEP_SECONDS
    totp = pyotp.TOTP(factor.secret)
    for step in (now + drift for drift in DRIFT):
        right = totp.generate_otp(step)
        if step > factor.last and hmac.compare_digest(right.encode(), plain.encode()):
            return factor._replace(last=step)
    if (hashed := hash_code(code)) in factor.recovery:
        return factor._replace(recovery=tuple(h for h in factor.recovery if h != hashed))
    return None


def _plain(code: str) -> str:
    return code[:40].replace(" ", "").replace("-", "").casefold()
