"""What a table offers is what its rules take, and no deck has a card twice."""

from typing import Any

import pytest

from pitboss.games import OURS, find_game
from pitboss.games.contract import Settings
from pitboss.games.opening import first_offers, offers, open_round, open_seating, set_table
from pitboss.jackpots.terms import read_jackpots
from pitboss.refusal import Refused

HOUSE_GAMES = [key for key in OURS if not find_game(key).read_seating]
LIMITS = {"min": 5, "max": 100}
TERMS = {"paytable": "5CL-E01", "type": "progressive", "seed": 10_000, "rate": "0.2"}


def table_of(key: str, **given: Any) -> Settings:
    return set_table(find_game(key), **given)


def names(settings: Settings) -> list[str]:
    return [offer.spot.name for offer in first_offers(offers(find_game(settings.game), settings))]


def practice_table(key: str) -> Settings:
    return table_of(key, **find_game(key).face.practice.setup["table"])


@pytest.mark.parametrize("make", [table_of, practice_table])
@pytest.mark.parametrize("key", HOUSE_GAMES)
def test_what_is_offered_is_taken_and_nothing_else(key: str, make: Any) -> None:
    game, settings = find_game(key), make(key)
    offered = {offer.spot.name: offer for offer in first_offers(offers(game, settings))}
    main = next(offer for offer in offered.values() if offer.spot.kind == "main")
    for spot in game.source.spots.values():
        wagers = {main.spot.name: main.least_cents}
        offer = offered.get(spot.name)
        wagers[spot.name] = offer.least_cents if offer else 500
        if offer is None:
            with pytest.raises(Refused):
                open_round(game, settings, {1: wagers}, ())
            continue
        open_round(game, settings, {1: wagers}, ())
        if offer.most_cents:
            open_round(game, settings, {1: wagers | {spot.name: offer.most_cents}}, ())
            with pytest.raises(Refused, match="maximum"):
                open_round(game, settings, {1: wagers | {spot.name: offer.most_cents + 1}}, ())


@pytest.mark.rule("DUKI-18")
def test_a_wager_for_the_dealer_is_offered_only_where_the_table_takes_it() -> None:
    assert names(table_of("duki")) == ["ante", "bonus"]
    assert names(table_of("duki", rulings={"dealer-wagers": "yes"})) == ["ante", "tip", "bonus"]


@pytest.mark.rule("SO-29")
def test_a_sensor_is_offered_at_its_one_amount() -> None:
    game = find_game("super-omaha")
    assert names(table_of("super-omaha")) == ["ante"]
    jackpots = read_jackpots([TERMS | {"wager": 5}], game.paytables["jackpot"])
    settings = table_of("super-omaha", limits=LIMITS, jackpots=[terms for terms, _ in jackpots])
    limits = {offer.spot.name: offer[1:] for offer in offers(game, settings)}
    assert limits == {"ante": (500, 10_000), "flop": (1, 10_000), "jackpot-1": (500, 500)}


@pytest.mark.parametrize(
    ("deck", "words"),
    [((0,) * 8, "2c stands twice"), ((0, 1, 52), "52 is no card"), ((-1,), "-1 is no card")],
)
def test_every_deck_has_each_card_once(deck: tuple[int, ...], words: str) -> None:
    duki, holdout = find_game("duki"), find_game("holdout")
    with pytest.raises(Refused, match=words):
        open_round(duki, set_table(duki), {1: {"ante": 1000}}, deck)
    given = {"stacks": {"1": 200, "2": 200}, "button": 1, "blinds": [2, 4]}
    with pytest.raises(Refused, match=words):
        open_seating(holdout, set_table(holdout), given, deck)
