"""A Holdout round the slow way: after every decision everything is worked out again from the first.

It keeps no counters. What a seat may do is read off the log of its betting round, and it shares no
code with the package. Amounts are chips; seats are named from the button's left.
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from tests.naive.naive_holdout import pay_out

Entry = tuple[int, str, int]
"""Seat, action, and for a bet or raise the total that it is made to."""


class Setting(NamedTuple):
    """The stacks in order from the button's left, and the rulings that matter here."""

    stacks: dict[int, int]
    blinds: tuple[int, int]
    bets: tuple[int, int]
    betting: str
    cap: int | None
    ante: int
    button_small: bool
    extra: Mapping[int, tuple[int, int]]
    """What else seats post before the cards: live chips, the blind's own among them, and dead."""


class Asked(NamedTuple):
    """A seat, its call, and the least and most to bet or raise to (0 where it may not)."""

    seat: int
    call: int = 0
    least: int = 0
    most: int = 0
    holds: bool = False


class Street(NamedTuple):
    """A betting round as it began: its turns, the chips behind and in front, and the pot."""

    turns: list[int]
    behind: dict[int, int]
    front: dict[int, int]
    to_call: int
    bet: int
    pot: int


def chips_in_front(street: Street, log: Sequence[Entry]) -> dict[int, int]:
    front = dict(street.front)
    level = street.to_call
    for seat, action, total in log:
        if action in ("bet", "raise"):
            front[seat] = level = total
        elif action == "call":
            front[seat] = min(level, street.front[seat] + street.behind[seat])
    return front


def level_after(street: Street, log: Sequence[Entry]) -> int:
    """The wager to match."""
    return max([street.to_call, *(total for _, action, total in log if action in ("bet", "raise"))])


def still_in(street: Street, log: Sequence[Entry]) -> list[int]:
    folded = [seat for seat, action, _ in log if action == "fold"]
    return [seat for seat in street.turns if seat not in folded]


def counted(street: Street, log: Sequence[Entry], betting: str) -> list[tuple[int, int]]:
    """The wagers that count, as (place in the log, size); a blind to call stands at place -1."""
    wagers = [(-1, street.bet)] if street.to_call else []
    full = level = street.to_call
    size = street.bet
    for place, (_, action, total) in enumerate(log):
        if action not in ("bet", "raise"):
            continue
        if betting == "limit" and total - full >= street.bet / 2:
            full = total
            wagers.append((place, total - level))
        if betting != "limit" and total - level >= size:
            size = total - level
            wagers.append((place, size))
        level = total
    return wagers


def may_raise(street: Street, log: Sequence[Entry], seat: int, betting: str) -> bool:
    """Whoever has not acted may; whoever has must face a counted wager or a full raise since."""
    acted = [place for place, entry in enumerate(log) if entry[0] == seat]
    if not acted:
        return True
    wagers = counted(street, log, betting)
    if betting == "limit":
        return any(place > acted[-1] for place, _ in wagers)
    seen = level_after(street, log[: acted[-1] + 1])
    size = wagers[-1][1] if wagers else street.bet
    return level_after(street, log) - seen >= size


def sizes(street: Street, log: Sequence[Entry], seat: int, setting: Setting) -> tuple[int, int]:
    """The least and most to raise to, had the seat all the chips of the world."""
    level = level_after(street, log)
    wagers = counted(street, log, setting.betting)
    if setting.betting == "limit":
        places = [place for place, _ in wagers]
        full = level_after(street, log[: places[-1] + 1]) if places else 0
        return full + street.bet, full + street.bet
    least = level + (wagers[-1][1] if wagers else street.bet)
    front = chips_in_front(street, log)
    if setting.betting == "spread-limit":
        return least, level + setting.bets[1]
    if setting.betting == "pot-limit":
        return least, max(least, level + street.pot + sum(front.values()) + level - front[seat])
    return least, 10**9


def next_turn(street: Street, log: Sequence[Entry], setting: Setting) -> Asked | None:
    """The next seat that has something to decide."""
    seats = still_in(street, log)
    if len(seats) == 1:
        return None
    front = chips_in_front(street, log)
    left = {seat: street.behind[seat] + street.front[seat] - front[seat] for seat in seats}
    level = level_after(street, log)
    raises = [place for place, entry in enumerate(log) if entry[1] in ("bet", "raise")]
    done = {entry[0] for entry in log[raises[-1] if raises else 0 :]}
    start = street.turns.index(log[-1][0]) + 1 if log else 0
    for seat in street.turns[start:] + street.turns[:start]:
        if seat not in seats or seat in done or not left[seat]:
            continue
        others = [other for other in seats if other != seat]
        all_in = not any(left[other] for other in others)
        if all_in and front[seat] >= max(front[other] for other in others):
            continue
        call = min(level - front[seat], left[seat])
        whole = front[seat] + left[seat]
        capped = setting.cap is not None
        if capped and len(counted(street, log, setting.betting)) >= (setting.cap or 0):
            return Asked(seat, call)
        answerable = any(front[other] + left[other] > level for other in others)
        if whole <= level or not answerable or not may_raise(street, log, seat, setting.betting):
            return Asked(seat, call)
        least, most = sizes(street, log, seat, setting)
        return Asked(seat, call, min(least, whole), min(most, whole))
    return None


def first_street(setting: Setting) -> Street:
    """Antes, then blinds, each as far as the chips go."""
    order = list(setting.stacks)
    small, big = order[0], order[1]
    if len(order) == 2 and setting.button_small:
        small, big = big, small
    antes = {seat: min(setting.ante, chips) for seat, chips in setting.stacks.items()}
    behind = {seat: chips - antes[seat] for seat, chips in setting.stacks.items()}
    front = dict.fromkeys(order, 0)
    owed = {small: (setting.blinds[0], 0), big: (setting.blinds[1], 0), **setting.extra}
    dead = 0
    for seat, (live, lost) in owed.items():
        front[seat] = min(live, behind[seat])
        lost = min(lost, behind[seat] - front[seat])
        behind[seat] -= front[seat] + lost
        dead += lost
    start = (order.index(big) + 1) % len(order)
    bet = setting.bets[0] if setting.betting == "limit" else setting.blinds[1]
    turns = order[start:] + order[:start]
    return Street(turns, behind, front, setting.blinds[1], bet, sum(antes.values()) + dead)


def end_street(street: Street, log: Sequence[Entry]) -> tuple[dict[int, int], dict[int, int]]:
    """What everyone has behind and has put in, when nobody's uncalled chips are left out there."""
    front = chips_in_front(street, log)
    behind = {seat: street.behind[seat] + street.front[seat] - front[seat] for seat in front}
    high = max(front.values())
    second = max([chips for seat, chips in front.items()], key=lambda chips: (chips < high, chips))
    if list(front.values()).count(high) == 1:
        seat = next(seat for seat in front if front[seat] == high)
        behind[seat] += high - second
        front[seat] = second
    return behind, front


def standing(
    setting: Setting, decisions: Sequence[tuple[int, str, object]], community: list[str]
) -> Asked | dict[int, int]:
    """Who is asked after these decisions, or the stacks when the round is over."""
    street = first_street(setting)
    ante = {seat: min(setting.ante, chips) for seat, chips in setting.stacks.items()}
    put = dict(ante)
    dead = street.pot - sum(ante.values())
    waiting = list(decisions)
    held: dict[int, Sequence[str]] = {}
    for number in range(3):
        log: list[Entry] = []
        while turn := next_turn(street, log, setting):
            if not waiting:
                return turn
            seat, action, amount = waiting.pop(0)
            assert seat == turn.seat
            log.append((seat, action, amount if isinstance(amount, int) else 0))
        behind, front = end_street(street, log)
        put = {seat: put[seat] + front.get(seat, 0) for seat in put}
        live = [seat for seat in setting.stacks if seat in still_in(street, log)]
        if len(live) == 1 or number == 2:
            break
        for seat in live if number == 0 else []:
            if not waiting:
                return Asked(seat, holds=True)
            _, _, cards = waiting.pop(0)
            assert isinstance(cards, list)
            held[seat] = cards
        nothing = dict.fromkeys(setting.stacks, 0)
        pot = sum(put.values()) + dead
        street = Street(live, behind, nothing, 0, bet_size(setting, number + 1), pot)
    assert not waiting
    won = pay_out(put, live, held, community, dead)
    return {seat: behind[seat] + won[seat] for seat in setting.stacks}


def bet_size(setting: Setting, number: int) -> int:
    """The bet of limit play, or the least one elsewhere."""
    if setting.betting == "limit":
        return setting.bets[number - 1]
    return setting.bets[0] if setting.betting == "spread-limit" else setting.blinds[1]
