"""Who plays Duki: by the optimum, by a given threshold, or for practice."""

from fractions import Fraction

from pitboss.games.contract import Decision
from pitboss.games.duki.score import ruled, score
from pitboss.odds.duki.hands import classes_of, field_of
from pitboss.odds.duki.price import at_unit, joint_wagers
from pitboss.odds.duki.strategy import gain, read_threshold
from pitboss.odds.generic.hands import class_of
from pitboss.odds.registry import Player, cards_seen, take_first
from pitboss.odds.request import Request
from pitboss.rounds.runner import Runner
from pitboss.rounds.shuffle import Bytes


def player(request: Request) -> Player:
    """Plays by the optimum or the request's threshold."""
    ace = request.settings.rulings["ace"]
    wagers = joint_wagers(request.bonus_ratio or Fraction(0))
    settlement = at_unit(request, wagers, field_of(ace))
    if request.strategy is None:
        played = {
            key
            for key, met in classes_of(ace).items()
            if gain(settlement, met.score, met.counts) > 0
        }
    else:
        threshold = read_threshold(request.strategy, settlement)
        played = {key for key, met in classes_of(ace).items() if met.score >= threshold}

    def decide(running: Runner) -> Decision:
        seat = running.asked.seat
        plays = class_of(running.table.hands[seat]) in played
        return Decision(seat, "play" if plays else "fold")

    return decide


def practise(level: str, running: Runner, take: Bytes) -> Decision:
    """Play every Duki, fold the rest."""
    a, b, c, d = cards_seen(running)[0]
    is_duki = score(a, b, c, d, *ruled(running.table.rulings)) > 0
    return take_first(running, "play" if is_duki else "fold")
