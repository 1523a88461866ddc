"""Who plays with what: stacks, button, blinds, sizes and the smallest chip, read and checked; and
between rounds where the button and the blinds go, and who owes what (HOLD-26).

A rotation is a value: the places of the last round and each player's debts. ``advance`` gives the
next one, and ``posts`` what is put in before its cards.

>>> table = Rotation(1, 2, 3, {seat: Player() for seat in (1, 2, 3, 4)})
>>> advance(table, "moving")[:3]
(2, 3, 4)
>>> gone = table._replace(players={seat: Player() for seat in (1, 3, 4)})
>>> advance(gone, "moving")[:3], advance(gone, "dead")[:3]
((3, 4, 1), (2, 3, 4))
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from pitboss.games.contract import Post, Present, Seating, Settings
from pitboss.games.holdout.rules import usual_posts
from pitboss.money import dollars, parse_dollars
from pitboss.refusal import Refused

FEWEST = 2
"""Players that a round needs; the ruling on seats says how many may play (HOLD-14)."""

POSTS = ("small-blind", "big-blind", "missed-blind")


def read_seating(settings: Settings, given: Mapping[str, object]) -> Seating:
    """``{"stacks": {"1": 200, "2": 150}, "button": 1, "blinds": [2, 4]}``, and perhaps ``bets``,
    ``chip`` and ``posts``; with posts the button may lie at an empty seat."""
    chip = parse_dollars(given.get("chip", "0.01"), "chip")
    if chip <= 0:
        raise Refused(f"chip: {dollars(chip)} is no chip; the smallest chip is above 0", "HOLD-29")
    stacks = _read_stacks(given.get("stacks"), int(settings.rulings["seats"]))
    button = given.get("button")
    places = range(1, int(settings.rulings["seats"]) + 1) if "posts" in given else stacks
    if isinstance(button, bool) or str(button) not in map(str, places):
        raise Refused(
            f"button: {str(button)[:20]!r} is no seat of this round; it has"
            f" {', '.join(map(str, places))}",
            "HOLD-02",
        )
    small, big = _read_pair(given.get("blinds"), "blinds", "HOLD-03")
    bets = _read_pair(given.get("bets", [dollars(big), dollars(2 * big)]), "bets", "HOLD-16")
    posts = _read_posts(given.get("posts", []), stacks)
    seating = Seating(stacks, int(str(button)), (small, big), bets, chip, posts)
    _check_sizes(settings, seating)
    _check_chips(settings, seating)
    return seating


def _read_stacks(value: object, seats: int) -> dict[int, int]:
    if not isinstance(value, Mapping):
        raise Refused('stacks: missing; give each seat\'s chips, such as {"1": 200, "2": 150}')
    if not FEWEST <= len(value) <= seats:
        raise Refused(
            f"stacks: {len(value)} players; {FEWEST} to {seats} play at this table (ruling seats)",
            "HOLD-14",
        )
    stacks = {}
    for seat in value:
        if str(seat) not in map(str, range(1, seats + 1)):
            raise Refused(
                f"stacks: seat {str(seat)[:20]!r} is no seat; this table has seats 1 to {seats}"
                " (ruling seats)",
                "HOLD-14",
            )
        stacks[int(seat)] = parse_dollars(value[seat], f"stack of seat {seat}")
        if stacks[int(seat)] <= 0:
            raise Refused(
                f"stack of seat {seat}: nobody plays without chips; leave it out", "HOLD-29"
            )
    return dict(sorted(stacks.items()))


def _read_posts(value: object, stacks: Mapping[int, int]) -> tuple[Post, ...]:
    """``[[2, "small-blind", 2, 0], [3, "big-blind", 4, 0]]``: seat, name, live and dead chips."""
    shape = "posts: each is [SEAT, NAME, LIVE, DEAD], of a seat of this round"
    if not isinstance(value, Sequence) or isinstance(value, str):
        raise Refused(shape, "HOLD-26")
    posts = []
    for post in value:
        if not isinstance(post, Sequence) or isinstance(post, str) or len(post) != 4:
            raise Refused(shape, "HOLD-26")
        seat, name, live, dead = post
        if seat not in stacks or isinstance(seat, bool) or name not in POSTS:
            raise Refused(f"{shape}; names are {', '.join(POSTS)}", "HOLD-26")
        amounts = [parse_dollars(chips, "posts") for chips in (live, dead)]
        if min(amounts) < 0:
            raise Refused("posts: chips are not below 0", "HOLD-26")
        posts.append(Post(seat, name, *amounts))
    names = [post.name for post in posts]
    if posts and (names.count("big-blind") != 1 or names.count("small-blind") > 1):
        raise Refused("posts: one big blind and at most one small blind are posted", "HOLD-26")
    if len({post.seat for post in posts}) < len(posts):
        raise Refused("posts: a seat posts once", "HOLD-26")
    return tuple(posts)


def _read_pair(value: object, name: str, rule: str) -> tuple[int, int]:
    if not isinstance(value, Sequence) or isinstance(value, str) or len(value) != 2:
        raise Refused(f"{name}: a pair of amounts is needed, such as [2, 4]", rule)
    low, high = (parse_dollars(amount, name) for amount in value)
    if not 0 < low <= high:
        raise Refused(
            f"{name}: {dollars(low)} and {dollars(high)}; both above 0, the smaller first", rule
        )
    return low, high


def _check_sizes(settings: Settings, seating: Seating) -> None:
    """Blinds, bets and the table's limit must leave room for each other."""
    betting, big, bets = settings.rulings["betting"], seating.blinds[1], seating.bets
    largest = bets[0] if betting == "limit" else bets[1]
    if betting in ("limit", "spread-limit") and big > largest:
        raise Refused(
            f"blinds: a big blind of {dollars(big)} is above {dollars(largest)}, the"
            f" {'small' if betting == 'limit' else 'largest'} bet of {betting} play",
            "HOLD-16",
        )
    limits = settings.limits
    if limits.least_cents:
        raise Refused("limit min: Holdout has none; blinds and bets set the least wager", "HOLD-17")
    most = limits.most_cents
    wagers = bets if betting in ("limit", "spread-limit") else seating.blinds
    if most and max(wagers) > most:
        raise Refused(
            f"limit max: wagers of {dollars(max(wagers))} are above the table maximum of"
            f" {dollars(most)}",
            "HOLD-16",
        )


def _check_chips(settings: Settings, seating: Seating) -> None:
    """Everything is paid in whole chips (HOLD-29)."""
    amounts = [(f"stack of seat {seat}", cents) for seat, cents in seating.stacks.items()]
    amounts += [("blinds", cents) for cents in seating.blinds]
    amounts += [("bets", cents) for cents in seating.bets]
    amounts += [("posts", post.live_cents) for post in seating.posts]
    amounts += [("posts", post.dead_cents) for post in seating.posts]
    if settings.rulings["ante"] != "none":
        amounts.append(("ruling ante", parse_dollars(settings.rulings["ante"])))
    for name, cents in amounts:
        if cents % seating.chip_cents:
            raise Refused(
                f"{name}: {dollars(cents)} is not in whole chips of {dollars(seating.chip_cents)}",
                "HOLD-29",
            )


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
        script["posts"] = [post.to_json() for post in posted]
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
