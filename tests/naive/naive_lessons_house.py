"""What a dealer of Buyout, Duki and Super Omaha is asked, told from a round's script."""

from contextlib import suppress
from itertools import combinations

from . import naive_buyout, naive_duki, naive_super_omaha
from .naive_cards import cents, money, parse_cards
from .naive_holdout import CATEGORIES, strength_of_five
from .naive_lessons import Json, Told, ask_deal, ask_rows

RACK = "in the discard rack"
SHOWN = "All players have decided. What comes next?"
DEALERS = "turn up the dealer's cards"


def without_void(script: Json) -> tuple[list[list[object]], bool]:
    decisions = [one for one in script["decisions"] if one[0] != "void"]
    return decisions, len(decisions) < len(script["decisions"])


def put_in(script: Json, added: dict[int, list[int]]) -> dict[int, str]:
    """All that each seat has wagered, in dollars."""
    return {
        int(seat): money(sum(map(cents, made.values())) + sum(added.get(int(seat), [])))
        for seat, made in script["wagers"].items()
    }


# Buyout


class Stopped(Exception):
    """The round was voided while a seat was asked."""


class Buyout:
    """A round as its dealer goes through it, card by card."""

    def __init__(self, script: Json) -> None:
        self.told, self.script = Told(), script
        self.deck = parse_cards(script["deck"])
        self.decisions, _ = without_void(script)
        self.wagers = {int(seat): dict(made) for seat, made in script["wagers"].items()}
        self.hands: dict[int, list[str]] = {place: [] for place in (*sorted(self.wagers), 0)}
        self.bought: dict[int, list[int]] = {seat: [] for seat in self.wagers}
        self.racked: set[str] = set()
        plain = [one[:2] for one in self.decisions]
        self.rows = naive_buyout.answer({**script, "decisions": plain})["settlement"]

    def tell(self) -> None:
        self.deal()
        staying = [seat for seat in sorted(self.wagers) if self.serve(seat)]
        told, dealer = self.told, self.hands[0]
        for seat in staying:
            cards = len(self.hands[seat])
            prompt = f"Seat {seat} has {cards} cards in play. How many wagers must stand there?"
            told.ask("security", prompt, cards - 1)
        told.ask("next-act", SHOWN, DEALERS)
        if staying:
            self.draw()
        else:
            told.ask("draws", "No hand challenges the dealer. Does the dealer draw cards?", "no")
        self.settle(sorted(staying, reverse=True))
        first = staying[0] if staying else 0
        self.rack(first, len(self.hands[first] if first else dealer), "cleared")
        when = "When do the cards in play go to the rack?"
        told.ask("order", when, "after every wager is settled")

    def deal(self) -> None:
        places = list(self.hands)[:-1]
        for _ in range(2):
            for place in (*places, 0):
                self.hands[place].append(self.deck.pop(0))
        told, first = self.told, places[0]
        for place in (*places, 0, first):
            name = f"seat {place}" if place else "dealer"
            told.ask("next-card-to", "Who gets the next card?", name)
        told.ask("how-many", f"How many cards at once go to seat {first}?", 1)
        told.ask("face", f"How do cards for seat {first} lie now?", "face up")
        told.ask("face", "How do cards for dealer lie now?", "face down")
        told.ask("face", "How does the dealer's second card lie?", "face up")
        told.ask("how-many", "How many cards has each player when this deal is complete?", 2)

    def serve(self, seat: int) -> bool:
        """Third and fourth card; whether the hand stays in."""
        hand, first, seen = self.hands[seat], cents(self.wagers[seat]["first"]), []
        for wager in ("second", "third"):
            seen.append(self.deck.pop(0))
            self.told.ask("next-card-to", "Who gets the next card?", f"seat {seat}")
            if not self.decisions:
                raise Stopped
            _, action, *_ = self.decisions.pop(0)
            if action == "fold":
                self.fold(seat, [*hand, seen[-1]])
                return False
            if action == "refuse":
                self.rack(seat, 1, wager)
                break
            hand.append(seen[-1])
            prompt = f"Seat {seat} makes a {wager} wager. Of how much?"
            self.told.ask("wager", prompt, money(first))
            self.bought[seat].append(first)
        self.settle_bonus(seat, [*hand[:2], *seen])
        return True

    def fold(self, seat: int, cards: list[str]) -> None:
        made = {**self.wagers[seat]}
        for wager, amount in zip(("second", "third"), self.bought[seat], strict=False):
            made[wager] = money(amount)
        for wager, amount in made.items():
            prompt = f"Seat {seat} folds. Its {wager} wager of ${money(cents(amount))}?"
            self.told.ask("outcome", prompt, "take")
        if not naive_buyout.points_of(cards):
            self.rack(seat, len(cards), "without points")
            prompt = f"Seat {seat} has folded a hand without points. In which order?"
            self.told.ask("order", prompt, "the wagers to the tray, then the cards to the rack")

    def rack(self, of: int, number: int, why: str) -> None:
        """Where cards go is asked once for each reason that the document gives."""
        if why not in self.racked:
            self.racked.add(why)
            who = f"Seat {of}" if of else "Dealer"
            noun = "card" if number == 1 else "cards"
            self.told.ask("discard", f"{who} gives up {number} {noun}. Where to?", RACK)

    def settle_bonus(self, seat: int, seen: list[str]) -> None:
        if "bonus" not in self.wagers[seat]:
            return
        cards = self.hands[seat]
        if self.script["table"]["rulings"]["bonus-hand"] == "four-cards":
            if len(seen) == 3:
                seen.append(self.deck.pop(0))
                self.told.ask("next-card-to", "Who gets the next card?", f"seat {seat}")
            cards = seen
        self.points(seat, cards)
        prompt = f"When is the bonus of seat {seat} settled?"
        self.told.ask("when", prompt, "before the next player is served")
        ask_rows(self.told, [row for row in self.rows if self.is_of(row, seat, "bonus")])

    @staticmethod
    def is_of(row: Json, seat: int, wager: str) -> bool:
        return bool(row["seat"] == seat and row["wager"] == wager)

    def points(self, of: int, cards: list[str]) -> None:
        who = f"Seat {of}" if of else "Dealer"
        prompt = f"{who} has {' '.join(cards)}. How many points?"
        self.told.ask("points", prompt, naive_buyout.points_of(cards))

    def draw(self) -> None:
        dealer = self.hands[0]
        dealer += [self.deck.pop(0), self.deck.pop(0)]
        self.told.ask("next-card-to", "Who gets the next cards?", "dealer")
        self.points(0, dealer)
        draws = naive_buyout.points_of(dealer) < 13
        prompt = "Does the dealer draw a fifth card?"
        self.told.ask("draws", prompt, "yes" if draws else "no")
        if draws:
            dealer.append(self.deck.pop(0))
            self.points(0, dealer)

    def settle(self, seats: list[int]) -> None:
        """From the dealer's right; the last seat needs no asking for."""
        for left, seat in zip(range(len(seats), 0, -1), seats, strict=True):
            if left > 1:
                self.told.ask("next-seat", "Which seat do you settle next?", f"seat {seat}")
            cards = self.hands[seat]
            self.points(seat, cards)
            prompt = f"Seat {seat} has {' '.join(cards)}. What are the points made of?"
            self.told.ask("kind", prompt, *naive_buyout.best_kinds(cards))
            main = [row for row in self.rows if row["seat"] == seat and row["wager"] != "bonus"]
            ask_rows(self.told, main)


def tell_buyout(script: Json) -> tuple[Told, dict[int, str]]:
    round_ = Buyout(script)
    with suppress(Stopped):
        round_.tell()
    return round_.told, put_in(script, round_.bought)


# Duki


def tell_duki(script: Json) -> tuple[Told, dict[int, str]]:
    told, seats = Told(), sorted(map(int, script["wagers"]))
    rulings, deck = script["table"]["rulings"], parse_cards(script["deck"])
    machine = rulings["shuffler"] == "yes"
    hands = serve_fours(deck, [*seats, 0], machine)
    ask_deal(told, seats, 4, machine, 0)
    decisions, voided = without_void(script)
    plain = [one[:2] for one in decisions]
    rows = naive_duki.answer({**script, "decisions": plain})["settlement"]
    told.ask("turn", "Who decides first now?", f"seat {seats[0]}")
    played: dict[int, list[int]] = {}
    for seat, action in ((int(str(one[0])), one[1]) for one in decisions):
        made = script["wagers"][str(seat)]
        if action == "play":
            amount = cents(made["ante"])
            told.ask("wager", f"Seat {seat} makes a play wager. Of how much?", money(amount))
            played[seat] = [amount]
        else:
            ask_fold(told, seat, made, ("ante", "bonus"))
    if not voided:
        told.ask("next-act", SHOWN, DEALERS)
        show_duki(told, hands[0], rulings["ace"])
        staying = sorted(played, reverse=True)
        for left, seat in zip(range(len(staying), 0, -1), staying, strict=True):
            if left > 1:
                told.ask("next-seat", "Which seat do you settle next?", f"seat {seat}")
            name_duki(told, f"Seat {seat}", hands[seat], rulings["ace"])
            ask_rows(told, [row for row in rows if row["seat"] == seat])
    return told, put_in(script, played)


def serve_fours(deck: list[str], places: list[int], at_once: bool) -> dict[int, list[str]]:
    order = [place for place in places for _ in range(4)] if at_once else places * 4
    hands: dict[int, list[str]] = {place: [] for place in places}
    for place in order:
        hands[place].append(deck.pop(0))
    return hands


def ask_fold(told: Told, seat: int, made: Json, lost: tuple[str, ...]) -> None:
    for wager, amount in made.items():
        prompt = f"Seat {seat} folds. Its {wager} wager of ${money(cents(amount))}?"
        costs = dict.fromkeys(("take", "leave in action", "return"), cents(amount))
        told.ask("outcome", prompt, "take" if wager in lost else "leave in action", costs=costs)


def show_duki(told: Told, dealer: list[str], ace: str) -> None:
    suits = len({card[1] for card in dealer})
    words = f"yes, with a {suits}-card Duki" if suits > 2 else "no"
    told.ask("qualifies", f"The dealer has {' '.join(dealer)}. Does he qualify?", words)
    if suits > 2:
        name_duki(told, "Dealer", dealer, ace)


def name_duki(told: Told, who: str, cards: list[str], ace: str) -> None:
    found = naive_duki.score(" ".join(cards), ace)
    words = f"{found['duki']}-card {found['category']}" if found["duki"] else "no Duki"
    told.ask("category", f"{who} has {' '.join(cards)}. Which hand?", words)


# Super Omaha


def best_two_and_three(hole: list[str], board: list[str]) -> str:
    hands = (
        strength_of_five([*two, *three])
        for two in combinations(hole, 2)
        for three in combinations(board, 3)
    )
    return CATEGORIES[max(hands)[0]]


def tell_super_omaha(script: Json) -> tuple[Told, dict[int, str]]:
    told, seats = Told(), sorted(map(int, script["wagers"]))
    rulings, deck = script["table"]["rulings"], parse_cards(script["deck"])
    machine = rulings["shuffler"] == "yes"
    hands = serve_fours(deck, [*seats, 0], machine)
    board = deck[:5]
    decisions, voided = without_void(script)
    answer = naive_super_omaha.answer({**script, "decisions": decisions})
    made = sum("jackpot-1" in wagers for wagers in script["wagers"].values())
    if made:
        prompt = "All wagers are made, on jackpot-1 too. What comes before the first card?"
        told.ask("lock", prompt, "lock the sensors, and the meters take their contributions")
    if made and not voided:
        ask_meter(told, script["table"]["jackpots"][0], made)
    ask_deal(told, seats, 4, machine, 5)
    told.ask("how-many", "How many community cards are turned up now?", 3)
    told.ask("turn", "Who decides first now?", f"seat {seats[0]}")
    flops: dict[int, list[int]] = {}
    for one in decisions:
        seat = int(str(one[0]))
        if one[1] == "fold":
            ask_fold(told, seat, script["wagers"][str(seat)], ("ante",))
        else:
            flops[seat] = [cents(one[2])]
    if not voided:
        told.ask("next-act", SHOWN, DEALERS, "turn up community cards")
        told.ask("how-many", "How many community cards are turned up now?", 2)
        show = f"Dealer has {' '.join(hands[0])} with {' '.join(board)}. Which hand?"
        told.ask("category", show, best_two_and_three(hands[0], board))
        ask_hits(told, answer["jackpots"], script["table"].get("jackpots", []))
        settle_omaha(told, script, answer, hands, board, set(flops))
    return told, put_in(script, flops)


def ask_meter(told: Told, jackpot: Json, made: int) -> None:
    before, percent = cents(jackpot["meter"]), cents(jackpot["rate"])
    prompt = (
        f"jackpot-1: the meter showed {money(before)}; {made} wagers of which {percent} percent"
        " go on it. What does it show now?"
    )
    told.ask("meter", prompt, money(before + made * cents(jackpot["wager"]) * percent // 100))


def ask_hits(told: Told, after: list[Json], jackpots: list[Json]) -> None:
    """A percentage is locked before it is paid."""
    for jackpot, meter in zip(jackpots, after, strict=True):
        hits = [one for one in meter["awards"] if one["pays"].endswith("%")]
        for hit in hits:
            prompt = (
                f"Seat {hit['seat']} has a {hit['hand']} on jackpot-1, which pays {hit['pays']}."
                " What do you do first?"
            )
            told.ask("hit", prompt, "lock it")
        if hits:
            prompt = (
                f"jackpot-1: the seed is {money(cents(jackpot['seed']))}. What does the meter show"
                " when the hits have been paid from it?"
            )
            told.ask("meter", prompt, meter["meter"])


def settle_omaha(
    told: Told,
    script: Json,
    answer: Json,
    hands: dict[int, list[str]],
    board: list[str],
    played: set[int],
) -> None:
    marked = board[int(script["table"]["rulings"]["five-card-community"]) - 1]
    awards = [one for meter in answer["jackpots"] for one in meter["awards"]]
    hit = {one["seat"] for one in awards if one["pays"].endswith("%")}
    wagers = {int(seat): made for seat, made in script["wagers"].items()}
    open_seats = [s for s in sorted(wagers, reverse=True) if s in played or len(wagers[s]) > 1]
    envied = sum(row["wager"] == "jackpot-1-envy" for row in answer["settlement"])
    for left, seat in zip(range(len(open_seats), 0, -1), open_seats, strict=True):
        if left > 1:
            told.ask("next-seat", "Which seat do you settle next?", f"seat {seat}")
        hole = " ".join(hands[seat])
        if seat in played or "high-hand" in wagers[seat]:
            prompt = f"Seat {seat} has {hole} with {' '.join(board)}. Which hand?"
            told.ask("category", prompt, best_two_and_three(hands[seat], board))
        if "jackpot-1" in wagers[seat] and seat not in hit:
            prompt = (
                f"Seat {seat} has {hole} with the marked card {marked} on jackpot-1. Which hand?"
            )
            told.ask("category", prompt, CATEGORIES[strength_of_five([*hands[seat], marked])[0]])
        own = [row for row in answer["settlement"] if row["seat"] == seat]
        own = [row for row in own if seat in played or row["wager"] != "ante"]
        ask_rows(told, [row for row in own if not row["wager"].endswith("envy")])
        for row in own:
            if row["wager"].endswith("envy"):
                ask_envy(told, seat, row, awards)
    if any(one["hand"] in ("Royal Flush", "Straight Flush") for one in awards):
        told.ask("envy-count", "jackpot-1: how many envy pays does this round have in all?", envied)


ENVY = {"Royal Flush": "1000.00", "Straight Flush": "300.00"}
"""Of the table that exercises are dealt with, 5CL-E01."""


def ask_envy(told: Told, seat: int, row: Json, awards: list[Json]) -> None:
    (hand,) = {one["hand"] for one in awards if ENVY.get(one["hand"]) == row["paid"]}
    prompt = f"What envy pay does seat {seat} get for another seat's {hand}?"
    told.ask("envy", prompt, row["paid"])
