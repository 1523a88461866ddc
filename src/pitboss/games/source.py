"""What a game's data files say of it, in our own words.

``source.toml`` has its approval, wagers, rulings and rules; ``face.toml`` how it presents itself,
so that no screen knows a game by its name.
"""

from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from typing import Any, NamedTuple

from pitboss.data import filled, frozen, listed, read_toml
from pitboss.money import dollars, money, parse_dollars, read_number
from pitboss.refusal import Refused, gather


class Rule(NamedTuple):
    """One rule of the document: its id, the section it stands in, and what it says."""

    id: str
    section: str
    text: str


FORMS = {
    "rake": "a percentage up to a cap, such as 5% cap 4.00",
    "amount": "an amount such as 0.50",
}
"""What a ruling of a form takes besides its options, in words."""


class Ruling(NamedTuple):
    """A reading of a gap in the document: the first option is the default.

    ``needs`` maps an option to another ruling's option without which it cannot be chosen;
    ``what_if`` lists options that are no reading of the text. A ruling with a ``form`` also takes
    values of that form (an ``amount`` or a ``rake``), and the form's name stands for all of them.
    """

    name: str
    options: tuple[str, ...]
    why: str
    needs: Mapping[str, Mapping[str, str]] = {}
    what_if: tuple[str, ...] = ()
    form: str = ""
    title: str = ""
    """What it is about, for people who do not know its name."""

    @property
    def label(self) -> str:
        return self.title or self.name.replace("-", " ").capitalize()

    @property
    def choices(self) -> tuple[str, ...]:
        """All that it takes, the default first, in words: options, values of its form, what-ifs."""
        named = {option: option for option in self.options}
        if self.form:
            named[self.form] = FORMS[self.form]
        return tuple(
            f"{words} (a what-if)" if name in self.what_if else words
            for name, words in named.items()
        )

    def is_what_if(self, option: str) -> bool:
        return (option if option in self.options else self.form) in self.what_if


KINDS = ("main", "follow-up", "bonus", "jackpot", "tip")
"""What a wager can be."""


class Spot(NamedTuple):
    """A place for a wager, of one of the ``KINDS``.

    ``house_table`` where the document lets the house choose the pay table; ``table_minimum`` where
    it wants the wager between both posted limits, as long as the sign has no pair for it; ``needs``
    maps rulings to the options without which a table does not take the wager.
    """

    name: str
    title: str
    kind: str
    rule: str
    least_cents: int = 1
    house_table: bool = False
    table_minimum: bool = False
    needs: Mapping[str, str] = {}


class Condition(NamedTuple):
    """A condition of the approval, and what a table has on record for it before it opens.

    It binds under its ``profiles``, or under all; ``when`` the table has ``jackpots`` or a
    ``shuffler``, or for a ``promotion``, or always. Of its ``records`` some must be the one of
    ``values``, or of a ``series`` at least; ``licensed`` names a maker, outright or as a record in
    braces, who is among those with a licence.
    """

    text: str
    profiles: tuple[str, ...] = ()
    records: tuple[str, ...] = ()
    when: str = ""
    rule: str = ""
    values: Mapping[str, str] = {}
    series: Mapping[str, str] = {}
    licensed: str = ""

    def binds(self, profile: str) -> bool:
        return not self.profiles or profile in self.profiles


class Cause(NamedTuple):
    """An irregularity that the document names as a reason to void a round."""

    key: str
    rule: str
    text: str
    needs: Mapping[str, str] = {}
    needs_rule: str = ""
    supervised: bool = False

    def unmet(self, rulings: Mapping[str, str]) -> str:
        """The ruling without which it does not hold at a table, or nothing."""
        return next((f"{n}={v}" for n, v in self.needs.items() if rulings[n] != v), "")


class Source(NamedTuple):
    """Everything that a game's document says about itself, and our rulings on it."""

    key: str
    title: str
    version: str
    maker: str
    approved: str
    conditions: tuple[Condition, ...]
    spots: dict[str, Spot]
    rulings: dict[str, Ruling]
    rules: dict[str, Rule]
    causes: dict[str, Cause]
    submission: str = ""
    readings: tuple[str, ...] = ()

    @property
    def standing(self) -> str:
        """Whether it is approved, in words."""
        approved = f"approved {self.approved}" if self.approved else "not approved"
        return approved + (f", submission #{self.submission}" if self.submission else "")

    def rule_on(self, when: str) -> str:
        """The rule by which the approval has a condition on jackpots, a machine or a promotion."""
        return next((one.rule for one in self.conditions if one.when == when), "")

    def causes_under(self, rulings: Mapping[str, str]) -> list[Cause]:
        """The causes of the document that hold at a table."""
        return [cause for cause in self.causes.values() if not cause.unmet(rulings)]

    def changed_rulings(self, rulings: Mapping[str, str]) -> list[str]:
        """Rulings other than the default, as ``name=option``."""
        usual = {name: self.rulings[name].options[0] for name in rulings}
        return [f"{name}={option}" for name, option in rulings.items() if option != usual[name]]


@cache
def load_source(package: str) -> Source:
    """Read the ``source.toml`` of a game's package."""
    data = read_toml(package, "source.toml")
    game = frozen(data.get("game", {}))
    conditions = [Condition(text) for text in game.pop("conditions", ())]
    conditions += [filled(Condition, "condition", entry) for entry in data.get("condition", ())]
    parts: dict[str, Any] = {
        "conditions": tuple(conditions),
        "spots": listed(Spot, "wager", data),
        "rulings": listed(Ruling, "ruling", data),
        "rules": listed(Rule, "rule", data),
        "causes": listed(Cause, "cause", data),
    }
    for spot in parts["spots"].values():
        if spot.kind not in KINDS:
            raise Refused(
                f"source.toml: the wager {spot.name} is of the kind {spot.kind!r}; there are"
                f" {', '.join(KINDS)}"
            )
    source: Source = filled(Source, "game", {**game, **parts})
    return source


def resolve_rulings(source: Source, given: Mapping[str, object]) -> dict[str, str]:
    """Check the rulings given for a table and fill in the defaults of the rest."""
    for name in given:
        if name not in source.rulings:
            raise Refused(
                f"ruling {name!r} is unknown in {source.key}; it has {', '.join(source.rulings)}"
            )
    chosen: dict[str, str] = {}
    with gather() as parts:
        for name, ruling in source.rulings.items():
            options = (option for option in ruling.options if not _unmet(ruling, option, chosen))
            chosen[name] = next(options, "")
            if not chosen[name]:
                raise Refused(f"source.toml: the ruling {name} has no option to begin with")
            if name in given:
                with parts.at(name):
                    chosen[name] = _chosen(ruling, given[name], chosen)
    return chosen


def _chosen(ruling: Ruling, value: object, chosen: Mapping[str, str]) -> str:
    option = str(value)
    if ruling.form and option not in ruling.options:
        return _of_form(ruling, value)
    if isinstance(value, bool) or option not in ruling.options:
        raise Refused(
            f"ruling {ruling.name}: {value!r} is no option; allowed: {', '.join(ruling.options)}"
        )
    if unmet := _unmet(ruling, option, chosen):
        raise Refused(f"ruling {ruling.name}: {option!r} is allowed only with {unmet}")
    return option


def _of_form(ruling: Ruling, value: object) -> str:
    """A value in words that are also read again: ``0.50``, or ``5% cap 4.00`` for a rake."""
    what = f"ruling {ruling.name}"
    if value is None:
        return ruling.options[0]
    if ruling.form == "amount":
        return dollars(_above_0(parse_dollars(value, what), what))
    if isinstance(value, str) and value.count("% cap ") == 1:
        percent, cap = value.split("% cap ")
        value = {"percent": percent, "cap": cap}
    if not isinstance(value, Mapping) or set(value) != {"percent", "cap"}:
        raise Refused(
            f"{what}: {str(value)[:40]!r} is no rake; write none, or"
            ' {"percent": 5, "cap": 4} or 5% cap 4'
        )
    percent_cents = _above_0(parse_dollars(value["percent"], f"{what}: percent"), what)
    if percent_cents > 100_00:
        raise Refused(f"{what}: {value['percent']} percent is too much; at most 100")
    cap = dollars(_above_0(parse_dollars(value["cap"], f"{what}: cap"), what))
    return f"{dollars(percent_cents).removesuffix('.00')}% cap {cap}"


class Rake(NamedTuple):
    """What the house takes: a part of the pot, up to a cap, in whole chips."""

    part: Fraction = Fraction(0)
    cap_cents: int = 0

    def of(self, cents: int, chip_cents: int) -> int:
        raked = cents * self.part.numerator // self.part.denominator
        return min(raked, self.cap_cents) // chip_cents * chip_cents


def read_rake(text: str) -> Rake:
    """A rake in a ruling's words: ``none`` or ``5% cap 4.00``."""
    if text == "none":
        return Rake()
    percent, cap = text.split("% cap ")
    return Rake(read_number(percent, "rake") / 100, parse_dollars(cap, "rake"))


def _above_0(cents: int, what: str) -> int:
    if cents <= 0:
        raise Refused(f"{what}: {dollars(cents)} must be above 0; write none to go without")
    return cents


def _unmet(ruling: Ruling, option: str, chosen: Mapping[str, str]) -> str:
    for name, value in ruling.needs.get(option, {}).items():
        if chosen[name] != value:
            return f"{name}={value}"
    return ""


Given = Mapping[str, Any]
"""A table's setup in part, as it is given when a table is opened."""

_NONE: Given = {}


class Colours(NamedTuple):
    """Of the felt at the table, its shaded edge, the game's card in lists, and on the wall."""

    felt: str = "#0d5a3c"
    deep: str = "#073524"
    card: str = "#0d5a3c"
    wall: str = "#0a4630"


class Practice(NamedTuple):
    """A practice table of one's own: how it is set, where the person sits, who else does, and the
    jackpots that such tables play on."""

    setup: Given = _NONE
    own_seat: int = 1
    player_seats: tuple[int, ...] = ()
    jackpots: tuple[Given, ...] = ()


class FirstTable(NamedTuple):
    """The table that a fresh house opens; ``jackpot``, where given, is opened and linked first."""

    setup: Given = _NONE
    jackpot: Given = _NONE
    player_seats: tuple[int, ...] = ()
    player_chips: str = ""

    def suggest_seed(self, wager_cents: int) -> int:
        """The seed for a jackpot of this fixed wager, in cents. Documents print their tables for a
        dollar and recommend that seeds go with the wager; they name none, so the one that goes with
        a dollar is that of this table."""
        terms = self.jackpot.get("terms", {})
        return (
            parse_dollars(terms.get("seed", 0))
            * wager_cents
            // parse_dollars(terms.get("wager", 1))
        )

    def seed_words(self, wager_cents: int) -> str:
        """The same in words."""
        dollar, seed = (money(self.suggest_seed(cents)) for cents in (100, wager_cents))
        return f"suggested seed {seed}: {dollar} for each dollar of the fixed wager"


class Drill(NamedTuple):
    """Deals among which hard hands are looked for (a few seconds' work), and the game's turn when
    counts are made ready, the quickest first."""

    deals: int = 24
    turn: int = 9


class HowStep(NamedTuple):
    """A step of how the game is played: a sentence or two, the rules they stand on, and hands to
    show beside them, written as ``pitboss score`` reads them. Of two hands the first beats the
    second, or ties it where ``tied``."""

    title: str
    words: str
    rules: tuple[str, ...]
    hands: tuple[str, ...] = ()
    tied: bool = False


class How(NamedTuple):
    """How a game is played, in half a minute: what it is about, then what a round asks for, in
    turn. The same sentences lead through a first round at the table."""

    aim: HowStep
    wager: HowStep
    decide: HowStep
    settle: HowStep


class Face(NamedTuple):
    """What a game looks like on every screen.

    ``art`` is a few cards for its picture, ``titles`` are short names of wagers for the felt,
    ``keys`` the letters of actions, ``joint`` a wager whose figures hang on its size beside the
    main one, ``put_away`` the word for cards that leave a hand, and
    ``jackpot_note`` is said beside the meters, with the rulings in braces.
    """

    blurb: str = ""
    art: tuple[str, ...] = ()
    put_away: str = "discarded"
    joint: str = ""
    jackpot_note: str = ""
    colours: Colours = Colours()
    titles: Mapping[str, str] = {}
    keys: Mapping[str, str] = {}
    practice: Practice = Practice()
    first_table: FirstTable = FirstTable()
    drill: Drill = Drill()
    how: How | None = None


_PARTS = {"colours": Colours, "practice": Practice, "first_table": FirstTable, "drill": Drill}


@cache
def load_face(package: str) -> Face:
    """Read the ``face.toml`` of a game's package; a game without one has a plain face."""
    data = read_toml(package, "face.toml")
    for name, kind in _PARTS.items():
        data[name] = kind(**frozen(data.get(name, {})))
    if how := data.get("how"):
        data["how"] = How(**{step: HowStep(**frozen(how[step])) for step in How._fields})
    return Face(**frozen(data))
