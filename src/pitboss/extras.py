"""The parts of Pitboss that are installed only where they are wanted, as extras."""

from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from importlib.util import find_spec

from pitboss.refusal import Refused

EXTRAS = {
    "odds": ("llvmlite", "numba", "numpy"),
    "play": ("readchar", "rich"),
    "serve": (
        *("argon2", "cryptography", "fastapi", "httptools", "jinja2", "msgspec", "psycopg"),
        *("prometheus_client", "pydantic", "pyotp", "segno", "starlette", "uvicorn", "uvloop"),
        "zxcvbn",
    ),
    "dask": ("dask", "distributed"),
    "papers": ("altair", "jinja2", "pyarrow", "typst", "vl_convert"),
    "envs": ("gymnasium", "pettingzoo"),
    "openspiel": ("open_spiel", "pyspiel"),
    "mcp": ("mcp",),
}
"""The modules that each extra of ``pyproject.toml`` brings."""


@contextmanager
def needed_by(what: str) -> Iterator[None]:
    """Refuse what is done here, saying what to install, where its part is missing."""
    try:
        yield
    except ModuleNotFoundError as error:
        module = (error.name or "").partition(".")[0]
        for extra, modules in EXTRAS.items():
            if module in modules:
                install = f"pip install 'pitboss[{extra}]'"
                raise Refused(f"{what} needs {module}: {install}") from None
        raise


@cache
def has_extra(extra: str) -> bool:
    """Whether all that an extra brings is there."""
    return all(find_spec(module) is not None for module in EXTRAS[extra])
