"""What a link to a page looks like where it is shared: a title, a line or two, and an image.

Whoever makes the preview has no session, and whoever has one is shown the same words: they are
made of what the page says to everyone. Addresses are whole, under the name by which the server was
asked, which the host guard has let in.
"""

from collections.abc import Mapping
from typing import Any, NamedTuple

from pitboss.games.source import Source
from pitboss.house.tables.state import Published
from pitboss.web.common.visits import Visit
from pitboss.web.pages import words
from pitboss.web.pages.assets import asset

IMAGE = "preview.png"
IMAGE_SIZE = (1_200, 630)


class Preview(NamedTuple):
    """The words and addresses of a link."""

    title: str
    words: str
    address: str
    image: str
    image_words: str


def make_preview(visit: Visit, values: Mapping[str, Any]) -> Preview:
    """From what a page is given to show: a round, a table, a game, or the site."""
    title, told = _say(values.get("table"), values.get("source"), values.get("replay"))
    base = find_base(visit)
    address = f"{base}{visit.request.url.path}"
    return Preview(title, told, address, base + asset(IMAGE), words.SITE_IMAGE)


def find_base(visit: Visit) -> str:
    """The server's address as its visitor has it, without a path."""
    request = visit.request
    scheme = "https" if visit.services.settings.https else request.url.scheme
    return f"{scheme}://{request.headers.get('host', request.url.netloc)}"


def _say(table: object, source: object, replay: object) -> tuple[str, str]:
    if not isinstance(source, Source):
        return words.SITE, words.SITE_WORDS
    if isinstance(table, Published) and isinstance(replay, Mapping):
        title = words.round_title(number=replay["number"], table=table.setup.name)
        return title, words.round_preview(title=source.title)
    if isinstance(table, Published):
        seats, name = table.setup.seats, table.setup.name
        told = words.table_preview(source.title, seats - len(table.seats), seats)
        return f"{name} – {words.SITE}", told
    return f"{source.title} – {words.SITE}", words.game_preview(title=source.title)
