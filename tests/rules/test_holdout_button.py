"""The button between rounds: players who leave, sit out, come back and owe blinds."""

from collections.abc import Mapping

import pytest

from pitboss.games import find_game
from pitboss.games.contract import Decision, Opening, Post, Seating
from pitboss.games.events import PotMade
from pitboss.games.holdout.rotation import NEW_PLAYER, Player, Rotation, advance, posts
from pitboss.games.opening import set_table
from pitboss.rounds.runner import Runner
from tests.scripts import refuses

pytestmark = pytest.mark.rule("HOLD-26")

BLINDS = (200, 400)
AWAY = Player(away=True)


def rotation(button: int, small: int, big: int, *seats: int, **changed: Player) -> Rotation:
    """A round just played; ``s4=AWAY`` changes seat 4 since."""
    players = dict.fromkeys(seats, Player())
    players.update({int(name[1:]): player for name, player in changed.items()})
    return Rotation(button, small, big, players, seats)


def without(last: Rotation, *seats: int) -> Rotation:
    """These players have left."""
    left = {seat: player for seat, player in last.players.items() if seat not in seats}
    return last._replace(players=left)


def changed(last: Rotation, players: Mapping[int, Player]) -> Rotation:
    return last._replace(players={**last.players, **players})


def posted(last: Rotation, now: Rotation) -> list[str]:
    return [
        f"{post.seat} {post.name} {post.live_cents}+{post.dead_cents}"
        for post in posts(last, now, BLINDS)
    ]


@pytest.mark.parametrize("ruling", ["moving", "dead"])
def test_a_full_table_goes_round(ruling: str):
    now = rotation(1, 3, 4, 1, 3, 4, 8)
    places = []
    for _ in range(4):
        last, now = now, advance(now, ruling)
        places.append(now[:3])
        assert posted(last, now) == [f"{now.small} small-blind 200+0", f"{now.big} big-blind 400+0"]
    assert places == [(3, 4, 8), (4, 8, 1), (8, 1, 3), (1, 3, 4)]


@pytest.mark.parametrize(
    ("gone", "moving", "dead"),
    [
        # The small blind left: a dead button rests on its seat.
        (2, (3, 4, 5), (2, 3, 4)),
        # The big blind left: with a dead button nobody posts a small blind.
        (3, (2, 4, 5), (2, 3, 4)),
        # The button left, or one who had no blind.
        (1, (2, 3, 4), (2, 3, 4)),
        (5, (2, 3, 4), (2, 3, 4)),
        (4, (2, 3, 5), (2, 3, 5)),
    ],
)
def test_one_player_leaves(gone: int, moving: tuple[int, ...], dead: tuple[int, ...]):
    last = without(rotation(1, 2, 3, 1, 2, 3, 4, 5), gone)
    assert advance(last, "moving")[:3] == moving
    assert advance(last, "dead")[:3] == dead


def test_a_dead_small_blind_is_not_posted():
    last = without(rotation(1, 2, 3, 1, 2, 3, 4, 5), 3)
    assert posted(last, advance(last, "dead")) == ["4 big-blind 400+0"]


def test_a_dead_button_gives_the_same_player_the_last_word_twice():
    last = without(rotation(1, 2, 3, 1, 2, 3, 4, 5), 2)
    now = advance(last, "dead")
    assert now.button == 2
    assert 2 not in now.dealt


def test_a_moving_button_never_lets_a_blind_go_unpaid():
    """Seat 4 comes to the small blind without having had the big one: it posts both. Seat 3 has
    the button before the small blind reached it: that one is dead."""
    last = without(rotation(1, 2, 3, 1, 2, 3, 4, 5), 2)
    now = advance(last, "moving")
    assert now[:3] == (3, 4, 5)
    assert posted(last, now) == [
        "3 small-blind 0+200",
        "4 big-blind 400+0",
        "4 small-blind 0+200",
        "5 big-blind 400+0",
    ]


@pytest.mark.parametrize("ruling", ["moving", "dead"])
def test_who_sits_out_while_the_blinds_pass_owes_both(ruling: str):
    last = rotation(1, 2, 3, 1, 2, 3, 4, 5, s4=AWAY)
    now = advance(last, ruling)
    assert now.big == 5
    assert now.players[4] == Player(away=True, owes_small=True, owes_big=True)
    assert 4 not in now.dealt


def test_who_sits_out_for_the_small_blind_alone_owes_that():
    last = rotation(1, 2, 3, 1, 2, 3, 4, 5, s3=AWAY)
    assert advance(last, "dead").players[3] == Player(away=True, owes_small=True)


@pytest.mark.parametrize("ruling", ["moving", "dead"])
@pytest.mark.parametrize(
    ("debt", "post"),
    [
        (Player(owes_small=True, owes_big=True), "5 missed-blind 400+200"),
        (Player(owes_small=True), "5 missed-blind 0+200"),
        (NEW_PLAYER, "5 missed-blind 400+0"),
    ],
)
def test_who_comes_back_posts_the_big_blind_live_and_the_small_one_dead(ruling, debt, post):
    last = changed(rotation(6, 1, 2, 1, 2, 3, 4, 5, 6), {5: debt})
    now = advance(last, ruling)
    assert now[:3] == (1, 2, 3)
    assert posted(last, now)[2:] == [post]
    assert now.players[5] == Player()


@pytest.mark.parametrize("ruling", ["moving", "dead"])
def test_who_waits_for_the_big_blind_owes_nothing_more(ruling: str):
    waiting = Player(owes_small=True, owes_big=True, waits=True)
    last = changed(rotation(6, 1, 2, 1, 2, 3, 4, 5, 6), {4: waiting})
    now = advance(last, ruling)
    assert 4 not in now.dealt
    last, now = now, advance(now, ruling)
    assert now.big == 4
    assert posted(last, now) == ["3 small-blind 200+0", "4 big-blind 400+0"]


@pytest.mark.parametrize("ruling", ["moving", "dead"])
def test_nobody_comes_in_between_the_button_and_the_big_blind(ruling: str):
    last = rotation(1, 3, 5, 1, 3, 5, 7, s4=NEW_PLAYER)
    now = advance(last, ruling)
    assert now[:3] == (3, 5, 7)
    assert 4 not in now.dealt
    now = advance(now, ruling)
    assert now[:3] == (5, 7, 1)
    assert 4 in now.dealt


@pytest.mark.parametrize("ruling", ["moving", "dead"])
@pytest.mark.parametrize(("heads_up", "button"), [("button-small", 3), ("left-small", 1)])
def test_when_two_are_left_the_last_big_blind_gets_the_small_one(ruling, heads_up, button):
    last = without(rotation(1, 2, 3, 1, 2, 3), 2)
    assert advance(last, ruling, heads_up)[:3] == (button, 3, 1)
    again = advance(advance(last, ruling, heads_up), ruling, heads_up)
    assert again[1:3] == (1, 3)


@pytest.mark.parametrize("ruling", ["moving", "dead"])
def test_of_two_who_are_left_without_the_last_blinds_each_posts_one(ruling: str):
    last = without(rotation(1, 2, 3, 1, 2, 3, 4), 2, 3)
    now = advance(last, ruling)
    assert now[:3] == (1, 1, 4)
    assert posted(last, now) == ["1 small-blind 200+0", "4 big-blind 400+0"]


@pytest.mark.parametrize("ruling", ["moving", "dead"])
def test_a_third_player_takes_the_big_blind_next_or_posts_it(ruling: str):
    """The big blind goes on as it was, its last one has the small blind, and the button is the
    next player at its right: one who waits is no such player."""
    behind = changed(rotation(1, 1, 2, 1, 2), {3: NEW_PLAYER})
    assert advance(behind, ruling)[:3] == (1, 2, 3)
    last = changed(rotation(1, 1, 5, 1, 5), {3: NEW_PLAYER})
    now = advance(last, ruling)
    assert now[:3] == (3, 5, 1)
    assert posted(last, now)[2:] == ["3 missed-blind 400+0"]
    now = advance(changed(last, {3: NEW_PLAYER._replace(waits=True)}), ruling)
    assert now[:3] == (5, 5, 1)
    assert now.dealt == (1, 5)
    assert advance(now, ruling)[:3] == (5, 1, 3)


@pytest.mark.parametrize("ruling", ["moving", "dead"])
def test_of_two_the_one_who_owes_takes_the_big_blind(ruling: str):
    last = rotation(1, 1, 2, 1, s2=Player(owes_small=True, owes_big=True))
    assert advance(last, ruling)[1:3] == (1, 2)


def test_a_round_needs_two_players():
    with refuses("HOLD-14", "1 players"):
        advance(rotation(1, 2, 3, 1, s2=AWAY, s3=AWAY), "moving")


@pytest.mark.parametrize("ruling", ["moving", "dead"])
def test_over_an_orbit_with_coming_and_going_the_places_stay_in_order(ruling: str):
    """Whatever happens, the big blind is dealt in and the button is not past it."""
    now = rotation(1, 2, 3, 1, 2, 3, 4, 5, 6, 7)
    for turn in range(200):
        seat = turn * 5 % 7 + 1
        player = now.players[seat]
        if sum(not other.away for other in now.players.values()) > 3 or player.away:
            now = changed(now, {seat: player._replace(away=not player.away, waits=turn % 3 == 0)})
        last, now = now, advance(now, ruling)
        assert now.big in now.dealt
        assert len(now.dealt) >= 2
        assert now.big != last.big or len(now.dealt) == 2
        assert not any(now.players[seat].owes or now.players[seat].away for seat in now.dealt)
        made = posts(last, now, BLINDS)
        assert len({(post.seat, post.name) for post in made}) == len(made)


def test_a_round_is_played_with_a_dead_button_and_missed_blinds():
    """Button on the empty seat 2, small blind 3, big blind 4; seat 1 posts 4.00 live, 2.00 dead."""
    game = find_game("holdout")
    made = (
        Post(3, "small-blind", 200),
        Post(4, "big-blind", 400),
        Post(1, "missed-blind", 400, 200),
    )
    stacks = dict.fromkeys((1, 3, 4, 5), 10_000)
    seating = Seating(stacks, 2, BLINDS, (400, 800), 1, made)
    running = Runner(game, Opening(set_table(game), {}, tuple(range(52)), "", seating))
    assert running.question is not None
    assert running.question.seat == 5
    assert running.table.stacks == {1: 9_400, 3: 9_800, 4: 9_600, 5: 10_000}
    running.decide(Decision(5, "call"))
    assert [str(option) for option in running.question.options] == ["check", "raise 8.00", "fold"]


def test_a_dead_blind_belongs_to_the_main_pot():
    """Posts of 2, 4 and 4 with 2 dead, all checked down: one pot of 14 for all three."""
    game = find_game("holdout")
    made = (
        Post(2, "small-blind", 200),
        Post(3, "big-blind", 400),
        Post(1, "missed-blind", 400, 200),
    )
    seating = Seating(dict.fromkeys((1, 2, 3), 10_000), 1, BLINDS, (400, 800), 1, made)
    running = Runner(game, Opening(set_table(game), {}, tuple(range(52)), "", seating))
    while question := running.question:
        option = question.options[0]
        running.decide(Decision(question.seat, option.action, cards=option.cards or None))
    pots = [event for event in running.table.events if isinstance(event, PotMade)]
    assert [(pot.cents, pot.seats) for pot in pots] == [(1_400, (2, 3, 1))]
    assert sum(running.table.stacks.values()) == 30_000


def test_a_moving_button_does_not_go_back_to_one_who_comes_in_among_the_last_blinds():
    """Seat 3 owes nothing, but with the button there seat 6 would have the big blind again."""
    last = rotation(2, 5, 6, 2, 3, 5, 6)
    now = advance(last, "moving")
    assert now[:3] == (5, 6, 2)
    assert now.dealt == (2, 3, 5, 6)


def test_from_two_to_three_after_the_big_blind_left():
    """Its seat has the dead small blind, and no stranger there comes in; a moving button finds
    another small blind."""
    last = changed(rotation(1, 1, 3, 1), {3: NEW_PLAYER, 4: NEW_PLAYER, 5: NEW_PLAYER})
    now = advance(last, "dead")
    assert now[:3] == (1, 3, 4)
    assert now.dealt == (1, 4, 5)
    assert posted(last, now) == ["4 big-blind 400+0", "5 missed-blind 400+0"]
    now = advance(last, "moving")
    assert now[:3] == (5, 1, 4)
    assert posted(last, now)[:2] == ["1 small-blind 200+0", "4 big-blind 400+0"]


def test_a_moving_button_is_not_the_big_blind_when_one_comes_in_among_the_last_blinds():
    """Seats 6 and 9 alone would carry the button; seat 3, which owes nothing, makes it three."""
    now = advance(rotation(6, 9, 5, 3, 6, 9), "moving")
    assert now[:3] == (9, 3, 6)
    assert now.dealt == (3, 6, 9)
