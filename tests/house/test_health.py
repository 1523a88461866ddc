"""Parts that work by themselves: what is said of them, and the loop that never ends by itself."""

import logging
import threading
import time

import pytest

from pitboss.house import health as notion
from pitboss.house.health import Health, supervise


def test_a_part_is_made_once_and_is_well_until_it_fails():
    health = Health()
    driver = health.part("driver")
    assert health.part("driver") is driver
    health.part("database")
    assert [part.name for part in health.parts()] == ["database", "driver"]
    assert (driver.trouble, driver.failures) == ("", 0)


def test_listeners_hear_of_changes_from_good_to_bad_and_back_alone():
    health, heard = Health(), []
    stop = health.listen(lambda part: heard.append((part.name, part.trouble)))
    driver = health.part("driver")
    driver.recover()
    driver.fail("the disk is full")
    began = driver.since
    driver.fail("the disk is still full")
    assert (driver.trouble, driver.failures) == ("the disk is still full", 2)
    assert driver.since == began
    driver.recover()
    driver.recover()
    assert driver.since > began
    stop()
    stop()
    driver.fail("again")
    assert heard == [("driver", "the disk is full"), ("driver", "")]


def test_a_failure_without_words_is_trouble_all_the_same():
    part = Health().part("driver")
    part.fail("")
    assert part.trouble


def test_a_listener_that_fails_keeps_nobody_else_from_hearing(caplog):
    health, heard = Health(), []

    def burst(part):
        raise ValueError("a listener of no use")

    health.listen(burst)
    health.listen(lambda part: heard.append(part.name))
    health.part("watch").fail("no disk")
    assert heard == ["watch"]
    assert "a listener of no use" in caplog.text


def test_a_sign_of_life_has_its_time():
    part = Health().part("driver")
    before = part.beat_at
    time.sleep(0.002)
    part.beat()
    assert part.beat_at > before


class Pauses(threading.Event):
    """Notes how long is waited instead of waiting, and stops after so many steps."""

    def __init__(self, most):
        super().__init__()
        self.most = most
        self.waited = []

    def wait(self, timeout=None):
        self.waited.append(timeout)
        return len(self.waited) > self.most


def test_what_fails_is_tried_again_with_growing_pauses_and_said(caplog):
    part, pauses = Health().part("driver"), Pauses(10)
    outcomes = iter([None, *[OSError("no disk")] * 7, None, ValueError("two\nlines")])

    def step():
        outcome = next(outcomes)
        if outcome:
            raise outcome

    with caplog.at_level(logging.WARNING):
        supervise(part, pauses, step, 0.5)
    grown = [min(0.05 * 2**n, notion.LONGEST_PAUSE) for n in range(7)]
    assert pauses.waited == [0.5, 0.5, *grown, 0.5, 0.05]
    assert (part.trouble, part.failures) == ("ValueError: two lines", 8)
    traced = [record for record in caplog.records if record.exc_info]
    assert len(traced) == 2, "the cause once for each row of failures"
    assert "works again after 7 failures" in caplog.text


def test_a_part_that_works_again_is_well_and_alive():
    part = Health().part("driver")
    part.fail("once")
    part.beat_at = 0.0
    supervise(part, Pauses(1), lambda: None, 0.5)
    assert part.trouble == ""
    assert part.beat_at > 0


@pytest.mark.parametrize("fails", [False, True])
def test_the_loop_ends_when_it_is_told_to(fails):
    stopped, steps = threading.Event(), []

    def step():
        steps.append(1)
        if len(steps) == 3:
            stopped.set()
        if fails:
            raise OSError("no disk")

    supervise(Health().part("driver"), stopped, step, 0.0)
    assert len(steps) == 3
