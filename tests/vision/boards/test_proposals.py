"""Among the lattices proposed is the one that the board lies on."""

from __future__ import annotations

import numpy as np
import pytest

from solver_bot.vision.arrays import Picture
from solver_bot.vision.boards.proposals import proposals
from solver_bot.vision.lattice import Lattice
from tests.vision.drawn import HELD_BACK, STYLES, Style, draw, position

NEAR = 0.25
"""Shares of a cell by which a proposal may be off: the nets place it exactly."""


def _is_near(edges: tuple[float, ...], true: tuple[float, ...]) -> bool:
    """Whether lines of this pitch and place fall on the true lines, from the first to the last."""
    pitch = (edges[-1] - edges[0]) / (len(edges) - 1)
    width = (true[-1] - true[0]) / (len(true) - 1)
    places = (np.array([true[0], true[-1]]) - edges[0]) / pitch
    return abs(pitch - width) < 0.04 * width and bool(np.all(abs(places - np.rint(places)) < NEAR))


def is_proposed(picture: Picture, true: Lattice) -> bool:
    """Whether a lattice of the true pitch and place is among the proposals."""
    return any(
        _is_near(one.lattice.xs, true.xs) and _is_near(one.lattice.ys, true.ys)
        for proposed in proposals(picture)
        for one in proposed
    )


@pytest.mark.parametrize("style", STYLES + HELD_BACK, ids=lambda style: style.name)
@pytest.mark.parametrize("share", [0.0, 0.45, 0.88], ids=["early", "middle", "late"])
def test_the_lattice_of_a_drawn_board_is_proposed(style: Style, share: float) -> None:
    picture, lattice = draw(position(16, 16, 40, share, 5), style, (24, 24))
    assert is_proposed(picture, lattice)


def test_a_picture_of_one_colour_has_none() -> None:
    plain = np.full((300, 400, 3), 120, np.uint8)
    assert not [one for proposed in proposals(plain) for one in proposed]


def test_each_lattice_is_proposed_once() -> None:
    picture, lattice = draw(position(16, 16, 40, 0.45, 5), STYLES[0], (24, 24))
    near = [
        one
        for proposed in proposals(picture)
        for one in proposed
        if _is_near(one.lattice.xs, lattice.xs) and _is_near(one.lattice.ys, lattice.ys)
    ]
    assert len(near) == 1
