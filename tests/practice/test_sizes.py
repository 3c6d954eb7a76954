"""At every size of the practice window, everything stays whole, readable and in its place."""

from __future__ import annotations

from pathlib import Path
from tkinter.font import Font

import pytest

from solver_bot.board import COVERED, Board
from solver_bot.game.engine import Rules
from solver_bot.practice.drawing import LEAST_CELL
from tests.practice.moves import BEGINNER, begin
from tests.practice.table import RIGHT, Open


@pytest.mark.parametrize("size", [(520, 620), (900, 700), (1400, 950)])
def test_resizing_keeps_the_board_whole(size: tuple[int, int], open_table: Open) -> None:
    table = open_table("16x16n40z#2")
    begin(table, 100)
    before = table.shown().lattice.cell_width
    table.resize(*size)
    found = table.shown()
    assert found.cut == ()
    assert found.lattice.cell_width == found.lattice.cell_height
    assert found.lattice.cell_width == int(found.lattice.cell_width) != before
    table.click(next(table.match.board.where({COVERED})), RIGHT)
    table.wait(lambda: table.match.game.flags == 1, "the flag")
    table.shown()


@pytest.mark.parametrize("scale", [1, 2])
def test_the_largest_numbers_fit_onto_their_cards(scale: int, open_table: Open) -> None:
    table = open_table("1x5n1s#1", rules=Rules(seconds=99999, lives=2), scale=scale)
    assert table.value("Time left") == "1666:39"
    for card in ("Time left", "Mines left", "Score"):
        value = table.card(card)
        font = Font(table.root, font=table.window._theme.fonts["value"])
        assert font.measure("1666:39") <= value.winfo_width()


def test_the_longest_reason_is_shown_whole(open_table: Open) -> None:
    table = open_table("5x5n5s#1")
    rows = ", ".join(f"row {row} (columns 7, 8 and 9)" for row in range(1, 10))
    reason = f"Row 10, column 8 is safe: a mine there would contradict the numbers in {rows}."
    table.play._say(reason)
    table.settle()
    said = table.play._said
    font = Font(table.root, font=said.cget("font"))
    lines = font.measure(reason) / said.winfo_width()
    assert lines * font.metrics("linespace") <= said.winfo_height()
    assert said.winfo_rooty() + said.winfo_height() < table.button("Hint").winfo_rooty()


def test_a_message_does_not_move_the_board(open_table: Open) -> None:
    table = open_table("5x5n5s#1")
    before = table.play.board.winfo_geometry()
    table.play._say("A number beside that flag now has more flags than it says. " * 3)
    table.settle()
    assert table.play.board.winfo_geometry() == before


@pytest.mark.parametrize("size", [None, (600, 700), (1600, 950)], ids=str)
def test_the_end_of_a_game_does_not_move_the_board(
    size: tuple[int, int] | None, open_table: Open, tmp_path: Path
) -> None:
    """After a win with figures and a best time, which is the longest message at the end."""
    times = tmp_path / "best-times.json"
    times.write_text('{"9x9n10s": 999.25}')
    table = open_table("9x9n10s#4", best_times=times)
    table.resize(*(size or table.root.minsize()))
    before = table.play.board.winfo_geometry()
    begin(table)
    mines = table.match.game.mines()
    for cell in set(range(81)) - set(mines):
        table.play._open(cell)
    assert table.says("Before: 999.25 s.")
    assert table.play.board.winfo_geometry() == before


def test_a_window_cannot_become_too_small_for_its_board(open_table: Open) -> None:
    table = open_table("30x16n99s#1")
    assert table.root.minsize()[0] >= 30 * LEAST_CELL
    assert table.root.minsize()[1] >= 16 * LEAST_CELL


@pytest.mark.parametrize("game", ["1x1n0s#1", "1x8n1s#1", "30x16n99z#1", "100x60n900z#1"])
def test_boards_of_any_size_are_shown_whole(game: str, open_table: Open) -> None:
    table = open_table(game)
    size = table.match.game.game_id
    begin(table, size.width * size.height // 2)
    assert table.play.board.fit
    if min(size.width, size.height) > 3:  # read finds nothing in so few cells
        table.shown()
    right = table.play.board.fit.box(size.width * size.height - 1)
    assert right[2] <= table.play.board.winfo_width()
    assert right[3] <= table.play.board.winfo_height()


def test_a_size_does_not_tell_how_many_mines_there_are(open_table: Open) -> None:
    table = open_table("9x9n20z#1")
    assert table.shown(Board.covered(9, 9)).board.mines is None


def test_at_twice_the_size_everything_is_twice_as_large(open_table: Open) -> None:
    table = open_table(BEGINNER, scale=2.0)
    begin(table)
    found = table.shown()
    assert found.lattice.cell_width >= 40
    assert table.button("Hint").winfo_height() >= 60
    buttons = [w for w in table._widgets() if w.winfo_class() == "TButton"]
    assert all(w.winfo_width() >= w.winfo_reqwidth() for w in buttons)


def test_cells_follow_the_scale_as_far_as_the_screen_has_room(open_table: Open) -> None:
    usual = first_cell(open_table, 1.0)
    larger = first_cell(open_table, 1.15)
    largest = first_cell(open_table, 2.0)
    assert usual < larger < largest
    assert first_cell(open_table, 4.0) == largest


def first_cell(open_table: Open, scale: float) -> int:
    """The size of an expert board's cells at first. All of its window must be on the screen."""
    table = open_table("30x16n99s#1", scale=scale)
    table.shown()
    root = table.root
    assert root.winfo_rooty() + root.winfo_height() <= root.winfo_screenheight()
    assert table.play.board.fit
    cell = table.play.board.fit.cell
    root.withdraw()
    return cell


def test_text_is_never_smaller_than_the_display_asks_for(open_table: Open) -> None:
    table = open_table("100x60n900z#1", scale=2.0)
    assert table.window._theme.scale == table.window._theme.natural
    table.key("Escape")
    table.settle()
    assert table.window._theme.scale == 2.0
