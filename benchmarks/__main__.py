"""``make bench``: every measurement, one line each; nothing here fails on a slow machine."""

from benchmarks import (
    duki,
    environments,
    fair_shares,
    holdout,
    house,
    house_clients,
    house_memory,
    house_servers,
    imports,
    in_page,
    odds,
    omaha_batch,
    optimum,
    pages,
    reports,
    rounds,
)


def main() -> None:
    print("Rates are per processor second; ratios are medians of turns taken one after the other.")
    for part in (rounds, holdout, omaha_batch, duki, environments):
        for figure in part.figures():
            print(figure, flush=True)
    for line in (*imports.lines(), *odds.lines(), *optimum.lines()):
        print(line, flush=True)
    print("The house: rates are by the clock on the wall, for most of it is waiting for the disk.")
    for figure in (*house.figures(), *house_servers.figures()):
        print(figure, flush=True)
    for line in (*house_clients.lines(), *fair_shares.lines()):
        print(line, flush=True)
    for line in (*house_memory.lines(), *reports.lines(), *pages.lines(), *in_page.lines()):
        print(line, flush=True)


if __name__ == "__main__":
    main()
