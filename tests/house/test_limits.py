"""Rate limits, on a clock that the test turns."""

import pytest

from pitboss.house import access
from pitboss.house.access import Buckets, Limits, Rate, RateLimited, address_key


class Clock:
    now = 1_000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


def test_an_address_has_60_logins_a_minute_at_one_server(clock: Clock):
    rates = Limits(clock)
    for _ in range(60):
        rates.take_login("10.0.0.1")
    with pytest.raises(RateLimited, match=r"^logins from one address"):
        rates.take_login("10.0.0.1")
    rates.take_login("10.0.1.1")


def test_the_wait_that_is_told_is_enough_and_not_too_long(clock: Clock):
    tries = Buckets("tries", Rate(5, 60), clock)
    for _ in range(5):
        tries.take("a")
    with pytest.raises(RateLimited) as refused:
        tries.take("a")
    wait = refused.value.wait_seconds
    assert wait == 12
    clock.now += wait - 0.1
    with pytest.raises(RateLimited):
        tries.take("a")
    clock.now += 0.1
    tries.take("a")


def test_guests_are_20_a_minute_from_one_address(clock: Clock):
    rates = Limits(clock)
    for _ in range(20):
        rates.take_guest("10.0.0.1")
    with pytest.raises(RateLimited, match="at most 20 in 60 s; wait 3 s"):
        rates.take_guest("10.0.0.1")
    rates.take_guest("10.0.0.2")


def test_commands_are_50_a_second_in_one_session(clock: Clock):
    rates = Limits(clock)
    for _ in range(50):
        rates.take_command("key")
    with pytest.raises(RateLimited, match="at most 50 in 1 s; wait 1 s"):
        rates.take_command("key")
    rates.take_command("another")
    for _ in range(1_000):
        clock.now += 0.02
        rates.take_command("key")


def test_a_bucket_never_holds_more_than_its_rate(clock: Clock):
    buckets = Buckets("tries", Rate(2, 10), clock)
    clock.now += 1_000_000
    buckets.take("a")
    clock.now += 1_000_000
    buckets.take("a")
    buckets.take("a")
    with pytest.raises(RateLimited):
        buckets.take("a")


def test_a_clock_set_back_takes_nothing_away(clock: Clock):
    buckets = Buckets("tries", Rate(1, 10), clock)
    buckets.take("a")
    clock.now -= 500
    with pytest.raises(RateLimited, match="wait 10 s"):
        buckets.take("a")
    clock.now += 10
    buckets.take("a")


def test_memory_is_bounded_and_the_longest_unused_goes_first(clock: Clock, monkeypatch):
    monkeypatch.setattr(access, "MOST_KEYS", 3)
    buckets = Buckets("tries", Rate(1, 10), clock)
    for key in ("a", "b", "c"):
        buckets.take(key)
    with pytest.raises(RateLimited):
        buckets.take("a")
    buckets.take("d")
    assert len(buckets) == 3
    with pytest.raises(RateLimited):
        buckets.take("a")
    buckets.take("b")


@pytest.mark.parametrize(
    ("address", "key"),
    [
        ("10.0.0.1", "10.0.0.1"),
        ("::ffff:10.0.0.1", "10.0.0.1"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::"),
        ("2001:db8:1:2::9", "2001:db8:1:2::"),
        ("unix socket", "unix socket"),
    ],
)
def test_one_line_has_one_key(address: str, key: str):
    assert address_key(address) == key
