"""Where signed heads go: a folder, a webhook, a timestamp authority.

All that is sent of a head is one line of canonical JSON, which ``pitboss verify --head`` takes. A
destination that holds another head of the same number says so at once: either it is another
house's, or the log was rewritten after the head had left.
"""

import errno
import os
from base64 import b64encode
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from secrets import randbits
from typing import NamedTuple, Protocol

from pitboss.house.audit import timestamps
from pitboss.house.dispatch.post import Address, Undelivered, sign_post
from pitboss.house.log import canonical
from pitboss.house.store.entries import Head
from pitboss.refusal import Refused

IN_A_FOLDER = 1_000
NONCE_BITS = 64
_NO_LINKS = {errno.EPERM, errno.ENOTSUP, errno.EOPNOTSUPP, errno.ENOSYS, errno.EINVAL}
"""What file systems say that know no links."""


class Clash(Undelivered):
    """There is another head of this number: that does not pass, so it is told at once."""


class Leaving(NamedTuple):
    """A head on its way, with the public key that it is signed with."""

    head: Head
    key: str

    @property
    def line(self) -> bytes:
        """As it is written and posted; the body is canonical JSON already."""
        rest = canonical({"key": self.key, "signature": self.head.signature})
        return f'{{"head":{self.head.body},{rest[1:]}\n'.encode()

    @property
    def digest(self) -> bytes:
        """What a timestamp is asked for."""
        return sha256(self.head.body.encode()).digest()


class Destination(Protocol):
    """``name`` is what its marks are kept under."""

    name: str

    def send(self, leaving: Leaving) -> str:
        """Send, or raise ``Undelivered``; gives what is to be kept of the answer."""

    def confirm(self, leaving: Leaving) -> None:
        """Where that can be seen: whether what has left is still this; ``Clash`` if not."""


def place_of(number: int, ending: str = "json") -> Path:
    """A head's file: a thousand in a folder, for some media hold few files in one."""
    return Path(f"{number // IN_A_FOLDER:07d}") / f"head-{number:010d}.{ending}"


class Folder:
    """One file a head, written whole and never overwritten."""

    name = "folder"

    def __init__(self, path: Path) -> None:
        if path.exists() and not path.is_dir():
            raise Refused(f"heads folder {path}: is no folder")
        self._path = path

    def send(self, leaving: Leaving) -> str:
        self.write(place_of(leaving.head.number), leaving.line)
        return ""

    def confirm(self, leaving: Leaving) -> None:
        path = self._path / place_of(leaving.head.number)
        try:
            if path.exists() and path.read_bytes() != leaving.line:
                raise Clash(f"{path.name} is not the head that the house has now")
        except OSError as error:
            raise Undelivered(error.strerror or type(error).__name__) from None

    def write(self, place: Path, data: bytes) -> None:
        if not self._path.is_dir():  # nor is one made: it may be the place of a medium that is away
            raise Undelivered("the folder is not there")
        try:
            self._write(self._path / place, data)
        except OSError as error:
            raise Undelivered(error.strerror or type(error).__name__) from None

    def _write(self, path: Path, data: bytes) -> None:
        if path.exists():
            if path.read_bytes() != data:
                raise Clash(f"{path.name} is there already, and it is another one")
            return
        path.parent.mkdir(exist_ok=True)
        fresh = path.with_name(f".{path.name}.{os.getpid()}.new")
        try:
            with open(fresh, "wb") as file:
                file.write(data)
                file.flush()
                os.fsync(file.fileno())
            _move(fresh, path)
        finally:
            fresh.unlink(missing_ok=True)
        for folder in (path.parent, path.parent.parent):
            _sync(folder)


def _move(fresh: Path, path: Path) -> None:
    """Put a file at its place, unless something is there."""
    try:
        os.link(fresh, path)
    except FileExistsError:
        raise Clash(f"{path.name} was written by someone else at this moment") from None
    except OSError as error:
        if error.errno not in _NO_LINKS:
            raise
        os.rename(fresh, path)  # it was not there a moment ago, and the destination is claimed


def _sync(folder: Path) -> None:
    with suppress(OSError):  # not every system lets a folder be opened
        held = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(held)
        finally:
            os.close(held)


class Webhook:
    """Posts each head, signed once more where there is a secret."""

    name = "webhook"

    def __init__(self, address: str, secret: str = "", plain: bool = False) -> None:
        self._address = Address("heads webhook", address, plain, "heads_webhook_plain")
        self._secret = secret

    def send(self, leaving: Leaving) -> str:
        body = leaving.line
        identity = f"head-{leaving.head.number}-{leaving.digest.hex()[:16]}"
        headers = {"Content-Type": "application/json", "Idempotency-Key": identity}
        self._address.post(body, headers | sign_post(self._secret, body))
        return ""

    def confirm(self, leaving: Leaving) -> None:
        pass  # what was taken is not given back


class Authority:
    """A timestamp authority (RFC 3161): it learns a hash, and signs that it was there at a time.
    Plain http will do, because whoever changes the answer would have to sign it. What was answered
    is kept whole, also beside the head's file where there is a folder."""

    name = "timestamp"

    def __init__(self, address: str, folder: Folder | None = None) -> None:
        self._address = Address("heads timestamp", address, plain=True)
        self._folder = folder

    def send(self, leaving: Leaving) -> str:
        nonce = randbits(NONCE_BITS)
        query = timestamps.write_request(leaving.digest, nonce)
        headers = {"Content-Type": "application/timestamp-query"}
        answer = self._address.post(query, headers | {"Accept": "application/timestamp-reply"})
        try:
            timestamps.check_answer(answer.body, leaving.digest, nonce)
        except timestamps.BadStamp as error:
            raise Undelivered(str(error)) from None
        if self._folder:
            with suppress(Undelivered):  # it is in the database, and the folder tells its own story
                self._folder.write(place_of(leaving.head.number, "tsr"), answer.body)
        return b64encode(answer.body).decode()

    def confirm(self, leaving: Leaving) -> None:
        pass  # the answer is in the database, and no better than that
