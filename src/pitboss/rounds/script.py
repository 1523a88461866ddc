"""Rounds written down: scripts, a table with its deck, wagers and decisions as JSON values; and
histories in the forms that their game brings."""

from collections.abc import Mapping, Sequence
from importlib import import_module
from typing import NamedTuple

from pitboss.cards import format_cards, parse_cards
from pitboss.games import all_games, find_game
from pitboss.games.contract import Decision, Game, Opening, Seating, Settings
from pitboss.games.history import Histories, Played, Seen, Viewer
from pitboss.games.opening import (
    MOST_SEATS,
    open_round,
    open_seating,
    reopen_round,
    set_table,
)
from pitboss.games.profile import add_law, apply_profile, check_wagers, read_profile
from pitboss.jackpots.meter import Terms
from pitboss.jackpots.terms import read_jackpots
from pitboss.money import dollars, parse_dollars, read_whole, show_given
from pitboss.refusal import Refused
from pitboss.rounds.record import answer_json
from pitboss.rounds.runner import Runner
from pitboss.rounds.view import view

_REMARKS = ("id", "name", "comment", "note")
_KEYS = ("game", "table", "deck", "decisions", "deck_name", "profile", *_REMARKS)
_SEATING_KEYS = ("stacks", "button", "blinds", "bets", "chip", "posts")
_TABLE_KEYS = ("rulings", "paytables", "limits", "jackpots", "profile")


def answer_script(script: object) -> dict[str, object]:
    """Play a script to its end, or as far as its decisions go, and say where the round stands."""
    return answer_json(run_script(script))


def run_script(script: object) -> Runner:
    """The round that a script describes."""
    given = read_mapping(script, "script")
    game = find_game(read_text(given.get("game"), "game"))
    entry_keys = _SEATING_KEYS if game.read_seating else ("wagers",)
    _known_keys(given, (*_KEYS, *entry_keys), "script")
    running = Runner(game, read_opening(game, given))
    for entry in _list(given.get("decisions", []), "decisions"):
        running.decide(read_decision(entry))
    return running


def read_opening(game: Game, given: Mapping[str, object], is_recorded: bool = False) -> Opening:
    """The opening of a script: settings, wagers and deck, all checked. A round on record was opened
    under the law, conditions and limits of its day, and stands as it was played."""
    table = read_mapping(given.get("table", {}), "table")
    _known_keys(table, _TABLE_KEYS, "table")
    jackpots = read_jackpots(table.get("jackpots", []), game.paytables.get("jackpot", {}))
    settings = read_settings(game, table, [terms for terms, _ in jackpots])
    profile = read_profile(given.get("profile", table.get("profile", {})))
    settings = (add_law if is_recorded else apply_profile)(profile, game, settings)
    deck = parse_deck(given.get("deck"))
    deck_name = read_text(given.get("deck_name", ""), "deck_name")
    if game.read_seating:
        if is_recorded and game.recorded_seating:
            given = game.recorded_seating(given)
        return open_seating(game, settings, given, deck, deck_name)
    open_ = reopen_round if is_recorded else open_round
    opening = open_(game, settings, read_wagers(given.get("wagers")), deck, deck_name)
    check_wagers(profile, opening.wagers)
    return opening._replace(meters=tuple(meter for _, meter in jackpots))


def read_settings(game: Game, table: Mapping[str, object], terms: Sequence[Terms]) -> Settings:
    """A table's rulings, pay tables and limits, with jackpots that were read already."""
    parts = ("rulings", "paytables", "limits")
    given = [read_mapping(table.get(part, {}), f"table {part}") for part in parts]
    rulings, paytables, limits = given
    return set_table(game, rulings, paytables, limits, terms)


def parse_deck(value: object) -> tuple[int, ...]:
    """Cards as text or as a list, top card first."""
    if isinstance(value, Sequence) and not isinstance(value, str):
        value = " ".join(str(card) for card in value)
    if not isinstance(value, str):
        raise Refused("deck: missing; give the cards, top card first, such as 'As Kd 2c'")
    try:
        return parse_cards(value)
    except Refused as refusal:
        raise Refused(f"deck: {refusal}") from None


def read_wagers(value: object) -> dict[int, dict[str, int]]:
    """``{"1": {"ante": 10}}`` with the amounts in cents."""
    wagers = {}
    for seat, given in read_mapping(value, "wagers").items():
        number = read_seat(seat)
        wagers[number] = {
            name: parse_dollars(amount, f"seat {number}: {name} wager")
            for name, amount in read_mapping(given, f"wagers of seat {seat}").items()
        }
    return wagers


def read_seat(value: object) -> int:
    """A seat's number, written in one way only, so that no seat can stand twice."""
    try:
        return read_whole(value, "seat", 1, MOST_SEATS)
    except Refused:
        raise Refused(f"seat {show_given(value)} is no seat; seats are numbers from 1") from None


def read_decision(entry: object) -> Decision:
    """``[1, "flop", 30]``, ``[1, "fold"]`` or ``["void", "reason"]``."""
    parts = _list(entry, "decision")
    if parts and parts[0] == "void":
        if len(parts) != 2 or not isinstance(parts[1], str):
            raise Refused('decision: a void is ["void", "REASON"]')
        return Decision(0, "void", reason=parts[1])
    if not 2 <= len(parts) <= 3:
        raise Refused('decision: write [SEAT, "ACTION"] or [SEAT, "ACTION", AMOUNT]')
    seat, action = read_seat(parts[0]), read_text(parts[1], "decision")
    if len(parts) == 2:
        return Decision(seat, action)
    if action == "hold":
        return Decision(seat, action, cards=parse_cards(read_text(parts[2], "hold")))
    return Decision(seat, action, parse_dollars(parts[2], f"seat {seat}: {action}"))


def write_decision(decision: Decision) -> list[object]:
    """A decision as a script has it."""
    if decision.action == "void":
        return ["void", decision.reason]
    line: list[object] = [decision.seat, decision.action]
    if decision.cards is not None:
        line.append(format_cards(decision.cards))
    elif decision.cents is not None:
        line.append(dollars(decision.cents))
    return line


def write_seating(seating: Seating) -> dict[str, object]:
    """Stacks, button and sizes as a script has them; posts aside."""
    return {
        "stacks": {str(seat): dollars(cents) for seat, cents in seating.stacks.items()},
        "button": seating.button,
        "blinds": list(map(dollars, seating.blinds)),
        "bets": list(map(dollars, seating.bets)),
        "chip": dollars(seating.chip_cents),
    }


def read_mapping(value: object, what: str) -> Mapping[str, object]:
    if not isinstance(value, Mapping):
        raise Refused(f"{what}: {_shape(value)}; a JSON object is needed")
    return value


def _list(value: object, what: str) -> Sequence[object]:
    if not isinstance(value, Sequence) or isinstance(value, str):
        raise Refused(f"{what}: {_shape(value)}; a JSON list is needed")
    return value


def read_text(value: object, what: str) -> str:
    if not isinstance(value, str):
        raise Refused(f"{what}: {_shape(value)}; text is needed")
    return value


def _shape(value: object) -> str:
    if value is None:
        return "missing"
    return f"got {show_given(value)}"


def _known_keys(given: Mapping[str, object], known: Sequence[str], what: str) -> None:
    for key in given:
        if key not in known:
            raise Refused(f"{what}: key {key!r} is unknown; it has {', '.join(known)}")


class Imported(NamedTuple):
    """The round of a file, and the cards that stand in for unknown ones."""

    running: Played
    stand_ins: tuple[int, ...]


def find_histories(game: Game) -> Histories:
    """What a game brings; a game without histories is refused."""
    if not game.histories:
        having = ", ".join(other.source.key for other in all_games() if other.histories)
        key = game.source.key
        raise Refused(f"history: only {having} has one; pitboss deal shows a round of {key}")
    found = import_module(game.histories).HISTORIES
    assert isinstance(found, Histories)
    return found


def write_history(running: Played, form: str, viewer: Viewer = None) -> str:
    """A round in one of its game's forms, holding no card that the viewer did not see."""
    forms = find_histories(running.game).forms
    return forms[form](Seen(running, view(running.table.events, viewer), viewer))


def history_forms() -> tuple[str, ...]:
    """The forms of all games."""
    having = [find_histories(game).forms for game in all_games() if game.histories]
    return tuple(dict.fromkeys(form for forms in having for form in forms))


def read_history(text: str, fill: bool = False) -> Imported:
    """The round of a PHH file, which the first game with histories reads; ``fill`` lets cards
    stand in for those that the file hides."""
    game = next(game for game in all_games() if game.histories)
    read = find_histories(game).read
    return Imported(*read(game, text, fill, lambda opening: Runner(game, opening)))


def script_of(running: Played, stand_ins: tuple[int, ...] = ()) -> dict[str, object]:
    """The script of a round between players; a note names cards that stand in."""
    opening = running.table.opening
    settings, seating = opening.settings, opening.seating
    assert seating is not None
    table: dict[str, object] = {"rulings": dict(settings.rulings)}
    if settings.limits.most_cents:
        table["limits"] = {"max": dollars(settings.limits.most_cents)}
    script: dict[str, object] = {
        "game": settings.game,
        "table": table,
        "deck": format_cards(opening.deck),
        **write_seating(seating),
        "decisions": [write_decision(decision) for decision in running.decisions],
    }
    if seating.posts:
        script["posts"] = [post.to_json() for post in seating.posts]
    if opening.deck_name:
        script["deck_name"] = opening.deck_name
    if stand_ins:
        script["note"] = f"these cards stand in for unknown ones: {format_cards(stand_ins)}"
    return script
