"""Write a round down, read it again, and see what each seat could know."""

import json

import pitboss


def main() -> None:
    played = pitboss.deal("super-omaha", {1: {"ante": 10}, 2: {"ante": 5}}, seed=1)
    played.play("flop", 30)
    played.play("fold")
    text = json.dumps(played.script())
    again = pitboss.Round.from_script(json.loads(text))
    assert again == played, "the same opening and decisions give the same events for ever"
    print(again)
    for seat in (0, 1, 2):
        hidden = sum(cards.count(None) for cards in again.view(seat).cards.values())
        print(f"seat {seat or 'nobody'}: {hidden} cards never seen")


if __name__ == "__main__":
    main()
