"""The files that settings come from: TOML, and those that hold one secret each; and which values
are secrets by themselves."""

import os
from typing import Any

from pitboss.refusal import Refused

LARGEST_FILE = 256 * 1024


def read_toml(path: str, place: str) -> tuple[dict[str, Any], int]:
    import tomllib  # only where there is a file

    try:
        with open(path, "rb") as file:
            text = file.read(LARGEST_FILE + 1)
            mode = os.fstat(file.fileno()).st_mode
        if len(text) > LARGEST_FILE:
            raise Refused(f"{place}: at most {LARGEST_FILE} bytes")
        return tomllib.loads(text.decode()), mode
    except OSError as error:
        raise Refused(f"{place}: cannot be read: {error.strerror or error}") from None
    except (ValueError, RecursionError) as error:
        if isinstance(error, Refused):
            raise
        raise Refused(f"{place}: no valid TOML: {error}") from None


def read_secret(path: object, place: str) -> str:
    """What a file of its own holds, without the end of its line."""
    try:
        with open(str(path), "rb") as file:
            return file.read(LARGEST_FILE).decode().rstrip("\r\n")
    except OSError as error:
        words = error.strerror or error
        raise Refused(f"{place}: {str(path)[:200]} cannot be read: {words}") from None
    except UnicodeDecodeError:
        raise Refused(f"{place}: {str(path)[:200]} is no text") from None


def has_password(address: str) -> bool:
    """Whether an address holds a password. Also one that is not well escaped counts."""
    from urllib.parse import parse_qsl, urlsplit  # most commands have no address to look at

    _, _, rest = address.partition("://")
    named = {name for name, _ in parse_qsl(urlsplit(address).query, keep_blank_values=True)}
    return ":" in rest.rpartition("@")[0] or bool(named & {"password", "sslpassword"})
