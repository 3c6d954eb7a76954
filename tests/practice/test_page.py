"""The page about the game names a test for every feature. All of these tests exist."""

from __future__ import annotations

import re
from pathlib import Path

TESTS = Path(__file__).resolve().parents[1]
PAGE = TESTS.parent / "docs" / "practice.md"


def test_every_test_that_the_page_names_exists() -> None:
    _, table = PAGE.read_text(encoding="utf-8").split("| feature | test |")
    named = {
        (file, f"test_{test}")
        for file, tests in re.findall(r"`(test_\w+)`: ((?:`\w+`(?:, )?)+)", table)
        for test in re.findall(r"`(\w+)`", tests)
    }
    tests = {
        (path.stem, test)
        for path in TESTS.rglob("test_*.py")
        for test in re.findall(r"^def (\w+)", path.read_text(encoding="utf-8"), re.MULTILINE)
    }
    assert len(named) > 40
    assert named - tests == set()
