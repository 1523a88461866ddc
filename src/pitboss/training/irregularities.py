"""Irregularities: what goes wrong at a table, and what the document or the house does about it.

Each game's are in its ``irregularities.toml``, in our own words; ``{seat}`` stands for a seat of
the round. Those that void a round do so by the same function that voids real rounds, so that a
cause is only asked for where it holds.
"""

from collections.abc import Mapping, Sequence
from functools import cache
from typing import NamedTuple

from pitboss.data import frozen, read_toml
from pitboss.games.events import CardDealt, CardsShown, Decided, Event, RoundVoided, numbered
from pitboss.games.lesson import Moment, Step
from pitboss.rounds.runner import Runner, find_cause
from pitboss.rounds.shuffle import Bytes

HOUSE_PROCEDURE = "void the round by the house's procedure, with the reason in words"
PLAY_ON = "play on"


class Irregularity(NamedTuple):
    """What goes wrong, when it can, and what to do."""

    when: str
    """``deal``: before the first decision; ``decision``: while a seat is asked; ``settling``:
    before the hands are compared."""
    text: str
    cause: str = ""
    """The document's cause that voids the round."""
    void: str = ""
    """The house's reason in words, where the round is void without a cause of the document."""
    right: str = ""
    """What to do where the round goes on, and in ``wrong`` what not to do."""
    wrong: tuple[str, ...] = ()
    rule: str = ""
    needs: Mapping[str, str] = {}
    """Rulings of the table without which it cannot happen."""
    wagers: str = ""
    """The wager that the seat must have made."""
    needs_jackpot: bool = False
    why: str = ""
    """The reason, where the rule's own words do not give it."""
    after: str = ""
    """``fold``: a player with a bonus has folded; ``showdown``: hands are shown."""

    @property
    def reason(self) -> str:
        """Why the round is void; nothing where it goes on."""
        return self.cause or self.void


class Placed(NamedTuple):
    """An irregularity in a round: at which seat, and after how many decisions."""

    irregularity: Irregularity
    seat: int
    after: int


@cache
def load_irregularities(package: str) -> tuple[Irregularity, ...]:
    """Those of the game in this package."""
    entries = read_toml(package, "irregularities.toml")["irregularity"]
    return tuple(Irregularity(**frozen(entry)) for entry in entries)


def _fits(running: Runner, one: Irregularity) -> bool:
    settings, causes = running.table.opening.settings, running.game.source.causes
    needs = {**one.needs, **(causes[one.cause].needs if one.cause else {})}
    made = [wager for wagers in running.table.opening.wagers.values() for wager in wagers]
    return (
        all(settings.rulings[name] == value for name, value in needs.items())
        and (not one.needs_jackpot or bool(settings.jackpots))
        and (not one.wagers or one.wagers in made)
        and _happened(running, one.after)
    )


def _happened(running: Runner, what: str) -> bool:
    """Whether the round had a fold with a bonus, or a showdown, where one is needed."""
    if what == "showdown":
        return any(numbered(running.table.events, CardsShown))
    folded = [one.seat for one in running.decisions if one.action == "fold"]
    return not what or any("bonus" in running.table.opening.wagers[seat] for seat in folded)


def place(running: Runner, take: Bytes) -> Placed | None:
    """Choose what goes wrong in this round, which has been played, and where."""
    fitting = [one for one in load_irregularities(running.game.package) if _fits(running, one)]
    if not fitting or not running.decisions:
        return None
    one = fitting[take(1)[0] % len(fitting)]
    number = len(running.decisions)
    after = {"deal": 0, "decision": take(1)[0] % number, "settling": number}[one.when]
    seat = running.decisions[min(after, number - 1)].seat
    if one.wagers:
        holders = [
            seat for seat, made in running.table.opening.wagers.items() if one.wagers in made
        ]
        seat = holders[0]
        after = next(n for n, decision in enumerate(running.decisions) if decision.seat == seat)
    return Placed(one, seat, after)


def moment(events: Sequence[Event], placed: Placed) -> int:
    """How many events precede the irregularity."""
    deciding = [at for at, event in enumerate(events) if isinstance(event, Decided | RoundVoided)]
    if placed.irregularity.when == "deal":
        dealt = list(numbered(events, CardDealt))
        first = dealt[0][1].rule
        own = [at for at, card in dealt if (card.to, card.rule) == (placed.seat, first)]
        return [at for at in own if at < deciding[0]][-1] + 1
    return [*deciding, deciding[-1] + 1][min(placed.after, len(deciding))]


def ask(running: Runner, placed: Placed, at: int, take: Bytes) -> Step:
    """What the dealer does about it."""
    one = placed.irregularity
    choices, expected, rule = [one.right, *one.wrong], one.right, one.rule
    if one.reason:
        # The document's causes are offered where they do not hold too, to be told apart.
        causes = {
            key: f"void all hands by cause ({key}): {cause.text}"
            for key, cause in running.game.source.causes.items()
        }
        choices = [*causes.values(), HOUSE_PROCEDURE, PLAY_ON]
        expected = causes[one.cause] if one.cause else HOUSE_PROCEDURE
        rule = find_cause(running.game, running.table.rulings, one.reason).rule or rule
    prompt = f"{one.text.format(seat=placed.seat)} What do you do?"
    step = Moment(at, rule).choose("irregularity", prompt, expected, _mixed(choices, take))
    return step._replace(why=one.why)


def _mixed(choices: Sequence[str], take: Bytes) -> tuple[str, ...]:
    keyed = [(take(2), choice) for choice in choices]
    return tuple(choice for _, choice in sorted(keyed))
