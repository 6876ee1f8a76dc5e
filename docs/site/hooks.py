"""The site's navigation is the index of the documentation: docs/README.md lists every page, section by section.

A line that is a link to a world with the title "live" becomes the world itself, running, where the site has the
playground; elsewhere it stays a link to the text.
"""

import base64
import html
import json
import os
import re
import zlib
from pathlib import Path

SECTION = re.compile(r"^## (.+)$")
ITEM = re.compile(r"^- \[([^\]]+)\]\(([^)#]+)\)")
LIVE = re.compile(r'^\[([^\]]+)\]\(([^)\s]+\.world\.xml) "live"\)$', re.MULTILINE)


def on_config(config):
    root = Path(config["docs_dir"])
    nav = [{"skidpad": "README.md"}, {"All pages": "docs/README.md"}]
    for line in (root / "docs/README.md").read_text(encoding="utf-8").splitlines():
        if section := SECTION.match(line):
            nav.append({section[1]: []})
        elif item := ITEM.match(line):
            page = (root / "docs" / item[2]).resolve().relative_to(root.resolve())
            list(nav[-1].values())[0].append({item[1]: page.as_posix()})
    if (root / "api/skidpad/index.html").exists():
        nav.append({"Rust API": "api/skidpad/index.html"})
    if os.environ.get("SKIDPAD_PLAYGROUND"):
        nav.append({"Playground": "playground/index.html"})
    config["nav"] = nav
    return config


def fragment(world):
    """A world as the playground's links have it: name and text, compressed."""
    shared = json.dumps({"file": f"examples/{world.name}", "text": world.read_text(encoding="utf-8")})
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    packed = packer.compress(shared.encode()) + packer.flush()
    return "world=" + base64.urlsafe_b64encode(packed).decode().rstrip("=")


def on_page_markdown(markdown, page, config, **_):
    if not os.environ.get("SKIDPAD_PLAYGROUND"):
        return markdown
    folder = Path(page.file.src_uri).parent

    def live(found):
        title, world = found[1], Path(config["docs_dir"]) / folder / found[2]
        playground = os.path.relpath("playground/index.html", folder)
        address = f"{playground}?embed#{fragment(world)}"
        frame = f'<iframe class="live" loading="lazy" title="{html.escape(title)}" src="{address}"></iframe>'
        return f"{frame}\n\n[{title}: the text of this world]({found[2]})"

    return LIVE.sub(live, markdown)
