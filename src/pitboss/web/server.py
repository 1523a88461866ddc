"""The server: a house on its database, the application in front of it, and a clean end."""

import ipaddress
import os
import signal
import socket
import threading
from collections.abc import Callable
from pathlib import Path
from types import FrameType
from typing import NamedTuple

import uvicorn
from fastapi import FastAPI

from pitboss.house.engine.driver import Driver
from pitboss.house.engine.house import House
from pitboss.house.store import open_database
from pitboss.refusal import Refused
from pitboss.web.app import create_app
from pitboss.web.common.settings import ServerSettings
from pitboss.web.start import Started, start_house

PORT = 8765
DATABASE_FILE = "house.db"
CLOSING_SECONDS = 5
PRACTICE = "Practice only: no real money."

Say = Callable[[str], None]


class Options(NamedTuple):
    """As the command line gives them. ``https`` says that a proxy in front of the server speaks
    https; it is then believed about where requests come from."""

    host: str = "127.0.0.1"
    port: int = PORT
    database: str = ""
    data: str = ""
    https: bool = False
    origins: tuple[str, ...] = ()


class Server(uvicorn.Server):
    """Ends the event streams first, for they would keep it from ending."""

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        app = self.config.app
        assert isinstance(app, FastAPI)
        app.state.services.hub.close()
        await super().shutdown(sockets)


def data_folder(given: str) -> Path:
    """The folder given, or the user's own for data."""
    if given:
        return Path(given)
    home = os.environ.get("XDG_DATA_HOME") or str(Path.home() / ".local" / "share")
    return Path(home) / "pitboss"


def serve(options: Options, say: Say = print) -> None:
    """Serve until told to stop; what was acknowledged is on disk, and the log's head is signed."""
    data = data_folder(options.data)
    make_folder(data)
    with open_socket(options.host, options.port) as listening:
        house = House(open_database(options.database or str(data / DATABASE_FILE)))
        try:
            started = start_house(house, data)
            greet(options, listening, started, say)
            _run(options, house, started, listening)
        finally:
            house.close()


def _run(options: Options, house: House, started: Started, listening: socket.socket) -> None:
    driver = Driver(house)
    settings = ServerSettings(options.https, options.origins, watch=started.watch)
    config = uvicorn.Config(
        create_app(house, settings),
        log_level="warning",
        server_header=False,
        proxy_headers=options.https,
        timeout_graceful_shutdown=CLOSING_SECONDS,
    )
    driver.start()
    _end_on_term()
    try:
        Server(config).run(sockets=[listening])
    except KeyboardInterrupt:
        pass  # told to stop, and has stopped
    finally:
        driver.stop()
        started.watch.stop()


def _end_on_term() -> None:
    """Being told to end is not being killed: what follows is the same as after Ctrl-C."""

    def interrupt(number: int, frame: FrameType | None) -> None:
        raise KeyboardInterrupt

    if threading.current_thread() is threading.main_thread():
        signal.signal(signal.SIGTERM, interrupt)


def make_folder(path: Path) -> None:
    """For the owner alone: the key and the cards in play are in it."""
    try:
        path.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise Refused(f"data folder {path}: cannot be made: {error.strerror or error}") from None


def open_socket(host: str, port: int) -> socket.socket:
    """Where the server listens; taken before anything else is begun."""
    if not 0 <= port <= 65_535:
        raise Refused(f"port {port}: from 1 to 65535, or 0 for any that is free")
    try:
        family = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0][0]
        return socket.create_server((host, port), family=family, backlog=2_048)
    except (OSError, UnicodeError) as error:
        words = getattr(error, "strerror", None) or error
        raise Refused(f"host {host[:60]} port {port}: cannot listen there: {words}") from None


def greet(options: Options, listening: socket.socket, started: Started, say: Say) -> None:
    """Where it is, and what is shown only once."""
    port = listening.getsockname()[1]
    host = f"[{options.host}]" if ":" in options.host else options.host
    say(f"Pitboss is open at http://{host}:{port} (Ctrl-C closes it)")
    say(PRACTICE)
    if started.first and started.first.password:
        say(
            f"First start: log in as {started.first.person.name} with the password"
            f" {started.first.password} (it is not shown again)"
        )
    say(f"The log's public key: {started.watch.key.public}")
    if not options.https and not _is_local(options.host):
        say("Others can reach this address: put https in front of it and start with --https")


def _is_local(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"
