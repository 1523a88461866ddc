"""The contract held against one game: ``pitboss check``."""

import traceback
from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path
from typing import NamedTuple

from pitboss.games.contract import Game
from pitboss.kit import contract, documents, secrecy
from pitboss.kit.rows import rows_are_reached
from pitboss.kit.suits import suits_are_as_claimed
from pitboss.odds.generic.claims import claim_of

ROUNDS = 60
"""Random rounds for each check; a few seconds' work."""
MOST, TOLD = 200, 5
"""Findings of one check that are gathered, and of those that differ the ones that are told."""

CHECKS: dict[str, contract.Check] = {
    "document": documents.document_is_whole,
    "face": documents.face_is_of_the_game,
    "rulings": contract.rulings_open_tables,
    "questions": contract.questions_are_whole,
    "options": contract.options_are_taken,
    "refusals": contract.refusals_change_nothing,
    "deck": contract.cards_come_from_the_top,
    "missing cards": contract.missing_cards_are_refused,
    "replay": contract.replay_is_the_same,
    "settlement": contract.wagers_end_once,
    "money": contract.money_adds_up,
    "voids": contract.voids_return_wagers,
    "citations": contract.events_cite_rules,
    "json": contract.events_are_json,
    "views": secrecy.views_keep_secrets,
    "unseen cards": secrecy.unseen_cards_are_not_read,
    "suits": suits_are_as_claimed,
    "rows": rows_are_reached,
}
"""What every game keeps to, by name, from its document to its rarest hand."""
TESTS, SUITS = "tests", "suits"


class Looked(NamedTuple):
    """One check: what it looks for, what it found missing, and why it did not look, if so."""

    name: str
    says: str
    findings: tuple[str, ...] = ()
    skipped: str = ""


def check_game(game: Game, tests: Path | None, rounds: int = ROUNDS) -> Iterator[Looked]:
    """Each check in turn, with what is missing in plain words; nothing is said twice."""
    told: set[str] = set()
    for name in (*CHECKS, TESTS):
        looked = look(name, game, tests, rounds)
        new = tuple(finding for finding in looked.findings if finding not in told)
        again = "" if new or not looked.findings else "ended by what is missing above"
        told |= set(new)
        yield looked._replace(findings=new, skipped=looked.skipped or again)


def look(name: str, game: Game, tests: Path | None, rounds: int = ROUNDS) -> Looked:
    """One check of a game."""
    check: Callable[..., Iterator[str]] = CHECKS.get(name, documents.rules_have_tests)
    says = str(check.__doc__)
    if name == SUITS and not claim_of(game):
        return Looked(name, says, skipped="score.py has no SUITS and claims nothing")
    if name == TESTS and tests is None:
        return Looked(name, says, skipped="the game's tests are not installed with it")
    found = check(game, tests if name == TESTS else rounds)
    return Looked(name, says, tuple(islice(dict.fromkeys(_told(found)), TOLD)))


def _told(found: Iterator[str]) -> Iterator[str]:
    """What a check finds; where the game itself fails, that and the place."""
    try:
        yield from islice(found, MOST)
    except Exception as fault:  # a game is anybody's code
        last = traceback.extract_tb(fault.__traceback__)[-1]
        where = f"{Path(last.filename).name}, line {last.lineno}"
        yield f"the game fails with {type(fault).__name__}: {fault} ({where})"
