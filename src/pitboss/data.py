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


def listed(kind: Any, name: str, data: Mapping[str, Any]) -> dict[str, Any]:
    """The entries of a list of ``source.toml`` by what each is called, which is its first value."""
    found: dict[str, Any] = {}
    for entry in data.get(name, ()):
        made = filled(kind, name, entry)
        if made[0] in found:
            raise Refused(f"source.toml: the {name} {made[0]} stands twice")
        found[made[0]] = made
    return found


def filled(kind: Any, name: str, entry: Mapping[str, Any]) -> Any:
    """An entry whose values all have a place, and every place that needs one a value."""
    lacking = [place for place in kind._fields if place not in {*entry, *kind._field_defaults}]
    unknown = [value for value in entry if value not in kind._fields]
    for wrong, words in ((lacking, "lacks"), (unknown, "has no place for")):
        if wrong:
            raise Refused(f"source.toml: a {name} {words} {', '.join(wrong)}")
    return kind(**frozen(entry))
