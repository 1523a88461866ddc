"""What can be set about a server. ``Options`` is the one table of it: from its fields come the
options of the commands, the names in the environment, the keys of a settings file and
docs/settings.md. An option is stronger than the environment, the environment than the file.

A secret stands in no command line, which every user of the machine can read. It may be in the
environment, in a settings file that is its owner's alone, or in a file of its own, which
``NAME_file`` names, as containers mount them.
"""

import argparse
import math
import os
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Annotated, Any, NamedTuple, get_args, get_origin, get_type_hints

from pitboss.refusal import Refused
from pitboss.web.sources import has_password, read_secret, read_toml

PORT = 8765
DATABASE_FILE = "house.db"
KEY_FILE, VAULT_FILE = "key.pem", "vault.key"
PREFIX = "PITBOSS_"
FILE_VARIABLE = f"{PREFIX}SETTINGS"
HIDDEN = "(a secret, not shown)"
LONGEST_NUMBER = 30
TRUTHS = {"1": True, "true": True, "yes": True, "on": True}
TRUTHS |= {"0": False, "false": False, "no": False, "off": False}


def always(_: str) -> bool:  # for settings whose every value is a secret
    return True


class Setting(NamedTuple):
    """What is said of one setting besides its name, type and default."""

    help: str
    metavar: str = ""
    option: str = ""
    """Its option, where that is not just its name."""
    is_secret: Callable[[str], bool] | None = None
    """Which values are secrets; ``always`` leaves it without an option."""
    once: bool = False
    """An act rather than a setting: said on the command line alone, so that it does not stay."""
    least: float = -math.inf
    most: float = math.inf


class Options(NamedTuple):
    """How a server is set. A field here with its type, help and default is a whole setting."""

    host: Annotated[str, Setting("the address to listen at", "ADDRESS")] = "127.0.0.1"
    port: Annotated[int, Setting("the port, or 0 for any free one", "PORT")] = PORT
    database: Annotated[
        str,
        Setting(
            "where the house keeps everything (default: a file in the data folder)",
            "FILE|postgresql://…",
            is_secret=has_password,
        ),
    ] = ""
    data: Annotated[str, Setting("the data folder, which holds the house's key", "FOLDER")] = ""
    vault_key: Annotated[
        str,
        Setting("the file of the vault's key (default: vault.key in the data folder)", "FILE"),
    ] = ""
    second_key: Annotated[
        str, Setting("a second key, without which the house does not start", is_secret=always)
    ] = ""
    https: Annotated[bool, Setting("a proxy in front of this server speaks https")] = False
    require_second_factor: Annotated[bool, Setting("operators need a second factor")] = False
    origins: Annotated[
        tuple[str, ...],
        Setting(
            "a further address at which browsers reach it, such as https://tables.example",
            "ADDRESS",
            "--origin",
        ),
    ] = ()
    connections: Annotated[int, Setting("open connections of a process", "NUMBER", least=1)] = 4_000
    address_connections: Annotated[
        int, Setting("of these, from one address that is no trusted proxy", "NUMBER", least=1)
    ] = 100
    practice_days: Annotated[
        int,
        Setting(
            "that a guest's closed practice table stays in the log, 0 for ever", "DAYS", least=0
        ),
    ] = 90
    head_seconds: Annotated[
        float, Setting("for the head of a request to arrive", "SECONDS", least=0.1)
    ] = 10.0
    body_seconds: Annotated[
        float, Setting("for the body of a request to arrive", "SECONDS", least=0.1)
    ] = 20.0
    idle_seconds: Annotated[float, Setting("between two requests", "SECONDS", least=0.1)] = 30.0
    write_seconds: Annotated[float, Setting("to take what is sent", "SECONDS", least=0.1)] = 30.0
    trusted_proxies: Annotated[
        tuple[str, ...],
        Setting(
            "a proxy that is believed about where requests come from (with --https: this machine)",
            "ADDRESS|NETWORK",
            "--trusted-proxy",
        ),
    ] = ()
    allowed_hosts: Annotated[
        tuple[str, ...],
        Setting(
            "a name at which it answers, or *.NAME for all below one (always: localhost, the"
            " address listened at, and the hosts of origins)",
            "NAME",
            "--allowed-host",
        ),
    ] = ()
    processes: Annotated[
        int, Setting("processes that serve at the one port", "NUMBER", least=1, most=64)
    ] = 1
    new_key: Annotated[
        bool,
        Setting("take a key that the log does not record, with an alert", once=True),
    ] = False
    new_vault: Annotated[
        bool,
        Setting("lock secrets with another key: those locked so far are lost", once=True),
    ] = False

    log: Annotated[
        str, Setting("json, or text (default: text at a terminal, else json)", "json|text")
    ] = ""
    log_level: Annotated[
        str,
        Setting("debug, info, warning or error (default: info as json, warning as text)", "LEVEL"),
    ] = ""
    least_disk_mb: Annotated[
        int, Setting("megabytes that must be left on the disk", "MB", least=0)
    ] = 200
    metrics_token: Annotated[
        str, Setting("opens /metrics to whoever is not on this machine", is_secret=always)
    ] = ""

    house_name: Annotated[
        str, Setting("what the house calls itself in alerts that it sends", "NAME")
    ] = "Pitboss"
    alert_webhook: Annotated[
        str, Setting("where alerts are posted to; its address may be a secret", is_secret=always)
    ] = ""
    alert_webhook_secret: Annotated[
        str, Setting("signs what is posted there", is_secret=always)
    ] = ""
    alert_webhook_plain: Annotated[
        bool, Setting("post alerts without https to another machine")
    ] = False
    alert_email_to: Annotated[tuple[str, ...], Setting("who gets alerts by e-mail", "MAILBOX")] = ()
    alert_email_from: Annotated[str, Setting("from whom", "MAILBOX")] = ""
    smtp_host: Annotated[str, Setting("the mail server", "HOST")] = ""
    smtp_port: Annotated[int, Setting("its port", "PORT", least=1, most=65_535)] = 587
    smtp_security: Annotated[
        str, Setting("starttls, tls, or none on this machine", "starttls|tls|none")
    ] = "starttls"
    smtp_user: Annotated[str, Setting("who logs in there, if anyone", "NAME")] = ""
    smtp_password: Annotated[str, Setting("and with what", is_secret=always)] = ""

    heads_folder: Annotated[
        str, Setting("where each signed head is written, best on other media", "FOLDER")
    ] = ""
    heads_webhook: Annotated[
        str, Setting("where each is posted to; its address may be a secret", is_secret=always)
    ] = ""
    heads_webhook_secret: Annotated[str, Setting("signs the post", is_secret=always)] = ""
    heads_webhook_plain: Annotated[bool, Setting("post heads without https to another machine")] = (
        False
    )
    heads_timestamp: Annotated[
        str, Setting("a timestamp authority (RFC 3161)", "ADDRESS", is_secret=has_password)
    ] = ""

    @property
    def folder(self) -> Path:
        """The data folder."""
        home = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
        return Path(self.data or Path(home) / "pitboss")

    @property
    def vault_file(self) -> Path:
        return Path(self.vault_key) if self.vault_key else self.folder / VAULT_FILE

    @property
    def address(self) -> str:
        """The database's address or file."""
        return self.database or str(self.folder / DATABASE_FILE)

    @property
    def database_file(self) -> Path | None:
        """The database where that is a file."""
        return None if "://" in self.address else Path(self.address)


class Field(NamedTuple):
    """A setting with all its names."""

    name: str
    kind: Any
    default: Any
    setting: Setting

    @property
    def option(self) -> str:
        return self.setting.option or f"--{self.name.replace('_', '-')}"

    @property
    def variable(self) -> str:
        return f"{PREFIX}{self.name.upper()}"

    @property
    def has_file(self) -> bool:
        """Whether ``NAME_file`` may name a file that holds its value."""
        return self.setting.is_secret is not None

    @property
    def is_list(self) -> bool:
        return get_origin(self.kind) is tuple

    def hides(self, value: object) -> bool:
        """Whether this value is a secret."""
        return bool(self.setting.is_secret and value and self.setting.is_secret(str(value)))


@cache
def fields() -> dict[str, Field]:
    """All settings, by name."""
    made = {}
    for name, hint in get_type_hints(Options, include_extras=True).items():
        kind, setting = get_args(hint)
        made[name] = Field(name, kind, Options._field_defaults[name], setting)
    return made


class Found(NamedTuple):
    """A value and where it was found."""

    value: Any
    source: str = "default"


class Settings(NamedTuple):
    """What is in force. ``unknown`` are names in the environment that mean nothing here."""

    options: Options
    found: Mapping[str, Found]
    unknown: tuple[str, ...] = ()


def arguments(*names: str) -> Iterator[tuple[list[str], dict[str, Any]]]:
    """The options of these settings, or of all, as ``argparse`` takes them."""
    yield ["--settings"], {"metavar": "FILE", "help": f"a TOML file (or {FILE_VARIABLE})"}
    for field in fields().values():
        if names and field.name not in names:
            continue
        how: dict[str, Any] = {"dest": field.name, "help": field.setting.help.replace("%", "%%")}
        if field.kind is bool and field.setting.once:
            how |= {"action": "store_true", "default": None}
        elif field.kind is bool:
            how |= {"action": argparse.BooleanOptionalAction}
        else:
            how |= {"metavar": field.setting.metavar or field.name.upper()}
            how |= {"action": "append"} if field.is_list else {}
        if field.setting.is_secret is always:
            how |= {"help": argparse.SUPPRESS}  # known, so as to be refused in clear words
        yield [field.option], how
        if field.has_file:
            words = f"a file with the {field.name.replace('_', ' ')} in it"
            yield [f"{field.option}-file"], {"metavar": "FILE", "help": words}


def read_settings(given: Mapping[str, object], environment: Mapping[str, str]) -> Settings:
    """What is in force, of what the command line gives, the environment, and the file that either
    of them names."""
    path = given.get("settings") or environment.get(FILE_VARIABLE)
    found = {name: Found(field.default) for name, field in fields().items()}
    found |= _of_file(str(path)) if path else {}
    found |= _of_environment(environment)
    found |= _of_options(given)
    known = {f"{field.variable}{end}" for field in fields().values() for end in ("", "_FILE")}
    unknown = sorted(set(environment) - known - {FILE_VARIABLE})
    options = Options(**{name: one.value for name, one in found.items()})
    return Settings(options, found, tuple(name for name in unknown if name.startswith(PREFIX)))


def _of_file(path: str) -> dict[str, Found]:
    place = f"settings file {path}"
    given, mode = read_toml(path, place)
    found: dict[str, Found] = {}
    for key, value in given.items():
        field = _find(key)
        if field is None or field.setting.once:
            raise Refused(f"{place}: {key}: there is no such setting; see 'pitboss settings'")
        if key != field.name:
            value = read_secret(value, f"{place}: {key}")
        found |= _take(field, value, f"{place}: {key}", found)
        if key == field.name and field.hides(value) and os.name == "posix" and mode & 0o077:
            raise Refused(
                f"{place}: {key} is a secret and others may read it; allow its owner alone"
                f" (chmod 600 {path})"
            )
    return found


def _of_environment(environment: Mapping[str, str]) -> dict[str, Found]:
    found: dict[str, Found] = {}
    for field in fields().values():
        if field.setting.once:
            continue
        if text := environment.get(field.variable):
            found |= _take(field, _read_text(field, text, field.variable), field.variable, found)
        name = f"{field.variable}_FILE"
        if field.has_file and (path := environment.get(name)):
            found |= _take(field, read_secret(path, name), name, found)
    return found


def _of_options(given: Mapping[str, object]) -> dict[str, Found]:
    found: dict[str, Found] = {}
    for field in fields().values():
        value, path = given.get(field.name), given.get(f"{field.name}_file")
        if value is not None:
            value = _read_text(field, value, field.option) if isinstance(value, str) else value
            if field.hides(value):
                raise Refused(
                    f"{field.option}: a password or another secret stands in no command line,"
                    f" where every user of the machine reads it; give {field.variable}, a settings"
                    f" file, {field.option}-file FILE, or for PostgreSQL a PGPASSFILE"
                )
            value = tuple(value) if isinstance(value, list) else value
            found |= _take(field, value, field.option, found)
        if path is not None:
            name = f"{field.option}-file"
            found |= _take(field, read_secret(path, name), name, found)
    return found


def _find(key: str) -> Field | None:
    """The setting that a key of a file sets, itself or by naming a file."""
    field = fields().get(key)
    if field is None:
        field = fields().get(key.removesuffix("_file"))
        return field if field and field.has_file else None
    return field


def _take(field: Field, value: object, place: str, found: Mapping[str, Found]) -> dict[str, Found]:
    """The value, if it is one that the setting may have."""
    if field.name in found:
        raise Refused(f"{place}: {found[field.name].source} sets it too; give one of them")
    if field.is_list and isinstance(value, list) and all(isinstance(one, str) for one in value):
        value = tuple(value)
    if field.kind is float and isinstance(value, int) and not isinstance(value, bool):
        value = float(value)
    if type(value) is not (get_origin(field.kind) or field.kind):
        raise _bad(field, value, place)
    if isinstance(value, int | float) and not field.setting.least <= value <= field.setting.most:
        raise _bad(field, value, place)
    return {field.name: Found(value, place)}


def _read_text(field: Field, text: str, place: str) -> object:
    """The value that a text stands for."""
    if field.is_list:
        return tuple(part for part in map(str.strip, text.split(",")) if part)
    word = text.strip()
    try:
        if field.kind is bool:
            return TRUTHS[word.lower()]
        if field.kind in (int, float) and word.isascii() and len(word) <= LONGEST_NUMBER:
            return field.kind(word.replace("_", "?"))
    except (KeyError, ValueError):
        pass
    if field.kind is not str:
        raise _bad(field, text, place)
    return text


def _bad(field: Field, value: object, place: str) -> Refused:
    kinds = {bool: "true or false", int: "a whole number", float: "a number", str: "a text"}
    wanted = kinds.get(field.kind, "a list of texts")
    low, high = (f"{bound:g}" for bound in (field.setting.least, field.setting.most))
    wanted += "" if low == "-inf" else f" from {low}" if high == "inf" else f" from {low} to {high}"
    hidden = field.setting.is_secret is not None
    return Refused(f"{place}: give {wanted}" + ("" if hidden else f", not {str(value)[:60]}"))
