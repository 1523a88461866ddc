"""A page a game, made from its own data: how it is played, rules, pays, odds, best play, rulings,
leaks and rounds that were run."""

import json
from collections.abc import Iterator
from functools import partial
from typing import Any

from pitboss.games import OURS, find_game
from pitboss.games.contract import Game
from pitboss.games.events import COMMUNITY
from pitboss.games.opening import set_table
from pitboss.games.source import HowStep
from pitboss.odds.card import has_card
from pitboss.odds.request import JACKPOT, main_wager, read_request
from pitboss.reports.card import make_strategy
from pitboss.reports.examples import Example, find_examples
from pitboss.reports.hands import hand_sections
from pitboss.reports.identity import title_of
from pitboss.reports.round import settlement_table, story_table
from pitboss.reports.sheet import percent
from pitboss.rounds.telling import place_title, read_hand
from website.leaks import leaks
from website.markdown import hand, pictures, show, table
from website.pays import pay_tables
from website.results import Entry, kept

OPEN = 2
"""So many worked rounds are told step by step; of the others the settlement says enough."""


def game_page(key: str) -> str:
    game, live = find_game(key), partial(_live, key)
    parts = [
        _head(game), *_how(game), *pay_tables(game, live), *_odds(game), *_card(game),
        *_rounds(game), *_rules(game), *_rulings(game), *_leaks(game), *_next(game),
    ]  # fmt: skip
    return "\n".join(parts)


def index_page() -> str:
    lines = ["# The games\n", INDEX]
    for key in OURS:
        game = find_game(key)
        art = pictures(" ".join(game.face.art))
        lines.append(f"## [{game.source.title}]({key}.md)\n\n{art}\n\n{game.face.blurb}\n")
        if edge := kept_edge(key):
            lines.append(f"House edge with the best play: **{edge}**.\n")
    return "\n".join(lines)


def kept_edge(key: str) -> str:
    """That of the main wager at the usual table, where the house banks the game."""
    entry = next(e for e in kept().values() if e["answer"]["game"] == key)
    edge = entry["answer"].get("house_edge")
    return percent(edge["value"]) if edge else ""


def _head(game: Game) -> str:
    source = game.source
    art = pictures(" ".join(game.face.art))
    return (
        f"# {source.title}\n\n{art}\n\n{game.face.blurb}\n\n{_told_edge(source.key)}\n\n"
        f"{_contents(game)}\n"
        f"*By {source.maker}; approved {source.approved}. The approval is of the maker's game, not"
        " of Pitboss. The document is the authority; the words here are ours. This page is made"
        " from the game's own data, and a test fails when the two differ.*\n"
    )


def _told_edge(key: str) -> str:
    found = _entries(key, "price")[0]["answer"].get("house_edge")
    if not found:
        return "Players play each other; the house has no edge."
    cents = 1000 * found["value"]
    return (
        f"The house edge is **{percent(found['value'])}** with the best play, counted over every"
        f" deal: a first wager of $10 costs about {cents:.0f} cents a round on average."
    )


def _contents(game: Game) -> str:
    """Where each kind of reader begins."""
    pays = ", [what it pays](#pay-tables)" if game.paytables else ""
    leak = ", [leaks](#leaks-and-how-to-stop-them)" if _entries(game.source.key, "leak") else ""
    return (
        f"- **To play it:** [how it is played](#how-it-is-played){pays},"
        " [the best play](#strategy-card).\n"
        "- **To deal it:** [rounds, step by step](#worked-rounds),"
        " [every rule](#the-rules-in-the-documents-order).\n"
        "- **To judge it:** [exact odds](#exact-odds),"
        f" [rulings](#rulings-and-what-each-does-to-the-edge){leak}.\n"
    )


def _how(game: Game) -> Iterator[str]:
    yield "## How it is played\n"
    for number, step in enumerate(game.face.how or (), 1):
        rules = ", ".join(f"[{rule}](#{rule.lower()})" for rule in step.rules)
        yield f"### {number}. {step.title}\n\n{step.words} <small>({rules})</small>\n"
        yield from _hands(game, step)


def _hands(game: Game, step: HowStep) -> Iterator[str]:
    rulings = set_table(game).rulings
    for text in step.hands:
        yield f"{hand(text)}<br>\n{game.words.hand(game.score(text, rulings))}\n"
    if len(step.hands) > 1:
        yield "The two are equal.\n" if step.tied else "The first beats the second.\n"


def _entries(key: str, kind: str) -> list[Entry]:
    return [e for e in kept().values() if e["kind"] == kind and e["answer"]["game"] == key]


def _odds(game: Game) -> Iterator[str]:
    key = game.source.key
    yield "## Exact odds\n"
    if not kept_edge(key):
        answer = _entries(key, "price")[0]["answer"]
        for section in hand_sections(answer, game.face.colours.card):
            yield f"### {section.title}\n"
            yield from (show(block, 4) for block in section.blocks)
        return
    yield ODDS
    heads = ("wager", "pay table", "house edge", "element of risk", "deviation", "hits", "exactly")
    usual = [e for e in _entries(key, "price") if not _changed(e)]
    rows = [_figures(game, e["answer"]) for e in usual if e["answer"]["wager"] != JACKPOT]
    yield table(heads, rows, (2, 3, 4, 5))
    jackpots = [e["answer"] for e in usual if e["answer"]["wager"] == JACKPOT]
    if jackpots:
        yield JACKPOTS
        yield table(
            ("pay table", "fixed prizes return", "envy returns", "break-even meter"),
            [
                (
                    a["paytable"],
                    percent(a["fixed_return"]["value"]),
                    percent(a["envy_return"]["value"]),
                    f"${a['break_even_meter']['value']:,.2f}",
                )
                for a in jackpots
            ],
            (1, 2, 3),
        )
    yield from _outcomes(game, usual[0])


def _changed(entry: Entry) -> list[str]:
    """The rulings that are not as usual, from the tail of the id."""
    return [part for part in entry["id"].split("/") if "=" in part]


def _figures(game: Game, answer: Any) -> tuple[str, ...]:
    return (
        title_of(game, answer["wager"]) + (TOGETHER if "bonus_ratio" in answer else ""),
        answer["paytable"] or "–",
        percent(answer["house_edge"]["value"]),
        percent(answer["element_of_risk"]["value"]),
        f"{answer['standard_deviation']['value']:.4f}",
        percent(answer["hit_frequency"]["value"], 2),
        _exactly(answer["house_edge"]),
    )


def _exactly(figure: Any) -> str:
    return str(figure["exact"]).replace("-", MINUS)


def _outcomes(game: Game, entry: Entry) -> Iterator[str]:
    answer = entry["answer"]
    told = f"Of {int(answer['deals']):,} deals, with the best play."
    yield f"### How rounds end\n\n{told} `{entry['command']}` prints it.\n"
    rows = [
        (
            row["event"],
            str(row["pays"]),
            f"{int(row['combinations']):,}",
            percent(row["probability"]["value"], 6),
            percent(row["return"]["value"]),
        )
        for row in answer["outcomes"]
    ]
    yield table(("outcome", "pays", "deals", "of all", "returns"), rows, (2, 3, 4))


def _card(game: Game) -> Iterator[str]:
    if not has_card(game.source.key):
        return
    sheet = make_strategy(read_request(game.source.key, {}))
    yield f"## Strategy card\n\n{sheet.lead}\n"
    for section in sheet.sections:
        yield from (show(block) for block in section.blocks)
    yield f"`pitboss report {game.source.key} --sheet card -o card.pdf` prints this card.\n"


def _live(key: str, wager: str) -> str:
    """Where a reader may change the pays: on a page with scripts they are priced there."""
    found = [e for e in _entries(key, "price") if e["answer"]["wager"] == wager]
    moving = dict.fromkeys(part.partition("=")[0] for e in found for part in _changed(e))
    place = {"game": key, "wager": wager, "rulings": " ".join(moving)}
    data = " ".join(f'data-{name}="{value}"' for name, value in place.items())
    return f'<div class="pitboss-price" {data}></div>\n'


def _rounds(game: Game) -> Iterator[str]:
    yield ROUNDS
    for number, example in enumerate(find_examples(game.source.key)):
        yield f"### {example.title}\n"
        yield from _places(example)
        if number < OPEN or not example.running.settlement:
            yield show(story_table(example.running))
        if example.running.settlement:
            yield show(settlement_table(example.running))
        script = json.dumps(example.script)
        yield f"As a script for `pitboss deal`:\n\n<!-- run: deal -->\n```json\n{script}\n```\n"


def _places(example: Example) -> Iterator[str]:
    running = example.running
    hands = running.table.hands
    board = hands[COMMUNITY]
    for owner in sorted(owner for owner in hands if hands[owner]):
        cards = hands[owner]
        rulings = running.table.rulings
        made = "" if owner == COMMUNITY else read_hand(running.game, rulings, cards, board)[0]
        told = f"**{place_title(owner)}**{f': {made}' if made else ''}"
        yield f"{told}<br>\n{pictures(cards)}\n"


def _rules(game: Game) -> Iterator[str]:
    yield "## The rules, in the document's order\n"
    yield RULES
    rows = [
        (
            f'<span id="{rule.id.lower()}">{rule.id}</span>',
            rule.text,
            rule.section.partition(" (")[0],
        )
        for rule in game.source.rules.values()
    ]
    yield table(("rule", "what it says", "in the document"), rows)


def _rulings(game: Game) -> Iterator[str]:
    yield "## Rulings, and what each does to the edge\n"
    yield RULINGS
    priced = _entries(game.source.key, "price")
    rows = []
    for ruling in game.source.rulings.values():
        options = ", ".join(f"`{choice}`" for choice in ruling.choices)
        rows.append((f"`{ruling.name}`", ruling.why, options, _moved(game, ruling.name)))
    yield table(
        ("ruling", "what it decides", "options, the usual first", "moves the edge of"), rows
    )
    for wager in dict.fromkeys([main_wager(game), *game.paytables]):
        found = [e for e in priced if e["answer"]["wager"] == wager]
        if any(map(_changed, found)):
            yield f"### {title_of(game, wager)} by ruling\n"
            yield from _by_ruling(found)
    readings = "".join(f"- {reading}\n" for reading in game.source.readings)
    yield f"### Fixed readings\n\nWhat the text leaves open and no house may choose.\n\n{readings}"


def _moved(game: Game, name: str) -> str:
    """The wagers whose shipped figures hang on a ruling."""
    found = [
        entry["answer"]["wager"]
        for entry in _entries(game.source.key, "price")
        if any(part.startswith(f"{name}=") for part in _changed(entry))
    ]
    return ", ".join(title_of(game, wager) for wager in dict.fromkeys(found)) or "–"


def _by_ruling(found: list[Entry]) -> Iterator[str]:
    usual = found[0]["answer"]["house_edge"]["value"]
    rows = []
    for entry in found:
        edge = entry["answer"]["house_edge"]
        change = 100 * (edge["value"] - usual)
        rulings = ", ".join(f"`{one}`" for one in _changed(entry)) or "as usual"
        points = f"{change:+.4f}".replace("-", MINUS) if _changed(entry) else "–"
        rows.append((rulings, percent(edge["value"]), points, _exactly(edge)))
    yield table(("rulings", "house edge", "change", "exactly"), rows, (1, 2))


def _leaks(game: Game) -> Iterator[str]:
    return leaks([e["answer"]["leaks"][0] for e in _entries(game.source.key, "leak")])


def _next(game: Game) -> Iterator[str]:
    key = game.source.key
    yield NEXT.format(key=key)


TOGETHER = " with an equal main wager, both together"
MINUS = "−"
INDEX = """Four games. Each page is made from the game's own data: how it is played with pictures of
cards, what it pays, the exact odds, the best play, every rule, and rounds told step by step.
"""
ODDS = """Counted over every deal as a fraction; nothing is simulated.

- **House edge:** what you lose on average, per unit of your first wager.
- **Element of risk:** the same loss, per unit of all the money that you put down in the round.
- **Deviation:** how far one round swings around its average, in first wagers.
- **Hits:** how often the wager wins something.

All figures are in [one file](../results/index.md), with the command that prints each.
"""
JACKPOTS = """### Jackpots

For a wager of one dollar, with one other player who has the wager. A jackpot pays more as its
meter grows; above the **break-even meter** it favours the player. *Envy* is paid to you when
somebody else hits.
"""
ROUNDS = """## Worked rounds

Each was run by the rules of this page. Every wager that is paid or lost names its rule.
"""
RULES = """Each rule of the approved document has an id, which every paid or lost wager cites. The
words are ours.
"""
RULINGS = """Where the document is silent, or can be read in two ways, a named ruling chooses. A
house sets its rulings when it opens a table. The last column says which wagers' edges change with
it; a dash means that no shipped figure does.
"""
NEXT = """## What to do next

- Play it: `pitboss play {key}` in a terminal, or `make serve` for a table in the browser.
- See all figures: `pitboss odds {key}`.
- Print its papers: `pitboss pack {key} -o {key}.zip`.
- Read [how the odds are counted](../odds.md), or what a [word](../words.md) means.
"""
