"""Reading who plays with what: stacks, button, blinds, sizes and the smallest chip."""

from collections.abc import Mapping, Sequence

from pitboss.games.contract import Post, Seating, Settings
from pitboss.money import dollars, parse_dollars
from pitboss.paytable import PayTable
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


def check_wagers(settings: Settings, seat: int, wagers: Mapping[str, int]) -> None:
    raise Refused(f"seat {seat}: Holdout has no wagers against the house; give stacks", "HOLD-01")


def check_paytable(table: PayTable) -> None:
    raise Refused(f"pay table {table.code}: Holdout has no pay tables", "HOLD-01")
