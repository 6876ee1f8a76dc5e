"""Every block of Python in the documentation runs."""

import re

import pytest


@pytest.mark.parametrize("page", ["docs/python.md", "docs/extending.md", "python/README.md", "apps/skidpad-python/README.md"])
def test_code_runs(page):
    with open(page, encoding="utf-8") as file:
        blocks = re.findall(r"```python\n(.*?)```", file.read(), re.DOTALL)
    assert blocks
    names = {}
    for block in blocks:
        exec(compile(block, page, "exec"), names)
