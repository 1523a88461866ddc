"""Aggregate payout limits: the most that the winners of one wager are paid together in a round."""

from pitboss.games.contract import AGGREGATE_RULE, Table
from pitboss.games.events import JackpotHit, PayCut, WagerSettled, numbered


def cut_pays(table: Table) -> None:
    """At the end of a round, cut the winners of a wager to its aggregate limit in proportion.

    What counts is the winnings: a pay "for 1" less the wager that it replaces. Left-over cents
    stay with the house. Only pays by the wager's table count: no percentage of a meter, no envy
    pay, no even money without a row, and no wager for the dealer (WAC 230-15-491).
    """
    for wager, limit in table.opening.settings.limits.aggregates.items():
        hits = {hit.seat for _, hit in numbered(table.events, JackpotHit) if hit.jackpot == wager}
        won = [
            (row, max(0, row.net_cents))
            for row in table.settled
            if (row.wager, row.outcome) == (wager, "win")
            and row.row is not None
            and row.seat not in hits
        ]
        total = sum(cents for _, cents in won)
        for row, cents in won if total > limit else ():
            lost = cents - cents * limit // total
            if lost:
                paid = row.paid_cents
                cut = PayCut(row.seat, wager, paid, paid - lost, AGGREGATE_RULE)
                table.events.append(cut)
                table.settled = [cut_row(each, cut) for each in table.settled]


def cut_row(row: WagerSettled, cut: PayCut) -> WagerSettled:
    """The row after a cut, if it is the one that was cut."""
    if (row.seat, row.wager) != (cut.seat, cut.wager):
        return row
    lost = cut.paid_cents - cut.cut_to_cents
    return row._replace(paid_cents=cut.cut_to_cents, net_cents=row.net_cents - lost)
