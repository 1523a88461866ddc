"""``make bench``: every measurement, one line each; nothing here fails on a slow machine."""

from benchmarks import holdout, imports, odds, omaha_batch, rounds


def main() -> None:
    print("Rates are per processor second; ratios are medians of turns taken one after the other.")
    for part in (rounds, holdout, omaha_batch):
        for figure in part.figures():
            print(figure, flush=True)
    for line in (*imports.lines(), *odds.lines()):
        print(line, flush=True)


if __name__ == "__main__":
    main()
