"""What came of the round for the viewer, in one line over the felt."""

from typing import NamedTuple

from pitboss.money import money
from pitboss.web.pages.table import words
from pitboss.web.pages.table.scene import Scene


class Banner(NamedTuple):
    """How a round ended for the viewer: ``look`` is the outcome, ``detail`` the hand."""

    look: str
    words: str
    detail: str


def make_banner(scene: Scene) -> Banner | None:
    """None while a round is played, for whoever was not in it, and once new wagers lie there."""
    own, table = scene.own, scene.table
    if own is None or scene.is_playing or own.net_cents is None or own.known["ready"]:
        return None
    if table.status == "void":
        return Banner("push", words.VOID, words.ALL_BACK)
    if table.status != "settled":
        return None
    net = own.net_cents
    look = "win" if net > 0 else "lose" if net < 0 else "push"
    detail = words.FOLDED if own.folded else own.hand
    return Banner(look, words.result(net, money(abs(net))), detail)
