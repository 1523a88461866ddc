"""What the house runs, by its SHA-256: the software, each game's rules and its pay tables.

A manifest is made at start and written into the log; ``check_manifest`` names what has changed on
the disk since. A table's settings have a hash of their own, which goes into every opening.
"""

from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path
from typing import Any

import pitboss
from pitboss.games import find_game, game_keys
from pitboss.house.log import canonical

PACKAGE = Path(pitboss.__file__).resolve().parent
CHECK_SECONDS = 24 * 3_600
"""How long a running house may go without checking its manifest again."""

Manifest = dict[str, Any]


def make_manifest(package: Path = PACKAGE) -> Manifest:
    """The hashes of all files of the package and of what they say, as JSON values."""
    files = hash_files(package)
    manifest: Manifest = {
        "version": pitboss.__version__,
        "files": files,
        "software": hash_values(files),
        "games": {key: _hash_game(key, files) for key in game_keys()},
    }
    return {**manifest, "digest": hash_values(manifest)}


def hash_files(package: Path = PACKAGE) -> dict[str, str]:
    """Sources and data, by their path within the package; compiled leftovers are none of them."""
    found = {}
    for path in sorted(package.rglob("*")):
        place = path.relative_to(package)
        if path.is_file() and "__pycache__" not in place.parts and path.suffix != ".pyc":
            found[place.as_posix()] = sha256(path.read_bytes()).hexdigest()
    return found


def hash_values(values: object) -> str:
    """The hash of JSON values: settings, a pay table, a list of hashes."""
    return sha256(canonical(values).encode()).hexdigest()


def _hash_game(key: str, files: Mapping[str, str]) -> dict[str, Any]:
    game = find_game(key)
    folder = game.package.removeprefix("pitboss.").replace(".", "/")
    return {
        "rules_version": game.source.version,
        "rules": files.get(f"{folder}/source.toml", ""),
        "paytables": {
            f"{wager} {code}": hash_values(table.to_json())
            for wager, tables in game.paytables.items()
            for code, table in tables.items()
        },
    }


def check_manifest(expected: Mapping[str, Any], package: Path = PACKAGE) -> list[str]:
    """One line for each file that is not as the manifest says; none when all is well."""
    before: Mapping[str, str] = expected["files"]
    now = hash_files(package)
    lines = [f"{path}: changed" for path in before if path in now and now[path] != before[path]]
    lines += [f"{path}: missing" for path in before if path not in now]
    lines += [f"{path}: not in the manifest" for path in now if path not in before]
    return sorted(lines)
