"""Between rounds: where the button and the blinds go, and who owes what (HOLD-26).

A rotation is a value: the places of the last round and each player's debts. ``advance`` gives the
next one, and ``posts`` what is put in before its cards.

>>> table = Rotation(1, 2, 3, {seat: Player() for seat in (1, 2, 3, 4)})
>>> advance(table, "moving")[:3]
(2, 3, 4)
>>> gone = table._replace(players={seat: Player() for seat in (1, 3, 4)})
>>> advance(gone, "moving")[:3], advance(gone, "dead")[:3]
((3, 4, 1), (2, 3, 4))
"""

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from pitboss.games.contract import Post, Present, Settings
from pitboss.games.holdout.rules import usual_posts
from pitboss.money import dollars
from pitboss.refusal import Refused


class Player(NamedTuple):
    """Someone with a seat; ``away`` sits out, ``waits`` rather waits for the big blind than posts.

    Whoever takes a seat at a running table owes a big blind.
    """

    away: bool = False
    owes_small: bool = False
    owes_big: bool = False
    waits: bool = False

    @property
    def owes(self) -> bool:
        return self.owes_small or self.owes_big


NEW_PLAYER = Player(owes_big=True)


class Rotation(NamedTuple):
    """The places of a round, the players, and of these the ones dealt in.

    With a dead button the small blind or the button may be the place of nobody who is dealt in.
    ``second_big`` is set when the small blind's place has yet to pay a big blind.
    """

    button: int
    small: int
    big: int
    players: Mapping[int, Player]
    dealt: tuple[int, ...] = ()
    second_big: bool = False


def rotate(
    settings: Settings,
    blinds: tuple[int, int],
    present: Mapping[int, Present],
    before: Mapping[str, Any] | None,
) -> tuple[dict[str, object], dict[str, object]]:
    """Who plays the next round with what, as scripts give it, and the rotation to keep."""
    heads_up = settings.rulings["heads-up-blinds"]
    posted: tuple[Post, ...] = ()
    if before is None:
        now = _first(present, heads_up)
    else:
        last = _read(before, present)
        now = advance(last, settings.rulings["button"], heads_up)
        posted = posts(last, now, blinds)
    stacks = {str(seat): dollars(present[seat].stack_cents) for seat in sorted(now.dealt)}
    script: dict[str, object] = {"stacks": stacks, "button": now.button}
    if posted:
        script["posts"] = [
            [post.seat, post.name, dollars(post.live_cents), dollars(post.dead_cents)]
            for post in posted
        ]
    players = {str(seat): list(player) for seat, player in now.players.items()}
    return script, {"places": [now.button, now.small, now.big], "players": players}


def _read(before: Mapping[str, Any], present: Mapping[int, Present]) -> Rotation:
    """The last rotation with those who are here now: whoever came since owes a big blind."""
    players = {int(seat): Player(*debts) for seat, debts in before["players"].items()}
    here = {
        seat: players.get(seat, NEW_PLAYER)._replace(away=present[seat].away)
        for seat in sorted(present)
    }
    button, small, big = before["places"]
    return Rotation(button, small, big, here)


def _first(present: Mapping[int, Present], heads_up: str) -> Rotation:
    """The button starts at the last seat of those who are here, the blinds after it."""
    here = [seat for seat in sorted(present) if not present[seat].away]
    if len(here) < 2:
        raise Refused(f"deal: {len(here)} players are ready; a round needs at least 2", "HOLD-14")
    small, big = (post.seat for post in usual_posts(here, (1, 2), heads_up))
    players = {seat: Player(away=someone.away) for seat, someone in present.items()}
    return Rotation(here[-1], small, big, players, tuple(here))


def advance(last: Rotation, ruling: str, heads_up: str = "button-small") -> Rotation:
    """The places of the next round, with the debts of those whom the blinds pass by."""
    here = sorted(seat for seat, player in last.players.items() if not player.away)
    if len(here) < 2:
        raise Refused(f"button: {len(here)} players are ready; a round needs at least 2", "HOLD-14")
    places = _places(last, here, ruling)
    dealt = _dealt_in(last, here, places)
    if len(dealt) == 2:
        places = _heads_up(last, dealt, heads_up)
    button, small, big = places
    second_big = len(dealt) > 2 and small in dealt and small not in (last.small, last.big)
    return Rotation(button, small, big, _debts(last, places, dealt), tuple(dealt), second_big)


def _places(last: Rotation, here: list[int], ruling: str) -> tuple[int, int, int]:
    """A dead button follows the big blind; a moving one leads it, among at least three players
    who owe nothing."""
    if ruling == "dead":
        return last.small, last.big, following(here, last.big)
    free = [seat for seat in here if not last.players[seat].owes]
    if len(free) < 3:
        big = following(here, last.big)
        small = preceding(here, big)
        return preceding(here, small), small, big
    button = following(free, last.button)
    small = following(free, button)
    return button, small, following(here, small)


def _dealt_in(last: Rotation, here: list[int], places: tuple[int, int, int]) -> list[int]:
    """Those who owe nothing, the big blind, and who posts now, not from the button to the big
    blind."""
    button, _, big = places
    dealt = []
    for seat in here:
        player = last.players[seat]
        past = button != big and seat != button and not _within(seat, button, big)
        if seat == big or not player.owes or (past and not player.waits):
            dealt.append(seat)
    return dealt if len(dealt) > 1 else here


def _heads_up(last: Rotation, pair: list[int], ruling: str) -> tuple[int, int, int]:
    """Of two, the big blind goes to the one who owes it, else to the one who did not just have
    it (HOLD-23)."""
    owing = [seat for seat in pair if last.players[seat].owes]
    big = owing[0] if len(owing) == 1 else following(pair, last.big)
    small = following(pair, big)
    return (small if ruling == "button-small" else big), small, big


def _debts(last: Rotation, places: tuple[int, int, int], dealt: list[int]) -> dict[int, Player]:
    """Whoever is dealt in owes nothing more; whom a blind passed by owes it."""
    _, small, big = places
    players = {}
    for seat, player in last.players.items():
        if seat in dealt:
            player = Player()
        elif player.away and _within(seat, last.big, big):
            player = player._replace(owes_small=True, owes_big=True)
        elif player.away and seat == small:
            player = player._replace(owes_small=True)
        players[seat] = player
    return players


def posts(last: Rotation, now: Rotation, blinds: tuple[int, int]) -> tuple[Post, ...]:
    """The blinds of a round and the missed ones that are made up: a big one live, a small one
    dead."""
    small, big = blinds
    made = []
    if now.small in now.dealt:
        made.append(Post(now.small, "small-blind", big if now.second_big else small))
    made.append(Post(now.big, "big-blind", big))
    for seat in now.dealt:
        debt = last.players[seat]
        if debt.owes and seat not in (now.small, now.big):
            live, dead = big * debt.owes_big, small * debt.owes_small
            made.append(Post(seat, "missed-blind", live, dead))
    return tuple(made)


def following(seats: Iterable[int], seat: int) -> int:
    """The next of these seats after this one, round the table."""
    ordered = sorted(seats)
    return next((other for other in ordered if other > seat), ordered[0])


def preceding(seats: Iterable[int], seat: int) -> int:
    """The one of these seats before this one."""
    ordered = sorted(seats, reverse=True)
    return next((other for other in ordered if other < seat), ordered[0])


def _within(seat: int, start: int, end: int) -> bool:
    """Whether a seat lies between two others, going round from the first; neither end counts."""
    if start < end:
        return start < seat < end
    return start != end and (seat > start or seat < end)
