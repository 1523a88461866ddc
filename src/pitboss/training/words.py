"""What training says to people: why an option is best, and what a dealer is asked, may answer and
is told. A choice's words are its answer: an exercise ends in the language in which it began."""

# Why an option is best

ON_AVERAGE = " on average"
NO_COST = "costs nothing"
LARGEST_IS_BEST = " It wins more often than it loses, so the largest wager is best."
SMALLEST_IS_BEST = " It loses more often than it wins, so the smallest wager is best."
NO_CHANCES = "is "
gives_up = "gives up the main wagers, {worth} on average with the rest".format
always_costs = "always costs {amount}".format
brings = "brings {share} of the pot, ".format


def wins(often: str, ties: str) -> str:
    tied = f" and ties {ties}" if ties else ""
    return f"wins {often}{tied} of the time, "


worth = "worth {amount}".format
at_cost = "at a cost of {amount}".format


# The deal

DUE = "What is due"
MODES = {"full": "Deal and settle", "deals": "Deal", "settles": "Settle"}
FACES = ("face up", "face down")
BURN, SHOW_DEALER = "burn a card", "turn up the dealer's cards"
SHOW_BOARD, SETTLE, TAKE_UP = "turn up community cards", "settle the wagers", "take up the discards"
BACK = "back into the deck"
LOCK = "lock the sensors, and the meters take their contributions"
LOCKS = (
    LOCK,
    "nothing: the sensors stay open until the Flop",
    "pay the envy pays of the last round",
)
LOCK_WHY = "A round's contributions are on the meter before anything is paid from it."
TURNED_UP = "How many community cards are turned up now?"
NEXT_CARD, NEXT_CARDS = "Who gets the next card?", "Who gets the next cards?"
SECOND_CARD = "How does the dealer's second card lie?"
COMPLETE = "How many cards has each player when this deal is complete?"
ALL_DECIDED = "All players have decided. What comes next?"
MACHINE = (
    "The document does not say: by the ruling on the shuffle machine four cards at a time come with"
    " one, and one at a time in turn without."
)
SERVING = (
    "The document names no order of seats here: the table's reading is from the dealer's left,"
    " seat 1 first, and the dealer last."
)
at_once = "How many cards at once go to {place}?".format
lie_now = "How do cards for {place} lie now?".format
who_posts = "The button lies at seat {button}. Who posts the {blind}?".format
before_first = "All wagers are made, on {jackpot} too. What comes before the first card?".format


def after_betting(is_held: bool) -> str:
    done = "Every player has held" if is_held else "The betting round is over"
    return f"{done}. What do you do first?"


def who_first(is_holding: bool) -> str:
    return f"Who {'holds cards' if is_holding else 'decides'} first now?"


def where_to(place: str, number: int) -> str:
    return f"{place.capitalize()} gives up {number} card{'s' if number > 1 else ''}. Where to?"


# The settlement

PAY, PUSH, TAKE, LEAVE, RETURN = "pay", "push", "take", "leave in action", "return"
NEXT_SEAT = "Which seat do you settle next?"
PRACTICE = (
    "The document names no order here: the table's reading is from the dealer's right to left,"
    " the highest seat first, each seat's wagers in the order made, then bonuses, jackpots, envy."
)
HOUSE = (
    "The document names no rule for this: the house's procedure decides, after state law and before"
    " Hoyle, and a void under it is recorded with its reason in words."
)
how_much = "Seat {seat} makes a {wager} wager. Of how much?".format
how_much_stays = (
    "The winners of {wager} passed its aggregate limit together. Seat {seat} was paid ${paid}; how"
    " much of it stays?"
).format
cut_why = "{rule}: the round's winners of one prize are cut in proportion to the limit.".format
folds = "Seat {seat} folds. Its {wager} wager of ${amount}?".format
envy_pay = "What envy pay does seat {seat} get for another seat's {row}?".format


what_to_do = "Seat {seat}, {wager} wager of ${amount}: what do you do?".format
what_to_pay = "Seat {seat}, {wager} wager of ${amount} wins. How much do you pay?".format


# Jackpots

HIT_ACTS = {"locked": "lock it", "verified": "verify it", "paid": "pay it", "voided": "void it"}
HIT_WHY = "A hit on a percentage row is locked first, then verified by a second person, then paid."
hit = "Seat {seat} has a {row} on {jackpot}, which pays {pays}. What do you do first?".format
meter_after = (
    "{jackpot}: the seed is {seed}. What does the meter show when the hits have been paid from it?"
).format
envy_pays = "{jackpot}: how many envy pays does this round have in all?".format
meter_now = (
    "{jackpot}: the meter showed {before}; {wagers} wagers of which {percent:g} percent go on it."
    " What does it show now?"
).format


# What goes wrong

HOUSE_PROCEDURE = "void the round by the house's procedure, with the reason in words"
PLAY_ON = "play on"
void_by = "void all hands by cause ({cause}): {text}".format
what_now = "{happened} What do you do?".format
