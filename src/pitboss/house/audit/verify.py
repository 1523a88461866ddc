"""The independent verifier of an exported log: the standard library and Ed25519, nothing else.

It shares no code with the house that wrote the log (its parts are in ``checks``), so a
mistake there is not repeated here. It reads a log once, line by line. What it finds it reports
and goes on; only a file that is no log at all is ``Unreadable``. Replaying the rounds needs the
rules and is a layer of its own (``replay``), which watches the entries as they pass.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from hashlib import sha256
from typing import Any, NamedTuple, Protocol

from pitboss.house.audit.checks import (
    Chains,
    Findings,
    Roots,
    Secrets,
    Shape,
    Sums,
    are_names,
    are_places,
    canonical,
    digest,
    has_shape,
    is_key,
    is_signed,
    read_line,
)
from pitboss.house.audit.kept import Stamped, Stamps, read_head
from pitboss.house.audit.timestamps import BadStamp

FORMAT, FORMAT_VERSION = "pitboss-log", 1
HOUSE, START = "house", "0" * 64
SECTIONS = ("head", "entry", "balance", "end")


def _shape(**types: type | tuple[type, ...]) -> Shape:
    return {name: kind if isinstance(kind, tuple) else (kind,) for name, kind in types.items()}


_OPTIONAL = (str, type(None))
_ENTRY = {
    **_shape(chain=str, version=int, kind=str, at=str, who=str, command=_OPTIONAL),
    **_shape(body=dict, secret=(dict, type(None)), hash=str),
}
_HEADER = {
    **_shape(format=str, version=int, made=str, scope=dict),
    **_shape(keys=list, signed_by=str, chains=dict),
}
_SCOPE = _shape(table=str, first_day=str, last_day=str)
_HEAD = _shape(number=int, at=str, chains=dict, manifest=str, previous=str)
_HEAD_WITH_ROOT = {**_HEAD, **_shape(root=str)}
_HEAD_WITH_REMOVED = {**_HEAD_WITH_ROOT, **_shape(removed=list)}
_BALANCE = _shape(account=str, cents=int)
HEADS = (_HEAD, _HEAD_WITH_ROOT, _HEAD_WITH_REMOVED)
"""As they were at first, with every chain; with those that changed and a root; and where chains
were removed."""
_END = _shape(heads=int, entries=int, balances=int, at=str, chains=dict, sha256=str)
_ROUND = _shape(format=str, version=int, table=str, round=int, before=list, entries=list)


class Unreadable(Exception):
    """The file is no log, or no key was given where one is needed."""


class Finding(NamedTuple):
    """One thing that is wrong, and where."""

    place: str
    problem: str


Check = Callable[[Mapping[str, Any], str], Findings]
"""Looks at an entry of the right form, given its place; yields what it finds wrong."""


class Watch(Protocol):
    """A further check of every entry: first it is told the version before each chain's first one,
    and whether the log is whole; in the end it tells how much it has looked at."""

    def start(self, starts: Mapping[str, int], is_whole: bool = False) -> None: ...
    def add(self, entry: Mapping[str, Any], place: str) -> Findings: ...
    def finish(self) -> Findings: ...
    @property
    def counts(self) -> Mapping[str, int]: ...


class Report(NamedTuple):
    """What was found, how much was checked, and the keys that were trusted."""

    findings: list[Finding]
    counts: dict[str, int]
    scope: dict[str, str]
    keys: list[str]
    keys_given: bool
    stamped: Sequence[Stamped] = ()
    """Heads of which there are timestamps; who signed those is not checked."""


class Entries:
    """The one way to check an entry: its form, its place in its chain, its secret, its postings,
    and what else is to be looked at."""

    def __init__(self, starts: Mapping[str, Any], whole: bool, *others: Check) -> None:
        self.chains = Chains(starts)
        self.secrets = Secrets()
        self.sums = Sums(whole)
        self._checks = (self.chains.add, self.secrets.add, self.sums.add, *others)

    def add(self, entry: Any, place: str) -> Findings:
        if not has_shape(entry, _ENTRY):
            yield place, "not an entry with its nine parts"
            return
        place = f"{entry['chain']} entry {entry['version']}"
        for check in self._checks:
            yield from check(entry, place)


class Verifier:
    """One pass over a log. ``keys`` are those the caller trusts; without any, the log's own."""

    def __init__(self, header: Mapping[str, Any], keys: Sequence[str], watch: Watch | None) -> None:
        self.scope = header["scope"]
        self.keys = list(keys) or header["keys"]
        self.header = header
        self.whole = not any(self.scope.values())
        others = (self._house, watch.add) if watch else (self._house,)
        self.entries = Entries(header["chains"], self.whole, *others)
        self.counts = dict.fromkeys(SECTIONS, 0)
        self._section = 0
        self._head: tuple[int, str] | None = None
        self._kept: dict[int, str] = {}
        self.stamps = Stamps()
        self._removed: dict[str, str] = {}
        self._roots = None if self.scope["first_day"] else Roots()
        self._balances: dict[str, int] = {}
        self._recorded: list[str] = []
        self._manifests: set[str] = set()
        self._hashes: dict[object, str] = {}
        self._signed: dict[str, str] = {}

    def start(self, kept_heads: Iterable[bytes]) -> Findings:
        """Check the first line and heads that were kept elsewhere."""
        if not self.keys:
            yield "first line", "no key is recorded, so no signature can be trusted"
        if self.whole:
            for chain, (version, before) in self.header["chains"].items():
                if version or before != START:
                    yield "first line", f"a whole log starts {chain} after entry {version}"
        for data in kept_heads:
            value, stamp = read_head(data)
            if value is None or not _is_head(value):
                raise Unreadable("kept head: not a head and its signature")
            head = value["head"]
            place = f"kept head {head['number']}"
            self._kept[head["number"]] = digest(canonical(head))
            yield from self._claim(value, place)
            if stamp is not None:
                yield from self.stamps.add_own(stamp, head, place)

    def add(self, line: bytes, place: str) -> Findings:
        """Check one line after the first."""
        value = read_line(line)
        kind = next((name for name in SECTIONS if value and name in value), None)
        if value is None or kind is None:
            yield place, "not a line of a log in canonical JSON: changed or cut short"
            return
        section = SECTIONS.index(kind)
        if self._section == SECTIONS.index("end"):
            yield place, "stands after the end of the log"
        elif section < self._section:
            yield place, f"a line with {kind} out of place"
        self._section = max(self._section, section)
        self.counts[kind] += 1
        if kind == "entry":
            yield from self.entries.add(value["entry"] if len(value) == 1 else None, place)
        elif kind == "head":
            yield from self._next_head(value, place)
        elif kind == "balance":
            yield from self._balance(value, place)

    def _house(self, entry: Mapping[str, Any], place: str) -> Findings:
        """Keys and manifests that the house has recorded."""
        body = entry["body"]
        if entry["chain"] != HOUSE:
            return
        if entry["kind"] == "key-made":
            self._recorded.append(str(body.get("key")))
        elif entry["kind"] == "log-removed":
            yield from self.entries.chains.remove(body, place)
        elif entry["kind"] == "software-started":
            manifest = body.get("manifest")
            if isinstance(manifest, dict):
                rest = {name: part for name, part in manifest.items() if name != "digest"}
                if manifest.get("digest") != digest(canonical(rest)):
                    yield place, "its manifest does not have the digest it names"
                manifest = manifest.get("digest")
            self._manifests.add(str(manifest))
            yield from self._started(body, place)

    def _started(self, body: Mapping[str, Any], place: str) -> Findings:
        """A start names the last head of its time, and one that it has missed."""
        head = body.get("head")
        if self.whole and isinstance(head, dict):
            number, named = head.get("number"), head.get("hash")
            if self._hashes.get(number) != named:
                yield place, f"head {number} is not the one that it names, or is gone"
        if "head_gone" in body:
            yield place, f"head {body['head_gone']} was gone when the house was started"

    def _next_head(self, value: Mapping[str, Any], place: str) -> Findings:
        if not _is_head(value):
            yield place, "not a head with its five parts and a signature"
            return
        head = value["head"]
        place = f"head {head['number']}"
        expected = self._head or ((0, START) if not self.scope["first_day"] else None)
        if expected and head["number"] != expected[0] + 1:
            yield place, f"follows head {expected[0]}: heads are missing or reordered"
        elif expected and head["previous"] != expected[1]:
            yield place, "does not name the hash of the head before it"
        self._head = head["number"], digest(canonical(head))
        if self._kept.pop(head["number"], self._head[1]) != self._head[1]:
            yield place, "is not the head of this number that was kept: it was changed since"
        self._hashes[head["number"]] = self._head[1]
        yield from self.stamps.meet(self._head[1], head["number"], head["at"], place)
        if self._roots:
            self._roots.add(head["chains"], head.get("removed", ()))
            self._removed |= dict.fromkeys(head.get("removed", ()), place)
            if head.get("root", self._roots.root) != self._roots.root:
                yield place, "its root does not follow from the chains that the heads name"
        self._signed.setdefault(head["manifest"], place)
        yield from self._claim(value, place)

    def _claim(self, value: Mapping[str, Any], place: str) -> Findings:
        if not is_signed(canonical(value["head"]), value["signature"], self.keys):
            yield place, "is not signed by a trusted key"
        yield from self.entries.chains.claim(value["head"]["chains"], place, self.whole)

    def _balance(self, value: Mapping[str, Any], place: str) -> Findings:
        balance = value["balance"]
        if len(value) != 1 or not has_shape(balance, _BALANCE):
            yield place, "not a balance with its account and cents"
        elif balance["account"] in self._balances:
            yield place, f"a second balance of {balance['account']}"
        else:
            self._balances[balance["account"]] = balance["cents"]

    def finish(self, last: bytes, before: str) -> Findings:
        """Check the last line against all that went before; ``before`` is the hash of that."""
        value = read_line(last)
        if value is None or value.keys() != {"end", "signature"}:
            yield "end", "the signed last line is missing: the log is cut short"
        elif not has_shape(value["end"], _END):
            yield "end", "not a last line with its six parts"
        else:
            yield from self._end(value["end"], value["signature"], before)
        if not self.scope["last_day"]:
            yield from self.entries.chains.finish()
            if self._head is None:
                yield "end", "no signed head is in the log"
            if not self.scope["first_day"]:
                for number in self._kept:
                    yield f"kept head {number}", "is missing from the log's heads"
                yield from self.stamps.finish()
        if self.whole:
            yield from self.entries.sums.finish()
            yield from self.entries.sums.compare(self._balances)
            if self._recorded != self.header["keys"]:
                yield "first line", "names other keys than the house chain records"
            for chain, place in self._removed.items():
                if chain not in self.entries.chains.removed:
                    yield place, f"removes chain {chain}, of which the house chain says nothing"
            for manifest, place in self._signed.items():
                if manifest not in self._manifests:
                    yield place, "names a manifest that the house chain does not record"

    def _end(self, end: Mapping[str, Any], signature: object, before: str) -> Findings:
        keys = [key for key in self.keys if key == self.header["signed_by"]]
        if not is_signed(canonical(end), signature, keys):
            yield "end", "is not signed by a trusted key"
        if end["sha256"] != before:
            yield "end", "the lines before are not those that were signed"
        if end["chains"] != self.entries.chains.ends:
            yield "end", "names other ends of the chains than the entries reach"
        for name, kind in (("heads", "head"), ("entries", "entry"), ("balances", "balance")):
            if end[name] != self.counts[kind]:
                yield "end", f"names {end[name]} {name}, the log has {self.counts[kind]}"

    def totals(self) -> dict[str, int]:
        """How much was checked."""
        return {
            "entries": self.counts["entry"],
            "chains": len(self.entries.chains.ends),
            "heads": self.counts["head"],
            "chains removed": len(self.entries.chains.removed),
            "postings": self.entries.sums.postings,
            "balances": self.counts["balance"],
            "commitments": self.entries.secrets.opened,
            "secrets in play": self.entries.secrets.kept,
        }


def _is_head(value: Mapping[str, Any]) -> bool:
    return (
        value.keys() == {"head", "signature"}
        and any(map(partial(has_shape, value["head"]), HEADS))
        and are_places(value["head"]["chains"])
        and are_names(value["head"].get("removed", []))
    )


def _read_header(line: bytes) -> dict[str, Any]:
    header = read_line(line)
    if header is None or header.get("format") != FORMAT:
        raise Unreadable("not a log of Pitboss: its first line does not say so")
    if header.get("version") != FORMAT_VERSION:
        raise Unreadable(
            f"a log of format version {str(header.get('version'))[:20]}; known: {FORMAT_VERSION}"
        )
    right = has_shape(header, _HEADER) and has_shape(header["scope"], _SCOPE)
    if not right or not are_places(header["chains"]) or not all(map(is_key, header["keys"])):
        raise Unreadable("the first line lacks a part, or has one that does not belong there")
    return header


def verify_log(
    lines: Iterable[bytes],
    keys: Sequence[str] = (),
    kept_heads: Iterable[bytes] = (),
    watch: Watch | None = None,
    stamps: Iterable[bytes] = (),
) -> Report:
    """Check a log, given as its lines with their line ends, against heads and timestamps of heads
    that were kept elsewhere."""
    if wrong := next((key for key in keys if not is_key(key)), None):
        raise Unreadable(f"key {wrong[:20]!r}: a public key has 64 digits of 0-9 and a-f")
    source = iter(lines)
    first = next(source, b"")
    header = _read_header(first)
    if watch:
        starts = {chain: start[0] for chain, start in header["chains"].items()}
        watch.start(starts, not any(header["scope"].values()))
    verifier = Verifier(header, keys, watch)
    try:
        verifier.stamps = Stamps(stamps)
    except BadStamp as error:
        raise Unreadable(f"timestamp: {error}") from None
    found = [*verifier.start(kept_heads)]
    running, last = sha256(), first
    for number, line in enumerate(source, 2):
        running.update(last)
        last = line
        found += verifier.add(line, f"line {number}")
    found += verifier.finish(last, running.hexdigest())
    found += watch.finish() if watch else ()
    counts = {**verifier.totals(), **(watch.counts if watch else {})}
    findings = [Finding(*one) for one in found]
    trusted = (verifier.keys, bool(keys))
    return Report(findings, counts, header["scope"], *trusted, verifier.stamps.met)


def verify_round(value: Mapping[str, Any], watch: Watch | None = None) -> Report:
    """Check one exported round: a stretch of a table's chain from its opening to its result, or to
    the void by which one person has taken that back."""
    right = has_shape(value, _ROUND) and value["version"] == FORMAT_VERSION
    entries = value["entries"] if right else []
    if not entries or not are_places({"": value["before"]}):
        raise Unreadable("not a round of Pitboss: a part is missing, or of another version")
    table = value["table"]
    if watch:
        watch.start({table: 1})  # wherever the round stands in its chain
    checks = Entries({table: value["before"]}, False, *([watch.add] if watch else []))
    found: list[tuple[str, str]] = []
    for number, entry in enumerate(entries, 1):
        found += checks.add(entry, f"entry {number} of the round")
    if not found:
        opened, ended = entries[0], entries[-1]["body"]
        ends = "result" in ended or (
            "irregularity" in ended and ended.get("round") == value["round"]
        )
        begins = (opened["kind"], opened["body"].get("round")) == ("round-opened", value["round"])
        if not begins or not ends:
            found.append(("round", "does not reach from its opening to its result"))
    counts = {
        "entries": len(entries),
        "postings": checks.sums.postings,
        "commitments": checks.secrets.opened,
        **(watch.counts if watch else {}),
    }
    return Report([Finding(*one) for one in found], counts, {}, [], False)
