"""A person at a table: rounds from the wagers to the results, until they leave. Nobody else runs a
practice table, so the person also calls an irregularity and has the cards checked."""

import os
from collections.abc import Sequence

from pitboss.cards import format_cards, parse_cards
from pitboss.cli.advice import advice_lines
from pitboss.cli.screen.console import ADVICE, QUIT, VOID, Back, Item, Leave, Person, option_items
from pitboss.cli.screen.pages import net_style, rule_lines, settled_lines
from pitboss.cli.screen.stage import Stage
from pitboss.cli.screen.tables import HouseTable, PokerTable, PracticeTable, Purse
from pitboss.cli.screen.text import Lines, Text, wrapped
from pitboss.games.contract import Decision, Option, Question
from pitboss.games.opening import deck_back
from pitboss.jackpots.meter import Meter
from pitboss.money import dollars, money, parse_dollars, signed_money
from pitboss.odds.registry import practise
from pitboss.refusal import Refused
from pitboss.rounds.runner import Runner, check_cause, check_choice
from pitboss.rounds.shuffle import seeded, shuffle
from pitboss.rounds.telling import (
    ask,
    award_words,
    cause_words,
    hit_words,
    option_words,
    void_words,
)
from pitboss.rounds.view import view

WAGERS = Item("w", "wagers")
NEW_CHIPS = Item("n", "new chips")
COUNTING = "Counting; the first time this takes up to a minute."
ADVICE_TITLE = "Advice, net for the whole round"
TABLE_LINES = 16
"""What a small table, its header and its question take of a screen."""
CHECKED = Item("c", "cards checked", "(removed, checked, reshuffled)")


class Session:
    """Rounds at one table; the purse outlives it."""

    def __init__(self, setup: PracticeTable, person: Person, purse: Purse) -> None:
        self.setup = setup
        self.person = person
        self.purse = purse
        self.stage = Stage(setup, person, purse)
        seed = setup.seed
        self._take = os.urandom if seed is None else seeded(seed)
        self._bot_bytes = os.urandom if seed is None else seeded(f"{seed} practice players")
        self.table: HouseTable | PokerTable
        if setup.game.read_seating:
            self.table = PokerTable(setup, purse.cents)
        else:
            self.table = HouseTable(setup, self._bot_bytes, purse)
        self._ended: Runner | None = None
        """The last round, which may still be voided until the next one is opened."""
        self._unchecked = False
        """Whether a supervisor must check the cards before the next round."""
        self._show_meters(setup.meters)
        seats = len(setup.seats)
        words = f"You sit in seat {setup.you} of {seats}. {self.table.offer_words}."
        self.stage.tell(wrapped(words, person.width))

    def run(self) -> None:
        """Play until the person quits the table."""
        message = ""
        while True:
            items, short = self._between_rounds()
            item = self.stage.choose(items, message or short).item
            message = ""
            if item is QUIT:
                return
            if item is NEW_CHIPS:
                self.purse.cents = self.purse.start_cents  # what was won or lost still counts
            elif item is CHECKED:
                self._unchecked = False
            elif item is VOID and self._ended:
                message = self._void_ended(self._ended)
            elif item is WAGERS and isinstance(self.table, HouseTable):
                message = self.table.change(self.person, self.purse)
            elif not self.play_round():
                return

    def _between_rounds(self) -> tuple[list[Item], str]:
        """Deal with the same wagers again, or what to do where the chips do not reach, and why;
        until then the last round may be voided."""
        if self._unchecked:
            words = "The table is stopped: the cards are removed, checked by a supervisor and"
            return [CHECKED], f"{words} reshuffled first. Here that is you."
        items, words = self._next_round()
        return items + ([VOID] if self._ended and self._ended.status == "settled" else []), words

    def _next_round(self) -> tuple[list[Item], str]:
        purse, table = self.purse, self.table
        # Blinds are fixed while a table of players is open.
        change = [WAGERS] if isinstance(table, HouseTable) else []
        if table.entry_cents <= purse.cents:
            return [Item("d", "deal", f"({table.entry_words})"), *change], ""
        words = f"Not enough practice chips: you have {money(purse.cents)},"
        words += f" {table.entry_words} takes {money(table.entry_cents)}."
        if purse.cents >= purse.start_cents:
            return change, words
        words += f" New chips bring you back to {money(purse.start_cents)}."
        return [NEW_CHIPS, *change], words

    def play_round(self) -> bool:
        """One round; False when the person left in the middle, which voids it."""
        name = deck_back(self.setup.settings.rulings, self.stage.round_number)
        opening = self.table.open(shuffle(self._take), name, self.purse)
        running = Runner(self.setup.game, opening)
        self.stage.start_round()
        self.stage.stacks = dict(opening.seating.stacks) if opening.seating else {}
        self._show_meters(running.table.meters)
        try:
            stayed = self._play(running)
        except (Leave, KeyboardInterrupt):
            self._say_void()
            raise
        if stayed:
            self._close(running)
        else:
            self._say_void()
        return stayed

    def _play(self, running: Runner) -> bool:
        while question := running.question:
            decision: Decision | None
            if question.seat == self.setup.you:
                self.stage.follow(view(running.table.events, self.setup.you))
                decision = self._ask(running, question)
                self.stage.remark([])
            else:
                decision = practise(running, self.setup.opponents, self._bot_bytes)
            if decision is None:
                return False
            running.decide(decision)
        self.stage.follow(view(running.table.events, self.setup.you))
        return True

    def _read_void(self) -> Decision | None:
        """For which cause a round is void, or None to go on with it; a cause that the document does
        not name is said again."""
        game, rulings = self.setup.game, self.setup.settings.rulings
        causes = [cause_words(cause) for cause in game.source.causes_under(rulings)]
        lines = [line for words in causes for line in wrapped(words, self.person.width, 4)]
        self.person.say(lines)
        named = "A letter, or the house's reason in words" if causes else "The house's reason"
        while reason := self._line_or_none(f"{named}; Enter goes on with the round: "):
            try:
                check_cause(game, rulings, reason)
            except Refused as refusal:
                self.person.say(wrapped(f"Not allowed: {refusal}", self.person.width, 2, "yellow"))
            else:
                return Decision(0, "void", reason=reason)
        return None

    def _line_or_none(self, prompt: str) -> str:
        try:
            return self.person.line(prompt)
        except Back:
            return ""

    def _void_ended(self, running: Runner) -> str:
        """Undo the round that is settled; a remark where it stays."""
        decision, net = self._read_void(), running.net_cents[self.setup.you]
        if decision is None:
            return "The round stands as it was settled."
        running.decide(decision)
        self.purse.undo_round(net)
        self.stage.follow(view(running.table.events, self.setup.you))
        self._tell_end(running)
        return ""

    def _say_void(self) -> None:
        words = "You leave in the middle of a round: it is void, and your wagers come back."
        self.person.say(wrapped(words, self.person.width))

    def _ask(self, running: Runner, question: Question) -> Decision | None:
        """The person's decision; None to leave."""
        items, message = self._affordable(question)
        asked = question._replace(options=tuple(option for _, option in items))
        words = ask(self.setup.game, asked, self.stage.picture)
        while True:
            offered = [*(item for item, _ in items), ADVICE, VOID]
            picked = self.stage.choose(offered, message, words)
            if picked.item is QUIT:
                return None
            if picked.item is ADVICE:
                message = self._advise(running)
                continue
            if picked.item is VOID:
                if void := self._read_void():
                    return void
                continue
            option = next(option for item, option in items if item is picked.item)
            try:
                decision = self._decision(question, option, picked.rest)
                check_choice(question, decision)
            except Back:
                message = ""
                continue
            except Refused as refusal:
                message = f"Not allowed: {refusal}"
                continue
            return decision

    def _advise(self, running: Runner) -> str:
        """What each option is worth, exactly, beside the table; a remark where nobody can say."""
        if self.person.has_screen:
            self.person.say([Text(COUNTING, "dim")])
        try:
            lines = list(advice_lines(running))
        except Refused as refusal:
            return f"No advice: {refusal}"
        wide, unit = self.person.width, "" if self.stage.stacks else " in first wagers"
        first = wrapped(f"{ADVICE_TITLE}{unit}: {lines[0]}", wide, 2, "bold green")
        rest = [part for line in lines[1:] for part in wrapped(line, wide, 4, "green")]
        self.stage.remark(self._within_screen([Text(), *first, *rest]))
        return ""

    def _within_screen(self, lines: Lines) -> Lines:
        """As many as stand beside a table; what a long model is made of, ``pitboss advise`` tells
        in full."""
        room = max(7, self.person.console.height - TABLE_LINES)
        if not self.person.has_screen or len(lines) <= room:
            return lines
        return [*lines[: room - 1], Text("  (pitboss advise tells the rest)", "green")]

    def _affordable(self, question: Question) -> tuple[list[tuple[Item, Option]], str]:
        """The legal options, less those for which the practice chips do not reach."""
        if self.stage.stacks:
            return option_items(self.setup.game, question.options), ""
        own = self.stage.picture.place(self.setup.you)
        left = self.purse.cents + own.net_cents - own.open_cents
        within, beyond = [], []
        for option in question.options:
            if option.least_cents <= left:
                within.append(option._replace(most_cents=min(option.most_cents, left)))
            else:
                beyond.append(option_words(self.setup.game, option))
        message = f"Your {money(left)} left are not enough to {' or '.join(beyond)}."
        return option_items(self.setup.game, within), message if beyond else ""

    def _decision(self, question: Question, option: Option, rest: str) -> Decision:
        """An option completed with the amount or the cards that it needs."""
        seat, action = question.seat, option.action
        if option.cards:
            offered = format_cards(option.cards)
            text = rest or self.person.line(
                f"{action} which of {offered}? Cards, places from 1, or Enter for all: "
            )
            return Decision(seat, action, cards=_read_cards(text, option.cards))
        if not option.most_cents:
            return Decision(seat, action)
        if option.least_cents == option.most_cents and not rest:
            return Decision(seat, action, option.most_cents)
        least, most = money(option.least_cents), money(option.most_cents)
        text = rest or self.person.line(f"{action}: {least} to {most}, Enter for {least}: ")
        return Decision(seat, action, parse_dollars(text or dollars(option.least_cents), action))

    def _close(self, running: Runner) -> None:
        """Pay out, and say what every wager did and why."""
        self.purse.add_round(running.net_cents[self.setup.you])
        self._ended = running
        self._tell_end(running)

    def _tell_end(self, running: Runner) -> None:
        self.table.close(running)
        net = running.net_cents[self.setup.you]
        self._show_meters(running.table.meters)
        width, game = self.person.width, self.setup.game
        picture = self.stage.picture
        lines: Lines = [Text()]
        if picture.voided:
            self._unchecked = picture.voided.supervised
            lines += wrapped(void_words(picture.voided), width, 2, "yellow")
        for award in picture.awards:
            lines += wrapped(award_words(award), width, 2)
        for hit in picture.hits:
            lines += wrapped(hit_words(game, hit), width, 2)
        lines += rule_lines(game.source, (award.rule for award in picture.awards), width)
        lines += settled_lines(game, picture.place(self.setup.you).settled, width)
        total = f"Round net {signed_money(net)}, bankroll {money(self.purse.cents)}"
        self.stage.tell([*lines, Text(total, f"bold {net_style(net)}")])

    def _show_meters(self, meters: Sequence[Meter]) -> None:
        self.stage.meter_cents = [meter.displayed_cents for meter in meters]


def _read_cards(text: str, offered: tuple[int, ...]) -> tuple[int, ...]:
    """Cards by name or by place: ``As Kd``, ``1 3``, or nothing for all."""
    if not text or text.lower() == "all":
        return offered
    if text.replace(" ", "").isdecimal():
        places = [int(digit) for digit in text.replace(" ", "")]
        if not all(1 <= place <= len(offered) for place in places):
            raise Refused(f"cards {text[:20]!r}: places run from 1 to {len(offered)}")
        return tuple(offered[place - 1] for place in dict.fromkeys(places))
    return parse_cards(text)
