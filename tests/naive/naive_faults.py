"""One fault in a good script: what a careless or a sly hand might write."""

from collections.abc import Callable
from random import Random
from typing import Any

from .naive_table import Json

Fault = Callable[[Random, Json], None]

ACTIONS = ["buy", "refuse", "fold", "play", "check", "flop", "BUY", ""]


def some_wagers(rng: Random, script: Json) -> Json:
    """The wagers of one seat."""
    wagers: Json = rng.choice(list(script["wagers"].values()))
    return wagers


def set_amount(rng: Random, script: Json, *amounts: Any) -> None:
    """Give one wager one of these amounts."""
    made = some_wagers(rng, script)
    made[rng.choice(list(made))] = rng.choice(amounts)


def some_decision(rng: Random, script: Json) -> list[Any]:
    """A decision of a seat; a script without any gets one first."""
    seats = [entry for entry in script["decisions"] if entry[0] != "void"]
    if not seats:
        script["decisions"] = [[int(rng.choice(list(script["wagers"]))), "fold"]]
        seats = script["decisions"]
    entry: list[Any] = rng.choice(seats)
    return entry


def wrong_seat(rng: Random, script: Json) -> None:
    some_decision(rng, script)[0] = rng.choice([0, 1, 2, 3, 4, 5, 6, 7, 8, -1, 99])


def seat_that_is_none(rng: Random, script: Json) -> None:
    some_decision(rng, script)[0] = rng.choice([True, None, 1.5, "first", "dealer", [1], {}])


def wrong_action(rng: Random, script: Json) -> None:
    some_decision(rng, script)[1] = rng.choice(ACTIONS)


def action_that_is_none(rng: Random, script: Json) -> None:
    some_decision(rng, script)[1] = rng.choice([None, 1, True, ["fold"], {"action": "fold"}])


def wrong_size(rng: Random, script: Json) -> None:
    some_decision(rng, script).append(rng.choice(["0.01", 1, -5, "x", None, True]))


def decision_without_an_action(rng: Random, script: Json) -> None:
    some_decision(rng, script).pop()


def decision_left_out(rng: Random, script: Json) -> None:
    some_decision(rng, script)
    del script["decisions"][rng.randrange(len(script["decisions"]))]
    script["decisions"].append([int(rng.choice(list(script["wagers"]))), rng.choice(ACTIONS)])


def decision_left_over(rng: Random, script: Json) -> None:
    seat = int(rng.choice(list(script["wagers"])))
    script["decisions"] += [[seat, rng.choice(ACTIONS)]] * rng.randint(1, 3)


def decisions_exchanged(rng: Random, script: Json) -> None:
    some_decision(rng, script)
    rng.shuffle(script["decisions"])
    script["decisions"].append([9, "fold"])


def void_without_a_reason(rng: Random, script: Json) -> None:
    script["decisions"] = [["void", rng.choice(["", "  ", None, 5])]]


def decisions_in_another_form(rng: Random, script: Json) -> None:
    script["decisions"] = rng.choice([None, "1 fold", {"1": "fold"}, 5, [5], ["fold"], [[]]])


def missing_card(rng: Random, script: Json) -> None:
    script["deck"] = script["deck"][: 2 * rng.randrange(len(script["deck"]) // 2)]


def card_twice(rng: Random, script: Json) -> None:
    deck = script["deck"]
    cards = [deck[at : at + 2] for at in range(0, len(deck), 2)]
    cards[rng.randrange(1, len(cards))] = cards[0]
    script["deck"] = " ".join(cards)


def no_card(rng: Random, script: Json) -> None:
    at = 2 * rng.randrange(len(script["deck"]) // 2)
    wrong = rng.choice(["1s", "Xh", "A", "??", "Az", "11", "JK"])
    script["deck"] = script["deck"][:at] + wrong + script["deck"][at + 2 :]


def deck_in_another_form(rng: Random, script: Json) -> None:
    script["deck"] = rng.choice([None, 5, True, {}, ""])


def amount_of_nothing(rng: Random, script: Json) -> None:
    set_amount(rng, script, 0, "0", "0.00", 0.0, -1, "-5.00", "-0.01")


def part_of_a_cent(rng: Random, script: Json) -> None:
    set_amount(rng, script, "5.001", 5.005, "0.009", "10.999", "1e-3")


def no_amount(rng: Random, script: Json) -> None:
    set_amount(rng, script, None, True, "", "ten", "NaN", "Infinity", "-inf", "$5", [5], {}, "5,00")


def small_bonus(rng: Random, script: Json) -> None:
    """Below a dollar in Buyout, below the table's minimum in Duki."""
    some_wagers(rng, script)["bonus"] = rng.choice(["0.99", 0.5, "0.01"])
    script["table"]["limits"] = {"bonus": [1, 1000]}


def bonus_outside_the_tables_limits(rng: Random, script: Json) -> None:
    """A bonus without a pair of its own, below, at or above what the table posts."""
    for made in script["wagers"].values():
        made.update(dict.fromkeys(made, 10))
    made = some_wagers(rng, script)
    made["bonus"] = rng.choice(["0.99", 1, "4.99", 5, "5.01", "19.99", 20, "20.01", 5000])
    script["table"]["limits"] = {"min": 5, "max": 20}


def outside_the_limits(rng: Random, script: Json) -> None:
    """The limits are drawn around a wager, which is below, at or above them."""
    main = "first" if script["game"] == "buyout" else "ante"
    made = some_wagers(rng, script)
    if main not in made:
        made[main] = 20
    made[main] = rng.choice(["4.99", 5, "5.01", "19.99", 20, "20.01"])
    for other in script["wagers"].values():
        if other is not made and main in other:
            other[main] = 10
    script["table"]["limits"] = {"min": 5, "max": 20}


def limits_that_make_no_sense(rng: Random, script: Json) -> None:
    script["table"]["limits"] = rng.choice(
        [
            {"min": 10, "max": 5}, {"bonus": [5, 1]}, {"bonus": 5}, {"bonus": [1, 2, 3]},
            {"flop": [1, 5]}, {"min": -1}, {"max": "x"}, {"second": [1, 5]}, [1, 5], {"bonus": []},
        ]
    )  # fmt: skip


def wager_of_another_game(rng: Random, script: Json) -> None:
    some_wagers(rng, script)[rng.choice(["flop", "jackpot-1", "Ante", "", "side"])] = 5


def wager_before_its_time(rng: Random, script: Json) -> None:
    names = ["second", "third"] if script["game"] == "buyout" else ["play"]
    some_wagers(rng, script)[rng.choice(names)] = 5


def wager_the_house_does_not_take(rng: Random, script: Json) -> None:
    """A bonus alone, or a wager for the dealer, with the ruling on or off."""
    seat = rng.choice(list(script["wagers"]))
    alone = {"bonus": 5} if script["game"] == "buyout" else {"bonus": 5, "tip": 5}
    script["wagers"][seat] = alone
    script["decisions"] = []


def wrong_seat_number(rng: Random, script: Json) -> None:
    seat = rng.choice(list(script["wagers"]))
    wrong = rng.choice(["0", "8", "9", "-1", "01", "1.0", "one", "", " 1"])
    script["wagers"][wrong] = script["wagers"].pop(seat)
    script["decisions"] = []


def seat_without_a_wager(rng: Random, script: Json) -> None:
    script["wagers"][rng.choice(list(script["wagers"]))] = rng.choice([{}, None, 5, [], "first"])


def wagers_in_another_form(rng: Random, script: Json) -> None:
    script["wagers"] = rng.choice([{}, None, [], 5, "first 5"])


def unknown_ruling(rng: Random, script: Json) -> None:
    script["table"]["rulings"][rng.choice(["aces", "BONUS-HAND", "", "rake"])] = "yes"


def unknown_option(rng: Random, script: Json) -> None:
    name = rng.choice(list(script["table"]["rulings"]))
    script["table"]["rulings"][name] = rng.choice(["maybe", "", None, True, 99, [], "YES"])


def two_decks_by_hand(rng: Random, script: Json) -> None:
    """In Buyout there is no such ruling at all."""
    script["table"]["rulings"] |= {"shuffler": rng.choice(["no", "no", "yes"]), "decks": "two"}
    script["decisions"] = []


def unknown_pay_table(rng: Random, script: Json) -> None:
    script["table"]["paytables"] = rng.choice(
        [{"bonus": "gold"}, {"ante": "bonus-3"}, {"play": "ante-4"}, {"bonus": None}, 5, ["sample"]]
    )


def unknown_key(rng: Random, script: Json) -> None:
    where = rng.choice([script, script["table"]])
    where[rng.choice(["seed", "Rulings", "", "players", "stacks"])] = rng.choice([1, {}, None])


def jackpots(rng: Random, script: Json) -> None:
    script["table"]["jackpots"] = [{"paytable": "5CL-E01", "wager": 1, "meter": 100}]


def another_game(rng: Random, script: Json) -> None:
    script["game"] = rng.choice(["poker", "", None, 5, "BUYOUT", "Duki"])


FAULTS: list[Fault] = [
    wrong_seat, seat_that_is_none, wrong_action, action_that_is_none, wrong_size,
    decision_without_an_action, decision_left_out, decision_left_over, decisions_exchanged,
    void_without_a_reason, decisions_in_another_form, missing_card, card_twice, no_card,
    deck_in_another_form, amount_of_nothing, part_of_a_cent, no_amount, small_bonus,
    bonus_outside_the_tables_limits, outside_the_limits, limits_that_make_no_sense,
    wager_of_another_game, wager_before_its_time,
    wager_the_house_does_not_take, wrong_seat_number, seat_without_a_wager, wagers_in_another_form,
    unknown_ruling, unknown_option, two_decks_by_hand, unknown_pay_table, unknown_key, jackpots,
    another_game,
]  # fmt: skip
