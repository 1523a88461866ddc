"""Voids, corrections, jackpot hits, envy pays and promotions: what was out of the ordinary."""

from collections import Counter
from typing import Any

from pitboss.house import ledger
from pitboss.house.books.meters import hit_values
from pitboss.house.store import Transaction, entries, tables
from pitboss.house.store import jackpots as kept_hits
from pitboss.house.store.period import Period
from pitboss.jackpots.terms import is_envy
from pitboss.money import dollars


def _place(at: str, table: str, number: int) -> dict[str, Any]:
    """When and in which round something was; the first columns of its row."""
    return {"day": at[:10], "at": at, "table": table, "round": number}


def voids(transaction: Transaction, period: Period) -> dict[str, Any]:
    """Voided rounds by cause and by dealer, and each of them with who voided it and why."""
    found = []
    for played in tables.rounds_of_period(transaction, period):
        if played.status == "void":
            ended = tables.last_entry(transaction, played)
            found.append(
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
    counted = Counter((row["game"], row["cause"], row["dealer"]) for row in found)
    causes = [
        {"game": game, "cause": cause, "dealer": dealer, "rounds": number}
        for (game, cause, dealer), number in sorted(counted.items())
    ]
    return {"period": period._asdict(), "causes": causes, "rounds": found}


def corrections(transaction: Transaction, period: Period) -> list[dict[str, Any]]:
    """Settled rounds that two people voided; what could not be collected is the bank's loss."""
    found = []
    for entry in entries.of_period(transaction, period, "round-corrected"):
        body = entry.values
        found.append(
            {
                **_place(entry.at, entry.chain, body["round"]),
                "why": body["why"],
                "people": body["people"],
                "uncollected": body["uncollected"],
                "bank": dollars(body.get("postings", {}).get(ledger.bank(entry.chain), 0)),
            }
        )
    return found


def hits(transaction: Transaction, period: Period) -> list[dict[str, Any]]:
    """Every jackpot hit, in the order of its time, table, round and place."""
    found = kept_hits.hits_of_period(transaction, period)
    return [{"jackpot": hit.jackpot, **hit_values(hit)} for hit in found]


def envy_pays(transaction: Transaction, period: Period) -> list[dict[str, Any]]:
    """What other seats were paid for a hit or prize at their table; corrected rounds are named
    as such, for their envy was taken back."""
    found = []
    for played in tables.rounds_of_period(transaction, period):
        if not any(map(is_envy, played.book)):
            continue
        for row in tables.last_entry(transaction, played).values["result"]["settlement"]:
            if is_envy(row["wager"]):
                found.append(
                    {
                        **_place(played.ended_at, played.table, played.number),
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
    for entry in entries.of_period(transaction, period, "promotion-paid"):
        body = entry.values
        for account, cents in sorted(body["postings"].items()):
            if account.startswith("seat:"):
                found.append(
                    {
                        **_place(entry.at, entry.chain, body["round"]),
                        "seat": int(account.rsplit(":", 1)[1]),
                        "paid": dollars(cents),
                    }
                )
    return found
