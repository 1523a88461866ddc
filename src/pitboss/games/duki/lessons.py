"""What is particular to Duki in training: the hand, and whether the dealer qualifies."""

from collections.abc import Iterator, Sequence

from pitboss.games.contract import Table
from pitboss.games.duki.score import CATEGORIES
from pitboss.games.duki.words import describe, name_kind, situation
from pitboss.games.events import DEALER, CardsShown, Event, WagerSettled
from pitboss.games.lesson import ALWAYS, Lesson, Moment, Progress, Step, Take, has, make_wagers

NO_DUKI = "no Duki"
QUALIFIES = {0: "no", 3: "yes, with a 3-card Duki", 4: "yes, with a 4-card Duki"}
HAND_RULES = {0: "DUKI-08", 3: "DUKI-10", 4: "DUKI-09"}
DUKIS = (NO_DUKI, *(f"{n}-card {name}" for n in (3, 4) for name in CATEGORIES[n] if name))


def script(seats: Sequence[int], take: Take) -> dict[str, object]:
    spots = {"ante": (ALWAYS, (5, 10, 15, 20, 25)), "bonus": (160, (1, 2, 5, 10))}
    return {"wagers": make_wagers(seats, take, spots)}


def ask_category(table: Table, of: int, at: int) -> Step:
    """The hand with its number of cards."""
    answer = describe(table, of)
    size = int(str(answer["duki"]))
    expected = f"{size}-card {answer['category']}" if size else NO_DUKI
    prompt = f"{has(of)} {answer['cards']}. Which hand?"
    return Moment(at, HAND_RULES[size]).choose("category", prompt, expected, DUKIS)


def ask_hand(progress: Progress, at: int, row: WagerSettled) -> Iterator[Step]:
    yield ask_category(progress.table, row.seat, at)


def ask_event(progress: Progress, at: int, event: Event) -> Iterator[Step]:
    """Whether the dealer qualifies, and with what, when his cards lie open."""
    if not isinstance(event, CardsShown) or event.of != DEALER:
        return
    answer = describe(progress.table, DEALER)
    prompt = f"The dealer has {answer['cards']}. Does he qualify?"
    expected = QUALIFIES[int(str(answer["duki"]))]
    step = Moment(at + 1, "DUKI-08").choose("qualifies", prompt, expected, QUALIFIES.values())
    yield step._replace(about="dealer")
    if answer["duki"]:
        yield ask_category(progress.table, DEALER, at + 1)._replace(about="dealer")


LESSON = Lesson(
    script,
    situation,
    name_kind,
    ask_event=ask_event,
    ask_hand=ask_hand,
    fixed_sizes=("play",),
    reads_order=True,
)
