"""What the floor says to people, beside its templates: what was done, the labels of its forms, the
columns of its reports."""

DONE = {
    "opened": "The table is open.",
    "changed": "The settings have changed.",
    "closed": "The table is closed; every seat is free.",
    "void": "The round is void; every wager went back.",
    "check-cards": "The check of the cards is recorded; the table deals again.",
    "deal": "No more wagers: the round is dealt.",
    "remove-seat": "The seat is free, or will be once the round has ended.",
    "seat-bot": "A practice player sits down.",
    "acknowledged": "The alert is acknowledged.",
    "jackpot": "The jackpot is open; tables may link to it.",
    "verified": "The hit is verified; it can be paid now.",
    "paid": "The hit is paid.",
    "voided": "The hit is void; its money is back on the meter.",
    "promised": "The promotion is made; it is posted from its first day on.",
    "taken-off": "The promotion has ended; nothing more is paid.",
    "asked": "Asked. Another person must approve it.",
    "approved": "Approved and carried out.",
    "declined": "Declined.",
    "withdrawn": "Withdrawn.",
    "person": "The account is made.",
    "person-changed": "The account has changed.",
    "password": "The password has changed; log in again.",
    "session": "The session has ended.",
}
"""What is said after each act; an address names it by its key."""

TABS = (
    ("Tables", "/floor", ""),
    ("Alerts", "/floor/alerts", "read-all"),
    ("Jackpots", "/floor/jackpots", "read-all"),
    ("Promotions", "/floor/promotions", "read-all"),
    ("Two people", "/floor/requests", "read-all"),
    ("Reports", "/floor/reports", "read-reports"),
    ("People", "/floor/people", "manage-people"),
    ("Log", "/audit", "read-all"),
)
"""Each with its address, and the act without which it is not shown."""

ASKED = {
    "adjust-meter": "Adjust a meter",
    "reseed": "Reseed a meter",
    "void-settled": "Void a settled round",
    "make-person": "Make an account",
    "change-role": "Change a role",
    "set-password": "Set a password",
    "reactivate": "Open an account again",
    "reset-second-factor": "Take off a second factor",
}
"""Acts of two people."""

CHANGE = "Change in dollars"
UPWARDS = "another, upwards only"
OTHER_CAUSE = "none of these: the words below"
NOT_CHANGED, NOT_OPENED, NO_FIGURE, ALL = "Not changed", "Not opened", "–", "all"
change_of = "Change {table}".format
open_of = "Open a table of {game}".format


def to_mend(count: int) -> str:
    return f"{count} things are to be mended" if count > 1 else "One thing is to be mended"


# How a table stands

CLOSED, STOPPED = "closed", "stopped, the cards are to be checked"
NOBODY, WAGERS_OPEN = "nobody sits here", "wagers open"


def playing(round: int, seat: int) -> str:
    return f"round {round}, seat {seat} to act" if seat else f"round {round}"


def wagers_made(number: int) -> str:
    return f"{WAGERS_OPEN}, {number} made" if number else WAGERS_OPEN


# The form of a table

GROUPS = {
    "table": ("Table", ""),
    "limits": ("Limits", "In dollars; empty is no limit."),
    "profile": (
        "Jurisdiction",
        (
            "Washington and tribal tables need the records that the game's approval asks for;"
            " Pitboss checks that they are there, not that they are true."
        ),
    ),
    "jackpots": ("Jackpots", "One for each sensor, all of one type."),
    "paytables": (
        "Pay tables",
        (
            "A table that the document does not print opens under profile none only, and is"
            " labelled not as approved."
        ),
    ),
    "rulings": ("Rulings", "How this table reads the places where the document is silent."),
}
FIELDS = {
    "name": ("Name", ""),
    "why": ("Why", ""),
    "dealer": ("Deals", ""),
    "verify": ("Verifies jackpot hits", ""),
    "clock.decision": ("Seconds for a decision", "0 is no clock"),
    "clock.wagers": ("Seconds for wagers", "0 is no clock"),
    "buy_in.least": ("Least chips at a seat", ""),
    "buy_in.most": ("Most chips at a seat", ""),
    "blinds.small": ("Small blind", ""),
    "blinds.big": ("Big blind", ""),
    "bets.small": (
        "First bet size",
        "limit: small and big bet; spread-limit: least and most; else empty",
    ),
    "bets.big": ("Second bet size", ""),
    "chip": ("Smallest chip", ""),
    "limits.max": ("Most for one bet or raise", ""),
    "profile.name": ("Profile", ""),
    "profile.date": ("Day of the law", "such as 2024-01-10"),
    "profile.licence": ("Licence", ""),
    "profile.approval": ("Agency's approval", "the reference of its approval"),
}
"""Each field's label, and what is said beside it."""

DEALERS = {"automatic": "by itself, when all are ready", "person": "by a dealer"}
VERIFIERS = {"table": "the table at once (practice)", "supervisor": "a supervisor"}
ENDS = ("least", "most")
AGGREGATE = "an aggregate payout limit; empty is none"
NOT_OFFERED, OWN_TABLE = "not offered", "one of my own"
TABLE_NAME, PAYS_ARE = "Name of the table", "Pays are"
NO_JACKPOT, NO_LICENCE = "none", "–"
PROFILES = {"none": "none", "washington": "Washington", "tribal": "tribal"}
LICENCES = {"house-banked": "house-banked card room", "class-f": "Class F", "other": "another"}
RECORDS = {
    "approval": "Approval of the Tribal Gaming Agency",
    "internal-controls": "Internal controls",
    "licences": "Makers with their licences",
    "concurrence": "The Commission's concurrence",
    "supplement": "Supplement of the Compact",
    "certification": "Makers with their certification",
    "shuffler-model": "Shuffle machine",
    "shuffler-approval": "Approval of the shuffle machine",
    "shuffler-maker": "Maker of the shuffle machine",
    "jackpot-system": "Jackpot system",
    "jackpot-series": "Series of the jackpot system",
    "display-functions": "Functions of the jackpot displays",
}
"""What the parts of an approval record are called in the form."""

KEPT = "; kept where given"
end_of = "{wager}, {end}".format
all_winners = "{wager}, all winners of a round".format
printed = "{code} (printed)".format


def another_row(number: int) -> tuple[str, str]:
    return f"Another row, {number}", f"Its pay, {number}"


sensor = "Sensor {number}".format


def record(name: str) -> str:
    return f"Record: {RECORDS.get(name, name.replace('-', ' '))}"


needed_with = "; needed with {what}".format


def choices(why: str, allowed: list[str]) -> str:
    return f"{why} {' or '.join(allowed)}."


# Jackpots and promotions

TYPE, WAGER, SEED, NOTE, OF_EACH = "Type", "Wager", "Seed", "Note", "Of each wager"
STEPS = {
    "locked": ("Lock", "gold"),
    "verified": ("Verify", "gold"),
    "paid": ("Pay", "gold"),
    "voided": ("Void", "danger"),
}
"""What brings a hit to a state, and the look of that button."""

PROMOTED = {"multiplier": "times the posted pay", "extra": "dollars beside the posted pay"}
CONSENT, PAYS, DAYS = "Maker's written consent", "Pays", "Days"
shares = "{meter} to the meter, {reserve} to the reserve".format
every_win = "{wager}, every win".format


# Reports: columns are written as key:kind=Title; without a title it is the key in words

SUMS = (
    "rounds:number, drop:money, handle:money, win:money, theoretical_win:money=Theoretical, "
    "tail:chance"
)
PRACTICE = (
    "practice_drop:money=Practice chips bought, practice_handle:money=Wagered in practice, "
    "practice_win:money=Won by the house in practice"
)
MONEY = (
    "drop:money, handle:money, win:signed, hold:percent, theoretical_win:money=Theoretical, "
    "contributed:money=To funds, jackpots_paid:money, tail:chance, judgement:verdict"
)
SHEETS = {
    "tables": ("Master game report", f"day, name=Table, rounds:number, {MONEY}"),
    "games": ("By game", f"day, game, rounds:number, {MONEY}"),
    "wagers": (
        "By wager",
        (
            "day, table:table, wager, count:number, handle:money, win:signed,"
            " hold:percent=Win / handle, theoretical_win:money=Theoretical, tail:chance,"
            " judgement:verdict"
        ),
    ),
    "funds": (
        "Jackpots’ funds",
        (
            "day, name=Jackpot, opening:money, contributed:money, seeds:money=Seeds advanced,"
            " covered:money, paid:money, adjusted:money, hits_voided:money, corrected:money,"
            " closing:money, owed:money=Owed to the house, players:money=Players’"
        ),
    ),
    "meters": (
        "Meter book",
        (
            "day, name=Jackpot, opening:money, contributed:money, seeded:money, covered:money,"
            " paid:money, adjusted:money, hits_voided:money, corrected:money, closing:money"
        ),
    ),
    "meter-incidents": ("Meter incidents", "jackpot, day, what=What is wrong"),
    "hits": (
        "Jackpot hits",
        (
            "at:time=When, table:table, round:number, seat:number, hand, amount:money, state,"
            " people:steps=By"
        ),
    ),
    "voids": (
        "Voided rounds",
        "at:time=When, table:table, round:number, cause, reason, dealer:person, voided_by:person",
    ),
    "corrections": (
        "Corrections",
        "at:time=When, table:table, round:number, why, people:people=By",
    ),
    "changes": (
        "Changes",
        "at:time=When, kind, of:table, what, before:value, after:value, why, people:people=By",
    ),
}
"""Each report by the name of its CSV."""

step_by = "{state} by {who}".format
