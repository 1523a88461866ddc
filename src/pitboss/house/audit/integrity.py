"""Whether the log and the software are still what they were: heads signed, files compared.

A head says how far every chain reached at one moment; its key is a file that only the house can
read. What is started is recorded on the house's chain. When a later check finds another file, that
is recorded with an alert, and the house gives no more shuffles: rounds in play are finished, no new
one is dealt until the house is started again with software that someone has looked at.
"""

import logging
import threading
import time
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

from cryptography.exceptions import UnsupportedAlgorithm
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from pitboss.house.audit.heads import head_hash, sign_head
from pitboss.house.audit.noted import find_gone, write_note
from pitboss.house.engine import House
from pitboss.house.health import supervise
from pitboss.house.log import HOUSE, Draft
from pitboss.house.manifest import CHECK_SECONDS, PACKAGE, Manifest, check_manifest, make_manifest
from pitboss.house.modes import check_private, make_private_file
from pitboss.house.store import Transaction, entries
from pitboss.house.store.entries import Unit
from pitboss.house.store.heads import stands_for
from pitboss.refusal import Refused

_LOG = logging.getLogger(__name__)

WHO = "house"
SIGN_SECONDS = 60.0
STEP_SECONDS = 0.5
MOST_LINES = 50
STARTING_SECONDS = 60.0
"""A key that is younger may be of another server that starts beside this one."""
LOST_HOUSE = (
    "the key {} has signed the log of another house: put its database back (pitboss restore), or"
    " say --new-key to begin a new house"
)


class Key:
    """The house's key: signs, and has a public half that everyone may know."""

    __slots__ = ("_private", "public")

    def __init__(self, private: Ed25519PrivateKey) -> None:
        self._private = private
        self.public = private.public_key().public_bytes_raw().hex()

    def sign(self, text: str) -> str:
        return self._private.sign(text.encode()).hex()


def passing_key() -> Key:
    """A key for one export that is checked at once and then forgotten."""
    return Key(Ed25519PrivateKey.generate())


def open_key(path: Path) -> Key:
    """The key in this file; made at the first start, for the owner's eyes only."""
    try:
        if not path.exists():
            _make_key(path)
        check_private("key", path)
        data = path.read_bytes()
    except OSError as error:
        raise Refused(f"key {path}: cannot be used: {error.strerror or error}") from None
    try:
        private = serialization.load_pem_private_key(data, password=None)
    except (TypeError, ValueError, UnsupportedAlgorithm):
        raise Refused(f"key {path}: not a PEM file with an Ed25519 private key") from None
    if not isinstance(private, Ed25519PrivateKey):
        raise Refused(f"key {path}: not an Ed25519 key")
    return Key(private)


def _make_key(path: Path) -> None:
    data = Ed25519PrivateKey.generate().private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
    make_private_file(path, data)


def open_recorded_key(transaction: Transaction, path: Path, may_be_new: bool = False) -> Key:
    """The key in this file, which must be one that the log records, if it records any: a lost key,
    or another one in its place, is taken only where somebody says so."""
    known = recorded_keys(transaction)
    if not known and not may_be_new and _is_older(path):
        raise Refused(f"database: is new, but {LOST_HOUSE.format(path)}")
    way = "bring it back from a backup, or say --new-key, which is recorded with an alert"
    if known and not may_be_new and not path.exists():
        raise Refused(f"key {path}: is missing, and the log was signed with {known[-1]}; {way}")
    key = open_key(path)
    if known and not may_be_new and key.public not in known:
        raise Refused(f"key {path}: the log was signed with {known[-1]}, not with this one; {way}")
    return key


def _is_older(path: Path) -> bool:
    """Whether there is a key, and not of a start that is under way at this moment."""
    return path.exists() and abs(time.time() - path.stat().st_mtime) > STARTING_SECONDS


def announce_key(key: Key, known: Sequence[str] = ()) -> Draft:
    """The entry by which the house chain records a new key; after others, with an alert."""
    words = f"the log is signed with a new key from here on: {key.public}"
    alerts = (words,) if known else ()
    return Draft("key-made", {"algorithm": "ed25519", "key": key.public}, alerts=alerts)


def recorded_keys(transaction: Transaction) -> list[str]:
    """The public keys that the house chain records, oldest first."""
    found = entries.search(transaction, entries.Which(HOUSE, ("key-made",)))
    return [str(entry.values["key"]) for entry in found]


GONE = "head {} was signed and is gone: heads were dropped, or the database is an older one"


class Watch:
    """Signs the log's head every minute and checks the software once a day, on its own thread.

    ``stopped`` says why no round is dealt, and is empty while all is well. How it goes itself is
    said of the house's part ``watch``.
    """

    def __init__(
        self,
        house: House,
        key: Key,
        package: Path = PACKAGE,
        clock: Callable[[], float] = time.monotonic,
        note: Path | None = None,
    ) -> None:
        """``note`` is a file outside the database that keeps which head was signed last, so that
        an older database in its place is seen."""
        self.house = house
        self.key = key
        self.package = package
        self.stopped = ""
        self.manifest: Manifest = {}
        self._clock = clock
        self._note = note
        self._sign_at = self._check_at = 0.0
        self._told = False
        self._ending = threading.Event()
        self._checking = threading.Lock()
        given = (house.health.part("watch"), self._ending, lambda: self.step(), STEP_SECONDS)
        self._thread = threading.Thread(
            target=supervise, args=given, name="pitboss-watch", daemon=True
        )

    def start(self) -> None:
        """Record the software and the key, sign, and go on watching."""
        self.manifest = make_manifest(self.package)
        self._check_at = self._clock() + CHECK_SECONDS
        self.house.do(self._record_start)
        self.sign(whole=True)
        self._thread.start()

    def stop(self) -> None:
        """End the thread and sign the last head; before the house is closed."""
        self._ending.set()
        if self._thread.is_alive():
            self._thread.join()
        try:
            self.sign()
        except Refused as refusal:  # the database is away; what was signed stands
            _LOG.warning("the last head was not signed: %s", refusal)

    def step(self) -> None:
        """Do what is due; what fails is due until it is done."""
        now = self._clock()
        if now >= self._check_at:
            self.check()
        if now >= self._sign_at:
            self.sign()

    def sign(self, whole: bool = False) -> None:
        """Sign where the log's chains stand now; ``whole`` looks at every one of them."""
        digest = self.manifest["digest"]

        sign = partial(sign_head, key=self.key, manifest=digest, whole=whole)
        head: entries.Head = self.house.do(lambda unit: sign(unit.transaction, unit.at))
        if self._note:
            try:
                write_note(self._note, head)
            except OSError as error:  # the head stands all the same
                _LOG.warning("head %d was not noted in %s: %s", head.number, self._note, error)
        self._sign_at = self._clock() + SIGN_SECONDS

    def _record_start(self, unit: Unit) -> None:
        known = recorded_keys(unit.transaction)
        if self.key.public not in known:
            unit.append_house(announce_key(self.key, known), WHO)
        last = entries.last_head(unit.transaction)
        body: dict[str, object] = {"manifest": self.manifest}
        if last:
            # so that heads which are dropped later are missed
            body["head"] = {"number": last.number, "hash": head_hash(last)}
        # the next one that is signed takes the place of those that were dropped before
        signed = stands_for(unit.transaction)
        gone = signed if signed > (last.number if last else 0) else 0
        if self._note:
            gone = max(gone, find_gone(unit.transaction, self._note))
        alerts: tuple[str, ...] = ()
        if gone:
            body["head_gone"] = gone
            alerts = (GONE.format(gone),)
        unit.append_house(Draft("software-started", body, alerts=alerts), WHO)

    def check(self) -> list[str]:
        """Compare the files with the manifest now; gives a line for each that differs."""
        with self._checking:
            lines = check_manifest(self.manifest, self.package)
            if lines and not self.stopped:
                self.stopped = f"no new round: the software has changed since its start: {lines[0]}"
                self.house.room = self.house.room._replace(take=self._refuse)
            if lines and not self._told:
                shown = lines[:MOST_LINES]
                words = f"software differs from its manifest ({len(shown)} files): {lines[0]}"
                body = {"lines": shown, "files": len(lines)}
                failed = Draft("integrity-failed", body, alerts=(words,))
                self.house.do(lambda unit: unit.append_house(failed, WHO))
                self._told = True
            self._check_at = self._clock() + CHECK_SECONDS
            return lines

    def _refuse(self, _: int) -> bytes:
        """In place of the house's source of chance: without it nothing is shuffled or dealt."""
        raise Refused(self.stopped)
