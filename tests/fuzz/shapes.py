"""Changes that keep JSON JSON: a value, a key or a stretch of it becomes another one. Bytes changed
at random rarely get past the first bracket."""

import json
import random
from typing import Any

from tests.fuzz.values import VALUES

MOST_DEPTH = 40


def change_json(data: bytes, largest: int, seed: int) -> bytes | None:
    """The same document with one place changed; None where it is no JSON."""
    try:
        value = json.loads(data)
    except (ValueError, RecursionError):
        return None
    dice = random.Random(seed)
    for _ in range(dice.choice((1, 1, 2, 4))):
        value = _change(value, dice, MOST_DEPTH)
    try:
        made = json.dumps(value).encode()
    except (ValueError, RecursionError):
        return None
    return made if len(made) <= largest else None


def change_lines(data: bytes, largest: int, seed: int) -> bytes | None:
    """A log with one of its lines changed, left out, doubled or moved."""
    dice = random.Random(seed)
    lines = data.splitlines(keepends=True)
    if not lines:
        return None
    place = dice.randrange(len(lines))
    match dice.randrange(5):
        case 0:
            del lines[place]
        case 1:
            lines.insert(dice.randrange(len(lines)), lines[place])
        case _:
            changed = change_json(lines[place], largest, seed)
            lines[place] = lines[place][1:] if changed is None else changed + b"\n"
    made = b"".join(lines)
    return made if len(made) <= largest else None


def _change(value: Any, dice: random.Random, left: int) -> Any:
    if left and isinstance(value, dict) and value and dice.random() < 0.85:
        key = dice.choice(list(value))
        match dice.randrange(12):
            case 0:
                return {name: part for name, part in value.items() if name != key}
            case 1:
                return {**value, str(dice.choice(VALUES)): value[key]}
            case 2:
                return {**value, key: value[dice.choice(list(value))]}
            case _:
                return {**value, key: _change(value[key], dice, left - 1)}
    if left and isinstance(value, list) and value and dice.random() < 0.85:
        place = dice.randrange(len(value))
        match dice.randrange(8):
            case 0:
                return [*value[:place], *value[place + 1 :]]
            case 1:
                return [*value, value[place]]
            case _:
                inner = _change(value[place], dice, left - 1)
                return [*value[:place], inner, *value[place + 1 :]]
    return _other(value, dice)


def _other(value: Any, dice: random.Random) -> Any:
    if isinstance(value, str) and value and dice.random() < 0.5:
        place = dice.randrange(len(value))
        return (
            value[:place]
            + dice.choice(("", "0", "9", "-", ".", " ", "a", "\u0663"))
            + value[place + 1 :]
        )
    if isinstance(value, int | float) and abs(value) < 2**64 and dice.random() < 0.5:
        return dice.choice((value + 1, -value, value * 10, value / 3, str(value)))
    return dice.choice(VALUES)
