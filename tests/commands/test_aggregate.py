"""``pitboss deal`` with an aggregate payout limit."""

import json

from tests.commands.program import Inside
from tests.scripts import buyout_deck, write_script

WAGERS = {1: {"first": 10, "bonus": 25}}
DECK = buyout_deck({1: "As Ah Ad Ac"}, "2c 3d 5c 7d 9c")


def script(limit: object) -> bytes:
    limits = {"bonus": [1, 25], "aggregate": {"bonus": limit}}
    return json.dumps(write_script("buyout", DECK, WAGERS, "1 buy, 1 buy", limits=limits)).encode()


def test_a_cut_row_says_what_it_was_cut_from(pitboss: Inside) -> None:
    ran = pitboss("deal", "-", "--json", given=script(1250))
    assert (ran.status, ran.err) == (0, "")
    answer = json.loads(ran.out)
    bonus = answer["settlement"][0]
    assert (bonus["pays"], bonus["paid"], bonus["cut_from"]) == ("250 to 1", "1250.00", "6250.00")
    assert answer["net"] == {"1": "1280.00"}


def test_an_uncut_row_says_nothing_of_it(pitboss: Inside) -> None:
    answer = json.loads(pitboss("deal", "-", "--json", given=script(6250)).out)
    assert "cut_from" not in answer["settlement"][0]
    assert answer["net"] == {"1": "6280.00"}


def test_a_limit_too_low_is_refused_in_one_line(pitboss: Inside) -> None:
    pitboss("deal", "-", given=script("1249.99")).refused("at least 1250.00", "WAC 230-15-490")
