"""A script that Pitboss plays while it is written, so that a campaign plays nothing twice."""

from typing import Any

from pitboss.games import events as happened
from pitboss.games.contract import Question
from pitboss.games.events import rake_of
from pitboss.money import dollars
from pitboss.refusal import Refused
from pitboss.rounds.record import (
    event_json,
    hands_json,
    jackpots_json,
    option_json,
    pots_json,
    question_json,
    settlement_json,
)
from pitboss.rounds.runner import Runner
from pitboss.rounds.script import read_decision, run_script

Script = dict[str, Any]
Answer = dict[str, Any]
Asked = dict[str, Any]

COMPARED = (happened.CardDealt, happened.CardBurned, happened.CardsShown)
"""The events that the verifier tells of too."""


class Playing:
    """The same steps as ``pitboss deal`` takes with the whole script; ``asked`` is what each
    decision has answered."""

    def __init__(self, script: Script) -> None:
        self.script = script
        self.asked: list[Asked] = []
        self.refusal = ""
        self._running: Runner | None = None
        try:
            self._running = run_script(script)
        except Refused as refused:
            self.refusal = str(refused)

    @property
    def question(self) -> Question | None:
        """What is asked now; nothing where the round has ended or was refused."""
        return self._running.question if self._running and not self.refusal else None

    @property
    def options(self) -> list[dict[str, Any]]:
        return [option_json(option) for option in self.question.options] if self.question else []

    def decide(self, entry: object) -> bool:
        """One more decision of the script; whether it, and all before it, were taken."""
        self.script["decisions"].append(entry)
        if self._running and not self.refusal:
            try:
                self._running.decide(read_decision(entry))
            except Refused as refused:
                self.refusal = str(refused)
        return not self.refusal

    def answer(self) -> Answer:
        """The answer of ``pitboss deal``, but for what the verifier does not say."""
        running = self._running
        if running is None or self.refusal:
            return {"error": self.refusal}
        table, question = running.table, running.question
        told = [event_json(event) for event in table.events if isinstance(event, COMPARED)]
        answer: Answer = {
            "status": running.status,
            "waiting": [question_json(question)] if question else [],
            "settlement": settlement_json(running),
            "net": {str(seat): dollars(cents) for seat, cents in running.net_cents.items()},
            "jackpots": jackpots_json(running),
            "events": told,
        }
        if table.stacks:
            is_shown = any(event["event"] == "cards-shown" for event in told)
            answer["hands"] = hands_json(running) if is_shown else {}
            answer["stacks"] = {str(seat): dollars(cents) for seat, cents in table.stacks.items()}
            answer["pots"] = pots_json(table.events)
            answer["rake"] = dollars(rake_of(table.events))
        return answer
