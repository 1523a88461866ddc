"""The end of a wager: pay, push or take, and how much; and what a void gives back."""

from collections.abc import Iterator

from pitboss.games.events import PayCut, WagerSettled
from pitboss.money import dollars
from pitboss.rounds.runner import Runner
from pitboss.training.steps import BOTH, SETTLES, Step, ask_amount

PAY, PUSH, TAKE, LEAVE, RETURN = "pay", "push", "take", "leave in action", "return"
OUTCOMES = {"win": PAY, "push": PUSH, "lose": TAKE}


def settle_row(row: WagerSettled, at: int) -> Iterator[Step]:
    """Pay, push or take, and how much. A wager paid by mistake counts as paid 1 to 1."""
    jackpot = row.wager.startswith("jackpot")
    if not row.cents:
        step = Step(
            SETTLES,
            "envy",
            "jackpot",
            f"What envy pay does seat {row.seat} get for another seat's {row.row}?",
            "",
            row.rule,
            at,
        )
        yield ask_amount(step, row.paid_cents)
        return
    what = f"Seat {row.seat}, {row.wager} wager of {dollars(row.cents)}"
    paid = row.net_cents if row.outcome == "win" else row.cents
    yield Step(
        SETTLES,
        "outcome",
        "jackpot" if jackpot else "outcome",
        f"{what}: what do you do?",
        OUTCOMES[row.outcome],
        row.rule,
        at,
        choices=(PAY, PUSH, TAKE),
        worth=((PAY, paid), (PUSH, 0), (TAKE, -row.cents)),
    )
    if row.outcome == "win":
        step = Step(
            SETTLES,
            "amount",
            "jackpot" if jackpot else "amount",
            f"{what} wins. How much do you pay?",
            "",
            row.rule,
            at,
        )
        yield ask_amount(step, row.paid_cents)


def ask_cut(cut: PayCut, at: int) -> Step:
    """What a winner is left with where an aggregate payout limit cuts the round's winners."""
    prompt = (
        f"The winners of {cut.wager} passed its aggregate limit together. Seat {cut.seat} was paid"
        f" {dollars(cut.paid_cents)}; how much of it stays?"
    )
    why = f"{cut.rule}: the round's winners of one prize are cut in proportion to the limit."
    step = Step(SETTLES, "cut", "amount", prompt, "", cut.rule, at, why=why)
    return ask_amount(step, cut.cut_to_cents)


def return_wagers(running: Runner, at: int) -> Iterator[Step]:
    """A void returns every wager once, whatever was settled before."""
    back = dict.fromkeys(running.table.seats, 0)
    rule = ""
    for event in running.table.events:
        if isinstance(event, WagerSettled) and event.outcome == "void":
            back[event.seat] += event.cents
            rule = event.rule
    for seat in sorted(back, reverse=True):
        if back[seat]:
            step = Step(
                BOTH,
                "amount",
                "amount",
                f"The round is void. How much goes back to seat {seat} in all?",
                "",
                rule,
                at + 1,
            )
            yield ask_amount(step, back[seat])
