"""The form of a table's setup as it is shown: its groups of fields with plain labels, the texts in
them, and all that is wrong, each at its field."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from pitboss.games import profile
from pitboss.games.contract import Game
from pitboss.games.source import Ruling
from pitboss.jackpots.meter import Terms
from pitboss.jackpots.terms import MOST_SENSORS
from pitboss.paytable import TERMS
from pitboss.refusal import Refused
from pitboss.rounds.telling import wager_title
from pitboss.web.common.visits import Fields
from pitboss.web.pages.floor import words
from pitboss.web.pages.floor.setup import (
    MORE_ROWS,
    OPTIONAL,
    OWN,
    OWN_CODE,
    printed_hands,
)
from pitboss.web.pages.rulings import ruling_options
from pitboss.web.pages.site import pairs

LONG_HELP = 140
"""Letters of what is said beside a field without being asked for."""


class Field(NamedTuple):
    """A field to fill in or to choose from; with ``rows``, the editor of a pay table below it.
    ``profiles`` are those under which it is shown, where it does not go with all."""

    name: str
    label: str
    help: str = ""
    kind: str = "text"
    options: Iterable[tuple[str, str]] = ()
    value: str = ""
    problem: str = ""
    is_first: bool = False
    profiles: Sequence[str] = ()
    rows: "Sequence[Field]" = ()

    @property
    def described_by(self) -> str:
        """The ids of what is said beside it."""
        said = (("w", self.problem), ("h", self.help))
        return " ".join(f"{mark}-{self.name}" for mark, words in said if words)

    @property
    def has_long_help(self) -> bool:
        """Whether it is shown when asked for."""
        return len(self.help) > LONG_HELP

    @property
    def look(self) -> str:
        """Its classes: what it holds, whether it is wrong, and under which profiles it shows."""
        only = ["only", *(f"for-{each}" for each in self.profiles)] if self.profiles else []
        wrong = ["is-wrong"] if self.problem else []
        return " ".join(["field", f"k-{self.kind}", *wrong, *only])


class Group(NamedTuple):
    title: str
    fields: list[Field]
    help: str = ""
    is_broad: bool = False


class Problem(NamedTuple):
    """Something that is wrong: the field that it stands at, if it has one, and the words."""

    name: str
    label: str
    words: str


class Form:
    """The groups of fields of one game's setup, with the texts in them and all that is wrong."""

    def __init__(
        self,
        game: Game,
        flat: Fields,
        jackpots: Mapping[str, Terms],
        refusal: Refused | None,
        beside: Sequence[Field] = (),
    ) -> None:
        groups = [group for group in _groups(game, jackpots) if group.fields]
        self.labels = dict(_labels(field for group in groups for field in group.fields))
        """Of the settings."""
        labels = {**self.labels, **{field.name: field.label for field in beside}}
        found = [_problem(one, labels) for one in (refusal.each if refusal else ())]
        order = {name: number for number, name in enumerate(["", *labels])}
        self.problems = sorted(found, key=lambda one: order[one.name])
        """In the order of the form; what belongs to no field stands first."""
        self._wrong = {one.name: one.words for one in reversed(self.problems)}
        self._first = next((one.name for one in self.problems if one.name), "")
        self._flat = flat
        for group in groups:
            group.fields[:] = [self._fill(field) for field in group.fields]
        self.groups = groups
        self.beside = [self._fill(field) for field in beside]

    def _fill(self, field: Field) -> Field:
        """With its text; an own table that was not chosen begins as a printed one."""
        return field._replace(
            value=self._flat.get(field.name, field.value),
            problem=self._wrong.get(field.name, ""),
            is_first=field.name == self._first,
            rows=[self._fill(row) for row in field.rows],
        )

    @property
    def all_at_once(self) -> str:
        """How much is to be mended, in words."""
        return words.to_mend(len(self.problems))


def _labels(fields: Iterable[Field]) -> Iterator[tuple[str, str]]:
    """What each field is called where it does not stand in its group."""
    for field in fields:
        yield field.name, field.label
        for row in field.rows:
            yield row.name, f"{field.label}: {row.label}"


def _problem(refusal: Refused, labels: Mapping[str, str]) -> Problem:
    """Its field stands beside it with a plain label."""
    name = find_field(refusal.place, labels)
    return Problem(name, labels.get(name, ""), refusal.plain if name else str(refusal))


def find_field(place: str, names: Iterable[str]) -> str:
    """The field of a place of the setup: its own, the first below it, or that of what it is part
    of; nothing where there is none."""
    name = place.removeprefix("table.").replace("limits.aggregate", "aggregate")
    while name:
        for one in names:
            if one == name or one.startswith(f"{name}."):
                return one
        name = name.rpartition(".")[0]
    return ""


def _groups(game: Game, jackpots: Mapping[str, Terms]) -> Iterator[Group]:
    rulings = [_ruling_field(ruling) for ruling in game.source.rulings.values()]
    links = _link_fields(jackpots) if game.paytables.get("jackpot") else []
    yield _group("table", _table_fields(game))
    yield _group("limits", _limit_fields(game))
    yield _group("profile", _profile_fields(game))
    yield _group("jackpots", links)
    yield _group("paytables", _paytable_fields(game))._replace(is_broad=True)
    yield _group("rulings", rulings)._replace(is_broad=True)


def _group(name: str, fields: Iterable[Field]) -> Group:
    title, help = words.GROUPS[name]
    return Group(title, list(fields), help)


def make_field(name: str, kind: str = "text") -> Field:
    """A field with the label and the help that go with its name."""
    return Field(name, *words.FIELDS[name], kind)


def _choice(name: str, options: Mapping[str, str], label: str = "", help: str = "") -> Field:
    if not label:
        label, help = words.FIELDS[name]
    return Field(name, label, help, "select", options.items())


def _table_fields(game: Game) -> Iterator[Field]:
    yield make_field("name")
    yield _choice("dealer", words.DEALERS)
    if game.paytables.get("jackpot"):
        yield _choice("verify", words.VERIFIERS)
    yield make_field("clock.decision", "whole")
    if not game.read_seating:
        yield make_field("clock.wagers", "whole")
    amounts = ["buy_in.least", "buy_in.most"]
    if game.read_seating:
        amounts += ["blinds.small", "blinds.big", "bets.small", "bets.big", "chip"]
    yield from (make_field(name, "money") for name in amounts)


def _limit_fields(game: Game) -> Iterator[Field]:
    if game.read_seating:
        yield make_field("limits.max", "money")
        return
    spots = game.source.spots.values()
    main = next(spot for spot in spots if spot.kind == "main")
    places = [(main, ("min", "max"))]
    places += [(s, (f"{s.name}.least", f"{s.name}.most")) for s in spots if s.kind in OPTIONAL]
    for spot, names in places:
        for name, end in zip(names, words.ENDS, strict=True):
            label = words.end_of(wager=wager_title(game, spot.name), end=end)
            yield Field(f"limits.{name}", label, kind="money")
    for wager in game.paytables:
        if wager != "jackpot":
            label = words.all_winners(wager=wager_title(game, wager))
            yield Field(f"aggregate.{wager}", label, words.AGGREGATE, "money")


def _paytable_fields(game: Game) -> Iterator[Field]:
    for wager, printed in game.paytables.items():
        if wager == "jackpot":
            continue
        options = {} if wager in game.default_paytables else {"": words.NOT_OFFERED}
        options |= {code: words.printed(code=code) for code in printed} | {OWN: words.OWN_TABLE}
        field = _choice(f"paytables.{wager}", options, wager_title(game, wager))
        yield field._replace(kind="paytable", rows=list(_own_rows(game, wager)))


def _own_rows(game: Game, wager: str) -> Iterator[Field]:
    """The editor of a pay table: it begins as the usual one, with the rows of all."""
    start = f"paytables.{wager}"
    printed = game.paytables[wager]
    usual = printed[game.default_paytables.get(wager) or next(iter(printed))]
    pays = {row.event: row.text.removesuffix(f" {usual.terms}") for row in usual.rows}
    yield Field(f"{start}.code", words.TABLE_NAME, value=OWN_CODE)
    terms = _choice(f"{start}.terms", dict(pairs(TERMS)), words.PAYS_ARE)
    yield terms._replace(value=usual.terms)
    for event, hand in printed_hands(game, wager).items():
        yield Field(f"{start}.rows.{event}", hand, kind="pay", value=pays.get(event, ""))
    spot = game.source.spots.get(wager)
    for number in range(1, MORE_ROWS + 1) if spot and spot.house_table else ():
        row, pay = words.another_row(number)
        yield Field(f"{start}.more.{number}.event", row, kind="event")
        yield Field(f"{start}.more.{number}.pay", pay, kind="pay")


def _link_fields(jackpots: Mapping[str, Terms]) -> list[Field]:
    options = {"": words.NO_JACKPOT}
    for name, terms in jackpots.items():
        options[name] = f"{name} ({terms.type}, {terms.paytable.code})"
    numbers = range(1, MOST_SENSORS + 1)
    return [_choice(f"jackpots.{n}", options, words.sensor(number=n)) for n in numbers]


def _profile_fields(game: Game) -> list[Field]:
    """Those that go with the profile are shown: the style of the page hides the others."""
    names = {name: words.PROFILES.get(name, name) for name in profile.NAMES}
    known = profile.figures()["washington"]["licences"]
    licences = {"": words.NO_LICENCE} | {name: words.LICENCES.get(name, name) for name in known}
    return [
        _choice("profile.name", names),
        make_field("profile.date")._replace(profiles=profile.NAMES[1:]),
        _choice("profile.licence", licences)._replace(profiles=("washington",)),
        make_field("profile.approval")._replace(profiles=("tribal",)),
        *(_record_field(game, name) for name in profile.figures()["records"]),
    ]


def _record_field(game: Game, name: str) -> Field:
    """A part of the approval record, with where this game's approval asks for it; one that it asks
    for nowhere may be kept under any profile but none."""
    asked = [one for one in game.source.conditions if name in one.records]
    needing = [each for each in profile.NAMES[1:] if any(one.binds(each) for one in asked)]
    when = {one.when for one in asked} - {""}
    help = profile.figures()["records"][name]
    help += "".join(words.needed_with(what=each) for each in sorted(when))
    help += "" if needing else words.KEPT
    profiles = needing or profile.NAMES[1:]
    return Field(f"approval.{name}", words.record(name), help, profiles=profiles)


def _ruling_field(ruling: Ruling) -> Field:
    name = f"rulings.{ruling.name}"
    if ruling.form:
        return Field(name, ruling.label, words.choices(ruling.why, [*ruling.choices]))
    return _choice(name, ruling_options(ruling), ruling.label, ruling.why)
