"""Who plays with what: stacks, button, blinds, sizes and the smallest chip, read and checked."""

from collections.abc import Mapping, Sequence
from typing import Any

from pitboss.games.contract import Post, Seating, Settings
from pitboss.money import dollars, parse_dollars, quoted, read_whole, show_given
from pitboss.refusal import Refused, gather

FEWEST, MOST = 2, 9
"""Players that a round needs, and that a table has room for; the ruling on seats says how many may
play (HOLD-14)."""

POSTS = ("small-blind", "big-blind", "missed-blind")


def read_seating(settings: Settings, given: Mapping[str, object]) -> Seating:
    """``{"stacks": {"1": 200, "2": 150}, "button": 1, "blinds": [2, 4]}``, and perhaps ``bets``,
    ``chip`` and ``posts``; with posts the button may lie at an empty seat."""
    stacks = _read_stacks(given.get("stacks"), int(settings.rulings["seats"]))
    button = given.get("button")
    places = range(1, int(settings.rulings["seats"]) + 1) if "posts" in given else stacks
    at = _read_seat(button)
    if at not in places:
        raise Refused(
            f"button: {show_given(button, quoted)} is no seat of this round; it has"
            f" {', '.join(map(str, places))}",
            "HOLD-02",
        )
    chip, blinds, bets = _read_amounts(given)
    posts = _read_posts(given.get("posts", []), stacks)
    seating = Seating(stacks, at, blinds, bets, chip, posts)
    _check_sizes(settings, seating)
    _check_chips(settings, seating)
    check_posts(posts, blinds[1])
    return seating


def _read_amounts(given: Mapping[str, object]) -> tuple[int, tuple[int, int], tuple[int, int]]:
    """The smallest chip, the blinds and the bets."""
    blinds = (0, 0)
    with gather() as parts:
        with parts.at("chip"):
            chip = _read_chip(given.get("chip", "0.01"))
        with parts.at("blinds"):
            blinds = _read_pair(given.get("blinds"), "blinds", "HOLD-03")
        usual = [dollars(blinds[1]), dollars(2 * blinds[1])]
        if "bets" in given or blinds[1]:
            with parts.at("bets"):
                bets = _read_pair(given.get("bets", usual), "bets", "HOLD-16")
    return chip, blinds, bets


def _read_chip(value: object) -> int:
    chip = parse_dollars(value, "chip")
    if chip <= 0:
        raise Refused(f"chip: {dollars(chip)} is no chip; the smallest chip is above 0", "HOLD-29")
    return chip


def _read_seat(value: object) -> int:
    """A seat's number; 0, which no table has, for what is none."""
    try:
        return read_whole(value, "seat", 1, MOST)
    except Refused:
        return 0


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
        number = _read_seat(seat)
        if not 1 <= number <= seats:
            raise Refused(
                f"stacks: seat {show_given(seat, quoted)} is no seat; this table has"
                f" seats 1 to {seats} (ruling seats)",
                "HOLD-14",
            )
        stacks[number] = parse_dollars(value[seat], f"stack of seat {seat}")
        if stacks[number] <= 0:
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
        is_seat = isinstance(seat, int) and not isinstance(seat, bool) and seat in stacks
        if not is_seat or name not in POSTS:
            raise Refused(f"{shape}; names are {', '.join(POSTS)}", "HOLD-26")
        amounts = [parse_dollars(chips, "posts") for chips in (live, dead)]
        if min(amounts) < 0:
            raise Refused("posts: chips are not below 0", "HOLD-26")
        posts.append(Post(seat, name, *amounts))
    return tuple(posts)


def check_posts(posts: Sequence[Post], big_cents: int) -> None:
    """At least one big blind, which others whom it passed may post too; what a seat posts live is
    at most that."""
    if posts and not any(post.name == "big-blind" for post in posts):
        raise Refused("posts: at least one big blind is posted", "HOLD-26")
    if len({(post.seat, post.name) for post in posts}) < len(posts):
        raise Refused("posts: a seat posts each blind once", "HOLD-26")
    for seat in {post.seat for post in posts}:
        live = sum(post.live_cents for post in posts if post.seat == seat)
        if live > big_cents:
            raise Refused(
                f"posts: seat {seat} posts {dollars(live)} live; at most the big blind of"
                f" {dollars(big_cents)} is, the rest is dead",
                "HOLD-26",
            )


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
        ).below("blinds")
    limits = settings.limits
    if limits.least_cents:
        none = "limit min: Holdout has none; blinds and bets set the least wager"
        raise Refused(none, "HOLD-17").below("table.limits.min")
    most = limits.most_cents
    wagers = bets if betting in ("limit", "spread-limit") else seating.blinds
    if most and max(wagers) > most:
        raise Refused(
            f"limit max: wagers of {dollars(max(wagers))} are above the table maximum of"
            f" {dollars(most)}",
            "HOLD-16",
        ).below("table.limits.max")


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
            ).below(name.replace("ruling ", "table.rulings."))


LIVE_FIRST = ("live_cents", "dead_cents")
DEAD_FIRST = ("dead_cents", "live_cents")


def chips_for_posts(
    stacks: Mapping[int, int],
    posts: Sequence[Post],
    ante: str,
    order: tuple[str, str] = LIVE_FIRST,
) -> tuple[Post, ...]:
    """Posts with a dead part, as far as each seat's chips reach after the ante: what lies there is
    a wager first, up to the big blind, and the rest is dead (HOLD-26)."""
    less = 0 if ante == "none" else parse_dollars(ante)
    left = {post.seat: max(0, stacks[post.seat] - less) for post in posts if post.dead_cents}
    found = list(posts)
    for part in order:
        for index, post in enumerate(found):
            if post.seat in left:
                cents = min(getattr(post, part), left[post.seat])
                left[post.seat] -= cents
                found[index] = post._replace(**{part: cents})
    return tuple(post for post in found if post.live_cents or post.dead_cents)


def recorded_seating(script: Mapping[str, Any]) -> Mapping[str, object]:
    """What a table's log says of a round's players, as a script says it today. Before the live part
    of a post came first, a short stack's was recorded larger than the stack; now none is."""
    if "posts" not in script:
        return script
    stacks = _read_stacks(script["stacks"], MOST)
    ante = str(script["table"].get("rulings", {}).get("ante", "none"))
    posts = chips_for_posts(stacks, _read_posts(script["posts"], stacks), ante, DEAD_FIRST)
    return {**script, "posts": [post.to_json() for post in posts]}
