"""Why an option is best, in a sentence that is made from its figures alone."""

from collections.abc import Iterator, Sequence
from fractions import Fraction

from pitboss.cards import format_cards
from pitboss.games import find_game
from pitboss.games.words import Words
from pitboss.money import money, signed_money
from pitboss.training import words
from pitboss.training.chances import percent
from pitboss.training.coach import Advice, Judgement, Valued

MOST_COMPARED = 3
"""Options that one sentence sets against each other."""
WORTH_SAYING = Fraction(1, 50)
"""Fewer ties than this are left to the bars."""


def explain(of: Advice | Judgement) -> str:
    """``Playing wins 61.2 % of the time, worth +$3.20 on average; folding always costs $10.``

    The best option stands first."""
    best = of.best if isinstance(of.best, str) else of.best.label
    options = sorted(of.options, key=lambda one: (one.label != best, -one.value))
    game = find_game(of.game).words
    told = "; ".join(_clauses(game, _unlike(options), of.unit_cents))
    return f"{told[:1].upper()}{told[1:]}.{_size(options)}"


def _unlike(options: Sequence[Valued]) -> list[Valued]:
    """The best few that differ in what is done; of sizes of one wager the best."""
    found: dict[tuple[str, tuple[int, ...]], Valued] = {}
    for option in options:
        found.setdefault((option.action, option.cards), option)
    return list(found.values())[:MOST_COMPARED]


def _clauses(game: Words, options: Sequence[Valued], unit_cents: int) -> Iterator[str]:
    average = words.ON_AVERAGE
    for option in options:
        act, worth = game.act(option.action), round(option.value * unit_cents)
        if option.chances and option.chances.lose == 1:
            yield f"{act.in_words()} {_given_up(option.value * unit_cents)}"
        else:
            doing = act.in_words(option.cents, format_cards(option.cards))
            yield f"{doing} {_ends(option)}{_worth(worth)}{average}"
            average = ""


def _given_up(cents: Fraction) -> str:
    """What it costs to give up the main wagers: the same each time, unless another wager that
    stays in play makes it an average."""
    if cents.denominator > 1:
        return words.gives_up(worth=_worth(round(cents)))
    return words.always_costs(amount=money(-round(cents))) if cents else words.NO_COST


def _ends(option: Valued) -> str:
    if option.share is not None:
        return words.brings(share=percent(option.share))
    if option.chances is None:
        return words.NO_CHANCES
    win, tie = option.chances
    return words.wins(percent(win), percent(tie) if tie >= WORTH_SAYING else "")


def _worth(cents: int) -> str:
    return (
        words.worth(amount=signed_money(cents))
        if cents >= 0
        else words.at_cost(amount=money(-cents))
    )


def _size(options: Sequence[Valued]) -> str:
    """Why this size of a wager that may have others, where its chances say so."""
    best = options[0]
    sizes = [one.cents for one in options if one.action == best.action]
    if best.chances is None or len(sizes) < 2:
        return ""
    win, lose = best.chances.win, best.chances.lose
    if win > lose and best.cents == max(sizes):
        return words.LARGEST_IS_BEST
    if win < lose and best.cents == min(sizes):
        return words.SMALLEST_IS_BEST
    return ""
