"""What one changed row does to the exact house edge of Duki's bonus."""

import pitboss

CHANGED = {"three-of-a-kind": 25}
"""Rows by their event, with what they pay instead."""


def main() -> None:
    printed = next(iter(pitboss.game("duki").paytables["bonus"].values()))
    usual = pitboss.price("duki", "bonus", printed.code)
    pays = {row.event: row.text.removesuffix(f" {printed.terms}") for row in printed.rows}
    rows = [[row.event, row.hand, CHANGED.get(row.event, pays[row.event])] for row in printed.rows]
    mine = {"code": "mine", "terms": printed.terms, "rows": rows}
    changed = pitboss.price("duki", "bonus", mine)
    for price in (usual, changed):
        print(f"{price.paytable}: {price.house_edge} = {float(price.house_edge):.4%}")
    print(f"difference: {changed.house_edge - usual.house_edge}")


if __name__ == "__main__":
    main()
