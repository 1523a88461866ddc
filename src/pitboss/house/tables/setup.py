"""How a table is set up: game, pay tables, rulings, limits, jackpots, clocks and approvals."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from pitboss.games import find_game
from pitboss.games.approval import read_approval
from pitboss.games.contract import Game, Settings
from pitboss.games.opening import Offer, first_offers, offers
from pitboss.games.profile import Profile, add_law, apply_profile, read_profile
from pitboss.games.promotion import Promotion, read_promotion
from pitboss.house.access import refuse_title
from pitboss.house.manifest import hash_values
from pitboss.house.names import clean_name, refuse_house
from pitboss.house.store import Transaction
from pitboss.house.store.jackpots import of_practice, read_terms
from pitboss.jackpots.meter import Meter, Terms
from pitboss.jackpots.terms import check_link, read_jackpots, wager_of
from pitboss.money import dollars, exact_dollars, parse_dollars
from pitboss.refusal import Refused
from pitboss.rounds.script import read_mapping, read_settings, read_text

KEYS = (
    *("game", "name", "table", "profile", "approval", "dealer", "verify", "clock"),
    *("blinds", "bets", "chip", "buy_in", "practice", "promotions"),
)
TABLE_KEYS = ("rulings", "paytables", "limits", "jackpots")
SIZES = ("blinds", "bets", "chip")
DEALERS = ("automatic", "person")
VERIFIERS = ("table", "supervisor")
"""Who verifies a jackpot hit: the table at once, or a supervisor."""

CLOCK = {"decision": 30, "wagers": 20}
LONGEST_CLOCK = 3_600
BUY_IN = (20_00, 5_000_00)
MOST_LETTERS = 60


class Setup(NamedTuple):
    """A table's setup as given, completed with defaults, and what it comes to."""

    given: Mapping[str, Any]
    game: Game
    settings: Settings
    profile: Profile
    key: str
    name: str
    seats: int
    automatic: bool
    """Whether the table deals by itself once the wagers are made."""
    is_poker: bool
    jackpots: tuple[str, ...]
    decision_seconds: int
    wager_seconds: int
    buy_in: tuple[int, int]
    promotions: tuple[Promotion, ...]
    digest: str
    terms: tuple[Mapping[str, object], ...]
    """The jackpots' terms as scripts give them."""
    offers: tuple[Offer, ...]
    """The wagers that the table takes, and of them those made before the deal."""
    first_offers: tuple[Offer, ...]
    checked: dict[tuple[int, str], dict[str, int]]
    """Wagers that were asked for under this setup, by seat, and what they were read as."""

    @property
    def blinds(self) -> tuple[int, int]:
        """The small and the big one, where players play each other."""
        small, big = (parse_dollars(amount, "blinds") for amount in self.given["blinds"])
        return small, big

    @property
    def sizes(self) -> dict[str, object]:
        """The sizes of play between players, as scripts give them."""
        return {key: self.given[key] for key in SIZES if key in self.given}

    def under(self, settings: Settings) -> "Setup":
        """The same table under other settings, such as those that an earlier round was dealt by."""
        offered, seats = offers(self.game, settings), int(settings.rulings["seats"])
        firsts = first_offers(offered)
        return self._replace(settings=settings, seats=seats, offers=offered, first_offers=firsts)


def read_setup(given: object, jackpots: Mapping[str, Terms], is_recorded: bool = False) -> Setup:
    """Check a setup; ``jackpots`` are those that the house has opened, by their id. A table that
    was opened once stays open, whatever its jurisdiction has asked for since."""
    values: dict[str, Any] = dict(read_mapping(given, "table"))
    _check_keys(values, KEYS, "table", "it has")
    game = find_game(read_text(values.get("game"), "game"))
    values["name"] = read_text(values.get("name", game.source.title), "name").strip()
    if not is_recorded:
        values["name"] = clean_name(values["name"], "name", MOST_LETTERS)
    values["dealer"] = _one_of(values.get("dealer", "automatic"), DEALERS, "dealer")
    values["verify"] = _one_of(values.get("verify", "table"), VERIFIERS, "verify")
    table = dict(read_mapping(values.get("table", {}), "table settings"))
    ids, terms = _read_links(table.pop("jackpots", []), game, jackpots)
    _check_keys(table, TABLE_KEYS, "table settings", "they have")
    settings = read_settings(game, table, terms)
    profile = read_profile(values.get("profile", {"name": "none"}))
    settings = (add_law if is_recorded else apply_profile)(profile, game, settings)
    clock = _read_clock(values.get("clock", {}))
    values |= {"clock": clock, "profile": values.get("profile", {"name": "none"})}
    values["practice"] = bool(values.get("practice", False))
    buy_in = _read_buy_in(values.get("buy_in", [dollars(cents) for cents in BUY_IN]))
    values.setdefault("approval", {})
    if not is_recorded:
        read_approval(profile, game, settings, values["approval"])
    promised = _read_list(values.get("promotions", []), "promotions", "")
    offered = offers(game, settings)
    setup = Setup(
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
    _check_poker(setup)
    return setup


def _read_promised(profile: Profile, game: Game, settings: Settings, given: object) -> Promotion:
    return read_promotion(profile, game, settings, given)._replace(id=promotion_id(given))


def promotion_id(given: object) -> str:
    """A promotion is known by its terms."""
    return f"promotion-{hash_values(given)[:8]}"


def read_new(transaction: Transaction, given: object) -> Setup:
    """The setup of a table that is to be opened or changed, with the jackpots that are open; a
    practice table never plays on the house's, nor another on those of practice."""
    setup = read_setup(given, read_terms(transaction))
    refuse_title(transaction, setup.name, "table's name")
    if setup.given["practice"]:
        refuse_house(setup.name, "table's name")
    practised = [jackpot.id for jackpot in of_practice(transaction)]
    for number, name in enumerate(setup.jackpots, 1):
        if (name in practised) != setup.given["practice"]:
            kind = ("practice", "the house's") if name in practised else ("the house's", "practice")
            raise Refused(f"{wager_of(number)}: {name} is for {kind[0]} tables, not for {kind[1]}")
    return setup


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
            raise Refused(f"{sensor}: no jackpot {name!r} is open")
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
            raise Refused("clock: whole seconds for decision and wagers")
        if not 0 <= seconds <= LONGEST_CLOCK:
            raise Refused(f"clock {name} of {seconds} s: from 0 (no clock) to {LONGEST_CLOCK} s")
        clock[name] = seconds
    return clock


def _read_buy_in(given: object) -> tuple[int, int]:
    if not isinstance(given, Sequence) or isinstance(given, str) or len(given) != 2:
        raise Refused("buy_in: a pair such as [20, 5000]")
    least, most = (parse_dollars(amount, "buy_in") for amount in given)
    if not 0 < least <= most:
        raise Refused("buy_in: the smaller amount first, above 0")
    return least, most


def _check_poker(setup: Setup) -> None:
    """Blinds and sizes go with games between players, and are tried out here."""
    read_seating = setup.game.read_seating
    if read_seating is None:
        for key in setup.sizes:
            raise Refused(f"{key}: {setup.key} is played against the house and has none")
        return
    if "blinds" not in setup.given:
        raise Refused("blinds: missing; a pair such as [2, 4]")
    stacks = {str(number): dollars(setup.buy_in[1]) for number in (1, 2)}
    read_seating(setup.settings, {**setup.sizes, "stacks": stacks, "button": 1})


def _one_of(value: object, allowed: Sequence[str], what: str) -> str:
    if value not in allowed:
        raise Refused(f"{what} {str(value)[:20]!r}: one of {', '.join(allowed)}")
    return str(value)
