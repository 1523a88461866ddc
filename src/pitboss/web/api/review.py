"""One's own rounds in review: what was won, what play was worth, each decision by its exact cost.

Figures are of the same making as the pages' (docs/review.md), in dollars."""

from fractions import Fraction
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Query
from pydantic import Field

from pitboss.money import dollars
from pitboss.odds.figures import exact
from pitboss.training.review import Turn
from pitboss.training.sessions import Session
from pitboss.web.api.answers import BY_VISITOR, Answer, Figure, Money, says
from pitboss.web.common.gate import Json
from pitboss.web.common.reviews import Row, gather, review_session
from pitboss.web.common.services import TableId
from pitboss.web.common.visits import Known

router = APIRouter(tags=["rounds"])

Tag = Literal["best", "inaccuracy", "mistake", "blunder", "forced"]


class DecisionReviewed(Answer):
    """A decision of yours: what you did, what was best, and what the difference is worth."""

    chosen: str = Field(examples=["play 10.00"])
    best: str = Field(examples=["fold"])
    tag: Tag = Field(description="by its cost; forced where there was no choice")
    cost: Figure
    by_clock: bool = Field(description="the clock took it, and it counts nowhere")


class Worth(Answer):
    """What was won, and what of it was play and what luck; null where nothing is judged."""

    won: Money
    worth: Figure | None = Field(description="what play was worth: won less luck")
    luck: Figure | None
    accuracy: Figure | None = Field(description="1: each decision was the best; null before any")
    modelled: bool = Field(description="right only if the model of the other players holds")


class RoundReviewed(Worth):
    round: int
    ended: str
    status: Literal["settled", "void", "corrected"]
    state: Literal["judged", "waiting", "secret", "none"] = Field(
        description="waiting: being judged; secret: kept by your exam; none: cannot be judged"
    )
    decisions: list[DecisionReviewed]


class SessionReviewed(Worth):
    """Worth, luck and accuracy are of the rounds that are judged so far."""

    table: str
    game: str
    waiting: int = Field(description="rounds that are being judged; ask again")
    rounds: list[RoundReviewed]


@router.get("/review/{table_id}", **says(SessionReviewed, 401, 404, 422, 429, by=BY_VISITOR))
async def show_review(
    visit: Known,
    table_id: TableId,
    number: Annotated[int, Query(alias="from", ge=0, le=1_000_000_000)] = 0,
) -> Json:
    """Your own session at a table, judged as far as it is by now: the newest, or that of the round
    ``from``."""
    visit.take_command()
    rows = await review_session(visit, table_id, number)
    session = gather(None if row.is_secret else row.kept for row in rows)
    return Json(
        {
            "table": table_id,
            "game": rows[0].own.game,
            "waiting": sum(row.is_waiting for row in rows),
            **_worth(sum(row.own.net_cents for row in rows), session),
            "rounds": [_round(row) for row in rows],
        }
    )


def _worth(net_cents: int, session: Session) -> dict[str, Any]:
    accuracy, is_judged = session.accuracy, bool(session.rounds)
    luck = sum((one.luck_cents for one in session.rounds), Fraction(0))
    return {
        "won": dollars(net_cents),
        "worth": _in_dollars(session.worth_cents) if is_judged else None,
        "luck": _in_dollars(luck) if is_judged else None,
        "accuracy": None if accuracy is None else exact(accuracy),
        "modelled": session.is_modelled,
    }


def _in_dollars(cents: Fraction) -> object:
    return exact(cents / 100)


def _round(row: Row) -> dict[str, Any]:
    own, reviewed = row.own, row.reviewed
    state = "secret" if row.is_secret else "waiting" if row.is_waiting else "none"
    return {
        "round": own.number,
        "ended": own.ended_at,
        "status": own.status,
        "state": "judged" if reviewed else state,
        **_worth(own.net_cents, Session((reviewed,) if reviewed else ())),
        "decisions": [_decision(turn) for turn in reviewed.turns] if reviewed else [],
    }


def _decision(turn: Turn) -> dict[str, Any]:
    judgement = turn.judgement
    return {
        "chosen": judgement.chosen,
        "best": judgement.best,
        "tag": turn.tag,
        "cost": _in_dollars(judgement.cost_cents),
        "by_clock": turn.by_clock,
    }
