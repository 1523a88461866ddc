"""Build the site: ``python -m website`` into build/site; ``pages`` writes what is made from data
anew, ``results`` the file of results."""

import sys

from website import pages, results
from website.build import build, check_site


def main(words: list[str]) -> int:
    if words == ["results"]:
        results.FILE.write_text(results.write(), encoding="utf-8")
    elif words == ["pages"]:
        for path in pages.PAGES:
            pages.write(path)
    elif not words:
        wrong = [f"docs/{path} is not what its data say" for path in pages.stale()]
        wrong = wrong or [*build(), *check_site()]
        print("\n".join(wrong), file=sys.stderr, end="\n" * bool(wrong))
        return bool(wrong)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
