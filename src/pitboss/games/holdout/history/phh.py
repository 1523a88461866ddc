"""Writing a round as a PHH file: the standard's fields, then ours under underscores.

A hold is written by what is discarded, as PHH does in draw games: ``p1 sd 2c3d`` holds the other
three cards, ``p1 sd`` holds all five. No cards follow a discard.
"""

from collections.abc import Iterator, Sequence

from pitboss.games.events import (
    COMMUNITY,
    CardBurned,
    CardDealt,
    CardsDiscarded,
    CardsShown,
    Decided,
    Event,
    PotAwarded,
    numbered,
    rake_of,
)
from pitboss.games.history import Played, Seen
from pitboss.games.holdout.history.notation import (
    VARIANTS,
    forced_of,
    names_of,
    order_of,
    seating_of,
    write_amount,
    write_cards,
    write_value,
)

EXTENSION = 1
"""The version of our fields and of what an ``sd`` means here (docs/phh.md)."""

Fields = dict[str, object]

Street = tuple[str, list[str]]
"""A part of the round and its actions."""

BEFORE, HOLD, FLOP, RIVER, SHOWDOWN = "Before the Flop", "Hold", "Flop", "River", "Showdown"


def write_phh(seen: Seen) -> str:
    """The file of a round, holding no card that the viewer did not see."""
    lines = []
    for name, value in phh_fields(seen).items():
        if name == "actions":
            lines += _action_lines(seen)
        else:
            lines.append(f"{name} = {write_value(value)}")
    return "\n".join(lines) + "\n"


def _action_lines(seen: Seen) -> list[str]:
    lines = ["actions = ["]
    for street, actions in streets(seen):
        lines.append(f"  # {street}")
        lines += [f"  {write_value(action)}," for action in actions]
    return [*lines, "]"]


def phh_fields(seen: Seen) -> Fields:
    """Every field of the file by name, required ones first."""
    running = seen.running
    fields = {
        **_state_fields(running),
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


def _state_fields(running: Played) -> Fields:
    """What the standard needs to set up the round."""
    opening = running.table.opening
    seating, betting = seating_of(opening), opening.settings.rulings["betting"]
    forced = forced_of(opening)
    fields: Fields = {
        "variant": VARIANTS[betting],
        "antes": list(map(write_amount, forced.antes)),
        "blinds_or_straddles": list(map(write_amount, forced.blinds)),
    }
    if betting == "limit":
        fields["small_bet"], fields["big_bet"] = map(write_amount, seating.bets)
    elif betting == "spread-limit":
        fields["min_bet"] = write_amount(seating.bets[0])
    else:
        fields["min_bet"] = write_amount(seating.blinds[1])
    fields["starting_stacks"] = [write_amount(seating.stacks[seat]) for seat in order_of(seating)]
    return fields


def _result_fields(running: Played) -> Fields:
    """Optional fields of the standard: the seats, and the chips after the last action."""
    table = running.table
    order = order_of(seating_of(table.opening))
    won = dict.fromkeys(order, 0)
    for _, award in numbered(table.events, PotAwarded):
        won[award.seat] += award.cents
    fields: Fields = {
        "ante_trimming_status": len(set(forced_of(table.opening).antes)) == 1,
        "seats": list(order),
        "seat_count": int(table.rulings["seats"]),
        "finishing_stacks": [write_amount(table.stacks[seat]) for seat in order],
    }
    if running.status == "settled":
        fields["winnings"] = list(map(write_amount, won.values()))
    return fields


def _table_fields(running: Played) -> Fields:
    """How the table is set: what differs from the usual only where it does."""
    opening = running.table.opening
    settings, seating = opening.settings, seating_of(opening)
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
    if settings.rulings["betting"] != "limit" and _has_own_bets(running):
        fields["_bets"] = list(map(write_amount, seating.bets))
    if seating.posts:
        fields["_blinds"] = list(map(write_amount, seating.blinds))
        fields["_posts"] = _written_posts(running)
    return fields


def _has_own_bets(running: Played) -> bool:
    """Sizes that the blinds alone do not tell."""
    opening = running.table.opening
    seating, big_blind = seating_of(opening), seating_of(opening).blinds[1]
    spread = opening.settings.rulings["betting"] == "spread-limit"
    return spread or seating.bets != (big_blind, 2 * big_blind)


def _written_posts(running: Played) -> list[dict[str, object]]:
    seating = seating_of(running.table.opening)
    names = names_of(seating)
    return [
        {
            "player": names[post.seat],
            "name": post.name,
            "live": write_amount(post.live_cents),
            "dead": write_amount(post.dead_cents),
        }
        for post in seating.posts
    ]


def _card_fields(seen: Seen) -> Fields:
    """The cards that PHH's actions leave out, and whose eyes the file was written for."""
    running, _, viewer = seen
    fields: Fields = {}
    burned = [event.card for _, event in numbered(seen.events, CardBurned)]
    if burned:
        fields["_burned"] = write_cards(burned)
    opening = running.table.opening
    if viewer is None and (undealt := opening.deck[_dealt_count(running) :]):
        fields["_undealt"] = write_cards(undealt)
    if opening.deck_name:
        fields["_deck_name"] = opening.deck_name
    fields["_viewer"] = "all" if viewer is None else viewer or "spectator"
    return fields


def _dealt_count(running: Played) -> int:
    """How many cards have left the deck."""
    return sum(isinstance(event, CardBurned | CardDealt) for event in running.table.events)


def write_actions(seen: Seen) -> list[str]:
    return [action for _, actions in streets(seen) for action in actions]


def streets(seen: Seen) -> list[Street]:
    """The actions, street by street."""
    running, events, viewer = seen
    names = names_of(seating_of(running.table.opening))
    parts: list[Street] = [(BEFORE, _deals(running, events))]
    board: list[int | None] = []
    for event in events:
        if isinstance(event, CardDealt) and event.to == COMMUNITY:
            board.append(event.card)
            if len(board) in (2, 4):
                street = FLOP if len(board) == 2 else RIVER
                parts.append((street, [f"d db {write_cards(board[-2:])}"]))
        elif isinstance(event, Decided) and event.action != "hold":
            parts[-1][1].append(f"{names[event.seat]} {_wagered(event)}")
        elif isinstance(event, CardsDiscarded):
            cards = event.cards or (None,) * event.number
            _part(parts, HOLD).append(_discard(names[event.of], cards))
        elif isinstance(event, CardsShown):
            _part(parts, SHOWDOWN).append(f"{names[event.of]} sm {write_cards(event.cards)}")
    if viewer is None:
        for seat, cards in not_laid_down(running):
            _part(parts, HOLD).append(_discard(names[seat], cards))
    return parts


def _part(parts: list[Street], name: str) -> list[str]:
    """The actions of this street, which begins now if it has not."""
    if parts[-1][0] != name:
        parts.append((name, []))
    return parts[-1][1]


def _deals(running: Played, events: Sequence[Event]) -> list[str]:
    """Five cards each, dealt in rotation and written hand by hand."""
    seating = seating_of(running.table.opening)
    hands: dict[int, list[int | None]] = {seat: [] for seat in order_of(seating)}
    for event in events:
        if isinstance(event, CardDealt) and event.to in hands:
            hands[event.to].append(event.card)
    names = names_of(seating)
    return [f"d dh {names[seat]} {write_cards(cards)}" for seat, cards in hands.items()]


def _wagered(event: Decided) -> str:
    if event.action == "fold":
        return "f"
    return "cc" if event.action in ("check", "call") else f"cbr {write_amount(event.cents)}"


def _discard(player: str, cards: tuple[int | None, ...]) -> str:
    return f"{player} sd {write_cards(cards)}".rstrip()


def not_laid_down(running: Played) -> Iterator[tuple[int, tuple[int, ...]]]:
    """Discards that are decided but hidden until all have decided (``discard-order=together``)."""
    made = [decision for decision in running.decisions if decision.action == "hold"]
    laid = sum(isinstance(event, CardsDiscarded) for event in running.table.events)
    for decision in made[laid:]:
        held = decision.cards or ()
        hand = running.table.hands[decision.seat]
        yield decision.seat, tuple(card for card in hand if card not in held)
