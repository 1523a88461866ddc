"""Make all papers of all games, or of those named, in a folder: ``FOLDER [GAME]…``."""

import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from pitboss.games import OURS, find_game
from pitboss.reports.html import write_html
from pitboss.reports.pack import all_sheets, make_pack
from pitboss.reports.papers import Asked
from pitboss.reports.pdf import PAPERS, write_pdf


def main(folder: Path, games: Sequence[str]) -> None:
    for key in games or OURS:
        for name, data in papers(key):
            file = folder / key / name
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(data)
            print(f"{file}  {len(data):,} bytes")


def papers(key: str) -> Iterator[tuple[str, bytes]]:
    """Every sheet as HTML and as PDF of both sizes, and the pack."""
    game = find_game(key)
    for sheet, name, _ in all_sheets(Asked(game)):
        yield f"{name}.html", write_html(sheet, "a4")
        for paper in PAPERS:
            yield f"{name}-{paper}.pdf", write_pdf(sheet, paper)
    yield f"{key}.zip", make_pack(Asked(game), "a4")


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2:])
