"""How a table is set up: game, pay tables, rulings, limits, jackpots, clocks and approvals."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from pitboss.games import find_game
from pitboss.games.approval import read_approval
from pitboss.games.contract import Game, Settings
from pitboss.games.opening import first_offers, offers
from pitboss.games.profile import NAMES, Profile, add_law, apply_profile, read_profile
from pitboss.games.promotion import Promotion, read_promotion
from pitboss.house.access import refuse_title
from pitboss.house.manifest import hash_values
from pitboss.house.names import clean_name, fold_spaces, refuse_house
from pitboss.house.store import Transaction
from pitboss.house.store.jackpots import of_practice, read_terms
from pitboss.house.tables.known import SIZES
from pitboss.house.tables.known import Setup as Setup
from pitboss.jackpots.meter import Meter, Terms
from pitboss.jackpots.terms import check_link, read_jackpots, wager_of
from pitboss.money import dollars, exact_dollars, parse_dollars
from pitboss.refusal import Gathered, Refused, gather
from pitboss.rounds.script import read_mapping, read_settings, read_text

KEYS = (
    *("game", "name", "table", "profile", "approval", "dealer", "verify", "clock"),
    *("blinds", "bets", "chip", "buy_in", "practice", "promotions"),
)
TABLE_KEYS = ("rulings", "paytables", "limits", "jackpots")
DEALERS = ("automatic", "person")
VERIFIERS = ("table", "supervisor")
"""Who verifies a jackpot hit: the table at once, or a supervisor."""

CLOCK = {"decision": 30, "wagers": 20}
LONGEST_CLOCK = 3_600
BUY_IN = (20_00, 5_000_00)
MOST_LETTERS = 60


def read_setup(given: object, jackpots: Mapping[str, Terms], is_recorded: bool = False) -> Setup:
    """Check a setup; ``jackpots`` are those that the house has opened, by their id. A table that
    was opened once stays open, whatever its jurisdiction has asked for since."""
    values: dict[str, Any] = dict(read_mapping(given, "table"))
    _check_keys(values, KEYS, "table", "it has")
    game = find_game(read_text(values.get("game"), "game"))
    with gather() as parts:
        _read_plain(values, game, is_recorded, parts)
        played = _read_played(values, game, jackpots, parts)
        law = _read_law(values, game, played, is_recorded, parts)
        clock, buy_in = dict(CLOCK), BUY_IN
        with parts.at("clock"):
            values["clock"] = clock = _read_clock(values.get("clock", {}))
        values["practice"] = bool(values.get("practice", False))
        with parts.at("buy_in"):
            buy_in = _read_buy_in(values.get("buy_in", [dollars(cents) for cents in BUY_IN]))
        values.setdefault("approval", {})
        if not is_recorded:
            with parts.at("approval"):
                read_approval(law.profile, game, law.settings, values["approval"])
        promised = _read_list(values.get("promotions", []), "promotions", "")
        with parts.at():
            _check_poker(values, game, law.settings, buy_in)
    profile, settings, ids, terms = *law, *played[1:]
    offered = offers(game, settings)
    return Setup(
        values,
        game,
        settings,
        profile,
        key=game.source.key,
        name=values["name"],
        seats=int(settings.rulings["seats"]),
        automatic=values["dealer"] == "automatic",
        is_poker=game.read_seating is not None,
        jackpots=ids,
        decision_seconds=clock["decision"],
        wager_seconds=clock["wagers"],
        buy_in=buy_in,
        promotions=tuple(_read_promised(profile, game, settings, each) for each in promised),
        digest=hash_values(values),
        terms=tuple(map(terms_json, terms)),
        offers=offered,
        first_offers=first_offers(offered),
        checked={},
    )


def _read_plain(values: dict[str, Any], game: Game, is_recorded: bool, parts: Gathered) -> None:
    """Name, dealer and who verifies."""
    with parts.at("name"):
        values["name"] = read_text(values.get("name", game.source.title), "name").strip()
        if not is_recorded:
            values["name"] = clean_name(values["name"], "name", MOST_LETTERS)
    with parts.at("dealer"):
        values["dealer"] = _one_of(values.get("dealer", "automatic"), DEALERS, "dealer")
    with parts.at("verify"):
        values["verify"] = _one_of(values.get("verify", "table"), VERIFIERS, "verify")


class Played(NamedTuple):
    """What a table is played by: its settings, and the jackpots it is linked to."""

    settings: Settings
    ids: tuple[str, ...] = ()
    terms: tuple[Terms, ...] = ()


def _read_played(
    values: Mapping[str, Any], game: Game, jackpots: Mapping[str, Terms], parts: Gathered
) -> Played:
    """Where something is refused, the settings without it: the rest is checked with those."""
    table = dict(read_mapping(values.get("table", {}), "table settings"))
    ids: tuple[str, ...] = ()
    terms: list[Terms] = []
    with parts.at("table.jackpots"):
        ids, terms = _read_links(table.pop("jackpots", []), game, jackpots)
    _check_keys(table, TABLE_KEYS, "table settings", "they have")
    try:
        return Played(read_settings(game, table, terms), ids, tuple(terms))
    except Refused as refusal:
        parts.add(refusal, "table")
    try:
        return Played(read_settings(game, _without(table, parts.places, game), terms))
    except Refused:  # what is no setting at all
        return Played(read_settings(game, {}, ()))


def _without(table: Mapping[str, Any], places: set[str], game: Game) -> dict[str, Any]:
    """A table's settings without what was refused, so that what is right about the others is not
    refused for it: a printed pay table stands in for a wrong one, and no aggregate payout limit
    is left on a wager whose limits or pays are wrong."""
    wrong = {".".join(place.split(".")[:3]) for place in places}
    kept: dict[str, dict[str, Any]] = {}
    for part in ("rulings", "paytables", "limits"):
        given = table.get(part, {})
        entries = given.items() if isinstance(given, Mapping) else ()
        kept[part] = {n: value for n, value in entries if f"table.{part}.{n}" not in wrong}
    for wager, printed in game.paytables.items():
        if f"table.paytables.{wager}" in wrong:
            kept["paytables"][wager] = next(iter(printed))
    kept["limits"].pop("aggregate", None)
    return kept


class Law(NamedTuple):
    """A profile, and settings with its limits."""

    profile: Profile
    settings: Settings


def _read_law(
    values: dict[str, Any], game: Game, played: Played, is_recorded: bool, parts: Gathered
) -> Law:
    """Where the profile itself is refused, its name still says which records are needed."""
    values["profile"] = given = values.get("profile", {"name": "none"})
    try:
        profile = read_profile(given)
    except Refused as refusal:
        parts.add(refusal, "profile")
        name = given.get("name") if isinstance(given, Mapping) else ""
        return Law(Profile(str(name) if name in NAMES else "none"), played.settings)
    settings = played.settings
    with parts.at():
        settings = (add_law if is_recorded else apply_profile)(profile, game, settings)
    return Law(profile, settings)


def _read_promised(profile: Profile, game: Game, settings: Settings, given: object) -> Promotion:
    return read_promotion(profile, game, settings, given)._replace(id=promotion_id(given))


def promotion_id(given: object) -> str:
    """A promotion is known by its terms."""
    return f"promotion-{hash_values(given)[:8]}"


def read_new(transaction: Transaction, given: object) -> Setup:
    """The setup of a table that is to be opened or changed, with the jackpots that are open; a
    practice table never plays on the house's, nor another on those of practice."""
    with gather() as parts:
        with parts.at():
            setup = read_setup(given, read_terms(transaction))
        with parts.at("name"):
            _refuse_name(transaction, read_mapping(given, "table"))
    practised = [jackpot.id for jackpot in of_practice(transaction)]
    for number, name in enumerate(setup.jackpots, 1):
        if (name in practised) != setup.given["practice"]:
            kind = ("practice", "the house's") if name in practised else ("the house's", "practice")
            wrong = f"{wager_of(number)}: {name} is for {kind[0]} tables, not for {kind[1]}"
            raise Refused(wrong).below(f"table.jackpots.{number}")
    return setup


def _refuse_name(transaction: Transaction, given: Mapping[str, Any]) -> None:
    """Nobody takes a table for the house or for someone of its staff."""
    name = fold_spaces(str(given.get("name", "")))
    refuse_title(transaction, name, "table's name")
    if given.get("practice"):
        refuse_house(name, "table's name")


def read_given(transaction: Transaction, given: object) -> Setup:
    """The same for a setup that is on record."""
    return read_setup(given, read_terms(transaction), is_recorded=True)


def _check_keys(values: Mapping[str, object], keys: Sequence[str], what: str, has: str) -> None:
    for key in values:
        if key not in keys:
            raise Refused(f"{what}: key {key!r} is unknown; {has} {', '.join(keys)}")


def _read_list(given: object, what: str, for_each: str) -> Sequence[object]:
    if not isinstance(given, Sequence) or isinstance(given, str):
        raise Refused(f"{what}: a JSON list is needed, one entry for each{for_each}")
    return given


def _read_links(
    given: object, game: Game, jackpots: Mapping[str, Terms]
) -> tuple[tuple[str, ...], list[Terms]]:
    """``[{"jackpot": ID}]``, perhaps with a pay table of its own whose winning hands agree."""
    ids, entries = [], []
    for number, entry in enumerate(_read_list(given, "jackpots", " sensor"), 1):
        sensor = wager_of(number)
        values = read_mapping(entry, sensor)
        name = read_text(values.get("jackpot"), sensor)
        if name not in jackpots:
            raise Refused(f"{sensor}: no jackpot {name!r} is open").below(str(number))
        code = read_text(values.get("paytable", jackpots[name].paytable.code), "pay table")
        ids.append(name)
        entries.append({**terms_json(jackpots[name]), "paytable": code})
    if len(set(ids)) < len(ids):
        raise Refused("jackpots: each sensor has a jackpot of its own")
    found = read_jackpots(entries, game.paytables.get("jackpot", {}))
    for name, (terms, _) in zip(ids, found, strict=True):
        check_link(jackpots[name], terms)
    return tuple(ids), [terms for terms, _ in found]


def terms_json(terms: Terms) -> dict[str, object]:
    """A jackpot's terms as scripts give them."""
    values: dict[str, object] = {
        "paytable": terms.paytable.code,
        "type": terms.type,
        "wager": dollars(terms.wager_cents),
    }
    if terms.type == "progressive":
        values["seed"] = exact_dollars(terms.seed)
        values["rate"] = exact_dollars(terms.rate * 100)
        values["reserve"] = exact_dollars(terms.reserve_rate * 100)
        if terms.maximum is not None:
            values["maximum"] = exact_dollars(terms.maximum)
    else:
        values["meter"] = "0"
    return values


def meter_json(terms: Terms, meter: Meter) -> dict[str, object]:
    """Where a jackpot's meter stands, beside its terms."""
    values: dict[str, object] = {"meter": exact_dollars(meter.value)}
    if terms.type == "progressive":
        values["reserved"] = exact_dollars(meter.reserve)
        values["overflow"] = exact_dollars(meter.overflow)
    return values


def _read_clock(given: object) -> dict[str, int]:
    clock = dict(CLOCK)
    for name, seconds in read_mapping(given, "clock").items():
        if name not in clock or not isinstance(seconds, int) or isinstance(seconds, bool):
            wrong = "clock: whole seconds for decision and wagers"
            raise Refused(wrong).below(name if name in clock else "")
        if not 0 <= seconds <= LONGEST_CLOCK:
            span = f"from 0 (no clock) to {LONGEST_CLOCK} s"
            raise Refused(f"clock {name} of {seconds} s: {span}").below(name)
        clock[name] = seconds
    return clock


def _read_buy_in(given: object) -> tuple[int, int]:
    if not isinstance(given, Sequence) or isinstance(given, str) or len(given) != 2:
        raise Refused("buy_in: a pair such as [20, 5000]")
    least, most = (parse_dollars(amount, "buy_in") for amount in given)
    if not 0 < least <= most:
        raise Refused("buy_in: the smaller amount first, above 0")
    return least, most


def _check_poker(
    values: Mapping[str, Any], game: Game, settings: Settings, buy_in: tuple[int, int]
) -> None:
    """Blinds and sizes go with games between players, and are tried out here."""
    sizes = {key: values[key] for key in SIZES if key in values}
    if game.read_seating is None:
        for key in sizes:
            wrong = f"{key}: {game.source.key} is played against the house and has none"
            raise Refused(wrong).below(key)
        return
    if "blinds" not in values:
        raise Refused("blinds: missing; a pair such as [2, 4]").below("blinds")
    stacks = {str(number): dollars(buy_in[1]) for number in (1, 2)}
    try:
        game.read_seating(settings, {**sizes, "stacks": stacks, "button": 1})
    except Refused as refusal:
        if refusal.place.startswith("stack"):
            refusal.place = "buy_in"
        raise


def _one_of(value: object, allowed: Sequence[str], what: str) -> str:
    if value not in allowed:
        raise Refused(f"{what} {str(value)[:20]!r}: one of {', '.join(allowed)}")
    return str(value)
