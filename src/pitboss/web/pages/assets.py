"""Files that every visitor gets alike: styles, scripts, card faces, icons.

Pages name them with the version of them all in the address, so a browser keeps each for as long as
it likes and never mixes two versions; without a version it asks anew each time. A file is
compressed once, when it is first asked for, and kept.
"""

import asyncio
import gzip
import mimetypes
import re
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

from fastapi import Response
from fastapi.responses import FileResponse
from fastapi.staticfiles import StaticFiles
from jinja2.ext import Extension
from starlette.datastructures import Headers
from starlette.staticfiles import NotModifiedResponse
from starlette.types import Scope

from pitboss.web.common.compression import BEST, LEAST_BYTES, takes_gzip

STATIC = Path(__file__).parent / "static"
KEPT_FOR_GOOD = "public, max-age=31536000, immutable"
PACKED = frozenset({".css", ".js", ".mjs", ".svg", ".txt", ".webmanifest"})
mimetypes.add_type("text/javascript", ".mjs")
mimetypes.add_type("application/manifest+json", ".webmanifest")
_VERSIONED = re.compile(r"v-[0-9a-f]{12}/")


def find_version(folder: Path = STATIC) -> str:
    """A name for all files as they are; another once one of them changes."""
    found = sha256()
    for path in sorted(folder.rglob("*")):
        if path.is_file():
            content = path.read_bytes()
            found.update(f"{path.relative_to(folder).as_posix()} {len(content)} ".encode())
            found.update(content)
    return f"v-{found.hexdigest()[:12]}"


VERSION = find_version()
"""Looked at once: a server is started anew for new files."""


def asset(path: str) -> str:
    """The address of a file, with the version."""
    return f"/static/{VERSION}/{path}"


class Versioned(Extension):
    """Templates write ``"/static/css/site.css"``; pages say ``"/static/v-…/css/site.css"``. Scripts
    and styles name each other from where they are, and so stay within their version."""

    _FILES = re.compile(r'"/static/(?!games\.css)')

    def preprocess(self, source: str, name: str | None, filename: str | None = None) -> str:
        return self._FILES.sub(f'"/static/{VERSION}/', source)


class Packed(NamedTuple):
    """A file as it is sent compressed, with what it was made of."""

    made_of: tuple[float, int]
    content: bytes


class Assets(StaticFiles):
    """The folder of files: with the present version in the address for good, without one as of
    now, which is mostly answered with "not modified"; card faces never change."""

    def __init__(self, directory: Path) -> None:
        super().__init__(directory=directory)
        self._packed: dict[str, Packed] = {}

    async def get_response(self, path: str, scope: Scope) -> Response:
        version = _VERSIONED.match(path)
        plain = path[version.end() :] if version else path
        response = await super().get_response(plain, scope)
        if isinstance(response, FileResponse) and Path(plain).suffix in PACKED:
            response = await self._pack(response, scope)
        kept = "max-age=604800" if plain.startswith("cards") else "no-cache"
        if path.startswith(f"{VERSION}/"):
            kept = KEPT_FOR_GOOD
        response.headers["Cache-Control"] = kept
        return response

    async def _pack(self, found: FileResponse, scope: Scope) -> Response:
        """The same file compressed, under a tag of its own, for whoever takes it so."""
        found.headers["Vary"] = "Accept-Encoding"
        asked = Headers(scope=scope)
        if not takes_gzip(asked) or "range" in asked:
            return found
        content = await self._find_packed(found)
        if not content:
            return found
        tag = found.headers["etag"].rstrip('"') + '-gz"'
        headers = {"etag": tag, "last-modified": found.headers["last-modified"]}
        headers |= {"content-encoding": "gzip", "vary": "Accept-Encoding"}
        packed = Response(content, media_type=found.media_type, headers=headers)
        if self.is_not_modified(packed.headers, asked):
            return NotModifiedResponse(packed.headers)
        return packed

    async def _find_packed(self, found: FileResponse) -> bytes:
        """Nothing where compressing a file does not make it smaller."""
        path, state = str(found.path), found.stat_result
        assert state
        made_of = (state.st_mtime, state.st_size)
        kept = self._packed.get(path)
        if kept is None or kept.made_of != made_of:
            pack = asyncio.get_running_loop().run_in_executor(None, _pack_file, path)
            kept = self._packed[path] = Packed(made_of, await pack)
        return kept.content


def _pack_file(path: str) -> bytes:
    content = Path(path).read_bytes()
    if len(content) < LEAST_BYTES:
        return b""
    packed = gzip.compress(content, BEST, mtime=0)
    return packed if len(packed) < len(content) else b""
