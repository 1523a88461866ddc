"""Reviews in the making: rounds of one's own are judged one after the other in the background, and
what was judged is kept, for a decision that was taken never changes.

One round at a time of all that the server reviews, in the coach's threads: whoever asks for advice
at a table waits for one round at most.
"""

import asyncio
from collections import OrderedDict
from collections.abc import Iterable, Sequence
from contextlib import suppress
from typing import NamedTuple

from pitboss.house.outage import Outage
from pitboss.house.store import people
from pitboss.refusal import Refused
from pitboss.training.review import Reviewed, review_round
from pitboss.training.sessions import Session
from pitboss.web.common.gate import Full, NotFound
from pitboss.web.common.glances import Glance, glance_at
from pitboss.web.common.own import OwnRound, Seen, find_own, load_own, own_rounds, split_sessions
from pitboss.web.common.services import Services, find_table
from pitboss.web.common.sums import count
from pitboss.web.common.visits import Visit

MOST_KEPT = 6_000
"""Rounds of all people together; those not looked at for longest go first."""
MOST_AT_WORK = 40
"""Sessions that are being judged at a time."""
PATIENCE = 0.4
"""Seconds that a page waits for judgements before it shows what there is."""


class Kept(NamedTuple):
    """A round of one's own: its cards, and its review if it was settled and can be judged."""

    glance: Glance
    reviewed: Reviewed | None


Key = tuple[str, int, str, str]
"""A table, a round, how it stands, and whose it is."""


class Reviews:
    """What a server has reviewed, and what it is at."""

    def __init__(self) -> None:
        self._kept: OrderedDict[Key, Kept] = OrderedDict()
        self._at_work: dict[tuple[str, str], asyncio.Task[None]] = {}
        self._one = asyncio.Lock()

    def find(self, one: OwnRound, who: str) -> Kept | None:
        key = (one.table, one.number, one.status, who)
        if key in self._kept:
            self._kept.move_to_end(key)
        return self._kept.get(key)

    def keep(self, one: OwnRound, who: str, kept: Kept) -> None:
        self._kept[one.table, one.number, one.status, who] = kept
        if len(self._kept) > MOST_KEPT:
            self._kept.popitem(last=False)

    async def judge(
        self,
        services: Services,
        rounds: Sequence[OwnRound],
        who: str,
        patience: float = PATIENCE,
    ) -> None:
        """See to it that these rounds are judged; waits a moment for them, and no longer."""
        missing = [one for one in reversed(rounds) if self.find(one, who) is None]
        if not missing:
            return
        place = (missing[0].table, who)
        task = self._at_work.get(place)
        if task is None:
            if len(self._at_work) >= MOST_AT_WORK:
                raise Full(f"reviews: {MOST_AT_WORK} are being made already; try again soon")
            task = asyncio.create_task(self._judge_all(services, missing, who))
            self._at_work[place] = task
            task.add_done_callback(lambda _: self._at_work.pop(place, None))
        await asyncio.wait([task], timeout=patience)

    async def _judge_all(self, services: Services, rounds: Sequence[OwnRound], who: str) -> None:
        """The newest first; what cannot be read now is left for the next time."""
        for one in rounds:
            if self.find(one, who) is None:
                try:
                    async with self._one:
                        seen = await services.study(load_own, one.table, one.number, who)
                        kept = await count(services, _review, seen, one.is_settled)
                except (Outage, Full, RuntimeError):
                    return
                self.keep(one, who, kept)


def _review(seen: Seen, is_settled: bool) -> Kept:
    """A round under rules that are no longer known is shown without a judgement."""
    glance = glance_at(seen.past.running, seen.seat)
    if not is_settled:
        return Kept(glance, None)
    try:
        return Kept(glance, review_round(seen.past.running, seen.seat, seen.by_clock))
    except Refused:
        return Kept(glance, None)


def gather(kept: Iterable[Kept | None]) -> Session:
    """The session of those that are judged."""
    return Session(tuple(one.reviewed for one in kept if one and one.reviewed))


async def secret_since(visit: Visit) -> str:
    """From when on an exam keeps silent about decisions; nothing without one."""
    notes = await visit.services.look(people.read_scores, visit.who) if visit.found else {}
    exam = notes.get("exam")
    return str(exam["since"]) if exam else ""


def is_secret(one: OwnRound, since: str) -> bool:
    return bool(since) and one.ended_at >= since


class Row(NamedTuple):
    """A round of a session; ``is_secret`` while an exam keeps its verdict."""

    own: OwnRound
    kept: Kept | None
    is_secret: bool

    @property
    def reviewed(self) -> Reviewed | None:
        return self.kept.reviewed if self.kept and not self.is_secret else None

    @property
    def is_waiting(self) -> bool:
        return self.kept is None and not self.is_secret

    @property
    def tag(self) -> str:
        return self.reviewed.worst if self.reviewed else ""


async def find_session(visit: Visit, table_id: str, number: int) -> list[OwnRound]:
    """The visitor's session at a table to which a round belongs, or the newest."""
    await find_table(visit.services, table_id)
    found = split_sessions(await visit.services.look(own_rounds, table_id, visit.who))
    if not found:
        raise NotFound(f"review: no ended round at {table_id} was dealt to you")
    return next((one for one in found if one[0].number <= number <= one[-1].number), found[-1])


async def review_session(visit: Visit, table_id: str, number: int) -> list[Row]:
    """The same as far as it is judged by now."""
    services, who, secret = visit.services, visit.who, await secret_since(visit)
    rounds = await find_session(visit, table_id, number)
    reviews = services.keep(Reviews)
    await reviews.judge(services, [one for one in rounds if not is_secret(one, secret)], who)
    return [Row(one, reviews.find(one, who), is_secret(one, secret)) for one in rounds]


async def review_own(visit: Visit, table_id: str, number: int) -> Reviewed | None:
    """One round of the visitor's own as far as it is judged by now; None while it is not, while an
    exam keeps it secret, and of a round that was dealt to others."""
    services, who = visit.services, visit.who
    own = await services.look(find_own, table_id, number, who) if visit.found else None
    if own is None or is_secret(own, await secret_since(visit)):
        return None
    reviews = services.keep(Reviews)
    await reviews.judge(services, [own], who)
    kept = reviews.find(own, who)
    return kept.reviewed if kept else None


async def tag_rounds(visit: Visit, table_id: str, numbers: Sequence[int]) -> dict[int, str]:
    """How the visitor decided in rounds of their own, as far as they are judged; nobody waits."""
    services, who, secret = visit.services, visit.who, await secret_since(visit)
    found = await services.look(own_rounds, table_id, who)
    own = [one for one in found if one.number in numbers and not is_secret(one, secret)]
    reviews = services.keep(Reviews)
    with suppress(Full):
        await reviews.judge(services, own, who, patience=0)
    kept = {one.number: reviews.find(one, who) for one in own}
    return {n: one.reviewed.worst for n, one in kept.items() if one and one.reviewed}
