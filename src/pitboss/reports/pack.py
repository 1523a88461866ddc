"""The pack that a maker sends to a regulator or laboratory: every paper of a game, its data, and
the commands that make each of them again. Two packs of one tree are the same bytes."""

import io
import json
import zipfile
from collections.abc import Iterator
from hashlib import sha256
from pkgutil import get_data
from typing import NamedTuple

from pitboss import __version__
from pitboss.games.contract import Game
from pitboss.odds.progress import Progress
from pitboss.odds.registry import has_solver, price
from pitboss.odds.request import JACKPOT, Request, main_wager
from pitboss.reports import identity
from pitboss.reports.counts import write_parquet
from pitboss.reports.examples import Example, find_examples, write_own
from pitboss.reports.own import options_of, table_files
from pitboss.reports.papers import Asked, make_paper, sheets_of
from pitboss.reports.pdf import write_pdf
from pitboss.reports.round import make_round
from pitboss.reports.rules import layout_of
from pitboss.reports.sheet import Sheet
from pitboss.rounds.script import answer_script

DATE = (1980, 1, 1, 0, 0, 0)
READABLE = 0o644 << 16

README = """# {title}: the pack
{mark}
Made by Pitboss {version}, play-money software, from the rules, counts and pay tables by which it
deals and settles. The game is of {maker}, {approved}; an approval is of the maker's
game and says nothing of Pitboss. No laboratory has judged what is here: it can be made again and
checked, by the commands beside each file.

| file | what it is | made again by |
|---|---|---|
{files}

`papers/` are for people, `counts/` and `counts.parquet` for programs: the JSON is what
`pitboss odds` prints, the Parquet file has one row for each way to end, exact fractions as text
beside floats. `examples/` are rounds that were run: the script, and the answer of `pitboss deal`.
`document/` is the game's document as data, in our own words. `SHA256SUMS` has the hash of every
file. What has no command is made by `pitboss pack {key}{own} --paper {paper} -o {key}.zip`.
"""


class File(NamedTuple):
    """A file of the pack, what it is, and the command that makes it again."""

    name: str
    data: bytes
    what: str
    command: str = ""


def make_pack(asked: Asked, paper: str) -> bytes:
    """The zip file of a game, or of the same with pay tables and rulings of one's own; its readme
    and sums come last."""
    files = list(_files(asked, paper))
    files.append(File("README.md", _readme(asked, paper, files), ""))
    sums = "".join(f"{sha256(file.data).hexdigest()}  {file.name}\n" for file in files)
    files.append(File("SHA256SUMS", sums.encode(), ""))
    return _zip(files)


def all_sheets(asked: Asked) -> Iterator[tuple[Sheet, str, str]]:
    """Every sheet of a game, the name of its file, and the options of its command: a PAR sheet for
    each wager, a round report for each example."""
    own = options_of(asked.tables, asked.rulings)
    for sheet in sheets_of(asked.game):
        if sheet == "round":
            for example in _examples(asked):
                options = f"--sheet round --round examples/{example.name}.json"
                made = make_round(example.running)._replace(mark=asked.mark)
                yield made, f"round-{example.name}", f"{options}{own}"
        elif sheet == "par":
            for wager in _wagers(asked.game):
                made = make_paper(asked.about(sheet, wager))
                yield made, f"par-{wager}", f"--sheet par --wager {wager}{own}"
        else:
            yield make_paper(asked.about(sheet)), sheet, f"--sheet {sheet}{own}"


def _examples(asked: Asked) -> tuple[Example, ...]:
    """Rounds that were run by the tables and rulings that are asked for."""
    return find_examples(asked.key, write_own(asked.tables, asked.rulings))


def _files(asked: Asked, paper: str) -> Iterator[File]:
    game, key = asked.game, asked.key
    with Progress(f"{key} pack", _count_papers(asked), "papers") as progress:
        for sheet, name, options in all_sheets(asked):
            place = f"papers/{name}.pdf"
            command = f"pitboss report {key} {options} --paper {paper} -o {place}"
            yield File(place, write_pdf(sheet, paper), sheet.title, command)
            progress.step()
    for name, table in table_files(asked.tables):
        yield File(name, _json(table), "the pay table of one's own, as --paytable takes it")
    for example in _examples(asked):
        yield from _example(example)
    yield File("layout.svg", layout_of(game).svg.encode(), "the layout, drawn from the wagers")
    yield from _document(game)
    if has_solver(game):
        yield from _counts(asked)


def _count_papers(asked: Asked) -> int:
    """How many sheets there are, without making them."""
    several = {"par": len(_wagers(asked.game)), "round": len(_examples(asked))}
    return sum(several.get(sheet, 1) for sheet in sheets_of(asked.game))


def _wagers(game: Game) -> list[str]:
    """Those that are priced, jackpots aside."""
    return list(dict.fromkeys([main_wager(game), *(w for w in game.paytables if w != JACKPOT)]))


def _example(example: Example) -> Iterator[File]:
    script = f"examples/{example.name}.json"
    yield File(script, _json(example.script), f"{example.title}: the script")
    answer = f"examples/{example.name}.answer.json"
    command = f"pitboss deal {script} --json > {answer}"
    yield File(answer, _line(answer_script(example.script)), "its answer", command)


def _document(game: Game) -> Iterator[File]:
    for name in ("source.toml", "paytables.toml"):
        data = _read(game, name)
        if data:
            yield File(f"document/{name}", data, "the document as data")
    if game.paytables:
        tables = {
            wager: [
                {**table.to_json(), "sha256": identity.hash_table(table)} for table in t.values()
            ]
            for wager, t in game.paytables.items()
        }
        yield File("paytables.json", _json(tables), "the pay tables, each with its hash")


def _read(game: Game, name: str) -> bytes | None:
    try:
        return get_data(game.package, name)
    except FileNotFoundError:
        return None


def _counts(asked: Asked) -> Iterator[File]:
    answers = []
    for request in _requests(asked):
        answer = price(request)
        answers.append(answer)
        code = request.paytable.code if request.paytable else "all"
        name = f"counts/{request.wager}-{code}.json"
        command = f"{identity.odds_command(request)} > {name}"
        yield File(name, _line(answer), "counts and figures", command)
    yield File("counts.parquet", write_parquet(answers), "all counts, a row for each way to end")


def _requests(asked: Asked) -> Iterator[Request]:
    for wager in _wagers(asked.game):
        yield from asked.about("par", wager).requests()
    if JACKPOT in asked.game.paytables:
        yield from asked.about(JACKPOT).requests()


def _json(values: object) -> bytes:
    return (json.dumps(values, indent=1) + "\n").encode()


def _line(values: object) -> bytes:
    """As the commands print it."""
    return (json.dumps(values) + "\n").encode()


def _readme(asked: Asked, paper: str, files: list[File]) -> bytes:
    rows = (
        f"| {file.name} | {file.what} | {f'`{file.command}`' if file.command else ''} |"
        for file in sorted(files)
    )
    source, mark = asked.game.source, asked.mark
    return README.format(
        title=source.title,
        mark=f"\n**{mark}.** No approval is of a game like this one.\n" if mark else "",
        own=options_of(asked.tables, asked.rulings),
        key=source.key,
        paper=paper,
        version=__version__,
        maker=source.maker,
        approved=source.standing.partition(",")[0],
        files="\n".join(rows),
    ).encode()


def _zip(files: list[File]) -> bytes:
    """In order of names, with one date and one mode."""
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as pack:
        for file in sorted(files):
            info = zipfile.ZipInfo(file.name, DATE)
            info.compress_type = zipfile.ZIP_DEFLATED
            info.create_system = 3
            info.external_attr = READABLE
            pack.writestr(info, file.data)
    return made.getvalue()
