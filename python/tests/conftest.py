"""Tests of the installed package; worlds are those of the repository."""

import os
from pathlib import Path

import pytest

REPOSITORY = Path(__file__).resolve().parents[2]


@pytest.fixture(autouse=True)
def in_repository():
    """Paths of worlds are relative to the repository."""
    before = Path.cwd()
    os.chdir(REPOSITORY)
    yield
    os.chdir(before)
