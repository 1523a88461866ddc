"""No byte that a viewer is sent tells of a card that they may not see; ``make campaign`` scans
a hundred thousand rounds."""

import os

import pytest

from pitboss.cards import format_card
from pitboss.house.tables import view
from pitboss.house.tables.view import table_view
from tests.campaigns.bytes_scan import NUMBERS, cards_in, find_leaks
from tests.campaigns.scan import describe, scan_rounds
from tests.house.guests import ask, guest, open_table

SCANNED = int(os.environ.get("PITBOSS_SCANNED", "250"))


def test_no_viewer_is_sent_a_card_that_they_may_not_see():
    counts, leaks = scan_rounds(SCANNED)
    print(describe(counts, leaks))
    assert not leaks, "\n".join(leaks[:10])
    assert counts["rounds"] == SCANNED
    assert counts["stream frames"] > 10 * SCANNED
    assert min(counts[kind] for kind in ("answers", "views", "pages", "past rounds", "voids")) > 0


def test_the_scan_finds_what_a_careless_view_would_show(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(view, "see", lambda event, viewer: event)
    _, leaks = scan_rounds(4)
    kinds = {leak.partition(" of ")[0] for leak in leaks}
    assert {"stream frames", "views"} <= kinds


def test_whoever_takes_a_seat_sees_nothing_of_the_round_before(house):
    table = open_table(house, "duki")
    first, second, third = (guest(house, number) for number in (1, 2, 3))
    for person in (first, second):
        ask(house, table, "sit", person, chips=100)
    for person in (first, second):
        ask(house, table, "wager", person, wagers={"ante": 10}, deal=True)
    for person in (first, second):
        ask(house, table, "decide", person, action="fold")
    hand = cards_in(str(table_view(house.table(table), first.id)).encode())
    everyone = cards_in(str(table_view(house.table(table), third.id)).encode())
    ask(house, table, "leave", first)
    ask(house, table, "sit", third, seat=1, chips=100)
    assert hand - everyone
    assert cards_in(str(table_view(house.table(table), third.id)).encode()) == everyone


def test_cards_are_found_however_they_are_written():
    assert {code: format_card(card) for code, card in NUMBERS.items()} == {
        code: code for code in NUMBERS
    }
    text = '{"cards": "As Kd", "x": "2c3h"} the ten: 10♥, Queen of Clubs'
    found = {format_card(card) for card in cards_in(text.encode())}
    assert found == {"As", "Kd", "2c", "3h", "Th", "Qc"}
    assert not cards_in(b'{"table": "duki-2c3d4x5d", "at": "2s09", "why": "Asked", "1Ks": 0}')


def test_a_salt_a_deck_or_a_key_for_them_is_found():
    assert find_leaks(b'{"deck": ""}', set(), [])
    assert find_leaks(b"... abcdef ...", set(), [b"abcdef"])
    assert not find_leaks(b'{"deck_name": "red"}', set(), [b"abcdef"])
