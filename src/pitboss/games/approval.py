"""What a table must have on record before it opens.

Pitboss checks that the references are there and that the named jackpot system is the approved
one; whether a reference is true is for people to check.
"""

import re
from collections.abc import Mapping
from typing import NamedTuple

from pitboss.games.contract import Settings
from pitboss.games.profile import Profile, figures
from pitboss.refusal import Refused

LONGEST = 500
"""Letters of one entry of a record."""

_SERIES = re.compile(r"(?:series )?([0-9]{1,4})([a-z]?)")


class Approval(NamedTuple):
    """References that a table is opened under; a part that it does not need may be empty.

    ``licences`` (of the makers of layout and equipment) and ``concurrence`` (of the Commission
    with a tribal approval) are kept where given.
    """

    approval: str = ""
    internal_controls: str = ""
    shuffler_model: str = ""
    shuffler_maker: str = ""
    jackpot_system: str = ""
    jackpot_series: str = ""
    licences: str = ""
    concurrence: str = ""


def read_approval(profile: Profile, settings: Settings, given: object) -> Approval:
    """Check the record that the profile demands of a table with these settings."""
    texts = read_texts(given, "approval record", Approval._fields)
    if profile.approval.strip():
        named = texts.setdefault("approval", profile.approval.strip())
        if named != profile.approval.strip():
            raise Refused(
                f"approval record: approval {named!r} is not the profile's"
                f" {profile.approval.strip()!r}; give one of them, or the same twice"
            )
    approval = Approval(**texts)
    if profile.name == "none":
        return approval
    needed = _needed(settings, approval)
    lacking = [_key(name) + needed[name] for name in needed if not getattr(approval, name)]
    if lacking:
        raise Refused(
            f"profile {profile.name}: the approval record lacks {', '.join(lacking)}; a table"
            " opens only with them"
        )
    if settings.rulings.get("shuffler") == "no" and approval.shuffler_model:
        raise Refused(
            f"approval record: shuffler-model {approval.shuffler_model!r} at a table without a"
            " shuffle machine (ruling shuffler=no); leave it out or choose shuffler=yes"
        )
    if settings.jackpots:
        _check_system(settings, approval)
    return approval


def _needed(settings: Settings, approval: Approval) -> dict[str, str]:
    """The parts that these settings need, each with the document's rule in brackets.

    Where no ruling says whether a shuffle machine is used, naming its model or maker does.
    """
    needed = {"approval": "", "internal_controls": ""}
    named = approval.shuffler_model or approval.shuffler_maker
    if settings.rulings.get("shuffler") == "yes" or named:
        rule = condition_of(settings, "shuffler")
        needed |= dict.fromkeys(("shuffler_model", "shuffler_maker"), rule and f" ({rule})")
    if settings.jackpots:
        rule = condition_of(settings, "jackpots")
        needed |= dict.fromkeys(("jackpot_system", "jackpot_series"), rule and f" ({rule})")
    return needed


def condition_of(settings: Settings, name: str) -> str:
    """The document's rule on a part of the record, or nothing."""
    return str(figures()["conditions"].get(settings.game, {}).get(name, ""))


def _check_system(settings: Settings, approval: Approval) -> None:
    """Jackpots run on the system that the approval names, of its series or a higher one."""
    system = figures()["jackpot_system"]
    wanted = f"{system['name']} Series {system['series']} or higher"
    rule = condition_of(settings, "jackpots")
    name = " ".join(approval.jackpot_system.split())
    if name.lower() != system["name"].lower():
        raise Refused(
            f"approval record: jackpot-system {name!r} is not the approved one; {wanted}", rule
        )
    if _series(approval.jackpot_series) < _series(system["series"]):
        raise Refused(
            f"approval record: jackpot-series {approval.jackpot_series!r} is not {wanted}", rule
        )


def _series(text: str) -> tuple[int, str]:
    """``3d`` or ``Series 3d`` as (3, "d"); below every series where it is none."""
    match = _SERIES.fullmatch(" ".join(text.lower().split()))
    return (int(match[1]), match[2]) if match else (-1, "")


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
            raise Refused(f"{what}: {key}: text of 1 to {LONGEST} letters is needed")
        texts[keys[key]] = value.strip()
    return texts


def _key(name: str) -> str:
    return name.replace("_", "-")
