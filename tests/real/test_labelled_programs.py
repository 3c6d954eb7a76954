"""Labelled pictures of programs: where the cells are, and how a wrong truth is noticed."""

from __future__ import annotations

from pathlib import Path
from random import Random

import numpy as np
import pytest

from benchmarks.looks.labelled import Labelled, labelled, save_labelled
from benchmarks.looks.laid_programs import ACE_LEVELS, Launch, ace_shuffle
from benchmarks.looks.rounds import EARLY, drawn_round, full_board
from benchmarks.looks.shots import Looks, WrongTruthError, gapped_lattice, new_lattice
from solver_bot.board import NUMBERS, Board, StartRule, parse_board
from solver_bot.game.engine import Game
from solver_bot.vision.draw_board import draw_board
from solver_bot.vision.lattice import Lattice
from solver_bot.vision.skin_files import named_skin

CLASSIC = named_skin("classic")


def test_the_lattice_of_a_new_board_is_found() -> None:
    board = draw_board(Board.covered(9, 5), CLASSIC, 20)
    picture = np.pad(board, ((30, 17), (41, 60), (0, 0)), constant_values=90)

    assert new_lattice(picture, 9, 5) == Lattice.even(41, 30, 20, 20, 9, 5)


def test_half_of_a_gap_belongs_to_each_cell_also_at_the_edge_of_the_board() -> None:
    picture = np.full((80, 120, 3), 50, np.uint8)
    for left in range(10, 90, 20):
        for top in range(10, 60, 20):
            picture[top : top + 16, left : left + 16] = 200

    assert new_lattice(picture, 4, 3) == Lattice.even(8, 8, 20, 20, 4, 3)


def test_cells_of_different_sizes_keep_their_edges_in_a_folder(tmp_path: Path) -> None:
    picture = np.full((40, 60, 3), 50, np.uint8)
    for left, right in ((5, 14), (17, 26), (29, 37)):
        for top in (4, 16):
            picture[top : top + 9, left:right] = 200
    lattice = gapped_lattice(picture, 3, 2)

    assert lattice == Lattice((3.5, 15.5, 27.5, 38.5), (2.5, 14.5, 26.5))
    save_labelled(tmp_path, Labelled("one", picture, Board.covered(3, 2), lattice, "new"))
    (kept,) = labelled(tmp_path)
    assert kept.lattice == lattice
    assert kept.stage == "new"
    assert not kept.facts


def test_a_window_without_a_board_has_no_lattice() -> None:
    assert new_lattice(np.full((200, 200, 3), 7, np.uint8), 9, 9) is None


def test_a_wrong_truth_is_noticed() -> None:
    true, wrong = parse_board("1#2\n122\n"), parse_board("1#2\n121\n")
    picture = draw_board(true, CLASSIC, 20)
    lattice = Lattice.even(0, 0, 20, 20, 3, 2)
    looks = Looks()

    looks.check(picture, lattice, true)
    with pytest.raises(WrongTruthError, match="row 2, column 3"):
        looks.check(picture, lattice, wrong)
    looks.check(picture, lattice, true)


@pytest.mark.parametrize("start", StartRule)
def test_a_round_begins_with_few_open_numbers(start: StartRule) -> None:
    played = drawn_round(ACE_LEVELS[1], start, Random(3))
    game = Game(played.game_id)
    for cell in played.clicks:
        game.uncover(cell)

    assert EARLY[0] <= game.view().count(NUMBERS - {0}) <= EARLY[1]
    assert game.mines() == played.mines
    full = full_board(played.game_id, played.mines)
    open_cells = game.view().where(NUMBERS)
    assert all(full.cells[cell] == game.view().cells[cell] for cell in open_cells)


def test_the_shuffle_of_ace_minesweeper_lays_the_wanted_mines() -> None:
    level, mines = ACE_LEVELS[0], frozenset({0, 9, 17, 30, 62, 63})
    numbers = ace_shuffle(Launch(level, mines, "", Path()))

    cells = list(range(64))
    for last, drawn in zip(reversed(range(64)), numbers, strict=True):
        cells[last], cells[drawn] = cells[drawn], cells[last]
    laid = {
        row * 8 + column for column in range(8) for row in range(8) if cells[column * 8 + row] < 6
    }
    assert laid == mines
