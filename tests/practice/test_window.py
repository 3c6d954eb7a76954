"""The practice window: what the mouse and the keyboard do, and what is then read of the screen.

``shown`` waits until what ``read`` makes of a screenshot is the match's board. Most boards are one
row high, so that it is plain what they show: ``1x5n1s#N`` and the like.
"""

from __future__ import annotations

import subprocess
import sys
import tkinter
from pathlib import Path
from tkinter.font import Font

import numpy as np
import pytest

from solver_bot.board import COVERED, EXPLODED, FLAG, MINE, NUMBERS, Board, Outcome
from solver_bot.desktop.screen import Screen
from solver_bot.game.engine import Rules
from solver_bot.game.fair import Solvability
from solver_bot.game.match import FairPlay
from solver_bot.practice.drawing import LEAST_CELL
from solver_bot.practice.menu import Menu
from solver_bot.practice.play import Play
from solver_bot.vision.lattice import Picture
from tests.practice.table import MIDDLE, RIGHT, Open, Table
from tests.real.desktop import Desktop, end_group, wait_until

BEGINNER = "9x9n10z#4"


def begin(table: Table, first: int = 40) -> None:
    """Open the first cell."""
    table.click(first)
    table.wait(lambda: table.match.first is not None, "the first cell")


def flag_mines_around(table: Table, number: int) -> None:
    """Flag every mine around a number with the mouse."""
    around = set(table.match.board.neighbours()[number])
    for mine in sorted(table.match.game.mines() & around):
        table.click(mine, RIGHT)
    table.settle()


def a_number_to_chord(board: Board) -> int:
    """An open number beside covered cells that are not all mines."""
    return next(
        cell
        for cell in board.where(NUMBERS - {0})
        if sum(board.cells[n] == COVERED for n in board.neighbours()[cell]) > board.cells[cell]
    )


# The menu


def test_without_touching_a_field_a_game_of_10_by_10_with_10_bombs_in_60_seconds_starts(
    open_table: Open,
) -> None:
    table = open_table()
    table.push(table.button("Start"))
    found = table.shown(Board.covered(10, 10))
    assert (found.board.width, found.board.height) == (10, 10)
    assert [table.value(name) for name in ("Mines left", "Score", "Time")] == ["10", "0", "60"]


@pytest.mark.parametrize(
    ("name", "size", "numbers"),
    [
        ("Beginner", (9, 9), ["10", "120"]),
        ("Intermediate", (16, 16), ["40", "400"]),
        ("Expert", (30, 16), ["99", "999"]),
    ],
)
def test_a_preset_fills_the_fields(
    name: str, size: tuple[int, int], numbers: list[str], open_table: Open
) -> None:
    table = open_table()
    table.push(table.button(name))
    table.push(table.button("Start"))
    table.shown(Board.covered(*size))
    assert [table.value(name) for name in ("Mines left", "Time")] == numbers


def test_fields_take_digits_only(open_table: Open) -> None:
    table = open_table()
    field = table.field("Height")
    table.push(field)
    table.key("a", "7", "minus", "space", "period", "x")
    table.settle()
    assert field.get() == "7"  # type: ignore[attr-defined]


@pytest.mark.parametrize(("pasted", "stays"), [("12", "12"), ("1x", "")])
@pytest.mark.parametrize("how", ["ctrl+v", "middle button"])
def test_what_is_pasted_takes_the_place_of_the_default_if_it_is_digits(
    how: str, pasted: str, stays: str, open_table: Open
) -> None:
    table = open_table()
    field = table.field("Height")
    table.root.clipboard_append(pasted)
    field.selection_handle(lambda *_: pasted, selection="PRIMARY")
    field.selection_own(selection="PRIMARY")
    if how == "ctrl+v":
        table.push(field)
        table.key(how)
    else:
        table.push(field, MIDDLE)
    table.settle()
    assert field.get() == stays  # type: ignore[attr-defined]
    table.key("Return")
    table.wait(lambda: isinstance(table.window.screen, Play), "the game")
    table.shown(Board.covered(10, int(stays or 10)))


@pytest.mark.parametrize(
    ("typed", "message"),
    [
        ({"Height": "5 BackSpace"}, "Height has to be filled"),
        ({"Width": "5 BackSpace"}, "Width has to be filled"),
        ({"Height": "0"}, "Height has to be positive"),
        ({"Width": "0"}, "Width has to be positive"),
        ({"Bombs": "1 0 0"}, "Nr of bombs exceeds table size"),
        ({"Height": "3", "Width": "3"}, "Nr of bombs exceeds table size"),
    ],
    ids=str,
)
def test_what_is_wrong_with_the_fields_is_said_and_no_game_starts(
    typed: dict[str, str], message: str, open_table: Open
) -> None:
    table = open_table()
    for label, keys in typed.items():
        table.push(table.field(label))
        table.key(*keys.split())
    assert not table.says(message)
    table.key("Return")
    assert table.says(message)
    assert isinstance(table.window.screen, Menu)
    assert table.seen() is None


def test_fields_that_are_left_empty_show_and_mean_their_defaults(open_table: Open) -> None:
    table = open_table()
    for label in ("Height", "Width", "Time limit", "Bombs", "Height"):
        table.push(table.field(label))
    table.key("4")
    table.push(table.field("Time limit"))
    table.key("9", "BackSpace", "Return")
    table.wait(lambda: isinstance(table.window.screen, Play), "the game")
    table.shown(Board.covered(10, 4))
    assert table.value("Time") == "60"


def test_what_is_chosen_in_the_menu_is_played_and_kept(open_table: Open) -> None:
    table = open_table()
    table.push(table.field("Height"))
    table.key("7")
    for text in ("No-guess", "Kind", "Assist", "3"):
        table.push(table.button(text))
    table.push(table.button("Start"))
    assert table.match.fair == FairPlay(assist=True, kind=True, no_guess=True)
    assert table.match.game.rules.lives == 3
    table.push(table.button("Menu"))
    table.push(table.button("Start"))
    table.shown(Board.covered(10, 7))
    assert table.match.fair == FairPlay(assist=True, kind=True, no_guess=True)
    assert table.match.game.rules.lives == 3


# In play


def test_the_left_button_opens(open_table: Open) -> None:
    table = open_table(BEGINNER)
    table.shown(Board.covered(9, 9))
    begin(table)
    found = table.shown()
    assert found.board.count(NUMBERS) > 1
    assert table.value("Score") == str(found.board.count(NUMBERS))


def test_a_button_that_is_let_go_beside_the_board_opens_nothing(open_table: Open) -> None:
    table = open_table(BEGINNER)
    table.point(40)
    table.press(1)
    table.push(table.button("Hint"))
    table.release(1)
    table.settle()
    assert table.match.first is None


def test_the_right_button_flags_and_takes_the_flag_away(open_table: Open) -> None:
    table = open_table(BEGINNER)
    table.click(3, RIGHT)
    table.wait(lambda: table.match.game.flags == 1, "the flag")
    assert table.shown().board.cells[3] == FLAG
    assert table.value("Mines left") == "9"
    table.click(3)
    table.settle()
    assert table.match.first is None
    table.click(3, RIGHT)
    table.wait(lambda: table.match.game.flags == 0, "the flag's end")
    assert table.shown().board.cells[3] == COVERED
    assert table.value("Mines left") == "10"


@pytest.mark.parametrize("how", ["middle", "both"])
def test_the_middle_button_or_both_open_all_around_a_number(how: str, open_table: Open) -> None:
    table = open_table(BEGINNER)
    begin(table)
    number = a_number_to_chord(table.match.board)
    flag_mines_around(table, number)
    score = table.match.game.score
    table.point(number)
    if how == "middle":
        table.click(number, MIDDLE)
    else:
        for act, button in ((table.press, 1), (table.press, 3), (table.release, 1)):
            act(button)
        table.release(3)
    table.wait(lambda: table.match.game.score > score, "the chord")
    around = table.match.board.neighbours()[number]
    assert all(table.match.board.cells[n] != COVERED for n in around)
    table.shown()


def test_flags_beyond_a_number_have_another_colour_and_are_still_read_as_flags(
    open_table: Open, screen: Screen
) -> None:
    table = open_table(BEGINNER)
    begin(table)
    number = a_number_to_chord(table.match.board)
    flag_mines_around(table, number)
    around = table.match.board.neighbours()[number]
    extra = next(n for n in around if table.match.board.cells[n] == COVERED)
    table.click(extra, RIGHT)
    table.wait(lambda: table.match.game.is_flagged(extra), "the flag")
    found = table.shown()
    good = next(n for n in found.board.where({FLAG}) if n != extra)
    usual, other = (middle_of(found.lattice.centre(n), screen) for n in (good, extra))
    assert not np.array_equal(usual, other)
    assert table.says("A number beside that flag now has more flags than it says.") or table.says(
        "That flag is wrong: the cell is proved safe."
    )
    table.click(extra, RIGHT)
    table.wait(lambda: not table.match.overfull_flags(), "the colour's end")
    table.shown()


def middle_of(centre: tuple[float, float], screen: Screen) -> Picture:
    x, y = map(int, centre)
    return screen.grab()[y - 8 : y + 8, x - 8 : x + 8]


def test_a_flag_on_a_cell_that_is_proved_safe_is_told(open_table: Open) -> None:
    table = open_table(BEGINNER)
    begin(table)
    safe = table.match._knowledge.safe(table.match.board)[0]
    table.click(safe, RIGHT)
    assert table.says("That flag is wrong: the cell is proved safe.")


def test_a_hint_opens_a_safe_cell_marks_it_and_says_why(open_table: Open, screen: Screen) -> None:
    table = open_table(BEGINNER)
    begin(table)
    before = table.shown()
    table.push(table.button("Hint"))
    after = table.match.board
    opened = [n for n in range(81) if before.board.cells[n] != after.cells[n]]
    assert opened
    assert table.says(" is safe: ")
    # The mark may hide what its cell shows, and never change it.
    assert table.shown(hidden=opened).cut == ()
    table.click(next(after.where({COVERED})), RIGHT)
    table.shown()


def test_where_nothing_is_proved_the_hint_says_so(open_table: Open) -> None:
    table = open_table(BEGINNER)
    table.push(table.button("Hint"))
    assert table.says("No hint can be derived: nothing is open yet.")
    assert table.match.first is None


def test_after_every_move_it_is_said_whether_the_position_is_solvable(open_table: Open) -> None:
    table = open_table(BEGINNER)
    begin(table)
    assert table.match.solvability is Solvability.SOLVABLE
    assert table.says("Solvable")
    table = open_table("30x16n99s#1")
    begin(table, 0)
    assert table.match.solvability is Solvability.AMBIGUOUS
    assert table.says("Ambiguous")


def test_assist_opens_safe_cells_until_something_can_be_proved(open_table: Open) -> None:
    table = open_table("30x16n99s#1", fair=FairPlay(assist=True))
    begin(table, 0)
    assert table.match.solvability is Solvability.SOLVABLE
    assert table.says("Ambiguous, so")
    table.shown()


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


def test_a_win_is_announced_without_covering_the_board(open_table: Open) -> None:
    table = open_table(BEGINNER)
    begin(table)
    while table.match.outcome is Outcome.PLAYING:
        there = table.match.game.mines()
        score = table.match.game.score
        table.click(next(n for n in table.match.board.where({COVERED}) if n not in there))
        table.wait(lambda before=score: table.match.game.score > before, "the cell")  # type: ignore[misc]
    assert table.match.outcome is Outcome.WON
    found = table.shown()
    assert found.cut == ()
    assert found.board.count({COVERED}) == 10
    assert table.says("You won!")
    assert table.timers() == 0


def test_a_game_that_is_over_takes_no_more_moves(open_table: Open) -> None:
    table = open_table(BEGINNER)
    lose(table)
    before = table.shown().board
    for cell, button in ((0, 1), (8, 1), (80, RIGHT), (40, MIDDLE)):
        table.click(cell, button)
    table.push(table.button("Hint"))
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
    assert table.value("Time") == "2"
    assert table.timers() == 0
    begin(table)
    table.wait(lambda: table.value("Time") == "1", "a second")
    table.wait(lambda: table.match.outcome is Outcome.LOST, "the end")
    assert table.value("Time") == "0"
    assert table.says("The time is up: the game is lost.")
    table.shown()


def test_without_a_limit_the_time_counts_up(open_table: Open) -> None:
    table = open_table(BEGINNER)
    begin(table)
    table.wait(lambda: table.value("Time") == "1", "a second")


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
    assert [table.value(n) for n in ("Mines left", "Score", "Time")] == ["10", "0", "60"]
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
    shown = [table.field(name).get() for name in ("Height", "Width", "Time", "Bombs")]  # type: ignore[attr-defined]
    assert shown == ["4", "7", "99999", "3"]


def test_a_time_limit_given_without_a_game_is_the_menus(open_table: Open) -> None:
    table = open_table(rules=Rules(seconds=30))
    table.push(table.button("Start"))
    assert table.value("Time") == "30"


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


# Sizes


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
    assert table.value("Time") == "99999"
    for card in ("Time", "Mines left", "Score"):
        value = table.card(card)
        font = Font(table.root, font=table.window._theme.fonts["value"])
        assert font.measure("99999") <= value.winfo_width()


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


def test_a_message_changes_nothing_of_the_boards_place(open_table: Open) -> None:
    table = open_table("5x5n5s#1")
    before = table.play.board.winfo_geometry()
    table.play._say("A number beside that flag now has more flags than it says. " * 3)
    table.settle()
    assert table.play.board.winfo_geometry() == before


def test_a_window_can_not_be_made_too_small_for_its_board(open_table: Open) -> None:
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


# The command


def practice(
    desktop: Desktop, *options: str, **environment: str
) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "solver_bot", "practice", *options],
        env=desktop.environment() | environment,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


def test_without_a_display_the_window_is_refused_in_a_sentence(desktop: Desktop) -> None:
    done = practice(desktop, DISPLAY="")
    assert done.returncode == 6
    assert len(done.stderr.splitlines()) == 1
    assert "--terminal" in done.stderr


def test_a_game_too_large_for_the_window_is_refused_in_a_sentence(desktop: Desktop) -> None:
    done = practice(desktop, "--game", "101x5n1s#1")
    assert done.returncode == 2
    assert "A board has at most 100 rows and 100 columns here." in done.stderr


def test_without_tkinter_it_is_said_what_to_install(desktop: Desktop, tmp_path: Path) -> None:
    (tmp_path / "tkinter.py").write_text("raise ImportError")
    done = practice(desktop, PYTHONPATH=f"{tmp_path}:{Path(__file__).parents[2]}")
    assert done.returncode == 6
    assert done.stderr == "The window needs tkinter: install it (on Debian: python3-tk).\n"


def test_the_command_opens_the_menu_and_ends_when_its_window_is_closed(desktop: Desktop) -> None:
    process = desktop.start([sys.executable, "-m", "solver_bot", "practice"])
    try:
        window = wait_until(lambda: practice_window(desktop), "the window")
        desktop.run("wmctrl", "-i", "-c", window)
        assert process.wait(timeout=20) == 0
    finally:
        end_group(process)


def practice_window(desktop: Desktop) -> str | None:
    found = [w for w, t in desktop.windows().items() if t == "solver-bot: practice"]
    return found[0] if found else None


def test_importing_the_game_loads_no_tkinter() -> None:
    script = "import sys, solver_bot, solver_bot.game.match; print('tkinter' in sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True
    )
    assert done.stdout == "False\n"
    assert tkinter.TkVersion >= 8.6
