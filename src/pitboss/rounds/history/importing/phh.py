"""Reading a PHH file back: its opening and decisions, played again and compared with the file."""

from typing import NamedTuple

from pitboss.games import find_game
from pitboss.games.contract import Decision
from pitboss.money import parse_dollars
from pitboss.refusal import Refused
from pitboss.rounds.history.actions import write_actions
from pitboss.rounds.history.importing.dealing import lay_out, read_told
from pitboss.rounds.history.importing.fields import Fields, shown
from pitboss.rounds.history.importing.opening import read_round
from pitboss.rounds.history.importing.parsing import Action, check_actions, parse_actions
from pitboss.rounds.history.notation import VARIANTS
from pitboss.rounds.history.phh import EXTENSION, phh_fields
from pitboss.rounds.history.players import order_of, seating_of
from pitboss.rounds.runner import Runner

OPENING_FIELDS = (
    "seats",
    "seat_count",
    "antes",
    "blinds_or_straddles",
    "bring_in",
    "small_bet",
    "big_bet",
    "min_bet",
    "starting_stacks",
    "_rules",
)
RESULT_FIELDS = ("finishing_stacks", "winnings", "_rake")
"""Fields that must be what the rules give, where the file has them."""


class Imported(NamedTuple):
    """The round of a file, and the cards that stand in for unknown ones."""

    running: Runner
    stand_ins: tuple[int, ...]


def read_phh(text: str, fill: bool = False) -> Imported:
    """Play the round of a file; ``fill`` lets cards stand in for those that the file hides."""
    fields = Fields(text)
    betting = _betting(fields)
    players = len(fields.amounts("starting_stacks"))
    actions = parse_actions(fields.texts("actions"), players)
    told = read_told(actions, players, fields.text("_burned", ""), fields.text("_undealt", ""))
    laid = lay_out(told, fill)
    running = Runner(find_game("holdout"), read_round(fields, betting, laid.deck))
    _check_fields(fields, running, OPENING_FIELDS)
    for action in actions:
        if action.verb in ("f", "cc", "cbr", "sd"):
            _decide(running, action, laid.held)
    if fields.has("_void"):
        running.decide(Decision(0, "void", reason=fields.text("_void")))
    check_actions(actions, write_actions(running, None))
    _check_fields(fields, running, RESULT_FIELDS)
    return Imported(running, laid.stand_ins)


def _betting(fields: Fields) -> str:
    """The betting structure, which the variant code tells."""
    variant = fields.text("variant")
    structures = {code: betting for betting, code in VARIANTS.items()}
    if variant not in structures:
        codes = ", ".join(f"{code} ({betting})" for code, betting in structures.items())
        raise Refused(f"variant: {shown(variant)} is not Five Card Holdout; its codes are {codes}")
    extension = fields.number("_extension", EXTENSION)
    if extension != EXTENSION:
        raise Refused(f"_extension: {extension} is unknown; this program reads {EXTENSION}")
    return structures[variant]


def _decide(running: Runner, action: Action, held: dict[int, tuple[int, ...]]) -> None:
    seat = order_of(seating_of(running.table.opening))[action.player - 1]
    asked = running.question.options if running.question else ()
    offered = [option.action for option in asked]
    try:
        if action.verb == "f":
            running.decide(Decision(seat, "fold"))
        elif action.verb == "cc":
            running.decide(Decision(seat, "check" if "check" in offered else "call"))
        elif action.verb == "sd":
            running.decide(Decision(seat, "hold", cards=held[action.player]))
        else:
            cents = parse_dollars(action.argument)
            running.decide(Decision(seat, "bet" if "bet" in offered else "raise", cents))
    except Refused as refusal:
        again = action.refuse(refusal)
        again.rule = refusal.rule
        raise again from None


def _check_fields(fields: Fields, running: Runner, names: tuple[str, ...]) -> None:
    by_rules = phh_fields(running)
    for name in names:
        if not fields.has(name):
            continue
        value = fields.values[name]
        if name not in by_rules:
            raise Refused(f"{name}: {shown(value)}; a file of this round has no such field")
        if value != by_rules[name]:
            raise Refused(
                f"{name}: the file has {shown(value)}, but by the rules it is"
                f" {shown(by_rules[name])}"
            )
