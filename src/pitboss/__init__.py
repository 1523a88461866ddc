"""Pitboss deals, settles, prices and runs casino card games for play money.

The face for notebooks and other programs; ``docs/python.md`` shows all of it.

>>> import pitboss
>>> r = pitboss.deal("duki", {1: {"ante": 10}}, deck="9h 9c 6s Jd  9d 9s 5h 8c")
>>> r.play("play")
>>> r.net
{1: Decimal('30.00')}
"""

# Type checkers know the name; typing itself would cost more than all the rest of this import.
TYPE_CHECKING = False

__version__ = "0.1.0"

__all__ = [
    "Refused",
    "Round",
    "advise",
    "deal",
    "fit",
    "game",
    "games",
    "hold",
    "price",
    "protect",
    "score",
    "session",
]

if TYPE_CHECKING:
    from pitboss.notebook import Round, advise, deal, game, score
    from pitboss.prices import fit, hold, price, protect, session
    from pitboss.refusal import Refused

    def games() -> list[str]:
        """The keys of the games."""
else:
    # Nothing is imported before it is asked for, so that importing the package costs next to
    # nothing. Type checkers see the names above instead, and so find a name that does not exist.
    def __getattr__(name: str) -> object:
        if name not in __all__:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        from importlib import import_module

        if name == "games":  # the folder of that name, which can be called
            return import_module("pitboss.games")
        return getattr(import_module("pitboss.notebook"), name)


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
