"""Whole rounds with every event, one seat, shuffle included, against PokerKit's check-downs."""

from collections.abc import Callable, Mapping

from pokerkit import Automation, NoLimitTexasHoldem, PotLimitOmahaHoldem

from benchmarks.measure import Figure, compare
from pitboss.games import find_game
from pitboss.games.contract import Decision
from pitboss.games.opening import open_round, set_table
from pitboss.rounds.runner import Runner
from pitboss.rounds.shuffle import shuffle

BATCH = 50
HOLDEM = "PokerKit heads-up no-limit hold'em"
OMAHA = "PokerKit heads-up pot-limit Omaha"


def play_rounds(
    key: str, wagers: Mapping[str, int], paytables: Mapping[str, object] | None = None
) -> Callable[[], int]:
    """Deals whole rounds and takes the first option at each question: every wager is made."""
    game = find_game(key)
    settings = set_table(game, paytables=paytables)

    def act() -> int:
        for _ in range(BATCH):
            running = Runner(game, open_round(game, settings, {1: wagers}, shuffle()))
            while question := running.question:
                option = question.options[0]
                running.decide(Decision(1, option.action, option.least_cents or None))
            assert running.status == "settled"
        return BATCH

    return act


def check_down(variant: type[NoLimitTexasHoldem] | type[PotLimitOmahaHoldem]) -> Callable[[], int]:
    """Two players who check or call to the end; the library deals, shows and pays by itself."""
    automations = tuple(Automation)

    def act() -> int:
        state = variant.create_state(automations, True, 0, (1, 2), 2, 200, 2)
        while state.status:
            state.check_or_call()
        return 1

    return act


def figures() -> list[Figure]:
    holdem, omaha = check_down(NoLimitTexasHoldem), check_down(PotLimitOmahaHoldem)
    buyout = play_rounds("buyout", {"first": 1000, "bonus": 500})
    duki = play_rounds("duki", {"ante": 1000, "bonus": 500})
    bonuses = {"ante": "SOA-01", "high-hand": "HHW-01", "flop-bonus": "SOA-01"}
    wagers = {"ante": 1000, "high-hand": 500, "flop-bonus": 500}
    super_omaha = play_rounds("super-omaha", wagers, bonuses)
    return [
        compare("buyout rounds", buyout, HOLDEM, holdem, 50),
        compare("duki rounds", duki, HOLDEM, holdem, 50),
        compare("super-omaha rounds", super_omaha, OMAHA, omaha, 80),
    ]
