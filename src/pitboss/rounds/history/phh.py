"""Writing a round as a PHH file: the standard's fields, then ours under underscores."""

from pitboss.games.events import CardBurned, CardDealt, PotAwarded, PotMade
from pitboss.rounds.history.actions import streets
from pitboss.rounds.history.notation import (
    VARIANTS,
    Viewer,
    seen_events,
    viewer_words,
    write_amount,
    write_cards,
    write_value,
)
from pitboss.rounds.history.players import forced_of, names_of, order_of, seating_of
from pitboss.rounds.runner import Runner

EXTENSION = 1
"""The version of our fields and of what an ``sd`` means here (docs/phh.md)."""

Fields = dict[str, object]


def write_phh(running: Runner, viewer: Viewer = None) -> str:
    """The file of a round, holding no card that the viewer did not see."""
    lines = []
    for name, value in phh_fields(running, viewer).items():
        if name == "actions":
            lines += _action_lines(running, viewer)
        else:
            lines.append(f"{name} = {write_value(value)}")
    return "\n".join(lines) + "\n"


def _action_lines(running: Runner, viewer: Viewer) -> list[str]:
    lines = ["actions = ["]
    for street, actions in streets(running, viewer):
        lines.append(f"  # {street}")
        lines += [f"  {write_value(action)}," for action in actions]
    return [*lines, "]"]


def phh_fields(running: Runner, viewer: Viewer = None) -> Fields:
    """Every field of the file by name, required ones first."""
    fields = {
        **_state_fields(running),
        "actions": [action for _, actions in streets(running, viewer) for action in actions],
        **_result_fields(running),
        **_table_fields(running),
        **_card_fields(running, viewer),
    }
    raked = sum(e.rake_cents for e in running.table.events if isinstance(e, PotMade))
    if raked:
        fields["_rake"] = write_amount(raked)
    if running.status == "void":
        fields["_void"] = running.decisions[-1].reason
    return fields


def _state_fields(running: Runner) -> Fields:
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


def _result_fields(running: Runner) -> Fields:
    """Optional fields of the standard: the seats, and the chips after the last action."""
    table = running.table
    order = order_of(seating_of(table.opening))
    won = dict.fromkeys(order, 0)
    for event in table.events:
        if isinstance(event, PotAwarded):
            won[event.seat] += event.cents
    fields: Fields = {
        "ante_trimming_status": len(set(forced_of(table.opening).antes)) == 1,
        "seats": list(order),
        "seat_count": int(table.rulings["seats"]),
        "finishing_stacks": [write_amount(table.stacks[seat]) for seat in order],
    }
    if running.status == "settled":
        fields["winnings"] = list(map(write_amount, won.values()))
    return fields


def _table_fields(running: Runner) -> Fields:
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


def _has_own_bets(running: Runner) -> bool:
    """Sizes that the blinds alone do not tell."""
    opening = running.table.opening
    seating, big_blind = seating_of(opening), seating_of(opening).blinds[1]
    spread = opening.settings.rulings["betting"] == "spread-limit"
    return spread or seating.bets != (big_blind, 2 * big_blind)


def _written_posts(running: Runner) -> list[dict[str, object]]:
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


def _card_fields(running: Runner, viewer: Viewer) -> Fields:
    """The cards that PHH's actions leave out, and whose eyes the file was written for."""
    fields: Fields = {}
    events = seen_events(running, viewer)
    burned = [event.card for event in events if isinstance(event, CardBurned)]
    if burned:
        fields["_burned"] = write_cards(burned)
    opening = running.table.opening
    if viewer is None and (undealt := opening.deck[_dealt_count(running) :]):
        fields["_undealt"] = write_cards(undealt)
    if opening.deck_name:
        fields["_deck_name"] = opening.deck_name
    fields["_viewer"] = viewer_words(viewer)
    return fields


def _dealt_count(running: Runner) -> int:
    """How many cards have left the deck."""
    return sum(isinstance(event, CardBurned | CardDealt) for event in running.table.events)
