"""The site: docs/ beside its pictures and style in build/, and Zensical over it."""

import json
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from functools import partial
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

from website.blocks import show_remarks
from website.folder import make_folder
from website.markdown import FACES
from website.navigation import DOCS, navigation
from website.python import Files, bring

ROOT = DOCS.parent
BUILD = ROOT / "build"
STAGE, SITE = BUILD / "docs", BUILD / "site"
THEME = Path(__file__).parent / "theme"

SCRIPTS = ["assets/cells.js", "assets/prices.js"]
LINK = re.compile(r"(?<!!)\[([^\]]+)\]\(([^)#:]+)\)")

CONFIGURATION = """[project]
site_name = "Pitboss"
site_description = "Four casino card games, dealt, settled and priced exactly as approved."
copyright = "Pitboss is free software (MIT). Play money only."
docs_dir = "docs"
site_dir = "site"
use_directory_urls = false
extra_css = ["assets/site.css", "assets/print.css"]
extra_javascript = {scripts}
nav = {nav}

[project.theme]
font = false
features = [
    "navigation.tabs", "navigation.sections", "navigation.top", "navigation.footer",
    "search.highlight", "content.code.copy", "toc.follow",
]

[project.theme.icon]
logo = "lucide/spade"

[[project.theme.palette]]
media = "(prefers-color-scheme: light)"
scheme = "default"
toggle.icon = "lucide/sun"
toggle.name = "Switch to dark"

[[project.theme.palette]]
media = "(prefers-color-scheme: dark)"
scheme = "slate"
toggle.icon = "lucide/moon"
toggle.name = "Switch to light"

[project.extra]
generator = false
"""


def build() -> list[str]:
    """What the builder complains of; nothing where all is well."""
    stage()
    python = bring(BUILD / "npm")
    if isinstance(python, str):
        print(python, file=sys.stderr)
    add_play(python)
    scripts = [] if isinstance(python, str) else SCRIPTS
    text = CONFIGURATION.format(nav=toml(navigation()), scripts=toml(scripts))
    (BUILD / "zensical.toml").write_text(text, encoding="utf-8")
    shutil.rmtree(SITE, ignore_errors=True)
    command = [sys.executable, "-m", "zensical", "build", "--clean", "--strict"]
    ran = subprocess.run(command, cwd=BUILD, capture_output=True, text=True)
    said = f"{ran.stdout}{ran.stderr}"
    clean = ran.returncode == 0 and "warning" not in said.lower()
    return [] if clean else [said.strip() or f"zensical ended with {ran.returncode}"]


def add_play(python: Files | str) -> None:
    """Pitboss in the page; a line instead where there is no Python for it."""
    if isinstance(python, str):
        (STAGE / "play").mkdir()
        (STAGE / "play" / "index.html").write_text(f"<!doctype html>\n<p>{python}</p>\n")
    else:
        make_folder(STAGE / "play", python, BUILD / "scored", ROOT / "src")


def stage() -> None:
    """Pages with their card faces beside them: on a code host they are those of the package."""
    shutil.rmtree(STAGE, ignore_errors=True)
    shutil.copytree(DOCS, STAGE, ignore=shutil.ignore_patterns("*.toml"))
    shutil.copytree(THEME, STAGE / "assets", dirs_exist_ok=True)
    used: set[str] = set()
    for page in STAGE.rglob("*.md"):
        text = page.read_text(encoding="utf-8")
        up = "../" * (len(page.relative_to(STAGE).parts) - 1)
        used |= set(re.findall(rf"{FACES}/(\w+\.svg)", text))
        text = re.sub(rf"[./]*{FACES}/", f"{up}assets/cards/", text)
        text = show_remarks(LINK.sub(partial(_keep_inside, page), text))
        page.write_text(text, encoding="utf-8")
    for name in sorted(used):
        (STAGE / "assets" / "cards").mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / FACES / name, STAGE / "assets" / "cards" / name)


def _keep_inside(page: Path, link: re.Match[str]) -> str:
    """A link to a file of the tree that is no page: on the site its path stands there instead."""
    target = (DOCS / page.relative_to(STAGE).parent / link[2]).resolve()
    inside = target.is_relative_to(DOCS) or not target.is_relative_to(ROOT)
    if inside or not target.exists():
        return link[0]
    path = target.relative_to(ROOT).as_posix()
    return link[1] if path in link[1] else f"{link[1]} (`{path}`)"


def toml(value: object) -> str:
    """Lists, tables and texts in one line."""
    if isinstance(value, dict):
        parts = [f"{json.dumps(name, ensure_ascii=False)} = {toml(v)}" for name, v in value.items()]
        return f"{{ {', '.join(parts)} }}"
    if isinstance(value, list):
        return f"[{', '.join(map(toml, value))}]"
    return json.dumps(value, ensure_ascii=False)


class Links(HTMLParser):
    """The addresses that a page names, and the places in it that others may name."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.places: set[str] = set()
        self.links: list[str] = []
        self.loaded: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        for name, value in attrs:
            if name == "id" and value:
                self.places.add(value)
            elif name == "href" and value and tag == "a":
                self.links.append(value)
            elif name in ("src", "href") and value:
                self.loaded.append(value)


def check_site(site: Path = SITE) -> list[str]:
    """Dead links, missing pictures, and what would be asked of another host."""
    read = {file: Links(file.read_text(encoding="utf-8")) for file in sorted(site.rglob("*.html"))}
    return [line for file in read for line in _check_page(site, file, read)]


def _check_page(site: Path, file: Path, read: dict[Path, Links]) -> Iterator[str]:
    page, name = read[file], file.relative_to(site)
    for address in page.loaded:
        if urlsplit(address).netloc:
            yield f"{name}: {address} is on another host"
    for address in {*page.links, *page.loaded}:
        parts = urlsplit(address)
        if parts.scheme or parts.netloc:
            continue
        root = site if parts.path.startswith("/") else file.parent
        target = (root / unquote(parts.path).lstrip("/")).resolve() if parts.path else file
        if target.is_dir():
            target /= "index.html"
        if not target.is_file():
            yield f"{name}: there is no {address}"
        elif (
            parts.fragment and target in read and unquote(parts.fragment) not in read[target].places
        ):
            yield f"{name}: {address}: there is no such place on that page"
