"""What the page's worker is asked: a message as JSON comes in, what is to be shown goes out."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from jinja2 import ChoiceLoader, FileSystemLoader

from pitboss.games import find_game
from pitboss.games.source import HowStep
from pitboss.house.tables.known import Setup
from pitboss.refusal import Refused
from pitboss.web.pages.drawing import make_templates
from pitboss.web.pages.signs import Posted, fixed_signs
from pitboss.web.pages.table import felt
from pitboss.web.pages.table.banner import make_banner
from pitboss.web.pages.table.reader import choose_lines
from pitboss.web.pages.table.scene import make_scene
from pitboss.web.pages.told import TELLING
from website.play import cells
from website.play.coach import FOLDER, Best, Coach
from website.play.table import MOST_CENTS, WHO, PracticeTable, house_games

Given = dict[str, Any]

templates = make_templates()
templates.filters |= TELLING
assert templates.loader
OWN = FileSystemLoader(Path(__file__).parent / "templates")
templates.loader = ChoiceLoader([OWN, templates.loader])
CHIPS = tuple(cents // 100 for cents in reversed(felt.CHIPS))


class Flow:
    """What only a table with others at it has."""

    gone: frozenset[int] = frozenset()
    play_on: tuple[object, ...] = ()
    may_hurry = False


class Page:
    """One page: its table and its coach."""

    def __init__(self, optimum: Path = FOLDER) -> None:
        self.table: PracticeTable | None = None
        self.coach = Coach(optimum)

    def ask(self, given: Given) -> Given:
        """Do what is asked and say what is to be shown; what is refused is told in one line."""
        try:
            return ACTS[given["act"]](self, given)
        except Refused as refusal:
            return {"refused": " ".join(str(refusal).split())}

    @property
    def at(self) -> PracticeTable:
        if self.table is None:
            raise Refused("choose a game first")
        return self.table

    def open(self, given: Given) -> Given:
        self.table = PracticeTable(given["game"])
        self.coach.begin()
        return {"game": given["game"], "title": self.table.setup.name, **self.show({})}

    def show(self, given: Given) -> Given:
        return {"id": self.at.id, "html": draw_region(self.at)}

    def wager(self, given: Given) -> Given:
        self.at.wager(given["wagers"], str(given.get("added", "")))
        self.coach.begin()
        return self.show(given)

    def decide(self, given: Given) -> Given:
        self.at.decide(given["action"], given.get("amount"), given.get("cards", ""))
        return self.show(given)

    def buy(self, given: Given) -> Given:
        self.at.buy(int(given["cents"]))
        return self.show(given)

    def judge(self, given: Given) -> Given:
        """The coach's place, after it has looked at what was decided."""
        self.coach.judge(self.at)
        return {"coach": draw("play/coach.html", coach=self.coach, table=self.at, **self._said())}

    def _said(self) -> Given:
        last = self.coach.last
        return {"last": last, "is_plain": isinstance(last, Best), "advice": None}

    def advise(self, given: Given) -> Given:
        found = self.coach.advise(self.at)
        values = {"told": found, "is_plain": isinstance(found, Best)}
        return {"advice": draw("play/advice.html", **values)}

    def record(self, given: Given) -> Given:
        return {"record": self.at.record()}

    def cell(self, given: Given) -> Given:
        """What a live cell of another page shows; it may be a refusal."""
        text, is_refused = cells.answer(given["kind"], given["given"])
        return {"text": text, "is_refused": is_refused}

    def rules(self, given: Given) -> Given:
        """How a game is played, its rules, pay tables and rulings."""
        setup = self.at.setup
        source = setup.game.source
        sections: dict[str, list[object]] = {}
        for rule in source.rules.values():
            sections.setdefault(rule.section, []).append(rule)
        values = {"source": source, "posted": post(setup), "sections": list(sections.items())}
        return {"rules": draw("play/rules.html", how=steps(source.key), **values)}


ACTS: dict[str, Callable[[Page, Given], Given]] = {
    name: getattr(Page, name)
    for name in (
        *("open", "show", "wager", "decide", "buy", "judge", "advise", "record", "rules"),
        "cell",
    )
}


def steps(key: str) -> list[HowStep]:
    return list(find_game(key).face.how or ())


def post(setup: Setup) -> Posted:
    """What the table posts; there is nobody to take a dispute to."""
    return fixed_signs(setup)._replace(disputes=())


def draw(name: str, **values: object) -> str:
    return templates.get_template(name).render(**values)


def draw_region(at: PracticeTable) -> str:
    """The felt, the dock and what stands beside them, by the templates of every table."""
    table = at.publish()
    scene = make_scene(table, WHO)
    least = min(spot.least_cents for spot in fixed_signs(table.setup).offered if spot.is_first)
    room = 0 if scene.is_playing else MOST_CENTS - at.stack_cents
    return draw(
        "play/region.html",
        scene=scene,
        table=table,
        source=table.setup.game.source,
        posted=post(table.setup),
        chips=CHIPS,
        room_cents=min(felt.USUAL_CENTS, room),
        is_broke=not scene.is_playing and at.stack_cents < least,
        sitting={"balance_cents": MOST_CENTS},
        session_cents=at.stack_cents - at.bought_cents if not scene.is_playing else None,
        waiting="",
        late="",
        spoken=choose_lines(scene),
        known=True,
        is_owner=False,
        replay=None,
        flow=Flow,
        fair=at.fair(),
        moment=make_banner(scene),
    )


page = Page()


def prepare() -> None:
    """Read and compile once what every table shows; the worker keeps an image of Python then. The
    table of it is thrown away: a seed is never in an image."""
    first = Page()
    for key in house_games():
        first.ask({"act": "open", "game": key})
        first.ask({"act": "judge"})
        first.ask({"act": "rules"})


def answer(text: str) -> str:
    """For the worker."""
    return json.dumps(page.ask(json.loads(text)))
