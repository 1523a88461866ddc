"""Roles, and what each may do: one list, read by everything that asks."""

from collections.abc import Mapping

from pitboss.house.person import Person
from pitboss.refusal import Refused

ROLES = ("guest", "player", "dealer", "supervisor", "operator", "auditor")
STAFF = frozenset({"dealer", "supervisor", "operator", "auditor"})

_SEATED = ("guest", "player")
_FLOOR = ("dealer", "supervisor")
_CHARGE = ("supervisor", "operator")

ACTS: Mapping[str, tuple[str, ...]] = {
    # At a seat of one's own.
    "sit": _SEATED,
    "wager": _SEATED,
    "decide": _SEATED,
    "leave": _SEATED,
    "sit-out": _SEATED,
    "sit-in": _SEATED,
    "buy-chips": _SEATED,
    "open-practice-table": ("guest", "player", "dealer", "supervisor", "operator"),
    # Running a round.
    "lock": _FLOOR,
    "deal": _FLOOR,
    "void": _FLOOR,
    # Running the tables.
    "open-table": ("operator",),
    "change-table": ("operator",),
    "close-table": ("operator",),
    "seat-bot": _CHARGE,
    "remove-seat": _CHARGE,
    "lock-hit": _FLOOR,
    "advance-hit": ("supervisor",),
    "open-jackpot": ("operator",),
    "make-promotion": ("operator",),
    "acknowledge-alert": _CHARGE,
    # Acts of two people: one asks, another approves.
    "adjust-meter": _CHARGE,
    "reseed": _CHARGE,
    "void-settled": _CHARGE,
    # The house itself.
    "manage-people": ("operator",),
    "read-all": ("auditor", "supervisor", "operator"),
    "read-reports": ("auditor", "supervisor", "operator"),
    "export-log": ("auditor", "operator"),
}

TWO_PEOPLE = frozenset({"adjust-meter", "reseed", "void-settled"})


class Forbidden(Refused):
    """Known, but not entitled to the act."""


def may(person: Person, act: str) -> bool:
    return person.role in ACTS[act]


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
