"""What is edited: a wager's pay table row by row, the rulings, and a jackpot's terms."""

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from pitboss.games import find_game, game_keys
from pitboss.games.contract import Game
from pitboss.games.source import Ruling
from pitboss.odds.request import JACKPOT, main_wager, read_request
from pitboss.paytable import TERMS, PayTable
from pitboss.rounds.telling import wager_title

TERM_LABELS = {
    "meter": "Meter, dollars",
    "seed": "Seed, dollars",
    "rate": "Part of a wager to the meter",
    "amount": "Wager, dollars",
    "players": "Players, for envy pays",
}
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


class RulingField(NamedTuple):
    """A ruling to choose, or to write where it has no options."""

    name: str
    value: str
    why: str
    options: list[tuple[str, str]]


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
    def has_envy(self) -> bool:
        return self.wager == JACKPOT

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
        tables: dict[str, Any] = {}
        if self.table:
            tables[self.wager] = self.own_table() if self.is_edited else self.code
        return {"paytables": tables, "rulings": self.chosen_rulings}

    def own_table(self) -> dict[str, Any]:
        rows = [
            [row.event, row.hand, row.pay, *([row.envy] if row.envy else [])]
            for row in self.rows
            if row.pay
        ]
        return {"code": OWN_CODE, "terms": self.terms, "rows": rows}

    def options(self) -> list[str]:
        """The command's options beside the file."""
        options = [self.key, "--wager", self.wager]
        for name, text in self.jackpot.items():
            if text:
                options.append(f"--{name}={text}")
        if self.ratio:
            options.append(f"--bonus-ratio={self.ratio}")
        return options

    def check(self) -> None:
        """Refuse now what the command would refuse."""
        terms = {name: text for name, text in self.jackpot.items() if text}
        players = terms.pop("players", "1")
        given = {"wager": self.wager, "jackpot": terms, "players": players}
        document = self.document()
        read_request(self.key, {**given, **document, "bonus_ratio": self.ratio or None})


def ruling_fields(design: Design) -> list[RulingField]:
    """Those that can change a figure; one that is written freely has no options."""
    return [
        RulingField(
            ruling.name,
            design.rulings[ruling.name],
            ruling.why,
            [] if ruling.form else [(o, _option_words(ruling, o)) for o in ruling.options],
        )
        for ruling in design.game.source.rulings.values()
        if ruling.name != "seats"
    ]


def _option_words(ruling: Ruling, option: str) -> str:
    return f"{option} (what-if)" if ruling.is_what_if(option) else option


def wagers_of(game: Game) -> dict[str, str]:
    """What can be priced, with its title."""
    main = main_wager(game)
    names = [main, *(wager for wager in game.paytables if wager != main)]
    if game.read_seating:
        return {main: "Final hands"}
    titles = {JACKPOT: "Jackpot"}
    return {name: titles.get(name) or wager_title(game, name) for name in names}


def read_design(given: Mapping[str, str]) -> Design:
    """The page's fields; what is missing or unknown is as printed."""
    game = find_game(given.get("game", "") or game_keys()[0])
    wagers = wagers_of(game)
    wager = given.get("wager", "")
    wager = wager if wager in wagers else next(iter(wagers))
    printed = game.paytables.get(wager, {})
    code = given.get("code", "")
    code = code if code in printed else _usual_code(game, wager, printed)
    table = printed.get(code)
    is_same = given.get("of", f"{wager} {code}") == f"{wager} {code}"
    fields = given if is_same else {}
    terms = fields.get("terms", "")
    return Design(
        game,
        wager,
        code,
        terms if terms in TERMS else table.terms if table else "",
        list(_rows(table, fields)) if table else [],
        {name: _ruling(ruling, given) for name, ruling in game.source.rulings.items()},
        _jackpot(wager, given),
        given.get("ratio", "")[:20] if wager == game.face.joint else "",
    )


def _usual_code(game: Game, wager: str, printed: Mapping[str, PayTable]) -> str:
    return game.default_paytables.get(wager) or next(iter(printed), "")


def _jackpot(wager: str, given: Mapping[str, str]) -> dict[str, str]:
    if wager != JACKPOT:
        return {}
    return {name: given.get(name, text)[:20] for name, text in FIRST_TERMS.items()}


def _ruling(ruling: Ruling, given: Mapping[str, str]) -> str:
    value = given.get(f"ruling.{ruling.name}", "")[:40]
    return value if value in ruling.options or (ruling.form and value) else ruling.options[0]


def _rows(table: PayTable, given: Mapping[str, str]) -> Iterator[EditedRow]:
    for cells in table.to_json()["rows"]:  # type: ignore[attr-defined]
        event, hand, pay, *envy = cells
        shown = envy[0] if envy else ""
        yield EditedRow(
            *(event, hand, pay, given.get(f"pay.{event}", pay).strip()[:20]),
            *(shown, given.get(f"envy.{event}", shown).strip()[:20]),
            table.dead.get(event, ""),
        )
