"""Holdout hands, actions and questions in words, and hands in JSON."""

from collections.abc import Mapping, Sequence
from itertools import combinations

from pitboss.cards import format_cards, parse_cards
from pitboss.cards.poker import category_name, rank_five
from pitboss.games.contract import Choice, Option, Question, Table
from pitboss.games.events import COMMUNITY
from pitboss.games.holdout.score import score
from pitboss.games.words import FOLD, NUMBERS, Act, Seen, Words, coarse_words, either, poker_words
from pitboss.money import money
from pitboss.refusal import Refused


def describe(table: Table, of: int) -> dict[str, object]:
    """A seat's cards, the held ones after the discard, with their rank once the River lies."""
    cards, community = table.hands[of], table.hands[COMMUNITY]
    if of == COMMUNITY:
        return {"cards": format_cards(cards)}
    shown: dict[str, object] = {"cards": format_cards(cards), "discarded": 5 - len(cards)}
    if len(community) == 4:
        hand = explain(cards, community)
        shown.update(category=hand["category"], playing=hand["cards"], rank=hand["rank"])
    return shown


def score_text(text: str, rulings: Mapping[str, str]) -> dict[str, object]:
    """The answer of ``pitboss score holdout``, for ``held / community``."""
    parts = text.split("/")
    if len(parts) != 2:
        raise Refused(f"{text!r}: write held / community, such as 'Ts Jd / 2c Qh Ks Ad'", "HOLD-08")
    parse_cards(" ".join(parts))
    held, community = map(parse_cards, parts)
    if not 1 <= len(held) <= 5:
        raise Refused(f"{text!r}: {len(held)} cards are held; 1 to 5 are allowed", "HOLD-06")
    if len(community) != 4 and not (len(held) == 5 and not community):
        raise Refused(
            f"{text!r}: {len(community)} community cards; there are 4 (none needed for five held)",
            "HOLD-11",
        )
    return explain(held, community)


def explain(held: Sequence[int], community: Sequence[int]) -> dict[str, object]:
    """The category, the five cards that play, held ones first, and the rank."""
    rank = score(held, community)
    fives = ((*held, *added) for added in combinations(community, 5 - len(held)))
    playing = next((a, b, c, d, e) for a, b, c, d, e in fives if rank_five(a, b, c, d, e) == rank)
    return {
        "category": category_name(rank),
        "cards": format_cards(playing),
        "held": format_cards(held),
        "rank": rank,
    }


def name_hand(table: Table, seat: int) -> str:
    """What can be told of a seat's cards at this time."""
    cards, board = table.hands[seat], table.hands[COMMUNITY]
    if len(cards) == 5 or len(board) == 4:
        rank = score(cards, board if len(board) == 4 else ())
        return coarse_words(category_name(rank), rank >> 16 & 15)
    return f"{NUMBERS[len(cards)]} held cards"


def situation(table: Table, question: Question) -> str:
    """What the seat that is asked has before it: its cards, the community's, pot and price."""
    board, seating = table.hands[COMMUNITY], table.opening.seating
    assert seating is not None
    pot = sum(seating.stacks.values()) - sum(table.stacks.values())
    parts = [f"{format_cards(table.hands[question.seat])}: {name_hand(table, question.seat)}"]
    if board:
        parts.append(f"community {format_cards(board)}")
    parts.append(f"pot {money(pot)}")
    calls = [option.least_cents for option in question.options if option.action == "call"]
    return ", ".join(parts + [f"to call {money(cents)}" for cents in calls])


def name_kind(table: Table, question: Question, choice: Choice) -> str:
    """A decision with its hand: ``calls with a pair of fives on the Flop``."""
    hand = name_hand(table, question.seat)
    if choice.action == "hold":
        return f"holds {NUMBERS[len(choice.cards)]} of {hand}"
    street = {0: "before the Flop", 2: "on the Flop", 4: "on the River"}
    return f"{choice.action}s with {hand} {street[len(table.hands[COMMUNITY])]}"


def ask(question: Question, seen: Seen) -> str:
    """``Blaise bets $29.04. Call, raise or fold?``"""
    first = question.options[0]
    if first.cards:
        return f"Hold which of your {NUMBERS[len(first.cards)]} cards, one at least?"
    choices = either(option.action for option in question.options)
    standing = [act for act in seen.acts if act[1] in ("big-blind", "bet", "raise")]
    if first.action != "call" or not standing:
        return choices
    name, action, cents = standing[-1]
    return f"{name} {WORDS.told(action, cents)}. {choices}"


NO_MORE = {
    "HOLD-16": "your chips only just answer the wager",
    "HOLD-18": "this betting round has had all its raises",
    "HOLD-19": "nobody has made a full raise since you acted",
    "HOLD-20": "nobody else has chips to answer one",
}
"""Why a seat may not bet or raise, by the rule that says so."""


def lack(question: Question, seen: Seen) -> list[str]:
    """``No raise: nobody else has chips to answer one.``"""
    name = "raise" if question.options[0].action == "call" else "bet"
    rule = question.denied.get(name)
    return [f"No {name}: {NO_MORE[rule]}."] if rule else []


def sizes(question: Question, option: Option, seen: Seen) -> list[tuple[str, int]]:
    """Parts of the pot, and the whole stack. An amount is the total of the betting round, and a
    raise by the pot is by what lies there after the call (HOLD-16)."""
    made = [cents for _, action, cents in seen.acts if action in ("bet", "raise")]
    current = 0
    if option.action == "raise":
        # Before any raise the blind stands, and the least raise is by as much again.
        current = made[-1] if made else option.least_cents // 2
    call = sum(each.least_cents for each in question.options if each.action == "call")
    pot = seen.pot_cents + call
    parts = (("½ pot", 1, 2), ("⅔ pot", 2, 3), ("pot", 1, 1))
    named = [(name, current + pot * part // whole) for name, part, whole in parts]
    all_in = current - call + seen.stack_cents
    return [*named, ("all-in", all_in), ("most", option.most_cents)]


WORDS = Words(
    poker_words,
    {
        "check": Act("Check", "checks", doing="checking"),
        "call": Act("Call", "calls", doing="calling"),
        "bet": Act("Bet", "bets", doing="betting"),
        "raise": Act("Raise to", "raises", "to", doing="raising"),
        "fold": FOLD,
        "hold": Act("Hold", "holds", doing="holding"),
        "ante": Act("Ante", "posts an ante", "of"),
        "small-blind": Act("Small blind", "posts the small blind", "of"),
        "big-blind": Act("Big blind", "posts the big blind", "of"),
        "missed-blind": Act("Missed blind", "posts a missed big blind", "of"),
        "dead-blind": Act("Dead blind", "posts a dead small blind", "of"),
    },
    ask,
    lack,
    sizes,
)
