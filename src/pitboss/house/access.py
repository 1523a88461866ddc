"""Who may do what: what each role may do, who holds a session, and how often one may ask.

Rate limits are buckets of tokens, one a key, in memory, refilled as time passes. A process counts
for itself, or with others of one server where it is given buckets that they share. The number of
keys is bounded: the one unused for longest is forgotten first, and only a full bucket is worth as
much as none.
"""

import hmac
import ipaddress
import math
import re
import secrets
from collections import OrderedDict
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from hashlib import sha256
from threading import Lock
from typing import NamedTuple, Protocol

from pitboss.house.log import Person, make_id, read_stamp, stamp
from pitboss.house.names import RESERVED, clean_name, refuse_house, refuse_likeness
from pitboss.house.store import Transaction, people
from pitboss.house.store.entries import Change, Unit
from pitboss.house.store.people import Session
from pitboss.refusal import Refused

ROLES = ("guest", "player", "dealer", "supervisor", "operator", "auditor")
STAFF = frozenset({"dealer", "supervisor", "operator", "auditor"})

NOBODY = ""
"""The role of whoever has no session."""
MASKED = "m-"
"""Before a token that is masked for one page."""

_SEATED = ("guest", "player")
_FLOOR = ("dealer", "supervisor")
_CHARGE = ("supervisor", "operator")
_OPERATOR = ("operator",)
_STAFF = ("dealer", "supervisor", "operator", "auditor")

ACTS: Mapping[str, tuple[str, ...]] = {
    act: roles
    for roles, acts in (
        # For whoever comes by.
        ((NOBODY, *ROLES), ("look", "arrive")),
        ((NOBODY, *_SEATED), ("play-now",)),
        # With a session, and with an account.
        (ROLES, ("use-session", "learn")),
        (("player", *_STAFF), ("use-account",)),
        # At a seat of one's own.
        (_SEATED, ("take-chips", "add-word")),
        (_SEATED, ("sit", "wager", "decide", "leave", "sit-out", "sit-in", "buy-chips")),
        (_SEATED, ("post-blind", "wait-for-blind", "play-on", "pause", "go-on", "hurry")),
        (_SEATED, ("react",)),
        (("guest",), ("choose-name",)),
        ((*_SEATED, *_FLOOR, "operator"), ("open-practice-table",)),
        # Running a round.
        (_FLOOR, ("deal", "void")),
        # Running the tables.
        (_OPERATOR, ("open-table", "change-table", "close-table")),
        (_CHARGE, ("seat-bot", "remove-seat")),
        (("supervisor",), ("advance-hit", "check-cards")),
        (_OPERATOR, ("open-jackpot", "make-promotion", "end-promotion")),
        (_CHARGE, ("acknowledge-alert",)),
        # Acts of two people: one asks, another approves.
        (_CHARGE, ("ask-and-answer", "adjust-meter", "reseed", "void-settled")),
        (_OPERATOR, ("make-person", "change-role", "set-password", "reactivate")),
        (_OPERATOR, ("reset-second-factor",)),
        # The house itself.
        (_STAFF, ("see-floor",)),
        (_OPERATOR, ("manage-people",)),
        (("auditor", "supervisor", "operator"), ("read-all", "read-reports")),
        (("auditor", "operator"), ("export-log",)),
    )
    for act in acts
}
"""Who may do what: every right of every role. Addresses are answered by it (``web/common/door``),
commands of tables (``engine.find_act``), and what people change at the desk."""

TWO_PEOPLE = frozenset(
    {
        *("adjust-meter", "reseed", "void-settled"),
        *("make-person", "change-role", "set-password", "reactivate", "reset-second-factor"),
    }
)
"""The last five where the account is one that may itself approve."""

APPROVERS = frozenset(_CHARGE)
"""The roles of accounts that may approve what another asks for."""


class Forbidden(Refused):
    """Known, but not entitled to the act."""


def allows(role: str, act: str) -> bool:
    return role in ACTS[act]


def may(person: Person, act: str) -> bool:
    return allows(person.role, act)


def require(person: Person, act: str) -> None:
    """Refuse an act that is not for the person's role."""
    if not may(person, act):
        raise Forbidden(f"{act}: needs the role {join_or(ACTS[act])}, not {person.role}")


def read_role(text: str) -> str:
    """A role that an account may have."""
    allowed = tuple(role for role in ROLES if role != "guest")
    if text not in allowed:
        raise Refused(f"role {text}: an account may be {join_or(allowed)}")
    return text


def join_or(words: tuple[str, ...]) -> str:
    *first, last = words
    return f"{', '.join(first)} or {last}" if first else last


MOST_KEYS = 20_000
"""Of each kind; some 5 MB."""


class Rate(NamedTuple):
    """So many in so many seconds, all of them at once if need be."""

    tokens: int
    seconds: int


LOGIN = Rate(60, 60)
"""From one address at one server, before anything is asked of the database; what counts is kept
there (``attempts``)."""
GUESTS = Rate(20, 60)
COMMANDS = Rate(50, 1)
REACTIONS = Rate(5, 15)


class RateLimited(Refused):
    """Too many; ``wait_seconds`` from now there is room for one more."""

    def __init__(self, what: str, rate: Rate, wait_seconds: int) -> None:
        most = f"at most {rate.tokens} in {rate.seconds} s"
        super().__init__(f"{what}: {most}; wait {wait_seconds} s")
        self.wait_seconds = wait_seconds


class Buckets:
    """The buckets of one kind."""

    def __init__(self, what: str, rate: Rate, clock: Callable[[], float]) -> None:
        self._what = what
        self._rate = rate
        self._clock = clock
        self._left: OrderedDict[str, tuple[float, float]] = OrderedDict()
        self._guard = Lock()

    def __len__(self) -> int:
        return len(self._left)

    def take(self, key: str) -> None:
        """One token of the key's bucket, or a refusal."""
        now = self._clock()
        with self._guard:
            left, at = self._left.get(key, (float(self._rate.tokens), now))
            taken, left, wait = draw(self._rate, left, at, now)
            self._left[key] = (left, now)
            self._left.move_to_end(key)
            if len(self._left) > MOST_KEYS:
                self._left.popitem(last=False)
        if not taken:
            raise RateLimited(self._what, self._rate, wait)


def draw(rate: Rate, left: float, at: float, now: float) -> tuple[bool, float, int]:
    """Take a token of a bucket that held so many at some time: whether there was one, what is left,
    and otherwise how many seconds to wait."""
    each = rate.seconds / rate.tokens
    left = min(1.0 * rate.tokens, left + max(0.0, now - at) / each)
    taken = left > 0.999_999_999  # waiting as long as was said must be enough
    return taken, left - taken, 0 if taken else math.ceil((1 - left) * each)


class Taking(Protocol):
    """Buckets of one kind, wherever they are counted."""

    def take(self, key: str) -> None: ...


MakeBuckets = Callable[[str, Rate, Callable[[], float]], Taking]


class Limits:
    """All limits of one server. ``clock`` counts seconds and never goes back (a monotonic one)."""

    def __init__(self, clock: Callable[[], float], make: MakeBuckets = Buckets) -> None:
        self._addresses = make("logins from one address", LOGIN, clock)
        self._guests = make("guests from one address", GUESTS, clock)
        self._commands = make("commands of one session", COMMANDS, clock)
        self._reactions = make("reactions of one session", REACTIONS, clock)

    def take_login(self, address: str) -> None:
        self._addresses.take(address_key(address))

    def take_guest(self, address: str) -> None:
        self._guests.take(address_key(address))

    def take_command(self, session_key: str) -> None:
        self._commands.take(short_key(session_key))

    def take_reaction(self, session_key: str) -> None:
        self._reactions.take(short_key(session_key))


def address_key(address: str) -> str:
    """One key for whoever has one line: IPv6 gives each line a whole /64 of addresses."""
    try:
        parsed = ipaddress.ip_address(address)
    except ValueError:
        return short_key(address)
    if isinstance(parsed, ipaddress.IPv4Address):
        return str(parsed)
    if parsed.ipv4_mapped:
        return str(parsed.ipv4_mapped)
    return str(ipaddress.IPv6Address(int(parsed) >> 64 << 64))


def short_key(key: str) -> str:
    """A key of bounded size."""
    return key if len(key) <= 64 else sha256(key.encode(errors="replace")).hexdigest()


STAFF_IDLE = timedelta(hours=2)
STAFF_LONGEST = timedelta(hours=12)
PLAYER_IDLE = timedelta(days=30)
SEEN_EVERY = timedelta(minutes=1)
"""A write costs a sync of the disk, so a session's last use is kept to the minute."""

TOKEN_LETTERS = 64
"""256 bits in hexadecimal. With "-Ac-" in it, as other letters allow, a token would read like a
card to whoever looks for cards where none should be."""


@dataclass(frozen=True, slots=True)
class Begun:
    """A new session with the only copy of its token."""

    session: Session
    token: str = field(repr=False)


def begin_session(change: Change, old_token: str = "", address: str = "") -> Begun:
    """A session for ``change.by``, at a login; the token that the client held before ends."""
    person = change.by
    account = people.find(change.transaction, person.id)
    if account is None or not account.is_active or account.person.role != person.role:
        raise Refused("session: the account is closed or its role has changed; log in again")
    if old_token:
        end_session(change.unit, old_token)
    return _store(change, address)


def begin_guest(unit: Unit, at: datetime, name: str | None = None, address: str = "") -> Begun:
    """A session for a guest, who has no account and exists only in it, by a random id."""
    if name is None:
        shown = f"Guest {secrets.randbelow(9_000) + 1_000}"
    else:
        shown = _guest_name(name)
    return _store(Change(unit, Person(make_id("guest"), shown, "guest"), at), address)


def name_guest(change: Change, name: str) -> Person:
    """A guest goes by another name, in the same form as one that is given at the start."""
    before = change.by
    require(before, "choose-name")
    after = before._replace(name=_guest_name(name))
    people.name_sessions(change.transaction, before.id, after.name)
    change.note("guest-named", {"person": before.id, "before": before.name, "after": after.name})
    return after


def _guest_name(name: str) -> str:
    """No account can have such a name, so that none is given away by a refusal."""
    shown = clean_name(name)
    refuse_house(shown)
    return f"{shown}{GUEST_MARK}"


GUEST_MARK = " (guest)"
_GUESTS = re.compile(r"guest \d+|.*\(guest\)", re.IGNORECASE)


def refuse_taken(transaction: Transaction, name: str, but: str = "") -> None:
    """Refuse a new account the name of another, in capitals or not, or one that looks like a
    guest's; ``but`` is whoever may have it."""
    if _GUESTS.fullmatch(name):
        raise Refused(f"name {name}: is kept for guests; give another")
    for person, taken in people.read_names(transaction).items():
        if taken.casefold() == name.casefold() and person != but:
            raise Refused(f"name {name}: is taken; give another")
    refuse_likeness(name, _staff_names(transaction, but))


def refuse_title(transaction: Transaction, name: str, what: str) -> None:
    """Refuse a table or a jackpot the name of the house, of an office in it or of its staff."""
    refuse_likeness(name, [*RESERVED, *_staff_names(transaction)], what)


def _staff_names(transaction: Transaction, but: str = "") -> list[str]:
    """Of those whose accounts are open."""
    return [
        account.person.name
        for account in people.read_all(transaction)
        if account.is_active and account.person.role in STAFF and account.person.id != but
    ]


def read_session(transaction: Transaction, token: str, now: datetime) -> Session | None:
    """The session of a token, while it lasts and its account is open with the same role."""
    if len(token) != TOKEN_LETTERS or not token.isascii():
        return None
    return people.find_session(transaction, _key(token), now)


def touch_session(transaction: Transaction, session: Session, now: datetime) -> None:
    """Note that a session was used."""
    ends_at = _ends_at(session.person.role, session.made_at, now)
    people.touch_session(transaction, session.key, now, ends_at)


def end_session(unit: Unit, token: str) -> None:
    """End the session of a token, if there is one; its streams end with it, on every server."""
    key = _key(token)
    people.remove_session(unit.transaction, key)
    unit.sessions_ended.add(key)


def end_one(unit: Unit, key: str, person_id: str) -> None:
    """A session of someone, by the key that stands for its token."""
    if not people.remove_session(unit.transaction, key, person_id):
        raise Refused(f"session {key[:12]}…: there is none, or it has ended")
    unit.sessions_ended.add(key)


def end_sessions(unit: Unit, person_id: str) -> list[str]:
    """The same with all sessions of a person."""
    ended = people.remove_sessions(unit.transaction, person_id)
    unit.sessions_ended.update(ended)
    return ended


def mask_csrf(session: Session) -> str:
    """The token as one page shows it, other each time: a page's length tells nothing (BREACH)."""
    token, pad = bytes.fromhex(session.csrf), secrets.token_bytes(len(session.csrf) // 2)
    return f"{MASKED}{pad.hex()}{_xor(token, pad).hex()}"


def require_csrf(session: Session, given: str) -> None:
    """Refuse a change that is not of this session: pages send the token masked, programs plain."""
    token = _unmask(given.removeprefix(MASKED)) if given.startswith(MASKED) else given
    if not hmac.compare_digest(session.csrf.encode(), token.encode(errors="replace")):
        raise Forbidden("csrf token: is missing or of another session; load the page again")


def _unmask(text: str) -> str:
    """The token in a masked one; nothing where the text is no such thing."""
    with suppress(ValueError):
        return _xor(*(bytes.fromhex(part) for part in (text[:64], text[64:]))).hex()
    return ""


def _xor(one: bytes, other: bytes) -> bytes:
    return bytes(a ^ b for a, b in zip(one, other, strict=True))


def _store(change: Change, address: str) -> Begun:
    token, person = secrets.token_hex(32), change.by
    at = read_stamp(stamp(change.at))  # as exact as it is kept
    ends_at = _ends_at(person.role, at, at)
    session = Session(_key(token), person, secrets.token_hex(32), at, at, ends_at, address=address)
    people.add_session(change.transaction, session)
    body = {"person": person.id, "name": person.name, "role": person.role}
    change.note("session-begun", {**body, "session": session.key})
    return Begun(session, token)


def _ends_at(role: str, made_at: datetime, now: datetime) -> datetime:
    if role in STAFF:
        return min(now + STAFF_IDLE, made_at + STAFF_LONGEST)
    return now + PLAYER_IDLE


def _key(token: str) -> str:
    return sha256(token.encode(errors="replace")).hexdigest()
