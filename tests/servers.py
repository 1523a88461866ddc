"""The programs that the tests drive: a real PostgreSQL and a real Chromium.

``python -m tests.servers`` installs what is missing with apt-get, where it may.
"""

import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

PACKAGES = {"chromium": "chromium", "postgresql": "postgresql"}


def find_chromium() -> str | None:
    names = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
    return os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, names)), None)


def find_postgresql() -> Path | None:
    """The folder of PostgreSQL's programs, the newest version's."""
    found = shutil.which("initdb")
    if found:
        return Path(found).parent
    folders = [path.parent for path in Path("/usr/lib/postgresql").glob("*/bin/initdb")]
    return max(folders, key=lambda path: int(path.parent.name), default=None)


def missing() -> list[str]:
    found = {"chromium": find_chromium(), "postgresql": find_postgresql()}
    return [name for name, where in found.items() if where is None]


def install(names: Sequence[str]) -> None:
    """With apt-get, as root or through sudo where that asks for no password."""
    apt, sudo = shutil.which("apt-get"), shutil.which("sudo")
    before = [] if os.geteuid() == 0 else [sudo, "-n"] if sudo else None
    if apt is None or before is None:
        raise SystemExit(f"The tests need {' and '.join(names)}: install them, then try again.")
    command = [*before, "env", "DEBIAN_FRONTEND=noninteractive", apt]
    packages = [PACKAGES[name] for name in names]
    print(f"Installing {' and '.join(packages)} for the tests")
    subprocess.run([*command, "-qq", "update"], check=True)
    subprocess.run(
        [*command, "-qq", "-y", "install", *packages], check=True, stdout=subprocess.DEVNULL
    )


def main() -> None:
    names = missing()
    if names:
        install(names)
    if missing():
        sys.exit(f"The tests need {' and '.join(missing())}, which could not be installed.")


if __name__ == "__main__":
    main()
