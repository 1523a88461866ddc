"""The whole comparison: the heads, every entry of the log once, the house's own before all others,
what it comes to, and then table by table. It goes on piece by piece, so that whoever runs it may
rest or stop in between."""

from collections import Counter
from collections.abc import Iterator

import msgspec

from pitboss.house.audit.derived.continuity import Continuity
from pitboss.house.audit.derived.differences import BROKEN, Difference
from pitboss.house.audit.derived.heads import Heads, of_chain
from pitboss.house.audit.derived.meters import ADJUSTED, Standings
from pitboss.house.audit.derived.people import People, account_concerns
from pitboss.house.audit.derived.tables import compare_table
from pitboss.house.log import HOUSE, START, Entry, hash_parts
from pitboss.house.store import Database, entries
from pitboss.house.store.database import Row
from pitboss.house.store.derived import Kept, read_kept
from pitboss.house.tables.amendments import HitAdvanced, RoundCorrected, RoundResettled
from pitboss.house.tables.apply import SETUP_KINDS
from pitboss.house.tables.entries import RoundOpened
from pitboss.house.tables.fair import RoundSealed
from pitboss.refusal import Refused

PAGE = 2_000
TRIES = 3
CORRECTIONS = frozenset({HitAdvanced.word, RoundCorrected.word, RoundResettled.word})

Pieces = Iterator[list[Difference]]


class Said(msgspec.Struct):
    """What every body may have; the rest is read where it is needed."""

    postings: dict[str, int] = {}
    alerts: list[tuple[str, str]] = []
    result: msgspec.Raw = msgspec.Raw(b"")


_read = msgspec.json.Decoder(Said).decode


class Changed(Refused):
    """A chain was removed while it was read: the comparison begins anew."""

    def __init__(self) -> None:
        super().__init__("comparison: tables were removed while it read them; try again")


class Comparison:
    """One comparison of the database with its log. ``counts`` is what was looked at."""

    def __init__(self, database: Database) -> None:
        self.database = database
        self.counts: Counter[str] = Counter()
        self.unchecked = 0
        """Rows and columns of which the entries of an earlier Pitboss do not tell."""
        self.knows_people = False
        """Whether accounts and sessions were looked at."""
        self.waiting: set[str] | None = None
        """The tables that were not looked at yet, with an empty name as long as meters were not;
        None until that is known which all share: balances and heads."""

    def is_awaited(self, table: str) -> bool:
        """Whether it is not known yet that a table agrees with its log."""
        return self.waiting is None or table in self.waiting

    def pieces(self) -> Pieces:
        """The differences of each piece, mostly none. A piece is over when the next is asked for:
        whoever asks has done by then what is to be done about it."""
        for left in reversed(range(TRIES)):
            self.counts.clear()
            try:
                with self.database.reading() as transaction:
                    kept = read_kept(transaction)
                log = Log(self.database, kept)
                for piece in log.pieces(self.counts):
                    yield piece
                    self.knows_people = log.knows_people
                yield log.compare()
                break
            except Changed:
                if not left:
                    raise
        self.unchecked = log.people.unchecked + log.meters.untold
        yield from self._compare_tables(log)
        for found in log.heads.check_signatures(self.database, log.keys):
            yield [found] if found else []
        self.counts["heads"] = log.heads.count

    def _compare_tables(self, log: "Log") -> Pieces:
        """Those that share a meter first, and released together; then the others, open ones before
        those that are closed."""
        kept, linked = log.kept, log.meters.linked
        tables = {*kept.ends, *kept.tables} - {HOUSE}
        self.waiting = {*tables, ""}
        continuity = log.meters.follow(kept.jackpots)
        for table in sorted(tables & linked.keys()):
            yield self._compare_table(table, log, continuity)
        yield [*continuity.compare()]
        self.waiting -= {*linked, ""}
        for table in sorted(tables - linked.keys(), key=lambda one: (one not in kept.open, one)):
            yield self._compare_table(table, log, continuity)
            self.waiting.discard(table)

    def _compare_table(self, table: str, log: "Log", continuity: Continuity) -> list[Difference]:
        self.counts["tables"] += 1
        return [*compare_table(self.database, table, log.meters, continuity)]

    def run(self) -> list[Difference]:
        """All at once."""
        return [found for piece in self.pieces() for found in piece]


class Log:
    """One reading of every entry up to a moment."""

    def __init__(self, database: Database, kept: Kept) -> None:
        self.database = database
        self.kept = kept
        self.people = People()
        self.meters = Standings()
        self.heads = Heads(kept.head[0])
        self.keys: list[str] = []
        self.knows_people = False
        self._balances: Counter[str] = Counter()
        self._end = ("", 0, START)
        self._reached: dict[str, int] = {}
        self._sealed: set[str] = set()

    def pieces(self, counts: Counter[str]) -> Pieces:
        yield [*self.heads.follow(self.database)]
        found: list[Difference] = []
        ends = self.kept.ends
        for number, row in enumerate(self._rows(), 1):
            if not row:
                yield [*found, *self.people.compare(self.kept)]
                found = []
                self.knows_people = True
                continue
            entry = Entry(*row)
            if entry.version <= ends.get(entry.chain, (0, ""))[0]:
                found += self._take(entry)
                counts["entries"] += 1
            if number % PAGE == 0:
                yield found
                found = []
        if any(self._reached.get(chain, 0) < end[0] for chain, end in ends.items()):
            raise Changed
        yield [*found, *self.heads.finish(self.kept.head, ends)]

    def _rows(self) -> Iterator[Row]:
        """All entries, those of the house first; an empty row after them."""
        for row in entries.ROWS.pages(self.database, (HOUSE, 0), PAGE):
            if row[0] != HOUSE:
                break
            yield row
        yield ()
        for row in entries.ROWS.pages(self.database, size=PAGE):
            if row[0] != HOUSE or row[1] < 1:
                yield row

    def _take(self, entry: Entry) -> Iterator[Difference]:
        chain, version, before = self._end
        if entry.chain != chain:
            version, before = 0, START
        kind, name = of_chain(entry.chain)
        place = f"{entry.chain} entry {entry.version}"
        if entry.version != version + 1:
            yield Difference(place, f"entry {version + 1}", "none", kind, name)
        elif hash_parts(before, *entry[:7]) != entry.hash:
            yield Difference(place, "another entry by its hash", "this one", kind, name)
        self._end = (entry.chain, entry.version, entry.hash)
        self._reached[entry.chain] = entry.version
        claimed, number = self.heads.claim_of(entry.chain, entry.version)
        if claimed and claimed != entry.hash:
            says = f"another entry, by head {number}"
            yield Difference(place, says, "this one", kind, name)
        try:
            if entry.kind == RoundSealed.word:
                commitment = str(entry.values.get("commitment"))
                if commitment in self._sealed:
                    yield Difference(place, "a seed of its own", "another round's", kind, name)
                self._sealed.add(commitment)
            self._follow(entry)
        except (*BROKEN, msgspec.MsgspecError) as error:
            yield Difference(place, "what cannot be read", str(error)[:80], kind, name)

    def _follow(self, entry: Entry) -> None:
        said = _read(entry.body)
        if entry.secret is not None and '"commitment":' not in entry.body:
            raise ValueError("a secret that it does not commit to")
        for account, cents in said.postings.items():
            self._balances[account] += cents
        if entry.chain == HOUSE:
            self._follow_house(entry)
        if said.alerts and entry.kind != "alert-raised":
            table = "" if entry.chain == HOUSE else entry.chain
            self.people.alert(entry.at, table, said.alerts)
        if entry.chain == HOUSE:
            return
        if entry.kind in SETUP_KINDS:
            self.meters.set_up(entry.chain, entry.values)
        elif entry.kind in CORRECTIONS:
            self.meters.correct(entry.values)
        if (link := self.meters.links.get(entry.chain)) and link.names:
            if entry.kind == RoundOpened.word:
                self.meters.open_round(entry.chain, entry.version, entry.values)
            if said.result:
                result = msgspec.json.decode(said.result)
                self.meters.end_round(entry.chain, entry.version, result)

    def _follow_house(self, entry: Entry) -> None:
        self.people.add(entry)
        if entry.kind == "jackpot-opened":
            self.meters.open(entry.values)
        elif entry.kind == ADJUSTED:
            self.meters.adjust(entry.at, entry.values)
        elif entry.kind == "key-made":
            self.keys.append(str(entry.values.get("key")))
        elif entry.kind == "software-started":
            self.heads.start(entry.values)

    def compare(self) -> list[Difference]:
        """What the log comes to, beside the rows of the same moment."""
        kept = self.kept
        found = [*self.people.compare_alerts(kept.alerts)]
        found += self.meters.compare(self.database, kept.jackpots, kept.adjustments)
        for account in sorted({*self._balances, *kept.balances}):
            says, has = self._balances[account], kept.balances.get(account, 0)
            if says != has:
                of = account_concerns(account)
                found.append(Difference(f"balances {account}", f"{says} cents", f"{has}", *of))
        for name, table in kept.strangers:
            found.append(Difference(f"{name} of {table[:40]}", "no such table", "rows"))
        return found
