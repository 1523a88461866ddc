"""Pages to read: the games, a game's rules with the rulings in force, its pay tables."""

from collections.abc import Callable, Iterable, Mapping

from pitboss.cli.screen.console import WIDEST, open_console, print_lines
from pitboss.cli.screen.layout import Lines, labelled, wrapped
from pitboss.cli.screen.text import Text
from pitboss.games.contract import Game, Settings
from pitboss.games.source import Ruling, Source
from pitboss.money import money
from pitboss.paytable import PayTable


def print_page(page: Callable[[int], Lines]) -> None:
    """Print a page at the width there is."""
    console = open_console()
    print_lines(console, page(min(console.width, WIDEST)))


def games_lines(games: Iterable[Game], width: int) -> Lines:
    lines: Lines = []
    for source in (game.source for game in games):
        lines += labelled(source.key, f"{source.title}, {approval_words(source)}", width, 13)
    return lines


def approval_words(source: Source) -> str:
    words = f"a game of {source.maker}, approved {source.approved}"
    return words + (f", submission #{source.submission}" if source.submission else "")


def heading(title: str) -> Lines:
    return [Text(), Text(title, "bold underline")]


def rules_lines(game: Game, settings: Settings, width: int) -> Lines:
    """Approval and conditions, wagers, rules by section, rulings, causes of a void."""
    source = game.source
    lines = [Text(f"{source.title} ({source.version})", "bold")]
    lines += wrapped(f"This is {approval_words(source)}.", width)
    lines += [line for label in settings.labels for line in wrapped(label, width, 2, "yellow")]
    lines += heading("Conditions of the approval")
    for condition in source.conditions:
        lines += wrapped(f"- {condition}", width, 2)
    if source.spots:
        lines += heading("Wagers")
    for spot in source.spots.values():
        least = f", from {money(spot.least_cents)}" if spot.least_cents > 1 else ""
        words = f"{spot.title}; {spot.kind}{least} ({spot.rule})"
        lines += labelled(spot.name, words, width, 12)
    return [
        *lines,
        *_rule_lines(source, width),
        *_ruling_lines(source, settings.rulings, width),
        *_cause_lines(source, width),
    ]


def _rule_lines(source: Source, width: int) -> Lines:
    lines = heading("Rules")
    section = ""
    indent = max(len(rule) for rule in source.rules) + 2
    for rule in source.rules.values():
        if rule.section != section:
            section = rule.section
            lines += wrapped(section, width, 2, "italic")
        lines += labelled(rule.id, rule.text, width, indent)
    return lines


def _ruling_lines(source: Source, rulings: Mapping[str, str], width: int) -> Lines:
    lines = heading("Rulings in force")
    for ruling in source.rulings.values():
        chosen = str(rulings.get(ruling.name, ""))
        lines += labelled(f"{ruling.name} = {chosen}", f"  ({_choices(ruling)})", width, 2)
        lines += [Text("  ").append_text(line) for line in wrapped(ruling.why, width - 2)]
    return lines


def _choices(ruling: Ruling) -> str:
    if not ruling.options:
        return "a value of the house"
    names = [
        f"{option}, a what-if" if option in ruling.what_if else option for option in ruling.options
    ]
    others = f"; also {', '.join(names[1:])}" if names[1:] else ", the only option"
    return f"default {names[0]}{others}"


def _cause_lines(source: Source, width: int) -> Lines:
    if not source.causes:
        return []
    lines = heading("Causes that void a round")
    for cause in source.causes.values():
        needs = ", ".join(f"{name}={value}" for name, value in cause.needs.items())
        words = f"{cause.text} ({cause.rule}{f'; with {needs}' if needs else ''})"
        lines += labelled(f"({cause.key})", words, width, 4)
    return lines


def paytables_lines(game: Game, tables: Iterable[PayTable], width: int) -> Lines:
    """Each table as printed."""
    lines = [Text(f"{game.source.title}: pay tables", "bold")]
    found = [line for table in tables for line in paytable_lines(game, table, width)]
    return [*lines, *(found or [Text("This game has no pay tables.")])]


def paytable_lines(game: Game, table: PayTable, width: int) -> Lines:
    """Hand, pay and envy columns, the terms, the citation, and what dead rows and dashes mean."""
    spot = game.source.spots.get(table.wager)
    title = f"{spot.title if spot else table.wager}: {table.code}, pays {table.terms}"
    lines = heading(title)
    first = max(4, *(len(row.hand) for row in table.rows)) + 2
    pays = {row.event: row.text.removesuffix(f" {table.terms}") for row in table.rows}
    second = max(map(len, (*pays.values(), "Pays")))
    envy = any(row.envy_cents for row in table.rows)
    lines.append(Text(f"{'Hand':<{first}}{'Pays':>{second}}{'    Envy' if envy else ''}", "dim"))
    for row in table.rows:
        text = Text(f"{row.hand:<{first}}{pays[row.event]:>{second}}")
        text.append(f"{money(row.envy_cents) if row.envy_cents else '-':>8}" if envy else "")
        lines.append(text.append("  *" if row.event in table.dead else "", "yellow"))
    for reason in dict.fromkeys(table.dead.values()):
        lines += wrapped(f"* dead row: {reason}", width, 2, "yellow")
    for reason in table.dashes.values():
        lines += wrapped(f"- under Pays: {reason}", width, 2)
    cite = table.cite or "not printed in the approved document"
    return [*lines, *wrapped(f"Source: {cite}", width, 2, "dim")]
