"""What is particular to Buyout in training: points, security, the dealer's draw and the rack."""

from collections.abc import Iterator, Sequence

from pitboss.cards import format_cards
from pitboss.games import events as happened
from pitboss.games.buyout.score import kind_points, points, suited_points
from pitboss.games.buyout.words import name_kind, situation
from pitboss.games.events import DEALER, Event, numbered
from pitboss.games.lesson import (
    ALWAYS,
    BOTH,
    RACK,
    YES_NO,
    Lesson,
    Moment,
    Progress,
    Step,
    Take,
    has,
    make_wagers,
)

KINDS = ("suit", "of-a-kind", "none")
TRAY_FIRST = (
    "the wagers to the tray, then the cards to the rack",
    "the cards to the rack, then the wagers to the tray",
)
CARDS_LAST = ("after every wager is settled", "seat by seat, as each is settled")
WHEN = ("before the next player is served", "when the hands are compared")
FIFTH = "BUYOUT-08"


def script(seats: Sequence[int], take: Take) -> dict[str, object]:
    spots = {"first": (ALWAYS, (5, 10, 15, 20, 25)), "bonus": (160, (1, 2, 5, 10))}
    return {"wagers": make_wagers(seats, take, spots)}


def ask_points(of: int, cards: Sequence[int], at: int) -> Step:
    prompt = f"{has(of)} {format_cards(cards)}. How many points?"
    step = Moment(at, "BUYOUT-06").number("points", prompt, points(cards))
    return step._replace(about="dealer" if of == DEALER else str(of))


def ask_hand(progress: Progress, at: int, row: happened.WagerSettled) -> Iterator[Step]:
    """The points of a seat; of a bonus, when it is settled, else what the points are made of."""
    bonus = row.wager == "bonus"
    whole = bonus and progress.table.rulings["bonus-hand"] == "four-cards"
    cards = progress.dealt[row.seat] if whole else progress.in_play(row.seat)
    yield ask_points(row.seat, cards, at)
    if bonus:
        prompt = f"When is the bonus of seat {row.seat} settled?"
        yield Moment(at, "BUYOUT-19").choose("when", prompt, WHEN[progress.revealed], WHEN)
    else:
        prompt = f"{has(row.seat)} {format_cards(cards)}. What are the points made of?"
        first, *also = made_of(cards)
        yield Moment(at, "BUYOUT-06").choose("kind", prompt, first, KINDS, *also)


def made_of(cards: Sequence[int]) -> list[str]:
    """What gives the points of the hand: a suit, cards of a kind, or one as well as the other."""
    found = {"suit": suited_points(cards), "of-a-kind": kind_points(cards)}
    return [name for name in found if 0 < found[name] == points(cards)] or ["none"]


def discards_to(event: happened.CardsDiscarded) -> str:
    """To the rack, by the rules that say so; of folded hands it is said of those without points,
    and of a card dealt for the bonus alone it is not."""
    if event.rule == "BUYOUT-19" or (event.rule == "BUYOUT-22" and points(event.cards)):
        return ""
    return RACK


def ask_event(progress: Progress, at: int, event: Event) -> Iterator[Step]:
    if isinstance(event, happened.CardsShown) and event.of == DEALER:
        yield from ask_security(progress, at)
        if not any(numbered(progress.table.events[at:], happened.CardDealt)):
            prompt = "No hand challenges the dealer. Does the dealer draw cards?"
            step = Moment(at + 1, "BUYOUT-23").choose("draws", prompt, "no", YES_NO)
            why = "With no hand left to challenge him the dealer draws none."
            yield step._replace(part=BOTH, why=why, about="dealer")
    elif isinstance(event, happened.CardDealt) and event.to == DEALER:
        yield from ask_draw(progress, at)
    elif isinstance(event, happened.CardsDiscarded):
        yield from ask_rack(progress, at, event)


def ask_security(progress: Progress, at: int) -> Iterator[Step]:
    """Cards in play against wagers, before the dealer turns up his own."""
    for seat, wagers in progress.open.items():
        if "first" in wagers:
            cards = len(progress.in_play(seat))
            prompt = f"Seat {seat} has {cards} cards in play. How many wagers must stand there?"
            number = sum(wager != "bonus" for wager in wagers)
            step = Moment(at, "BUYOUT-26").number("security", prompt, number)
            yield step._replace(about=str(seat))


def ask_draw(progress: Progress, at: int) -> Iterator[Step]:
    """The dealer's points from four cards on, and whether a fifth is due."""
    cards, later = progress.dealt[DEALER], progress.table.events[at + 1 : at + 2]
    if len(cards) < 4:
        return
    yield ask_points(DEALER, cards, at + 1)
    if len(cards) == 4:
        expected = "yes" if later and isinstance(later[0], happened.CardDealt) else "no"
        prompt = "Does the dealer draw a fifth card?"
        step = Moment(at + 1, FIFTH).choose("draws", prompt, expected, YES_NO)
        yield step._replace(part=BOTH, about="dealer")


def ask_rack(progress: Progress, at: int, event: happened.CardsDiscarded) -> Iterator[Step]:
    """The order of tray and rack at a fold without points, and when cards in play go at the end."""
    rows = numbered(progress.table.events[at:], happened.WagerSettled)
    # What a void gives back is not settled a second time.
    later = [row.seat for _, row in rows if row.outcome != "void"]
    moment = Moment(at, event.rule)
    racked = numbered(progress.table.events, happened.CardsDiscarded)
    cleared = [one.of for _, one in racked if one.rule == "BUYOUT-25"]
    if progress.folding and progress.folding == event.of and not points(event.cards):
        prompt = f"Seat {event.of} has folded a hand without points. In which order?"
        step = moment.choose("order", prompt, TRAY_FIRST[event.of in later], TRAY_FIRST)
        yield step._replace(about=str(event.of))
    elif event.rule == "BUYOUT-25" and event.of == cleared[0]:
        prompt = "When do the cards in play go to the rack?"
        yield moment.choose("order", prompt, CARDS_LAST[bool(later)], CARDS_LAST)


LESSON = Lesson(
    script,
    situation,
    name_kind,
    ask_event=ask_event,
    ask_hand=ask_hand,
    rules={"order": "BUYOUT-24"},
    fixed_sizes=("second", "third"),
    own_draws=(FIFTH,),
    serves_singly=True,
    discards_to=discards_to,
)
