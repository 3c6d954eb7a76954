"""The page on fair play names tests that exist."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

HERE = Path(__file__).parent
PAGE = HERE.parents[1] / "docs" / "fair-play.md"
ROWS = re.findall(r"^\| (.+?) \| (`test_\w+\.py` .+) \|$", PAGE.read_text(encoding="utf-8"), re.M)


def test_the_page_has_a_row_for_every_feature() -> None:
    assert len(ROWS) > 30


@pytest.mark.parametrize(("feature", "tests"), ROWS, ids=[feature for feature, _ in ROWS])
def test_every_test_that_the_page_names_is_there(feature: str, tests: str) -> None:
    text = ""
    for name in re.findall(r"`([\w.]+)`", tests):
        if name.endswith(".py"):
            text = (HERE / name).read_text(encoding="utf-8")
        else:
            assert f"\ndef {name}(" in text, f"{feature}: {name}"
