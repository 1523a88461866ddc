"""Words for people stand apart from what decides, so that a translation touches no logic."""

import pytest

from tests.tidy.tree import File, text_files
from tests.tidy.words import ALLOWED, LOGIC, SCRIPTS, stray_words

PYTHON, SCRIPT = f"{LOGIC[0]}table/x.py", f"{SCRIPTS}x.js"


def test_words_stand_in_modules_of_words() -> None:
    complaints = [complaint for file in text_files() for complaint in stray_words(file)]
    assert not complaints, "\n".join(["", *complaints])


def test_nothing_is_allowed_that_is_not_there() -> None:
    everything = "\n".join(file.text for file in text_files() if file.path.startswith(LOGIC))
    assert [text for text in ALLOWED if text.partition("{")[0] not in everything] == []


@pytest.mark.parametrize(
    ("path", "text"),
    [
        (PYTHON, 'x = "Leave the seat?"'),
        (PYTHON, 'x = f"You win {amount}"'),
        (PYTHON, 'x = f"Round {number}"'),
        (PYTHON, 'x = {"title": "Not the best"}'),
        (PYTHON, 'def f() -> str:\n    return "sits out"'),
        (f"{LOGIC[1]}x.py", 'prompt = "Who gets the next card?"'),
        (SCRIPT, 'say("Place a wager first.");'),
        (SCRIPT, "place.innerHTML = `<p>You are ${name} here now.</p>`;"),
    ],
)
def test_a_stray_sentence_is_found(path: str, text: str) -> None:
    assert list(stray_words(File(path, text)))


@pytest.mark.parametrize(
    ("path", "text"),
    [
        (PYTHON, '"""A page of the table."""'),
        (PYTHON, 'raise Refused(f"seat {number}: is your own; sit out instead")'),
        (PYTHON, '_LOG.warning("the books were not folded: %s", error)'),
        (PYTHON, 'x = read_whole(given, "ruling seats", 1, 9)'),
        (PYTHON, 'x = {"Cache-Control": "public, max-age=300"}'),
        (PYTHON, 'x = f"/tables/{table}/rounds"'),
        (f"{LOGIC[0]}table/words.py", 'LEAVE = "Leave the seat?"'),
        ("src/pitboss/house/x.py", 'x = "You win nothing"'),
        (SCRIPT, "// What is said aloud."),
        (SCRIPT, 'e.matches(".moment, .jackpot-hit"); t = "rotate(-24deg) scale(.7)";'),
        (f"{SCRIPTS}words.js", 'x = "Place a wager first."'),
    ],
)
def test_what_is_no_words_of_a_page_is_left_alone(path: str, text: str) -> None:
    assert list(stray_words(File(path, text))) == []
