"""A decision in words: what the seat has before it, and the kind of decision that it took.

Kinds are coarse on purpose: mistakes that a player would call the same have the same words.
"""

from collections.abc import Callable, Mapping, Sequence

from pitboss.cards import format_card, format_cards, rank_of
from pitboss.games.contract import Choice
from pitboss.games.duki.score import first_rank
from pitboss.games.events import COMMUNITY, DEALER
from pitboss.money import dollars
from pitboss.rounds.runner import Runner

RANK_NAMES = (
    *("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"),
    *("jack", "queen", "king", "ace"),
)
NUMBERS = ("no", "one", "two", "three", "four", "five")


def plural(rank: int) -> str:
    name = RANK_NAMES[rank]
    return f"{name}es" if name.endswith("x") else f"{name}s"


def describe(running: Runner) -> str:
    """What the seat that is asked has before it."""
    return DESCRIBED[running.table.opening.settings.game](running)


def name_kind(running: Runner, choice: Choice) -> str:
    """The decision with the hand it was taken on: ``folds a 3-card Duki, pair of fours``."""
    return NAMED[running.table.opening.settings.game](running, choice)


def _seat(running: Runner) -> int:
    assert running.question is not None
    return running.question.seat


def _score(
    running: Runner, cards: Sequence[int], board: Sequence[int] = ()
) -> Mapping[str, object]:
    text = format_cards(cards) + (f" / {format_cards(board)}" if board else "")
    return running.game.score(text, running.table.rulings)


# Duki


def duki_hand(running: Runner) -> str:
    """``a 3-card Duki, pair of fours``, or ``no Duki``."""
    answer = _score(running, running.table.hands[_seat(running)])
    if not answer["duki"]:
        return "no Duki"
    rank = first_rank(int(str(answer["rank"])))
    made = {
        "pair": f"pair of {plural(rank)}",
        "high-card": f"{RANK_NAMES[rank]} high",
    }
    category = str(answer["category"])
    return f"a {answer['duki']}-card Duki, {made.get(category, category.replace('-', ' '))}"


def describe_duki(running: Runner) -> str:
    return f"{format_cards(running.table.hands[_seat(running)])}: {duki_hand(running)}"


def name_duki(running: Runner, choice: Choice) -> str:
    return f"{choice.action}s {duki_hand(running)}"


# Super Omaha


def omaha_hand(running: Runner) -> str:
    """What the seat has on the Flop: ``a pair of fives``."""
    hands = running.table.hands
    answer = _score(running, hands[_seat(running)], hands[COMMUNITY][:3])
    return poker_hand(str(answer["category"]), int(str(answer["rank"])))


def poker_hand(category: str, rank: int) -> str:
    first = rank >> 16 & 15
    if category == "pair":
        return f"a pair of {plural(first)}"
    if category == "high-card":
        return f"{RANK_NAMES[first]} high"
    article = "" if category.startswith(("three", "four", "two")) else "a "
    return article + category.replace("-", " ")


def describe_omaha(running: Runner) -> str:
    hands = running.table.hands
    flop = format_cards(hands[COMMUNITY][:3])
    return f"{format_cards(hands[_seat(running)])}, Flop {flop}: {omaha_hand(running)}"


def name_omaha(running: Runner, choice: Choice) -> str:
    if choice.action == "fold":
        return f"folds {omaha_hand(running)}"
    times = choice.cents / running.table.opening.wagers[_seat(running)]["ante"]
    return f"wagers {times:g}x with {omaha_hand(running)}"


# Buyout


def describe_buyout(running: Runner) -> str:
    hands = running.table.hands
    *kept, card = hands[_seat(running)]
    place = "third" if len(kept) == 2 else "fourth"
    with_it, without = (_score(running, cards)["points"] for cards in ((*kept, card), kept))
    return (
        f"{format_cards(kept)} ({without} points), offered {format_card(card)} as {place} card"
        f" ({with_it} points); the dealer shows {format_card(hands[DEALER][1])}"
    )


def name_buyout(running: Runner, choice: Choice) -> str:
    hands = running.table.hands
    hand = hands[_seat(running)]
    place = "third" if len(hand) == 3 else "fourth"
    points = _score(running, hand[:-1] if choice.action == "refuse" else hand)["points"]
    up_card = RANK_NAMES[rank_of(hands[DEALER][1])]
    verb = {"buy": "buys", "refuse": "refuses", "fold": "folds at"}[choice.action]
    return f"{verb} the {place} card with {points} points against an up card of {up_card}"


# Holdout


def holdout_hand(running: Runner) -> str:
    """What can be told of the seat's cards at this time."""
    cards, board = running.table.hands[_seat(running)], running.table.hands[COMMUNITY]
    if len(cards) == 5 or len(board) == 4:
        community = board if len(board) == 4 else ()
        text = f"{format_cards(cards)} / {format_cards(community)}"
        answer = running.game.score(text, running.table.rulings)
        return poker_hand(str(answer["category"]), int(str(answer["rank"])))
    return f"{NUMBERS[len(cards)]} held cards"


def describe_holdout(running: Runner) -> str:
    question, table = running.question, running.table
    assert question is not None
    board = table.hands[COMMUNITY]
    words = [f"{format_cards(table.hands[question.seat])}: {holdout_hand(running)}"]
    if board:
        words.append(f"community {format_cards(board)}")
    seating = table.opening.seating
    assert seating is not None
    pot = sum(seating.stacks.values()) - sum(table.stacks.values())
    words.append(f"pot {dollars(pot)}")
    words += [
        f"to call {dollars(option.least_cents)}"
        for option in question.options
        if option.action == "call"
    ]
    return ", ".join(words)


def name_holdout(running: Runner, choice: Choice) -> str:
    board = len(running.table.hands[COMMUNITY])
    if choice.action == "hold":
        return f"holds {NUMBERS[len(choice.cards)]} of {holdout_hand(running)}"
    place = {0: "before the Flop", 2: "on the Flop", 4: "on the River"}[board]
    return f"{choice.action}s with {holdout_hand(running)} {place}"


DESCRIBED: Mapping[str, Callable[[Runner], str]] = {
    "duki": describe_duki,
    "super-omaha": describe_omaha,
    "buyout": describe_buyout,
    "holdout": describe_holdout,
}
NAMED: Mapping[str, Callable[[Runner, Choice], str]] = {
    "duki": name_duki,
    "super-omaha": name_omaha,
    "buyout": name_buyout,
    "holdout": name_holdout,
}
