"""All routes of the floor, and of logging in."""

from pitboss.web.pages.floor import jackpots, people, reports, requests, tables
from pitboss.web.pages.floor import login as entering
from pitboss.web.pages.floor import open as opening
from pitboss.web.pages.site import page_router

router = page_router()
for part in (opening, tables, jackpots, requests, reports, people, entering):
    router.include_router(part.router)
