"""Hands, wagers and results in words."""

from collections.abc import Iterable, Mapping, Sequence

from rich.text import Text

from pitboss.cards import parse_cards
from pitboss.cli.screen.layout import Lines, broken, wrapped
from pitboss.games.contract import Game
from pitboss.games.events import JackpotHit, PotAwarded, RoundVoided, WagerSettled
from pitboss.games.source import Source
from pitboss.money import dollars
from pitboss.rounds.picture import score_answer
from pitboss.rounds.record import place_name

OUTCOME_STYLES = {"win": "green", "lose": "red", "push": "yellow", "void": "yellow"}


def hand_words(answer: Mapping[str, object]) -> str:
    """A score as a player would say it: ``26 points, suit`` or ``4-card Duki, pair``."""
    words = []
    if "points" in answer:
        words.append(f"{answer['points']} points")
    if "duki" in answer:
        words.append(f"{answer['duki']}-card Duki" if answer["duki"] else "no Duki")
    for name in ("kind", "category"):
        value = str(answer.get(name, "none"))
        if value != "none":
            words.append(value.replace("-", " "))
    return ", ".join(words)


def score_of(
    game: Game, rulings: Mapping[str, str], cards: Sequence[int | None], board: Sequence[int | None]
) -> tuple[str, frozenset[int]]:
    """What cards in full sight are worth, in words, and those that make it; else nothing."""
    known = [card for card in cards if card is not None]
    common = [card for card in board if card is not None]
    if not known or len(known) < len(cards):
        return "", frozenset()
    answer = score_answer(game, rulings, known, common)
    making = str(answer.get("making", answer.get("cards", "")))
    return hand_words(answer), frozenset(parse_cards(making))


def signed(cents: int) -> str:
    return f"+{dollars(cents)}" if cents > 0 else dollars(cents)


def net_style(cents: int) -> str:
    """The colour of a result."""
    return "green" if cents > 0 else "red" if cents < 0 else "yellow"


def settled_words(row: WagerSettled) -> str:
    """What a wager did: ``ante 10.00 wins 20.00 (2 to 1; pay-table row One Pair)``."""
    made = f"{row.wager} {dollars(row.cents)}" if row.cents else row.wager
    if row.outcome == "lose":
        return f"{made} loses"
    if row.outcome in ("push", "void"):
        return f"{made} {'pushes' if row.outcome == 'push' else 'is void'}, wager back"
    why = [row.pays or "", f"pay-table row {row.row}" if row.row else ""]
    if row.net_cents != row.paid_cents:
        why.append(f"net {signed(row.net_cents)}")
    return f"{made} wins {dollars(row.paid_cents)} ({'; '.join(filter(None, why))})"


def settled_lines(source: Source, rows: Sequence[WagerSettled], width: int) -> Lines:
    """Every wager's end with the id of its rule, then what these rules say."""
    lines: Lines = []
    for row in rows:
        rule = f"  {row.rule}" if row.rule else ""
        text = Text(settled_words(row), OUTCOME_STYLES[row.outcome]).append(rule, "bold")
        lines += broken(text, width)
    return lines + rule_lines(source, (row.rule for row in rows), width)


def rule_lines(source: Source, ids: Iterable[str], width: int) -> Lines:
    """The text of each rule named, once."""
    named = [source.rules[rule] for rule in dict.fromkeys(ids) if rule in source.rules]
    return [line for rule in named for line in wrapped(f"{rule.id}: {rule.text}", width, 2, "dim")]


def voided_words(event: RoundVoided) -> str:
    words = f"The round is void: {event.reason}"
    words += f" ({event.rule})" if event.rule else ""
    return words + ("; a supervisor checks the cards" if event.supervised else "")


def seat_title(owner: int) -> str:
    name = place_name(owner)
    return f"Seat {name}" if name.isdecimal() else name.capitalize()


def pot_name(pot: int) -> str:
    return f"side pot {pot}" if pot else "the main pot"


def awarded_words(event: PotAwarded) -> str:
    words = f"{seat_title(event.seat)} takes {dollars(event.cents)} of {pot_name(event.pot)}"
    return f"{words} ({event.rule})"


def hit_words(event: JackpotHit) -> str:
    return (
        f"{seat_title(event.seat)} hits {event.jackpot}: {event.row} is paid"
        f" {dollars(event.paid_cents)} ({event.pays}; {event.rule})"
    )
