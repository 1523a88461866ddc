"""The one way in which a table changes: at play, after a crash, and to follow another process.

What was recorded is recomputed on the way; a difference stops the table rather than go on wrong.
"""

from collections.abc import Mapping

from msgspec import MsgspecError
from msgspec.json import Decoder

from pitboss.house import ledger
from pitboss.house.log import Entry, commit_to
from pitboss.house.tables import amendments, entries, fair, promotions, tempo
from pitboss.house.tables.entries import Happening, Moment, ReadSetup
from pitboss.house.tables.state import LiveTable

KINDS: Mapping[str, type[Happening]] = {
    found.word: found
    for module in (entries, tempo, fair, promotions, amendments)
    for found in vars(module).values()
    if isinstance(found, type) and issubclass(found, Happening) and hasattr(found, "word")
}
_DECODERS = {word: Decoder(kind) for word, kind in KINDS.items()}

SETUP_KINDS = tuple(
    word
    for word, kind in KINDS.items()
    if issubclass(kind, entries.TableOpened | entries.SettingsChanged)
)
"""The entries that say what a table's setup is from then on."""

FUNDING = (entries.SeatTaken, entries.ChipsBought)
"""By these somebody brings chips to a seat."""


class Corrupt(Exception):
    """The log does not agree with the rules: the table must not be played."""


def apply(table: LiveTable, happening: Happening, moment: Moment) -> Happening:
    """Let something happen at a table, and the seats' chips follow its postings; gives it with what
    it came to."""
    came = happening.apply(table, moment) or happening
    if came.postings:
        names = ledger.seats(table.id)
        for number, seat in table.seats.items():
            if cents := came.postings.get(names[number]):
                seat.stack_cents += cents
                assert seat.stack_cents >= 0, f"seat {number} of {table.id} would be below zero"
    entry = moment.seal(came)
    table.version, table.hash = entry.version, entry.hash
    if isinstance(came, FUNDING):
        table.funded = entry.version
    if came.is_play and not (moment.who == "table" or moment.who.startswith("bot-")):
        table.acted = entry.version
    return came


def apply_entry(table: LiveTable, entry: Entry, read: ReadSetup) -> None:
    """Bring a table one recorded entry further."""
    if entry.version != table.version + 1:
        raise Corrupt(f"{entry.chain}: entry {entry.version} does not follow {table.version}")
    recorded = read_entry(entry)

    def seal(came: Happening) -> Entry:
        if came.postings != recorded.postings:
            raise Corrupt(f"{entry.chain}: entry {entry.version} moved other amounts")
        if came != recorded:
            raise Corrupt(f"{entry.chain}: entry {entry.version} has another result")
        return entry

    settled = (recorded.settled_on, recorded.moves_before)
    apply(table, recorded, Moment(entry.at, entry.who, *settled, read, seal))


def read_entry(entry: Entry) -> Happening:
    """What a stored entry says that happened; another secret than it commits to is none."""
    decoder = _DECODERS.get(entry.kind)
    if decoder is None:
        raise Corrupt(f"{entry.chain}: entry {entry.version} is of an unknown kind")
    try:
        found = decoder.decode(entry.body)
    except MsgspecError as error:
        raise Corrupt(f"{entry.chain}: entry {entry.version}: {error}") from None
    if entry.secret is not None and commit_to(entry.secret) != entry.values.get("commitment"):
        raise Corrupt(f"{entry.chain}: entry {entry.version} has another secret than it commits to")
    found.secret = entry.hidden or None
    return found
