"""A house whose database is gone is not begun anew beside its key."""

import os
from contextlib import closing

import pytest

from pitboss.house.audit.integrity import open_key, open_recorded_key
from pitboss.house.store import open_database
from pitboss.refusal import Refused
from pitboss.web.server import check_not_lost
from pitboss.web.settings import KEY_FILE, Options


def test_a_new_database_beside_an_old_key_is_refused(tmp_path):
    """M8: a restart once gave an empty house; the line says how to go on."""
    options = Options(data=str(tmp_path))
    key = tmp_path / KEY_FILE
    check_not_lost(options, tmp_path / "house.db")
    open_key(key)
    with pytest.raises(Refused, match=r"is gone, and the key .* put .* back .* --new-key"):
        check_not_lost(options, tmp_path / "house.db")
    check_not_lost(options._replace(new_key=True), tmp_path / "house.db")
    made = open_database(str(tmp_path / "house.db"))
    with closing(made), made.reading() as transaction:
        open_recorded_key(transaction, key)  # as young as that, it is of a start under way
        os.utime(key, (0, 0))
        with pytest.raises(Refused, match=r"is new, but the key .* of another house"):
            open_recorded_key(transaction, key)
        open_recorded_key(transaction, key, may_be_new=True)
