"""Second factors: a time-based code from a device, and ten codes for the day when it is lost.
A code is good once, and a step of half a minute early or late. The secret is shown while it is set
up and never again, and is locked at rest; recovery codes are kept as hashes."""

import hmac
import json
import secrets
from datetime import datetime
from hashlib import sha256
from typing import NamedTuple

import pyotp

from pitboss.house.log import canonical
from pitboss.house.store.database import Transaction
from pitboss.house.store.vault import Vault, is_locked, is_unopened
from pitboss.refusal import Refused

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
    text, is_on = transaction.vault.open(rows[0][0], _place(person_id)), bool(rows[0][1])
    if is_unopened(text):
        if is_on:
            raise Refused(
                "second factor: it cannot be opened; it is reset by operators or at the machine"
            )
        return None, False
    values = json.loads(text)
    return Factor(values["secret"], values["last"], tuple(values["recovery"])), is_on


def read_secret(transaction: Transaction, person_id: str) -> str | None:
    """The secret of someone's; None where there is none, or where it does not open."""
    rows = transaction.execute("SELECT factor FROM people WHERE id = ?", (person_id,))
    text = transaction.vault.open(rows[0][0], _place(person_id)) if rows and rows[0][0] else ""
    if not text or is_unopened(text):
        return None
    try:
        return str(json.loads(text)["secret"])
    except (KeyError, TypeError, ValueError):
        return None


def keep(transaction: Transaction, person_id: str, factor: Factor | None, is_on: bool) -> None:
    text = ""
    if factor:
        text = transaction.vault.lock(canonical(factor._asdict()), _place(person_id))
    transaction.execute(
        "UPDATE people SET factor = ?, factored = ? WHERE id = ?", (text, int(is_on), person_id)
    )


def lock_all(transaction: Transaction, vault: Vault) -> None:
    """Those that an earlier Pitboss has kept as they are."""
    for person_id, text in transaction.execute("SELECT id, factor FROM people WHERE factor <> ''"):
        if not is_locked(text):
            new = vault.lock(text, _place(person_id))
            transaction.execute("UPDATE people SET factor = ? WHERE id = ?", (new, person_id))


def lock_anew(transaction: Transaction, old: Vault, new: Vault) -> None:
    """With another key; one that does not open is left as it is."""
    for person_id, text in transaction.execute("SELECT id, factor FROM people WHERE factor <> ''"):
        opened = old.open(text, _place(person_id))
        if not is_unopened(opened):
            locked = new.lock(opened, _place(person_id))
            transaction.execute("UPDATE people SET factor = ? WHERE id = ?", (locked, person_id))


def _place(person_id: str) -> str:
    return f"second factor {person_id}"


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
