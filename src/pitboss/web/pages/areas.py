"""The parts of the site, in the order of the navigation. A new part adds its line here."""

from pitboss.web.pages.lobby import routes as lobby
from pitboss.web.pages.posting import routes as posting
from pitboss.web.pages.rounds import routes as rounds
from pitboss.web.pages.site import Area, Link
from pitboss.web.pages.table import routes as table

AREAS: tuple[Area, ...] = (
    Area(lobby.router, (Link("Lobby", "/"),)),
    Area(table.router),
    Area(rounds.router),
    Area(
        posting.router,
        (
            Link("Buyout", "/games/buyout"),
            Link("Duki", "/games/duki"),
            Link("Super Omaha", "/games/super-omaha"),
            Link("Holdout", "/games/holdout"),
        ),
    ),
)
