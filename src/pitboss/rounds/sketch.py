"""A round as a few lines of plain text, one a place: what a notebook shows of it."""

from collections.abc import Iterable, Iterator

from pitboss.cards import format_card
from pitboss.games.events import COMMUNITY, Event
from pitboss.money import money, signed_money
from pitboss.rounds.picture import Picture
from pitboss.rounds.runner import Runner
from pitboss.rounds.telling import option_words, place_title, read_hand, wager_title
from pitboss.rounds.view import sees_options


def sketch(running: Runner, events: Iterable[Event], viewer: int | None) -> Iterator[str]:
    """The table as text, from the events that are seen; a viewer of None sees all."""
    picture, question = Picture(events), running.question
    yield f"{running.game.source.title}: {running.status}"
    for owner in sorted(picture.places):
        yield f"  {_line(running, picture, owner)}".rstrip()
    if question:
        options = ", ".join(option_words(running.game, option) for option in question.options)
        words = options if sees_options(question, viewer) else "its choice is hidden"
        yield f"  {place_title(question.seat)} may: {words} ({question.rule})"


def _line(running: Runner, picture: Picture, owner: int) -> str:
    """A place: its cards, what they are worth, its wagers, and what came of them."""
    game, place = running.game, picture.place(owner)
    cards = " ".join("??" if card is None else format_card(card) for card in place.cards)
    parts = [f"{place_title(owner):<9}", cards]
    if owner != COMMUNITY:
        parts.append(read_hand(game, running.table.rulings, place.cards, picture.board)[0])
    parts += [f"{wager_title(game, wager)} {money(cents)}" for wager, cents in place.wagers.items()]
    if place.chips_cents:
        parts.append(f"in the pot {money(place.chips_cents)}")
    if owner > 0 and running.status != "waiting":
        parts.append(f"net {signed_money(running.net_cents[owner])}")
    return "  ".join(filter(None, parts))
