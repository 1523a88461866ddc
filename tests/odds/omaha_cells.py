"""A cell's number read back, digit by digit."""

from pitboss.odds.super_omaha.kernels import FEATURES


def read_cell(number: int) -> dict[str, str]:
    """The features of a cell; the first is the highest digit of its number."""
    found = {}
    for name, values in reversed(FEATURES.items()):
        number, digit = divmod(number, len(values))
        found[name] = values[digit]
    return {name: found[name] for name in FEATURES}
