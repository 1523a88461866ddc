"""Which papers a game has, and each of them by its name."""

from collections.abc import Mapping
from typing import NamedTuple

from pitboss.games.contract import Game
from pitboss.games.opening import set_table
from pitboss.odds.card import has_card
from pitboss.odds.registry import has_solver
from pitboss.odds.request import JACKPOT, Request, main_wager, read_request
from pitboss.paytable import PayTable, read_under
from pitboss.refusal import Refused
from pitboss.reports.card import make_rack, make_strategy
from pitboss.reports.html import write_html
from pitboss.reports.jackpot import make_jackpot, plan_of
from pitboss.reports.own import mark_of
from pitboss.reports.par import make_par
from pitboss.reports.pdf import PAPERS, write_pdf
from pitboss.reports.protection import find_answer, has_protection, make_protection
from pitboss.reports.round import make_round
from pitboss.reports.rules import make_rules
from pitboss.reports.sheet import Sheet
from pitboss.rounds.runner import Runner

SHEETS = ("par", "jackpot", "protection", "card", "rack", "rules", "round")
WRITERS = {".html": write_html, ".pdf": write_pdf}


class Asked(NamedTuple):
    """What a paper is asked for: a wager and its table, or all of its tables; rulings; a jackpot's
    terms; and a round for its report."""

    game: Game
    sheet: str = ""
    wager: str = ""
    tables: Mapping[str, object] = {}
    rulings: Mapping[str, object] = {}
    terms: Mapping[str, object] = {}
    running: Runner | None = None

    @property
    def key(self) -> str:
        return self.game.source.key

    @property
    def priced(self) -> str:
        """The wager of a PAR sheet; a jackpot sheet has but one."""
        if self.sheet == JACKPOT:
            return JACKPOT
        return self.wager or main_wager(self.game)

    def about(self, sheet: str, wager: str = "") -> "Asked":
        """The same of one sheet, with the tables that it is about: a PAR sheet's own, a jackpot's,
        and of the main game those that its play hangs on."""
        main = main_wager(self.game)
        one = {"par": wager or main, JACKPOT: JACKPOT, "protection": main, "card": main}.get(sheet)
        tables = {name: table for name, table in self.tables.items() if one in (None, name)}
        terms = self.terms if sheet == JACKPOT else {}
        return self._replace(sheet=sheet, wager=wager, tables=tables, terms=terms)

    @property
    def mark(self) -> str:
        return mark_of(self.game, self.tables, self.rulings)

    def request(self, code: str | None = None) -> Request:
        """The wager under one of its printed tables, or as given."""
        tables = {**self.tables, **({self.priced: code} if code else {})}
        return read_request(
            self.key, {"wager": self.priced, "paytables": tables, "rulings": self.rulings}
        )

    def requests(self) -> list[Request]:
        """The wager under the table that is asked for, or under all that are printed."""
        printed = self.game.paytables.get(self.priced, {})
        if self.priced in self.tables or not printed:
            return [self.request()]
        return [self.request(code) for code in printed]


def check_paper(paper: str) -> str:
    if paper not in PAPERS:
        raise Refused(f"--paper {paper[:20]!r} is unknown; there are {', '.join(PAPERS)}")
    return paper


def sheets_of(game: Game) -> tuple[str, ...]:
    """Those that a game has: figures need a solver, a jackpot sheet jackpots."""
    key = game.source.key
    has = {
        "par": has_solver(game),
        "jackpot": has_solver(game) and JACKPOT in game.paytables,
        "protection": has_protection(game),
        "card": has_card(key),
        "rack": game.face.how is not None,
    }
    return tuple(name for name in SHEETS if has.get(name, True))


def choose_sheet(asked: Asked) -> Asked:
    """The sheet that is asked for, if the game has it; a jackpot's wager means its sheet."""
    name = asked.sheet or (JACKPOT if asked.wager == JACKPOT else "par")
    if name not in SHEETS:
        raise Refused(f"--sheet {name[:20]!r} is unknown; the sheets are {', '.join(SHEETS)}")
    having = sheets_of(asked.game)
    if name not in having:
        raise Refused(f"--sheet {name}: {asked.key} has none; it has {', '.join(having)}")
    if name == "par" and asked.wager == JACKPOT:
        raise Refused("--sheet par: a jackpot wager has a sheet of its own, --sheet jackpot")
    if name == JACKPOT and asked.wager not in ("", JACKPOT):
        raise Refused(f"--sheet jackpot: --wager {asked.wager} is no jackpot; leave it out")
    if (name == "round") != (asked.running is not None):
        raise Refused("--sheet round goes with --round FILE, a script or an exported round")
    return asked._replace(sheet=name)


def make_paper(given: Asked) -> Sheet:
    """The sheet, as plain data; what is not as approved is said on each of its pages."""
    asked = choose_sheet(given)
    return _make(asked)._replace(mark=asked.mark)


def _make(asked: Asked) -> Sheet:
    match asked.sheet:
        case "par":
            return make_par(asked.requests())
        case "jackpot":
            return make_jackpot(asked.requests(), plan_of(asked.game, asked.terms))
        case "protection":
            return make_protection(asked.game, find_answer(asked.request()))
        case "card":
            return make_strategy(asked.request())
        case "rack":
            return make_rack(asked.game, shown_tables(asked))
        case "rules":
            return make_rules(asked.game, asked.tables, asked.rulings)
    assert asked.running is not None
    return make_round(asked.running)


def shown_tables(asked: Asked) -> list[PayTable]:
    """What players are told: the usual tables and those that are asked for, as they are read."""
    game = asked.game
    named = {name: table for name, table in asked.tables.items() if name != JACKPOT}
    settings = set_table(game, asked.rulings, {**_first_tables(game), **named})
    return [read_under(game.package, settings.rulings, t) for t in settings.paytables.values()]


def _first_tables(game: Game) -> Mapping[str, object]:
    """Those of the table that a fresh house opens."""
    table: Mapping[str, Mapping[str, object]] = game.face.first_table.setup.get("table", {})
    return table.get("paytables", {})
