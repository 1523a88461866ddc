"""Python for the pages: Pyodide from its npm package, and the core of Pitboss.

The package is brought in when the site is built, by npm, and must be the very one whose digest
stands here; readers get it from the site's own host.
"""

import json
import shutil
import subprocess
import tarfile
from base64 import b64encode
from collections.abc import Iterator
from hashlib import sha512
from io import BytesIO
from pathlib import Path

PACKAGE = "pyodide@314.0.7"
DIGEST = "0YvXxEhfEdpLfb/XkM2BFAeMROq0iMUX2bzzH9pOttyMcWkwq+HbE5uyuGD82LN7y2q+SNvi/6V5JEsOlD2R1A=="
FILES = (
    *("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip"),
    "pyodide-lock.json",
)
MOST_BYTES = 15_000_000
"""Of a first load."""

ABOVE = ("house", "kit", "envs", "reports", "training", "web")
"""Rooms that a page has no use for, but for what a table in it needs."""

COUNTS = "pitboss/odds/data"
CELLS = "cells"
"""Of Super Omaha's count, what strategies by features are priced from: 7 MB that no page needs."""

Files = dict[str, bytes]
"""Contents by name."""


def bring(kept: Path) -> Files | str:
    """Its files by name; or what is missing for that."""
    try:
        package = fetch(kept)
    except (OSError, subprocess.SubprocessError) as error:
        return f"no Python in the pages: {PACKAGE} was not brought in ({str(error)[:200]})"
    if (found := b64encode(sha512(package).digest()).decode()) != DIGEST:
        return f"no Python in the pages: {PACKAGE} has the digest {found}"
    with tarfile.open(fileobj=BytesIO(package)) as archive:
        return {name: _read(archive, f"package/{name}") for name in FILES}


def _read(archive: tarfile.TarFile, name: str) -> bytes:
    member = archive.extractfile(name)
    assert member
    with member:
        return member.read()


def fetch(kept: Path) -> bytes:
    """The package as npm has it; kept between builds."""
    kept.mkdir(parents=True, exist_ok=True)
    file = kept / f"{PACKAGE.replace('@', '-')}.tgz"
    if not file.is_file():
        npm = shutil.which("npm") or "npm"
        command = [npm, "pack", PACKAGE, "--silent"]
        subprocess.run(command, cwd=kept, check=True, capture_output=True, timeout=120)
    return file.read_bytes()


def core(source: Path) -> Iterator[tuple[str, bytes]]:
    """The package without its upper floors, with the shipped counts."""
    for file in sorted((source / "pitboss").rglob("*")):
        path = file.relative_to(source)
        if file.suffix in (".py", ".toml") and path.parts[1] not in ABOVE:
            yield path.as_posix(), file.read_bytes()
    for file in sorted((source / COUNTS).glob("*.json")):
        yield f"{COUNTS}/{file.name}", read_count(file)


def pack(files: Files) -> bytes:
    """One file that a worker takes apart at once: a line of names and lengths, then all bytes."""
    head = [[name, len(content)] for name, content in files.items()]
    return b"\n".join([json.dumps(head).encode(), b"".join(files.values())])


def read_count(file: Path) -> bytes:
    """A shipped count, as far as the best play under any table of it needs it."""
    kept = json.loads(file.read_text(encoding="utf-8"))
    if isinstance(kept["result"], dict) and CELLS in kept["result"]:
        kept["result"][CELLS] = {}
    return json.dumps(kept, separators=(",", ":")).encode()
