"""The meter at which each progressive jackpot of Super Omaha is an even wager."""

import pitboss

PLAYERS = 6


def main() -> None:
    for code in pitboss.game("super-omaha").paytables["jackpot"]:
        price = pitboss.price("super-omaha", "jackpot", code, meter=50_000, players=PLAYERS)
        meter = price.break_even_meter
        if meter is not None:
            print(f"{code:<10} edge {float(price.house_edge):8.4%}  even at {float(meter):12,.2f}")


if __name__ == "__main__":
    main()
