"""Practice is a house of its own: its chips come from a purse that is nobody's and go back there,
its jackpots are its own, it is in no book, and whoever opens a table there may set only what this
list has, within the limits that the game's own practice table is played with."""

from collections.abc import Mapping
from typing import Any

from pitboss.games import find_game
from pitboss.house import ledger
from pitboss.house.access import Forbidden
from pitboss.house.tables.setup import BUY_IN, Setup, read_setup
from pitboss.money import dollars
from pitboss.refusal import Refused

OWN_KEYS = ("game", "name", "practice", "table", "clock", "blinds", "bets", "chip", "buy_in")
"""What the owner of a practice table may set. Not among them: promotions, who verifies and who
deals, a jurisdiction's profile and its approvals."""


def is_practice(setup: Setup) -> bool:
    return bool(setup.given["practice"])


def purse(setup: Setup, who: str, is_bot: bool) -> str:
    """Where the chips of a seat come from and go back to."""
    if is_practice(setup):
        return ledger.PRACTICE
    return ledger.CAGE if is_bot else ledger.player(who)


def check_keys(given: Mapping[str, Any]) -> None:
    """Refuse what an owner may not set, and a practice table that would cease to be one."""
    for key in given:
        if key not in OWN_KEYS:
            raise Forbidden(
                f"{str(key)[:20]}: is not for the owner of a practice table, who sets"
                f" {', '.join(OWN_KEYS)}"
            )
    if given.get("practice", True) is not True:
        raise Forbidden("practice: a practice table stays one")


def with_limits(given: Mapping[str, Any]) -> dict[str, Any]:
    """A setup with the limits of the game's own practice table where it names none."""
    table = given.get("table", {})
    if not isinstance(table, Mapping) or "limits" in table:
        return dict(given)
    practised = find_game(str(given.get("game"))).face.practice.setup.get("table", {})
    limits = {"limits": practised["limits"]} if "limits" in practised else {}
    return {**given, "table": {**table, **limits}}


def check_limits(setup: Setup) -> None:
    """Refuse limits beyond those of the game's own practice table."""
    practised = read_setup({**setup.game.face.practice.setup, "game": setup.key}, {})
    allowed = max((offer.most_cents for offer in practised.offers), default=0)
    for spot, _, most in setup.offers:
        if allowed and not 0 < most <= allowed:
            asked = dollars(most) if most else "any amount"
            words = f"at a practice table at most {dollars(allowed)}, not {asked}"
            raise Refused(f"{spot.name}: {words}")
    if setup.buy_in[1] > BUY_IN[1]:
        raise Refused(f"buy_in: at a practice table at most {dollars(BUY_IN[1])}")
