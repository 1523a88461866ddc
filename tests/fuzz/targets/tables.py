"""Setups of tables, questions to the odds, settings of the server."""

import json
import os
import tempfile

from pitboss.games import all_games
from pitboss.house.tables.setup import read_setup
from pitboss.odds.buyout.strategy import read_strategy as read_buyout
from pitboss.odds.request import read_request
from pitboss.odds.super_omaha.strategy import read_strategy as read_super_omaha
from pitboss.web.settings import read_settings
from tests.fuzz.targets import as_json, plain

HALVES = (rb"\ud", rb"\u0000")
"""No half characters and no NUL get past the API."""


def fuzz_setups(data: bytes) -> None:
    """As the API gives them, with plain numbers."""
    as_json(data)  # refuses what is no JSON
    if any(half in data.lower() for half in HALVES):
        return
    setup = read_setup(json.loads(data), {})
    again = read_setup(json.loads(plain(setup.given)), {})
    assert (again.settings, again.buy_in, again.name) == (setup.settings, setup.buy_in, setup.name)
    assert read_setup(setup.given, {}, is_recorded=True).digest == setup.digest


def fuzz_requests(data: bytes) -> None:
    """Questions to the odds, with their pay tables and strategies; nothing is counted."""
    given = as_json(data)
    key = all_games()[len(data) % len(all_games())].source.key
    if not isinstance(given, dict):
        return
    request = read_request(key, given)
    assert read_request(key, json.loads(plain(given))).paytable == request.paytable
    if request.strategy is not None:
        (read_buyout if len(data) % 2 else read_super_omaha)(request.strategy)


def fuzz_settings(data: bytes) -> None:
    with tempfile.NamedTemporaryFile(suffix=".toml") as file:
        os.fchmod(file.fileno(), 0o600)
        file.write(data)
        file.flush()
        read_settings({"settings": file.name}, {})
