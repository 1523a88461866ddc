"""The round report: what happened, step by step, and every cent with the rule that moved it."""

from collections.abc import Iterator

from pitboss.games.events import COMMUNITY
from pitboss.money import full_money, signed_money
from pitboss.reports import identity
from pitboss.reports.sheet import (
    TEXT,
    WIDE,
    Block,
    Column,
    Facts,
    Section,
    Sheet,
    Table,
    Text,
    columns,
    prose,
    show_cards,
    texts,
)
from pitboss.rounds.record import jackpots_json
from pitboss.rounds.runner import Runner
from pitboss.rounds.telling import (
    OUTCOMES,
    Line,
    name_places,
    place_title,
    read_hand,
    rule_text,
    tell,
    wager_title,
)


def make_round(running: Runner) -> Sheet:
    """A round as far as it was played, with nothing hidden: it is for those who check it."""
    status = {"settled": "settled", "void": "void", "waiting": "not ended yet"}[running.status]
    lead = f"A round of {running.game.source.title}, {status}, run again from its opening."
    sections = [
        Section("The table", tuple(_table(running))),
        Section("What happened", (story_table(running),)),
        Section("Cent by cent", tuple(_settlement(running))),
        Section("The rules that moved it", (_rules(running),)),
    ]
    return identity.make_sheet("round", "Round report", running.game, lead, sections)


def _table(running: Runner) -> Iterator[Block]:
    settings = running.table.opening.settings
    tables = settings.paytables.items()
    facts = [
        *identity.of_game(running.game),
        *((f"Pay table, {wager_title(running.game, name)}", each.code) for name, each in tables),
        ("Rulings changed", ", ".join(running.game.source.changed_rulings(settings.rulings))),
        ("Not as approved", "; ".join(settings.labels)),
    ]
    yield Facts("", tuple(fact for fact in facts if fact[1]))
    yield hands_table(running)


def hands_table(running: Runner) -> Table:
    """Every place with its cards and what they make, when all is over."""
    hands, board = running.table.hands, running.table.hands[COMMUNITY]
    rows = []
    for owner in sorted(owner for owner in hands if hands[owner]):
        cards = hands[owner]
        made = "" if owner == COMMUNITY else _made(running, cards, board)
        rows.append((place_title(owner), show_cards(cards), made))
    return Table("Cards", texts("Place", "Cards", "Hand"), tuple(rows))


def _made(running: Runner, cards: list[int], board: list[int]) -> str:
    return read_hand(running.game, running.table.rulings, cards, board)[0]


def story_lines(running: Runner) -> list[Line]:
    return tell(running.table.events, running.game, name_places({}), meters=True)


def story_table(running: Runner) -> Table:
    rows = tuple(
        (str(number), _line_words(line), line.rule)
        for number, line in enumerate(story_lines(running), 1)
    )
    return Table("", (Column("Step"), Column("What happened", WIDE), Column("Rule", TEXT)), rows)


def _line_words(line: Line) -> str:
    return f"{line.words} {show_cards(line.cards)}" if line.cards else line.words


def _settlement(running: Runner) -> Iterator[Block]:
    if running.settlement:
        yield settlement_table(running)
    net = running.net_cents
    rows = tuple((place_title(seat), signed_money(cents)) for seat, cents in net.items())
    if running.status != "waiting":
        yield Table("Net of each seat", columns("Seat", "Net"), rows)
    for jackpot in jackpots_json(running):
        facts = [(name, f"{jackpot[name]}") for name in ("type", "exact", "reserve", "overflow")]
        yield Facts(f"Jackpot {jackpot['paytable']} after the round, in dollars", tuple(facts))


def settlement_table(running: Runner) -> Table:
    rows = [
        (
            place_title(row.seat),
            wager_title(running.game, row.wager),
            full_money(row.cents),
            OUTCOMES[row.outcome],
            ", ".join(filter(None, (row.row, row.pays))) or "–",
            full_money(row.paid_cents),
            full_money(row.net_cents),
            row.rule,
        )
        for row in running.settlement
    ]
    net = sum(row.net_cents for row in running.settlement)
    paid = sum(row.paid_cents for row in running.settlement)
    made = sum(row.cents for row in running.settlement)
    total = ("All", "", full_money(made), "", "", full_money(paid), full_money(net), "")
    heads = (
        *texts("Seat", "Wager"),
        Column("Amount"),
        *texts("Outcome", "By"),
        *map(Column, ("Paid", "Net")),
        *texts("Rule"),
    )
    return Table("", heads, (*rows, total), total=True)


def _rules(running: Runner) -> Text | Table:
    cited = [line.rule for line in story_lines(running)]
    cited += [row.rule for row in running.settlement]
    rows = [
        (id_, rule_text(running.game, id_) or "a rule of another document")
        for id_ in sorted(set(filter(None, cited)))
    ]
    if not rows:
        return Text("", ("No rule was carried out yet.",))
    return Table("", prose("Rule", "What it says"), tuple(rows))
