"""Voids, corrections, jackpot hits, envy pays and promotions: what was out of the ordinary."""

from collections import Counter
from typing import Any

from pitboss.house.books.meters import hit_values
from pitboss.house.books.period import Period, read_ended, read_entries, read_rounds
from pitboss.house.store import Transaction
from pitboss.money import dollars


def voids(transaction: Transaction, period: Period) -> dict[str, Any]:
    """Voided rounds by cause and by dealer, and each of them with who voided it and why."""
    rounds = []
    for played in read_rounds(transaction, period):
        if played.status == "void":
            ended = read_ended(transaction, played)
            rounds.append(
                {
                    "day": played.day,
                    "at": played.ended_at,
                    "table": played.table,
                    "game": played.game,
                    "round": played.number,
                    "cause": played.cause,
                    "reason": ended.values.get("reason", ""),
                    "dealer": played.dealer,
                    "voided_by": ended.who,
                }
            )
    counted = Counter((row["game"], row["cause"], row["dealer"]) for row in rounds)
    causes = [
        {"game": game, "cause": cause, "dealer": dealer, "rounds": number}
        for (game, cause, dealer), number in sorted(counted.items())
    ]
    return {"period": period._asdict(), "causes": causes, "rounds": rounds}


def corrections(transaction: Transaction, period: Period) -> list[dict[str, Any]]:
    """Settled rounds that two people voided; what could not be collected is the bank's loss."""
    found = []
    for entry in read_entries(transaction, period, "round-corrected"):
        body = entry.values
        found.append(
            {
                "day": entry.at[:10],
                "at": entry.at,
                "table": entry.chain,
                "round": body["round"],
                "why": body["why"],
                "people": body["people"],
                "uncollected": body["uncollected"],
                "bank": dollars(body.get("postings", {}).get(f"bank:{entry.chain}", 0)),
            }
        )
    return found


def hits(transaction: Transaction, period: Period) -> list[dict[str, Any]]:
    """Every jackpot hit, in the order of its time, table, round and place."""
    sql, values = "at >= ? AND at < ?", [period.first_day, period.end]
    if period.table:
        sql, values = f"{sql} AND table_id = ?", [*values, period.table]
    if period.game:
        sql = f"{sql} AND table_id IN (SELECT id FROM tables WHERE game = ?)"
        values.append(period.game)
    rows = transaction.execute(
        "SELECT jackpot, at, id, table_id, round, place, seat, who, hand, paid_cents, state, steps"
        f" FROM hits WHERE {sql} ORDER BY at, table_id, round, place",
        values,
    )
    return [{"jackpot": row[0], **hit_values(row[1:])} for row in rows]


def envy_pays(transaction: Transaction, period: Period) -> list[dict[str, Any]]:
    """What other seats were paid for a hit or prize at their table; corrected rounds are named
    as such, for their envy was taken back."""
    found = []
    for played in read_rounds(transaction, period):
        if '-envy"' not in played.wagers:
            continue
        for row in read_ended(transaction, played).values["result"]["settlement"]:
            if row["wager"].endswith("-envy"):
                found.append(
                    {
                        "day": played.day,
                        "at": played.ended_at,
                        "table": played.table,
                        "round": played.number,
                        "seat": row["seat"],
                        "wager": row["wager"],
                        "hand": row["row"],
                        "paid": row["paid"],
                        "status": played.status,
                    }
                )
    return found


def promotions(transaction: Transaction, period: Period) -> list[dict[str, Any]]:
    """What the promotion account paid to each seat."""
    found = []
    for entry in read_entries(transaction, period, "promotion-paid"):
        body = entry.values
        for account, cents in sorted(body["postings"].items()):
            if account.startswith("seat:"):
                found.append(
                    {
                        "day": entry.at[:10],
                        "at": entry.at,
                        "table": entry.chain,
                        "round": body["round"],
                        "seat": int(account.rsplit(":", 1)[1]),
                        "paid": dollars(cents),
                    }
                )
    return found
