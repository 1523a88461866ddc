"""Rounds to deal: a table with wagers and a deck made from a seed, or a round that is given."""

from collections.abc import Mapping
from typing import NamedTuple, cast

from pitboss.cards import format_cards
from pitboss.games import find_game
from pitboss.games.contract import Decision, Opening
from pitboss.refusal import Refused
from pitboss.rounds.runner import Runner, replay
from pitboss.rounds.script import read_opening, run_script
from pitboss.rounds.shuffle import Bytes, seeded, shuffle
from pitboss.training.irregularities import Placed, place
from pitboss.training.lessons import find_lesson
from pitboss.training.players import play_out


class Played(NamedTuple):
    """A round that has been played, and what goes wrong in it, if anything does."""

    running: Runner
    placed: Placed | None


def play_round(game: str, seed: str, options: Mapping[str, object]) -> Played:
    """The round of an exercise; the same seed and options give the same round."""
    take = seeded(f"{game} {seed}")
    if "script" in options:
        running = run_script(options["script"])
        if running.table.opening.settings.game != game:
            raise Refused(f"exercise: the script is of another game than {game}")
    else:
        opening = make_opening(game, take, options)
        running = Runner(find_game(game), opening)
    running = play_out(running, take)
    if running.status == "void" or take(1)[0] >= 256 * _percent(options) // 100:
        return Played(running, None)
    placed = place(running, take)
    if placed and placed.irregularity.reason:
        void = Decision(0, "void", reason=placed.irregularity.reason)
        decisions = [*running.decisions[: placed.after], void]
        running = replay(running.game, running.table.opening, decisions)
    return Played(running, placed)


def _percent(options: Mapping[str, object]) -> int:
    return int(str(options["irregularities"]))


def make_opening(game: str, take: Bytes, options: Mapping[str, object]) -> Opening:
    """A table and its wagers, with the rulings that are asked for."""
    lesson = find_lesson(game)
    script = lesson.script(_seats(game, take, options), take)
    table = cast("dict[str, object]", script.setdefault("table", {}))
    rulings = cast("Mapping[str, object]", options.get("rulings", {}))
    usual = cast("Mapping[str, object]", table.get("rulings", {}))
    table["rulings"] = {**usual, **rulings}
    script["deck"] = format_cards(shuffle(take))
    opening = read_opening(find_game(game), script)
    return lesson.plant(opening, take) if lesson.plant else opening


def sample_opening(game: str, seed: str) -> Opening:
    """A table of this game with wagers made and cards shuffled from the seed."""
    return make_opening(game, seeded(f"coach {game} {seed}"), {"players": 2})


def _seats(game: str, take: Bytes, options: Mapping[str, object]) -> list[int]:
    """Some of the table's seats, from its first to its last."""
    rulings = cast("Mapping[str, object]", options.get("rulings", {}))
    table = int(str(rulings.get("seats", find_game(game).source.rulings["seats"].options[0])))
    number = int(str(options["players"]))
    if number > table:
        raise Refused(f"exercise: {number} players; this table has {table} seats (ruling seats)")
    return sorted(shuffle(take, tuple(range(1, table + 1)))[:number])
