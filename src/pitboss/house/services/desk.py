"""Changes by staff, each in a transaction of its own with its entry on the log."""

from collections.abc import Callable
from datetime import datetime
from typing import TypeVar

from pitboss.house.engine.house import House
from pitboss.house.engine.writer import Done, Halfway
from pitboss.house.log import Draft
from pitboss.house.people.change import Change
from pitboss.house.person import Person
from pitboss.house.store.unit import Batch
from pitboss.refusal import Refused

T = TypeVar("T")


def change_as(house: House, person: Person, act: Callable[[Change], T]) -> T:
    """Do what needs a ``Change``: people, sessions and requests."""
    return work_as(house, person, lambda batch, change: act(change))


def work_as(house: House, person: Person, act: Callable[[Batch, Change], T]) -> T:
    """The same with the batch at hand; what is refused leaves nothing behind."""

    def work(batch: Batch) -> Done:
        def record(_: object, who: str, draft: Draft) -> None:
            batch.append_house(draft, who)

        at = datetime.fromisoformat(batch.at)
        try:
            value = act(batch, Change(batch.transaction, person, at, record))
        except Refused as refusal:
            raise Halfway(refusal) from None
        return lambda: value

    answer: T = house.do(work)
    return answer
