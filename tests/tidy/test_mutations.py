"""Nothing but ``apply`` changes a table, and the check is seen to find what would."""

import pytest

from tests.tidy.mutations import MAY_CHANGE, table_changed
from tests.tidy.tree import File, text_files

ACTS = "src/pitboss/house/tables/play.py"

CHANGING = [
    "def f(table):\n    table.round = 2\n",
    "def f(table):\n    table.round += 1\n",
    "def f(work):\n    work.table.setup, other = given\n",
    "def f(work):\n    work.table.seats[1] = None\n",
    "def f(work):\n    del work.table.seats[1]\n",
    "def f(seat):\n    seat.stack_cents -= 5\n",
    "def f(seat):\n    seat.wagers['ante'] = 5\n",
    "def f(table):\n    table.seats[1].away = True\n",
    "def f(table):\n    table.seats.pop(1)\n",
    "def f(table):\n    table.clear_wagers()\n",
    "def f(table):\n    table.restore({}, 1)\n",
    "def f(table):\n    table.take_back(None)\n",
    "def f(table, decision):\n    table.running.decide(decision)\n",
    "def f(table):\n    setattr(table, 'round', 2)\n",
]

HARMLESS = [
    "class Other:\n    def f(self):\n        self.round = 2\n        self.seats[1] = 3\n",
    "def f(table):\n    round = table.round\n    wagers = dict(table.seats[1].wagers)\n",
    "def f(wagers):\n    wagers['ante'] = 5\n    wagers.update(bonus=1)\n",
    "def f(work):\n    work.person = None\n",
]


def test_nothing_but_apply_changes_a_table():
    assert [line for file in text_files() for line in table_changed(file)] == []


@pytest.mark.parametrize("text", CHANGING)
def test_what_would_change_a_table_is_found(text):
    assert len(list(table_changed(File(ACTS, text)))) == 1


@pytest.mark.parametrize("text", HARMLESS)
def test_what_changes_no_table_is_left_alone(text):
    assert list(table_changed(File(ACTS, text))) == []


def test_the_modules_that_may_change_a_table_exist_and_are_not_looked_at():
    paths = {file.path for file in text_files()}
    assert paths.issuperset(MAY_CHANGE)
    assert not [line for path in MAY_CHANGE for line in table_changed(File(path, CHANGING[0]))]
