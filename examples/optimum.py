"""Ask the open file of Super Omaha's optimum with SQL: how well do pairs in the hole play?

``python examples/optimum.py FILE.parquet`` asks the whole file, made by ``pitboss solve super-omaha
--optimum FOLDER``; without a file two Flops are counted and asked.
"""

import sys
from pathlib import Path
from tempfile import TemporaryDirectory

import duckdb

from pitboss.cards import format_cards, parse_cards
from pitboss.odds.request import read_request
from pitboss.odds.super_omaha.optimum import count_part
from pitboss.odds.super_omaha.strategy import SHOWDOWNS, nets_of

FLOPS = (("2c 7c Qd", 12), ("2c 7d Qh", 24))
"""Each with how many there are like it."""

QUERY = """
WITH states AS (
    SELECT *, flop_ways::HUGEINT * ways AS deals,
        CASE best WHEN 'fold' THEN -$denominator WHEN '1x' THEN value_1x ELSE value_3x END AS worth,
        CASE WHEN card3 // 4 = card4 // 4 THEN card4 // 4
             WHEN card2 // 4 = card3 // 4 THEN card3 // 4
             WHEN card1 // 4 = card2 // 4 THEN card2 // 4 END AS pair
    FROM read_parquet($files))
SELECT coalesce(substr('23456789TJQKA', pair::INT + 1, 1), 'none') AS pair, sum(deals) AS deals,
    sum(deals) FILTER (best = '3x') / sum(deals) AS three_times,
    sum(deals) FILTER (best = 'fold') / sum(deals) AS fold,
    sum(deals * worth) / sum(deals) / $denominator AS mean
FROM states GROUP BY states.pair ORDER BY states.pair NULLS FIRST
"""


def main(file: str = "") -> None:
    with TemporaryDirectory() as folder:
        files = file or count_some(Path(folder))
        given = {"files": files, "denominator": SHOWDOWNS}
        print("pair         deals     3x   fold  worth of best play, in Antes")
        for pair, deals, three_times, fold, mean in duckdb.execute(QUERY, given).fetchall():
            shares = f"{three_times or 0:>6.1%} {fold or 0:>6.1%}"
            print(f"{pair:<4} {int(deals):>13,} {shares} {mean:+.4f}")


def count_some(folder: Path) -> str:
    """Some Flops as files of one row group each; DuckDB reads them together."""
    nets = nets_of(read_request("super-omaha", {}).settings)
    for text, ways in FLOPS:
        cards = parse_cards(text)
        (folder / f"{format_cards(cards)}.parquet").write_bytes(count_part((cards, ways), nets))
    return str(folder / "*.parquet")


if __name__ == "__main__":
    main(*sys.argv[1:])
