"""What pages say to people beside their templates: the site, previews, signs, the coach, jobs and
the log. Tables, review, designer and floor have modules of their own."""

# The site

FAILED = "That did not work"
NOTHING_HERE, NOWHERE = "There is nothing here", "The address leads nowhere."
SITE = "Pitboss"
FOLDED = "folded"
SITE_WORDS = (
    "Casino card games dealt by their approved rules, with an exact coach. Practice only: no"
    " account, no real money."
)
SITE_IMAGE = "Cards on green felt beside the name Pitboss"
round_preview = "{title}: how the round went, card by card, as everyone at the table saw it.".format
round_title = "Round {number} – {table}".format
game_preview = "Rules, pay tables and odds of {title}, and a practice table to play it at.".format


def picture(round: int, table: str, is_void: bool) -> str:
    """The line below a picture's title."""
    return f"Round {round} · {table}{' · void' if is_void else ''}"


def table_preview(title: str, free: int, seats: int) -> str:
    room = f"{free} of {seats} seats free" if free else "every seat taken"
    return f"{title}, {room}. Watch, or sit down with practice chips."


# Signs

NOT_RETURNED = "The jackpot wager itself is not returned."
NOT_PRINTED = "a table of the house, not printed in the approved document"
BLINDS, BETTING, RULES, PROFILE = "Blinds", "Betting", "Rules", "Profile"
ONE_BET, SEAT_CHIPS, DECISION_TIME = "One bet or raise", "Chips at a seat", "Time for a decision"
NO_PROFILE = "none"
jackpot = "Jackpot {number}".format
for_wager = "for a wager of {amount}".format
up_to = "up to {amount}".format
together = "up to {amount} together".format
all_winners = "{wager}, all winners of a round".format
pair = "{small} and {big}".format
span = "{first} to {last}".format
of_meter = "{share} of the meter, {now} now".format
cut = (
    "The winners of a round are paid at most {amount} together; above that each win is cut in"
    " proportion."
).format


def jackpot_kind(is_five: bool, type: str) -> str:
    return f"{'Five' if is_five else 'Seven'} card jackpot, {type}"


def seconds(clock: int) -> str:
    return f"{clock} s" if clock else "as long as you like"


def pays(terms: str, printed: str) -> str:
    """What the document leaves open and a ruling has settled is said as printed, too."""
    return f"pays {terms} (printed: {printed})" if printed else f"pays {terms}"


# The coach

SHARE, REST = "share of the pot", "rest"
BELOW_A_CENT = "less than a cent"

# Jobs

STOPPED = "The count was stopped."
GONE = "The process that worked it out has ended; ask for it again."
JOB_FAILED = "This failed and was logged; nothing came of it."
NO_CHART = "The chart needs the extra papers: pip install 'pitboss[papers]'"
CLOSING = "the server is closing"
CHART_FAILED = "The chart could not be drawn; the failure was logged."

trend = (
    "{title}: right answers from {right[0]:.0f} to {right[1]:.0f} %, seconds a step from"
    " {pace[0]:.1f} to {pace[1]:.1f}"
).format

# The log

THE_HOUSE, ALL, THE_LOG = "the house", "all", "the whole log"
COMPARED, UNCHECKED = "tables compared", "unchecked"
CHECKS = {
    "entries": "entries, each bound to the one before by its hash",
    "chains": "chains, from their first entry to the end that a signed head names",
    "heads": "signed heads, each naming the one before",
    "postings": "postings, which sum to zero entry by entry",
    "balances": "balances, equal to the sums of the postings",
    "commitments": "secrets, equal to what was committed to before the round",
    "secrets in play": "secrets of rounds still in play, kept back",
    "rounds replayed": "rounds dealt and settled again, with the same result and money",
    "acts": "acts of staff, each by somebody who had the right to it then",
    "earlier acts": "acts from before the log told enough of people to check that",
    COMPARED: "tables whose rows, like those of people and meters, are what the log says",
    UNCHECKED: "rows of which the entries of an earlier Pitboss do not tell",
}
"""What the verifier counts, by its own names."""

PLACES = {"folder": "a folder", "webhook": "a webhook", "timestamp": "a timestamp authority"}
"""Where heads of the log are sent to."""

SECRET_STAYS = "It has a secret, which never leaves the house."
SECRET_LATER = "Its secret is shown once the round has ended."


def exposed(entries: int, rounds: int, seconds: float) -> str:
    """How much of the log could be rewritten unseen."""
    ends = "y" if entries == 1 else "ies", "" if rounds == 1 else "s"
    return f"{entries:,} entr{ends[0]}, {rounds:,} round{ends[1]} dealt, the last {seconds:,.0f} s"


def committed(is_so: bool) -> str:
    return f"It is {'' if is_so else 'NOT '}what the body commits to."


def findings(number: int) -> str:
    return f"{number} finding{'s' if number > 1 else ''}" if number else "Nothing is wrong."


def scope(table: str, first: str, last: str) -> str:
    days = f", {first or 'the start'} to {last or 'now'}" if first or last else ""
    return (f"Table {table}" if table else "The whole log") + days
