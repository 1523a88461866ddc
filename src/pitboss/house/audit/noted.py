"""The last head that was signed, noted in a file beside the house's key. A database that was put
back to an earlier moment does not have that head; and seeds that were shown since would be dealt
from once more, to whoever has seen them."""

import json
import os
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from pitboss.house.audit.heads import head_hash
from pitboss.house.log import canonical
from pitboss.house.modes import make_private_file
from pitboss.house.store import Transaction
from pitboss.house.store.departures import find_head
from pitboss.house.store.entries import Head

NOTE_FILE = "signed.json"


class Note(NamedTuple):
    number: int
    hash: str


def write_note(path: Path, head: Head) -> None:
    """Replace what was noted before."""
    fresh = path.with_name(f"{path.name}.{os.getpid()}")
    fresh.unlink(missing_ok=True)
    make_private_file(fresh, canonical(Note(head.number, head_hash(head))._asdict()).encode())
    fresh.replace(path)


def find_gone(transaction: Transaction, path: Path) -> int:
    """The number of the head that is noted and that the database does not have; 0 where it has it,
    or where nothing is noted."""
    note = None
    with suppress(OSError, TypeError, ValueError):
        note = Note(**json.loads(path.read_bytes()))
    if note is None or not isinstance(note.number, int):
        return 0
    head = find_head(transaction, note.number)
    return 0 if head and head_hash(head) == note.hash else note.number
