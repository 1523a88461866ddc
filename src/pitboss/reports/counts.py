"""All counts of a game as data: the answers of ``odds``, and their rows in one Parquet table."""

import io
from collections.abc import Iterable, Iterator, Mapping
from decimal import Decimal
from typing import Any

DIGITS = 38
"""Whole numbers of a column that other programs read as numbers."""

Answer = Mapping[str, Any]
Row = dict[str, object]


def rows_of(answer: Answer) -> Iterator[Row]:
    """A row for each way to end, of the whole, of its parts, and of each number of held cards."""
    head = {"game": answer["game"], "wager": answer["wager"], "paytable": answer["paytable"]}
    parts = [("all", answer), *answer.get("parts", {}).items()]
    parts += [(f"held {part['held']}", part) for part in answer.get("hand_ranks", ())]
    for name, part in parts:
        for row in part.get("outcomes", ()):
            yield {**head, "part": name, **_cells(row)}


def _cells(row: Answer) -> Row:
    """Exact values as text beside the nearest floats; combinations as whole numbers."""
    cells: Row = {"event": row["event"], "pays": row.get("pays", "")}
    cells["combinations"] = row["combinations"]
    for name in ("net", "probability", "return"):
        figure = row.get(name, {})
        cells[name] = figure.get("value")
        cells[f"{name}_exact"] = figure.get("exact")
    return cells


def write_parquet(answers: Iterable[Answer]) -> bytes:
    """The same rows give the same bytes."""
    import pyarrow
    from pyarrow import parquet

    texts = ("game", "wager", "paytable", "part", "event", "pays")
    schema = pyarrow.schema(
        [
            *((name, pyarrow.string()) for name in texts),
            ("combinations", pyarrow.decimal128(DIGITS, 0)),
            *(
                field
                for name in ("net", "probability", "return")
                for field in ((name, pyarrow.float64()), (f"{name}_exact", pyarrow.string()))
            ),
        ]
    )
    rows = [row for answer in answers for row in rows_of(answer)]
    for row in rows:
        row["combinations"] = Decimal(row["combinations"])  # type: ignore[arg-type]
    file = io.BytesIO()
    parquet.write_table(pyarrow.Table.from_pylist(rows, schema), file, compression="zstd")
    return file.getvalue()
