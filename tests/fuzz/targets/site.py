"""Bodies and forms."""

from contextlib import suppress
from functools import cache
from typing import Any
from urllib.parse import parse_qs

from pydantic import TypeAdapter, ValidationError

from pitboss.games import all_games
from pitboss.house.tables.setup import read_setup
from pitboss.web.api import commands, requests
from pitboss.web.pages.floor.setup import read_flat


@cache
def _models() -> list[TypeAdapter[Any]]:
    names = ("NewTable", "PersonChange", "RequestAnswer", "NewRequest", "NewPerson")
    asked = [getattr(requests, name) for name in names]
    return [TypeAdapter(each) for each in (*asked, commands.AnyCommand)]


def fuzz_bodies(data: bytes) -> None:
    """What the API takes; what is taken of a table is read by the house."""
    for model in _models():
        with suppress(ValidationError):
            found = model.validate_json(data)
            values = requests.given_values(found)
            assert model.validate_python(values) == found
            if isinstance(found, requests.NewTable):
                read_setup(values, {})


def fuzz_forms(data: bytes) -> None:
    """The form of a table's settings."""
    try:
        fields = parse_qs(data.decode(errors="replace"), max_num_fields=400)
    except ValueError:
        return  # too many fields
    flat = {name: values[-1].strip() for name, values in fields.items()}
    game = all_games()[len(flat) % len(all_games())]
    read_setup(read_flat(game, flat), {})
