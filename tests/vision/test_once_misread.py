"""Pictures of programs that were once misread; the label beside each says how."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks.looks.labelled import Labelled, labelled
from solver_bot.board import UNREADABLE
from tests.vision.boards_in import boards_in

PICTURES = [pytest.param(one, id=one.name) for one in labelled(Path(__file__).parent / "pictures")]


@pytest.mark.parametrize("one", PICTURES)
def test_the_board_is_found_whole_and_no_cell_is_read_wrongly(one: Labelled) -> None:
    (found,) = boards_in(one.picture)
    assert one.board is not None
    assert (found.board.width, found.board.height) == (one.board.width, one.board.height)
    assert not found.cut
    cells = zip(found.board.cells, one.board.cells, strict=True)
    assert all(seen in {UNREADABLE, true} for seen, true in cells)
