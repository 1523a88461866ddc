"""What a live cell runs, in the page: a round by its script, a hand by its score, or a wager by its
pay table, priced from the shipped counts."""

import json
from typing import Any

import pitboss
from pitboss.cli.odds import lines_of
from pitboss.games import find_game
from pitboss.odds.registry import is_counted_anew, price_by
from pitboss.odds.registry import price as price_request
from pitboss.odds.request import JACKPOT, Request, read_request

OWN = "-own"
"""What the code of a reader's own table ends with."""

NOT_COUNTED = "The best play for this table is not counted, and takes longer than a page should"


def answer(kind: str, given: str) -> tuple[str, bool]:
    """What the cell shows, and whether it was refused."""
    try:
        return ANSWERS[kind](given), False
    except json.JSONDecodeError as error:
        return f"line {error.lineno}: no valid JSON ({error.msg})", True
    except (ValueError, TypeError, KeyError) as error:
        return str(error), True


def deal(given: str) -> str:
    played = pitboss.Round.from_script(json.loads(given))
    rows = [
        f"  Seat {row.seat} {row.wager} {row.amount}: {row.outcome}"
        f"{f', {row.pays}' if row.pays else ''}, net {row.net} ({row.rule})"
        for row in played.rows
    ]
    return "\n".join([repr(played), *rows])


def score(given: str) -> str:
    game, _, cards = given.strip().partition(" ")
    found = pitboss.score(game, cards.strip().strip('"')).json()
    return "  ".join(f"{name} {value}" for name, value in found.items())


def tables(given: str) -> str:
    """What may be changed of a wager: its printed tables row by row, and the rulings named."""
    asked = json.loads(given)
    game = find_game(asked["game"])
    rulings = [game.source.rulings[name] for name in asked["rulings"]]
    return json.dumps(
        {
            "tables": [one.to_json() for one in game.paytables[asked["wager"]].values()],
            "rulings": [
                {"name": one.name, "options": list(one.options), "why": one.why} for one in rulings
            ],
        }
    )


def price(given: str) -> str:
    """The house edge, and all that ``pitboss odds`` prints with it; where the best play is not
    counted, what bounds it."""
    asked = json.loads(given)
    request = read_asked(asked)
    if is_counted_anew(request):
        return json.dumps(bound(asked, request))
    answer: Any = price_request(request)
    said = "\n".join(lines_of(answer)).strip()
    return json.dumps({"edge": edge_words(answer["house_edge"]), "said": said})


def edge_words(edge: Any) -> str:
    return f"{100 * edge['value']:.6f} % = {edge['exact']}"


def read_asked(asked: dict[str, Any]) -> Request:
    """A printed table by its code, another by its rows."""
    wager, table = asked["wager"], asked["paytable"]
    printed = find_game(asked["game"]).paytables[wager][table["code"]]
    if table["rows"] == printed.to_json()["rows"]:
        chosen: object = printed.code
    else:
        chosen = {**table, "code": f"{printed.code}{OWN}"}
    terms = {"wager": wager, "rulings": asked["rulings"], "paytables": {wager: chosen}}
    if wager == JACKPOT:
        terms |= {"players": asked["players"], "jackpot": {"meter": asked["meter"]}}
    return read_request(asked["game"], terms)


def bound(asked: dict[str, Any], request: Request) -> dict[str, str]:
    usual = request.game.default_paytables.get(request.wager)
    known = {"wager": request.wager, "rulings": asked["rulings"]}
    said = f"{NOT_COUNTED}: pitboss odds {request.key} --wager {request.wager} --paytable FILE"
    least = price_by(request, read_request(request.key, known)) if usual else None
    if least is None:
        return {"edge": "not counted here", "said": said}
    by = f"By the play that is best for {usual}. {said}"
    return {"edge": f"at most {edge_words(least['house_edge'])}", "said": by}


ANSWERS = {"deal": deal, "score": score, "tables": tables, "price": price}
