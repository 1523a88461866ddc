"""One event stream for each tab. What it sends is HTML rendered from the viewer's own view.

On connecting, and after every change, the whole region is sent: a client that lost its
connection needs nothing but the next message.
"""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence

import msgspec
from fastapi.responses import StreamingResponse

from pitboss.web.common.security import Visit

Render = Callable[[], Awaitable[dict[str, object]]]
"""Gives what the page is to show now: ``html``, and whatever its script needs beside it."""

HEADERS = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
RETRY_MS = 800
HEARTBEAT = "event: alive\ndata: {}\n\n"


def stream_region(visit: Visit, tables: Sequence[str], render: Render) -> StreamingResponse:
    """A stream of the region that ``render`` makes, sent anew when one of the tables or a meter
    has changed and the region with it."""
    messages = _messages(visit, tables, render)
    return StreamingResponse(messages, media_type="text/event-stream", headers=HEADERS)


async def _messages(visit: Visit, tables: Sequence[str], render: Render) -> AsyncIterator[str]:
    services = visit.services
    client = services.hub.join(visit.stream_owner, tables)
    sent: object = None
    try:
        yield f"retry: {RETRY_MS}\n\n"
        while not client.ended:
            client.take()
            content = await render()
            if content != sent:
                sent = content
                yield f"event: region\ndata: {msgspec.json.encode(content).decode()}\n\n"
            try:
                await asyncio.wait_for(client.wake.wait(), services.settings.heartbeat_seconds)
            except TimeoutError:
                yield HEARTBEAT
        yield "event: ended\ndata: {}\n\n"
    finally:
        services.hub.leave(client)
