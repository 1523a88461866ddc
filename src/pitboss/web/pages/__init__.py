"""The pages for people: rendered on the server from what the viewer may see."""

from fastapi import FastAPI

from pitboss.web.common.settings import Services


def add_pages(app: FastAPI, services: Services) -> None:
    """Mount every part of the site and its assets."""
    from pitboss.web.pages.areas import AREAS
    from pitboss.web.pages.site import STATIC, Assets, add_error_pages, set_links

    set_links(AREAS)
    for area in AREAS:
        app.include_router(area.router)
    add_error_pages(app)
    app.mount("/static", Assets(directory=STATIC), "static")
