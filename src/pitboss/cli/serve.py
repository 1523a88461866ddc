"""``pitboss serve``, ``pitboss settings``, which shows how it would be set, and ``pitboss alerts``,
which tries the ways by which it would send alerts."""

import argparse
import json
import os
import sys
from functools import partial

from pitboss.web.settings import HIDDEN, Settings, fields, read_settings


def read_options(options: argparse.Namespace) -> Settings:
    """What is in force; names of the environment that mean nothing are told."""
    settings = read_settings(vars(options), os.environ)
    for name in settings.unknown:
        print(f"pitboss: {name}: there is no such setting; it is not read", file=sys.stderr)
    return settings


def run_serve(options: argparse.Namespace) -> None:
    """The tables, in a browser and for programs."""
    settings = read_options(options)
    from pitboss.web.server import serve
    from pitboss.web.supervisor import end_process

    serve(settings.options, partial(print, flush=True))
    end_process()


def run_alerts(options: argparse.Namespace) -> int:
    """A trial alert by every way that is set; 2 where one did not arrive."""
    settings = read_options(options)
    from pitboss.web.operations.alerts import send_trial

    answers = send_trial(settings.options)
    for name, why in answers:
        print(f"{name}: {why or 'sent'}")
    return 2 if any(why for _, why in answers) else 0


def run_settings(options: argparse.Namespace) -> None:
    """Every setting with its value and where that comes from; no secret is shown."""
    rows = []
    for name, found in read_options(options).found.items():
        field = fields()[name]
        value = HIDDEN if field.hides(found.value) else found.value
        rows.append({"name": name, "value": value, "from": found.source})
    if options.json:
        print(json.dumps({"settings": rows}))
        return
    width = max(len(str(row["name"])) for row in rows)
    for row in rows:
        value = row["value"]
        shown = ", ".join(value) if isinstance(value, tuple) else str(value)
        print(f"{row['name']:{width}}  {shown or '-'}  ({row['from']})")
