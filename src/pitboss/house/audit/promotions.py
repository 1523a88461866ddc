"""Promotions in a log: what stood at a table when a round was dealt, reckoned again and compared
with what the promotion account paid. A layer that knows the rules, like ``replay``.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from pitboss.games.contract import Game, Settings
from pitboss.games.events import WagerSettled
from pitboss.games.profile import Profile
from pitboss.games.promotion import promotion_pay, read_promotion
from pitboss.house.audit.checks import canonical, digest
from pitboss.jackpots.terms import order_of, wager_of
from pitboss.rounds.record import hits_of
from pitboss.rounds.runner import Runner

Entry = Mapping[str, Any]
Pays = list[dict[str, Any]]

PAID = "promotion-paid"


class Stood(NamedTuple):
    """How a table was set up: its promotions as given, its jackpots, and whether hits wait."""

    promotions: Sequence[object] = ()
    jackpots: tuple[str, ...] = ()
    is_held: bool = False


class Ended(NamedTuple):
    """A round that was settled under promotions; ``at`` is when it was dealt and when it ended."""

    stood: Stood
    running: Runner
    at: tuple[str, str]


class Promotions:
    """Watches the chains of tables. ``add`` is told of each entry, ``settled`` of each round that
    was run again; a table whose setup is not in the log is left alone."""

    def __init__(self) -> None:
        self._stood: dict[str, Stood] = {}
        self._ended: dict[str, dict[int, Ended]] = {}
        self._due: dict[str, tuple[Pays, Pays]] = {}

    def add(self, entry: Entry) -> Iterator[str]:
        chain, body = entry["chain"], entry["body"]
        due = self._due.pop(chain, None)
        if entry["kind"] == PAID:
            if chain in self._stood:
                yield from self._compare(body, due or ([], []))
        elif due and all(due):
            yield f"its promotions were to pay {_words(due[0])} before this entry, and did not"
        if isinstance(setup := body.get("after") or body.get("setup"), Mapping):
            self._stood[chain] = _read_setup(setup)
        if entry["kind"] == "hit-advanced" and body.get("state") == "paid":
            self._take_hit(chain, body)

    def stand_at(self, chain: str) -> bool:
        """Whether a round of this chain is to be told of."""
        return chain in self._stood and bool(self._stood[chain].promotions)

    def settled(self, chain: str, running: Runner, at: tuple[str, str], number: int) -> None:
        """A round of this chain was settled by its last entry."""
        ended = Ended(self._stood[chain], running, at)
        waiting = hits_of(running) if ended.stood.is_held else []
        if waiting:
            self._ended.setdefault(chain, {})[number] = ended
        held = {(hit.seat, wager_of(hit.sensor)) for hit in waiting}
        rows = [row for row in running.settlement if (row.seat, row.wager) not in held]
        # Entries from before pays were named went by the day of the end and did not wait for hits.
        self._due[chain] = _reckon(ended, rows, 0), _reckon(ended, running.settlement, 1)

    def stood(self, chain: str) -> Stood:
        """How a table is set up now."""
        return self._stood[chain]

    def added(self, place: tuple[str, int], spot: tuple[str, int], hand: str, cents: int) -> int:
        """What promotions add to a hit of so many cents, made with a wager at a seat."""
        chain, number = place
        ended = self._ended.get(chain, {}).get(number)
        if ended is None:
            return 0
        wager, seat = spot
        row = WagerSettled(seat, wager, 0, "win", "", cents, 0, hand, "")
        return sum(pay["cents"] for pay in _reckon(ended, [row], 0))

    def _take_hit(self, chain: str, body: Mapping[str, Any]) -> None:
        """A hit that waited is paid, and with it what promotions add."""
        ended = self._ended.get(chain, {}).get(body.get("round", 0))
        if ended is None or body.get("jackpot") not in ended.stood.jackpots:
            return
        number = order_of(body["hit"])
        hit = next((hit for hit in hits_of(ended.running) if hit.order == number), None)
        if hit:
            paid = -body.get("postings", {}).get(f"held:{body['jackpot']}", 0)
            wager = wager_of(hit.sensor)
            row = WagerSettled(hit.seat, wager, 0, "win", "", paid, 0, hit.hand, "")
            self._due[chain] = (pays := _reckon(ended, [row], 0)), pays

    def _compare(self, body: Mapping[str, Any], due: tuple[Pays, Pays]) -> Iterator[str]:
        expected = due[0] if "pays" in body else due[1]
        if "pays" in body and body["pays"] != expected:
            yield f"promotions pay {_words(expected)}, recorded are {_words(body['pays'])}"
        total = -body.get("postings", {}).get("promotions", 0)
        if total != sum(pay["cents"] for pay in expected):
            yield f"promotions pay {_words(expected)}, but {total} cents were moved"


def _read_setup(setup: Mapping[str, Any]) -> Stood:
    links = setup.get("table", {}).get("jackpots", [])
    return Stood(
        setup.get("promotions", []),
        tuple(str(link.get("jackpot")) for link in links),
        setup.get("verify") == "supervisor",
    )


def _reckon(ended: Ended, rows: Sequence[WagerSettled], when: int) -> Pays:
    """What each promotion adds to each row."""
    game, settings = ended.running.game, ended.running.table.opening.settings
    return [
        {"promotion": _name(given), "seat": row.seat, "wager": row.wager, "cents": cents}
        for given in ended.stood.promotions
        for row in rows
        if (cents := _pay(game, settings, given, (row, ended.at[when][:10])))
    ]


def _pay(game: Game, settings: Settings, given: object, of: tuple[WagerSettled, str]) -> int:
    return promotion_pay(read_promotion(Profile(), game, settings, given), *of)


def _name(given: object) -> str:
    return f"promotion-{digest(canonical(given))[:8]}"


def _words(pays: object) -> str:
    if not isinstance(pays, list) or not pays:
        return "nothing"
    try:
        parts = [f"{pay['cents']} cents to seat {pay['seat']}" for pay in pays]
    except (KeyError, TypeError):
        return "something unreadable"
    return ", ".join(parts)[:200]
