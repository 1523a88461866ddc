"""What makes the site an app on a phone or a desk: the script that a browser runs beside the pages,
and the page that it shows where the server cannot be reached.

That script keeps files of one version and that page, and nothing else: no page of a session and no
table's data are ever in its cache.
"""

from pathlib import PurePosixPath

import msgspec
from fastapi import Request, Response
from fastapi.responses import HTMLResponse

from pitboss.web.common.visits import Visit
from pitboss.web.pages.assets import STATIC, VERSION, asset
from pitboss.web.pages.site import page_router, show_page

router = page_router()

OFFLINE = "/offline"
KEPT = frozenset({".css", ".js", ".svg"})
SCRIPT = STATIC / "js" / "service-worker.js"


def kept_files() -> list[str]:
    """The addresses of what the app keeps: styles and scripts, and no card faces, which would tell
    what somebody has been dealt on this machine."""
    found = (path.relative_to(STATIC).as_posix() for path in sorted(STATIC.rglob("*")))
    files = [path for path in found if PurePosixPath(path).suffix in KEPT]
    return [
        asset(path)
        for path in files
        if not path.startswith("cards/") and path != f"js/{SCRIPT.name}"
    ]


@router.get(OFFLINE)
async def offline_page(request: Request) -> HTMLResponse:
    """The same for everyone: whoever asks is not looked at."""
    return show_page(Visit(request), "app/offline.html", {})


@router.get("/service-worker.js")
async def service_worker() -> Response:
    """The script with its version and its files before it: another text for another version, by
    which a browser knows that there is a new one."""
    given = {"version": VERSION, "offline": OFFLINE, "files": kept_files()}
    text = f"const KEPT = {msgspec.json.encode(given).decode()};\n{SCRIPT.read_text()}"
    return Response(text, media_type="text/javascript", headers={"Cache-Control": "no-cache"})
