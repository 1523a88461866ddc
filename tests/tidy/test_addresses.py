"""Every address of the application has its line at the door, and every line an address."""

from pathlib import Path

from fastapi.routing import iter_route_contexts

from pitboss.house.access import ACTS
from pitboss.house.engine import House
from pitboss.web.app import create_app
from pitboss.web.common.door import ADDRESSES, NAMED
from tests.house.memory import Memory

OUTSIDE = {"GET /api/openapi.json"}
"""Describes the API to anyone; it is no route of ours."""


def test_every_address_has_its_right(tmp_path: Path) -> None:
    house = House(Memory())
    app = create_app(house)
    found = {
        f"{method} {route.path}"
        for route in iter_route_contexts(app.routes)
        for method in (route.methods or ())
        if method != "HEAD"
    }
    app.state.services.close()
    house.close()
    assert found - OUTSIDE == set(ADDRESSES)
    assert set(ADDRESSES.values()) <= {*ACTS, NAMED}
