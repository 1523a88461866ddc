"""What a table must have on record before it opens.

The conditions of each approval stand beside it, in the game's ``source.toml``. Pitboss checks that
the references are there and that named equipment is the approved one; whether a reference is true
is for people to check.
"""

import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from pitboss.games.contract import Game, Settings
from pitboss.games.profile import Profile
from pitboss.games.source import Condition, Source
from pitboss.refusal import Refused, gather

LONGEST = 500
"""Letters of one entry of a record."""

MACHINE = ("shuffler-model", "shuffler-maker", "shuffler-approval")
_SERIES = re.compile(r"(?:series )?([0-9]{1,4})([a-z]?)")


class Approval(NamedTuple):
    """References that a table is opened under; a part that it does not need may be empty."""

    approval: str = ""
    internal_controls: str = ""
    shuffler_model: str = ""
    shuffler_maker: str = ""
    jackpot_system: str = ""
    jackpot_series: str = ""
    licences: str = ""
    concurrence: str = ""
    supplement: str = ""
    certification: str = ""
    shuffler_approval: str = ""
    display_functions: str = ""


LICENCES = ("licences", "certification")
"""The records that name makers."""


def read_approval(profile: Profile, game: Game, settings: Settings, given: object) -> Approval:
    """Check the record that the conditions of the game's approval demand of such a table."""
    texts = read_texts(given, "approval record", Approval._fields)
    named = texts.get("approval", profile.approval.strip())
    if profile.approval.strip():
        texts["approval"] = profile.approval.strip()
    approval = Approval(**texts)
    record = {_key(name): text for name, text in texts.items()}
    with gather() as parts:
        with parts.at("approval"):
            _check_same(profile, named)
        if profile.name != "none":
            with parts.at("shuffler-model"):
                _check_machine(settings, approval)
            with parts.at():
                _check_record(profile, game, settings, record)
    return approval


def _check_same(profile: Profile, named: str) -> None:
    """The approval that the profile names is the one on record."""
    if profile.approval.strip() and named != profile.approval.strip():
        raise Refused(
            f"approval record: approval {named!r} is not the profile's"
            f" {profile.approval.strip()!r}; give one of them, or the same twice"
        )


def _check_machine(settings: Settings, approval: Approval) -> None:
    if settings.rulings.get("shuffler") == "no" and approval.shuffler_model:
        raise Refused(
            f"approval record: shuffler-model {approval.shuffler_model!r} at a table without a"
            " shuffle machine (ruling shuffler=no); leave it out or choose shuffler=yes"
        )


def _check_record(
    profile: Profile, game: Game, settings: Settings, record: Mapping[str, str]
) -> None:
    """It is whole, and what is there is what the conditions name."""
    binding = [one for one in game.source.conditions if _binds(one, profile, settings, record)]
    with gather() as parts:
        with parts.at():
            _check_whole(profile, binding, record)
        for condition in binding:
            with parts.at():
                _check_values(condition, record)
            with parts.at():
                _check_maker(condition, record)


def _binds(
    condition: Condition, profile: Profile, settings: Settings, record: Mapping[str, str]
) -> bool:
    """Where no ruling says whether a shuffle machine is used, naming its model or maker does."""
    machine = settings.rulings.get("shuffler", "yes" if set(MACHINE) & set(record) else "no")
    met = {"": True, "jackpots": bool(settings.jackpots), "shuffler": machine == "yes"}
    return condition.binds(profile.name) and met.get(condition.when, False)


def _check_whole(profile: Profile, binding: Sequence[Condition], record: Mapping[str, str]) -> None:
    """Every record that is asked for is there; those that lack are named in one line."""
    asked = {name: one.rule for one in binding for name in one.records if name not in record}
    lacking = [f"{name} ({rule})" if rule else name for name, rule in asked.items()]
    if lacking:
        refusal = Refused(
            f"profile {profile.name}: the approval record lacks {', '.join(lacking)}; a table"
            " opens only with them"
        )
        missing = f"profile {profile.name}: a table opens only with this on record"
        refusal.parts = tuple(Refused(missing, rule).below(name) for name, rule in asked.items())
        raise refusal


def _check_values(condition: Condition, record: Mapping[str, str]) -> None:
    """What the condition names outright, such as the jackpot system and its series."""
    with gather() as parts:
        for name, value in condition.values.items():
            given = " ".join(record.get(name, value).split())
            with parts.at(name):
                if given.lower() != value.lower():
                    wrong = f"approval record: {name} {given!r} is not the approved one; {value}"
                    raise Refused(wrong, condition.rule)
        for name, least in condition.series.items():
            given = record.get(name, least)
            with parts.at(name):
                if _series(given) < _series(least):
                    wrong = f"approval record: {name} {given!r} is not Series {least} or higher"
                    raise Refused(wrong, condition.rule)


def _check_maker(condition: Condition, record: Mapping[str, str]) -> None:
    """A maker of equipment stands in every record of makers that the profile asks for."""
    try:
        maker = condition.licensed.format_map(record)
    except KeyError:  # a maker who is not on record is missed there
        return
    for name in LICENCES if maker else ():
        if name in record and maker.lower() not in record[name].lower():
            raise Refused(
                f"approval record: {name} does not name {maker}; each maker of equipment stands"
                " there with its reference",
                condition.rule,
            ).below(name)


def _series(text: str) -> tuple[int, str]:
    """``3d`` or ``Series 3d`` as (3, "d"); below every series where it is none."""
    match = _SERIES.fullmatch(" ".join(text.lower().split()))
    return (int(match[1]), match[2]) if match else (-1, "")


def asked_records(source: Source, profile: str) -> list[str]:
    """Which records a profile asks for, at one table or another, in the order of the letter."""
    binding = [one for one in source.conditions if one.binds(profile)]
    return list(dict.fromkeys(name for one in binding for name in one.records))


def read_texts(
    given: object, what: str, fields: tuple[str, ...], others: tuple[str, ...] = ()
) -> dict[str, str]:
    """Texts under the known keys, written with dashes, none of them blank."""
    if not isinstance(given, Mapping):
        raise Refused(f"{what}: a JSON object is needed")
    keys = {_key(name): name for name in fields}
    texts = {}
    for key, value in given.items():
        if key not in keys:
            raise Refused(
                f"{what}: key {str(key)[:40]!r} is unknown; it has {', '.join([*keys, *others])}"
            )
        if not isinstance(value, str) or not value.strip() or len(value) > LONGEST:
            wrong = f"{what}: {key}: text of 1 to {LONGEST} letters is needed"
            raise Refused(wrong).below(str(key))
        texts[keys[key]] = value.strip()
    return texts


def _key(name: str) -> str:
    return name.replace("_", "-")
