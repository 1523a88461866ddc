"""Designs that people keep under a name: each is the query of its page, so that it is opened,
shared and put beside another as any design is."""

from collections.abc import Mapping
from typing import Any

from pitboss.house.names import clean_name
from pitboss.house.store import people
from pitboss.house.store.entries import Unit
from pitboss.refusal import Refused
from pitboss.web.common.services import Services
from pitboss.web.pages.design.design import LONGEST_QUERY

MOST_DESIGNS = 20
LONGEST_NAME = 40


def _read(given: Mapping[str, Any]) -> dict[str, str]:
    """The queries by their names."""
    return dict(given.get("designs", {}))


def _key(who: str) -> str:
    """Under which they are kept, beside what the coach keeps of the person."""
    return f"designs {who}"


async def find_designs(services: Services, who: str) -> dict[str, str]:
    return _read(await services.look(people.read_scores, _key(who)))


async def change_designs(services: Services, who: str, name: str, query: str) -> None:
    """Keep a design under a name, in place of what was kept under it; without one, let it go."""
    clean = clean_name(name, "name of the design", LONGEST_NAME)
    if len(query) > LONGEST_QUERY:
        raise Refused(f"design: at most {LONGEST_QUERY} letters in its address")

    def change(unit: Unit) -> None:
        kept = _read(people.read_scores(unit.transaction, _key(who)))
        named = {one: text for one, text in kept.items() if one != clean}
        if query and len(named) >= MOST_DESIGNS:
            raise Refused(f"designs: {MOST_DESIGNS} are kept at most; let one go first")
        after = {**named, clean: query} if query else named
        people.keep_scores(unit.transaction, _key(who), {"designs": after})

    await services.write(change)
