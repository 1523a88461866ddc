"""Between rounds: where the button and the blinds go, who is dealt in, and who owes what (HOLD-26).

A rotation is a value: the places of the last round and each player's debts. ``advance`` gives the
next one, and ``posts`` what is put in before its cards. A round that is voided is played again by
advancing once more from the rotation before it: nothing else has to be kept.

>>> table = Rotation(1, 2, 3, {seat: Player() for seat in (1, 2, 3, 4, 5)})
>>> advance(table, "moving")[:3]
(2, 3, 4)
>>> gone = table._replace(players={seat: Player() for seat in (1, 3, 4, 5)})
>>> advance(gone, "moving")[:3], advance(gone, "dead")[:3]
((3, 4, 5), (2, 3, 4))
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from pitboss.games.contract import Post, Present, Settings
from pitboss.games.holdout.rules import usual_posts
from pitboss.games.holdout.seating import FEWEST, chips_for_posts
from pitboss.money import dollars
from pitboss.refusal import Refused

MOST_REMEMBERED = 9
"""People who left owing a small blind and of whom the table still knows it."""


class Player(NamedTuple):
    """Someone with a seat; ``away`` sits out, ``waits`` rather waits for the big blind than posts,
    ``new`` has not been dealt in since sitting down (``sat`` tells one sitting from another)."""

    away: bool = False
    owes_small: bool = False
    owes_big: bool = False
    waits: bool = False
    new: bool = False
    who: str = ""
    sat: int = 0

    @property
    def owes(self) -> bool:
        return self.owes_small or self.owes_big

    @property
    def comes(self) -> bool:
        """Whether they would be dealt in: they owe nothing, or post it."""
        return not self.away and not (self.owes and self.waits)


NEW_PLAYER = Player(owes_big=True, new=True)
"""Whoever takes a seat at a running table owes a big blind, and no more however often the blinds
pass."""


class Rotation(NamedTuple):
    """The places of a round, the players, and of these the ones dealt in.

    With a dead button the small blind or the button may be the place of nobody who is dealt in.
    With a moving one, ``big_passed`` and ``small_passed`` are those dealt in whom a blind passed.
    """

    button: int
    small: int
    big: int
    players: Mapping[int, Player]
    dealt: tuple[int, ...] = ()
    big_passed: tuple[int, ...] = ()
    small_passed: tuple[int, ...] = ()
    is_start: bool = False
    """Whether it is the first round of those who are dealt in: nobody owes anything."""

    @property
    def is_heads_up(self) -> bool:
        """Of two players one has the button and a blind; of more nobody has."""
        return self.button in (self.small, self.big)


class Places(NamedTuple):
    """Button, small and big blind, and who is dealt in."""

    button: int
    small: int
    big: int
    dealt: tuple[int, ...]


def rotate(
    settings: Settings,
    blinds: tuple[int, int],
    present: Mapping[int, Present],
    before: Mapping[str, Any] | None,
) -> tuple[dict[str, object], dict[str, object]]:
    """Who plays the next round with what, as scripts give it, and the rotation to keep."""
    heads_up = settings.rulings["heads-up-blinds"]
    posted: tuple[Post, ...] = ()
    left: list[str] = []
    if before is None:
        now = _first(present, heads_up)
    else:
        last, left = _read(before, present)
        now = advance(last, settings.rulings["button"], heads_up)
        posted = () if now.is_start else posts(last, now, blinds)
    stacks = {seat: present[seat].stack_cents for seat in sorted(now.dealt)}
    script: dict[str, object] = {
        "stacks": {str(seat): dollars(cents) for seat, cents in stacks.items()},
        "button": now.button,
    }
    if posted:
        made = chips_for_posts(stacks, posted, settings.rulings["ante"])
        script["posts"] = [post.to_json() for post in made]
    players = {str(seat): list(player) for seat, player in now.players.items()}
    places = [now.button, now.small, now.big]
    return script, {"places": places, "players": players, "left": left}


def owed(
    blinds: tuple[int, int], present: Mapping[int, Present], before: Mapping[str, Any] | None
) -> dict[int, dict[str, int]]:
    """What each of those who are here owes before the next round, by the name of the blind."""
    if before is None:
        return {}
    players = _read(before, present)[0].players
    if all(player.new for player in players.values() if not player.away):
        return {}
    debts: dict[int, dict[str, int]] = {seat: {} for seat, who in players.items() if who.owes}
    for seat, debt in debts.items():
        if players[seat].owes_big:
            debt["big-blind"] = blinds[1]
        if players[seat].owes_small:
            debt["small-blind"] = blinds[0]
    return debts


def _read(before: Mapping[str, Any], present: Mapping[int, Present]) -> tuple[Rotation, list[str]]:
    """The last rotation with those who are here now, and who else left with a small blind owed.

    A debt is a person's: whoever sat down since, wherever, owes a big blind, and beside it a small
    one that they had left with.
    """
    known = {int(seat): Player(*debts) for seat, debts in before["players"].items()}
    stays = {seat for seat in known if seat in present and _is_same(known[seat], present[seat])}
    gone = [player.who for seat, player in known.items() if seat not in stays]
    owing = {player.who for player in known.values() if player.owes_small}
    left = [*before.get("left", []), *(who for who in gone if who and who in owing)]
    players = {}
    for seat, someone in sorted(present.items()):
        player = known[seat] if seat in stays else NEW_PLAYER
        players[seat] = player._replace(
            away=someone.away,
            waits=someone.waits,
            who=someone.who,
            sat=someone.sat,
            owes_small=player.owes_small or (seat not in stays and someone.who in left),
        )
    here = {player.who for player in players.values()}
    others = [who for who in dict.fromkeys(left) if who not in here]
    button, small, big = before["places"]
    return Rotation(button, small, big, players), others[-MOST_REMEMBERED:]


def _is_same(player: Player, someone: Present) -> bool:
    """Whether someone has kept the seat; older rotations name nobody."""
    return not player.who or (player.who, player.sat) == (someone.who, someone.sat)


def _first(present: Mapping[int, Present], heads_up: str) -> Rotation:
    """The first round of a table: whoever sits out then is still a new player."""
    players = {
        seat: NEW_PLAYER._replace(away=each.away, waits=each.waits, who=each.who, sat=each.sat)
        for seat, each in present.items()
    }
    here = _here(players)
    return _rotation(players, _start(here, heads_up), big=0)


def _here(players: Mapping[int, Player]) -> list[int]:
    here = sorted(seat for seat, player in players.items() if not player.away)
    if len(here) < FEWEST:
        raise Refused(
            f"deal: {len(here)} players are ready; a round needs at least {FEWEST}", "HOLD-14"
        )
    return here


def _start(here: Sequence[int], heads_up: str) -> Places:
    """The button starts at the last seat of those who are here, the blinds after it."""
    small, big = (post.seat for post in usual_posts(tuple(here), (1, 2), heads_up))
    return Places(here[-1], small, big, tuple(here))


def advance(last: Rotation, ruling: str, heads_up: str = "button-small") -> Rotation:
    """The places of the next round, with the debts of those whom the blinds pass by."""
    here = _here(last.players)
    if all(last.players[seat].new for seat in here):
        # nobody is left of those who played: the table starts anew, and nobody buys in
        now = _rotation(last.players, _start(here, heads_up), last.big)
        return now._replace(is_start=True)
    places = None
    if not last.is_heads_up:
        places = _dead(last, here) if ruling == "dead" else _moving(last, here)
    if places is None or len(places.dealt) < FEWEST:
        places = _joined(last, here, ruling)
    if len(places.dealt) == FEWEST:
        return _rotation(last.players, _heads_up(last, places.dealt, heads_up), last.big)
    return _passed(last, _rotation(last.players, places, last.big))


def _dead(last: Rotation, here: Sequence[int]) -> Places:
    """The big blind goes to the next player due, and the others follow it, even to empty seats."""
    big = following(here, last.big)
    return _dealt_in(last, last.small, last.big, big)


def _moving(last: Rotation, here: Sequence[int]) -> Places | None:
    """The button goes to the next player dealt in, the blinds to the next two; the big blind also
    to someone who owes it.

    It does not go to anyone who has still to post, nor to anyone who comes in among the last
    blinds: one of those would have the big blind again.
    """
    among = [seat for seat in here if _within(seat, last.button, last.big) and seat != last.small]
    free = [seat for seat in here if not last.players[seat].owes and seat not in among]
    if len(free) < FEWEST:
        return None
    button = following(free, last.button)
    small = following(free, button)
    places = _dealt_in(last, button, small, following(here, small))
    # of two and one who comes in among the last blinds, the button would be the big blind
    return None if button == places.big and len(places.dealt) > FEWEST else places


def _dealt_in(last: Rotation, button: int, small: int, big: int) -> Places:
    """Those who owe nothing, the big blind, and who posts now: but nobody comes in between the
    button and the big blind."""
    dealt = []
    for seat, player in sorted(last.players.items()):
        behind = button != big and not _within(seat, button, big)
        if seat == big or not player.owes or (player.comes and behind):
            dealt.append(seat)
    dealt = [seat for seat in dealt if not last.players[seat].away]
    return Places(button, small, big, tuple(dealt))


def _joined(last: Rotation, here: Sequence[int], ruling: str) -> Places:
    """From two players to three or more: the big blind is the next player after the last one, that
    one has the small blind, and the button is the next player dealt in at its right. So too where
    others who post must come in because fewer than two owe nothing."""
    big = following(here, last.big)
    small, player = last.big, last.players.get(last.big)
    stays = player is not None and not player.away and not player.new and small != big
    others = [seat for seat in here if last.players[seat].comes and seat != big]
    if not stays and ruling == "moving":
        # it has always a small blind: the player before the big one, if possible without debts
        free = [seat for seat in others if not last.players[seat].owes]
        small = preceding(free or others or here, big)
    elif not stays:
        others = [seat for seat in others if seat != small]
    dealt = [big, *(seat for seat in others if not _within(seat, small, big))]
    if len(dealt) == 1:
        # all others rather wait for the big blind: the next of them has it
        dealt.append(following([seat for seat in here if seat != big], big))
    return Places(preceding(dealt, small), small, big, tuple(sorted(dealt)))


def _heads_up(last: Rotation, pair: Sequence[int], ruling: str) -> Places:
    """Of two, the big blind goes to the one who owes it, else to the one who did not just have
    it (HOLD-23)."""
    owing = [seat for seat in pair if last.players[seat].owes]
    big = owing[0] if len(owing) == 1 else following(pair, last.big)
    small = following(pair, big)
    return Places(small if ruling == "button-small" else big, small, big, tuple(pair))


def _rotation(players: Mapping[int, Player], places: Places, big: int) -> Rotation:
    """The rotation after a move of the big blind from ``big``: whoever is dealt in owes nothing
    more; a blind that passed someone who is not is owed."""
    button, small, now, dealt = places
    after = {}
    for seat, player in players.items():
        if seat in dealt:
            player = Player(who=player.who, sat=player.sat)
        elif not player.new and _within(seat, big, now):
            # the small blind, which follows, is past him before he can come in
            player = player._replace(owes_small=True, owes_big=True)
        elif not player.new and seat == big:
            player = player._replace(owes_small=True)
        after[seat] = player
    return Rotation(button, small, now, after, dealt)


def _passed(last: Rotation, now: Rotation) -> Rotation:
    """With a moving button whoever is dealt in and passed by a blind posts it in this round; with a
    dead one, and from two players to more, nobody is passed."""
    free = [seat for seat in now.dealt if not last.players[seat].owes]
    big = tuple(seat for seat in free if _within(seat, last.big, now.big))
    is_passed = last.big in free and last.big not in (now.small, now.big)
    small = (last.big,) if is_passed else ()
    return now._replace(big_passed=big, small_passed=(*big, *small))


def posts(last: Rotation, now: Rotation, blinds: tuple[int, int]) -> tuple[Post, ...]:
    """The blinds of a round and the missed ones that are made up: a big one live, a small one
    dead; the big blind after which the play starts is the last of that name."""
    small, big = blinds
    made: list[Post] = []
    for seat in _in_turn(now.small_passed, now.button):
        if seat in now.big_passed:
            made.append(Post(seat, "big-blind", big))
        made.append(Post(seat, "small-blind", 0, small))
    if now.small in now.dealt and now.small not in now.small_passed:
        made += _small(last.players[now.small], now.small, blinds)
    made.append(Post(now.big, "big-blind", big))
    for seat in now.dealt:
        debt = last.players[seat]
        if debt.owes and seat not in (now.small, now.big):
            if not debt.new and _within(seat, last.big, now.big):
                debt = debt._replace(owes_small=True, owes_big=True)
            live, dead = big * debt.owes_big, small * debt.owes_small
            made.append(Post(seat, "missed-blind", live, dead))
    return tuple(made)


def _small(debt: Player, seat: int, blinds: tuple[int, int]) -> Iterator[Post]:
    """The small blind's post; where nobody was without debts, it makes up its own with it."""
    small, big = blinds
    if debt.owes_big:
        yield Post(seat, "missed-blind", big, small * debt.owes_small)
    else:
        yield Post(seat, "small-blind", small, small * debt.owes_small)


def _in_turn(seats: Collection[int], button: int) -> list[int]:
    """From the button on."""
    return sorted(seats, key=lambda seat: (seat < button, seat))


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
