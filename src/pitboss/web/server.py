"""The server: a house on its database, what it does before it opens its doors (its key, its first
operator, its first tables), the application in front of it, and a clean end."""

import gc
import logging
import multiprocessing
import os
import signal
import socket
import sys
import threading
import time
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from functools import partial
from ipaddress import IPv4Network, IPv6Network, ip_address, ip_network
from multiprocessing.context import SpawnProcess
from pathlib import Path
from tempfile import TemporaryDirectory
from types import FrameType

import uvicorn
from fastapi import FastAPI

from pitboss.games import all_games
from pitboss.house.accounts import FirstOperator, ensure_operator
from pitboss.house.audit.derived.keeper import Comparing
from pitboss.house.audit.integrity import LOST_HOUSE, Watch, open_recorded_key
from pitboss.house.audit.noted import NOTE_FILE
from pitboss.house.audit.retention import Retention
from pitboss.house.books.warnings import against_the_house, is_usual
from pitboss.house.dispatch.delivery import Delivery
from pitboss.house.dispatch.departures import Sending
from pitboss.house.driver import Driver
from pitboss.house.engine import House
from pitboss.house.log import HOUSE, Person, stamp
from pitboss.house.modes import check_database_file, make_private_folder
from pitboss.house.sentry import Sentry
from pitboss.house.store import Conflict, Consent, Database, Keys, open_database, open_vault
from pitboss.house.store.entries import Unit
from pitboss.house.store.schema import read_meta, write_meta
from pitboss.house.tables.play import Command
from pitboss.refusal import Refused
from pitboss.web.app import create_app
from pitboss.web.common import attempts
from pitboss.web.common.hosts import make_hosts
from pitboss.web.common.services import ServerSettings
from pitboss.web.common.shared import Shared
from pitboss.web.connections import ConnectionLimits, Connections
from pitboss.web.operations import logs
from pitboss.web.operations.alerts import make_channels
from pitboss.web.operations.heads import make_destinations
from pitboss.web.settings import KEY_FILE, Options
from pitboss.web.supervisor import Beats, Supervisor, end_process, end_with_parent
from pitboss.web.systemd import ALIVE, READY, STOPPING, Manager

OPERATOR = "Operator"
"""The name of the first one."""

OPENED = "practice-tables"
FIRST_PASSWORD = "first-password.txt"
SELF = Person(HOUSE, "House", "operator")
"""Acts for the house at its start, when nobody has logged in yet."""
CLOSING_SECONDS = 5
LOOPBACK = ("127.0.0.1", "::1")
SWITCH_SECONDS = 0.0005
PRACTICE = "Practice only: no real money."

Say = Callable[[str], None]
Keeper = Comparing | Driver | Sentry | Retention | Delivery

_LOG = logging.getLogger("pitboss.web.server")


class Server(uvicorn.Server):
    """Tells who manages it how it is, and ends the event streams first, for they would keep it from
    ending."""

    def __init__(self, config: uvicorn.Config, manager: Manager) -> None:
        super().__init__(config)
        self._manager = manager
        self._alive_at = 0.0

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self._manager.tell(READY)

    async def on_tick(self, counter: int) -> bool:
        now = time.monotonic()
        if self._manager.every and now - self._alive_at >= self._manager.every:
            self._alive_at = now
            self._manager.tell(ALIVE)
        return await super().on_tick(counter)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self._manager.tell(STOPPING)
        app = self.config.app
        assert isinstance(app, FastAPI)
        app.state.services.hub.close()
        await super().shutdown(sockets)


def serve(options: Options, say: Say = print) -> None:
    """Serve until told to stop; what was acknowledged is on disk, and the log's head is signed."""
    settings = read_front(options)
    before = os.umask(0o077)
    stop_logging = logs.set_up(options.log, options.log_level)
    try:
        make_private_folder("data folder", options.folder)
        if options.database_file:
            check_database_file(options.database_file)
            check_not_lost(options, options.database_file)
        has_vault = options.vault_file.exists()
        with open_socket(options.host, options.port) as listening:
            house = House(open_locked(options))
            try:
                watch, first = start_house(house, options, say)
                _tell(options, listening, watch, first, say)
                if not has_vault:
                    say(f"The vault's key was made: keep a copy of {options.vault_file} elsewhere")
                if options.processes == 1:
                    _run(options, house, settings._replace(watch=watch), listening)
                else:
                    watch.stop()
            finally:
                house.close()
            if options.processes > 1:
                _supervise(options, listening)
    finally:
        os.umask(before)
        stop_logging()


def _supervise(options: Options, listening: socket.socket) -> None:
    """Have several processes serve; this one looks after them."""
    context = multiprocessing.get_context("spawn")
    given = options._replace(new_key=False, new_vault=False)  # they are recorded by now
    with TemporaryDirectory(prefix="pitboss-") as folder:

        def begin(number: int) -> SpawnProcess:
            shared = Shared(Path(folder), number)
            child = context.Process(target=serve_shared, args=(given, listening, shared))
            child.start()
            return child

        Supervisor(options.processes, begin, Path(folder)).run()


def serve_shared(options: Options, listening: socket.socket, shared: Shared) -> None:
    """One of several processes at a socket, until told to stop or left by its parent."""
    os.umask(0o077)
    logs.set_up(options.log, options.log_level)
    end_with_parent()
    try:
        if options.database_file:
            check_not_lost(options, options.database_file)
        house = House(open_locked(options))
        try:
            settings = read_front(options)._replace(watch=open_watch(house, options), shared=shared)
            _run(options, house, settings, listening)
        finally:
            house.close()
    except Refused as refusal:  # such as a database that is away; the parent tries again
        _LOG.error("process %d: %s", shared.number, refusal)
        end_process(1)
    end_process()


def open_locked(options: Options) -> Database:
    """The database, whose secrets open with the vault's key."""
    database = open_database(options.address)
    try:
        consent = Consent(options.new_key, options.new_vault)
        keys = Keys(options.vault_file, options.second_key)
        open_vault(database, keys, stamp(datetime.now(UTC)), consent)
    except BaseException:
        database.close()
        raise
    return database


def check_not_lost(options: Options, file: Path) -> None:
    """A database that is gone is not made anew beside the key that it was signed with."""
    key = options.folder / KEY_FILE
    if key.exists() and not file.exists() and not options.new_key:
        raise Refused(f"database {file}: is gone, and {LOST_HOUSE.format(key)}")


def _tell(
    options: Options, listening: socket.socket, watch: Watch, first: FirstOperator | None, say: Say
) -> None:
    """What whoever starts it needs to know."""
    host = f"[{options.host}]" if ":" in options.host else options.host
    say(f"Pitboss is open at http://{host}:{listening.getsockname()[1]} (Ctrl-C closes it)")
    say(PRACTICE)
    if first and first.password:
        _tell_first(options, first.person.name, first.password, say)
    say(f"The log's public key: {watch.key.public}")
    if not options.https and not _is_local(options.host):
        say("Others can reach this address: put https in front of it and start with --https")
    if not options.allowed_hosts and not _is_local(options.host):
        say(
            f"It answers to addresses in numbers and to {socket.gethostname()};"
            " other names are let in by --allowed-host NAME"
        )


def _tell_first(options: Options, name: str, password: str, say: Say) -> None:
    """The first operator's password, which is good for choosing another: to whoever sits at the
    terminal, else into a file that nobody else reads. What is printed elsewhere is kept in logs."""
    if sys.stdout.isatty():
        say(f"First start: log in as {name} with the password {password} (it is not shown again)")
        return
    path = options.folder / FIRST_PASSWORD
    path.unlink(missing_ok=True)
    with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
        file.write(f"{password}\n")
    say(f"First start: log in as {name}; the password is in {path}, and is to be changed at once")


def read_front(options: Options) -> ServerSettings:
    """What the routes are told of the options; those that make no sense are refused."""
    if options.processes > 1 and os.name != "posix":
        raise Refused(f"processes {options.processes}: this system lets one serve, no more")
    read_proxies(options)
    make_channels(options)
    machine = "" if _is_local(options.host) else socket.gethostname()
    hosts = make_hosts(options.allowed_hosts, options.origins, options.host, machine)
    return ServerSettings(
        options.https,
        options.origins,
        hosts=hosts,
        metrics_token=options.metrics_token,
        require_second_factor=options.require_second_factor,
        destinations=tuple(each.name for each in make_destinations(options)),
    )


def read_proxies(options: Options) -> list[str]:
    """Who is believed about where requests come from: nobody, unless a proxy is spoken of."""
    for given in options.trusted_proxies:
        try:
            ip_network(given)
        except ValueError as error:
            raise Refused(
                f"trusted proxy {given[:60]}: give an address or a network such as 10.0.0.0/8"
                f" ({error})"
            ) from None
    return list(options.trusted_proxies or (LOOPBACK if options.https else ()))


def is_within(networks: Sequence[IPv4Network | IPv6Network], host: str) -> bool:
    """Whether an address is of one of these networks."""
    try:
        return any(ip_address(host) in network for network in networks)
    except ValueError:
        return False


def _run(
    options: Options, house: House, settings: ServerSettings, listening: socket.socket
) -> None:
    collect_seldom()
    switch_often()
    keepers = make_keepers(house, options)
    senders = [Sending(house, each) for each in make_destinations(options)]
    proxies = read_proxies(options)
    app = create_app(house, settings)
    limits = ConnectionLimits.of(options)
    app.state.connections = Connections(limits, partial(is_within, list(map(ip_network, proxies))))
    config = uvicorn.Config(
        app,
        http=app.state.connections.protocol,
        ws="none",
        log_level="warning",
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=bool(proxies),
        forwarded_allow_ips=proxies,
        timeout_graceful_shutdown=CLOSING_SECONDS,
    )
    for keeper in (*keepers, *senders):
        keeper.start()

    def interrupt(number: int, frame: FrameType | None) -> None:
        """Being told to end is not being killed: what follows is the same as after Ctrl-C."""
        raise KeyboardInterrupt

    if threading.current_thread() is threading.main_thread():
        signal.signal(signal.SIGTERM, interrupt)
    try:
        shared = settings.shared
        manager = Beats(shared.folder / f"beat-{shared.number}") if shared else Manager()
        Server(config, manager).run(sockets=[listening])
    except KeyboardInterrupt:
        pass  # told to stop, and has stopped
    finally:
        for keeper in keepers:
            keeper.stop()
        if settings.watch:
            settings.watch.stop()
        for sender in senders:  # the last head is signed by now
            sender.stop()


def make_keepers(house: House, options: Options) -> list[Keeper]:
    """What works by itself beside the requests; the first compares before tables are played."""
    folders = {options.folder, *([options.database_file.parent] if options.database_file else [])}
    return [
        Comparing(house),
        Driver(house),
        Retention(house, options.practice_days, (attempts.forget,)),
        Sentry(house, sorted(folders), options.least_disk_mb),
        *(Delivery(house, each, options.house_name) for each in make_channels(options)),
    ]


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


def _is_local(host: str) -> bool:
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def open_watch(house: House, options: Options) -> Watch:
    """What watches over the house, with the key in the data folder; the start is on the log."""
    with house.database.reading() as transaction:
        key = open_recorded_key(transaction, options.folder / KEY_FILE, options.new_key)
    watch = Watch(house, key, note=options.folder / NOTE_FILE)
    watch.start()
    return watch


def start_house(
    house: House, options: Options, say: Say = print
) -> tuple[Watch, FirstOperator | None]:
    """Make what is missing and put the start on the log. What watches over the house, and its first
    operator where this start made one."""
    watch = open_watch(house, options)
    now = datetime.now(UTC)
    try:
        first = ensure_operator(house.database, OPERATOR, None, now)
    except Conflict:  # another server starts at this moment
        first = ensure_operator(house.database, OPERATOR, None, now)
    if house.do(_claim_opening):
        open_practice_tables(house, say)
    return watch, first


def switch_often() -> None:
    """A command goes through several threads, and each of them waits for its turn where another
    works without a pause: a hundred times the usual five milliseconds would be felt."""
    sys.setswitchinterval(SWITCH_SECONDS)


def collect_seldom() -> None:
    """What a house has in memory lives long and seldom forms rings: Python's collector would go
    through it for nothing every few dozen commands."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 50)


def _claim_opening(unit: Unit) -> bool:
    """Whether this start is the one that opens the first tables."""
    mine = read_meta(unit.transaction, OPENED) is None
    if mine:
        write_meta(unit.transaction, OPENED, unit.at)
    return mine


def open_practice_tables(house: House, say: Say) -> None:
    """One of each game, dealt by itself, under no jurisdiction's profile."""
    for game in all_games():
        first, key = game.face.first_table, game.source.key
        setup = {**first.setup, "game": key}
        if first.jackpot:
            link = {"jackpot": house.open_jackpot(SELF, {**first.jackpot, "game": key})}
            setup["table"] = {**setup.get("table", {}), "jackpots": [link]}
        table = house.open_table(SELF, setup)
        opened = house.table(table).setup
        # the usual ones are not priced at every first start: it takes a second
        for warned in () if is_usual(opened) else against_the_house(opened, house.meters):
            say(f"Table {opened.name}: {warned.words}")
        for seat in first.player_seats:
            given = {"seat": seat, "chips": first.player_chips}
            house.ask(Command(table, "seat-bot", SELF, given))
