"""Papers as files: what is refused, what a reader of PDF finds, and that bytes are repeatable."""

import hashlib
import io
import json
import shlex
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pyarrow.parquet
import pytest
from pypdf import PdfReader

from pitboss.cli.main import main
from pitboss.games import find_game
from pitboss.reports import charts
from pitboss.reports.html import write_html
from pitboss.reports.pack import make_pack
from pitboss.reports.papers import Asked, make_paper
from pitboss.reports.pdf import write_pdf
from pitboss.reports.protection import make_protection
from pitboss.reports.sheet import NUMBER, Sheet, Table
from tests.commands.program import Inside

SCRIPT = {
    "game": "duki",
    "deck": "9h 9c 6s Jd  9d 9s 5h 8c",
    "wagers": {"1": {"ante": 10}},
    "decisions": [[1, "play"]],
}
LEAKS = {
    "paytable": "ante-4",
    "base": {"player_edge": {"exact": "-1/30", "value": -1 / 30}},
    "leaks": [
        {
            "leak": "dealer-1",
            "what": "one of the dealer's cards",
            "player_edge": {"exact": "1/50", "value": 0.02},
            "method": "exact",
            "deals": "52677670500",
            "gain": {"exact": "4/75", "value": 0.0533333},
            "rounds_to_show": 10_207,
        },
        {
            "leak": "neighbours-1",
            "what": "the cards of one other seat",
            "player_edge": {"value": -0.03, "standard_error": 0.0004},
            "method": "sampled",
            "sample": "40000",
            "gain": {"value": 0.0033, "standard_error": 0.0004},
        },
    ],
}
CHART = (
    '<svg xmlns="http://www.w3.org/2000/svg" class="marks" width="200" height="40">'
    f'<rect width="90" height="9" fill="#0d5a3c"/><text y="30" fill="{charts.INK}">3.5</text></svg>'
)


@pytest.fixture(scope="module", autouse=True)
def one_real_chart() -> Iterator[None]:
    """Drawing takes seconds to begin: one test draws, the others have its place filled."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(charts, "_svg", lambda chart: CHART)
        yield


@pytest.fixture
def pitboss(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Inside:
    return Inside(capsys, monkeypatch)


def text_of(data: bytes) -> list[str]:
    """The text of each page, with single spaces."""
    return [" ".join(page.extract_text().split()) for page in PdfReader(io.BytesIO(data)).pages]


def sheet_of(kind: str, game: str = "duki") -> Sheet:
    return make_paper(Asked(find_game(game), kind))


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_a_par_sheet_as_pdf(paper: str):
    data = write_pdf(sheet_of("par", "buyout"), paper)
    reader = PdfReader(io.BytesIO(data))
    wide = {"a4": 595, "letter": 612}[paper]
    assert all(round(float(page.mediabox.width)) == wide for page in reader.pages)
    pages = text_of(data)
    assert "PAR sheet: First" in pages[0]
    assert "327471270163/9271270008000" in pages[0]
    for number, page in enumerate(pages, 1):
        assert f"{number} / {len(pages)}" in page
        assert "Play-money software" in page
        assert "ertified" not in page
        assert "ompliant" not in page
    assert reader.metadata
    assert reader.metadata.title == "Ultimate 4 Card Buyout, PAR sheet: First"


@pytest.mark.parametrize(
    ("game", "kind"),
    [("buyout", "card"), ("super-omaha", "card"), ("duki", "rack"), ("super-omaha", "rack")],
)
def test_a_card_is_one_page_on_both_papers(game: str, kind: str):
    sheet = sheet_of(kind, game)
    assert [len(text_of(write_pdf(sheet, paper))) for paper in ("a4", "letter")] == [1, 1]


def test_a_jackpot_sheet_as_pdf():
    asked = Asked(find_game("super-omaha"), "jackpot", tables={"jackpot": "5CL-E01"})
    text = " ".join(text_of(write_pdf(make_paper(asked), "a4")))
    assert "Break-even meter" in text
    assert "$158,583.16" in text  # as docs/figures.md has it for two players


def test_a_rules_paper_has_its_examples_and_suits():
    text = " ".join(text_of(write_pdf(sheet_of("rules"), "a4")))
    for words in ("Examples that were run", "The player wins", "A tie", "DUKI-13", "♠", "♥"):
        assert words in text


def test_a_protection_sheet_by_the_contract():
    sheet = make_protection(find_game("duki"), LEAKS)
    text = " ".join(text_of(write_pdf(sheet, "a4")))
    for words in ("dealer-1", "2.0000 %", "5.3333 points", "± 0.0400 %", "sampled, 40,000 deals"):
        assert words in text
    assert "10,207" in text


def test_a_protection_sheet_of_the_counts():
    text = " ".join(text_of(write_pdf(sheet_of("protection", "buyout"), "a4")))
    for words in ("hole", "0.2990 %", "3.8311 points"):
        assert words in text
    for words in ("18 points or more", "third high card 12, third points 18"):
        assert words in text  # the card's own rows


def test_a_word_among_numbers_stands_in_their_column():
    table = sheet_of("card", "buyout").sections[0].blocks[0]
    assert isinstance(table, Table)
    assert "never" in {row[1] for row in table.rows}
    assert {column.kind for column in table.columns[1:]} == {NUMBER}


def test_a_round_report_by_command(pitboss: Inside, tmp_path: Path):
    script, file = tmp_path / "round.json", tmp_path / "round.pdf"
    script.write_text(json.dumps(SCRIPT))
    args = ["report", "duki", "--sheet", "round", "--round", str(script), "-o", str(file)]
    assert pitboss(*args).status == 0
    text = " ".join(text_of(file.read_bytes()))
    for words in ("Cent by cent", "$20.00", "2 to 1", "DUKI-13", "9♥ 9♣ 6♠ J♦"):
        assert words in text
    before = file.read_bytes()
    pitboss(*args).refused(str(file), "--force")
    assert pitboss(*args, "--force").status == 0
    assert file.read_bytes() == before


def test_html_asks_for_nothing_elsewhere_and_escapes(pitboss: Inside, tmp_path: Path):
    file = tmp_path / "par.html"
    assert pitboss("report", "buyout", "-o", str(file), "--paper", "letter").status == 0
    text = file.read_text(encoding="utf-8")
    assert "size: letter" in text
    assert "src=" not in text
    assert "href=" not in text
    assert "@import" not in text
    assert 'fill="currentColor"' in text
    assert "prefers-color-scheme: dark" in text
    sheet = Sheet("card", "Card", "Game", "Maker", "#000", "<b>9♥</b>", (), "")
    assert b"&lt;b&gt;<span" in write_html(sheet, "a4")


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ("duki -o {here}/a.txt", [".html or .pdf"]),
        ("duki -o {here}/none/a.pdf", ["folder", "none"]),
        ("duki -o {here}/folder.pdf", ["it is a folder"]),
        ("duki --sheet leaflet -o {here}/a.pdf", ["leaflet", "par, jackpot, protection"]),
        ("duki --sheet jackpot -o {here}/a.pdf", ["duki has none", "par, protection, card"]),
        ("holdout --wager ante -o {here}/a.pdf", ["ante", "hand"]),
        ("super-omaha --sheet par --wager jackpot -o {here}/a.pdf", ["--sheet jackpot"]),
        ("super-omaha --sheet jackpot --wager ante -o {here}/a.pdf", ["ante is no jackpot"]),
        ("super-omaha --paytable SOA-99 -o {here}/a.pdf", ["SOA-99", "SOA-01"]),
        ("super-omaha --sheet jackpot --seed=-5 -o {here}/a.pdf", ["seed", "below 0"]),
        ("super-omaha --sheet jackpot --rate 2 -o {here}/a.pdf", ["rate 2", "0 to 1"]),
        ("super-omaha --sheet jackpot --rate 0.9 --reserve 0.2 -o {here}/a.pdf", ["reserve", "1"]),
        ("duki --meter 5 -o {here}/a.pdf", ["--meter", "--sheet jackpot"]),
        ("duki --sheet round -o {here}/a.pdf", ["--round FILE"]),
        ("duki --sheet round --round {here}/x.json -o {here}/a.pdf", ["x.json", "cannot be read"]),
        ("buyout --sheet round --round {here}/r.json -o {here}/a.pdf", ["duki", "buyout"]),
        ("duki --paper a5 -o {here}/a.pdf", ["a5", "a4, letter"]),
        ("duki --ruling ace=low -o {here}/a.pdf", ["ace", "high-low"]),
        ("chess -o {here}/a.pdf", ["chess"]),
    ],
)
def test_what_is_refused_writes_nothing(
    pitboss: Inside, tmp_path: Path, arguments: str, words: list[str]
):
    (tmp_path / "folder.pdf").mkdir()
    (tmp_path / "r.json").write_text(json.dumps(SCRIPT))
    before = sorted(tmp_path.iterdir())
    pitboss("report", *arguments.format(here=tmp_path).split()).refused(*words)
    assert sorted(tmp_path.iterdir()) == before


def test_a_pack_is_whole_and_twice_the_same(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    data = make_pack(Asked(find_game("buyout")), "a4")
    assert data == make_pack(Asked(find_game("buyout")), "a4")
    with zipfile.ZipFile(io.BytesIO(data)) as pack:
        pack.extractall(tmp_path)
        names = set(pack.namelist())
    lines = (line.split("  ") for line in _lines(tmp_path / "SHA256SUMS"))
    sums = {name: digest for digest, name in lines}
    assert set(sums) == names - {"SHA256SUMS"}
    for name, digest in sums.items():
        assert hashlib.sha256((tmp_path / name).read_bytes()).hexdigest() == digest
    assert {"layout.svg", "counts.parquet", "papers/rules.pdf", "papers/par-bonus.pdf"} <= names
    monkeypatch.chdir(tmp_path)
    _run_commands(tmp_path / "README.md")
    _read_parquet(tmp_path)


OWN = {
    "code": "mine",
    "terms": "to 1",
    "rows": [
        ["three-of-a-kind", "Three of a Kind", "25"],
        ["straight", "Straight", "4"],
        ["pair-4s-or-better", "Pair", "1"],
    ],
}


def test_a_pack_of_a_table_of_ones_own_says_so_on_every_page(
    tmp_path: Path, pitboss: Inside, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "own.json").write_text(json.dumps({"paytables": {"bonus": OWN}}))
    done = pitboss(
        *("pack", "duki", "--paytable", "own.json", "--ruling", "bonus-pays=for-1"),
        *("-o", "own.zip"),
    )
    assert done.status == 0, done.err
    with zipfile.ZipFile("own.zip") as pack:
        pack.extractall(tmp_path)
    mark = "Not as approved: pay table mine for bonus is not printed"
    readme = (tmp_path / "README.md").read_text()
    assert mark in readme
    assert "bonus-pays=for-1" in readme
    about = {"par-bonus", "rules", "rack"} | {p.stem for p in Path("papers").glob("round-*")}
    for paper in about:
        pages = text_of(Path("papers", f"{paper}.pdf").read_bytes())
        assert all(mark in page for page in pages), paper
    for paper in ("par-ante", "card"):  # the printed table, under the ruling that was chosen
        pages = text_of(Path("papers", f"{paper}.pdf").read_bytes())
        assert all("By ruling bonus-pays=for-1" in page and mark not in page for page in pages)
    assert json.loads(Path("mine.json").read_text()) == {"paytables": {"bonus": OWN}}
    script = json.loads(Path("examples/bonus.json").read_text())
    assert script["table"]["paytables"]["bonus"] == OWN
    assert script["table"]["rulings"]["bonus-pays"] == "for-1"
    _run_commands(tmp_path / "README.md", ("rack.pdf", "bonus-mine.json", "bonus.answer.json"))


def test_a_pack_of_a_table_that_cannot_be_is_refused(pitboss: Inside, tmp_path: Path):
    (tmp_path / "own.json").write_text(json.dumps({**OWN, "rows": [["straight", "S", "-4"]]}))
    target = tmp_path / "x.zip"
    given = ("pack", "duki", "--paytable", f"bonus={tmp_path / 'own.json'}", "-o", str(target))
    pitboss(*given).refused("row straight: a pay must be above 0")
    assert not target.exists()


def _lines(path: Path) -> list[str]:
    return path.read_text(encoding="utf-8").splitlines()


def _run_commands(readme: Path, only: tuple[str, ...] = ("",)) -> None:
    """Commands of the readme make their files again, byte for byte: all, or those of ``only``."""
    commands = [
        line.split("`")[1] for line in _lines(readme) if line.count("`") == 2 and "|" in line
    ]
    assert len(commands) >= 13
    commands = [command for command in commands if command.endswith(only)]
    assert len(commands) >= len(only)
    for command in commands:
        words, _, target = command.partition(" > ")
        arguments = shlex.split(words)[1:]
        file = Path(target or arguments[-1])
        before = file.read_bytes()
        with pytest.MonkeyPatch.context() as patch:
            out = io.StringIO()
            patch.setattr(sys, "stdout", out)
            assert main([*arguments, *([] if target else ["--force"])]) == 0
        made = out.getvalue().encode() if target else file.read_bytes()
        assert made == before, command


def _read_parquet(folder: Path) -> None:
    rows = pyarrow.parquet.read_table(folder / "counts.parquet").to_pylist()
    answer = json.loads((folder / "counts" / "first-all.json").read_text())
    mine = [row for row in rows if row["wager"] == "first"]
    assert [str(row["combinations"]) for row in mine] == [
        row["combinations"] for row in answer["outcomes"]
    ]
    assert sum(row["combinations"] for row in mine) == 111_255_240_096_000
    assert mine[-1]["return_exact"] == answer["outcomes"][-1]["return"]["exact"]


def test_a_chart_is_drawn_and_nothing_heavy_is_loaded_before():
    """In a program of its own, which also sees what the papers' modules import."""
    program = (
        "import sys\n"
        "import pitboss.cli.papers\n"
        "heavy = {'altair', 'jinja2', 'numpy', 'pyarrow', 'typst', 'vl_convert'}\n"
        "print(sorted(heavy & set(sys.modules)))\n"
        "from pitboss.reports.charts import Band, draw_bars, draw_fan\n"
        "print(draw_bars('Edge', {'one': 0.25, 'none': 0.0}, '#123456').svg)\n"
        "print(draw_fan('Fan', [Band(10, -1, 1), Band(100, -0.1, 0.1)], 0.0, '#123456').says)\n"
    )
    ran = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    first, *svg, says = ran.stdout.splitlines()
    assert first == "[]"
    drawn = "".join(svg)
    assert drawn.startswith("<svg")
    assert charts.INK in drawn
    assert "#123456" in drawn
    assert ">25<" in drawn
    assert "none" not in drawn.replace('"none"', "")
    assert says == "Fan: -100.0 to 100.0 % after 10 rounds, -10.00 to 10.00 % after 100."
