"""Several seats as a PettingZoo environment, and what a seat must not observe."""

from random import Random

import pytest
from pettingzoo.test import api_test, seed_test

from pitboss.envs import several
from pitboss.envs.desk import Desk
from pitboss.envs.layout import choices_of, decision_of
from pitboss.envs.seats import SeatsEnv
from pitboss.envs.sight import Eyes, Sight
from pitboss.games import OURS
from pitboss.games.events import CardDealt
from pitboss.kit.secrecy import dealt_anew
from pitboss.rounds.runner import Runner
from pitboss.rounds.shuffle import shuffle
from pitboss.rounds.view import see, visible_to

ROUNDS = 12


@pytest.mark.parametrize("key", OURS)
def test_pettingzoo_accepts_it(key: str, capsys: pytest.CaptureFixture[str]):
    api_test(several(key, seats=3), num_cycles=60)
    seed_test(lambda: several(key, seats=3), num_cycles=30)
    assert "Passed API test" in capsys.readouterr().out


def waiting(key: str):
    """Random rounds of three seats at each of their questions, with the table they lie on."""
    desk = Desk(key, None, False, {"seats": 3}, house_seats=1)
    for number in range(ROUNDS):
        dice = Random(f"sight {key} {number}")
        running = desk.layout.dealer.deal(shuffle(dice.randbytes), dice)
        while running.question:
            yield desk, running, dice
            found = choices_of(running.question.options, 3)
            choice = dice.choice(found[dice.choice(list(found))])
            running.decide(decision_of(running.question.seat, choice), choice)


@pytest.mark.parametrize("key", OURS)
def test_cards_that_a_seat_has_not_seen_change_nothing_that_it_observes(key: str):
    changed = 0
    for desk, running, dice in waiting(key):
        for viewer in running.table.seats:
            other = dealt_anew(running, viewer, dice)
            seen, again = (observe(desk, one, viewer) for one in (running, other))
            assert seen == again
            if viewer == running.asked.seat:
                assert desk.mask(running).tobytes() == desk.mask(other).tobytes()
                assert desk.render(running, viewer) == desk.render(other, viewer)
            changed += other.table.events != running.table.events
    assert changed > ROUNDS, "the permutations must have changed hidden cards"


def observe(desk: Desk, running: Runner, viewer: int) -> bytes:
    return Sight(Eyes(desk.layout, viewer)).look(running.table.events).tobytes()


@pytest.mark.parametrize("key", OURS)
def test_a_card_is_seen_as_the_view_has_it(key: str):
    for _, running, _ in waiting(key):
        for event in running.table.events:
            if isinstance(event, CardDealt):
                for viewer in running.table.seats:
                    seen = see(event, viewer)
                    assert isinstance(seen, CardDealt)
                    assert (event.seen_by in visible_to(viewer)) == (seen.card is not None)


@pytest.mark.parametrize("key", OURS)
def test_nothing_of_a_round_is_observed_in_the_next(key: str):
    env, dice = SeatsEnv(key, seats=3), Random(key)
    for seed in range(5):
        env.reset(seed=seed)
        for agent, seat in zip(env.possible_agents, env.running.table.seats, strict=True):
            assert env.observe(agent).tobytes() == observe(env._desk, env.running, seat)
        play(env, dice)


@pytest.mark.parametrize("key", OURS)
def test_looking_often_or_once_shows_the_same(key: str):
    sights: dict[int, Sight] = {}
    for desk, running, _ in waiting(key):
        if not running.decisions:
            sights = {seat: Sight(Eyes(desk.layout, seat)) for seat in running.table.seats}
        for seat, sight in sights.items():
            assert sight.look(running.table.events).tobytes() == observe(desk, running, seat)


def play(env: SeatsEnv, dice: Random) -> dict[str, float]:
    """A round by random legal actions; what each seat gets."""
    total = dict.fromkeys(env.possible_agents, 0.0)
    for agent in env.agent_iter():
        _, reward, ended, _, info = env.last()
        total[agent] += reward
        legal = None if ended else info["action_mask"].nonzero()[0]
        env.step(None if legal is None else int(dice.choice(legal)))
    return total


def test_what_one_wins_between_players_another_loses():
    env, dice = SeatsEnv("holdout", seats=4), Random(5)
    nets = []
    for seed in range(20):
        env.reset(seed=seed)
        total = play(env, dice)
        assert sum(total.values()) == 0
        nets.append(max(total.values()))
        unit = env.running.table.opening.seating.blinds[1]  # type: ignore[union-attr]
        net = env.running.net_cents
        assert list(total.values()) == [net[seat] / unit for seat in sorted(net)]
    assert max(nets) > 1


def test_seats_follow_the_observer():
    """Each seat finds itself first: the same hand at another seat looks the same."""
    env = SeatsEnv("holdout", seats=3, stack=80)
    env.reset(seed=2)
    for agent in env.agents:
        seen = dict(zip(env.places, env.observe(agent).tolist(), strict=True))
        seat = int(agent.removeprefix("seat_"))
        hand = env.running.table.hands[seat]
        assert sum(seen[f"own: {card}"] for card in cards(hand)) == 5
        assert seen["own: stack"] + seen["own: in the pot"] == 20
        assert [seen[f"{who}: button"] for who in ("own", "seat +1", "seat +2")].count(1) == 1


def cards(hand: list[int]) -> list[str]:
    from pitboss.cards import format_card

    return [format_card(card) for card in hand]


def test_luck_is_taken_out_for_every_seat():
    env = SeatsEnv("duki", seats=2, adjusted=True)
    env.reset(seed=1)
    env.step(0)
    env.step(0)
    for agent, info in env.infos.items():
        assert info["luck"] + info["adjusted"] == pytest.approx(env.rewards[agent])


def test_a_render_is_that_of_whose_turn_it_is():
    env = SeatsEnv("holdout", render_mode="ansi", seats=2)
    env.reset(seed=1)
    asked = env.running.asked.seat
    lines = (env.render() or "").splitlines()
    hidden = {line.split()[1] for line in lines if "??" in line}
    assert hidden == {str(3 - asked)}
