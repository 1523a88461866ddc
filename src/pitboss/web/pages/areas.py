"""The parts of the site and its navigation. A new part adds its lines here."""

from fastapi import FastAPI

from pitboss.house.access import STAFF
from pitboss.web.pages import (
    audit,
    designer,
    floor,
    jackpots,
    lobby,
    postings,
    reports,
    rounds,
    staff,
    table,
)
from pitboss.web.pages.site import STATIC, Assets, Link, add_error_pages, show_colours
from pitboss.web.pages.training import coach, drills, exercises

PARTS = (
    *(lobby, table, rounds, postings, coach, drills, exercises, designer, audit),
    *(staff, floor, jackpots, reports),
)
LINKS = (
    Link("Lobby", "/"),
    Link("Rules", "/games"),
    Link("Coach", "/coach"),
    Link("Training", "/training"),
    Link("Designer", "/designer"),
    Link("Floor", "/floor", STAFF),
    Link("Log", "/audit", STAFF - {"dealer"}),
    Link("Log in", "/login", frozenset({"", "guest"})),
    Link("Account", "/account", STAFF | {"player"}),
)


def add_pages(app: FastAPI) -> None:
    """Mount every part of the site and its assets."""
    app.state.links = LINKS
    app.get("/static/games.css", include_in_schema=False)(show_colours)
    for part in PARTS:
        app.include_router(part.router)
    add_error_pages(app)
    app.mount("/static", Assets(directory=STATIC), "static")
