"""A round as lines that a person can check against the document, and the head it starts from.

A golden file has two parts, parted by a line of dashes. The head says in words what the round
shows, then gives rulings, tables and jackpots, hands, wagers and decisions. What follows is
written by ``transcribe``: a face-down card stands in brackets, and each line ends with its rule.
"""

from fractions import Fraction
from itertools import groupby
from pathlib import Path
from textwrap import wrap
from typing import Any

from pitboss.cards import format_card, format_cards
from pitboss.games.events import (
    EVERYONE,
    ButtonPlaced,
    CardBurned,
    CardDealt,
    CardsDiscarded,
    CardsShown,
    ChipsPlaced,
    ChipsReturned,
    Decided,
    Event,
    JackpotHit,
    MeterMoved,
    PotAwarded,
    PotMade,
    RoundOpened,
    RoundVoided,
    WagerPlaced,
    WagerSettled,
)
from pitboss.money import dollars, exact_dollars
from pitboss.rounds.record import place_name
from pitboss.rounds.runner import Runner
from tests.omaha_scripts import omaha_deck
from tests.scripts import buyout_deck, duki_deck, in_rotation, read_decisions

LINE = "-" * 87
WIDTH = 78


def read_head(path: Path) -> tuple[str, dict[str, Any]]:
    """The head as it stands, and the script that it describes; the folder names the game."""
    head = path.read_text(encoding="utf-8").partition(LINE)[0].rstrip()
    fields: dict[str, str] = {}
    for line in head.split("\n\n", 1)[1].splitlines():
        name, _, value = line.partition(": ")
        fields[name] = value
    if path.parent.name == "holdout":
        return head, _read_poker(fields)
    wagers = {name: fields[name].split("; ") for name in fields if name.startswith("seat ")}
    hands = {int(name.split()[1]): cards for name, (cards, *_) in wagers.items()}
    rulings = _pairs(fields.get("rulings", ""))
    game = path.parent.name.replace("_", "-")
    shuffler = rulings.get("shuffler", "yes")
    if game == "buyout":
        deck = buyout_deck(hands, fields["dealer"])
    elif game == "duki":
        deck = duki_deck(hands, fields["dealer"], shuffler)
    else:
        deck = omaha_deck(hands, fields["dealer"], fields["board"], shuffler)
    return head, {
        "game": game,
        "table": {
            "rulings": rulings,
            "paytables": _pairs(fields.get("paytables", "")),
            "limits": _pairs(fields.get("limits", "")),
            "jackpots": [_pairs(fields[name]) for name in fields if name.startswith("jackpot ")],
        },
        "deck": deck,
        "wagers": {
            name.split()[1]: dict(made.split() for made in placed.split(", "))
            for name, (_, placed) in wagers.items()
        },
        "decisions": read_decisions(fields.get("decisions", "")),
    }


def _read_poker(fields: dict[str, str]) -> dict[str, Any]:
    """A round between players: stacks stand behind the hands, the board has its burnt cards."""
    seats = {name.split()[1]: fields[name].split("; ") for name in fields if name[:5] == "seat "}
    button = int(fields["button"])
    turn = [*(s for s in seats if int(s) > button), *(s for s in seats if int(s) <= button)]
    rake = {"rake": fields["rake"]} if "rake" in fields else {}
    dealt = in_rotation([seats[seat][0].split() for seat in turn], 5)
    return {
        "game": "holdout",
        "table": {"rulings": {**_pairs(fields.get("rulings", "")), **rake}},
        "deck": " ".join([*dealt, fields.get("board", "")]),
        "stacks": {seat: chips for seat, (_, chips) in seats.items()},
        "button": button,
        "blinds": fields["blinds"].split(),
        **({"chip": fields["chip"]} if "chip" in fields else {}),
        **({"posts": _read_posts(fields["posts"])} if "posts" in fields else {}),
        "decisions": [
            [*entry[:2], " ".join(map(str, entry[2:]))] if entry[1] == "hold" else entry
            for entry in read_decisions(fields.get("decisions", ""))
        ],
    }


def _read_posts(text: str) -> list[list[object]]:
    """``3 big-blind 4, 1 missed-blind 4 2``: seat, name, live and dead chips."""
    posts = []
    for post in text.split(","):
        seat, name, live, *dead = post.split()
        posts.append([int(seat), name, live, *(dead or ["0"])])
    return posts


def _pairs(text: str) -> dict[str, str]:
    """``rate=0.2 seed=10000``, parted by spaces."""
    return dict(pair.split("=") for pair in text.split())


def transcribe(running: Runner) -> str:
    """The whole round, then what each hand was and what each seat is up or down."""
    lines = [
        line
        for key, group in groupby(running.table.events, _kind)
        for line in _lines(key, list(group))
    ]
    lines += [_ended(running), ""]
    for of in sorted(running.table.hands):
        if running.table.hands[of]:
            described = running.game.describe(running.table, of)
            words = ", ".join(
                f"{name} {value}" for name, value in described.items() if value and name != "rank"
            )
            lines.append(f"{_place(of)}: {words}")
    for number, level in enumerate(running.table.meters, 1):
        lines.append(f"jackpot-{number}: meter {exact_dollars(level.value)}")
    lines += [f"seat {seat} net {dollars(cents)}" for seat, cents in running.net_cents.items()]
    return "\n".join(lines)


def _kind(event: Event) -> tuple[str, str]:
    """Cards dealt by one rule stand together."""
    return type(event).__name__, event.rule if isinstance(event, CardDealt) else str(id(event))


def _lines(key: tuple[str, str], events: list[Event]) -> list[str]:
    dealt = [event for event in events if isinstance(event, CardDealt)]
    if not dealt:
        return [_line(event) for event in events]
    texts = [
        f"{_place(to)} {' '.join(map(_card, cards))}"
        for to, cards in groupby(dealt, lambda event: event.to)
    ]
    rows = wrap(", ".join(texts).replace(" ", "_").replace(",_", ", "), WIDTH - 6)
    return [_cited(f"deal {row.replace('_', ' ')}", key[1]) for row in rows]


def _card(event: CardDealt) -> str:
    assert event.card is not None
    text = format_card(event.card)
    return text if event.seen_by == EVERYONE else f"({text})"


def _line(event: Event) -> str:
    match event:
        case WagerPlaced(seat, wager, cents, rule):
            return _cited(f"seat {seat} wagers {wager} {dollars(cents)}", rule)
        case Decided(seat, action, cents, rule):
            return _cited(f"seat {seat} {action}{' ' + dollars(cents) if cents else ''}", rule)
        case CardsShown(of, cards, rule):
            return _cited(f"{_place(of)} shows {format_cards(cards)}", rule)
        case CardsDiscarded(of, cards, _, seen_by, rule):
            text = format_cards(cards)
            text = text if seen_by == EVERYONE else f"({text})"
            return _cited(f"{_place(of)} to the rack {text}", rule)
        case WagerSettled():
            return _settled(event)
        case MeterMoved(jackpot, cause, change, rule):
            return _cited(f"{jackpot} meter {_change(change)}, {cause}", rule)
        case JackpotHit(jackpot, seat, row, pays, cents, rule):
            return _cited(f"{jackpot} hit by seat {seat}: {row}, {pays}, {dollars(cents)}", rule)
        case RoundVoided(cause, reason, rule):
            return _cited(f"void ({cause}): {reason}", rule)
        case RoundOpened(_, version, seats):
            return f"open {version}, seats {_numbers(seats)}"
    return _poker_line(event)


def _poker_line(event: Event) -> str:
    match event:
        case ButtonPlaced(seat, rule):
            return _cited(f"button at seat {seat}", rule)
        case ChipsPlaced(seat, action, cents, rule):
            return _cited(f"seat {seat} {action} puts in {dollars(cents)}", rule)
        case ChipsReturned(seat, cents, rule):
            return _cited(f"seat {seat} takes back {dollars(cents)}", rule)
        case CardBurned(card, _, rule):
            assert card is not None
            return _cited(f"burn ({format_card(card)})", rule)
        case PotMade(pot, cents, rake_cents, seats, rule):
            rake = f" less {dollars(rake_cents)} rake" if rake_cents else ""
            return _cited(f"pot {pot}: {dollars(cents)}{rake} for seats {_numbers(seats)}", rule)
        case PotAwarded(pot, seat, cents, rule):
            return _cited(f"pot {pot}: {dollars(cents)} to seat {seat}", rule)
    raise AssertionError(event)


def _numbers(seats: tuple[int, ...]) -> str:
    return " ".join(map(str, seats))


def _settled(event: WagerSettled) -> str:
    text = f"seat {event.seat} {event.wager} {dollars(event.cents)} {event.outcome}"
    if event.pays:
        row = f" [{event.row}]" if event.row else ""
        text += f" {event.pays}{row}, paid {dollars(event.paid_cents)}"
    return _cited(f"{text}, net {dollars(event.net_cents)}", event.rule)


def _change(cents: Fraction) -> str:
    return f"+{exact_dollars(cents)}" if cents > 0 else exact_dollars(cents)


def _ended(running: Runner) -> str:
    if not running.question:
        return running.status
    question = running.question
    options = ", ".join(map(str, question.options))
    return _cited(f"waiting for seat {question.seat}: {options}", question.rule)


def _place(of: int) -> str:
    return place_name(of) if of < 1 else f"seat {of}"


def _cited(text: str, rule: str) -> str:
    return f"{text:<{WIDTH - 1}} {rule}".rstrip()
