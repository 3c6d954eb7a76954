"""Simulated games in generated looks, and what the bot makes of them."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from benchmarks.generated_play import MINES, GeneratedWindow, stand_of
from benchmarks.judged_play import Row, Watched, judge
from solver_bot.board import COVERED, Outcome
from solver_bot.bot import Wishes


def test_a_click_is_shown_after_a_moment() -> None:
    window = GeneratedWindow(1)
    before = window.capture(None)
    window.hands().open(window.lattice.left + 1, window.lattice.top + 1)
    assert (window.capture(None) == before).all()
    window.hands().wait(0.1)
    assert (window.capture(None) != before).any()
    assert window.game.cells[0] != COVERED


def test_nothing_but_the_board_changes() -> None:
    window = GeneratedWindow(2)
    before = window.capture(None)
    window.hands().open(window.lattice.left + 1, window.lattice.top + 1)
    window.hands().wait(0.1)
    rows, columns = np.nonzero((window.capture(None) != before).any(-1))
    place = window.lattice
    assert place.top - 1 <= rows.min()
    assert rows.max() <= place.bottom
    assert place.left - 1 <= columns.min()
    assert columns.max() <= place.right


def test_the_truth_is_that_of_the_game() -> None:
    window = GeneratedWindow(3, begun=True)
    assert window.truth().outcome is Outcome.PLAYING
    mine = min(window.truth().mines)
    window.game.open(mine)
    assert window.truth().outcome is Outcome.LOST


def test_every_way_to_click_is_watched() -> None:
    """Held clicks were not: won games of which the first click was held seemed to go on."""
    window = GeneratedWindow(4)
    hands = window.hands()
    watched = Watched(stand_of(window))
    seen = watched.watch(replace(hands, hold=hands.open))
    x, y = window.lattice.centre(5)
    for click in (seen.open, seen.flag, seen.hold):
        assert click is not None
        click(x, y)
    assert watched.clicks == [5, 5, 5]


@pytest.mark.parametrize("flags", [False, True], ids=["", "with flags"])
def test_in_looks_never_seen_the_bot_claims_nothing_wrong(flags: bool) -> None:
    row = Row("generated")
    for seed in range(5):
        window = GeneratedWindow(seed, begun=True)
        wishes = Wishes(mines=MINES, flags=flags, max_seconds=90)
        judge(stand_of(window), window.hands(), wishes, row)
    assert row.games
    assert (row.wrong, row.untrue, row.outside) == (0, 0, 0)
