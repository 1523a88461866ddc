"""What live cells need beside the pages: Pyodide from its npm package, and the core of Pitboss.

The package is brought in when the site is built, by npm, and must be the very one whose digest
stands here; readers get it from the site's own host.
"""

import json
import shutil
import subprocess
import tarfile
import zipfile
from base64 import b64encode
from hashlib import sha512
from io import BytesIO
from pathlib import Path

PACKAGE = "pyodide@314.0.7"
DIGEST = "0YvXxEhfEdpLfb/XkM2BFAeMROq0iMUX2bzzH9pOttyMcWkwq+HbE5uyuGD82LN7y2q+SNvi/6V5JEsOlD2R1A=="
FILES = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip")
LOCK = "pyodide-lock.json"
MOST_BYTES = 15_000_000
"""Of a first load."""

ABOVE = ("house", "kit", "envs", "reports", "training", "web")
"""Rooms that a cell has no use for."""

COUNTS = "pitboss/odds/data"
CELLS = "cells"
"""Of Super Omaha's count, what strategies by features are priced from: 7 MB that no cell needs."""


def add_cells(folder: Path, kept: Path, source: Path) -> str:
    """Put them into a folder; what is missing for that, or nothing."""
    try:
        package = fetch(kept)
    except (OSError, subprocess.SubprocessError) as error:
        return f"no live cells: {PACKAGE} was not brought in ({str(error)[:200]})"
    if (found := b64encode(sha512(package).digest()).decode()) != DIGEST:
        return f"no live cells: {PACKAGE} has the digest {found}"
    folder.mkdir(parents=True, exist_ok=True)
    with tarfile.open(fileobj=BytesIO(package)) as archive:
        for name in (*FILES, LOCK):
            member = archive.extractfile(f"package/{name}")
            assert member
            with member, (folder / name).open("wb") as file:
                shutil.copyfileobj(member, file)
    (folder / "core.zip").write_bytes(pack_core(source))
    return ""


def fetch(kept: Path) -> bytes:
    """The package as npm has it; kept between builds."""
    kept.mkdir(parents=True, exist_ok=True)
    file = kept / f"{PACKAGE.replace('@', '-')}.tgz"
    if not file.is_file():
        npm = shutil.which("npm") or "npm"
        command = [npm, "pack", PACKAGE, "--silent"]
        subprocess.run(command, cwd=kept, check=True, capture_output=True, timeout=120)
    return file.read_bytes()


def pack_core(source: Path) -> bytes:
    """The package without its upper floors, with the shipped counts, the same bytes each time."""
    packed = BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for file in sorted((source / "pitboss").rglob("*")):
            path = file.relative_to(source)
            if file.suffix in (".py", ".toml") and path.parts[1] not in ABOVE:
                add_file(archive, path.as_posix(), file.read_bytes())
        for file in sorted((source / COUNTS).glob("*.json")):
            add_file(archive, f"{COUNTS}/{file.name}", read_count(file))
    return packed.getvalue()


def add_file(archive: zipfile.ZipFile, name: str, content: bytes) -> None:
    """Without the time of day, which is another at each build."""
    entry = zipfile.ZipInfo(name)
    entry.compress_type = zipfile.ZIP_DEFLATED
    archive.writestr(entry, content)


def read_count(file: Path) -> bytes:
    """A shipped count, as far as the best play under any table of it needs it."""
    kept = json.loads(file.read_text(encoding="utf-8"))
    if isinstance(kept["result"], dict) and CELLS in kept["result"]:
        kept["result"][CELLS] = {}
    return json.dumps(kept, separators=(",", ":")).encode()
