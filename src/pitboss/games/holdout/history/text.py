"""A round in words, as poker rooms print it, from a viewer's eyes."""

from collections.abc import Iterable

from pitboss.cards import format_cards
from pitboss.games import events as happened
from pitboss.games.events import COMMUNITY, Event
from pitboss.games.history import Played, Seen, Viewer, seen_by
from pitboss.games.holdout.history.phh import order_of, seating_of
from pitboss.games.holdout.words import WORDS, explain
from pitboss.games.words import pot_title
from pitboss.money import dollars, signed_dollars

NUMBERS = ("none", "one", "two", "three", "four", "all five")


def write_text(seen: Seen) -> str:
    """The whole history; it holds no card that the viewer did not see."""
    running = seen.running
    story = Story(running)
    for event in seen.events:
        story.tell(event)
    lines = [*_heading(running, seen.viewer), *story.told, *_ending(running)]
    return "\n".join(lines) + "\n"


def _heading(running: Played, viewer: Viewer) -> list[str]:
    opening = running.table.opening
    settings, seating = opening.settings, seating_of(opening)
    source = running.game.source
    sizes = f"blinds {dollars(seating.blinds[0])} and {dollars(seating.blinds[1])}"
    low, high = map(dollars, seating.bets)
    if settings.rulings["betting"] == "limit":
        sizes += f", bets {low} and {high}"
    elif settings.rulings["betting"] == "spread-limit":
        sizes += f", bets {low} to {high}"
    lines = [
        f"{source.title} ({settings.rules_version}), {settings.rulings['betting']}, {sizes}",
        seen_by(viewer),
    ]
    others = {name: option for name, option in settings.rulings.items() if name != "betting"}
    if changed := source.changed_rulings(others):
        lines.append(f"Rulings: {', '.join(changed)}")
    if settings.limits.most_cents:
        lines.append(f"Largest bet or raise: {dollars(settings.limits.most_cents)}")
    lines += [label.capitalize() for label in settings.labels]
    return lines + [f"Seat {seat}: {dollars(seating.stacks[seat])}" for seat in order_of(opening)]


class Story:
    """What happened, told event by event; it follows the chips to know who is all-in."""

    def __init__(self, running: Played) -> None:
        self.order = order_of(running.table.opening)
        self.together = running.table.rulings["discard-order"] == "together"
        self.stacks = dict(seating_of(running.table.opening).stacks)
        self.hands: dict[int, list[int | None]] = {seat: [] for seat in (COMMUNITY, *self.stacks)}
        self.told: list[str] = []
        self.street = ""

    def _begin(self, street: str, cards: str = "") -> None:
        if street != self.street:
            self.street = street
            self.told += ["", f"*** {street} ***{cards}"]

    def tell(self, event: Event) -> None:
        match event:
            case happened.CardDealt():
                self._deal(event)
            case happened.ButtonPlaced(seat):
                empty = "" if seat in self.stacks else ", an empty seat"
                self.told.append(f"The button is at seat {seat}{empty}")
            case happened.Decided(seat, action, cents) if action != "hold":
                self.told.append(f"Seat {seat} {WORDS.told(action, cents, dollars)}")
            case happened.Decided(seat) if self.together:
                self._begin("HOLD")
                self.told.append(f"Seat {seat} has decided")
            case happened.ChipsPlaced(seat, action, cents):
                self.stacks[seat] -= cents
                if action not in ("call", "bet", "raise"):  # these were told as they were decided
                    self.told.append(f"Seat {seat} {WORDS.told(action, cents, dollars)}")
                if not self.stacks[seat]:
                    self.told[-1] += " and is all-in"
            case happened.CardsDiscarded():
                self._discarded(event)
            case happened.CardsShown(of, cards):
                self._begin("SHOWDOWN")
                self.told.append(f"Seat {of} shows {_worth(cards, self.hands[COMMUNITY])}")
            case _:
                self._settled(event)

    def _deal(self, event: happened.CardDealt) -> None:
        hand = self.hands[event.to]
        hand.append(event.card)
        if event.to == COMMUNITY and len(hand) in (2, 4):
            flop, river = _cards(hand[:2]), _cards(hand[2:])
            self._begin("RIVER" if river else "FLOP", f" {flop}" + (f" | {river}" if river else ""))
        elif event.to == self.order[-1] and len(hand) == 5:
            self._begin("CARDS")
            for seat in self.order:
                known = None not in self.hands[seat]
                cards = _cards(self.hands[seat]) if known else "five cards face down"
                self.told.append(f"Seat {seat} is dealt {cards}")

    def _discarded(self, event: happened.CardsDiscarded) -> None:
        self._begin("HOLD")
        words = f"Seat {event.of} holds {NUMBERS[5 - event.number]}"
        if event.number:
            words += f" and discards {NUMBERS[event.number]}"
        if event.cards:
            held = [card for card in self.hands[event.of] if card not in event.cards]
            words += f": {_cards(held)} / {_cards(event.cards)}"
        self.told.append(words)

    def _settled(self, event: Event) -> None:
        match event:
            case happened.ChipsReturned(seat, cents):
                self.stacks[seat] += cents
                self.told.append(f"{dollars(cents)} that nobody called goes back to seat {seat}")
            case happened.PotMade(pot, cents, rake_cents):
                self._begin("POTS")
                rake = f", after a rake of {dollars(rake_cents)}" if rake_cents else ""
                self.told.append(f"{pot_title(pot).capitalize()}: {dollars(cents)}{rake}")
            case happened.PotAwarded(pot, seat, cents):
                self.told.append(f"Seat {seat} takes {dollars(cents)} of {pot_title(pot)}")
            case happened.RoundVoided(_, reason):
                self.told.append(f"The round is void, and all chips go back: {reason}")


def _cards(cards: Iterable[int | None]) -> str:
    return format_cards(card for card in cards if card is not None)


def _worth(held: tuple[int, ...], community: list[int | None]) -> str:
    """``Ts Jd: straight (Ts Jd Qh Ks Ad)``."""
    hand = explain(held, [card for card in community if card is not None])
    category = str(hand["category"]).replace("-", " ")
    return f"{format_cards(held)}: {category} ({hand['cards']})"


def _ending(running: Played) -> list[str]:
    """Who is to act, or what each seat is left with."""
    if running.question:
        return ["", f"Seat {running.question.seat} is to act"]
    net, stacks = running.net_cents, running.table.stacks
    lines = [
        f"Seat {seat}: {dollars(stacks[seat])} ({signed_dollars(net[seat])})"
        for seat in order_of(running.table.opening)
    ]
    return ["", "*** STACKS ***", *lines]
