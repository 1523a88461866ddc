"""A round in words: hands, actions, questions, events and settlements, for every screen.

A game brings its own words (``games/<game>/words.py``); screens add style and nothing else.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import partial
from typing import NamedTuple

from pitboss.cards import format_card, format_cards, parse_cards
from pitboss.games import events as happened
from pitboss.games.contract import Game, Option, Question
from pitboss.games.events import COMMUNITY, DEALER, Event
from pitboss.games.source import Cause
from pitboss.games.words import Seen, name_cards, pot_title
from pitboss.games.words import option_words as words_of
from pitboss.jackpots.terms import is_envy, number_of, wager_of
from pitboss.money import floor_cents, money, signed_money
from pitboss.refusal import Refused
from pitboss.rounds.runner import Runner
from pitboss.rounds.view import Picture, sees_options

OUTCOMES = {"win": "wins", "lose": "loses", "push": "pushes", "void": "is returned"}

Name = Callable[[int], str]
"""What a place is called: a player, the dealer, the community."""


class Line(NamedTuple):
    """A line of the story. ``order`` is its first event, ``until`` its last; the cards, which a
    screen may draw, follow the words; ``rule`` is the rule behind it."""

    order: int
    until: int
    words: str
    cards: tuple[int | None, ...] = ()
    rule: str = ""

    @property
    def text(self) -> str:
        """The line with its cards by name, for the eye and for a screen reader."""
        return f"{self.words} {name_cards(self.cards)}" if self.cards else self.words


def name_places(names: Mapping[int, str], viewer: int = 0) -> Name:
    """Names for the places of a table; the viewer is ``You``."""

    def name(owner: int) -> str:
        return "You" if owner == viewer > 0 else names.get(owner) or place_title(owner)

    return name


def place_title(owner: int) -> str:
    """``Dealer``, ``Community`` or ``Seat 3``."""
    return {DEALER: "Dealer", COMMUNITY: "Community"}.get(owner, f"Seat {owner}")


def wager_title(game: Game, wager: str) -> str:
    """What is written on the felt; an envy pay is named for its jackpot."""
    spot = game.source.spots.get(wager)
    if spot is None and is_envy(wager):
        return f"{wager_title(game, wager_of(number_of(wager)))} envy"
    title = spot.title if spot else wager.replace("-", " ").capitalize()
    return game.face.titles.get(wager, title)


def rule_text(game: Game, id_: str) -> str:
    """What a rule says; nothing for one of another document, such as a jurisdiction's."""
    rule = game.source.rules.get(id_)
    return rule.text if rule else ""


def limit_words(least: int, most: int) -> str:
    """What may be wagered; a most of 0 is none."""
    if least == most:
        return f"{money(least)} exactly"
    if most:
        return f"{money(least)} to {money(most)}" if least > 1 else f"up to {money(most)}"
    return f"from {money(least)}" if least > 1 else "no limit"


# Hands and questions


def score_answer(
    game: Game, rulings: Mapping[str, str], cards: Sequence[int], board: Sequence[int]
) -> Mapping[str, object]:
    """The game's own answer for a hand, beside a board where there is one; empty for no hand."""
    texts = [f"{format_cards(cards)} / {format_cards(board)}"]
    if not board:
        texts.insert(0, format_cards(cards))
    for text in texts:
        with suppress(Refused):
            return game.score(text, rulings)
    return {}


def read_hand(
    game: Game, rulings: Mapping[str, str], cards: Sequence[int | None], board: Sequence[int]
) -> tuple[str, frozenset[int]]:
    """What cards in full sight are worth, and those that make it; nothing while any is hidden."""
    known = [card for card in cards if card is not None]
    if not known or len(known) < len(cards):
        return "", frozenset()
    answer = score_answer(game, rulings, known, board)
    making = str(answer.get("making", answer.get("cards", "")))
    return game.words.hand(answer), frozenset(parse_cards(making))


def look(question: Question, picture: Picture, name: Name = place_title, stack: int = 0) -> Seen:
    """What the seat that is asked has before it; ``stack`` is what it has left."""
    acts = [(name(seat), action, cents) for seat, action, cents in picture.acts]
    return Seen(picture.place(question.seat).cards, acts, picture.pot_cents, stack)


def ask(game: Game, question: Question, picture: Picture, name: Name = place_title) -> str:
    """The question to a seat in plain words."""
    return game.words.question(question, look(question, picture, name))


def option_words(game: Game, option: Option) -> str:
    """``play for $10``, ``raise to $8 to $40 (table maximum)``."""
    words = words_of(option, game.words.act(option.action))
    return f"{words} ({option.cap_words})" if option.cap_rule else words


# Results


def settled_line(game: Game, row: happened.WagerSettled) -> str:
    """``Ante $10 wins $20 (2 to 1)``: with the reason, where there is one to tell."""
    made = wager_title(game, row.wager) + (f" {money(row.cents)}" if row.cents else "")
    reason = settled_reason(row)
    return f"{made} {outcome_words(row)}" + (f" ({reason})" if reason else "")


def outcome_words(row: happened.WagerSettled) -> str:
    """``wins $20``, ``loses``."""
    words = OUTCOMES[row.outcome]
    return f"{words} {money(row.paid_cents)}" if row.outcome == "win" else words


def settled_reason(row: happened.WagerSettled) -> str:
    """The row of the pay table, and the odds or prize; what is left where that is not the pay."""
    net = ""
    if row.outcome == "win" and row.net_cents != row.paid_cents:
        net = f"net {signed_money(row.net_cents)}"
    return ", ".join(filter(None, (row.row, row.pays, net)))


def hit_words(game: Game, event: happened.JackpotHit, name: Name = place_title) -> str:
    title = wager_title(game, event.jackpot)
    words = f"hits {title} with {event.row}, {event.pays}: {money(event.paid_cents)}"
    return _does(name(event.seat), words)


def award_words(event: happened.PotAwarded, name: Name = place_title) -> str:
    return _does(name(event.seat), f"takes {money(event.cents)} of {pot_title(event.pot)}")


def cause_words(cause: Cause) -> str:
    """``(d) the shuffle machine jams; a supervisor checks the cards (DUKI-24)``."""
    checked = "; a supervisor checks the cards" if cause.supervised else ""
    return f"({cause.key}) {cause.text}{checked} ({cause.rule})"


def void_words(event: happened.RoundVoided) -> str:
    checked = "; a supervisor checks the cards" if event.supervised else ""
    return f"The round is void: {event.reason}{checked}. Every wager goes back."


# The story


def tell(events: Sequence[Event], game: Game, name: Name, meters: bool = False) -> list[Line]:
    """Every line so far; with each move of the ``meters`` where they are asked for. What belongs
    together is one line: cards dealt to a place, a seat's wagers, a decision and its chips."""
    story = _Story(game, name, meters)
    lines: list[Line] = []
    index = 0
    while index < len(events):
        end = index + 1
        while end < len(events) and _goes_on(events[index], events[end], end - index):
            end += 1
        for line in story.lines(events[index:end]):
            lines.append(line._replace(order=index + line.order, until=end - 1))
        index = end
    return lines


def _goes_on(first: Event, event: Event, number: int) -> bool:
    """Whether an event, so many after the first, is told together with it."""
    match first, event:
        case happened.CardDealt(), happened.CardDealt():
            return True
        case happened.WagerPlaced(before), happened.WagerPlaced(after):
            return before == after
        case happened.Decided(before), happened.WagerPlaced(after) | happened.ChipsPlaced(after):
            return before == after and number == 1
    return False


def _does(who: str, words: str) -> str:
    """``Seat 1 folds``, but ``You fold``."""
    if who != "You":
        return f"{who} {words}"
    verb, space, rest = words.partition(" ")
    return f"You {_OWN.get(verb, verb.removesuffix('s'))}{space}{rest}"


_OWN = {"is": "are", "has": "have"}


class _Story:
    """Tells groups of events; orders are counted from the group's first event."""

    def __init__(self, game: Game, name: Name, meters: bool) -> None:
        self.game = game
        self.name = name
        self.meters = meters

    def lines(self, group: Sequence[Event]) -> Iterator[Line]:
        event = group[0]
        rule = getattr(event, "rule", "")
        if isinstance(event, happened.CardDealt):
            yield from self._dealt(group)
        elif isinstance(event, happened.CardsShown):
            yield Line(0, 0, _does(self.name(event.of), "shows"), event.cards, rule)
        elif isinstance(event, happened.CardsDiscarded):
            cards = event.cards or (None,) * event.number
            yield Line(0, 0, _does(self.name(event.of), "discards"), cards, rule)
        elif words := self._words(event, group[1:]):
            yield Line(0, 0, words, (), rule)

    def _dealt(self, group: Sequence[Event]) -> Iterator[Line]:
        """One line for each place, in the order in which it was first served."""
        hands: dict[int, list[happened.CardDealt]] = {}
        for event in group:
            assert isinstance(event, happened.CardDealt)
            hands.setdefault(event.to, []).append(event)
        for order, (to, dealt) in enumerate(hands.items()):
            words = "On the board:" if to == COMMUNITY else _does(self.name(to), "is dealt")
            yield Line(order, order, words, tuple(e.card for e in dealt), dealt[0].rule)

    def _words(self, event: Event, more: Sequence[Event]) -> str:
        title = partial(wager_title, self.game)
        match event:
            case happened.RoundOpened():
                return "The round begins."
            case happened.WagerPlaced(seat):
                placed = [each for each in (event, *more) if isinstance(each, happened.WagerPlaced)]
                wagers = [f"{title(each.wager)} {money(each.cents)}" for each in placed]
                return _does(self.name(seat), f"wagers {', '.join(wagers)}")
            case happened.Decided(seat, action, cents) | happened.ChipsPlaced(seat, action, cents):
                return _does(self.name(seat), self.game.words.told(action, cents))
            case happened.CardBurned():
                return "A card is burned."
            case happened.WagerSettled(seat):
                return f"{self.name(seat)}: {settled_line(self.game, event)}"
            case happened.PayCut(seat, wager, paid, to):
                amounts = f"{money(paid)} to {money(to)}"
                return f"{self.name(seat)}: {title(wager)} is cut from {amounts}"
            case happened.RoundVoided():
                return void_words(event)
            case happened.ButtonPlaced(seat):
                return f"The button is at seat {seat}."
            case happened.ChipsReturned(seat, cents):
                return _does(self.name(seat), f"takes back {money(cents)} that nobody called")
            case happened.PotMade(pot, cents, rake_cents):
                rake = f", less a rake of {money(rake_cents)}" if rake_cents else ""
                return f"{pot_title(pot).capitalize()} holds {money(cents)}{rake}."
            case happened.PotAwarded():
                return award_words(event, self.name)
            case happened.JackpotHit():
                return hit_words(self.game, event, self.name)
            case happened.MeterMoved(jackpot, cause, change) if self.meters:
                moved = signed_money(floor_cents(change))
                return f"The meter of {title(jackpot)} moves by {moved} ({cause})."
        return ""


def sketch(running: Runner, events: Iterable[Event], viewer: int | None) -> Iterator[str]:
    """The table as text, from the events that are seen; a viewer of None sees all."""
    picture, question = Picture(events), running.question
    yield f"{running.game.source.title}: {running.status}"
    for owner in sorted(picture.places):
        yield f"  {_line(running, picture, owner)}".rstrip()
    if question:
        options = ", ".join(option_words(running.game, option) for option in question.options)
        words = options if sees_options(question, viewer) else "its choice is hidden"
        yield f"  {place_title(question.seat)} may: {words} ({question.rule})"


def _line(running: Runner, picture: Picture, owner: int) -> str:
    """A place: its cards, what they are worth, its wagers, and what came of them."""
    game, place = running.game, picture.place(owner)
    cards = " ".join("??" if card is None else format_card(card) for card in place.cards)
    parts = [f"{place_title(owner):<9}", cards]
    if owner != COMMUNITY:
        parts.append(read_hand(game, running.table.rulings, place.cards, picture.board)[0])
    parts += [f"{wager_title(game, wager)} {money(cents)}" for wager, cents in place.wagers.items()]
    if place.chips_cents:
        parts.append(f"in the pot {money(place.chips_cents)}")
    if owner > 0 and running.status != "waiting":
        parts.append(f"net {signed_money(running.net_cents[owner])}")
    return "  ".join(filter(None, parts))
