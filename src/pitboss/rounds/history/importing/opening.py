"""The opening of a PHH file: seats, chips, forced wagers, sizes and rulings."""

from typing import Any

from pitboss.cards import format_cards
from pitboss.games import find_game
from pitboss.games.contract import Opening, Post
from pitboss.money import dollars, parse_dollars
from pitboss.refusal import Refused
from pitboss.rounds.history.importing.fields import Fields, shown
from pitboss.rounds.history.players import seating_of, turned
from pitboss.rounds.script import read_opening

POSTS = ("small-blind", "big-blind", "missed-blind")


class Places:
    """Who sits where: the seats in the order of p1, p2, ..., and the button's."""

    def __init__(self, fields: Fields) -> None:
        self.stacks = fields.amounts("starting_stacks")
        count = len(self.stacks)
        self.seats = fields.numbers("seats", list(range(1, count + 1)))
        if len(self.seats) != count or len(set(self.seats)) != count:
            raise Refused(
                f"seats: {shown(self.seats)}; each of the {count} players needs a seat of its own"
            )
        if not self.seats:
            raise Refused("starting_stacks: nobody plays; two to nine players do", "HOLD-14")
        self.button = fields.number("_button", self.seats[-1])


def read_round(fields: Fields, betting: str, deck: tuple[int, ...]) -> Opening:
    """The opening, checked as a script's is."""
    places = Places(fields)
    count = len(places.seats)
    antes = turned(fields.amounts("antes", count))
    live = turned(fields.amounts("blinds_or_straddles", count))
    rulings = _rulings(fields, betting)
    posts = _posts(fields, places)
    if not posts:
        _infer(rulings, antes, live)
    blinds = fields.amounts("_blinds", 2) if posts else _blinds(live)
    given: dict[str, Any] = {
        "table": {"rulings": rulings, "limits": fields.mapping("_limits")},
        "deck": format_cards(deck),
        "deck_name": fields.text("_deck_name", ""),
        "stacks": _by_seat(places),
        "button": places.button if places.button in places.seats else places.seats[-1],
        "blinds": list(map(dollars, blinds)),
        "chip": dollars(fields.cents("_chip", 1)),
    }
    if bets := _bets(fields, betting):
        given["bets"] = list(map(dollars, bets))
    opening = read_opening(find_game("holdout"), given)
    if not 1 <= places.button <= int(opening.settings.rulings["seats"]):
        raise Refused(f"_button: {places.button} is no seat of this table", "HOLD-02")
    seating = seating_of(opening)._replace(button=places.button, posts=posts)
    return opening._replace(seating=seating)


def _by_seat(places: Places) -> dict[str, str]:
    pairs = zip(places.seats, places.stacks, strict=True)
    return {str(seat): dollars(cents) for seat, cents in pairs}


def _rulings(fields: Fields, betting: str) -> dict[str, object]:
    given = dict(fields.mapping("_rulings"))
    if given.setdefault("betting", betting) != betting:
        raise Refused(
            f"_rulings: betting {shown(given['betting'])} does not go with variant"
            f" {fields.text('variant')} ({betting})"
        )
    if fields.has("seat_count"):
        given.setdefault("seats", str(fields.number("seat_count", 9)))
    return given


def _infer(rulings: dict[str, object], antes: list[int], live: list[int]) -> None:
    """Rulings that the standard's own fields tell."""
    if antes[0]:
        rulings.setdefault("ante", dollars(antes[0]))
    if len(live) == 2 and live[0] < live[1]:
        rulings.setdefault("heads-up-blinds", "left-small")


def _blinds(live: list[int]) -> list[int]:
    """The small and the big blind, which are the first two players'."""
    return sorted(live) if len(live) == 2 else live[:2]


def _bets(fields: Fields, betting: str) -> list[int]:
    if betting == "limit":
        return [fields.cents("small_bet"), fields.cents("big_bet")]
    fields.cents("min_bet")
    return fields.amounts("_bets", 2) if betting == "spread-limit" or fields.has("_bets") else []


def _posts(fields: Fields, places: Places) -> tuple[Post, ...]:
    """Posts that are not just the two blinds: ``{player = "p3", name = "missed-blind", ...}``."""
    if not fields.has("_posts"):
        return ()
    seats = {f"p{number}": seat for number, seat in enumerate(places.seats, 1)}
    posts = []
    for entry in fields.listed("_posts"):
        match entry:
            case {"player": str(player), "name": str(name), "live": live, "dead": dead} if (
                player in seats and name in POSTS
            ):
                amounts = [parse_dollars(cents, "_posts") for cents in (live, dead)]
                if min(amounts) >= 0:
                    posts.append(Post(seats[player], name, *amounts))
                    continue
        raise Refused(
            f"_posts: {shown(entry)} is wrong; a table with player, name (one of"
            f" {', '.join(POSTS)}), live and dead is needed"
        )
    if sum(post.name == "big-blind" for post in posts) != 1:
        raise Refused("_posts: exactly one big-blind is needed", "HOLD-03")
    return tuple(posts)
