"""Histories to take away: a round, or a session, of one's own, as its seat saw it.

Forms are words, JSON as the API gives it, and PHH where the game writes it; none of them holds a
card that the seat did not see.
"""

from collections.abc import Sequence

import msgspec
from fastapi.responses import Response

from pitboss.games.history import seen_by
from pitboss.house.store import Transaction
from pitboss.house.tables.state import Published
from pitboss.money import signed_money
from pitboss.refusal import Refused
from pitboss.rounds.script import find_histories, write_history
from pitboss.rounds.telling import name_places, tell
from pitboss.rounds.view import view
from pitboss.web.common.own import Seen, load_own
from pitboss.web.common.reviews import find_session
from pitboss.web.common.services import RoundNumber, TableId, find_table
from pitboss.web.common.tables import round_values
from pitboss.web.common.visits import Known, Visit
from pitboss.web.pages.review import words
from pitboss.web.pages.review.sessions import asked_round
from pitboss.web.pages.site import page_router

router = page_router()

TEXT, JSON, PHH = FORMS = ("text", "json", "phh")
ENDINGS = {
    TEXT: ("txt", "text/plain"),
    JSON: ("json", "application/json"),
    PHH: ("phh", "text/plain"),
}
MOST_ROUNDS = 200
"""Of a session in one file, the newest."""


def read_form(visit: Visit, table: Published) -> str:
    """In which form; one that the game does not have is refused."""
    form = visit.query.get("as", TEXT)
    if form not in FORMS:
        raise Refused(f"download {form[:20]!r}: there are {', '.join(FORMS)}")
    if form == PHH:
        find_histories(table.setup.game)
    return form


def write_round(transaction: Transaction, table_id: str, number: int, who: str, form: str) -> str:
    """One round of one's own in a form."""
    seen = load_own(transaction, table_id, number, who)
    if form == JSON:
        values = round_values(transaction, table_id, number, who, sees_all=False)
        return msgspec.json.format(msgspec.json.encode(values), indent=1).decode() + "\n"
    running = seen.past.running
    if form == PHH:
        return write_history(running, PHH, seen.seat)
    title, status = running.game.source.title, seen.past.line.status
    heading = words.heading(title=title, table=table_id, number=number, status=status)
    told = write_history(running, TEXT, seen.seat) if running.game.histories else _words(seen)
    return f"{heading}\n{seen.past.line.ended_at}\n{told}"


def _words(seen: Seen) -> str:
    """A round in words, for a game that writes no histories of its own."""
    running, past = seen.past.running, seen.past
    name = name_places(past.names, seen.seat)
    lines = tell(view(running.table.events, seen.seat), running.game, name)
    told = [f"{line.text} ({line.rule})" if line.rule else line.text for line in lines]
    net = signed_money(running.net_cents[seen.seat])
    return "\n".join([seen_by(seen.seat), *told, words.result(net=net)]) + "\n"


def write_session(
    transaction: Transaction, table_id: str, numbers: Sequence[int], who: str, form: str
) -> str:
    """Some rounds in one file: PHH as a file of numbered hands, JSON as a list."""
    written = [write_round(transaction, table_id, number, who, form) for number in numbers]
    if form == JSON:
        return "[\n" + ",\n".join(text.rstrip("\n") for text in written) + "\n]\n"
    if form == PHH:
        return "\n".join(f"[{place}]\n{text}" for place, text in enumerate(written, 1))
    return "\n".join(written)


def as_file(text: str, name: str, form: str) -> Response:
    """To be kept, not shown."""
    ending, kind = ENDINGS[form]
    headers = {
        "Content-Disposition": f'attachment; filename="{name}.{ending}"',
        "Cache-Control": "no-store",
    }
    return Response(text, media_type=f"{kind}; charset=utf-8", headers=headers)


@router.get("/tables/{table_id}/rounds/{number}/download")
async def download_round(visit: Known, table_id: TableId, number: RoundNumber) -> Response:
    """One round of one's own: ``?as=text``, ``json`` or ``phh``."""
    visit.take_command()
    form = read_form(visit, await find_table(visit.services, table_id))
    text = await visit.services.study(write_round, table_id, number, visit.who, form)
    return as_file(text, f"{table_id}-round-{number}", form)


@router.get("/review/{table_id}/download")
async def download_session(visit: Known, table_id: TableId) -> Response:
    """A session of one's own, by its first round: ``?from=1&as=text``."""
    visit.take_command()
    form = read_form(visit, await find_table(visit.services, table_id))
    rounds = await find_session(visit, table_id, asked_round(visit))
    numbers = [one.number for one in rounds][-MOST_ROUNDS:]
    text = await visit.services.study(write_session, table_id, numbers, visit.who, form)
    name = f"{table_id}-rounds-{numbers[0]}-{numbers[-1]}"
    return as_file(text, name, form)
