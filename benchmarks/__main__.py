"""``make bench``: every measurement, one line each; nothing here fails on a slow machine."""

from benchmarks import holdout, imports, rounds


def main() -> None:
    print("Rates are per processor second; ratios are medians of turns taken one after the other.")
    for figure in [*rounds.figures(), *holdout.figures()]:
        print(figure)
    for line in imports.lines():
        print(line)


if __name__ == "__main__":
    main()
