"""The writer: one job at a time, in the caller's own thread where nothing else is under way."""

import threading
from functools import partial

import pytest

from pitboss.house.store import open_database
from pitboss.house.writer import Job, Writer

NAMES = "SELECT name FROM meta WHERE name NOT IN ('schema', 'id')"


@pytest.fixture
def writer(address):
    made = Writer(open_database(address))
    yield made
    made.stop()
    made.database.close()


def write(name):
    def work(unit):
        unit.transaction.execute("INSERT INTO meta (name, value) VALUES (?, '')", (name,))
        return threading.get_ident()

    return work


def job(name):
    return Job(write(name))


def written(writer):
    with writer.database.reading() as transaction:
        return {name for (name,) in transaction.execute(NAMES)}


def test_a_job_that_someone_waits_for_is_done_in_their_thread(writer):
    assert writer.run(job("one")) == threading.get_ident()
    assert writer.submit(job("two")).result() != threading.get_ident()
    assert written(writer) == {"one", "two"}


def test_nobody_takes_the_turn_while_a_job_is_under_way(writer):
    begun, go_on = threading.Event(), threading.Event()

    def slow(unit):
        begun.set()
        assert go_on.wait(10)
        return write("slow")(unit)

    answer = writer.submit(Job(slow))
    assert begun.wait(10)
    waiting = threading.Thread(target=lambda: writer.run(job("late")))
    waiting.start()
    waiting.join(0.1)
    assert waiting.is_alive()
    assert written(writer) == set()
    go_on.set()
    waiting.join(10)
    assert answer.done()
    assert written(writer) == {"slow", "late"}


def test_jobs_of_many_threads_never_overlap(writer):
    inside = []

    def work(unit):
        inside.append(1)
        assert len(inside) == 1
        unit.transaction.execute("SELECT 1")
        inside.pop()

    def ask():
        for number in range(40):
            if number % 2:
                writer.run(Job(work))
            else:
                writer.submit(Job(work)).result()

    failed: list[BaseException] = []
    threads = [threading.Thread(target=_catching(ask, failed)) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not failed
    writer.run(job("after"))
    assert written(writer) == {"after"}


def _catching(act, failed: list[BaseException]):
    def run():
        try:
            act()
        except BaseException as error:
            failed.append(error)

    return run


def test_an_interrupt_in_the_callers_thread_writes_nothing_and_forgets(writer):
    forgotten = []

    def interrupted(unit):
        write("half")(unit)
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        writer.run(Job(interrupted, lambda: forgotten.append(True)))
    assert forgotten == [True]
    assert written(writer) == set()
    writer.run(job("next"))
    assert written(writer) == {"next"}


def test_jobs_that_need_the_lock_come_last_and_everyone_gets_their_own_answer(writer):
    """Those of one kind keep their order."""
    begun, go_on = threading.Event(), threading.Event()
    order = []

    def hold(unit):
        begun.set()
        assert go_on.wait(10)

    def note(name):
        def work(unit):
            order.append(name)
            return name

        return work

    held = writer.submit(Job(hold))
    assert begun.wait(10)
    names = ["late-1", "one", "late-2", "two", "three"]
    answers = [
        writer.submit(Job(note(name), is_late=partial(name.startswith, "late"))) for name in names
    ]
    go_on.set()
    assert [answer.result(10) for answer in answers] == names
    assert order == ["one", "two", "three", "late-1", "late-2"]
    held.result(10)


def test_an_answer_that_cannot_be_taken_stops_nobody(writer, caplog):
    def broken(answer):
        raise OSError("gone away")

    writer.give(job("one"), broken)
    writer.submit(job("two")).result(10)
    assert written(writer) == {"one", "two"}
    assert "an answer was not taken" in caplog.text


def test_what_cannot_be_told_after_the_commit_is_written_and_answered_all_the_same(writer, caplog):
    told: list[str] = []

    def work(unit):
        unit.after += [partial(told.index, "nobody"), partial(told.append, "after")]
        return write("one")(unit)

    assert writer.run(Job(work)) == threading.get_ident()
    assert told == ["after"]
    assert written(writer) == {"one"}
    assert "what was written could not be told" in caplog.text
