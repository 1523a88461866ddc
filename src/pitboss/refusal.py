"""The one exception for everything that Pitboss refuses.

A refusal is a single line for a person: what was given, the rule or limit it breaks, and what
is allowed. Whoever raises it has changed nothing.
"""

LONGEST = 600
"""Letters of a refusal; more can only come from the input that it names."""


class Refused(ValueError):
    """Bad input or an act against the rules; ``rule`` is the id of the rule, where there is one."""

    def __init__(self, message: str, rule: str = "") -> None:
        super().__init__(_one_line(f"{message} ({rule})" if rule else message))
        self.rule = rule


def _one_line(text: str) -> str:
    """Without what a terminal would obey, and with the middle left out of an endless line."""
    if not text.isprintable():
        text = "".join(letter if letter.isprintable() else " " for letter in text)
    if len(text) <= LONGEST:
        return text
    return f"{text[: LONGEST // 2]} ... {text[-LONGEST // 2 :]}"
