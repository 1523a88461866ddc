"""Templates and what they need to draw, with or without a server behind the page."""

import re

from jinja2 import Environment, PackageLoader, StrictUndefined
from jinja2.ext import Extension

from pitboss.money import direction, full_money, money, parse_dollars, signed_money


def digits(cents: int) -> list[tuple[str, str]]:
    """An amount sign by sign, always with its cents, each with its look: a digit is drawn by that
    alone and rolls, the others stand still."""
    signs = full_money(cents)
    return [("", f"digit n{c}") if c.isdecimal() else (c, "sign") for c in signs]


class Tight(Extension):
    """What is morphed into a table's page has no space between its blocks: nobody sees it, and the
    page would match it with the space behind some other block and take out all that is between."""

    _BLOCK = "(?:section|aside|header|div|p|h[12]|[uod]l|li|d[td]|details|summary|t[rdh]|form)"
    _SPACE = re.compile(rf"(?<=[>}}])\s*\n\s*(?=</?{_BLOCK}\b)|(</{_BLOCK}>)\s*\n\s*")

    def preprocess(self, source: str, name: str | None, filename: str | None = None) -> str:
        is_morphed = name is not None and name.startswith(("table/", "play/", "parts.html"))
        return self._SPACE.sub(r"\1", source) if is_morphed else source


def make_templates(*extensions: type[Extension]) -> Environment:
    """The pages' own templates, with extensions before ours."""
    made = Environment(
        loader=PackageLoader("pitboss.web.pages", "templates"),
        extensions=[*extensions, Tight],
        autoescape=True,
        undefined=StrictUndefined,
        auto_reload=False,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    made.filters |= FILTERS
    return made


FILTERS = {
    "money": money,
    "signed_money": signed_money,
    "direction": direction,
    "digits": digits,
    "dollars": lambda text: full_money(parse_dollars(text)),
    # A stamp of the log as people read it.
    "minute": lambda text: text[:16].replace("T", " "),
    "second": lambda text: text[:19].replace("T", " "),
    "instant": lambda text: text[:23].replace("T", " "),
}
