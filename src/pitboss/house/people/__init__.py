"""People: roles, accounts, sessions, rate limits, and the acts that need two of them."""

from pitboss.house.people.change import Change, Record
from pitboss.house.people.limits import Limits, RateLimited
from pitboss.house.people.roles import Forbidden, may, require
from pitboss.house.person import Person

__all__ = [
    "Change",
    "Forbidden",
    "Limits",
    "Person",
    "RateLimited",
    "Record",
    "may",
    "require",
]
