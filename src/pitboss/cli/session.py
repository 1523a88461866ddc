"""``pitboss session``: what many rounds come to, for a player and for the house."""

import argparse
import json
from collections.abc import Iterator, Mapping
from typing import Any

from pitboss.cli.input import read_options
from pitboss.money import dollars
from pitboss.refusal import Refused

Document = Mapping[str, Any]


HOUSE = ("rounds_per_hour", "hours", "open", "reserve", "reserved")
PLAYER = ("rounds", "bankroll", "fan")
SHOWN = ("0.01", "0.05", "0.25", "0.5", "0.75", "0.95", "0.99")


def run_session(options: argparse.Namespace) -> None:
    from pitboss.odds.sessions.hold import hold
    from pitboss.odds.sessions.played import session

    asked, others = (HOUSE, PLAYER) if options.house else (PLAYER, HOUSE)
    for name in others:
        if getattr(options, name) is not None:
            side = "a player's" if options.house else "the house's"
            raise Refused(f"--{name.replace('_', '-')} belongs to {side} side (--house)")
    given = {name: getattr(options, name) for name in (*asked, "unit", "drawdown")}
    answer = (hold if options.house else session)(read_options(options), given)
    tell = hold_lines if options.house else lines_of
    print(json.dumps(answer) if options.json else "\n".join(tell(answer)))


def lines_of(answer: Document) -> Iterator[str]:
    """The session for people."""
    wager = f"{answer['game']}: {answer['wager']}"
    yield f"{wager}, {answer['rounds']:,} rounds with first wagers of {answer['unit']}"
    yield f"  {'mean':<20} {amount(answer['mean']):>14}"
    yield f"  {'standard deviation':<20} {amount(answer['standard_deviation']):>14}"
    for name in ("ahead", "even", "behind"):
        yield f"  {name:<20} {percent(answer[name])}"
    if answer["ruin"] is not None:
        yield f"  {'ruin':<20} {percent(answer['ruin'])} with a bankroll of {answer['bankroll']}"
    if "drawdown" in answer:
        yield f"  {'maximum drawdown':<20} {amount(answer['drawdown']):>14} expected"
    yield f"  {'error at most':<20} {answer['error_bound']:>14.1e}"
    yield "  with this chance the result is at most"
    for part, money in answer["quantiles"].items():
        yield f"    {100 * float(part):>5.1f} % {money:>24}"
    if "fan" in answer:
        yield f"  {'rounds':>10} " + " ".join(f"{100 * float(part):>11g} %" for part in SHOWN)
    for moment in answer.get("fan", []):
        found = " ".join(f"{moment['quantiles'][part]:>13}" for part in SHOWN)
        yield f"  {moment['rounds']:>10,} {found}"


def amount(value: float) -> str:
    """Dollars that are an expectation, to the nearest cent."""
    return dollars(round(100 * value))


def percent(chance: float) -> str:
    return f"{100 * chance:>14.6f} %"


def hold_lines(answer: Document) -> Iterator[str]:
    """The house's side for people."""
    seats = f"{answer['players']} player{'s' if answer['players'] > 1 else ''}"
    yield f"{answer['game']}: {answer['wager']}, {seats} with first wagers of {answer['unit']}"
    yield f"  {answer['rounds_per_hour']} rounds an hour"
    yield f"  {'':<6} {'wagers':>11} {'hold':>15}  {'99 of 100 lie within':>31}  loses"
    for row in answer["periods"]:
        low, high = row["interval"]
        within = f"{amount(low):>15} {amount(high):>15}"
        loses = f"{100 * row['house_loses']:.3g} %"
        made = f"{row['wagers']:>11,} {amount(row['hold']):>15}"
        yield f"  {row['period']:<6} {made}  {within}  {loses}"
    if answer["stretch"] > 1:
        wider = f"{answer['stretch']:.3f} times as wide"
        yield f"  Seats win and lose together: the interval is {wider}."
    if jackpot := answer.get("jackpot"):
        yield from _jackpot_lines(jackpot)


def _jackpot_lines(jackpot: Document) -> Iterator[str]:
    mean = jackpot["mean_rounds_to_hit"]["value"]
    yield f"  all of the meter is hit in {mean:,.0f} rounds on average"
    for part, rounds in jackpot["rounds_to_hit"].items():
        hours = jackpot["hours_to_hit"][part]
        yield f"    {100 * float(part):>5.1f} % within {rounds:>12,} rounds, {hours:>12,.1f} hours"
    mean, deviation = jackpot["mean_meter_at_hit"], jackpot["meter_deviation"]
    yield f"  meter at the hit       {amount(mean):>14} on average, deviation {amount(deviation)}"
    yield f"  reserve at the hit     {amount(jackpot['mean_reserve_at_hit']):>14} on average"
    missing = f"{amount(jackpot['mean_missing'])} missing on average"
    yield f"  seed not covered by it {100 * jackpot['seed_not_covered']:>14.6f} %, {missing}"
