"""How a round is told in a terminal: its story, how every wager ended, and the rules behind it."""

from collections.abc import Iterable, Sequence

from pitboss.cli.screen.cards import Glyphs, inline_cards
from pitboss.cli.screen.layout import Lines, broken, wrapped
from pitboss.cli.screen.text import Text
from pitboss.games.contract import Game
from pitboss.games.events import WagerSettled
from pitboss.games.source import Source
from pitboss.money import signed_money
from pitboss.rounds.telling import Line, place_title, settled_line

OUTCOME_STYLES = {"win": "green", "lose": "red", "push": "yellow", "void": "yellow"}


def net_style(cents: int) -> str:
    """The colour of a result."""
    return "green" if cents > 0 else "red" if cents < 0 else "yellow"


def net_lines(net: Iterable[tuple[int, int]]) -> Lines:
    return [
        Text(f"{place_title(seat)}: ").append(signed_money(cents), net_style(cents))
        for seat, cents in net
    ]


def story_lines(story: Iterable[Line], glyphs: Glyphs, width: int) -> Lines:
    """What happened, in order, with the cards drawn."""
    lines: Lines = []
    for told in story:
        text = Text(told.words)
        if told.cards:
            text.append(" ").append_text(inline_cards(told.cards, glyphs))
        lines += broken(_with_rule(text, told.rule, "dim"), width)
    return lines


def settled_lines(
    game: Game, rows: Sequence[WagerSettled], width: int, with_seats: bool = False
) -> Lines:
    """Every wager's end with the id of its rule, then what these rules say."""
    lines: Lines = []
    for row in rows:
        text = Text(f"{place_title(row.seat)}: " if with_seats else "")
        text.append(settled_line(game, row), OUTCOME_STYLES[row.outcome])
        lines += broken(_with_rule(text, row.rule, "bold"), width)
    return lines + rule_lines(game.source, (row.rule for row in rows), width)


def _with_rule(text: Text, rule: str, style: str) -> Text:
    return text.append(f"  {rule}", style) if rule else text


def rule_lines(source: Source, ids: Iterable[str], width: int) -> Lines:
    """The text of each rule named, once."""
    named = [source.rules[rule] for rule in dict.fromkeys(ids) if rule in source.rules]
    return [line for rule in named for line in wrapped(f"{rule.id}: {rule.text}", width, 2, "dim")]
