"""The coach beside a live table: it knows what the person's seat has seen, and nothing else.

Every sum starts from the seat's own spot, in which the cards it has not seen are dealt anew: not
even by a mistake could the answer depend on a hidden card.
"""

from collections.abc import Sequence

from pitboss.house.store import Transaction, entries
from pitboss.house.store.entries import Which
from pitboss.house.tables.state import Published, dealt_seat_of
from pitboss.refusal import Refused
from pitboss.rounds.runner import Runner, replay
from pitboss.training.coach import Advice, judge, weigh
from pitboss.training.judgement import Judgement
from pitboss.training.spots import deal_again, keep
from pitboss.web.pages.training.notes import Taken

SEED = "coach"


def as_seen(table: Published, number: int) -> Runner:
    """The round before one of its decisions, as far as the seat that takes it has seen it."""
    assert table.opening
    running = replay(table.setup.game, table.opening, table.decisions[:number])
    return deal_again(keep(running), SEED)


def advise_seat(table: Published, who: str, exam: bool) -> Advice:
    """What each option is worth, for whoever is asked."""
    question = table.question
    if question is None or question.seat != dealt_seat_of(table, who):
        raise Refused("coach: it is not your turn; advice is about your own open decision")
    return weigh(as_seen(table, len(table.decisions)), exam=exam)


def find_taken(transaction: Transaction, table: Published, who: str) -> list[Taken]:
    """The decisions of the round that this person took; those that the clock took do not count."""
    which = Which(table.id, ("round-opened",))
    opened = entries.search(transaction, which, newest_first=True, most=1)
    if not opened or table.opening is None:
        return []
    decided = Which(table.id, ("decided",), after=opened[0].version)
    taken = []
    found = entries.search(transaction, decided)
    for number, entry in enumerate(found[: len(table.decisions)]):
        body = entry.values
        if entry.who == who and body["by"] == "seat" and body["round"] == table.round:
            taken.append(Taken(table.id, table.round, number))
    return taken


def judge_taken(table: Published, taken: Sequence[Taken]) -> list[tuple[Taken, Judgement]]:
    """Each of these decisions: right, or what it cost."""
    return [(one, judge(as_seen(table, one.number), table.decisions[one.number])) for one in taken]
