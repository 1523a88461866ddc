"""What both twins share: reading the table out of a script, asking seats, writing rows."""

from typing import Any

from .naive_cards import Refused, cents, money, parse_cards

Json = dict[str, Any]
Wagers = dict[int, dict[str, int]]


class Waiting(Exception):
    """The script has no decision for the seat whose turn it is."""

    def __init__(self, seat: int, options: list[Json]) -> None:
        super().__init__(seat)
        self.seat = seat
        self.options = options


class Voided(Exception):
    """The script ends the round and returns every wager."""


def read_rulings(table: Json, known: dict[str, list[str]]) -> dict[str, str]:
    """Take each named ruling from the table, or its default, which stands first."""
    given = mapping(table.get("rulings", {}), "rulings")
    for name in given:
        if name not in known:
            raise Refused(f"unknown ruling {name!r}; known are {sorted(known)}")
    rulings = {}
    for name, options in known.items():
        value = given.get(name, options[0])
        if isinstance(value, int) and not isinstance(value, bool):
            value = str(value)
        if value not in options:
            raise Refused(f"ruling {name} is {value!r}; allowed are {options}")
        rulings[name] = str(value)
    return rulings


def mapping(value: object, name: str) -> Json:
    """Insist on a JSON object."""
    if not isinstance(value, dict):
        raise Refused(f"{name} must be an object, not {value!r}")
    return value


def read_table(script: Json, game: str, paytables: dict[str, str]) -> Json:
    """Check the game's name and the pay tables, and give the table part of the script."""
    if script.get("game") != game:
        raise Refused(f"game is {script.get('game')!r}, not {game}")
    if "profile" in script:
        raise NotImplementedError("the twins know no jurisdiction profiles")
    for name in script:
        if name not in ("game", "table", "deck", "wagers", "decisions"):
            raise Refused(f"unknown part of a script: {name!r}")
    table = mapping(script.get("table", {}), "table")
    for name in table:
        if name not in ("paytables", "jackpots", "rulings", "limits"):
            raise Refused(f"unknown part of a table: {name!r}")
    if table.get("jackpots"):
        raise Refused(f"{game} has no jackpots")
    for wager, code in mapping(table.get("paytables", {}), "paytables").items():
        if paytables.get(wager) != code:
            raise Refused(f"no pay table {code!r} for {wager!r}")
    return table


def read_limits(
    table: Json, main: str, others: list[str], with_minimum: tuple[str, ...] = ()
) -> dict[str, tuple[int, int | None]]:
    """Give the least and the most allowed of each wager. One without a pair meets the table's
    maximum, and some its minimum too."""
    given = mapping(table.get("limits", {}), "limits")
    limits: dict[str, tuple[int, int | None]] = {}
    least = cents(given.get("min", 0))
    most = cents(given["max"]) if "max" in given else None
    limits[main] = (least, most)
    for name, value in given.items():
        if name in ("min", "max"):
            continue
        if name not in others:
            raise Refused(f"no limits for {name!r}; allowed are min, max and {others}")
        if not isinstance(value, list) or len(value) != 2:
            raise Refused(f"limits of {name} must be a pair, not {value!r}")
        limits[name] = (cents(value[0]), cents(value[1]))
    for name in others:
        if name not in given:
            limits[name] = (least if name in with_minimum else 0, most)
    for name, (low, high) in limits.items():
        if high is not None and low > high:
            raise Refused(f"limits of {name} are upside down")
    return limits


def read_wagers(
    script: Json, seats: int, names: list[str], limits: dict[str, tuple[int, int | None]]
) -> Wagers:
    """Give the opening wagers in cents, lowest seat first, each inside its limits."""
    given = mapping(script.get("wagers", {}), "wagers")
    if not given:
        raise Refused("no wager was made")
    numbers = {str(number): number for number in range(1, seats + 1)}
    wagers: Wagers = {}
    for seat, made in given.items():
        if seat not in numbers:
            raise Refused(f"no seat {seat!r}; allowed are 1 to {seats}")
        if not mapping(made, f"wagers of seat {seat}"):
            raise Refused(f"seat {seat} has no wager")
        wagers[numbers[seat]] = {}
        for name, value in made.items():
            if name not in names:
                raise Refused(f"seat {seat}: no wager {name!r}; allowed are {names}")
            amount = cents(value)
            low, high = limits.get(name, (0, None))
            if amount == 0 or amount < low or (high is not None and amount > high):
                raise Refused(f"seat {seat}: {name} of {value} is outside its limits")
            wagers[numbers[seat]][name] = amount
    return {seat: wagers[seat] for seat in sorted(wagers)}


class Round:
    """One round: the cards still to come, the decisions still to come, the rows so far."""

    def __init__(self, script: Json, wagers: Wagers, causes_refused: tuple[str, ...] = ()) -> None:
        decisions = script.get("decisions", [])
        if not isinstance(decisions, list):
            raise Refused("decisions must be a list")
        self.deck = parse_cards(script.get("deck", ""))
        self.decisions: list[Any] = list(decisions)
        self.wagers = wagers
        self.rows: list[Json] = []
        self.causes_refused = causes_refused

    def card(self) -> str:
        """Deal the top card."""
        if not self.deck:
            raise Refused("the deck has no card left where the deal needs one")
        return self.deck.pop(0)

    def ask(self, seat: int, options: list[Json]) -> str:
        """Take the next decision, which has to be a legal one of this seat, or a void."""
        if not self.decisions:
            raise Waiting(seat, options)
        decision = self.decisions.pop(0)
        if not isinstance(decision, list) or len(decision) != 2:
            raise Refused(f"not a decision: {decision!r}")
        who, action = decision
        if not isinstance(action, str):
            raise Refused(f"not a decision: {decision!r}")
        if who == "void":
            self.void(action)
        if not isinstance(who, int) or isinstance(who, bool) or who != seat:
            raise Refused(f"{decision!r} is out of turn; seat {seat} is asked")
        allowed = [option["action"] for option in options]
        if action not in allowed:
            raise Refused(f"seat {seat} may not {action}; allowed are {allowed}")
        return action

    def void(self, reason: str) -> None:
        """End the round, unless the reason is a cause that cannot arise at this table."""
        if not reason.strip():
            raise Refused("a void needs a reason")
        if reason in self.causes_refused:
            raise Refused(f"cause {reason} is for a table with a shuffle machine")
        raise Voided

    def close(self) -> None:
        """Once everything is settled, a void is the one decision that may still stand there."""
        if len(self.decisions) == 1 and self.decisions[0][:1] == ["void"]:
            _, reason = self.decisions.pop()
            if not isinstance(reason, str):
                raise Refused(f"not a reason: {reason!r}")
            self.void(reason)

    def lose(self, seat: int, wager: str) -> None:
        """Write the row of a lost wager."""
        amount = self.wagers[seat][wager]
        self.row(seat, wager, "lose", None, 0, -amount)

    def push(self, seat: int, wager: str) -> None:
        """Write the row of a returned wager."""
        self.row(seat, wager, "push", None, 0, 0)

    def win(self, seat: int, wager: str, odds: int, word: str = "to") -> None:
        """Write the row of a won wager; "to 1" leaves the wager to the seat, "for 1" does not."""
        amount = self.wagers[seat][wager]
        paid = amount * odds
        net = paid if word == "to" else paid - amount
        self.row(seat, wager, "win", f"{odds} {word} 1", paid, net)

    def row(
        self, seat: int, wager: str, outcome: str, pays: str | None, paid: int, net: int
    ) -> None:
        """Write one row, in cents for now."""
        self.rows.append(
            {
                "seat": seat,
                "wager": wager,
                "amount": self.wagers[seat][wager],
                "outcome": outcome,
                "pays": pays,
                "paid": paid,
                "net": net,
            }
        )

    def void_rows(self, order: tuple[str, ...]) -> None:
        """Forget all rows and return every wager made, highest seat first."""
        self.rows = []
        for seat in sorted(self.wagers, reverse=True):
            for wager in order:
                if wager in self.wagers[seat]:
                    self.row(seat, wager, "void", None, 0, 0)

    def result(self, status: str, waiting: list[Json]) -> Json:
        """Write the answer with all money as text; a decision left over is refused."""
        if self.decisions:
            raise Refused(f"decision left over: {self.decisions[0]!r}")
        net = dict.fromkeys(self.wagers, 0)
        for row in self.rows:
            net[row["seat"]] += row["net"]
        texts = ("amount", "paid", "net")
        return {
            "status": status,
            "waiting": waiting,
            "settlement": [
                {name: money(value) if name in texts else value for name, value in row.items()}
                for row in self.rows
            ],
            "net": {str(seat): money(amount) for seat, amount in net.items()},
        }
