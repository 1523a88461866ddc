"""What goes wrong at a table, where in a round it can, and what its dealer does about it.

Each game's irregularities are in its ``irregularities.toml``, in our own words; ``{seat}`` stands
for a seat at which it can happen in this round, ``{other}`` for another player's. Those that void a
round do so by the same function that voids real rounds, so that a cause is only asked for where it
holds. The file's ``facts`` say what each cause of the document names: every cause that names what
has happened is a right answer.
"""

from collections.abc import Iterator, Mapping
from functools import cache
from typing import NamedTuple

from pitboss.data import frozen, read_toml
from pitboss.games.contract import Decision
from pitboss.games.events import (
    DEALER,
    CardDealt,
    CardsDiscarded,
    CardsShown,
    Decided,
    Event,
    RoundVoided,
    numbered,
)
from pitboss.games.lesson import Moment, Step
from pitboss.rounds.runner import Runner, find_cause, replay
from pitboss.rounds.shuffle import Bytes
from pitboss.training import words


class Irregularity(NamedTuple):
    """What goes wrong, where it can, and what to do."""

    when: str
    """``deal``: while the seat is dealt its cards; ``dealt``: when all have theirs; ``decision``:
    while a seat is asked; ``settling``: before the hands are compared."""
    text: str
    fact: str = ""
    """What a cause of the document names; the round is void by it."""
    void: str = ""
    """The house's reason in words, where the round is void without a cause of the document."""
    right: str = ""
    """What to do where the round goes on, and in ``wrong`` what not to do."""
    wrong: tuple[str, ...] = ()
    rule: str = ""
    why: str = ""
    """The reason, where the rule's own words do not give it."""
    needs: Mapping[str, str] = {}
    """Rulings of the table without which it cannot happen."""
    needs_jackpot: bool = False
    needs_other: bool = False
    """Whether it takes a second player."""
    after: str = ""
    """``draw``: the dealer draws cards; ``showdown``: hands are shown."""
    wagers: str = ""
    """The wager that the seat has made."""
    decides: str = ""
    """What the seat does then; ``fold`` before the settling: what it has done."""
    asked_by: str = ""
    """The rule of the question that the seat is asked then."""
    cards: int = 0
    """Cards that the seat has in play when the dealer turns up his own."""
    causes: tuple[str, ...] = ()
    """The keys of the document's causes that name the fact."""

    @property
    def reason(self) -> str:
        """Why the round is void; nothing where it goes on."""
        return self.causes[0] if self.causes else self.void


@cache
def load_irregularities(package: str) -> tuple[Irregularity, ...]:
    """Those of the game in this package, each with the causes of the document that name it."""
    given = read_toml(package, "irregularities.toml")
    facts = given.get("facts", {})
    found = []
    for entry in given.get("irregularity", ()):
        one = Irregularity(**frozen(entry))
        causes = tuple(key for key, named in facts.items() if one.fact in named)
        found.append(one._replace(causes=causes))
    return tuple(found)


class Place(NamedTuple):
    """Where an irregularity happens: at which seat, after how many decisions, and beside whom."""

    seat: int
    after: int
    other: int = 0


class Played(NamedTuple):
    """A round that has been played, and what goes wrong in it, if anything does."""

    running: Runner
    irregularity: Irregularity | None = None
    place: Place = Place(0, 0)


def go_wrong(running: Runner, take: Bytes) -> Played:
    """One of the irregularities that this round can have, somewhere where it can have it; a void
    ends the round there."""
    every = load_irregularities(running.game.package)
    found = [(one, list(find_places(running, one))) for one in every]
    fitting = [(one, places) for one, places in found if places]
    if not fitting or not running.decisions:
        return Played(running)
    one, places = fitting[take(1)[0] % len(fitting)]
    place = places[take(1)[0] % len(places)]
    others = [seat for seat in running.table.seats if seat != place.seat]
    if others:
        place = place._replace(other=others[take(1)[0] % len(others)])
    if one.reason:
        void = Decision(0, "void", reason=one.reason)
        before = running.decisions[: place.after]
        running = replay(running.game, running.table.opening, [*before, void])
    return Played(running, one, place)


def find_places(running: Runner, one: Irregularity) -> Iterator[Place]:
    """Every place in the round that the irregularity's story is true of."""
    if not _can_happen(running, one):
        return
    table, decisions = running.table, running.decisions
    made = table.opening.wagers
    asked = [event for _, event in numbered(table.events, Decided)]
    match one.when:
        case "deal":
            places = [Place(seat, 0) for seat in table.seats]
        case "dealt":
            places = [Place(next(event.to for _, event in numbered(table.events, CardDealt)), 0)]
        case "decision":
            places = [
                Place(decision.seat, number)
                for number, (decision, event) in enumerate(zip(decisions, asked, strict=True))
                if one.decides in ("", decision.action) and one.asked_by in ("", event.rule)
            ]
        case _:
            places = [Place(seat, len(decisions)) for seat in _at_settling(running, one)]
    for place in places:
        if not one.wagers or one.wagers in made.get(place.seat, {}):
            yield place


def _can_happen(running: Runner, one: Irregularity) -> bool:
    """Whether the table and the round as a whole are such."""
    table, causes = running.table, running.game.source.causes
    rulings = table.opening.settings.rulings
    needs = {**one.needs, **(causes[one.causes[0]].needs if one.causes else {})}
    shown = [at for at, _ in numbered(table.events, CardsShown)]
    drawn = [at for at, card in numbered(table.events, CardDealt) if card.to == DEALER]
    draws = bool(shown and drawn) and drawn[-1] > shown[0]
    happened = {"": True, "showdown": bool(shown), "draw": draws}
    return (
        all(rulings[name] == value for name, value in needs.items())
        and (not one.needs_jackpot or bool(table.opening.settings.jackpots))
        and (not one.needs_other or len(table.seats) > 1)
        and happened[one.after]
    )


def _at_settling(running: Runner, one: Irregularity) -> list[int]:
    """The seats that have done so, or have so many cards in play."""
    table = running.table
    if one.decides:
        return [made.seat for made in running.decisions if made.action == one.decides]
    if one.cards:
        return [seat for seat, cards in _in_play(table.events).items() if cards == one.cards]
    return list(table.seats)


def _in_play(events: list[Event]) -> dict[int, int]:
    """How many cards each seat has before it when the dealer turns up his own."""
    cards: dict[int, int] = {}
    for event in events:
        if isinstance(event, CardsShown) and event.of == DEALER:
            break
        if isinstance(event, CardDealt):
            cards[event.to] = cards.get(event.to, 0) + 1
        elif isinstance(event, CardsDiscarded):
            cards[event.of] -= event.number
    return {of: number for of, number in cards.items() if of > DEALER}


def moment_of(played: Played, when: str) -> int:
    """How many events have happened when it does."""
    events, place = played.running.table.events, played.place
    deciding = [at for at, event in enumerate(events) if isinstance(event, Decided | RoundVoided)]
    if when == "decision":
        return deciding[place.after]
    if when == "settling":
        shown = [at for at, _ in numbered(events, CardsShown) if at > deciding[-1]]
        return shown[0] if shown else deciding[-1] + 1
    dealt = list(numbered(events[: deciding[0]], CardDealt))
    first = dealt[0][1].rule
    to = {card.to for _, card in dealt} if when == "dealt" else {place.seat}
    return [at for at, card in dealt if card.rule == first and card.to in to][-1] + 1


def ask_about(played: Played, one: Irregularity, take: Bytes) -> Step:
    """What the dealer does about it, asked when it happens."""
    running, place = played.running, played.place
    choices, expected, rule = [one.right, *one.wrong], [one.right], one.rule
    if one.reason:
        # The document's causes are offered where they do not hold too, to be told apart.
        causes = {
            key: words.void_by(cause=key, text=cause.text)
            for key, cause in running.game.source.causes.items()
        }
        choices = [*causes.values(), words.HOUSE_PROCEDURE, words.PLAY_ON]
        expected = [causes[key] for key in one.causes] or [words.HOUSE_PROCEDURE]
        rule = find_cause(running.game, running.table.rulings, one.reason).rule or rule
    prompt = words.what_now(happened=one.text.format(seat=place.seat, other=place.other))
    mixed = [choice for _, choice in sorted((take(2), choice) for choice in choices)]
    first, *also = expected
    moment = Moment(moment_of(played, one.when), rule)
    step = moment.choose("irregularity", prompt, first, mixed, *also)
    return step._replace(why=one.why, about=str(place.seat) if "{seat}" in one.text else "")
