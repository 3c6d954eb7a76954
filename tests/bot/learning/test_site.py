"""Where a board in an unknown skin is on the screen."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from solver_bot.board import COVERED
from solver_bot.bot import Area
from solver_bot.bot.learning.site import Site
from solver_bot.vision.arrays import Picture
from solver_bot.vision.lattice import Lattice
from solver_bot.vision.looks.looks import seen_looks
from tests.bot.unknown import SIZE, window


def test_a_board_that_seems_to_begin_a_pixel_beyond_the_screen_is_followed() -> None:
    """A maximised window leaves nothing beside its cells."""
    scene = window()
    left, top = scene.corner

    def capture(area: Area | None) -> Picture:
        whole = scene.capture(None)[:, left:]
        return whole[area.top : area.bottom, area.left : area.right] if area else whole

    hands = replace(scene.hands(), capture=capture)
    whole, covered = capture(None), np.full((9, 9), COVERED, np.uint8)
    looks = seen_looks(whole, Lattice.even(0, top, SIZE, SIZE, 9, 9), covered)
    site = Site.at(hands, whole, Lattice.even(-1, top, SIZE, SIZE, 9, 9), looks, fresh=True)
    assert not site.stillness.look()
    scene.show(bytes([1]) + bytes(covered)[1:])
    assert site.stillness.look()
