"""How a game in the practice window ends, and what comes after it."""

from __future__ import annotations

from pathlib import Path
from tkinter import ttk

import pytest

from solver_bot.board import COVERED, EXPLODED, MINE, Board, Outcome
from solver_bot.game.engine import Rules
from solver_bot.game.words import figures_text
from solver_bot.practice.best_times import load
from solver_bot.practice.menu import Menu
from tests.practice.moves import BEGINNER, begin
from tests.practice.table import MIDDLE, RIGHT, Open, Table

# Both ends


def lose(table: Table) -> int:
    """Open a mine with the mouse; which."""
    begin(table)
    there = table.match.game.mines()
    wrong = next(n for n in table.match.board.where({COVERED}) if n not in there)
    table.click(wrong, RIGHT)
    mine = min(there)
    table.click(mine)
    table.wait(lambda: table.match.outcome is Outcome.LOST, "the loss")
    return mine


def test_a_loss_shows_the_mine_that_was_hit_the_others_and_wrong_flags(open_table: Open) -> None:
    table = open_table(BEGINNER)
    mine = lose(table)
    board = table.shown().board
    assert board.cells[mine] == EXPLODED
    assert board.count({MINE}) == 9
    assert str(board).count("x") == 1
    assert board.count({COVERED}) > 0
    assert table.says("A mine was opened: the game is lost.")


def test_a_loss_without_flags_leaves_all_mines_to_be_found(open_table: Open) -> None:
    table = open_table(BEGINNER)
    begin(table)
    table.click(min(table.match.game.mines()))
    table.wait(lambda: table.match.outcome is Outcome.LOST, "the loss")
    assert table.value("Mines left") == "10"


def test_a_win_is_announced_without_covering_the_board(open_table: Open) -> None:
    table = open_table(BEGINNER)
    win(table)
    found = table.shown()
    assert found.cut == ()
    assert found.board.count({COVERED}) == 10
    assert table.says("You won!")
    assert table.value("Mines left") == "0"
    assert table.timers() == 0


def win(table: Table) -> None:
    """Open every safe cell with the mouse."""
    begin(table)
    while table.match.outcome is Outcome.PLAYING:
        there = table.match.game.mines()
        open_cell(table, next(n for n in table.match.board.where({COVERED}) if n not in there))
    assert table.match.outcome is Outcome.WON


def open_cell(table: Table, cell: int) -> None:
    """Open a safe cell with the mouse."""
    before = table.match.game.score
    table.click(cell)
    table.wait(lambda: table.match.game.score > before, "the cell")


def test_the_players_figures_are_told_at_the_end(open_table: Open) -> None:
    table = open_table(BEGINNER)
    win(table)
    figures = table.match.figures()
    assert figures is not None
    assert figures.three_bv == figures.solved
    assert table.says(f"\n{figures_text(figures)}")
    assert not table.says("est time")


def test_the_best_time_is_kept_and_told(open_table: Open, tmp_path: Path) -> None:
    file = tmp_path / "best.json"
    file.write_text('{"9x9n10z": 999}')
    table = open_table(BEGINNER, best_times=file)
    win(table)
    seconds = table.match.game.seconds
    assert load(file) == {"9x9n10z": round(seconds, 2)}
    assert table.says(f"\nNew best time: {seconds:.2f} s! Before: 999.00 s.")
    file.write_text('{"9x9n10z": 0.5}')
    table.push(table.button("Restart"))
    win(table)
    assert table.says("\nBest time: 0.50 s.")


def test_a_game_that_is_over_takes_no_more_moves(open_table: Open) -> None:
    table = open_table(BEGINNER)
    lose(table)
    before = table.shown().board
    for cell, button in ((0, 1), (8, 1), (80, RIGHT), (40, MIDDLE)):
        table.click(cell, button)
    hint = table.button("Hint")
    assert isinstance(hint, ttk.Button)
    assert hint.instate(["disabled"])
    table.push(hint)
    table.key("h")
    assert table.shown().board == before


def test_with_lives_a_mine_costs_one_and_the_game_goes_on(open_table: Open) -> None:
    table = open_table(BEGINNER, rules=Rules(lives=2))
    begin(table)
    table.click(min(table.match.game.mines()))
    table.wait(lambda: table.match.game.lives == 1, "the mine")
    assert table.value("Lives") == "1"
    assert table.says("A mine. 1 life left.")
    assert table.match.outcome is Outcome.PLAYING
    table.shown()


def test_time_runs_down_and_its_end_is_a_loss(open_table: Open) -> None:
    table = open_table(BEGINNER, rules=Rules(seconds=2))
    assert table.value("Time left") == "00:02"
    assert table.timers() == 0
    begin(table)
    table.wait(lambda: table.value("Time left") == "00:01", "a second")
    table.wait(lambda: table.match.outcome is Outcome.LOST, "the end")
    assert table.value("Time left") == "00:00"
    assert table.says("The time is up: the game is lost.\nTime 00:02, score ")
    table.shown()


def test_without_a_limit_the_time_counts_up(open_table: Open) -> None:
    table = open_table(BEGINNER)
    begin(table)
    table.wait(lambda: table.value("Time") == "00:01", "a second")


# From one game to the next, and timers


@pytest.mark.parametrize("how", ["Restart", "F2", "ctrl+n"])
def test_restart_begins_another_game_of_the_same_size(how: str, open_table: Open) -> None:
    table = open_table(BEGINNER, rules=Rules(seconds=60))
    begin(table)
    old = table.match
    if how == "Restart":
        table.push(table.button(how))
    else:
        table.key(how)
    table.wait(lambda: table.match is not old, "another game")
    assert table.match.game.game_id != old.game.game_id
    table.shown(Board.covered(9, 9))
    assert [table.value(n) for n in ("Mines left", "Score", "Time left")] == ["10", "0", "01:00"]
    assert table.timers() == 0


@pytest.mark.parametrize("how", ["Same board again", "s"])
def test_the_same_board_can_be_played_again(how: str, open_table: Open) -> None:
    table = open_table(BEGINNER)
    lose(table)
    there = table.match.game.mines()
    old = table.match
    if how == "s":
        table.key(how)
    else:
        table.push(table.button(how))
    table.wait(lambda: table.match is not old, "the same game")
    assert table.match.game.mines() == there
    assert table.says("The same board again.")
    table.shown()


def test_the_menu_names_the_table_that_the_window_was_opened_with(open_table: Open) -> None:
    table = open_table("7x4n3s#1", rules=Rules(seconds=99999))
    table.key("Escape")
    table.wait(lambda: isinstance(table.window.screen, Menu), "the menu")
    shown = [table.field(name).get() for name in ("Height", "Width", "Time", "Mines")]
    assert shown == ["4", "7", "99999", "3"]


def test_a_time_limit_given_without_a_game_is_shown_in_the_menu(open_table: Open) -> None:
    table = open_table(rules=Rules(seconds=30))
    table.push(table.button("Start"))
    assert table.value("Time left") == "00:30"


@pytest.mark.parametrize("how", ["Menu", "Escape"])
def test_the_menu_can_be_gone_back_to(how: str, open_table: Open) -> None:
    table = open_table(BEGINNER, rules=Rules(seconds=60))
    begin(table)
    assert table.timers() == 1
    if how == "Menu":
        table.push(table.button(how))
    else:
        table.key(how)
    table.wait(lambda: isinstance(table.window.screen, Menu), "the menu")
    assert table.timers() == 0


def test_the_hint_has_a_key(open_table: Open) -> None:
    table = open_table(BEGINNER)
    begin(table)
    table.key("h")
    assert table.says(" is safe: ")


def test_timers_never_outlive_a_game(open_table: Open) -> None:
    table = open_table(BEGINNER, rules=Rules(seconds=60))
    begin(table)
    assert table.timers() == 1
    begin(table, 40)
    table.click(min(table.match.game.mines()))
    table.wait(lambda: table.match.outcome is Outcome.LOST, "the loss")
    assert table.timers() == 0
    for _ in range(3):
        table.key("s")
        table.settle()
        assert table.timers() == 1
    table.key("F2")
    table.settle()
    assert table.timers() == 0
