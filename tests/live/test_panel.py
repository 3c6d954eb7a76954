"""The window beside the game."""

from __future__ import annotations

import re

import pytest

from solver_bot.live.panel import LEGEND
from solver_bot.vision.stamps import Form

NAMES = {
    Form.SAFE: "Ring: safe",
    Form.MINE: "Cross: mine",
    Form.GUESS: "Frame: best guess",
    Form.WRONG_FLAG: "Barred: wrong flag",
    Form.ODDS: "%: odds",
}


def test_the_legend_names_every_mark_by_its_form() -> None:
    assert {form for form, name in NAMES.items() if name in LEGEND} == NAMES.keys()


@pytest.mark.parametrize("colour", ["green", "red", "amber", "violet", "blue", "yellow"])
def test_the_legend_names_no_mark_by_its_colour(colour: str) -> None:
    assert colour not in re.findall("[a-z]+", LEGEND.lower())
