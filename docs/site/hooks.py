"""The site's navigation is the index of the documentation: docs/README.md lists every page, section by section."""

import re
from pathlib import Path

SECTION = re.compile(r"^## (.+)$")
ITEM = re.compile(r"^- \[([^\]]+)\]\(([^)#]+)\)")


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
    config["nav"] = nav
    return config
