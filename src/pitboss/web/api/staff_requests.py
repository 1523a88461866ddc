"""What staff send."""

from typing import Annotated, Any, Literal

from pydantic import Field

from pitboss.web.api.requests import Asked, Name, Why

Role = Literal["player", "dealer", "supervisor", "operator", "auditor"]
NewPassword = Annotated[str, Field(min_length=10, max_length=200, examples=["a long new one"])]


class NewPerson(Asked):
    name: Name
    role: Role
    password: NewPassword


class ChangeRole(Asked):
    act: Literal["change-role"]
    role: Role


class Rename(Asked):
    act: Literal["rename"]
    name: Name


class SetPassword(Asked):
    act: Literal["set-password"]
    password: NewPassword


class OpenOrClose(Asked):
    act: Literal["deactivate", "reactivate"]


PersonChange = Annotated[
    ChangeRole | Rename | SetPassword | OpenOrClose, Field(discriminator="act")
]


class OwnPassword(Asked):
    password: str = Field(max_length=1_000, description="the present one")
    new: NewPassword


class NewRequest(Asked):
    act: Literal["adjust-meter", "reseed", "void-settled"]
    body: dict[str, Any] = Field(
        max_length=20,
        description="jackpot, change, cause and reference; or table and round",
        examples=[{"table": "duki-0a1b2c3d", "round": 7}],
    )
    why: Why


class Approve(Asked):
    act: Literal["approve", "withdraw"]


class Decline(Asked):
    act: Literal["decline"]
    why: Why


RequestAnswer = Annotated[Approve | Decline, Field(discriminator="act")]
