"""Makes the icons of the app and the image of shared links from ``icon.svg``: ``python -m
tests.browser.icons``. They are kept with the other files; only a new icon needs this."""

from pathlib import Path

from playwright.sync_api import Page, sync_playwright

from pitboss.cards import parse_cards
from pitboss.games import all_games
from pitboss.web.pages.assets import STATIC
from pitboss.web.pages.table.felt import FACES
from tests.browser.conftest import ARGUMENTS
from tests.servers import find_chromium

ICON = (STATIC / "icon.svg").read_text()
MASKABLE = ICON.replace('rx="240" ', "").replace('d="m0-430', 'transform="scale(.72)" d="m0-430')
"""A device cuts its own shape out of it: the ground reaches the edge, the sign stays inside."""
COLOURS = {"s": "#1a1a1a", "c": "#1d6b35", "d": "#1f52b5", "h": "#c22525"}

PREVIEW = """<style>
  body {{ margin: 0; background: #0b4d34; color: #f7f4ea; font-family: system-ui, sans-serif; }}
  h1, p, div {{ position: absolute; left: 80px; margin: 0; }}
  h1 {{ top: 66px; font-size: 104px; letter-spacing: -3px; }}
  h1 b {{ color: #e8c46a; font-weight: 400; }}
  p {{ top: 214px; font-size: 38px; line-height: 1.35; }}
  div {{ bottom: -40px; display: flex; gap: 22px; }}
  i {{ width: 176px; height: 246px; border-radius: 16px; background: #fffdf7; display: grid;
    font: 700 84px system-ui, sans-serif; line-height: 1; place-content: center;
    text-align: center; }}
</style>
<h1><b>♠</b> Pitboss</h1>
<p>Casino card games dealt by their approved rules,<br>with an exact coach. Practice, no real
money.</p><div>{cards}</div>"""
"""Flat colours: a gradient would weigh ten times as much."""


def shoot(page: Page, html: str, size: tuple[int, int], path: Path) -> None:
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.set_content(html)
    page.screenshot(path=path, omit_background=True)
    print(f"{path.name} {path.stat().st_size:,} bytes")


def framed(svg: str, size: int) -> str:
    sized = svg.replace("<svg ", f'<svg width="{size}" height="{size}" ')
    return f"<style>body {{ margin: 0 }} svg {{ display: block }}</style>{sized}"


def preview() -> str:
    """One card of each game's art, and two more."""
    arts = [parse_cards(" ".join(game.face.art)) for game in all_games()]
    chosen = dict.fromkeys([art[0] for art in arts] + [art[-1] for art in arts])
    faces = [FACES[card] for card in list(chosen)[:5]]
    cards = [f'<i style="color: {COLOURS[f.suit]}">{f.rank}<br>{f.sign}</i>' for f in faces]
    return PREVIEW.format(cards="".join(cards))


def main() -> None:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_chromium(), args=ARGUMENTS)
        page = browser.new_page()
        for size in (192, 512):
            shoot(page, framed(ICON, size), (size, size), STATIC / f"icon-{size}.png")
        shoot(page, framed(MASKABLE, 512), (512, 512), STATIC / "icon-maskable-512.png")
        shoot(page, preview(), (1_200, 630), STATIC / "preview.png")
        browser.close()


if __name__ == "__main__":
    main()
