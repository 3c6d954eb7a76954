"""What the nets say is a probability of every state for every cell."""

from __future__ import annotations

import numpy as np

from solver_bot.board import UNREADABLE
from solver_bot.vision.boards.nets import (
    OUTSIDE,
    STATES,
    cells_inside,
    look,
    look_in_colours,
)
from solver_bot.vision.lattice import Lattice
from tests.vision.drawn import draw, position
from tests.vision.styles import STYLES


def test_the_states_of_a_cell_have_probabilities_that_sum_to_one() -> None:
    picture, lattice = draw(position(9, 9, 10, 0.5, 3), STYLES[0], (24, 24))
    seen = look(picture, lattice.grown(2))
    assert seen is not None
    assert seen.likely.shape == (13, 13, STATES)
    assert np.allclose(np.exp(seen.likely).sum(-1), 1, atol=1e-4)
    assert seen.off.shape == (13, 13, 2)


def test_the_same_picture_is_seen_in_the_same_way() -> None:
    picture, lattice = draw(position(9, 9, 10, 0.5, 3), STYLES[1], (30, 30))
    first, second = look(picture, lattice), look(picture, lattice)
    assert first is not None
    assert second is not None
    assert (first.likely == second.likely).all()


def test_cells_beyond_the_picture_are_not_inside() -> None:
    picture = np.zeros((100, 100, 3), np.uint8)
    inside = cells_inside(picture, Lattice.even(-20, -20, 20, 20, 6, 8))
    assert inside[1:6, 1:].all()
    assert inside.sum() == 25


def test_a_cell_that_is_partly_in_the_picture_is_looked_at_but_not_read() -> None:
    picture, lattice = draw(position(9, 9, 10, 0.5, 3), STYLES[0], (24, 24))
    middle = round(lattice.ys[4] + 12)
    seen = look(picture[:middle], lattice)
    assert seen is not None
    assert seen.inside[4].all()
    assert not seen.inside[5:].any()
    read = np.delete(seen.likely[4], UNREADABLE, -1)[:, : OUTSIDE - 1]
    assert (read < -10).all()


def test_a_motley_lattice_is_not_looked_at() -> None:
    noise = np.random.default_rng(1).integers(0, 256, (800, 800, 3), np.uint8)
    assert look(noise, Lattice.even(0, 0, 10, 10, 80, 80)) is None


def test_colours_in_another_order_are_seen_as_in_such_a_picture() -> None:
    picture, lattice = draw(position(9, 9, 10, 0.5, 3), STYLES[0], (24, 24))
    seen = look(picture, lattice)
    assert seen is not None
    order = 2, 0, 1
    each = np.arange(81).reshape(9, 9)
    turned = look_in_colours(picture, lattice, seen.cut, each, order)
    expected = look(np.ascontiguousarray(picture[..., order]), lattice)
    assert expected is not None
    assert np.allclose(turned.likely, expected.likely, atol=1e-3)


def test_some_cells_stand_for_all_that_are_alike_in_another_order_of_colours() -> None:
    board = position(9, 9, 10, 0.5, 3)
    picture, lattice = draw(board, STYLES[0], (24, 24))
    seen = look(picture, lattice)
    assert seen is not None
    shown = np.frombuffer(board.cells, np.uint8).reshape(9, 9).astype(np.intp)
    turned = look_in_colours(picture, lattice, seen.cut, shown, (1, 2, 0))
    assert (turned.likely.argmax(-1) == shown).all()
