"""What a dealer of Holdout is asked, told from a round's script: chips, not cents."""

from itertools import combinations
from typing import Any

from .naive_cards import cents, money, parse_cards
from .naive_holdout import CATEGORIES, build_pots, strength, winners
from .naive_holdout_round import (
    Entry,
    Setting,
    Street,
    bet_size,
    end_street,
    first_street,
    next_turn,
    still_in,
)
from .naive_lessons import Json, Told

STREETS = 3


class Holdout:
    """A round as its dealer goes through it."""

    def __init__(self, script: Json) -> None:
        self.told, self.script = Told(), script
        self.rulings = script["table"]["rulings"]
        self.chip = cents(script["chip"])
        stacks = {int(seat): cents(chips) // self.chip for seat, chips in script["stacks"].items()}
        self.button = script["button"]
        after = [seat for seat in sorted(stacks) if seat > self.button]
        self.order = [*after, *(seat for seat in sorted(stacks) if seat <= self.button)]
        small, big = (cents(blind) // self.chip for blind in script["blinds"])
        low, high = (cents(bet) // self.chip for bet in script["bets"])
        cap = self.rulings["wagers-per-round"]
        self.setting = Setting(
            {seat: stacks[seat] for seat in self.order},
            (small, big),
            (low, high),
            self.rulings["betting"],
            None if cap == "unlimited" else int(cap),
            0,
            self.rulings["heads-up-blinds"] == "button-small",
            {},
        )
        self.decisions = [one for one in script["decisions"] if one[0] != "void"]
        self.voided = len(self.decisions) < len(script["decisions"])
        deck = parse_cards(script["deck"])
        served = self.order * 5
        self.hands = {
            s: [c for c, to in zip(deck, served, strict=False) if to == s] for s in stacks
        }
        rest = deck[len(served) :]
        self.board = [*rest[1:3], *rest[4:6]]
        self.put = dict.fromkeys(self.order, 0)
        self.held: dict[int, list[str]] = {}
        self.discarded = False

    def tell(self) -> None:
        told, first = self.told, self.order[0]
        pair = len(self.order) == 2 and self.setting.button_small
        blinds = self.order[1::-1] if pair else self.order[:2]
        for name, seat in zip(("small", "big"), blinds, strict=True):
            prompt = f"The button lies at seat {self.button}. Who posts the {name} blind?"
            told.ask("blind", prompt, f"seat {seat}")
        for seat in (*self.order, first):
            told.ask("next-card-to", "Who gets the next card?", f"seat {seat}")
        told.ask("how-many", f"How many cards at once go to seat {first}?", 1)
        told.ask("face", f"How do cards for seat {first} lie now?", "face down")
        told.ask("how-many", "How many cards has each player when this deal is complete?", 5)
        self.streets()

    def streets(self) -> None:
        street, raiser = first_street(self.setting), 0
        for number in range(STREETS):
            if number:
                done = "Every player has held" if number == 1 else "The betting round is over"
                self.told.ask("next-act", f"{done}. What do you do first?", "burn a card")
                self.told.ask("how-many", "How many community cards are turned up now?", 2)
            log = self.bet(street)
            if log is None:
                self.put = {s: self.put[s] + self.front(street, []).get(s, 0) for s in self.put}
                return
            behind, front = end_street(street, log)
            uncalled = {s: self.front(street, log)[s] - front[s] for s in front}
            for seat, chips in uncalled.items():
                if chips:
                    prompt = f"Not all of the wager of seat {seat} was called. How much goes back?"
                    self.told.ask("return", prompt, money(chips * self.chip))
            self.put = {seat: self.put[seat] + front.get(seat, 0) for seat in self.put}
            live = [seat for seat in self.order if seat in still_in(street, log)]
            raised = [seat for seat, action, _ in log if action in ("bet", "raise")]
            raiser = raised[-1] if raised and number == STREETS - 1 else 0
            if len(live) == 1 or number == STREETS - 1:
                self.settle(live, raiser, bool(number))
                return
            if number == 0 and not self.hold(live):
                return
            nothing = dict.fromkeys(self.order, 0)
            bet = bet_size(self.setting, number + 1)
            street = Street(live, behind, nothing, 0, bet, sum(self.put.values()))

    @staticmethod
    def front(street: Street, log: list[Entry]) -> dict[int, int]:
        from .naive_holdout_round import chips_in_front

        return chips_in_front(street, log)

    def bet(self, street: Street) -> list[Entry] | None:
        """The log of a betting round; nothing where the round is voided in it."""
        log: list[Entry] = []
        while turn := next_turn(street, log, self.setting):
            if not self.decisions:
                self.put = {s: self.put[s] + self.front(street, log).get(s, 0) for s in self.put}
                self.put = {s: self.put[s] - self.front(street, []).get(s, 0) for s in self.put}
                return None
            seat, action, *amount = self.decisions.pop(0)
            assert seat == turn.seat, (seat, turn)
            if not log:
                self.told.ask("turn", "Who decides first now?", f"seat {seat}")
            total = cents(amount[0]) // self.chip if amount else turn.least
            log.append((seat, action, total))
        return log

    def hold(self, live: list[int]) -> bool:
        for place, seat in enumerate(live):
            if not self.decisions:
                return False
            _, _, cards = self.decisions.pop(0)
            if not place:
                self.told.ask("turn", "Who holds cards first now?", f"seat {seat}")
            self.held[seat] = parse_cards(cards)
            number = 5 - len(self.held[seat])
            if number and not self.discarded:
                self.discarded = True
                noun = "card" if number == 1 else "cards"
                prompt = f"Seat {seat} gives up {number} {noun}. Where to?"
                self.told.ask("discard", prompt, "face down in front of the player")
        return True

    def settle(self, live: list[int], raiser: int, flop: bool) -> None:
        """Show in turn, then each pot: its size, its rake, and the side pots first who wins."""
        if len(live) > 1:
            self.show(live, raiser)
        pots = build_pots(self.put, live)
        if len(live) == 1:
            pots = [(sum(chips for chips, _ in pots), live)]
        rakes, total, taken = [], 0, 0
        for number, (chips, playing) in enumerate(pots):
            total += chips
            due = self.rake(total) if flop else 0
            rakes.append(due - taken)
            self.ask_pot(number, chips, playing, due - taken)
            taken = due
        for number in reversed(range(len(pots))):
            self.award(number, pots[number][0] - rakes[number], pots[number][1])

    def rake(self, chips: int) -> int:
        if self.rulings["rake"] == "none":
            return 0
        percent, cap = self.rulings["rake"].split("% cap ")
        part = chips * self.chip * cents(percent) // 10_000
        return min(part, cents(cap)) // self.chip

    def show(self, live: list[int], raiser: int) -> None:
        start = live.index(raiser) if raiser else 0
        showing = live[start:] + live[:start]
        for left, seat in zip(range(len(live), 0, -1), showing, strict=True):
            if left > 1:
                self.told.ask("next-seat", "Who shows next?", f"seat {seat}")
            # As they were dealt, so do they lie.
            cards = [card for card in self.hands[seat] if card in self.held[seat]]
            prompt = f"Seat {seat} holds {' '.join(cards)} with {' '.join(self.board)}. Which hand?"
            name = CATEGORIES[strength(cards, self.board)[0]]
            also = ["straight-flush"] if name == "royal-flush" else []
            self.told.ask("category", prompt, name, *also)

    def ask_pot(self, number: int, chips: int, playing: list[int], rake: int) -> None:
        name = f"side pot {number}" if number else "the main pot"
        names = " and ".join(f"seat {seat}" for seat in sorted(playing))
        prompt = f"How much is in {name}, before rake? In it: {names}."
        self.told.ask("pot", prompt, money(chips * self.chip))
        if self.rulings["rake"] != "none":
            whole = money(self.chip).removesuffix(".00")
            prompt = (
                f"The rake is {self.rulings['rake']} on the main pot and each side pot added to it,"
                f" rounded down to whole chips of ${whole}; a side pot gives what is then still"
                f" due. How much comes from {name}?"
            )
            self.told.ask("rake", prompt, money(rake * self.chip))

    def award(self, number: int, chips: int, playing: list[int]) -> None:
        name = f"side pot {number}" if number else "the main pot"
        best = playing
        if len(playing) > 1:
            best = winners({seat: self.held[seat] for seat in playing}, self.board)
            names = " and ".join(f"seat {seat}" for seat in sorted(best))
            costs = misdirected(chips * self.chip, playing, best)
            self.told.ask("winner", f"Who wins {name}?", names, costs=costs)
        share, odd = divmod(chips, len(best))
        for place, seat in enumerate(best):
            prompt = f"How much of {name} goes to seat {seat}?"
            part = (share + (place < odd)) * self.chip
            if part:
                self.told.ask("amount", prompt, money(part))


def misdirected(pot: int, playing: list[int], best: list[int]) -> dict[str, int]:
    """For every way to give the pot away, the cents that seats get beyond what they have won."""
    found = {}
    for number in range(1, len(playing) + 1):
        for group in combinations(sorted(playing), number):
            over = [pot // number - (pot // len(best) if seat in best else 0) for seat in group]
            names = " and ".join(f"seat {seat}" for seat in group)
            found[names] = sum(max(0, cents_over) for cents_over in over)
    return found


def tell_holdout(script: Json) -> tuple[Told, dict[int, Any]]:
    round_ = Holdout(script)
    round_.tell()
    return round_.told, {
        s: money(round_.put[s] * round_.chip) for s in sorted(round_.put) if round_.put[s]
    }
