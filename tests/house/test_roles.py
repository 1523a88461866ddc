"""What each role may do."""

import re
from pathlib import Path

import pytest

from pitboss.house import access
from pitboss.house.access import ACTS, NOBODY, ROLES, TWO_PEOPLE, Forbidden, may, require
from pitboss.house.engine import BY_SEAT, BY_STAFF
from pitboss.house.log import Person
from pitboss.web.common.door import ADDRESSES

EVERYONE = "look arrive use-session learn"
SEATED = (
    "play-now take-chips add-word sit wager decide leave sit-out sit-in buy-chips post-blind"
    " wait-for-blind open-practice-table play-on pause go-on hurry react"
)
STAFF = "use-account see-floor"
CHARGE = (
    "open-practice-table seat-bot remove-seat acknowledge-alert ask-and-answer adjust-meter reseed"
    " void-settled read-all read-reports"
)
TABLE = {
    "": "look arrive play-now",
    "guest": f"{EVERYONE} {SEATED} choose-name",
    "player": f"{EVERYONE} {SEATED} use-account",
    "dealer": f"{EVERYONE} {STAFF} deal void open-practice-table",
    "supervisor": f"{EVERYONE} {STAFF} {CHARGE} deal void advance-hit check-cards",
    "operator": f"{EVERYONE} {STAFF} {CHARGE} open-table change-table close-table open-jackpot"
    " make-promotion end-promotion manage-people make-person change-role set-password reactivate"
    " reset-second-factor"
    " export-log",
    "auditor": f"{EVERYONE} {STAFF} read-all read-reports export-log",
}


@pytest.mark.parametrize("role", [NOBODY, *ROLES])
def test_a_role_may_do_its_acts_and_no_others(role: str):
    person = Person("person-1", "Pat", role)
    assert {act for act in ACTS if may(person, act)} == set(TABLE[role].split())


READING = frozenset({"read-all", "read-reports", "export-log", "look", "see-floor"})
"""Acts that change nothing."""
OWN = frozenset({"arrive", "use-session", "use-account", "learn"})
"""Acts that change nothing but what is the visitor's own: session, password, scorecard."""


def test_an_auditor_changes_nothing():
    assert {act for act, roles in ACTS.items() if "auditor" in roles} == READING | OWN
    assert not (READING | OWN) & TWO_PEOPLE


def test_a_refusal_names_the_act_and_the_roles():
    with pytest.raises(Forbidden, match=r"^void: needs the role dealer or supervisor, not player$"):
        require(Person("person-1", "Pat", "player"), "void")
    require(Person("person-1", "Pat", "dealer"), "void")


def test_an_act_that_is_not_listed_is_an_error_for_everyone():
    with pytest.raises(KeyError):
        require(Person("person-1", "Pat", "operator"), "viod")


def test_every_act_is_asked_for_somewhere():
    """At an address, as a command at a table, by two people, or where its right is required: one
    that nothing asks for would stand in the list of rights and mean nothing."""
    package = Path(access.__file__).parents[1]
    texts = [path.read_text() for path in package.rglob("*.py")]
    required = {name for text in texts for name in re.findall(r'require\([^")]*"([a-z-]+)"', text)}
    assert set(ACTS) <= {*required, *ADDRESSES.values(), *BY_SEAT, *BY_STAFF, *TWO_PEOPLE}
