"""A round as a few lines of plain text, one a place: what a notebook shows of it."""

from collections.abc import Iterable, Iterator

from pitboss.cards import format_card
from pitboss.games.events import COMMUNITY, Event
from pitboss.money import dollars
from pitboss.rounds.picture import Picture, Place, score_answer
from pitboss.rounds.record import place_name
from pitboss.rounds.runner import Runner


def sketch(running: Runner, events: Iterable[Event], viewer: int | None) -> Iterator[str]:
    """The table as text, from the events that are seen; a viewer of None sees all."""
    picture, question = Picture(events), running.question
    yield f"{running.game.source.title}: {running.status}"
    for owner, place in sorted(picture.places.items()):
        yield f"  {_line(running, picture, owner, place)}".rstrip()
    if question:
        picks = any(option.cards for option in question.options)
        hidden = picks and viewer not in (None, question.seat)
        options = "its choice is hidden" if hidden else ", ".join(map(str, question.options))
        yield f"  seat {question.seat} may: {options} ({question.rule})"


def _line(running: Runner, picture: Picture, owner: int, place: Place) -> str:
    """A place: its cards, what they are worth, its wagers, and what came of them."""
    name = f"seat {owner}" if owner > 0 else place_name(owner)
    cards = " ".join("??" if card is None else format_card(card) for card in place.cards)
    parts = [f"{name:<9}", cards, _worth(running, picture, owner, place)]
    parts += [f"{wager} {dollars(cents)}" for wager, cents in place.wagers.items()]
    if place.chips_cents:
        parts.append(f"in the pot {dollars(place.chips_cents)}")
    if owner > 0 and running.status != "waiting":
        parts.append(f"net {dollars(running.net_cents[owner])}")
    return "  ".join(filter(None, parts))


def _worth(running: Runner, picture: Picture, owner: int, place: Place) -> str:
    board = picture.place(COMMUNITY).cards if COMMUNITY in picture.places else []
    known = [card for card in place.cards if card is not None]
    common = [card for card in board if card is not None]
    if owner == COMMUNITY or len(known) < len(place.cards):
        return ""
    answer = score_answer(running.game, running.table.rulings, known, common)
    return ", ".join(
        f"{answer[name]} {name}" if name == "points" else str(answer[name]).replace("-", " ")
        for name in ("points", "category")
        if answer.get(name, "none") != "none"
    )
