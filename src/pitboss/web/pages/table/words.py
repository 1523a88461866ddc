"""What the page of a table says to people, beside its templates and the games' own words."""

from collections.abc import Mapping

from pitboss.money import money

BY_DEALER = "Wagers placed. Waiting for the dealer to deal."
BY_OTHERS = "Wagers placed. Waiting for the others at the table."

LEAVING, AWAY, WAITING = "leaves after this round", "sits out", "waits for the blind"
TO_ACT, READY = "to act", "ready"

VOID, ALL_BACK = "Round void", "every wager went back"
FOLDED = "you folded"

leave_now = "Leave now? Your hand is given up; {stack} goes with you.".format
leave_after = "Leave the seat? You stay until this round has ended. You have {stack}.".format
leave = "Leave the seat? {stack} goes with you.".format
late = "Time ran out: {done} for you".format


def owed(debts: Mapping[str, int]) -> str:
    """``a small blind of $2 and a big blind of $4``"""
    return " and ".join(f"a {name.replace('-', ' ')} of {money(c)}" for name, c in debts.items())


def result(net_cents: int, amount: str) -> str:
    """``You win $5``; the amount has no sign."""
    if not net_cents:
        return "You are even"
    return f"You {'win' if net_cents > 0 else 'lose'} {amount}"
