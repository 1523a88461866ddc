"""The forms of pages: their fields, and that one of our own pages sent them."""

from urllib.parse import parse_qs

from fastapi import Request

from pitboss.refusal import Refused
from pitboss.web.common.security import Visitor, allow_change

MOST_FIELDS = 400

Fields = dict[str, str]


async def read_form(request: Request) -> Fields:
    """The fields of a form that are not empty, trimmed, each once."""
    text = (await request.body()).decode(errors="replace")
    try:
        fields = parse_qs(text, max_num_fields=MOST_FIELDS)
    except ValueError:
        raise Refused(f"form: at most {MOST_FIELDS} fields") from None
    return {name: values[-1].strip() for name, values in fields.items()}


async def read_act(request: Request, visitor: Visitor) -> Fields:
    """The fields of a form by which someone changes something."""
    fields = await read_form(request)
    allow_change(request, visitor, fields.pop("csrf", ""))
    return fields
