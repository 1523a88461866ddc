"""``pitboss mcp`` through the protocol's own client: what an agent can do, and never learns."""

import json
import re
import sys
from collections.abc import Awaitable, Callable
from typing import Any

import anyio
import pytest
from mcp.client.client import Client
from mcp.client.stdio import StdioServerParameters

import pitboss
from pitboss.agents import NAMES, SEAT, Server, Tools, make_server
from pitboss.cards import format_card, parse_cards
from pitboss.games import OURS

Ask = Callable[..., Awaitable[Any]]


def talk(conversation: Callable[[Ask], Awaitable[None]], server: Any = None) -> None:
    """A conversation of a client with a server in this process, or with another one."""

    async def run() -> None:
        async with Client(server or make_server()) as client:

            async def ask(tool: str, **given: Any) -> Any:
                answer = await client.call_tool(tool, given)
                text = answer.content[0].text  # type: ignore[union-attr]
                return text if answer.is_error else json.loads(text)

            await conversation(ask)

    anyio.run(run)


def test_every_tool_says_what_it_does():
    async def run() -> None:
        async with Client(make_server()) as client:
            tools = (await client.list_tools()).tools
            assert [tool.name for tool in tools] == list(NAMES)
            assert all(tool.description for tool in tools)

    anyio.run(run)


def test_a_round_of_duki_from_deal_to_settlement():
    async def conversation(ask: Ask) -> None:
        dealt = await ask("deal", game="duki", wagers={"ante": 10, "bonus": 5})
        assert dealt["status"] == "waiting"
        assert dealt["cards"]["dealer"] == [None] * 4
        assert len(parse_cards(" ".join(dealt["cards"]["1"]))) == 4
        advice = await ask("advise", round=dealt["round"])
        assert advice["best"] in ("play", "fold")
        assert {one["action"] for one in advice["options"]} == {"play", "fold"}
        assert "still played" in await ask("explain", round=dealt["round"])
        ended = await ask("decide", round=dealt["round"], action="play")
        assert ended["status"] == "settled"
        assert None not in ended["cards"]["dealer"]
        told = await ask("explain", round=dealt["round"])
        assert [row["wager"] for row in told["settlement"]] == ["ante", "play", "bonus"]
        assert all(row["rule"].startswith("DUKI-") and row["says"] for row in told["settlement"])
        assert told["net"] == ended["net"]
        assert sum(float(row["net"]) for row in told["settlement"]) == float(told["net"]["1"])
        assert await ask("view", round=dealt["round"]) == ended

    talk(conversation)


def test_figures_are_those_of_the_commands():
    async def conversation(ask: Ask) -> None:
        assert [one["game"] for one in (await ask("games"))["games"]][:4] == list(OURS)
        assert await ask("score", game="buyout", cards="As 4s") == dict(
            pitboss.score("buyout", "As 4s").json()
        )
        priced = await ask("price", game="buyout", wager="bonus", paytable="sample")
        assert priced == dict(pitboss.price("buyout", "bonus", "sample").json())
        found = await ask("rules", game="duki", find="DUKI-13")
        assert [rule["id"] for rule in found["rules"]] == ["DUKI-13"]

    talk(conversation)


def test_several_play_holdout_and_the_others_answer():
    async def conversation(ask: Ask) -> None:
        seating = {"stack": 100, "blinds": [1, 2], "button": 2}
        stands = await ask("deal", game="holdout", others=2, seating=seating)
        while stands["status"] == "waiting":
            question = stands["question"]
            assert question["seat"] == SEAT
            actions = {one["action"] for one in question["options"]}
            if "hold" in actions:
                first = stands["cards"]["1"][0]
                stands = await ask("decide", round=stands["round"], action="hold", cards=first)
            else:
                action = "check" if "check" in actions else "call"
                stands = await ask("decide", round=stands["round"], action=action)
        told = await ask("explain", round=stands["round"])
        assert told["pots"]
        assert sum(map(float, told["net"].values())) == 0

    talk(conversation)


@pytest.mark.parametrize(
    ("tool", "given", "words"),
    [
        ("deal", {"game": "poker"}, "game 'poker' is unknown; the games are"),
        ("deal", {"game": "duki", "seed": 1}, "'seed' is unknown; it has game, wagers, others"),
        ("deal", {"game": "duki", "wagers": {"ante": -1}}, "must be above 0"),
        ("deal", {"game": "duki", "wagers": [10]}, "wagers: Input should be a valid dictionary"),
        ("deal", {"game": "duki", "others": 99}, "others"),
        ("deal", {"game": "duki", "seating": {"stack": 5}}, "give wagers, no seating"),
        ("deal", {"game": "holdout", "wagers": {"ante": 5}}, "give seating, no wagers"),
        ("deal", {"game": "holdout", "seating": {"deck": "As"}}, "seating 'deck' is unknown"),
        ("deal", {}, "game: Field required"),
        ("view", {"round": "r7"}, "round 'r7' is not here; the last are none; deal one"),
        ("score", {"game": "duki", "cards": "9h 9h"}, "9h"),
        ("rules", {"game": "duki", "find": "roulette"}, "stands in no rule of duki"),
        ("shuffle", {}, "shuffle"),
    ],
)
def test_bad_input_is_one_line(tool: str, given: dict[str, Any], words: str):
    async def conversation(ask: Ask) -> None:
        answer = await ask(tool, **given)
        assert isinstance(answer, str), answer
        assert answer.startswith(f"{tool}: ")
        assert not answer.startswith(f"{tool}: {tool}: ")
        assert words in answer
        assert "\n" not in answer

    talk(conversation)


def test_a_decision_that_is_not_allowed_changes_nothing():
    async def conversation(ask: Ask) -> None:
        dealt = await ask("deal", game="super-omaha")
        refused = await ask("decide", round=dealt["round"], action="flop", amount=40)
        assert "flop with 40.00 is not allowed; allowed: flop 10.00 to 30.00, fold" in refused
        assert await ask("view", round=dealt["round"]) == dealt

    talk(conversation)


@pytest.mark.parametrize("key", OURS)
def test_no_answer_has_a_card_that_the_seat_has_not_seen(key: str):
    tools = Tools()
    server = Server("test")
    for name in NAMES:
        server.add_tool(getattr(tools, name), name)

    async def conversation(ask: Ask) -> None:
        for _ in range(4):
            stands = await ask("deal", game=key, others=2)
            while stands["status"] == "waiting":
                played = tools._rounds.find(stands["round"])
                hidden = unseen(played, stands)
                told = [stands, await ask("view", round=stands["round"])]
                told.append(await ask("explain", round=stands["round"]))
                text = json.dumps(told)
                assert hidden
                assert told_of(hidden, text) == []
                assert "deck" not in text
                assert "seed" not in text
                option = stands["question"]["options"][0]
                given = {"cards": option["cards"]} if "cards" in option else {}
                if "min" in option:
                    given["amount"] = option["min"]
                stands = await ask(
                    "decide", round=stands["round"], action=option["action"], **given
                )
            hidden = unseen(tools._rounds.find(stands["round"]), stands)
            explained = await ask("explain", round=stands["round"])
            assert hidden
            assert told_of(hidden, json.dumps([stands, explained])) == []

    talk(conversation, server)


def told_of(cards: list[str], text: str) -> list[str]:
    return [card for card in cards if re.search(rf"\b{card}\b", text)]


def unseen(played: pitboss.Round, stands: dict[str, Any]) -> list[str]:
    """The cards that lie in no place of the view, nor were seen to be put away."""
    seen = {card for cards in stands["cards"].values() for card in cards}
    for event in played.view(SEAT).events:
        cards = event.get("cards") or event.get("card") or ""
        seen |= {format_card(card) for card in parse_cards(str(cards))}
    return [
        text for text in map(format_card, played._running.table.opening.deck) if text not in seen
    ]


def test_it_is_served_over_standard_input_and_output():
    async def conversation(ask: Ask) -> None:
        dealt = await ask("deal", game="buyout")
        assert dealt["question"]["seat"] == SEAT

    command = StdioServerParameters(command=sys.executable, args=["-m", "pitboss", "mcp"])
    talk(conversation, command)
