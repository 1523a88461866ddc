"""Random Holdout scripts: every ruling, two to nine seats, short stacks, odd posts, bad input too.

Legal decisions are drawn from the options that a round offers. Some scripts stop at a question,
some end with a void, some have a decision or an opening that the rules refuse.
"""

from collections.abc import Iterator
from random import Random
from typing import Any, NamedTuple

from pitboss.cards import RANKS, SUITS
from tests.verifier.playing import Asked, Playing, Script

Decision = list[Any]

CARDS = [rank + suit for rank in RANKS for suit in SUITS]
BETTING = ("limit", "spread-limit", "pot-limit", "no-limit")
CHIPS = (1, 1, 5, 25, 50, 100, 100, 300)
RAKES: tuple[object, ...] = (
    *("5% cap 4.00", "10% cap 0.75", "2.5% cap 300", "100% cap 9", "33.33% cap 1000"),
    *({"percent": 5, "cap": 3}, {"percent": "0.5", "cap": "0.10"}, {"percent": 12.5, "cap": 77}),
)
MALFORMED: tuple[object, ...] = (
    ["void"],
    ["void", ""],
    ["void", "x", 1],
    ["void", "x"],
    [1],
    "fold",
)
LAW_RAKES = (("10%", 5), ("10%", "5.01"), ("10.01%", 5), ("5%", 900), ("0.5%", 1))
DATES = (
    *("2014-09-25", "2014-09-26", "2016-09-25", "2016-09-26", "2016-12-22", "2016-12-23"),
    *("2016-12-23", "2024-05-01", "2024-05-01"),
)


class Habits(NamedTuple):
    """How the players of a round mostly decide."""

    folds: float
    raises: float
    holds: tuple[int, ...] | None
    """The places of the cards that all hold, or None for any."""


def numbered_script(seed: int, number: int) -> Playing:
    """Always the same script for the same seed and number."""
    return random_script(Random(f"{seed}/{number}"))


def random_script(random: Random) -> Playing:
    """A round played to its end, or to where it stops, is voided or goes wrong."""
    script = random_opening(random)
    if random.random() < 0.05:
        spoil_opening(random, script)
    playing = Playing(script)
    if playing.refusal:
        return playing
    play_out(random, playing)
    if random.random() < 0.04:
        playing.decide(["void", random.choice(["a card fell", "house-procedure", "a"])])
    if random.random() < 0.03:
        playing.decide(wrong_decision(random, playing))
    if random.random() < 0.03:  # a card may be missing where it is needed
        cards = script["deck"].split()
        script["deck"] = " ".join(cards[: random.randint(5 * len(script["stacks"]) - 1, 52)])
        asked, playing = playing.asked, Playing(script)
        playing.asked = asked
    return playing


def dollars(cents: int) -> str:
    """Cents as a script has them."""
    return f"{cents / 100:.2f}"


def random_opening(random: Random) -> Script:
    """Table, stacks, button, blinds and deck."""
    chip = random.choice(CHIPS)
    seats = sorted(random.sample(range(1, 10), random.choice((2, 2, 3, 3, 3, 4, 4, 5, 6, 7, 8, 9))))
    big = random.randint(1, 12)
    small = random.randint(1, big)
    rulings = random_rulings(random, chip, big, seats[-1])
    script: Script = {"game": "holdout", "table": {"rulings": rulings}, "decisions": []}
    script["deck"] = " ".join(random_deck(random))
    depth = random.choice((2, 4, 10, 10, 40, 150))  # big blinds
    script["stacks"] = {str(seat): dollars(chip * one_stack(random, big, depth)) for seat in seats}
    script["button"] = random.choice(seats)
    script["blinds"] = [dollars(chip * small), dollars(chip * big)]
    if chip > 1 or random.random() < 0.5:
        script["chip"] = dollars(chip)
    if random.random() < 0.5:
        script["bets"] = [dollars(chip * bet) for bet in random_bets(random, rulings, big)]
    if random.random() < 0.15:
        largest = max(float(bet) for bet in script.get("bets", [0, script["blinds"][1]]))
        most = round(largest * random.choice((1, 1.9, 2, 3.3, 10)) + random.choice((0, 0.01)), 2)
        script["table"]["limits"] = {"max": most}
    if random.random() < 0.06:
        script["profile"] = random_profile(random)
    if random.random() < 0.2:
        script["posts"] = random_posts(random, seats, chip, small, big)
        if random.random() < 0.5:
            script["button"] = random.randint(1, 9)
    return script


def one_stack(random: Random, big: int, depth: int) -> int:
    """Chips of one player, a few of them less than the blinds."""
    if random.random() < 0.2:
        return random.randint(1, 2 * big)
    return random.randint(1, big * depth)


def random_bets(random: Random, rulings: dict[str, Any], big: int) -> list[int]:
    """Two sizes that the structure mostly allows."""
    low = big if rulings.get("betting", "limit") == "limit" else random.randint(1, big)
    first = random.choice((low, low, random.randint(low, 2 * big), random.randint(1, big)))
    return [first, max(first, random.randint(big, 4 * big))]


def random_rulings(random: Random, chip: int, big: int, last: int) -> dict[str, Any]:
    """Every ruling in every option, often left out."""
    options: dict[str, tuple[Any, ...]] = {
        "betting": BETTING,
        "wagers-per-round": ("4", 4, "unlimited"),
        "big-bet-from": ("river", "flop"),
        "discard-order": ("in-turn", "together"),
        "heads-up-blinds": ("button-small", "left-small"),
        "button": ("dead", "moving"),
        "seats": tuple(range(max(2, last), 10)),
    }
    rulings = {
        name: random.choice(some)
        for name, some in options.items()
        if name == "betting" or random.random() < 0.5
    }
    if random.random() < 0.4:
        rulings["rake"] = random.choice((*RAKES, "none"))
    if random.random() < 0.25:
        rulings["ante"] = dollars(chip * random.randint(1, random.choice((1, 1, 4)) * big))
    return rulings


def random_profile(random: Random) -> dict[str, str]:
    """The law of a day."""
    if random.random() < 0.3:
        return {"name": "tribal", "approval": "TGA-1"}
    licence = random.choice(("house-banked", "class-f", "other"))
    return {"name": "washington", "date": random.choice(DATES), "licence": licence}


def random_posts(random: Random, seats: list[int], chip: int, small: int, big: int) -> list[Any]:
    """Blinds posted otherwise than usual: no small one, missed ones, several big ones."""
    kinds = {
        "small-blind": ((small, 0), (0, small)),
        "big-blind": ((big, 0), (big, 0), (big, small)),
        "missed-blind": ((big, 0), (big, small), (0, small), (small, 0)),
    }
    names = ["big-blind", *random.choices(list(kinds), k=random.randint(0, 3))]
    places = random.sample(
        seats, min(len(seats), len(names))
    )  # one each, and a second at the first
    posts = []
    for name, seat in zip(random.sample(names, len(names)), [*places, *places], strict=False):
        live, dead = random.choice(kinds[name])
        if random.random() < 0.1:
            live, dead = random.randint(0, big + 1), random.randint(0, big)
        posts.append([seat, name, dollars(chip * live), dollars(chip * dead)])
    return posts


def random_deck(random: Random) -> list[str]:
    """Shuffled; or rank by rank, so that pots are split; or suit by suit, in order or not."""
    deck = random.sample(CARDS, 52)
    ranks = random.sample(RANKS, 13) if random.random() < 0.7 else list(RANKS)
    suits = random.sample(SUITS, 4)
    sort = random.random()
    if sort < 0.3:
        deck.sort(key=lambda card: ranks.index(card[0]))
    elif sort < 0.4:
        deck.sort(key=lambda card: (suits.index(card[1]), ranks.index(card[0])))
    return deck


def play_out(random: Random, playing: Playing) -> None:
    """Decisions up to the end, or up to a place where the script stops or goes wrong."""
    stops = random.random() < 0.25
    goes_wrong = random.random() < 0.12
    habits = Habits(
        folds=random.choice((0.02, 0.1, 0.3)),
        raises=random.choice((0.1, 0.3, 0.6, 0.9)),
        holds=random.choice((None, None, (0,), (0, 1), (4,))),
    )
    while playing.question is not None:
        if stops and random.random() < 0.1:
            break
        if goes_wrong and random.random() < 0.1:
            playing.decide(wrong_decision(random, playing))
            break
        question = {"seat": playing.question.seat, "options": playing.options}
        playing.asked.append(question)
        playing.decide(random_decision(random, playing.script, question, habits))


def random_decision(random: Random, script: Script, question: Asked, habits: Habits) -> Decision:
    """One of the options, an amount at an end of its range or between."""
    seat = question["seat"]
    options = {option["action"]: option for option in question["options"]}
    if "hold" in options:
        cards = options["hold"]["cards"].split()
        if habits.holds is None:
            held = random.sample(cards, random.choice((1, 1, 2, 3, 4, 5)))
        else:
            held = [cards[place] for place in habits.holds]
        return [seat, "hold", random.choice((" ", "")).join(held)]
    size = options.get("bet") or options.get("raise")
    if size and random.random() < habits.raises:
        if "amount" in size:
            return [seat, size["action"], size["amount"]]
        return [seat, size["action"], random_size(random, script, size)]
    if random.random() < habits.folds:
        return [seat, "fold"]
    return [seat, "check" if "check" in options else "call"]


def random_size(random: Random, script: Script, size: dict[str, Any]) -> str:
    """The least, the most, a little above the least, or anything in whole chips."""
    chip = round(float(script.get("chip", 0.01)) * 100)
    least, most = (round(float(size[end]) * 100) // chip for end in ("min", "max"))
    near = min(most, least + random.randint(0, 4))
    return dollars(
        chip * random.choice((least, least, near, near, random.randint(least, most), most))
    )


def wrong_decision(random: Random, playing: Playing) -> object:
    """Something that is mostly not allowed where the round stands."""
    script = playing.script
    seat: Any = random.choice(list(script["stacks"]))
    if playing.question is not None and random.random() < 0.8:
        seat = playing.question.seat
    sizes = [
        value
        for option in playing.options
        for name, value in option.items()
        if name in ("min", "max", "amount")
    ]
    chip = float(script.get("chip", 0.01))
    near = float(random.choice(sizes or [4])) + random.choice((-chip, chip, 0, 0.01, -0.01, 40))
    held = " ".join(random.sample(script["deck"].split()[:20], random.choice((0, 1, 1, 2, 6))))
    bare = ("check", "call", "raise", "bet", "fold", "hold", "buy")
    sized = ("bet", "raise", "raise", "call", "fold")
    return random.choice(
        (
            *([seat, action] for action in bare),
            *([seat, action, f"{near:.2f}"] for action in sized),
            *([seat, "hold", held], [seat, "raise", "x"], [0, "fold"], [seat, "raise", 1, 2]),
            *MALFORMED,
        )
    )


def law_scripts() -> Iterator[Script]:
    """Openings under each law: days and licences, with every table that a law may refuse."""
    no_limit = {"betting": "no-limit"}
    tables: list[Any] = [
        *({"rulings": {**no_limit, "rake": f"{rake} cap {cap}"}} for rake, cap in LAW_RAKES),
        *({"rulings": no_limit, "limits": {"max": most}} for most in (4, 40, 41, 100, 301)),
        {"rulings": {"wagers-per-round": "unlimited"}},
        {"rulings": {"ante": 1}},
    ]
    blinds: list[Any] = [[1, 2], [20, "40.01"], [20, 100], [1, "300.01"]]
    for profile in law_profiles():
        for table in tables:
            yield law_script(profile, table, [2, 4])
        for pair in blinds:
            yield law_script(profile, {"rulings": no_limit}, pair)


def law_profiles() -> Iterator[dict[str, str]]:
    """Washington on each day that changed something, and a tribe."""
    for date in sorted({*DATES, "2008-12-31", "2016-02-30"}):
        for licence in ("house-banked", "class-f", "other", "none"):
            yield {"name": "washington", "date": date, "licence": licence}
    yield from ({"name": "tribal"}, {"name": "tribal", "approval": "TGA-1"}, {"name": "oregon"})
    yield {"name": "tribal", "approval": "TGA-1", "date": "2014-09-25"}


def law_script(profile: dict[str, str], table: dict[str, Any], blinds: list[Any]) -> Script:
    """A deep round that waits for its first decision."""
    script = {"game": "holdout", "profile": profile, "table": table, "blinds": blinds}
    return {**script, "deck": " ".join(CARDS), "stacks": {"1": 900, "2": 900}, "button": 2}


def spoil_opening(random: Random, script: Script) -> None:
    """Something that no table opens with, mostly."""
    big = script["blinds"][1]
    stacks: tuple[Any, ...] = ({}, {"1": 5}, {"1": 0, "2": 9}, {"0": 5, "2": 5}, [])
    changes: tuple[tuple[str, Any], ...] = (
        *(("button", seat) for seat in (0, 5, 10, None, "x")),
        *(("blinds", pair) for pair in ([big], [0, big], [big, "0.01"], ["0.015", 1], None)),
        *(("bets", pair) for pair in ([big], [0, 0], [big, "0.01"], ["0.01", big], [1, 1000])),
        *(("chip", chip) for chip in (0, -1, "0.07", 3)),
        *(("stacks", chips) for chips in stacks),
        *(("posts", posts) for posts in (1, [[1]], [[1, "big-blind", -1, 0]], [[12, "x", 1, 1]])),
        ("posts", [[[1], "big-blind", 4, 0]]),
        ("table", {"limits": {"min": 1}}),
        ("table", {"limits": {"max": "0.01"}}),
        ("table", {"paytables": {"ante": "SOA-01"}}),
        *(("table", {"rulings": {"rake": rake}}) for rake in ("5%", {"percent": 101, "cap": 1}, 7)),
        *(("table", {"rulings": {"ante": ante}}) for ante in (0, "0.005", -1)),
        *(("table", {"rulings": {name: "x"}}) for name in ("betting", "seats", "what")),
        *(("wagers", {}), ("deck", ""), ("deck", "As As"), ("decisions", {})),
    )
    key, value = random.choice(changes)
    script[key] = value
