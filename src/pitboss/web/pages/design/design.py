"""A pay table being designed: a wager's rows as printed and as they are wished, its rulings and a
jackpot's terms. All of it is in an address, so a link shares it."""

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple
from urllib.parse import parse_qsl, urlencode

from pitboss.games import find_game, game_keys
from pitboss.games.contract import Game
from pitboss.odds.request import JACKPOT, Request, main_wager, read_request
from pitboss.paytable import TERMS, PayTable
from pitboss.rounds.telling import wager_title
from pitboss.web.pages.design import words

LONGEST_QUERY = 2_000
"""Letters of a design in an address."""

FIRST_TERMS = {"meter": "50000", "seed": "10000", "rate": "0.2", "amount": "1", "players": "6"}
OWN_CODE = "designed"


class EditedRow(NamedTuple):
    """A row as printed and as it stands in the form; an empty pay leaves it out."""

    event: str
    hand: str
    printed: str
    pay: str
    printed_envy: str
    envy: str
    dead: str

    @property
    def is_changed(self) -> bool:
        return self.pay != self.printed or self.envy != self.printed_envy


class Design(NamedTuple):
    """Everything on the page."""

    game: Game
    wager: str
    code: str
    terms: str
    rows: list[EditedRow]
    rulings: dict[str, str]
    jackpot: dict[str, str]
    ratio: str

    @property
    def key(self) -> str:
        return self.game.source.key

    @property
    def table(self) -> PayTable | None:
        return self.game.paytables.get(self.wager, {}).get(self.code)

    @property
    def is_poker(self) -> bool:
        return self.game.read_seating is not None

    @property
    def takes_ratio(self) -> bool:
        """Whether its figures depend on how much is wagered on it for each unit of the first."""
        return self.wager == self.game.face.joint

    @property
    def is_edited(self) -> bool:
        table = self.table
        return table is not None and (
            self.terms != table.terms or any(row.is_changed for row in self.rows)
        )

    @property
    def chosen_rulings(self) -> dict[str, str]:
        """Those that are not the default."""
        options = self.game.source.rulings
        return {
            name: value for name, value in self.rulings.items() if value != options[name].options[0]
        }

    def approved_document(self) -> dict[str, Any]:
        """The printed table under the usual rulings, as a file for the command."""
        return {"paytables": {self.wager: self.code} if self.table else {}, "rulings": {}}

    def document(self) -> dict[str, Any]:
        """The designer's own table and rulings, as a file for the command."""
        own = self.approved_document()["paytables"]
        if self.is_edited:
            rows = [
                [row.event, row.hand, row.pay, *([row.envy] if row.envy else [])]
                for row in self.rows
                if row.pay
            ]
            own = {self.wager: {"code": OWN_CODE, "terms": self.terms, "rows": rows}}
        return {"paytables": own, "rulings": self.chosen_rulings}

    def asked(self, document: Mapping[str, Any] | None = None) -> dict[str, Any]:
        """What the command would be asked, of this table or another."""
        terms = {name: text for name, text in self.jackpot.items() if text}
        players = terms.pop("players", "1")
        given = {
            "wager": self.wager,
            "jackpot": terms,
            "players": players,
            **(document or self.document()),
        }
        return {"game": self.key, "given": {**given, "bonus_ratio": self.ratio or None}}

    def request(self, document: Mapping[str, Any] | None = None) -> Request:
        """The same as it is read; what the command would refuse is refused now."""
        asked = self.asked(document)
        return read_request(asked["game"], asked["given"])

    def changes(self) -> Iterator[tuple[str, str, str]]:
        """What was changed, from what, to what."""
        for row in self.rows:
            if row.pay != row.printed:
                yield row.hand, row.printed, row.pay or words.NO_ROW
        for row in self.rows:
            if row.envy != row.printed_envy:
                yield words.envy(hand=row.hand), row.printed_envy or "–", row.envy or "–"
        if self.table and self.terms != self.table.terms:
            yield words.PAYS, self.table.terms, self.terms
        for name, value in self.chosen_rulings.items():
            yield words.ruling(name=name), self.game.source.rulings[name].options[0], value

    def label(self) -> list[str]:
        """A jackpot's table is not among the settings that are labelled; a house may choose the
        bonus table where the document says so."""
        spot = self.game.source.spots.get(self.wager)
        if not self.is_edited or (spot and spot.house_table):
            return []
        return [words.not_printed(wager=self.wager)]


def printed_request(design: Design) -> Request:
    """The printed table under the same rulings."""
    printed = design.approved_document()["paytables"]
    return design.request({"paytables": printed, "rulings": design.chosen_rulings})


def setup_of(design: Design) -> dict[str, Any]:
    """The settings of a table that is played by it; a jackpot's pays go with the jackpot."""
    document = design.document()
    own = {wager: table for wager, table in document["paytables"].items() if wager != JACKPOT}
    return {"paytables": own, "rulings": document["rulings"]}


def can_open(design: Design) -> bool:
    """Whether a table could be opened that is not as printed."""
    return design.wager != JACKPOT and (design.is_edited or bool(design.chosen_rulings))


def query_of(design: Design) -> str:
    """The address of its page, short: what is as printed is left out."""
    given = {"game": design.key, "wager": design.wager, "code": design.code}
    given["of"] = f"{design.wager} {design.code}"
    if design.table and design.terms != design.table.terms:
        given["terms"] = design.terms
    given |= {f"pay.{row.event}": row.pay for row in design.rows if row.pay != row.printed}
    rows = (row for row in design.rows if row.envy != row.printed_envy)
    given |= {f"envy.{row.event}": row.envy for row in rows}
    given |= {f"ruling.{name}": value for name, value in design.chosen_rulings.items()}
    given |= {n: text for n, text in design.jackpot.items() if text != FIRST_TERMS[n]}
    given |= {name: text for name, text in (("ratio", design.ratio),) if text}
    return urlencode(given)


def wagers_of(game: Game) -> dict[str, str]:
    """What can be priced, with its title."""
    main = main_wager(game)
    if game.read_seating:
        return {main: words.HANDS}
    names = dict.fromkeys([main, *game.paytables])
    return {name: words.JACKPOT if name == JACKPOT else wager_title(game, name) for name in names}


def parse_design(query: str) -> Design:
    """The design of an address."""
    return read_design(dict(parse_qsl(query[:LONGEST_QUERY], keep_blank_values=True)))


def read_design(given: Mapping[str, str]) -> Design:
    """The page's fields; what is missing or unknown is as printed."""
    game = find_game(given.get("game", "") or game_keys()[0])
    wagers = wagers_of(game)
    wager = given.get("wager", "")
    wager = wager if wager in wagers else next(iter(wagers))
    printed = game.paytables.get(wager, {})
    code = given.get("code", "")
    if code not in printed:
        code = game.default_paytables.get(wager) or next(iter(printed), "")
    table = printed.get(code)
    is_same = given.get("of", f"{wager} {code}") == f"{wager} {code}"
    fields = given if is_same else {}
    terms = fields.get("terms", "")
    rulings = {}
    for name, ruling in game.source.rulings.items():
        value = given.get(f"ruling.{name}", "")[:40]
        is_good = value in ruling.options or (ruling.form and value)
        rulings[name] = value if is_good else ruling.options[0]
    jackpot = FIRST_TERMS if wager == JACKPOT else {}
    return Design(
        game,
        wager,
        code,
        terms if terms in TERMS else table.terms if table else "",
        list(_rows(table, fields)) if table else [],
        rulings,
        {name: given.get(name, text)[:20] for name, text in jackpot.items()},
        given.get("ratio", "")[:20] if wager == game.face.joint else "",
    )


def _rows(table: PayTable, given: Mapping[str, str]) -> Iterator[EditedRow]:
    for cells in table.to_json()["rows"]:  # type: ignore[attr-defined]
        event, hand, pay, *envy = cells
        shown = envy[0] if envy else ""
        yield EditedRow(
            *(event, hand, pay, given.get(f"pay.{event}", pay).strip()[:20]),
            *(shown, given.get(f"envy.{event}", shown).strip()[:20]),
            table.dead.get(event, ""),
        )
