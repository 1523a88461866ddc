"""What the designer says to people, beside its templates."""

TERMS = {
    "meter": "Meter, dollars",
    "seed": "Seed, dollars",
    "rate": "Part of a wager to the meter",
    "amount": "Wager, dollars",
    "players": "Players, for envy pays",
}
FIGURES = {
    "house_edge": ("House edge", "%", "lost by the first wager on average, under the best play"),
    "element_of_risk": ("Element of risk", "%", "lost by each unit wagered"),
    "hit_frequency": ("Hit frequency", "%", "rounds in which something is won"),
    "fixed_return": ("Return of fixed prizes", "%", ""),
    "meter_return": ("Return of the meter", "%", ""),
    "envy_return": ("Return of envy pays", "%", ""),
    "standard_deviation": (
        *("Standard deviation", ""),
        "of one round's result, in first wagers: the volatility",
    ),
    "variance": ("Variance", "", ""),
    "average_wager": ("Average wager", "", ""),
    "break_even_meter": ("Break-even meter", "$", "where the jackpot wager is even"),
}
"""The lines of the comparison: title, unit and what it means."""

STARTING = (
    "The counter is being made ready; the first time it is compiled, which may take a minute."
)
RETURNS = "What each outcome gives back, in per cent of the first wager"
SPREAD = "How results are spread, in units of the first wager"
HANDS, BOTH_HELD = "Final hands", "Final hands: five cards held, and three"
HELD_SIDES, SIDES = ("five held", "three held"), ("approved", "yours")
NO_ROW, NO_CHANGE = "no row", "none"
PAYS, JACKPOT = "pays", "Jackpot"


unnamed = "Design {number}".format
part_of = "The part of the {wager} wager".format


def counted(done: str, is_first: bool) -> str:
    return f"The first parts are counted: {done}" if is_first else f"Counted {done}"


points = "{value} points".format
"""By how much a percentage has changed."""

envy = "{hand}, envy".format
ruling = "ruling {name}".format
not_printed = "not as approved: this pay table for {wager} is not printed".format
designed = "{title}, designed".format
"""The name of a practice table that is played by a design."""
