"""Three simple players at a Holdout table: who is ahead after sixty rounds?"""

from collections.abc import Callable
from decimal import Decimal

import pitboss


def caller(played: pitboss.Round) -> str:
    """Never raises, never folds."""
    actions = [option.action for option in played.options]
    return next(action for action in ("check", "call", "fold") if action in actions)


def raiser(played: pitboss.Round) -> str:
    """Wagers whenever that is allowed."""
    actions = [option.action for option in played.options]
    return next(action for action in ("raise", "bet", "call", "check") if action in actions)


def careful(played: pitboss.Round) -> str:
    """Plays on only with a pair or better in hand."""
    assert played.question
    cards = str(played.hands[played.question.seat].cards).split()
    if len({card[0] for card in cards}) < len(cards):
        return raiser(played)
    actions = [option.action for option in played.options]
    return "check" if "check" in actions else "fold"


PLAYERS: dict[int, Callable[[pitboss.Round], str]] = {1: caller, 2: raiser, 3: careful}


def hold(played: pitboss.Round, cards: list[str]) -> None:
    """Everybody keeps the cards that are paired, or else the two highest."""
    ranks = [card[0] for card in cards]
    paired = [card for card in cards if ranks.count(card[0]) > 1]
    highest = sorted(cards, key=lambda card: "23456789TJQKA".index(card[0]))[-2:]
    played.play("hold", cards=paired or highest)


def main() -> None:
    ahead = dict.fromkeys(PLAYERS, Decimal(0))
    for number in range(60):
        stacks = dict.fromkeys(PLAYERS, 200)
        played = pitboss.deal(
            "holdout", stacks=stacks, button=number % 3 + 1, blinds=(2, 4), seed=number
        )
        while played.question:
            option = played.options[0]
            if option.cards:
                hold(played, option.cards.split())
            else:
                played.play(PLAYERS[played.question.seat](played))
        for seat, net in played.net.items():
            ahead[seat] += net
    for seat, net in sorted(ahead.items(), key=lambda item: -item[1]):
        print(f"{PLAYERS[seat].__name__:<8} {net:+}")


if __name__ == "__main__":
    main()
