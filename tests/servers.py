"""The programs that the tests drive: a real PostgreSQL, a real Chromium, and Node for the verifier;
and those that read the files of ``deploy/`` as they will be read.

``python -m tests.servers`` installs what is missing with apt-get, where it may.
"""

import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from functools import cache
from pathlib import Path

PACKAGES = {
    "chromium": "chromium",
    "postgresql": "postgresql",
    "node": "nodejs",
    "openssl": "openssl",
}

SHELL = "chromium-headless-shell"
"""Chromium without windows: the same engine, and a page opens at a fifth of the work."""

READERS = {"docker-compose": "docker-compose", "systemd-analyze": "systemd", "caddy": "caddy"}
"""Programs with their packages. The tests do without those that cannot be had, and say so."""


def find_chromium() -> str | None:
    names = (SHELL, "chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
    return os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, names)), None)


def find_postgresql() -> Path | None:
    """The folder of PostgreSQL's programs, the newest version's."""
    found = shutil.which("initdb")
    if found:
        return Path(found).resolve().parent
    folders = [path.parent for path in Path("/usr/lib/postgresql").glob("*/bin/initdb")]
    return max(folders, key=lambda path: int(path.parent.name), default=None)


def missing() -> list[str]:
    found = {
        "chromium": find_chromium(),
        "postgresql": find_postgresql(),
        "node": shutil.which("node"),
        "openssl": shutil.which("openssl"),
    }
    return [name for name, where in found.items() if where is None]


@cache
def apt_get() -> list[str]:
    """apt-get that knows today's packages, as root or through sudo where that asks for no password;
    or nothing."""
    apt, sudo = shutil.which("apt-get"), shutil.which("sudo")
    before = [] if os.geteuid() == 0 else [sudo, "-n"] if sudo else None
    if apt is None or before is None:
        return []
    command = [*before, "env", "DEBIAN_FRONTEND=noninteractive", apt, "-qq"]
    subprocess.run([*command, "update"], check=False)
    return command


def install(packages: Sequence[str], *options: str) -> None:
    """With apt-get, or not at all."""
    command = apt_get()
    if not command:
        return
    print(f"Installing {' and '.join(packages)} for the tests")
    wanted = [*command, "-y", *options, "install", *packages]
    subprocess.run(wanted, check=False, stdout=subprocess.DEVNULL)


def main() -> None:
    if wished := [package for name, package in READERS.items() if not shutil.which(name)]:
        install(wished, "--no-install-recommends")
    if not shutil.which(SHELL) and not os.environ.get("CHROMIUM"):
        install([SHELL])
    if missing():
        install([PACKAGES[name] for name in missing()])
    if missing():
        sys.exit(f"The tests need {' and '.join(missing())}: install them, then try again.")


if __name__ == "__main__":
    main()
