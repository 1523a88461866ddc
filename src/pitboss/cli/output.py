"""Files that commands write: whole, or not at all."""

import io
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import BinaryIO, TextIO

from pitboss.refusal import Refused


@contextmanager
def whole_file(path: str) -> Iterator[BinaryIO]:
    """A file that stands under its name only when all of it is written."""
    draft = f"{path}.{os.getpid()}.part"
    try:
        if os.path.isdir(path):
            raise IsADirectoryError(0, "it is a folder")
        with open(draft, "xb") as file:
            yield file
        os.replace(draft, path)
    except OSError as error:
        raise Refused(f"{path}: cannot be written: {error.strerror or error}") from None
    finally:
        with suppress(OSError):
            os.unlink(draft)


@contextmanager
def whole_text(path: str) -> Iterator[TextIO]:
    """The same for text."""
    with (
        whole_file(path) as raw,
        io.TextIOWrapper(raw, encoding="utf-8", newline="\n") as file,
    ):
        yield file


def check_target(path: str, suffixes: tuple[str, ...], force: bool) -> str:
    """Where a file may be written, by its suffix; looked at before anything is made."""
    suffix = os.path.splitext(path)[1].lower()
    if suffix not in suffixes:
        raise Refused(f"-o {path}: the name must end in {' or '.join(suffixes)}")
    folder = os.path.dirname(path) or "."
    if not os.path.isdir(folder):
        raise Refused(f"-o {path}: the folder {folder} is not there")
    if os.path.isdir(path):
        raise Refused(f"-o {path}: it is a folder; give the name of a file")
    if os.path.exists(path) and not force:
        raise Refused(f"-o {path}: the file is there; add --force to replace it")
    return suffix
