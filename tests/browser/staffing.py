"""People with accounts at the site, and pages opened in their names."""

from datetime import UTC, datetime
from functools import cache, partial
from pathlib import Path
from tempfile import mkdtemp
from typing import Any

from playwright.sync_api import Page

from pitboss.cards import DECK, parse_cards
from pitboss.house import access, accounts
from pitboss.house.accounts import hash_password
from pitboss.house.audit.integrity import Watch, open_key
from pitboss.house.log import Person
from pitboss.house.tables import play
from pitboss.house.tables.play import Command
from pitboss.web.common.services import COOKIE
from tests.browser.conftest import Visit
from tests.browser.site import Site
from tests.house.guests import change_as, stacking

PASSWORD = "a long password"
ROLES = {
    "Dora": "dealer",
    "Sven": "supervisor",
    "Saga": "supervisor",
    "Aldo": "auditor",
    "Petra": "player",
}
ROYAL = "Ah Kh Qh Jh  2c 3d 4s 5c  Th 2d 7s 8c 9d"
"""Seat 1 makes a royal flush with the first community card; dealt four at a time."""


@cache
def staff_of(site: Site) -> dict[str, Person]:
    """Everyone by name, the first operator among them, who opens tables from now on; exports are
    signed."""
    first = accounts.ensure_operator(site.house.database, "Oskar", PASSWORD, datetime.now(UTC))
    assert first
    hashed = hash_password(PASSWORD)
    site.operator = first.person
    people = {"Oskar": first.person}
    for name, role in ROLES.items():
        make = partial(accounts.make_person, name=name, role=role, password=hashed)
        people[name] = change_as(site.house, accounts.MACHINE, make)
    watch = Watch(site.house, open_key(Path(mkdtemp()) / "key.pem"))
    watch.start()
    watch.stop()
    services: Any = site.recorder.app
    services = services.state.services
    services.settings = services.settings._replace(watch=watch)
    return people


def visit_as(visit: Visit, site: Site, name: str, path: str, **options: Any) -> Page:
    """A page with this person's session; logging in has tests of its own, and a rate limit."""
    person = staff_of(site)[name]
    begun = change_as(site.house, person, access.begin_session)
    page = visit("/login", **options)
    page.context.add_cookies([{"name": COOKIE, "value": begun.token, "url": site.url}])
    page.goto(path)
    return page


def guest(site: Site, number: int) -> Person:
    person = Person(f"guest-{number:016x}", f"Guest {number}", "guest")
    site.house.issue_chips(person)
    return person


def ask(site: Site, table: str, act: str, person: Person, **given: Any) -> None:
    site.house.ask(Command(table, act, person, given))


def play_duki(site: Site, table: str, person: Person, action: str = "play") -> None:
    """One round by one seat."""
    ask(site, table, "wager", person, wagers={"ante": 10, "bonus": 5}, deal=True)
    ask(site, table, "decide", person, action=action)


def hit_jackpot(site: Site, monkeypatch: Any, name: str, number: int) -> str:
    """A royal flush on the first jackpot of the site; gives the table."""
    top = parse_cards(ROYAL)
    deck = (*top, *(card for card in DECK if card not in top))
    table = site.open_table(
        "super-omaha",
        name,
        verify="supervisor",
        table={
            "paytables": {"ante": "SOA-01"},
            "limits": {"min": 5, "max": 500},
            "jackpots": [{"jackpot": site.jackpots[0]}],
        },
    )
    person = guest(site, number)
    ask(site, table, "sit", person, seat=1, chips=500)
    with monkeypatch.context() as patched:
        patched.setattr(play, "draw_deck", stacking(deck))
        ask(site, table, "wager", person, wagers={"ante": 10, "jackpot-1": 1}, deal=True)
    ask(site, table, "decide", person, action="fold")
    return table
