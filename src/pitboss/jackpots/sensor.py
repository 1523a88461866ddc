"""The sensors of a layout: each has a number from 1, a wager, and a name for its envy pays.

``jackpot-2`` is the wager on the second sensor, ``jackpot-2-envy`` what it pays for others' hits.
"""

WAGER = "jackpot-"
ENVY = "-envy"


def wager_of(number: int) -> str:
    """The name of a sensor's wager; sensors count from 1."""
    return f"{WAGER}{number}"


def envy_of(wager: str) -> str:
    """The name under which the envy pays of a sensor's wager are settled."""
    return f"{wager}{ENVY}"


def is_sensor(wager: str) -> bool:
    """Whether it is the wager on a sensor; its envy is none."""
    return wager.startswith(WAGER) and wager.removeprefix(WAGER).isdecimal()


def is_envy(wager: str) -> bool:
    return wager.startswith(WAGER) and wager.endswith(ENVY)


def number_of(wager: str) -> int:
    """The number of the sensor of a wager or of its envy."""
    return int(wager.removeprefix(WAGER).removesuffix(ENVY))
