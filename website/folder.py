"""Pitboss in the page: one folder for any web server or a disk, with the games, Python and the
coach in it.

A page that was opened from a disk may load scripts, styles and pictures, but no modules and no data
by their addresses. So modules come as texts of one script, and data as packed texts of others.
"""

import json
import re
import shutil
import zlib
from base64 import b64encode
from collections.abc import Iterator
from functools import partial
from hashlib import sha256
from importlib.util import find_spec
from pathlib import Path

from pitboss.games import find_game
from pitboss.odds.buyout import unseen
from pitboss.odds.cache import digest_of
from pitboss.odds.duki import plain
from website.play.coach import FILES as OPTIMA
from website.play.table import house_games
from website.python import COUNTS, Files, core, pack

HERE = Path(__file__).parent
OWN = HERE / "play" / "static"
STATIC = HERE.parent / "src" / "pitboss" / "web" / "pages" / "static"
STYLES = (
    *("site.css", "everyone.css", "games.css", "table.css", "room.css", "dock.css", "screens.css"),
    *("cards.css", "moments.css", "coach.css", "play.css"),
)
ROOMS = (
    *("house/__init__.py", "house/tables/__init__.py", "house/tables/known.py", "training"),
    *("web/__init__.py", "web/common/__init__.py", "web/common/notices.py"),
    *("web/pages/__init__.py", "web/pages/drawing.py", "web/pages/signs.py"),
    *("web/pages/told.py", "web/pages/words.py", "web/pages/table"),
    *("web/pages/templates/table", "web/pages/templates/parts.html"),
    *("web/pages/templates/forms.html", "web/pages/templates/coach/words.html"),
    "web/pages/templates/posting/rules_part.html",
)
"""What a table in the page needs of the upper floors; nothing of it knows a server."""

LIBRARIES = ("jinja2", "markupsafe")
"""As they are installed here, but for what is compiled."""

IMPORT = re.compile(r'((?:^|\n)(?:import|export)\b[^"\';]*?|import\()"(\.{1,2}/[^"]+)"')
START = "play/play.js"
CORE = "core"
OPTIMUM = HERE / "play" / "optimum"
"""The committed files of best actions."""
HEAD = "window.pitboss ??= { parts: {} };"


def make_folder(folder: Path, python: Files, kept: Path, source: Path) -> None:
    """Write it; hands that are scored once are kept between builds."""
    data = folder / "data"
    data.mkdir(parents=True, exist_ok=True)
    parts = {**python, CORE: pack(files_of_page(source, kept))}
    for name, content in parts.items():
        write_part(data, name, content)
    for name in OPTIMA.values():
        write_part(data, name, (OPTIMUM / name).read_bytes())
    version = sha256(b"".join(sha256(part).digest() for part in parts.values())).hexdigest()
    facts = {
        "modules": dict(modules()),
        "needed": list(parts),
        "optimum": dict(OPTIMA),
        "version": version,
    }
    code = json.dumps(facts).replace("</", "<\\/")
    (data / "code.js").write_text(f"{HEAD}\nObject.assign(pitboss, {code});\n", encoding="utf-8")
    shutil.copy(OWN / "start.js", folder)
    copy_static(folder / "static")
    (folder / "index.html").write_text(draw_page(), encoding="utf-8")
    write_service_worker(folder)


def write_part(data: Path, name: str, content: bytes) -> None:
    """A file as a script that hands it over."""
    text = b64encode(zlib.compress(content, 9)).decode()
    script = f"{HEAD}\npitboss.parts[{json.dumps(name)}] = {json.dumps(text)};\n"
    (data / f"{name}.js").write_text(script, encoding="utf-8")


def copy_static(target: Path) -> None:
    """Styles, card faces and the icon, as the server has them."""
    shutil.copytree(STATIC / "cards", target / "cards", dirs_exist_ok=True)
    (target / "css").mkdir(parents=True, exist_ok=True)
    for name in STYLES:
        if (STATIC / "css" / name).is_file():
            shutil.copy(STATIC / "css" / name, target / "css" / name)
    shutil.copy(OWN / "play.css", target / "css" / "play.css")
    shutil.copy(STATIC / "icon.svg", target / "icon.svg")
    from pitboss.web.pages.site import colour_rules

    (target / "css" / "games.css").write_text(colour_rules(), encoding="utf-8")


def draw_page() -> str:
    from website.play.page import draw

    games = [find_game(key) for key in house_games()]
    return draw("play/page.html", games=games, styles=STYLES)


def write_service_worker(folder: Path) -> None:
    """It keeps every file that all tables need; its name changes with any file of the folder."""
    files = sorted(f for f in folder.rglob("*") if f.is_file() and f.name != "service-worker.js")
    total = sha256(b"".join(sha256(file.read_bytes()).digest() for file in files)).hexdigest()
    later = {f"{name}.js" for name in OPTIMA.values()}
    needed = [file for file in files if file.name not in later]
    names = ["./", *(file.relative_to(folder).as_posix() for file in needed)]
    text = (OWN / "service-worker.js").read_text(encoding="utf-8")
    text = text.replace("VERSION", total[:16]).replace('["FILES"]', json.dumps(names))
    (folder / "service-worker.js").write_text(text, encoding="utf-8")


# Modules


def modules() -> Iterator[tuple[str, str]]:
    """The page's modules and all that they import, under their names; the worker is a text."""
    yield "play/worker.js", (OWN / "worker.js").read_text(encoding="utf-8")
    waiting, seen = [START], {START}
    while waiting:
        name = waiting.pop()
        text = file_of(name).read_text(encoding="utf-8")
        needed = [resolve(name, found[2]) for found in IMPORT.finditer(text)]
        waiting += [other for other in dict.fromkeys(needed) if other not in seen]
        seen.update(needed)
        yield name, IMPORT.sub(partial(named, name), text)


def named(name: str, found: re.Match[str]) -> str:
    return f'{found[1]}"{resolve(name, found[2])}"'


def resolve(name: str, path: str) -> str:
    """A relative import of a module, by name."""
    place = Path("/", name).parent / path
    return place.resolve().relative_to("/").as_posix()


def file_of(name: str) -> Path:
    room, _, rest = name.partition("/")
    return OWN / rest if room == "play" else STATIC / name


# Python


def files_of_page(source: Path, kept: Path) -> Files:
    """The core with what a table needs beside it: rooms, templates, libraries, scored hands."""
    rooms = {name: file.read_bytes() for name, file in rooms_of_page(source)}
    hands = {f"{COUNTS}/{name}.bin": content for name, content in scored(kept)}
    return {**dict(core(source)), **rooms, **hands}


def rooms_of_page(source: Path) -> Iterator[tuple[str, Path]]:
    for room in ROOMS:
        yield from _files(source / "pitboss" / room, source)
    yield "website/__init__.py", HERE / "__init__.py"
    for part in ("__init__.py", "table.py", "coach.py", "cells.py", "page.py", "templates"):
        yield from _files(HERE / "play" / part, HERE.parent)
    for name in LIBRARIES:
        spec = find_spec(name)
        assert spec
        assert spec.origin
        yield from _files(Path(spec.origin).parent, Path(spec.origin).parents[1])


def _files(place: Path, root: Path) -> Iterator[tuple[str, Path]]:
    found = sorted(place.rglob("*")) if place.is_dir() else [place]
    for file in found:
        if file.suffix in (".py", ".html", ".toml"):
            yield file.relative_to(root).as_posix(), file


def scored(kept: Path) -> Iterator[tuple[str, bytes]]:
    """Hands that the coach would score first; they are kept under the digest of their sources."""
    digest = digest_of("games/duki", "games/buyout", "odds/sets.py", "odds/duki/plain.py",
                       "odds/buyout/unseen.py")[:16]  # fmt: skip
    folder = kept / f"scored-{digest}"
    folder.mkdir(parents=True, exist_ok=True)
    ups = [4 * rank for rank in range(unseen.UPS)]
    makers = {unseen.name_of(up): partial(unseen.score_now, up) for up in ups}
    makers[plain.NAMES[True]] = partial(plain.rank_now, True)
    for name, make in makers.items():
        file = folder / name
        if not file.is_file():
            file.write_bytes(make())
        yield name, file.read_bytes()
