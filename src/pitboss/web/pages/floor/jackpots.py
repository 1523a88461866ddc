"""Jackpots on the floor: meters, links, hits to verify and pay, and opening one."""

from collections import Counter
from collections.abc import Sequence
from functools import partial
from typing import Any

from fastapi import Response
from fastapi.responses import HTMLResponse

from pitboss.games import all_games, find_game, jackpot_keys
from pitboss.games.source import FirstTable
from pitboss.house.store import Transaction, jackpots, people, tables
from pitboss.house.tables.play import Command
from pitboss.house.tables.state import Published
from pitboss.jackpots.meter import Terms
from pitboss.jackpots.terms import TYPES
from pitboss.money import dollars, money, parse_dollars
from pitboss.refusal import Refused
from pitboss.web.common.gate import NotFound
from pitboss.web.common.services import Services, carry_out
from pitboss.web.common.visits import Fields, Visit, read_act
from pitboss.web.pages.floor import words
from pitboss.web.pages.floor.staff import Staff, attempt, go, show_floor
from pitboss.web.pages.signs import Sign
from pitboss.web.pages.site import page_router, pairs

router = page_router()

MOST_HITS = 25
MOST_LOOKED_AT = 200
PROGRESSIVE = ("seed", "rate", "reserve", "maximum")
TERMS = ("paytable", "type", "wager", *PROGRESSIVE, "meter")
FIRST = ("type", "wager", "seed", "rate", "reserve")
"""What the form has before anything is chosen: the terms of a fresh house's first jackpot."""


def _first_table() -> FirstTable:
    """Of the first game that has jackpots."""
    return find_game(jackpot_keys()[0]).face.first_table


def first_terms() -> Fields:
    terms = _first_table().jackpot["terms"]
    return {name: str(terms[name]) for name in FIRST}


def suggest(given: Fields) -> str:
    """Which seed goes with the wager in the form; without a sensible wager, with a dollar's."""
    try:
        cents = parse_dollars(given.get("wager") or "1", "wager")
    except Refused:
        cents = 0
    return _first_table().seed_words(cents if cents > 0 else 100)


def _signs(terms: Terms, first: FirstTable) -> list[Sign]:
    kind = Sign(words.TYPE, f"{terms.type}, {terms.paytable.code}")
    signs = [kind, Sign(words.WAGER, money(terms.wager_cents))]
    if terms.type == "progressive":
        meter, reserve = (f"{100 * float(part):.1f} %" for part in (terms.rate, terms.reserve_rate))
        signs.append(Sign(words.SEED, money(int(terms.seed))))
        if terms.seed != first.suggest_seed(terms.wager_cents):
            signs.append(Sign(words.NOTE, first.seed_words(terms.wager_cents)))
        signs.append(Sign(words.OF_EACH, words.shares(meter=meter, reserve=reserve)))
    return signs


def linked_tables(linked: Sequence[Published]) -> dict[str, Any]:
    """The house's own by name, with the id where two have one name; those of guests, which are many
    and all named alike, by their number."""
    own = [table for table in linked if not table.owner]
    shared = Counter(table.setup.name for table in own)
    names = [
        (t.id, t.setup.name if shared[t.setup.name] == 1 else f"{t.setup.name} ({t.id})")
        for t in own
    ]
    return {"tables": names, "guests": len(linked) - len(own)}


async def jackpot_values(services: Services) -> dict[str, Any]:
    """Each jackpot with its meter and the tables that feed it, and the latest hits with the names
    of whoever moved them on."""
    published = [t for t in await services.tables() if t.phase != "closed"]

    def look(transaction: Transaction) -> dict[str, Any]:
        cards = [
            {
                "id": one.id,
                "name": one.name,
                "cents": services.house.meters.get(one.id, 0),
                "signs": _signs(one.terms, find_game(one.game).face.first_table),
                "is_progressive": one.terms.type == "progressive",
                **linked_tables([t for t in published if one.id in t.setup.jackpots]),
            }
            for one in jackpots.read_all(transaction)
        ]
        names = people.read_names(transaction)
        found = [
            hit._replace(steps=tuple((state, names.get(who, who)) for state, who in hit.steps))
            for hit in jackpots.latest_hits(transaction, MOST_LOOKED_AT)
        ]
        return {
            "jackpots": cards,
            "waiting": [hit for hit in found if hit.next_states],
            "ended": [hit for hit in found if not hit.next_states][:MOST_HITS],
            "tables": tables.read_names(transaction),
            "buttons": words.STEPS,
        }

    return await services.look(look)


@router.get("/floor/jackpots")
async def jackpots_page(visit: Staff) -> HTMLResponse:
    """Meters, links and hits."""
    return await _show(visit, first_terms())


async def _show(visit: Visit, given: Fields, refusal: Refused | None = None) -> HTMLResponse:
    games = [game for game in all_games() if game.jackpot_spots]
    values = {
        **await jackpot_values(visit.services),
        "paytables": pairs(code for game in games for code in game.paytables["jackpot"]),
        "types": pairs(TYPES),
        "given": given,
        "seed_note": suggest(given),
        "seed_for_a_dollar": dollars(_first_table().suggest_seed(100)),
    }
    return show_floor(visit, "floor/jackpots.html", values, refusal)


@router.post("/floor/jackpots")
async def open_jackpot(visit: Staff) -> Response:
    """Open a jackpot that tables may link to."""
    fields = await read_act(visit)
    left_out = PROGRESSIVE if fields.get("type") == "house" else ()
    terms = {n: fields[n] for n in TERMS if fields.get(n) and n not in left_out}
    given: dict[str, Any] = {"terms": terms}
    if fields.get("name"):
        given["name"] = fields["name"]
    opening = visit.services.read(visit.services.house.open_jackpot, visit.person, given)
    show = partial(_show, visit, {**fields, "at": "new"})
    return await attempt(opening, go("/floor/jackpots", "jackpot"), show)


@router.post("/floor/hits/{hit_id}")
async def advance_hit(visit: Staff, hit_id: str) -> Response:
    """Verify a hit, pay it or void it; who did so is kept."""
    fields = await read_act(visit)
    state = fields.get("state", "")
    hit = await visit.services.look(jackpots.find_hit, hit_id[:80])
    if hit is None:
        raise NotFound(f"hit {hit_id[:40]!r}: there is no such hit")
    given = {"hit": hit_id, "state": state}
    advancing = carry_out(visit.services, Command(hit.table, "advance-hit", visit.person, given))
    show = partial(_show, visit, {**first_terms(), "at": hit_id})
    return await attempt(advancing, go("/floor/jackpots", state), show)
