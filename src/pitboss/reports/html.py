"""A sheet as one HTML file that asks for nothing elsewhere."""

import re
from functools import cache
from typing import TYPE_CHECKING

from pitboss.reports.charts import INK
from pitboss.reports.sheet import Sheet

if TYPE_CHECKING:
    from jinja2 import Template
    from markupsafe import Markup

PAPERS = {"a4": "A4", "letter": "letter"}
CHART = 'class="marks"'
RED = re.compile("([2-9TJQKA]?[♥♦])")


def write_html(sheet: Sheet, paper: str) -> bytes:
    return _template().render(sheet=sheet.to_json(), paper=PAPERS[paper]).encode("utf-8")


@cache
def _template() -> "Template":
    from jinja2 import Environment, PackageLoader, StrictUndefined

    environment = Environment(
        loader=PackageLoader("pitboss", "reports"),
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
        undefined=StrictUndefined,
    )
    environment.filters |= {"suits": mark_suits, "drawing": inline_svg}
    return environment.get_template("sheet.html")


def mark_suits(text: str) -> "Markup":
    """Hearts and diamonds in red, everything else as it is."""
    from markupsafe import Markup, escape

    return Markup(RED.sub(r'<span class="red">\1</span>', str(escape(text))))


def inline_svg(svg: str, accent: str = "") -> "Markup":
    """Ours, drawn here: charts in the page's own ink and accent, a layout in its own colours."""
    from markupsafe import Markup

    if accent and CHART in svg:
        svg = svg.replace(accent, "var(--accent)")
    return Markup(svg.replace(INK, "currentColor"))
