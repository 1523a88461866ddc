"""What the server logs: one line an event on standard error, as JSON for machines or as text for
people, with the request that it belongs to and without any secret.

Nothing secret is given to the log in the first place; what reads like a secret or like cards is
taken out of every line all the same. Whoever logs never waits: lines are written on a thread of
their own, and where standard error takes none they are dropped and counted.
"""

import logging
import re
import sys
import threading
from collections import deque
from collections.abc import Callable, Mapping
from contextvars import ContextVar
from datetime import UTC, datetime
from typing import Any, Protocol, TextIO

import msgspec

from pitboss.refusal import Refused

LEVELS = ("debug", "info", "warning", "error")
KINDS = ("json", "text")
MOST_LINES = 10_000
"""Lines that wait to be written."""
LONGEST = 20_000
"""Letters of a message or a traceback."""
END_SECONDS = 1.0
GATHER_SECONDS = 0.05
"""For what comes together to be written together; an error is written at once."""
TOGETHER = 500
PLAIN = frozenset({"request", "stream begun", "stream ended"})
"""What is said of every request needs no looking through."""
HIDDEN = "[hidden]"

_NAMES = "password|passwd|secret|token|csrf|cookie|authorization|-session"
_CARD = "[2-9TJQKA][cdhs]"
_SECRETS: tuple[tuple[re.Pattern[str], str], ...] = tuple(
    (re.compile(pattern), instead)
    for pattern, instead in (
        (r"-----BEGIN[\s\S]*?(?:-----END[^-]*-----|\Z)", HIDDEN),
        (r"(://)\S*@", rf"\1{HIDDEN}@"),  # a database's or a mailbox's address with its password
        (r"(?i)\b(bearer|basic)\s+[^\s'\"]+", rf"\1 {HIDDEN}"),
        (
            rf"(?i)\b([\w-]*(?:{_NAMES}))(['\"]?\s*[:=]\s*)(\"[^\"]*\"|'[^']*'|[^\s,;&}})]+)",
            rf"\1\2{HIDDEN}",
        ),
        (r"\$argon2\S+", HIDDEN),
        (r"(?<![0-9A-Za-z])[0-9a-fA-F]{32,}(?![0-9A-Za-z])", HIDDEN),  # tokens, salts, keys
        (rf"\b{_CARD}(?:[\s,'\"]+{_CARD}\b)+", HIDDEN),
        (rf"\b(?:{_CARD}){{3,}}\b", HIDDEN),
        (r"\[?\b\d{1,2}(?:,\s*\d{1,2}){9,}\b\]?", HIDDEN),  # a deck in numbers
    )
)


def redact(text: str) -> str:
    """A text without what reads like a secret, or like cards."""
    if text in PLAIN:
        return text
    for pattern, instead in _SECRETS:
        text = pattern.sub(instead, text)
    return text


class Origin(Protocol):
    """The request in which something is logged."""

    def fields(self) -> dict[str, object]: ...


REQUEST: ContextVar[Origin | None] = ContextVar("request", default=None)


def values_of(record: logging.LogRecord) -> dict[str, object]:
    """A record as a line's values. ``fields`` are those of whoever logs."""
    at = datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds")
    values: dict[str, object] = {
        "time": at,
        "level": record.levelname.lower(),
        "event": redact(record.getMessage()[:LONGEST]),
        "logger": record.name,
        "pid": record.process,
    }
    values |= getattr(record, "origin", {})
    values |= {name: _safe(value) for name, value in getattr(record, "fields", {}).items()}
    if record.exc_info:
        trace = logging.Formatter().formatException(record.exc_info)
        values["traceback"] = redact(trace[-LONGEST:])
    if record.stack_info:
        values["stack"] = redact(record.stack_info[-LONGEST:])
    return values


def _safe(value: object) -> object:
    return value if isinstance(value, int | float | None) else redact(str(value))


def as_json(values: Mapping[str, object]) -> str:
    return msgspec.json.encode(values).decode()


def as_text(values: Mapping[str, object]) -> str:
    """For the eye: time, level, event, the rest by name, and a traceback below."""
    named = {**values}
    time, level, event = (named.pop(name) for name in ("time", "level", "event"))
    trace = named.pop("traceback", "")
    for name in ("logger", "pid"):
        named.pop(name)
    rest = "".join(f" {name}={value}" for name, value in named.items())
    return f"{str(time)[11:23]} {str(level).upper()} {event}{rest}" + (
        f"\n{trace}" if trace else ""
    )


class Outlet(logging.Handler):
    """Writes lines to a stream on a thread of its own, those of a moment together: a thread that
    is woken for every line costs more than the line."""

    def __init__(self, stream: TextIO, write: Callable[[Mapping[str, object]], str]) -> None:
        super().__init__()
        self.dropped = 0
        self._stream = stream
        self._write = write
        self._waiting: deque[logging.LogRecord] = deque()
        self._called, self._urgent = threading.Event(), threading.Event()
        self._ended = False
        self._thread = threading.Thread(target=self._run, name="pitboss-log", daemon=True)
        self._thread.start()

    def emit(self, record: logging.LogRecord) -> None:
        """Take a record with all that may have changed by the time it is written."""
        if len(self._waiting) >= MOST_LINES:
            self.dropped += 1
            return
        if origin := REQUEST.get():
            record.origin = origin.fields()
        record.msg, record.args = record.getMessage(), ()
        self._waiting.append(record)
        if not self._called.is_set():
            self._called.set()
        if record.levelno >= logging.ERROR:
            self._urgent.set()

    def _run(self) -> None:
        while self._waiting or not self._ended:
            if not self._waiting:
                self._called.wait()
                self._urgent.wait(GATHER_SECONDS)
            self._called.clear()
            self._urgent.clear()
            lines: list[str] = []
            while self._waiting and len(lines) < TOGETHER:
                lines.append(self._line(self._waiting.popleft()))
            try:
                self._stream.write("".join(lines))
                self._stream.flush()
            except Exception:  # there is nowhere left to say so
                self.dropped += len(lines)

    def _line(self, record: logging.LogRecord) -> str:
        try:
            return f"{self._write(values_of(record))}\n"
        except Exception:  # what one has to say stops no other
            self.dropped += 1
            return ""

    def finish(self) -> None:
        """Write what waits, as far as the stream takes it."""
        self._ended = True
        self._called.set()
        self._urgent.set()
        self._thread.join(END_SECONDS)


def set_up(kind: str = "", level: str = "", stream: TextIO | None = None) -> Callable[[], None]:
    """Have everything logged so that this process and its libraries log; gives what ends it.
    Without ``kind``, text at a terminal and JSON elsewhere; text tells only of troubles."""
    stream = stream or sys.stderr
    kind = kind or ("text" if stream.isatty() else "json")
    level = level or ("info" if kind == "json" else "warning")
    for name, value, allowed in (("log", kind, KINDS), ("log level", level, LEVELS)):
        if value not in allowed:
            raise Refused(f"{name} {value[:20]}: give {', '.join(allowed)}")
    outlet = Outlet(stream, as_json if kind == "json" else as_text)
    root, ours = logging.getLogger(), logging.getLogger("pitboss")
    before = root.handlers[:], ours.level, threading.excepthook, sys.excepthook
    root.handlers[:] = [outlet]
    ours.setLevel(level.upper())
    logging.captureWarnings(True)
    threading.excepthook = _on_thread
    sys.excepthook = _on_end

    def stop() -> None:
        root.handlers[:] = before[0]
        ours.setLevel(before[1])
        threading.excepthook, sys.excepthook = before[2:]
        logging.captureWarnings(False)
        outlet.finish()

    return stop


def dropped() -> int:
    """Lines that could not be written."""
    return sum(each.dropped for each in logging.getLogger().handlers if isinstance(each, Outlet))


def _on_thread(failed: threading.ExceptHookArgs) -> None:
    name = failed.thread.name if failed.thread else "a thread"
    error: Any = (failed.exc_type, failed.exc_value, failed.exc_traceback)
    logging.getLogger("pitboss").critical("%s has ended by an error", name, exc_info=error)


def _on_end(*error: Any) -> None:
    if not issubclass(error[0], KeyboardInterrupt):
        logging.getLogger("pitboss").critical("ended by an error", exc_info=error)
