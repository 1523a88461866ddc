"""The parts of the site, in the order of the navigation. A new part adds its line here."""

from pitboss.house.people.roles import STAFF
from pitboss.web.pages import audit, lobby, rounds, wall
from pitboss.web.pages import postings as posting
from pitboss.web.pages.designer import routes as designer
from pitboss.web.pages.floor import routes as floor
from pitboss.web.pages.site import Area, Link
from pitboss.web.pages.table import routes as table
from pitboss.web.pages.training import coach, drills, exercises

AREAS: tuple[Area, ...] = (
    Area(lobby.router, (Link("Lobby", "/"),)),
    Area(table.router),
    Area(rounds.router),
    Area(posting.router, (Link("Rules", "/games"),)),
    Area(coach.router, (Link("Coach", "/coach"),)),
    Area(drills.router),
    Area(exercises.router, (Link("Training", "/training"),)),
    Area(designer.router, (Link("Designer", "/designer"),)),
    Area(wall.router),
    Area(audit.router),
    Area(
        floor.router,
        (
            Link("Floor", "/floor", STAFF),
            Link("Log", "/audit", STAFF - {"dealer"}),
            Link("Log in", "/login", frozenset({"", "guest"})),
            Link("Account", "/account", STAFF | {"player"}),
        ),
    ),
)
