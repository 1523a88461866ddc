"""The data files of packages: TOML that is read once and changed by nobody."""

from collections.abc import Mapping
from pkgutil import get_data
from typing import Any

from pitboss.refusal import Refused


def read_toml(package: str, name: str) -> dict[str, Any]:
    """The values of a package's file; none where it has no such file."""
    try:
        text = get_data(package, name)
    except FileNotFoundError:
        return {}
    assert text is not None, package
    import tomllib  # here, because most programs that import the rules read no data first

    try:
        return tomllib.loads(text.decode())
    except ValueError as fault:
        raise Refused(f"{name} of {package} cannot be read: {fault}") from None


def frozen(values: Mapping[str, Any]) -> dict[str, Any]:
    """Lists as tuples, so that nobody who was given them can change them for the others."""
    return {
        name: tuple(value) if isinstance(value, list) else value for name, value in values.items()
    }
