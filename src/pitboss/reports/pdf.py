"""A sheet as PDF, set by Typst with the fonts that come with it; the same sheet gives the same
bytes."""

import json
from pkgutil import get_data

from pitboss.reports.sheet import Sheet

PAPERS = {"a4": "a4", "letter": "us-letter"}
MADE = 315_532_800
"""The date in the file, 1980-01-01: a paper says by hashes of what it is, not when it was made."""


def write_pdf(sheet: Sheet, paper: str) -> bytes:
    import typst

    template = get_data(__package__, "sheet.typ")
    assert template is not None
    given = {"sheet": json.dumps(sheet.to_json()), "paper": PAPERS[paper]}
    return typst.compile(
        template, format="pdf", sys_inputs=given, timestamp=MADE, ignore_system_fonts=True
    )
