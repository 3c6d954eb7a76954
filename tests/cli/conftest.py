"""Fixtures: copies of samples that a test may change."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.cli.running import SAMPLES, SMALL


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with two good pictures."""
    place = tmp_path / "pictures"
    place.mkdir()
    shutil.copy(SMALL, place / "first.png")
    shutil.copy(SAMPLES / "xdemineur-small-early.png", place / "second.png")
    return place


@pytest.fixture
def picture(tmp_path: Path) -> Path:
    return Path(shutil.copy(SMALL, tmp_path / "picture.png"))
