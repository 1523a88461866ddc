"""Play Duki by the exact advice, and say what each decision was worth."""

import pitboss


def main() -> None:
    for seed in range(5):
        played = pitboss.deal("duki", {1: {"ante": 10}}, seed=seed)
        advice = pitboss.advise(played)
        worth = {option.action: option.ev for option in advice.options}
        cards = played.hands[1].cards
        played.play(advice.best)
        told = ", ".join(f"{action} {float(ev):+.4f}" for action, ev in worth.items())
        print(f"{cards}: {advice.best} ({told}) -> {played.net[1]}")


if __name__ == "__main__":
    main()
