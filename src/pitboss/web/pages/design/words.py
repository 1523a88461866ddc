"""What the designer says to people, beside its templates."""

from typing import Any

from pitboss.reports.sheet import group_digits

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

STARTING = "Begun; no part is done yet. The first time a counter is compiled, which takes a while."
RETURNS = "What each outcome gives back, in per cent of the first wager"
SPREAD = "How results are spread, in units of the first wager"
HANDS, BOTH_HELD = "Final hands", "Final hands: five cards held, and three"
HELD_SIDES, SIDES = ("five held", "three held"), ("approved", "yours")
NO_ROW, NO_CHANGE = "no row", "none"
PAYS, JACKPOT = "pays", "Jackpot"


unnamed = "Design {number}".format
part_of = "The part of the {wager} wager".format


counted = "Done: {}".format
points = "{value} points".format
"""By how much a percentage has changed."""

envy = "{hand}, envy".format
ruling = "ruling {name}".format
not_printed = "not as approved: this pay table for {wager} is not printed".format
designed = "{title}, designed".format
"""The name of a practice table that is played by a design."""

TABS = (
    ("/designer", "Pay table", "edit pays and rulings"),
    ("/designer/target", "Target search", "tables within bands"),
    ("/designer/session", "Sessions", "what many rounds come to"),
    ("/designer/protection", "Protection", "what leaks are worth"),
    ("/designer/papers", "Papers", "sheets and the pack"),
)
"""The pages of the designer: address, title and what is there."""

edge = "{:+.3%}".format
simple_rule = "{text}: {edge}, which is {part} of the gain.".format
no_papers = (
    "Papers are not made on this server, which needs {module} for them: pip install"
    " 'pitboss[papers]'"
).format
ruin = "ruined with {bankroll} to start with".format
CHART, FAN_TITLE, INSTALL = "the chart", "What the session has come to", "pip install"
SESSION = {"ahead": "ahead at the end", "even": "even", "behind": "behind at the end"}
FAN = ("0.01", "0.05", "0.25", "0.5", "0.75", "0.95", "0.99")
"""The quantiles of the fan's table."""

BANDS = {
    "edge": ("House edge, per cent", ("2", "5"), (-5, 25, 0.05)),
    "hit": ("Hit frequency, per cent", ("", ""), (0, 100, 0.1)),
    "deviation": ("Standard deviation, in wagers", ("", ""), (0, 40, 0.1)),
}
"""The bands of a target: title, the first ends, and what the sliders reach over by which steps."""

FARTHEST = {"edge": ("-1000000", "1000000"), "hit": ("0", "100"), "deviation": ("0", "1000000")}
RANKS = {
    "edge": "lowest edge first",
    "hit": "lowest hit frequency first",
    "deviation": "lowest deviation first",
}
SHEETS = {
    "par": ("PAR sheet", "every count, pay, probability and return of the wager, with hashes"),
    "jackpot": ("Jackpot sheet", "fixed pays, meter, reserve, envy and break-even meter"),
    "protection": ("Protection sheet", "what each leak is worth, and what is against it"),
    "card": ("Strategy card", "the best play on one page, with what each shortcut costs"),
    "rack": ("Rack card", "how to play and what is paid, for players"),
    "rules": ("Rules and procedure", "layout, dealing procedure, examples that were run"),
}


def known(leak: dict[str, Any]) -> str:
    """How a figure was found."""
    if leak["method"] == "exact":
        return f"exact, {group_digits(leak['deals'])} deals"
    return f"sampled, {group_digits(leak['sample'])} deals"
