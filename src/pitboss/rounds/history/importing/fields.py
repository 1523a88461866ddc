"""A PHH file's fields, each read with the type that it must have; one line for what is wrong."""

import tomllib
from collections.abc import Mapping
from decimal import Decimal

from pitboss.money import parse_dollars
from pitboss.refusal import Refused


def parse_toml(text: str) -> dict[str, object]:
    """The fields of a file, with exact numbers."""
    try:
        return tomllib.loads(text, parse_float=Decimal)
    except RecursionError:
        raise Refused("nested too deeply for a PHH file") from None
    except (ValueError, ArithmeticError) as error:
        raise Refused(f"no valid TOML: {error}") from None


def shown(value: object) -> str:
    """A value in a refusal, cut short."""
    text = _plain(value)
    return text if len(text) <= 60 else text[:57] + "..."


def _plain(value: object) -> str:
    if isinstance(value, list):
        return f"[{', '.join(map(_plain, value))}]"
    return repr(value) if isinstance(value, str) else str(value)


class Fields:
    """The fields of one file, by name."""

    def __init__(self, text: str) -> None:
        self.values = parse_toml(text)

    def has(self, name: str) -> bool:
        return name in self.values

    def _find(self, name: str, kind: type | tuple[type, ...], needed: str) -> object:
        if name not in self.values:
            raise Refused(f"{name}: missing; {needed} is needed")
        value = self.values[name]
        if not isinstance(value, kind) or isinstance(value, bool):
            raise Refused(f"{name}: {shown(value)} is wrong; {needed} is needed")
        return value

    def text(self, name: str, default: str | None = None) -> str:
        if default is not None and name not in self.values:
            return default
        return str(self._find(name, str, "text"))

    def number(self, name: str, default: int) -> int:
        """A whole number such as a seat."""
        if name not in self.values:
            return default
        value = self._find(name, int, "a whole number")
        assert isinstance(value, int)
        return value

    def cents(self, name: str, default: int | None = None) -> int:
        if default is not None and name not in self.values:
            return default
        self._find(name, (int, Decimal), "an amount")
        return parse_dollars(self.values[name], name)

    def listed(self, name: str) -> list[object]:
        value = self._find(name, list, "a list")
        assert isinstance(value, list)
        return value

    def texts(self, name: str) -> list[str]:
        """A list of strings."""
        for place, value in enumerate(self.listed(name), 1):
            if not isinstance(value, str):
                raise Refused(f"{name}, entry {place}: {shown(value)} is wrong; text is needed")
        return [str(value) for value in self.listed(name)]

    def numbers(self, name: str, default: list[int]) -> list[int]:
        if name not in self.values:
            return default
        numbers = []
        for value in self.listed(name):
            if not isinstance(value, int) or isinstance(value, bool):
                raise Refused(f"{name}: {shown(value)} is wrong; whole numbers are needed")
            numbers.append(value)
        return numbers

    def amounts(self, name: str, count: int | None = None) -> list[int]:
        """Cents; one amount for each player where ``count`` says how many there are."""
        values = self.listed(name)
        if count is not None and len(values) != count:
            raise Refused(f"{name}: {len(values)} entries; {count} are needed")
        for value in values:
            if not isinstance(value, int | Decimal) or isinstance(value, bool):
                raise Refused(f"{name}: {shown(value)} is wrong; amounts are needed")
        return [parse_dollars(value, name) for value in values]

    def mapping(self, name: str) -> Mapping[str, object]:
        """A table; empty where the file has none."""
        if name not in self.values:
            return {}
        value = self._find(name, dict, "a table such as {max = 40}")
        assert isinstance(value, dict)
        return value
