"""Boards that contradict themselves are reported and not marked."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from solver_bot.board import Board, parse_board
from tests.cli.damage import advise
from tests.cli.running import BAD_BOARD, CLASH, CONTRADICTION, TOO_FEW_FOR_TEN_MINES, on_grey


@pytest.mark.parametrize("board", [CONTRADICTION, CLASH, TOO_FEW_FOR_TEN_MINES])
def test_a_board_that_contradicts_itself_is_reported_and_not_marked(
    board: Board, tmp_path: Path
) -> None:
    told = advise(on_grey(board, "kmines"), tmp_path)  # its sizes tell the mine total
    assert told.code == BAD_BOARD
    assert "contradicts itself" in told.err
    [facts] = told.boards
    assert facts["cells"] == board.rows()
    assert (facts["safe"], facts["mine"]) == ([], [])


def test_the_sound_board_beside_a_contradiction_is_still_marked(tmp_path: Path) -> None:
    sound = parse_board("\n".join(["##1.......", "##1.......", "111......."] * 3))
    told = advise(np.hstack([on_grey(CONTRADICTION), on_grey(sound)]), tmp_path)
    assert told.code == BAD_BOARD
    assert "Board 1" in told.err
    assert "Board 2" not in told.err
    assert len(told.boards) == 2
    assert (tmp_path / "picture.marked.png").exists()
