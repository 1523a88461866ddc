"""Work that takes long and that all servers on one database share: each piece is asked for once, is
done by one of them, and its answer is there for all.

Whoever does it counts on in its row as long as they live, as processes do for their tables: one
whose count stands still has ended, and another takes the work over. What only one server may do is
an update that only one can make.
"""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from pitboss.house.store.database import Rows, Transaction
from pitboss.refusal import Refused

WAITING, AT_WORK, STOPPING = "waiting", "at-work", "stopping"
STOPPED, FAILED, DONE = "stopped", "failed", "done"
UNDER_WAY = f"state IN ('{WAITING}', '{AT_WORK}', '{STOPPING}')"
MOST_KEPT = 200
MOST_UNDER_WAY = 60
MOST_OF_ONE = 12
MOST_LONG = 12
MOST_LONG_OF_ONE = 4
"""Under way in the house and of one person or address; long ones fewer. A page asks for its own and
for as many as stand beside it."""


class Job(NamedTuple):
    """A piece of work. ``maker`` is a digest of the program that shall do it: another version may
    answer otherwise. ``whose`` asked for it first."""

    id: str
    kind: str
    asked: str
    maker: str
    whose: str
    is_long: int
    at: str
    state: str = WAITING
    owner: str = ""
    beat: int = 0
    progress: str = ""
    seconds: float = 0.0
    problem: str = ""
    answer: str = ""


ROWS = Rows("jobs", Job._fields, Job)
_HEADS = ", ".join(Job._fields[:-1])


class Beat(NamedTuple):
    """What its owner tells of a job."""

    id: str
    progress: str
    seconds: float


def find(transaction: Transaction, identity: str) -> Job | None:
    return ROWS.first(transaction, "WHERE id = ?", (identity,))


def under_way(transaction: Transaction) -> list[Job]:
    """All that wait or are being done, the oldest first, without their answers."""
    sql = f"SELECT {_HEADS} FROM jobs WHERE {UNDER_WAY} ORDER BY at, id"
    return [Job(*row) for row in transaction.execute(sql)]


def ask(transaction: Transaction, job: Job) -> Job:
    """The job, which is begun now where nobody has asked for it, or it was stopped or failed."""
    known = ROWS.lock(transaction, job.id)
    if known and known.state not in (STOPPED, FAILED):
        return known
    _check_room(under_way(transaction), job)
    if known:
        transaction.execute("DELETE FROM jobs WHERE id = ?", (job.id,))
    marks = ", ".join("?" * len(Job._fields))
    # Another server may be asked for the same at this moment.
    sql = f"INSERT INTO jobs ({_HEADS}, answer) VALUES ({marks}) ON CONFLICT DO NOTHING"
    transaction.execute(sql, tuple(job))
    _forget(transaction)
    return find(transaction, job.id) or job


def _check_room(others: Sequence[Job], job: Job) -> None:
    own = [other for other in others if other.whose == job.whose]
    long, own_long = ([other for other in each if other.is_long] for each in (others, own))
    bounds = [(own, MOST_OF_ONE, "of yours "), (others, MOST_UNDER_WAY, "")]
    if job.is_long:
        bounds += [(own_long, MOST_LONG_OF_ONE, "long ones of yours "), (long, MOST_LONG, "long ")]
    for found, most, which in bounds:
        if len(found) >= most:
            raise Refused(
                f"counts: {len(found)} {which}are being worked out already, and {most} are at"
                " most; stop one, or try again in a while"
            )


def _forget(transaction: Transaction) -> None:
    """The oldest that have ended, once there are too many."""
    transaction.execute(
        f"DELETE FROM jobs WHERE NOT {UNDER_WAY} AND id NOT IN (SELECT id FROM jobs WHERE NOT"
        f" {UNDER_WAY} ORDER BY at DESC, id LIMIT {MOST_KEPT})"
    )


def stop(transaction: Transaction, identity: str) -> None:
    """One that waits ends at once; one that is being done when its owner next looks."""
    sql = "UPDATE jobs SET state = ? WHERE id = ? AND state = ?"
    transaction.execute(sql, (STOPPED, identity, WAITING))
    transaction.execute(sql, (STOPPING, identity, AT_WORK))


def take(transaction: Transaction, who: str, job: Job, progress: str) -> bool:
    """Whether the job, as it was seen, is this one's to do now."""
    sql = (
        "UPDATE jobs SET state = ?, owner = ?, progress = ?, beat = beat + 1"
        " WHERE id = ? AND state = ? AND owner = ? AND beat = ? RETURNING id"
    )
    seen = (job.id, job.state, job.owner, job.beat)
    after = STOPPED if job.state == STOPPING else AT_WORK
    return bool(transaction.execute(sql, (after, who, progress, *seen))) and after == AT_WORK


def tell(transaction: Transaction, who: str, beats: Iterable[Beat]) -> set[str]:
    """Count on and say how far each has come; gives those that are to be gone on with."""
    going = set()
    for beat in beats:
        sql = (
            "UPDATE jobs SET beat = beat + 1, progress = ?, seconds = ?"
            " WHERE id = ? AND owner = ? AND state = ? RETURNING id"
        )
        values = (beat.progress, beat.seconds, beat.id, who, AT_WORK)
        going |= {str(found) for (found,) in transaction.execute(sql, values)}
    return going


class Outcome(NamedTuple):
    """What came of a job: an answer as JSON, or why there is none. What failed by the machine and
    not by what was asked may be asked for again."""

    problem: str
    answer: str
    is_failed: bool = False


def end(transaction: Transaction, who: str, beat: Beat, outcome: Outcome) -> None:
    """It is done, or was stopped where it was to be; whoever has taken it over keeps it."""
    after = FAILED if outcome.is_failed else DONE
    transaction.execute(
        "UPDATE jobs SET state = CASE state WHEN ? THEN ? ELSE ? END, seconds = ?, problem = ?,"
        " answer = ?, progress = '' WHERE id = ? AND owner = ? AND state IN (?, ?)",
        (STOPPING, STOPPED, after, beat.seconds, *outcome[:2], beat.id, who, AT_WORK, STOPPING),
    )


def release(transaction: Transaction, who: str) -> None:
    """A server ends: others may take what it was at."""
    sql = "UPDATE jobs SET state = ?, owner = '' WHERE owner = ? AND state = ?"
    transaction.execute(sql, (WAITING, who, AT_WORK))
    transaction.execute(sql, (STOPPED, who, STOPPING))
