"""Rulings as forms show them."""

from pitboss.games.source import Ruling


def ruling_options(ruling: Ruling) -> dict[str, str]:
    """What may be chosen, in words, with a note on what the document does not allow."""
    return {
        option: f"{in_words(option)} (what-if)" if ruling.is_what_if(option) else in_words(option)
        for option in ruling.options
    }


def in_words(option: str) -> str:
    return option.replace("-", " ")
