"""What a hand comes to, in the words of its game."""

from collections.abc import Iterator, Mapping, Sequence

from pitboss.cards import format_cards
from pitboss.cards.poker import CATEGORY_NAMES
from pitboss.games.duki.score import CATEGORIES
from pitboss.games.events import COMMUNITY
from pitboss.rounds.runner import Runner
from pitboss.training.steps import SETTLES, Step, ask_number, place

KINDS = ("suit", "of-a-kind", "none")
NO_DUKI = "no Duki"
QUALIFIES = {0: "no", 3: "yes, with a 3-card Duki", 4: "yes, with a 4-card Duki"}
DUKI_RULES = {0: "DUKI-08", 3: "DUKI-10", 4: "DUKI-09"}
DUKIS = (NO_DUKI, *(f"{n}-card {name}" for n in (3, 4) for name in CATEGORIES[n] if name))


def describe(running: Runner, of: int) -> Mapping[str, object]:
    return running.game.describe(running.table, of)


def has(of: int) -> str:
    return f"{place(of).capitalize()} has"


def ask_points(running: Runner, of: int, cards: Sequence[int], at: int) -> Step:
    """Buyout: the points of these cards."""
    text = format_cards(cards)
    points = running.game.score(text, running.table.rulings)["points"]
    prompt = f"{has(of)} {text}. How many points?"
    step = Step(SETTLES, "points", "total", prompt, "", "BUYOUT-06", at)
    return ask_number(step, int(str(points)))


def ask_kind(running: Runner, of: int, cards: Sequence[int], at: int) -> Step:
    """Buyout: what the points are made of."""
    text = format_cards(cards)
    kind = str(running.game.score(text, running.table.rulings)["kind"])
    prompt = f"{has(of)} {text}. What are the points made of?"
    return Step(SETTLES, "kind", "total", prompt, kind, "BUYOUT-06", at, choices=KINDS)


def ask_category(running: Runner, of: int, at: int) -> Step:
    """Duki's hand with its number of cards; a poker hand with the board beside it."""
    answer = describe(running, of)
    if "duki" in answer:
        size = int(str(answer["duki"]))
        expected = f"{size}-card {answer['category']}" if size else NO_DUKI
        prompt = f"{has(of)} {answer['cards']}. Which hand?"
        rule = DUKI_RULES[size]
        return Step(SETTLES, "category", "total", prompt, expected, rule, at, choices=DUKIS)
    board = format_cards(running.table.hands[COMMUNITY])
    prompt = f"{has(of)} {answer['hole']} with {board}. Which hand?"
    category = str(answer["category"])
    return Step(
        SETTLES,
        "category",
        "total",
        prompt,
        category,
        "SO-10",
        at,
        choices=tuple(filter(None, CATEGORY_NAMES)),
    )


def ask_qualifies(running: Runner, dealer: int, at: int) -> Iterator[Step]:
    """Duki: whether the dealer qualifies, and with what."""
    answer = describe(running, dealer)
    prompt = f"The dealer has {answer['cards']}. Does he qualify?"
    expected = QUALIFIES[int(str(answer["duki"]))]
    choices = tuple(QUALIFIES.values())
    yield Step(SETTLES, "qualifies", "qualify", prompt, expected, "DUKI-08", at, choices=choices)
    if answer["duki"]:
        yield ask_category(running, dealer, at)
