"""The one exception for everything that Pitboss refuses.

A refusal is a single line for a person: what was given, the rule or limit it breaks, and what
is allowed. Whoever raises it has changed nothing.
"""


class Refused(ValueError):
    """Bad input or an act against the rules; ``rule`` is the id of the rule, where there is one."""

    def __init__(self, message: str, rule: str = "") -> None:
        super().__init__(f"{message} ({rule})" if rule else message)
        self.rule = rule
