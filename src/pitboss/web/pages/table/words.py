"""Hands, actions and results in words, for the eye and for a screen reader."""

from collections.abc import Mapping, Sequence

from pitboss.cards import parse_cards
from pitboss.games.contract import Game
from pitboss.games.events import WagerSettled
from pitboss.games.source import Source
from pitboss.money import money
from pitboss.rounds.picture import score_answer

SHORT_TITLES = {
    ("buyout", "first"): "First",
    ("buyout", "second"): "Second",
    ("buyout", "third"): "Third",
    ("duki", "tip"): "Tip",
    ("duki", "bonus"): "Bonus",
    ("super-omaha", "jackpot-1"): "Jackpot 1",
    ("super-omaha", "jackpot-2"): "Jackpot 2",
}
KIND_WORDS = {"suit": "of one suit", "of-a-kind": "of a kind"}
OUTCOMES = {"win": "wins", "lose": "loses", "push": "pushes", "void": "is returned"}


def spot_title(source: Source, wager: str) -> str:
    """What is written on the felt; an envy pay is named for its jackpot."""
    if wager.endswith("-envy"):
        return f"{spot_title(source, wager.removesuffix('-envy'))} envy"
    if (source.key, wager) in SHORT_TITLES:
        return SHORT_TITLES[source.key, wager]
    spot = source.spots.get(wager)
    return spot.title if spot else wager.replace("-", " ").capitalize()


def hand_words(answer: Mapping[str, object]) -> str:
    """A score as a player would say it."""
    words = []
    if "points" in answer:
        points = answer["points"]
        words.append("1 point" if points == 1 else f"{points} points")
        words.append(KIND_WORDS.get(str(answer.get("kind")), ""))
        return " ".join(filter(None, words))
    if "duki" in answer:
        words.append(f"{answer['duki']}-card Duki" if answer["duki"] else "no Duki")
    category = str(answer.get("category", "none"))
    if category != "none":
        words.append(category.replace("-", " "))
    return ", ".join(words)


def read_hand(
    game: Game, rulings: Mapping[str, str], cards: Sequence[int | None], board: Sequence[int]
) -> tuple[str, frozenset[int]]:
    """What cards in full sight are worth, and those that make it; nothing while any is hidden."""
    known = [card for card in cards if card is not None]
    if not known or len(known) < len(cards):
        return "", frozenset()
    answer = score_answer(game, rulings, known, board)
    making = str(answer.get("making", answer.get("cards", "")))
    return hand_words(answer), frozenset(parse_cards(making))


def settled_words(source: Source, row: WagerSettled) -> str:
    """``Ante $10 wins $20``."""
    made = spot_title(source, row.wager) + (f" {money(row.cents)}" if row.cents else "")
    if row.outcome == "win":
        return f"{made} wins {money(row.paid_cents)}"
    return f"{made} {OUTCOMES[row.outcome]}"


def settled_reason(row: WagerSettled) -> str:
    """The odds or prize, and the row of the pay table."""
    return ", ".join(filter(None, (row.row, row.pays)))


ACTION_WORDS = {
    "buy": "buys the card",
    "refuse": "refuses the card",
    "fold": "folds",
    "play": "plays",
    "flop": "makes the Flop wager",
    "check": "checks",
    "call": "calls",
    "bet": "bets",
    "raise": "raises",
    "hold": "holds",
    "small-blind": "posts the small blind",
    "big-blind": "posts the big blind",
    "missed-blind": "posts a missed blind",
    "ante": "posts the ante",
}


def action_words(action: str, cents: int = 0) -> str:
    words = ACTION_WORDS.get(action, action.replace("-", " "))
    return f"{words}, {money(cents)}" if cents else words
