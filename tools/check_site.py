"""Check every internal link of the documentation site: page, file and anchor.

python tools/check_site.py site
"""

from __future__ import annotations

import sys
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit


class Page(HTMLParser):
    """The links and the anchors of a page."""

    def __init__(self, file: Path) -> None:
        super().__init__()
        self.links: list[str] = []
        self.anchors: set[str] = {""}
        self.feed(file.read_text(encoding="utf-8"))

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        """Collect the link and the anchor of a tag."""
        given = dict(attributes)
        if anchor := given.get("id"):
            self.anchors.add(anchor)
        if link := given.get("src" if tag in ("img", "script") else "href"):
            self.links.append(link)


def problems(site: Path) -> list[str]:
    """Return the broken links."""
    pages = {file.resolve(): Page(file) for file in site.rglob("*.html")}
    found = []
    for file, page in pages.items():
        for link in page.links:
            parts = urlsplit(link)
            if parts.scheme or parts.netloc:
                continue
            target = (file.parent / unquote(parts.path)).resolve() if parts.path else file
            if target.is_dir():
                target /= "index.html"
            missing = not target.is_file() or (target in pages and unquote(parts.fragment) not in pages[target].anchors)
            if missing:
                found.append(f"{file.relative_to(site.resolve())}: {link}")
    return found


def main(folder: str) -> int:
    """Print the broken links; return 1 if there are any."""
    found = problems(Path(folder))
    sys.stdout.write("\n".join([*found, f"{len(found)} broken links"]) + "\n")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
