"""What a Holdout seat sees, and practice opponents: from a rule of thumb to one that reads counts.

Each sees its own view alone, and answers with a decision that the table accepts.

- ``easy``: hold what is there, bet two pairs, stay in cheaply with less.
- ``medium`` weighs made hands and draws: how often a sensible player ends up with less, on average
  over rivers, whatever the others have discarded.
- ``hard`` estimates its share of the pot against the hands that the discard counts suggest. Who
  bets or raises is taken to hold better cards than the counts alone say, so the share is cut for
  each; and now and then a hand that is not worth a bet is bet all the same.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import combinations
from math import lcm
from typing import NamedTuple

from pitboss.cards import DECK, rank_of, suit_of
from pitboss.cards.poker import PAIR, STRAIGHT, THREE_OF_A_KIND, TWO_PAIR, rank_five
from pitboss.games import events
from pitboss.games.contract import Decision, Opening, Option, Question
from pitboss.games.holdout.score import score
from pitboss.odds.holdout.strategy import sensible_hold
from pitboss.odds.registry import Player
from pitboss.odds.request import Request
from pitboss.refusal import Refused
from pitboss.rounds.runner import Runner
from pitboss.rounds.shuffle import Bytes
from pitboss.rounds.view import view

ANTE, DEAD_BLIND = "ante", "dead-blind"
"""Chips that are no part of a wager; a dead blind plays for the main pot alone."""


class Sight:
    """A seat's view, followed event by event up to the question that it is asked.

    ``discards`` has the number for each seat that has discarded; ``put`` is what each seat has in
    the pot, ``front`` how much of it in this betting round, ``dead`` how much as a dead blind.
    ``raises`` counts the bets and raises of each seat, from the Flop on anew.
    """

    def __init__(self, opening: Opening, question: Question) -> None:
        assert opening.seating is not None
        self.settings, self.seating = opening.settings, opening.seating
        self.question, self.seat = question, question.seat
        self.cards: tuple[int, ...] = ()
        self.discarded: tuple[int, ...] = ()
        self.board: tuple[int, ...] = ()
        self.live = tuple(sorted(self.seating.stacks))
        self.discards: dict[int, int] = {}
        self.put = dict.fromkeys(self.live, 0)
        self.front = dict.fromkeys(self.live, 0)
        self.dead = dict.fromkeys(self.live, 0)
        self.raises = dict.fromkeys(self.live, 0)

    @property
    def rivals(self) -> tuple[int, ...]:
        """The other seats still in."""
        return tuple(seat for seat in self.live if seat != self.seat)

    @property
    def counts(self) -> tuple[int | None, ...]:
        """How many cards each of them has discarded, None before that."""
        return tuple(self.discards.get(seat) for seat in self.rivals)

    @property
    def options(self) -> dict[str, Option]:
        return {option.action: option for option in self.question.options}

    @property
    def call_cents(self) -> int:
        """What it costs to stay in, 0 where a check is possible."""
        option = self.options.get("call")
        return option.least_cents if option else 0

    @property
    def pot_cents(self) -> int:
        return sum(self.put.values())

    def stack(self, seat: int) -> int:
        return self.seating.stacks[seat] - self.put[seat]

    def add(self, event: events.Event) -> None:
        match event:
            case events.CardDealt(card=int() as card, to=to):
                if to == self.seat:
                    self.cards += (card,)
                elif to == events.COMMUNITY:
                    self.board += (card,)
            case events.ChipsPlaced(seat=seat, action=action, cents=cents):
                self.put[seat] += cents
                if action == DEAD_BLIND:
                    self.dead[seat] += cents
                elif action != ANTE:
                    self.front[seat] += cents
            case events.ChipsReturned(seat=seat, cents=cents):
                self.put[seat] -= cents
            case events.Decided(seat=seat, action="fold"):
                self.live = tuple(one for one in self.live if one != seat)
            case events.Decided(seat=seat, action="bet" | "raise"):
                self.raises[seat] += 1
            case events.CardsDiscarded(of=seat, number=number, cards=cards):
                self.discards[seat] = number
                if seat == self.seat:
                    self.discarded += cards
                    self.cards = tuple(card for card in self.cards if card not in cards)
            case events.CardBurned():
                self.front = dict.fromkeys(self.front, 0)
                if not self.board:
                    self.raises = dict.fromkeys(self.raises, 0)


def look(running: Runner) -> Sight:
    """What the seat whose turn it is sees, and nothing else."""
    sight = Sight(running.table.opening, running.asked)
    for event in view(running.table.events, sight.seat):
        sight.add(event)
    return sight


class Style(NamedTuple):
    """How much better than an even share a hand must be to bet or to raise, how much more than
    the price of a call it must win to stay in, and the part of the pot that is bet where the size
    is free."""

    bet_from: float
    raise_from: float
    margin: float
    size: float


DOLLAR = 100

HIGH = 9
"""From a jack on a card is high."""

MEDIUM = Style(bet_from=0.16, raise_from=0.4, margin=0.02, size=0.6)

YARDSTICK = (
    (0.0, 0.0),
    (0.0, 0.1),
    (0.11, 0.49),
    (0.51, 0.75),
    (0.76, 0.84),
    (0.84, 0.89),
    (0.89, 0.95),
    (0.95, 0.99),
    (0.995, 1.0),
    (1.0, 1.0),
    (1.0, 1.0),
)
"""How often one sensible player ends below a hand: for the lowest and the highest of a category."""

SPREAD = 4
"""Of the unseen cards every fourth stands for the rest when rivers are laid."""

HARD = Style(bet_from=0.08, raise_from=0.25, margin=0.02, size=0.7)
SAMPLES = 1_200
CUT = 0.08
BLUFFS = 20
"""Of 256 hands that are not worth a bet, so many are bet when the others have shown nothing."""


def player(request: Request) -> Player:
    raise Refused("simulate: Holdout has no house edge to compare with; players play each other")


def hold(hand: Sequence[int], number: int) -> tuple[int, ...]:
    """What the sensible rule keeps where that is as many cards, else the highest ones."""
    held = sensible_hold(hand)
    return held if len(held) == number else tuple(sorted(hand)[-number:])


def practise(level: str, running: Runner, take: Bytes) -> Decision:
    """What an opponent of this level does in the seat whose turn it is."""
    sight = look(running)
    opponent = LEVELS[level]
    if "hold" in sight.options:
        return Decision(sight.seat, "hold", cards=opponent.hold(sight))
    return opponent.wager(sight, take)


def act(sight: Sight, share: float, style: Style) -> Decision:
    """Bet or raise with an edge, call what pays, else check or fold."""
    more = sight.options.get("bet") or sight.options.get("raise")
    needed = style.raise_from if sight.call_cents else style.bet_from
    if more and edge(share, len(sight.rivals)) >= needed:
        return Decision(sight.seat, more.action, sized(sight, more, style.size))
    price = sight.call_cents / (sight.pot_cents + sight.call_cents)
    return stay(sight, share >= price + style.margin)


def edge(share: float, rivals: int) -> float:
    """0 for an even share, 1 for the whole pot."""
    even = 1 / (rivals + 1)
    return (share - even) / (1 - even)


def stay(sight: Sight, worth: bool) -> Decision:
    """Check where that is free; else call what is worth it, or fold."""
    if not sight.call_cents:
        return Decision(sight.seat, "check")
    return Decision(sight.seat, "call" if worth else "fold")


def sized(sight: Sight, option: Option, part: float) -> int:
    """A bet or raise of a part of the pot, in whole chips, as near as the rules allow."""
    call = sight.call_cents
    wanted = sight.front[sight.seat] + call + int(part * (sight.pot_cents + call))
    wanted = max(option.least_cents, min(option.most_cents, wanted))
    # like people, in whole dollars where the chips and the rules allow it
    for chip in (lcm(DOLLAR, option.chip_cents), option.chip_cents):
        down = wanted - wanted % chip
        for whole in (down, down + chip):
            if option.least_cents <= whole <= option.most_cents:
                return whole
    return wanted


def hold_easy(sight: Sight) -> tuple[int, ...]:
    """A made hand, ranks that stand twice or more, four of a suit, or the two highest cards."""
    a, b, c, d, e = sight.cards
    if rank_five(a, b, c, d, e) >> 20 >= STRAIGHT:
        return sight.cards
    ranks = Counter(map(rank_of, sight.cards))
    alike = tuple(card for card in sight.cards if ranks[rank_of(card)] > 1)
    if alike:
        return alike
    suit, count = Counter(map(suit_of, sight.cards)).most_common(1)[0]
    if count == 4:
        return tuple(card for card in sight.cards if suit_of(card) == suit)
    return tuple(sorted(sight.cards)[-2:])


def wager_easy(sight: Sight, take: Bytes) -> Decision:
    """Bet or raise once with two pairs or better; call with a pair or two high cards."""
    points = count_points(sight)
    more = sight.options.get("bet") or sight.options.get("raise")
    if more and points >= 2 and not sight.raises[sight.seat]:
        return Decision(sight.seat, more.action, sized(sight, more, 0.5))
    return stay(sight, points >= 1)


def count_points(sight: Sight) -> int:
    """1 for a pair or two high cards, 2 for two pairs, three alike, or five that fit."""
    cards = (*sight.cards, *sight.board)
    ranks = Counter(map(rank_of, cards))
    suits = max(Counter(map(suit_of, cards)).values())
    points = sum(count - 1 for count in ranks.values())
    straight = any(all(low + step in ranks for step in range(5)) for low in range(9))
    if suits >= 5 or straight:
        points = max(points, 2)
    if suits == 4 or sum(rank_of(card) >= HIGH for card in sight.cards) >= 2:
        points = max(points, 1)
    return points


def wager_medium(sight: Sight, take: Bytes) -> Decision:
    strength = strength_after(sight) if sight.board else strength_before(sight.cards)
    return act(sight, strength ** len(sight.rivals), MEDIUM)


def standing(rank: int) -> float:
    """How often one sensible player ends below this rank."""
    low, high = YARDSTICK[rank >> 20]
    return low + (high - low) * (rank >> 16 & 15) / 12


def strength_after(sight: Sight) -> float:
    """The average standing over rivers."""
    seen = {*sight.cards, *sight.discarded, *sight.board}
    spread = [card for card in DECK if card not in seen][::SPREAD]
    boards = [(*sight.board, *river) for river in combinations(spread, 4 - len(sight.board))]
    return sum(standing(score(sight.cards, board)) for board in boards) / len(boards)


def strength_before(cards: tuple[int, ...]) -> float:
    """What a hand before the discard is worth, by what is held of it."""
    a, b, c, d, e = cards
    rank = rank_five(a, b, c, d, e)
    category, top = rank >> 20, (rank >> 16 & 15) / 12
    if category >= STRAIGHT:
        return 0.92
    if category == THREE_OF_A_KIND:
        return 0.78 + 0.1 * top
    if category == TWO_PAIR:
        return 0.58 + 0.14 * top
    held = sensible_hold(cards)
    draw = 0.6 if len(held) == 4 else 0.42 if len(held) == 3 else 0.35
    return max(draw, 0.4 + 0.28 * top) if category == PAIR else draw


def wager_hard(sight: Sight, take: Bytes) -> Decision:
    _, share = best_hold(sight.cards, sight.discarded, sight.board, sight.counts)
    raises = sum(sight.raises[seat] for seat in sight.rivals)
    bluff = sight.options.get("bet")
    weak = edge(share, len(sight.rivals)) < HARD.bet_from
    if bluff and weak and len(sight.rivals) == 1 and take(1)[0] < BLUFFS:
        return Decision(sight.seat, "bet", sized(sight, bluff, HARD.size))
    return act(sight, share - CUT * raises, HARD)


@lru_cache(maxsize=4096)
def best_hold(
    cards: tuple[int, ...],
    discarded: tuple[int, ...],
    board: tuple[int, ...],
    discards: tuple[int | None, ...],
) -> tuple[tuple[int, ...], float]:
    """The hold with the largest share of the pot, given what the others have discarded so far,
    and that share; once the board lies the cards are held already."""
    from pitboss.odds.holdout import equity

    spot, rounds = equity.Spot(cards, discarded, board, discards), equity.Rounds(SAMPLES)
    if board:
        return cards, equity.estimate([cards], spot, rounds=rounds)[0][0].value
    held, share = equity.values_of_holds(spot, rounds=rounds)[0]
    return held, share.value


class Opponent(NamedTuple):
    """What is held of five cards, and how a hand is wagered on."""

    hold: Callable[[Sight], tuple[int, ...]]
    wager: Callable[[Sight, Bytes], Decision]


LEVELS = {
    "easy": Opponent(hold_easy, wager_easy),
    "medium": Opponent(lambda sight: sensible_hold(sight.cards), wager_medium),
    "hard": Opponent(lambda sight: best_hold(sight.cards, (), (), sight.counts)[0], wager_hard),
}
