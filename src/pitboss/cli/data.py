"""``pitboss data``: an exported log as Parquet tables."""

import argparse
import json
import os
from contextlib import suppress
from pathlib import Path

from pitboss.cli.input import open_input
from pitboss.cli.verify import log_lines
from pitboss.house.audit.columns import SCHEMAS, write_columns
from pitboss.house.audit.verify import Unreadable
from pitboss.refusal import Refused


def run_data(options: argparse.Namespace) -> None:
    """All tables get their names when all are whole; none that is there is replaced unasked."""
    folder = Path(options.output)
    files = {name: folder / f"{name}.parquet" for name in SCHEMAS}
    drafts = {name: folder / f"{name}.{os.getpid()}.part" for name in SCHEMAS}
    there = next((file for file in files.values() if file.exists()), None)
    if there and not options.force:
        raise Refused(f"-o {folder}: {there.name} is there; add --force to replace it")
    try:
        with open_input(options.log) as log:
            folder.mkdir(parents=True, exist_ok=True)
            counts = write_columns(log_lines(log, options.log), drafts.__getitem__)
        for name, draft in drafts.items():
            draft.replace(files[name])
    except Unreadable as reason:
        raise Refused(f"{options.log}: {reason}") from None
    except OSError as error:
        raise Refused(f"-o {folder}: cannot be written: {error.strerror or error}") from None
    finally:
        for draft in drafts.values():
            with suppress(OSError):
                draft.unlink()
    if options.json:
        print(json.dumps({str(files[name]): count for name, count in counts.items()}))
    else:
        print("\n".join(f"{files[name]}: {count:,} rows" for name, count in counts.items()))
