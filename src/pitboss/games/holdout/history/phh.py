"""Writing a round as a PHH file: the standard's fields, then ours under underscores.

A hold is written by what is discarded, as PHH does in draw games: ``p1 sd 2c3d`` holds the other
three cards, ``p1 sd`` holds all five. No cards follow a discard.

Players p1, p2, ... are the seats from the button's left, the button last. Among three or more the
small blind is p1. Between two, p1 is the one without the button, and PHH reads ``antes`` and
``blinds_or_straddles`` from the other end: ``[2, 4]`` makes p2, the button, post the 2. That is our
``button-small``; ``left-small`` is written ``[4, 2]``.

>>> write_cards((51, None)), read_cards("As??")
('As??', (51, None))
>>> write_value([2, Decimal("0.50"), {"max": 40}])
'[2, 0.50, {max = 40}]'
"""

import json
from collections.abc import Iterable, Mapping
from decimal import Decimal

from pitboss.cards import DECK, RANKS, SUITS, format_card
from pitboss.games import events as happened
from pitboss.games.contract import Opening, Seating
from pitboss.games.events import COMMUNITY, numbered, rake_of
from pitboss.games.history import Played, Seen
from pitboss.games.holdout.rules import from_left_of, usual_posts
from pitboss.money import parse_dollars
from pitboss.refusal import Refused

EXTENSION = 1
"""The version of our fields and of what an ``sd`` means here (docs/phh.md)."""

UNKNOWN = "??"
_CARDS: dict[str, int | None] = {format_card(card): card for card in DECK} | {UNKNOWN: None}

Cards = tuple[int | None, ...]
"""Cards of a file; None where the file does not tell which."""

VARIANTS = {"limit": "F5H", "spread-limit": "S5H", "pot-limit": "P5H", "no-limit": "N5H"}
"""The variant code of each betting structure, as PHH forms its own."""

Fields = dict[str, object]

Street = tuple[str, list[str]]
"""A part of the round and its actions."""

BEFORE, HOLD, FLOP, RIVER, SHOWDOWN = "Before the Flop", "Hold", "Flop", "River", "Showdown"


# The small words of a file: cards, amounts, TOML values, players


def write_cards(cards: Iterable[int | None]) -> str:
    return "".join(UNKNOWN if card is None else format_card(card) for card in cards)


def read_cards(text: str) -> Cards:
    """``As??2c``: two characters a card, nothing between them."""
    words = [text[place : place + 2] for place in range(0, len(text), 2)]
    for word in words:
        if word not in _CARDS:
            raise Refused(
                f"{word[:2]!r} is no card; a card is a rank of {RANKS} and a suit of {SUITS}, or"
                f" {UNKNOWN}"
            )
    return tuple(_CARDS[word] for word in words)


def write_amount(cents: int) -> int | Decimal:
    """Dollars: a whole number where it is one, else with two decimals."""
    return cents // 100 if cents % 100 == 0 else Decimal(cents).scaleb(-2)


def write_amounts(amounts: Iterable[int]) -> list[int | Decimal]:
    return list(map(write_amount, amounts))


def write_value(value: object) -> str:
    """A value in TOML, on one line."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, str):
        try:
            value.encode()
        except UnicodeEncodeError:
            raise Refused(f"{value[:20]!r} has half a character and cannot be written") from None
        # A string is as in JSON, but for one character that only TOML escapes.
        return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{key} = {write_value(value[key])}" for key in value) + "}"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(map(write_value, value)) + "]"
    assert isinstance(value, int | Decimal), value
    return str(value)


def seating_of(opening: Opening) -> Seating:
    assert opening.seating is not None
    return opening.seating


def order_of(opening: Opening) -> tuple[int, ...]:
    """The seats in the order of PHH's players."""
    seating = seating_of(opening)
    return from_left_of(seating.button, tuple(sorted(seating.stacks)))


def names_of(opening: Opening) -> dict[int, str]:
    """``p1`` and so on, by seat."""
    return {seat: f"p{number}" for number, seat in enumerate(order_of(opening), 1)}


def turned(values: list[int]) -> list[int]:
    """PHH's order for forced chips: reversed between two players."""
    return values[::-1] if len(values) == 2 else values


def forced_of(opening: Opening) -> tuple[list[int], list[int]]:
    """Antes with the dead chips, and the live blinds, which the players owe before the cards, in
    PHH's order; in full, even where a stack is short."""
    order, seating, rulings = order_of(opening), seating_of(opening), opening.settings.rulings
    ante = 0 if rulings["ante"] == "none" else parse_dollars(rulings["ante"])
    antes, blinds = dict.fromkeys(order, ante), dict.fromkeys(order, 0)
    usual = usual_posts(order, seating.blinds, rulings["heads-up-blinds"])
    for post in seating.posts or usual:
        antes[post.seat] += post.dead_cents
        blinds[post.seat] += post.live_cents
    return turned(list(antes.values())), turned(list(blinds.values()))


# The file


def write_phh(seen: Seen) -> str:
    """The file of a round, holding no card that the viewer did not see."""
    lines = []
    for name, value in phh_fields(seen).items():
        if name != "actions":
            lines.append(f"{name} = {write_value(value)}")
            continue
        lines.append("actions = [")
        for street, actions in streets(seen):
            lines.append(f"  # {street}")
            lines += [f"  {write_value(action)}," for action in actions]
        lines.append("]")
    return "\n".join(lines) + "\n"


def phh_fields(seen: Seen) -> Fields:
    """Every field of the file by name, required ones first."""
    running = seen.running
    fields = {
        **_state_fields(running.table.opening),
        "actions": write_actions(seen),
        **_result_fields(running),
        **_table_fields(running),
        **_card_fields(seen),
    }
    if raked := rake_of(running.table.events):
        fields["_rake"] = write_amount(raked)
    if running.status == "void":
        fields["_void"] = running.decisions[-1].reason
    return fields


def _state_fields(opening: Opening) -> Fields:
    """What the standard needs to set up the round."""
    seating, betting = seating_of(opening), opening.settings.rulings["betting"]
    antes, blinds = map(write_amounts, forced_of(opening))
    fields: Fields = {"variant": VARIANTS[betting], "antes": antes, "blinds_or_straddles": blinds}
    if betting == "limit":
        fields["small_bet"], fields["big_bet"] = write_amounts(seating.bets)
    else:
        least = seating.bets[0] if betting == "spread-limit" else seating.blinds[1]
        fields["min_bet"] = write_amount(least)
    fields["starting_stacks"] = write_amounts(seating.stacks[seat] for seat in order_of(opening))
    return fields


def _result_fields(running: Played) -> Fields:
    """Optional fields of the standard: the seats, and the chips after the last action."""
    table = running.table
    order = order_of(table.opening)
    won = dict.fromkeys(order, 0)
    for _, award in numbered(table.events, happened.PotAwarded):
        won[award.seat] += award.cents
    fields: Fields = {
        "ante_trimming_status": len(set(forced_of(table.opening)[0])) == 1,
        "seats": list(order),
        "seat_count": int(table.rulings["seats"]),
        "finishing_stacks": write_amounts(table.stacks[seat] for seat in order),
    }
    if running.status == "settled":
        fields["winnings"] = write_amounts(won.values())
    return fields


def _table_fields(running: Played) -> Fields:
    """How the table is set: what differs from the usual only where it does."""
    opening = running.table.opening
    settings, seating = opening.settings, seating_of(opening)
    betting, big_blind = settings.rulings["betting"], seating.blinds[1]
    fields: Fields = {
        "_game": running.game.source.title,
        "_extension": EXTENSION,
        "_rules": settings.rules_version,
        "_rulings": dict(settings.rulings),
    }
    if settings.labels:
        fields["_labels"] = list(settings.labels)
    if settings.limits.most_cents:
        fields["_limits"] = {"max": write_amount(settings.limits.most_cents)}
    fields["_chip"] = write_amount(seating.chip_cents)
    fields["_button"] = seating.button
    told_by_blinds = betting != "spread-limit" and seating.bets == (big_blind, 2 * big_blind)
    if betting != "limit" and not told_by_blinds:
        fields["_bets"] = write_amounts(seating.bets)
    if seating.posts:
        names = names_of(opening)
        fields["_blinds"] = write_amounts(seating.blinds)
        fields["_posts"] = [
            {
                "player": names[post.seat],
                "name": post.name,
                "live": write_amount(post.live_cents),
                "dead": write_amount(post.dead_cents),
            }
            for post in seating.posts
        ]
    return fields


def _card_fields(seen: Seen) -> Fields:
    """The cards that PHH's actions leave out, and whose eyes the file was written for."""
    (running, events, viewer), fields = seen, Fields()
    if burned := [event.card for _, event in numbered(events, happened.CardBurned)]:
        fields["_burned"] = write_cards(burned)
    opening = running.table.opening
    leaves = happened.CardBurned | happened.CardDealt
    gone = sum(isinstance(event, leaves) for event in running.table.events)
    if viewer is None and (undealt := opening.deck[gone:]):
        fields["_undealt"] = write_cards(undealt)
    if opening.deck_name:
        fields["_deck_name"] = opening.deck_name
    fields["_viewer"] = "all" if viewer is None else viewer or "spectator"
    return fields


def write_actions(seen: Seen) -> list[str]:
    return [action for _, actions in streets(seen) for action in actions]


def streets(seen: Seen) -> list[Street]:
    """The actions, street by street; five cards each are dealt in rotation and written hand by
    hand."""
    running, events, viewer = seen
    names = names_of(running.table.opening)
    hands: dict[int, list[int | None]] = {seat: [] for seat in (*names, COMMUNITY)}
    deals: list[str] = []
    parts: list[Street] = [(BEFORE, deals)]
    for event in events:
        if isinstance(event, happened.CardDealt):
            hand = hands[event.to]
            hand.append(event.card)
            if event.to == COMMUNITY and len(hand) in (2, 4):
                street = FLOP if len(hand) == 2 else RIVER
                parts.append((street, [f"d db {write_cards(hand[-2:])}"]))
        elif isinstance(event, happened.Decided) and event.action != "hold":
            parts[-1][1].append(f"{names[event.seat]} {_wagered(event)}")
        elif isinstance(event, happened.CardsDiscarded):
            cards = event.cards or (None,) * event.number
            _part(parts, HOLD).append(_discard(names[event.of], cards))
        elif isinstance(event, happened.CardsShown):
            _part(parts, SHOWDOWN).append(f"{names[event.of]} sm {write_cards(event.cards)}")
    deals[:0] = [f"d dh {name} {write_cards(hands[seat])}" for seat, name in names.items()]
    if viewer is None:
        # Discards that are decided but hidden until all have decided (discard-order=together).
        laid = sum(isinstance(event, happened.CardsDiscarded) for event in running.table.events)
        holds = [decision for decision in running.decisions if decision.action == "hold"]
        for seat, held in ((decision.seat, decision.cards or ()) for decision in holds[laid:]):
            away = tuple(card for card in running.table.hands[seat] if card not in held)
            _part(parts, HOLD).append(_discard(names[seat], away))
    return parts


def _part(parts: list[Street], name: str) -> list[str]:
    """The actions of this street, which begins now if it has not."""
    if parts[-1][0] != name:
        parts.append((name, []))
    return parts[-1][1]


def _wagered(event: happened.Decided) -> str:
    if event.action == "fold":
        return "f"
    return "cc" if event.action in ("check", "call") else f"cbr {write_amount(event.cents)}"


def _discard(player: str, cards: Cards) -> str:
    return f"{player} sd {write_cards(cards)}".rstrip()
