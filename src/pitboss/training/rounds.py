"""Rounds to learn from: tables with wagers and a deck from a seed, players for the other seats,
and what goes wrong at a table.

Each game's irregularities are in its ``irregularities.toml``, in our own words; ``{seat}`` stands
for a seat of the round. Those that void a round do so by the same function that voids real rounds,
so that a cause is only asked for where it holds.
"""

import json
from collections.abc import Mapping
from functools import cache, lru_cache
from importlib import import_module
from importlib.util import find_spec
from typing import Any, NamedTuple

from pitboss.cards import format_cards
from pitboss.data import frozen, read_toml
from pitboss.games import find_game, game_keys
from pitboss.games.contract import Decision, Opening
from pitboss.games.events import CardDealt, CardsShown, Decided, RoundVoided, numbered
from pitboss.games.lesson import Lesson, Moment, Step
from pitboss.money import read_whole
from pitboss.odds.registry import practise
from pitboss.refusal import Refused
from pitboss.rounds.runner import Runner, find_cause, replay
from pitboss.rounds.script import MOST_SEATS, read_opening, run_script
from pitboss.rounds.shuffle import Bytes, seeded, shuffle

Json = dict[str, Any]

HOUSE_PROCEDURE = "void the round by the house's procedure, with the reason in words"
PLAY_ON = "play on"
LEVEL = "easy"
SURPRISES = 32
"""Of 256 decisions, so many are any legal one: those who deal and learn must meet them too."""


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


@cache
def load_irregularities(package: str) -> tuple[Irregularity, ...]:
    """Those of the game in this package."""
    entries = read_toml(package, "irregularities.toml")["irregularity"]
    return tuple(Irregularity(**frozen(entry)) for entry in entries)


def _fits(running: Runner, one: Irregularity) -> bool:
    settings, causes = running.table.opening.settings, running.game.source.causes
    needs = {**one.needs, **(causes[one.cause].needs if one.cause else {})}
    wagers = running.table.opening.wagers
    made = [wager for of_seat in wagers.values() for wager in of_seat]
    folded = [decision.seat for decision in running.decisions if decision.action == "fold"]
    happened = {
        "": True,
        "showdown": any(numbered(running.table.events, CardsShown)),
        "fold": any("bonus" in wagers[seat] for seat in folded if seat in wagers),
    }
    return (
        all(settings.rulings[name] == value for name, value in needs.items())
        and (not one.needs_jackpot or bool(settings.jackpots))
        and (not one.wagers or one.wagers in made)
        and happened[one.after]
    )


class Played(NamedTuple):
    """A round that has been played, and what goes wrong in it, if anything does: at which seat, and
    after how many decisions."""

    running: Runner
    irregularity: Irregularity | None = None
    seat: int = 0
    after: int = 0


def ask_about(played: Played, one: Irregularity, take: Bytes) -> Step:
    """What the dealer does about it, asked when it happens."""
    running, events = played.running, played.running.table.events
    deciding = [at for at, event in enumerate(events) if isinstance(event, Decided | RoundVoided)]
    at = [*deciding, deciding[-1] + 1][min(played.after, len(deciding))]
    if one.when == "deal":
        dealt = list(numbered(events[: deciding[0]], CardDealt))
        first = dealt[0][1].rule
        at = [at for at, card in dealt if (card.to, card.rule) == (played.seat, first)][-1] + 1
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
    prompt = f"{one.text.format(seat=played.seat)} What do you do?"
    mixed = [choice for _, choice in sorted((take(2), choice) for choice in choices)]
    return Moment(at, rule).choose("irregularity", prompt, expected, mixed)._replace(why=one.why)


@cache
def taught_games() -> tuple[str, ...]:
    """The keys of the games with lessons."""
    return tuple(key for key in game_keys() if find_spec(f"{find_game(key).package}.lessons"))


@cache
def find_lesson(key: str) -> Lesson:
    """What a game brings; a game without lessons is refused."""
    if key not in taught_games():
        raise Refused(f"game {key[:20]!r}: there are {', '.join(taught_games())}")
    lesson = import_module(f"{find_game(key).package}.lessons").LESSON
    assert isinstance(lesson, Lesson)
    return lesson


def decide(running: Runner, take: Bytes) -> Decision:
    """A decision for the seat whose turn it is, from what it sees; where it is any legal one, a
    wager is a whole number of times the least amount."""
    question = running.asked
    if take(1)[0] >= SURPRISES or question.options[0].cards:
        return practise(running, LEVEL, take)
    option = question.options[take(1)[0] % len(question.options)]
    if not option.most_cents:
        return Decision(question.seat, option.action)
    times = 1 + take(1)[0] % (option.most_cents // option.least_cents)
    return Decision(question.seat, option.action, option.least_cents * times)


@lru_cache(maxsize=64)
def play_round(game: str, seed: str, options: str) -> Played:
    """The round of an exercise; the same seed and options (JSON text) give the same round."""
    take, given = seeded(f"{game} {seed}"), json.loads(options)
    if "script" in given:
        running = run_script(given["script"])
        if running.table.opening.settings.game != game:
            raise Refused(f"exercise: the script is of another game than {game}")
    else:
        opening = make_opening(game, take, given["players"], given.get("rulings", {}))
        running = Runner(find_game(game), opening)
    while running.question:
        running.decide(decide(running, take))
    if running.status == "void" or take(1)[0] >= 256 * given["irregularities"] // 100:
        return Played(running)
    fitting = [one for one in load_irregularities(running.game.package) if _fits(running, one)]
    decisions, opening = running.decisions, running.table.opening
    if not fitting or not decisions:
        return Played(running)
    one = fitting[take(1)[0] % len(fitting)]
    number = len(decisions)
    after = {"deal": 0, "decision": take(1)[0] % number, "settling": number}[one.when]
    seat = decisions[min(after, number - 1)].seat
    if one.wagers:
        seat = next(seat for seat, made in opening.wagers.items() if one.wagers in made)
        after = next(n for n, decision in enumerate(decisions) if decision.seat == seat)
    if one.reason:
        void = Decision(0, "void", reason=one.reason)
        running = replay(running.game, opening, [*decisions[:after], void])
    return Played(running, one, seat, after)


def make_opening(game: str, take: Bytes, players: int, rulings: Mapping[str, object]) -> Opening:
    """A table, with the rulings that are asked for, and wagers at some of its seats."""
    options = find_game(game).source.rulings["seats"].options
    seats = read_whole(rulings.get("seats", options[0]), "ruling seats", 1, MOST_SEATS)
    if players > seats:
        raise Refused(f"exercise: {players} players; this table has {seats} seats (ruling seats)")
    lesson = find_lesson(game)
    taken = sorted(shuffle(take, tuple(range(1, seats + 1)))[:players])
    script: dict[str, Any] = lesson.script(taken, take)
    table = script.setdefault("table", {})
    table["rulings"] = {**table.get("rulings", {}), **rulings}
    script["deck"] = format_cards(shuffle(take))
    opening = read_opening(find_game(game), script)
    return lesson.plant(opening, take) if lesson.plant else opening


def sample_opening(game: str, seed: str) -> Opening:
    """A table of this game with wagers made and cards shuffled from the seed."""
    return make_opening(game, seeded(f"coach {game} {seed}"), 2, {})
