"""Super Omaha the slow way: a scripted round in, its answer out.

Written from the approved rules, the rulings and the JSON contract alone. The order of the
functions is the order of play: decisions, then settling from the highest seat to the lowest.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from .naive_omaha import (
    ante_row,
    best_omaha,
    flop_bonus_row,
    high_hand_row,
    jackpot_cards,
    jackpot_row,
)
from .naive_omaha_jackpots import (
    Award,
    Jackpot,
    award,
    contributed,
    envy_pays,
    prize_text,
    whole_cents,
)
from .naive_omaha_reading import (
    TABLES,
    Cards,
    Refused,
    Table,
    Wagers,
    check_limits,
    deal,
    known,
    mapping,
    money,
    need,
    read_deck,
    read_table,
    read_wagers,
)

__all__ = ["Refused", "answer"]

SettledRow = dict[str, Any]
Meters = list[tuple[Jackpot, Fraction, list[Award]]]
NOTHING = Fraction(0)


def cents_text(amount: Fraction) -> str:
    """Write whole cents as the contract does: "10.00", "-0.50"."""
    cents = int(amount * 100)
    need(cents == amount * 100, "an amount to be shown is not whole cents")
    sign = "-" if cents < 0 else ""
    return f"{sign}{abs(cents) // 100}.{abs(cents) % 100:02d}"


def settled(
    seat: int, wager: str, amount: Fraction, outcome: str, pays: str | None, paid: Fraction
) -> SettledRow:
    """A row as in the contract; "to 1" and envy keep the wager, "for 1" does not."""
    net = {"win": paid, "lose": -amount}.get(outcome, NOTHING)
    if outcome == "win" and wager in ("jackpot-1", "jackpot-2"):
        net = paid - amount
    return {
        "seat": seat,
        "wager": wager,
        "amount": cents_text(amount),
        "outcome": outcome,
        "pays": pays,
        "paid": cents_text(paid),
        "net": cents_text(net),
    }


def lost(seat: int, wager: str, amount: Fraction) -> SettledRow:
    """The row of a lost wager."""
    return settled(seat, wager, amount, "lose", None, NOTHING)


def pushed(seat: int, wager: str, amount: Fraction) -> SettledRow:
    """The row of a wager that goes back."""
    return settled(seat, wager, amount, "push", None, NOTHING)


def won_to_1(seat: int, wager: str, amount: Fraction, odds: str) -> SettledRow:
    """The row of a wager paid at printed odds to 1."""
    return settled(seat, wager, amount, "win", f"{odds} to 1", amount * int(odds))


def flop_options(table: Table, ante: Fraction) -> list[dict[str, Any]]:
    """What a seat may do once it has seen the Flop."""
    most = table.limits["flop"][1]
    highest = 3 * ante if most is None else min(3 * ante, most)
    fold: dict[str, Any] = {"action": "fold"}
    if table.rulings["flop-size"] == "whole-multiples":
        sizes = [ante * times for times in (1, 2, 3) if ante * times <= highest]
        return [*({"action": "flop", "amount": cents_text(size)} for size in sizes), fold]
    return [{"action": "flop", "min": cents_text(ante), "max": cents_text(highest)}, fold]


def read_decision(table: Table, decision: list[Any], turn: int, ante: Fraction) -> Fraction | None:
    """The Flop wager of the seat whose turn it is, or None for a fold."""
    seat = decision[0]
    need(type(seat) is int and seat == turn, f"it is the turn of seat {turn}, not of {seat!r}")
    if decision[1:] == ["fold"]:
        return None
    need(len(decision) == 3 and decision[1] == "flop", f"seat {turn} may flop AMOUNT or fold")
    amount = money(decision[2], "flop")
    need(ante <= amount <= 3 * ante, "a Flop wager is 1x to 3x the Ante")
    check_limits(table, "flop", amount)
    if table.rulings["flop-size"] == "whole-multiples":
        need((amount / ante).denominator == 1, "a Flop wager is a whole multiple of the Ante")
    return amount


def play_decisions(
    table: Table, wagers: Wagers, decisions: Any
) -> tuple[dict[int, Fraction | None], bool]:
    """The Flop wager of every seat that has decided, and whether the round was voided."""
    if not isinstance(decisions, list):
        raise Refused("decisions must be a list")
    decided: dict[int, Fraction | None] = {}
    voided = False
    for decision in decisions:
        turns = [seat for seat in wagers if seat not in decided]
        need(isinstance(decision, list) and len(decision) >= 2, "a decision is a list")
        is_void = decision[0] == "void"
        need((bool(turns) or is_void) and not voided, "a decision is left over at the end")
        if is_void:
            need(len(decision) == 2 and isinstance(decision[1], str), "a void needs a reason")
            need(bool(decision[1].strip()), "a void needs a reason")
            voided = True
        else:
            ante = wagers[turns[0]]["ante"]
            decided[turns[0]] = read_decision(table, decision, turns[0], ante)
    return decided, voided


def settle_main(
    table: Table, cards: Cards, seat: int, ante: Fraction, flop: Fraction
) -> list[SettledRow]:
    """Ante and Flop wager of a seat that stayed, against the dealer's hand."""
    own = best_omaha(cards.hole[seat], cards.board)
    dealer = best_omaha(cards.dealer, cards.board)
    if own < dealer:
        return [lost(seat, "ante", ante), lost(seat, "flop", flop)]
    if own == dealer:
        return [pushed(seat, "ante", ante), pushed(seat, "flop", flop)]
    row = ante_row(TABLES["ante"][table.paytables["ante"]], own)
    if row.pay == "Push":
        first = pushed(seat, "ante", ante)
    else:
        first = won_to_1(seat, "ante", ante, row.pay)
    return [first, won_to_1(seat, "flop", flop, "1")]


def settle_bonuses(
    table: Table, cards: Cards, seat: int, made: dict[str, Fraction]
) -> list[SettledRow]:
    """High Hand and Flop Bonus of a seat, whether or not it folded."""
    rows = []
    if "high-hand" in made:
        final = best_omaha(cards.hole[seat], cards.board)
        high = high_hand_row(TABLES["high-hand"][table.paytables["high-hand"]], final)
        amount = made["high-hand"]
        if high is None:
            rows.append(lost(seat, "high-hand", amount))
        else:
            rows.append(won_to_1(seat, "high-hand", amount, high.pay))
    if "flop-bonus" in made:
        event = flop_bonus_row(TABLES["flop-bonus"][table.paytables["flop-bonus"]], cards.board[:3])
        amount = made["flop-bonus"]
        if event is None:
            rows.append(lost(seat, "flop-bonus", amount))
        else:
            rows.append(won_to_1(seat, "flop-bonus", amount, event.pay))
    return rows


def award_jackpot(
    table: Table, wagers: Wagers, cards: Cards, sensor: int
) -> tuple[list[Award], Fraction]:
    """All the awards of one sensor, highest seat first, and its meter afterwards."""
    jackpot = table.jackpots[sensor - 1]
    name = f"jackpot-{sensor}"
    entrants = [seat for seat in sorted(wagers, reverse=True) if name in wagers[seat]]
    winners = []
    for seat in entrants:
        hand = jackpot_cards(
            jackpot.paytable,
            cards.hole[seat],
            cards.board,
            int(table.rulings["five-card-community"]),
        )
        row = jackpot_row(TABLES["jackpot"][jackpot.paytable], hand, table.rulings["royal-suit"])
        if row is not None:
            winners.append((seat, row))
    meter = contributed(jackpot, len(entrants))
    return award(jackpot, table.rulings["same-round-percentages"], meter, winners)


def settle_jackpots(
    jackpots: list[Jackpot], awards: list[list[Award]], seat: int, made: dict[str, Fraction]
) -> list[SettledRow]:
    """A seat's jackpot wagers by sensor, then its envy pays by sensor."""
    own_rows, envy_rows = [], []
    for sensor, jackpot in enumerate(jackpots, start=1):
        name = f"jackpot-{sensor}"
        if name not in made:
            continue
        own = next((won for won in awards[sensor - 1] if won.seat == seat), None)
        if own is None:
            own_rows.append(lost(seat, name, made[name]))
        else:
            own_rows.append(settled(seat, name, made[name], "win", own.pays, own.paid))
        for pay in envy_pays(jackpot, awards[sensor - 1], seat):
            envy_rows.append(settled(seat, f"{name}-envy", NOTHING, "win", prize_text(pay), pay))
    return own_rows + envy_rows


def void_rows(wagers: Wagers, decided: dict[int, Fraction | None]) -> list[SettledRow]:
    """Every wager made goes back, in the order in which it would have been settled."""
    rows = []
    for seat in sorted(wagers, reverse=True):
        made = {**wagers[seat], "flop": decided.get(seat)}
        for wager in ("ante", "flop", "high-hand", "flop-bonus", "jackpot-1", "jackpot-2"):
            amount = made.get(wager)
            if amount is not None:
                rows.append(settled(seat, wager, amount, "void", None, NOTHING))
    return rows


def show(
    status: str,
    waiting: list[dict[str, Any]],
    rows: list[SettledRow],
    wagers: Wagers,
    jackpots: Meters,
) -> dict[str, Any]:
    """The answer in the contract's form."""
    net = {
        str(seat): cents_text(sum((Fraction(r["net"]) for r in rows if r["seat"] == seat), NOTHING))
        for seat in wagers
    }
    meters = []
    for jackpot, meter, awards in jackpots:
        paid = [
            {"seat": a.seat, "hand": a.row.hand, "pays": a.pays, "paid": cents_text(a.paid)}
            for a in awards
        ]
        text = cents_text(whole_cents(meter))
        meters.append({"paytable": jackpot.paytable, "meter": text, "awards": paid})
    return {
        "status": status,
        "waiting": waiting,
        "settlement": rows,
        "net": net,
        "jackpots": meters,
    }


def settle(
    table: Table, wagers: Wagers, cards: Cards, decided: dict[int, Fraction | None]
) -> dict[str, Any]:
    """Settle a round in which every seat has decided."""
    rows = [lost(seat, "ante", wagers[seat]["ante"]) for seat in decided if decided[seat] is None]
    outcome = [
        award_jackpot(table, wagers, cards, sensor) for sensor in range(1, len(table.jackpots) + 1)
    ]
    awards = [won for won, _ in outcome]
    for seat in sorted(wagers, reverse=True):
        made, flop = wagers[seat], decided[seat]
        if flop is not None:
            rows += settle_main(table, cards, seat, made["ante"], flop)
        rows += settle_bonuses(table, cards, seat, made)
        rows += settle_jackpots(table.jackpots, awards, seat, made)
    closing = [
        (jackpot, meter, won) for jackpot, (won, meter) in zip(table.jackpots, outcome, strict=True)
    ]
    return show("settled", [], rows, wagers, closing)


def answer(script: dict[str, Any]) -> dict[str, Any]:
    """Play one scripted round as far as its decisions go."""
    known(script, ("game", "table", "deck", "wagers", "decisions"), "script entry")
    need(script.get("game") == "super-omaha", "the game must be super-omaha")
    table = read_table(mapping(script.get("table", {}), "table"))
    wagers = read_wagers(table, mapping(script.get("wagers", {}), "wagers"))
    cards = deal(read_deck(script.get("deck")), list(wagers), table.rulings["shuffler"])
    decided, voided = play_decisions(table, wagers, script.get("decisions", []))
    if voided:
        opening: Meters = [(jackpot, jackpot.meter, []) for jackpot in table.jackpots]
        return show("void", [], void_rows(wagers, decided), wagers, opening)
    turns = [seat for seat in wagers if seat not in decided]
    if not turns:
        return settle(table, wagers, cards, decided)
    asked = {"seat": turns[0], "options": flop_options(table, wagers[turns[0]]["ante"])}
    folds = [lost(seat, "ante", wagers[seat]["ante"]) for seat in decided if decided[seat] is None]
    raised: Meters = [
        (jackpot, contributed(jackpot, sum(f"jackpot-{n}" in w for w in wagers.values())), [])
        for n, jackpot in enumerate(table.jackpots, start=1)
    ]
    return show("waiting", [asked], folds, wagers, raised)
