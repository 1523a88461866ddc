"""The round of a PHH file: its opening and decisions, played again and compared with the file."""

from collections.abc import Mapping

from pitboss.games.contract import Decision, Game, Opening, Post
from pitboss.games.history import Played, Run, Seen
from pitboss.games.holdout.history import file, phh
from pitboss.games.holdout.history.file import Action, Fields, shown
from pitboss.games.holdout.seating import POSTS, check_posts
from pitboss.games.opening import open_seating, set_table
from pitboss.money import dollars, parse_dollars
from pitboss.refusal import Refused

OPENING_FIELDS = (
    *("seats", "seat_count", "antes", "blinds_or_straddles", "bring_in", "small_bet", "big_bet"),
    *("min_bet", "starting_stacks", "_rules"),
)
RESULT_FIELDS = ("finishing_stacks", "winnings", "_rake")
"""Fields that must be what the rules give, where the file has them."""


def read_phh(game: Game, text: str, fill: bool, run: Run) -> tuple[Played, tuple[int, ...]]:
    """Play the round of a file; ``fill`` lets cards stand in for those that the file hides.

    Gives the round, and the cards that stand in.
    """
    fields = Fields(text)
    betting = _betting(fields)
    players = len(fields.amounts("starting_stacks"))
    actions = file.parse_actions(fields.texts("actions"), players)
    told = file.read_told(actions, players, fields.text("_burned", ""), fields.text("_undealt", ""))
    laid = file.lay_out(told, fill)
    running = run(read_opening(game, fields, betting, laid.deck))
    _check_fields(fields, running, OPENING_FIELDS)
    for action in actions:
        if action.verb in ("f", "cc", "cbr", "sd"):
            _decide(running, action, laid.held)
    if fields.has("_void"):
        running.decide(Decision(0, "void", reason=fields.text("_void")))
    file.check_actions(actions, phh.write_actions(Seen(running, running.table.events)))
    _check_fields(fields, running, RESULT_FIELDS)
    return running, laid.stand_ins


def _betting(fields: Fields) -> str:
    """The betting structure, which the variant code tells."""
    variant = fields.text("variant")
    structures = {code: betting for betting, code in phh.VARIANTS.items()}
    if variant not in structures:
        codes = ", ".join(f"{code} ({betting})" for code, betting in structures.items())
        raise Refused(f"variant: {shown(variant)} is not Five Card Holdout; its codes are {codes}")
    extension = fields.number("_extension", phh.EXTENSION)
    if extension != phh.EXTENSION:
        raise Refused(f"_extension: {extension} is unknown; this program reads {phh.EXTENSION}")
    return structures[variant]


def _decide(running: Played, action: Action, held: dict[int, tuple[int, ...]]) -> None:
    seat = phh.order_of(running.table.opening)[action.player - 1]
    offered = [option.action for option in running.question.options] if running.question else []
    try:
        if action.verb == "f":
            running.decide(Decision(seat, "fold"))
        elif action.verb == "cc":
            running.decide(Decision(seat, "check" if "check" in offered else "call"))
        elif action.verb == "sd":
            running.decide(Decision(seat, "hold", cards=held[action.player]))
        else:
            cents = parse_dollars(action.argument)
            running.decide(Decision(seat, "bet" if "bet" in offered else "raise", cents))
    except Refused as refusal:
        again = action.refuse(refusal)
        again.rule = refusal.rule
        raise again from None


def _check_fields(fields: Fields, running: Played, names: tuple[str, ...]) -> None:
    by_rules = phh.phh_fields(Seen(running, running.table.events))
    for name in filter(fields.has, names):
        value = fields.values[name]
        if name not in by_rules:
            raise Refused(f"{name}: {shown(value)}; a file of this round has no such field")
        if value != by_rules[name]:
            raise Refused(
                f"{name}: the file has {shown(value)}, but by the rules it is"
                f" {shown(by_rules[name])}"
            )


def read_opening(game: Game, fields: Fields, betting: str, deck: tuple[int, ...]) -> Opening:
    """The opening, checked as a script's is."""
    stacks = fields.amounts("starting_stacks")
    count = len(stacks)
    seats = fields.numbers("seats", list(range(1, count + 1)))
    if len(seats) != count or len(set(seats)) != count:
        raise Refused(f"seats: {shown(seats)}; each of the {count} players needs a seat of its own")
    if not seats:
        raise Refused("starting_stacks: nobody plays; two to nine players do", "HOLD-14")
    button = fields.number("_button", seats[-1])
    antes = phh.turned(fields.amounts("antes", count))
    live = phh.turned(fields.amounts("blinds_or_straddles", count))
    rulings = _rulings(fields, betting)
    posts = _posts(fields, {f"p{number}": seat for number, seat in enumerate(seats, 1)})
    if posts:
        blinds = fields.amounts("_blinds", 2)
        check_posts(posts, blinds[1])
    else:
        blinds = sorted(live) if count == 2 else live[:2]
        if antes[0]:
            rulings.setdefault("ante", dollars(antes[0]))
        if count == 2 and live[0] < live[1]:
            rulings.setdefault("heads-up-blinds", "left-small")
    settings = set_table(game, rulings, limits=fields.mapping("_limits"))
    given: dict[str, object] = {
        "stacks": {str(seat): dollars(cents) for seat, cents in zip(seats, stacks, strict=True)},
        "button": button if button in seats else seats[-1],
        "blinds": list(map(dollars, blinds)),
        "chip": dollars(fields.cents("_chip", 1)),
    }
    if bets := _bets(fields, betting):
        given["bets"] = list(map(dollars, bets))
    opening = open_seating(game, settings, given, deck, fields.text("_deck_name", ""))
    if not 1 <= button <= int(settings.rulings["seats"]):
        raise Refused(f"_button: {button} is no seat of this table", "HOLD-02")
    return opening._replace(seating=phh.seating_of(opening)._replace(button=button, posts=posts))


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


def _bets(fields: Fields, betting: str) -> list[int]:
    if betting == "limit":
        return [fields.cents("small_bet"), fields.cents("big_bet")]
    fields.cents("min_bet")
    return fields.amounts("_bets", 2) if betting == "spread-limit" or fields.has("_bets") else []


def _posts(fields: Fields, seats: Mapping[str, int]) -> tuple[Post, ...]:
    """Posts that are not just the two blinds: ``{player = "p3", name = "missed-blind", ...}``."""
    if not fields.has("_posts"):
        return ()
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
    if not posts:
        raise Refused("_posts: at least one big-blind is needed", "HOLD-03")
    return tuple(posts)
