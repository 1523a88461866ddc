"""Histories of rounds, in the forms that their game brings."""

from importlib import import_module
from typing import NamedTuple

from pitboss.cards import format_cards
from pitboss.games import all_games
from pitboss.games.contract import Game
from pitboss.games.history import Histories, Played, Seen, Viewer
from pitboss.money import dollars
from pitboss.refusal import Refused
from pitboss.rounds.runner import Runner
from pitboss.rounds.script import write_decision, write_seating
from pitboss.rounds.view import seen_events


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
    return forms[form](Seen(running, seen_events(running.table.events, viewer), viewer))


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
        script["posts"] = [
            [post.seat, post.name, dollars(post.live_cents), dollars(post.dead_cents)]
            for post in seating.posts
        ]
    if opening.deck_name:
        script["deck_name"] = opening.deck_name
    if stand_ins:
        script["note"] = f"these cards stand in for unknown ones: {format_cards(stand_ins)}"
    return script
