"""Generated pictures show what their truth says."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from benchmarks.looks.damage import stick_over, worn
from benchmarks.looks.games import IN_PLAY
from benchmarks.looks.labelled import Labelled, labelled, save_labelled
from benchmarks.looks.scene import scene
from solver_bot.board import Board, parse_board
from solver_bot.solve.odds import possible
from solver_bot.vision.lattice import Lattice

SEEDS = range(24)


@pytest.fixture(scope="module")
def scenes() -> list[Labelled]:
    return [scene(seed, space=3) for seed in SEEDS]


def test_a_seed_gives_the_same_picture_again(scenes: list[Labelled]) -> None:
    again = scene(SEEDS[3], space=3)
    assert (again.picture == scenes[3].picture).all()
    assert again.board == scenes[3].board


def test_seeds_and_spaces_give_different_pictures(scenes: list[Labelled]) -> None:
    assert len({one.picture.tobytes() for one in scenes}) == len(scenes)
    assert scene(0, space=4).picture.tobytes() != scenes[0].picture.tobytes()


def test_boards_lie_in_their_pictures(scenes: list[Labelled]) -> None:
    for one in scenes:
        if one.lattice:
            height, width = one.picture.shape[:2]
            slack = 0.1 * max(one.lattice.cell_width, one.lattice.cell_height)
            assert min(one.lattice.left, one.lattice.top) >= -slack
            assert one.lattice.right <= width + slack
            assert one.lattice.bottom <= height + slack


def test_boards_in_play_are_boards_that_can_be(scenes: list[Labelled]) -> None:
    for one in scenes:
        if one.board and one.stage in IN_PLAY and not one.cut:
            assert possible(one.board)


def test_labelled_pictures_are_the_same_when_read_again(tmp_path: Path) -> None:
    board = parse_board(".1#\n.1F")
    picture = np.arange(90 * 60 * 3, dtype=np.uint8).reshape(60, 90, 3)
    lattice = scene(0).lattice
    assert lattice
    lattice = lattice.part(0, 0, 3, 2)
    one = Labelled(
        "a", picture, board, lattice, "early", frozenset({"left"}), {"left": "1#"}, {"program": "x"}
    )
    save_labelled(tmp_path, one)
    save_labelled(tmp_path, Labelled("b", picture, facts={"what": "table"}))
    first, second = labelled(tmp_path)
    assert isinstance(first.board, Board)
    assert first.board.cells == board.cells
    assert (first.picture == picture).all()
    assert (first.stage, first.cut, first.beyond) == (one.stage, one.cut, one.beyond)
    assert first.facts == one.facts
    assert first.lattice
    assert np.allclose(first.lattice.xs, lattice.xs, atol=1e-2)
    assert second.board is None
    assert second.facts == {"what": "table"}


def test_a_line_of_which_the_picture_shows_a_part_is_told_beside_the_board() -> None:
    partly = [one for one in map(scene, range(60)) if one.beyond]
    assert partly
    for one in partly:
        assert one.lattice
        assert one.cut >= set(one.beyond)
        lines = {"left": one.lattice.rows, "right": one.lattice.rows}
        for side, line in one.beyond.items():
            assert len(line) == lines.get(side, one.lattice.columns)


def test_cells_below_a_rectangle_are_unreadable() -> None:
    lattice = Lattice.even(20, 20, 20, 20, 9, 9)
    for seed in range(20):
        canvas, hidden = np.zeros((220, 220, 3), np.float32), np.zeros((220, 220), np.bool_)
        stick_over(np.random.default_rng(seed), canvas, lattice, hidden)
        assert hidden.any()
        assert not canvas[~hidden].any()


def test_a_damaged_picture_is_worn_more_than_others() -> None:
    canvas = np.full((60, 60, 3), 120, np.float32)

    def change(damaged: bool) -> float:
        rngs = map(np.random.default_rng, range(200))
        return float(np.mean([worn(rng, canvas, 20, damaged).std(dtype=float) for rng in rngs]))

    assert change(damaged=True) > 4 * change(damaged=False)
