"""How sure a reading is, in words."""

from __future__ import annotations

import pytest

from solver_bot.cli.report import surely


@pytest.mark.parametrize(
    ("probability", "words"), [(0.875, "87.5%"), (0.9899, "98.9%"), (0.9997, "99.9%"), (1, "99.9%")]
)
def test_no_reading_is_said_to_be_quite_sure(probability: float, words: str) -> None:
    assert surely(probability) == words
