"""The tools of ``pitboss mcp``: an agent sits in one seat and is told what that seat may know.

Rounds live in the server's memory, dealt from the operating system's chance: no deck and no seed
can be given, so that nobody knows a card that the seat has not seen, and no answer has one. Whoever
else sits at the table is a practice player.
"""

import os
from collections.abc import Iterable, Mapping
from typing import Any

from mcp.server.mcpserver import MCPServer
from mcp.server.mcpserver.context import Context
from mcp.server.mcpserver.exceptions import ToolError
from pydantic import ValidationError

import pitboss
from pitboss import __version__
from pitboss.games import find_game, game_keys
from pitboss.money import read_whole
from pitboss.notebook import Round, deal
from pitboss.odds.registry import find_solver, practise
from pitboss.odds.request import main_wager
from pitboss.refusal import Refused
from pitboss.rounds import record

SEAT = 1
SEATING = ("stack", "blinds", "button", "bets", "chip")
MOST_ROUNDS = 200
"""So many are kept; the oldest goes first."""

INSTRUCTIONS = (
    "Casino card games by their approved rules, for play money. 'games' lists them; 'deal' a round,"
    " 'decide' until it is settled, 'explain' why each cent moved. You sit in seat 1 and see what"
    " that seat sees. 'advise' and 'price' are exact."
)

Answer = dict[str, Any]
Amount = float | str


class Rounds:
    """The rounds that an agent plays, by name."""

    def __init__(self) -> None:
        self._kept: dict[str, Round] = {}
        self._dealt = 0

    def add(self, played: Round) -> str:
        self._dealt += 1
        name = f"r{self._dealt}"
        self._kept[name] = played
        if len(self._kept) > MOST_ROUNDS:
            self._kept.pop(next(iter(self._kept)))
        return name

    def find(self, name: str) -> Round:
        if name not in self._kept:
            known = ", ".join(list(self._kept)[-5:]) or "none; deal one"
            raise Refused(f"round {name[:20]!r} is not here; the last are {known}")
        return self._kept[name]


class Tools:
    """What an agent may ask; each method is a tool of its name."""

    def __init__(self) -> None:
        self._rounds = Rounds()

    def games(self) -> Answer:
        """The games: key, title, wagers made before the deal, rulings with their options."""
        found = [find_game(key) for key in game_keys()]
        return {
            "games": [
                {
                    "game": game.source.key,
                    "title": game.source.title,
                    "about": game.face.blurb,
                    "wagers": {name: spot.kind for name, spot in game.source.spots.items()},
                    "rulings": {n: list(one.choices) for n, one in game.source.rulings.items()},
                }
                for game in found
            ]
        }

    def rules(self, game: str, find: str = "") -> Answer:
        """A game's rules with their ids; with find only those whose id or text has it."""
        rules = find_game(game).source.rules.values()
        wanted = find.casefold()
        found = [rule for rule in rules if wanted in f"{rule.id} {rule.text}".casefold()]
        if not found:
            raise Refused(f"{find[:40]!r} stands in no rule of {game}")
        return {"rules": [rule._asdict() for rule in found]}

    def score(self, game: str, cards: str, rulings: dict[str, str] | None = None) -> Answer:
        """What a hand is worth: cards such as "As 4s", and after a stroke the board."""
        return dict(pitboss.score(game, cards, rulings=rulings).json())

    def price(
        self,
        game: str,
        wager: str | None = None,
        paytable: str | None = None,
        rulings: dict[str, str] | None = None,
    ) -> Answer:
        """The exact figures of a wager under best play: house edge, element of risk, deviation."""
        return dict(pitboss.price(game, wager, paytable, rulings).json())

    def deal(
        self,
        game: str,
        wagers: dict[str, Amount] | None = None,
        others: int | None = None,
        table: dict[str, Any] | None = None,
        seating: dict[str, Any] | None = None,
    ) -> Answer:
        """Deal a round to seat 1. Wagers in dollars ({"ante": 10}); others is how many practice
        players sit there too; table has rulings, paytables and limits as scripts have them. Between
        players give seating instead of wagers: {"stack": 200, "blinds": [2, 4], "button": 1}."""
        dealt = self._open(game, wagers, others, {"table": table} if table else {}, seating)
        return self._stand(self._rounds.add(dealt))

    def _open(
        self,
        key: str,
        wagers: Mapping[str, Amount] | None,
        others: int | None,
        given: dict[str, Any],
        seating: Mapping[str, Any] | None,
    ) -> Round:
        game = find_game(key)
        between = game.read_seating is not None
        least = 1 if between else 0
        number = read_whole(least if others is None else others, "others", least, 22)
        seats = range(SEAT, SEAT + 1 + number)
        if between:
            if wagers:
                raise Refused(f"{key} is played between players; give seating, no wagers")
            asked = {"stack": 200, "blinds": [2, 4], "button": SEAT, **(seating or {})}
            _check_names("seating ", asked, SEATING)
            stack = asked.pop("stack")
            return deal(key, stacks=dict.fromkeys(seats, stack), **asked, **given)
        if seating:
            raise Refused(f"{key} is played against the house; give wagers, no seating")
        made = wagers or {main_wager(game): 10}
        return deal(key, dict.fromkeys(seats, made), **given)

    def view(self, round: str) -> Answer:
        """A round as seat 1 sees it: cards, options, and once it is settled the result."""
        return self._stand(round)

    def decide(
        self, round: str, action: str, amount: Amount | None = None, cards: str | None = None
    ) -> Answer:
        """Answer the open question with one of its options; an amount in dollars where it has a
        range, cards where it picks some."""
        played = self._rounds.find(round)
        # Whose turn it is was settled before: others answer as soon as they are asked.
        played.play(action, amount, cards, seat=SEAT)
        return self._stand(round)

    def advise(self, round: str) -> Answer:
        """What each option is worth from what seat 1 sees, and the best; exact against the house,
        by a model of the others between players."""
        return dict(pitboss.advise(self._rounds.find(round)).json())

    def explain(self, round: str) -> Answer:
        """A settled round cent by cent: each wager's end with the rule that says so; between
        players what became of the pots."""
        played = self._rounds.find(round)
        if played.status == "waiting":
            raise Refused(f"round {round} is still played; decide first")
        rules = find_game(played._running.game.source.key).source.rules
        rows = record.settlement_json(played._running)
        told = [{**row, "says": rules[row["rule"]].text} for row in rows if row["rule"] in rules]
        seen = played.view(SEAT).events
        pots = [one for one in seen if str(one.get("event", "")).startswith("pot")]
        answer: Answer = {"round": round, "settlement": told, "net": self._net(played)}
        return {**answer, "pots": pots} if pots else answer

    def _net(self, played: Round) -> dict[str, str]:
        return {str(seat): str(dollars) for seat, dollars in played.net.items()}

    def _stand(self, name: str) -> Answer:
        """Where a round stands for the seat, once the others have answered."""
        played = self._rounds.find(name)
        running = played._running
        while running.question and running.question.seat != SEAT:
            running.decide(practise(running, _level(running.game.source.key), os.urandom))
        seen = played.view(SEAT)
        answer: Answer = {
            "round": name,
            "status": played.status,
            "seat": SEAT,
            "cards": {str(place): cards for place, cards in seen.cards.items()},
            "table": repr(seen),
        }
        if running.question:
            return {**answer, "question": record.question_json(running.question)}
        return {**answer, "net": self._net(played)}


def _check_names(what: str, given: Iterable[str], known: Iterable[str]) -> None:
    for name in given:
        if name not in known:
            raise Refused(f"{what}{name[:20]!r} is unknown; it has {', '.join(known) or 'none'}")


def _level(key: str) -> str:
    """The middle one, where practice players have levels."""
    levels = list(find_solver(key).levels) if find_game(key).solver else []
    return levels[len(levels) // 2] if levels else ""


NAMES = ("games", "rules", "score", "price", "deal", "view", "decide", "advise", "explain")


class Server(MCPServer[Any]):
    """Refuses in one line, whoever found the fault."""

    async def call_tool(
        self, name: str, arguments: dict[str, Any], context: Context[Any, Any] | None = None
    ) -> Any:
        try:
            for tool in await self.list_tools():
                if tool.name == name:  # the protocol's library would leave unknown ones out
                    _check_names("", arguments, tool.input_schema["properties"])
            return await super().call_tool(name, arguments, context)
        except Refused as refusal:
            raise ToolError(f"{name}: {refusal}") from None
        except ToolError as error:
            raise ToolError(f"{name}: {_line(error)}") from None


def _line(error: ToolError) -> str:
    cause = error.__cause__
    if isinstance(cause, ValidationError):
        first = cause.errors()[0]
        return f"{'.'.join(map(str, first['loc']))[:60]}: {first['msg']}"
    if isinstance(cause, Refused):
        return " ".join(str(cause).split())
    if isinstance(cause, Exception):
        return "this went wrong on the server's side; its log says where"
    return " ".join(str(error).split())


def make_server() -> Server:
    """A server with rounds of its own."""
    server, tools = Server("pitboss", instructions=INSTRUCTIONS, version=__version__), Tools()
    for name in NAMES:
        server.add_tool(getattr(tools, name), name)
    return server
