"""All routes of the floor, and of logging in."""

from pitboss.web.pages.floor.desk import entering, jackpots, people, reports, requests
from pitboss.web.pages.floor.tables import opening
from pitboss.web.pages.floor.tables import routes as tables
from pitboss.web.pages.site import page_router

router = page_router()
for part in (opening, tables, jackpots, requests, reports, people, entering):
    router.include_router(part.router)
