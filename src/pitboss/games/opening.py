"""Setting a table, what it offers, and opening a round: all given is checked before any card."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from pitboss.cards import DECK, format_card
from pitboss.games.contract import AGGREGATE_RULE, Game, Limits, Opening, Settings
from pitboss.games.source import Source, Spot, load_face, resolve_rulings
from pitboss.jackpots.meter import Terms
from pitboss.jackpots.terms import number_of, wager_of
from pitboss.money import dollars, parse_dollars, read_whole
from pitboss.paytable import PayTable, parse_table, read_under
from pitboss.refusal import Refused, gather

_CARDS = frozenset(DECK)

SEATS, MOST_SEATS = "seats", 999
"""The ruling that says how many a table has, and the numbers of seats that are read; a table has
far fewer."""

BACKS = ("red", "blue")
"""Of two decks that take turns."""

PLACED_FIRST = ("main", "bonus", "jackpot", "tip")
"""The kinds of wager that are made before the deal; follow-ups come with a decision."""


class Offer(NamedTuple):
    """A wager that a table takes; ``most_cents`` is 0 where the table sets none."""

    spot: Spot
    least_cents: int
    most_cents: int


def offers(game: Game, settings: Settings) -> tuple[Offer, ...]:
    """The wagers of a table, in the order of its layout."""
    spots = [spot for spot in game.source.spots.values() if is_offered(settings, spot)]
    return tuple(Offer(spot, *limits_of(settings, spot)) for spot in spots)


def first_offers(offered: Iterable[Offer]) -> tuple[Offer, ...]:
    """The wagers that may be made before the deal."""
    return tuple(offer for offer in offered if offer.spot.kind in PLACED_FIRST)


def is_offered(settings: Settings, spot: Spot) -> bool:
    """A bonus needs a pay table, a jackpot a sensor, and some wagers a ruling."""
    if any(settings.rulings[name] != option for name, option in spot.needs.items()):
        return False
    if spot.kind == "jackpot":
        return number_of(spot.name) <= len(settings.jackpots)
    return spot.kind != "bonus" or spot.name in settings.paytables


def limits_of(settings: Settings, spot: Spot) -> tuple[int, int]:
    """The least and the most of a wager that is offered; a jackpot takes one amount alone.

    A wager without a pair of its own meets the table's maximum, and its minimum where the document
    wants it between the posted limits too.
    """
    limits = settings.limits
    if spot.kind in ("main", "jackpot") or spot.name in limits.others:
        return own_limits(settings, spot)
    least = limits.least_cents if spot.table_minimum else 0
    return max(least, spot.least_cents), limits.most_cents


def own_limits(settings: Settings, spot: Spot) -> tuple[int, int]:
    """Those that the sign names for this wager; once all that a wager had to meet."""
    limits = settings.limits
    if spot.kind == "jackpot":
        fixed = settings.jackpots[number_of(spot.name) - 1].wager_cents
        return fixed, fixed
    least, most = limits.others.get(spot.name, (0, 0))
    if spot.kind == "main":
        least, most = limits.least_cents, limits.most_cents
    return max(least, spot.least_cents), most


def set_table(
    game: Game,
    rulings: Mapping[str, object] | None = None,
    paytables: Mapping[str, object] | None = None,
    limits: Mapping[str, object] | None = None,
    jackpots: Sequence[Terms] = (),
) -> Settings:
    """Check a table's settings and complete them with the defaults."""
    source = game.source
    sensors = map(wager_of, range(1, len(jackpots) + 1))
    with gather() as parts:
        with parts.at("rulings"):
            chosen = resolve_rulings(source, rulings or {})
        tables: Mapping[str, object] = game.paytables
        with parts.at("paytables"):
            tables = read = _choose_paytables(game, paytables or {})
        with parts.at("limits"):
            posted = _read_limits(source, limits or {}, [*tables, *sensors])
    read = {wager: read_under(game.package, chosen, table) for wager, table in read.items()}
    labels = tuple(words for _, words in departures(game, chosen, read))
    return Settings(source.key, source.version, chosen, read, posted, labels, tuple(jackpots))


def check_files(game: Game) -> None:
    """What every command asks of a game's files: they are read, and the usual table opens."""
    from pitboss.games.words import load_words

    source = game.source
    mains = [spot.name for spot in source.spots.values() if spot.kind == "main"]
    if not game.read_seating and len(mains) != 1:
        raise Refused(f"source.toml: one wager is of the kind main, not {len(mains)}")
    if SEATS not in source.rulings:
        raise Refused("source.toml: the ruling seats is missing; it says how many a table has")
    for option in source.rulings[SEATS].options:
        read_whole(option, "source.toml: the ruling seats:", 1, MOST_SEATS)
    set_table(game)
    load_face(game.package)
    load_words(game.package)


def _choose_paytables(game: Game, given: Mapping[str, object]) -> dict[str, PayTable]:
    wagers = [name for name in game.paytables if name != "jackpot"]
    for wager in given:
        if wager not in wagers:
            raise Refused(
                f"pay table for {wager!r}: {game.source.key} has tables for"
                f" {', '.join(wagers) or 'no wager'}"
            )
    with gather() as parts:
        chosen = {}
        for wager, one in {**game.default_paytables, **given}.items():
            with parts.at(wager):
                chosen[wager] = _choose_paytable(game, wager, one)
    return chosen


def _choose_paytable(game: Game, wager: str, one: object) -> PayTable:
    """A printed table by its code, or one that is given."""
    printed = game.paytables.get(wager, {})
    if isinstance(one, Mapping):
        table = parse_table(wager, one)
        game.check_paytable(table)
        return table
    if str(one) in printed:
        return printed[str(one)]
    codes = ", ".join(printed) or "none"
    raise Refused(f"pay table {one!r} for {wager} is unknown; printed: {codes}")


def departures(
    game: Game, rulings: Mapping[str, str], tables: Mapping[str, PayTable]
) -> Iterator[tuple[str, str]]:
    """What makes this table differ from the approved game: the setting, and its label."""
    source = game.source
    for name, option in rulings.items():
        if source.rulings[name].is_what_if(option):
            label = f"not as approved: ruling {name}={option} is no reading of the text"
            yield f"rulings.{name}", label
    for wager, table in tables.items():
        if table.printed:
            continue
        wrong = "is not printed"
        if wager in source.spots and source.spots[wager].house_table:
            wrong = game.house_fault(table) if game.house_fault else ""
        if wrong:
            label = f"not as approved: pay table {table.code} for {wager} {wrong}"
            yield f"paytables.{wager}", label


def _read_limits(source: Source, given: Mapping[str, object], prizes: Collection[str]) -> Limits:
    """Read ``{"min": 5, "max": 400, "bonus": [1, 25], "aggregate": {"bonus": 1250}}``."""
    named = {spot.name for spot in source.spots.values() if spot.kind in ("bonus", "tip")}
    least = most = 0
    others, aggregates = {}, {}
    with gather() as parts:
        with parts.at("min"):
            least = parse_dollars(given.get("min", 0), "limit min")
        with parts.at("max"):
            most = parse_dollars(given.get("max", 0), "limit max")
        for name in given:
            if name not in ("min", "max", "aggregate"):
                with parts.at(name):
                    others[name] = _read_own(name, given[name], named)
        if not parts.places & {"min", "max"}:
            with parts.at("max" if "max" in given else "min"):
                _check_main(least, most, "max" in given)
        with parts.at("aggregate"):
            aggregates = _read_aggregates(given.get("aggregate", {}), prizes)
    return Limits(least, most, others, aggregates)


def _read_own(name: str, pair: object, named: Collection[str]) -> tuple[int, int]:
    """The pair of a wager that has limits of its own."""
    if name not in named:
        known = ["min", "max", *sorted(named), "aggregate"]
        raise Refused(f"limit {name!r} is unknown; allowed: {', '.join(known)}")
    if not isinstance(pair, list | tuple) or len(pair) != 2:
        raise Refused(f"limit {name} must be a pair such as [1, 25]")
    low, high = (parse_dollars(value, f"limit {name}") for value in pair)
    return _checked_pair(low, high, name)


def _check_main(least: int, most: int, has_most: bool) -> None:
    if has_most:
        _checked_pair(least, most, "max")
    elif least < 0:
        raise Refused("limit min must not be below 0")


def _read_aggregates(given: object, prizes: Collection[str]) -> dict[str, int]:
    """The most that a round's winners of a wager are paid together; a profile checks how low."""
    if not isinstance(given, Mapping):
        raise Refused('limit aggregate: a JSON object is needed, such as {"bonus": 1250}')
    aggregates = {}
    with gather() as parts:
        for wager, amount in given.items():
            with parts.at(wager):
                aggregates[wager] = _read_aggregate(wager, amount, prizes)
    return aggregates


def _read_aggregate(wager: str, amount: object, prizes: Collection[str]) -> int:
    if wager not in prizes:
        raise Refused(
            f"limit aggregate: {wager!r} is not paid by a pay table here; allowed:"
            f" {', '.join(prizes) or 'none'}",
            AGGREGATE_RULE,
        )
    cents = parse_dollars(amount, f"limit aggregate {wager}")
    if cents <= 0:
        raise Refused(
            f"limit aggregate {wager} of {dollars(cents)} must be above 0", AGGREGATE_RULE
        )
    return cents


def _checked_pair(low: int, high: int, name: str) -> tuple[int, int]:
    if not 0 <= low <= high or high == 0:
        raise Refused(
            f"limit {name}: {dollars(low)} to {dollars(high)} is no range; lower amount first,"
            " above 0"
        )
    return low, high


def open_round(
    game: Game,
    settings: Settings,
    wagers: Mapping[int, Mapping[str, int]],
    deck: tuple[int, ...],
    deck_name: str = "",
) -> Opening:
    """Check the wagers against the table and its limits, and lock them with the deck."""
    placed = _check_placed(game, settings, wagers, limits_of)
    return Opening(settings, placed, check_deck(deck), check_back(deck_name))


def reopen_round(
    game: Game,
    settings: Settings,
    wagers: Mapping[int, Mapping[str, int]],
    deck: tuple[int, ...],
    deck_name: str = "",
) -> Opening:
    """A round that was opened once, as it is recorded: it met the limits of its own day, when a
    wager without a pair of its own had none."""
    placed = _check_placed(game, settings, wagers, own_limits)
    return Opening(settings, placed, check_deck(deck), check_back(deck_name))


def _check_placed(
    game: Game,
    settings: Settings,
    wagers: Mapping[int, Mapping[str, int]],
    find_limits: Callable[[Settings, Spot], tuple[int, int]],
) -> dict[int, dict[str, int]]:
    """The wagers of each seat in the order of the layout."""
    if not wagers:
        raise Refused("wagers: none is made; a round needs at least one seat with a wager")
    spots = game.source.spots
    seats = int(settings.rulings["seats"])
    placed = {}
    for seat in sorted(wagers):
        if not 1 <= seat <= seats:
            raise Refused(f"seat {seat}: this table has seats 1 to {seats} (ruling seats)")
        given = wagers[seat]
        for name, cents in given.items():
            if name not in spots:
                raise Refused(f"seat {seat}: {settings.game} has no wager {name!r}")
            spot = spots[name]
            wrong = _find_fault(spot, cents)
            if not wrong and spot.kind != "jackpot":  # one amount alone, which its game checks
                wrong = _find_excess(find_limits(settings, spot), cents)
            if wrong:
                wager = f"{name} wager of {dollars(cents)}"
                raise Refused(f"seat {seat}: {wager} {wrong}", spot.rule)
        game.check_wagers(settings, seat, given)
        placed[seat] = {name: given[name] for name in spots if name in given}
        if not placed[seat]:
            raise Refused(f"seat {seat}: no wager is made; leave the seat out instead")
    return placed


def open_seating(
    game: Game,
    settings: Settings,
    given: Mapping[str, object],
    deck: tuple[int, ...],
    deck_name: str = "",
) -> Opening:
    """The opening of a round between players: stacks, button and sizes as scripts give them."""
    assert game.read_seating is not None
    seating = game.read_seating(settings, given)
    return Opening(settings, {}, check_deck(deck), check_back(deck_name), seating)


def _find_fault(spot: Spot, cents: int) -> str:
    """What is wrong with a wager before the deal at any table, or nothing."""
    if spot.kind not in PLACED_FIRST:
        return "cannot be made before the deal; it comes with a decision"
    if cents <= 0:
        return "must be above 0"
    if cents < spot.least_cents:
        return f"is below {dollars(spot.least_cents)}, the least"
    return ""


def _find_excess(limits: tuple[int, int], cents: int) -> str:
    """How a wager is outside its limits, or nothing."""
    least, most = limits
    if cents < least:
        return f"is below the table minimum of {dollars(least)}"
    if most and cents > most:
        return f"is above the table maximum of {dollars(most)}"
    return ""


def check_deck(deck: tuple[int, ...]) -> tuple[int, ...]:
    """Each card at most once; a short deck is fine as long as no card is missed."""
    if len(_CARDS.intersection(deck)) != len(deck):
        for place, card in enumerate(deck):
            if card not in _CARDS:
                most = len(DECK) - 1
                raise Refused(f"deck: {card!r} is no card; cards are numbers from 0 to {most}")
            if card in deck[:place]:
                raise Refused(f"deck: card {format_card(card)} stands twice")
    return deck


def check_back(name: str) -> str:
    """The name of a deck, which is the colour of its backs; none where it is not told."""
    if name and name not in BACKS:
        raise Refused(f"deck_name {name[:20]!r}: the house has decks {', '.join(BACKS)}")
    return name


def deck_back(rulings: Mapping[str, str], number: int) -> str:
    """Which deck the round of this number is dealt from; none is named where there is one."""
    return BACKS[number % 2] if rulings.get("decks") == "two" else ""
