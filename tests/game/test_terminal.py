"""The text game: the answer of each command."""

from __future__ import annotations

import re

import pytest

from solver_bot.board import Board, StartRule, parse_board
from solver_bot.game.engine import Rules
from solver_bot.game.layout import GameId
from solver_bot.game.match import FairPlay
from solver_bot.game.terminal import COMMANDS, GOODBYE
from solver_bot.game.text import drawn
from solver_bot.solve import certain
from solver_bot.solve.odds import Odds, TooWide
from tests.game.typed import SEED, WIDTH, answers, at, board_of, mines, moves, terminal


@pytest.mark.parametrize(
    ("other", "command"), [("open 0 0", "uncover 0 0"), ("?", "help"), ("exit", "quit")]
)
def test_other_words_for_a_command_do_the_same(other: str, command: str) -> None:
    assert answers("new 5 6 3", other) == answers("new 5 6 3", command)


def test_with_a_time_limit_show_says_how_much_of_it_is_left() -> None:
    assert answers("new 5 6 3", "show", rules=Rules(seconds=90))[-1].endswith(", 01:30 left.")
    assert answers("new 5 6 3", "show")[-1].endswith("3 mines left.")


# The board


def test_a_cell_is_two_characters_wide_and_rows_and_columns_are_numbered_from_0() -> None:
    board = parse_board(".1#\n2F8\n!*x")
    assert drawn(board).splitlines() == [
        "   0 1 2",
        "0  . 1 #",
        "1  2 F 8",
        "2 !* * x",
    ]


def test_a_wide_board_says_every_tenth_column_in_full() -> None:
    tens, units, row = drawn(Board.covered(104, 1)).splitlines()
    assert len(row) == len(units) == 2 + 2 * 104
    for column in (10, 20, 90, 100):
        end = 2 + 2 * column + 2
        assert tens[:end].split()[-1] == str(column)
        assert units[:end].endswith(" 0")
    assert units.split() == [str(column % 10) for column in range(104)]


def test_the_rows_of_a_high_board_stay_aligned() -> None:
    lines = drawn(Board.covered(3, 101)).splitlines()
    assert {len(line) for line in lines} == {len("100  # # #")}
    assert lines[1] == "  0  # # #"
    assert lines[-1] == "100  # # #"


# Each command is confirmed


def test_new_is_confirmed_with_the_id_and_the_size() -> None:
    (said,) = answers("new 5 6 7")
    assert said == "New game 6x5n7s#3: 5 rows, 6 columns, 7 mines."


def test_show_prints_the_board_the_score_and_the_mines_left() -> None:
    _, said = answers("new 5 6 7", "show")
    assert board_of(said) == [" # # # # # #"] * 5
    assert said.splitlines()[-1] == "Score 0, 7 mines left."


def test_uncover_tells_how_many_cells_it_revealed() -> None:
    _, said, shown = answers("new 5 6 0", "uncover 2 3", "show")
    assert (
        said == "Row 2, column 3: 30 cells revealed. You won! Score 30, 0 s. "
        "3BV 1, efficiency 100%, no guess."
    )
    assert board_of(shown) == [" . . . . . ."] * 5


def test_flag_and_unflag_are_confirmed_with_the_mines_left() -> None:
    said = answers("new 5 6 7", "flag 4 5", "show", "unflag 4 5", "show")
    assert said[1] == "Row 4, column 5 flagged, 6 mines left."
    assert board_of(said[2])[4] == " # # # # # F"
    assert said[3] == "Row 4, column 5: flag taken away, 7 mines left."
    assert board_of(said[4])[4] == " # # # # # #"


def test_quit_says_goodbye() -> None:
    asked = terminal()
    assert asked.answer("quit") == GOODBYE
    assert asked.ended


def test_help_lists_every_command_and_what_the_board_shows() -> None:
    (said,) = answers("help")
    assert all(line.split()[0] in COMMANDS for line in said.splitlines()[:-1])
    assert len(said.splitlines()) == len(COMMANDS) + 1
    assert "count from 0" in said
    assert "opens nothing" in said


# Winning, losing, the time


def test_a_game_is_won_when_all_cells_without_a_mine_are_open() -> None:
    *_, last, again = answers("new 5 6 7", *moves(mines(7)), "uncover 0 0")
    assert "You won! Score 23" in last
    assert again.startswith("You won! Score 23.")


def test_a_mine_loses_the_game_and_is_marked_among_the_others() -> None:
    there = mines(7)
    wrong = next(cell for cell in range(1, 30) if cell not in there)
    script = ["uncover 0 0", f"flag {at(wrong)}", f"uncover {at(there[0])}", "show"]
    *_, said, shown = answers("new 5 6 7", *script)
    assert ": a mine. 0 lives left. A mine was opened: the game is lost." in said
    cells = "".join(board_of(shown))
    pairs = [cells[i : i + 2] for i in range(0, 60, 2)]
    assert pairs[there[0]] == "!*"
    assert [n for n, pair in enumerate(pairs) if pair == " *"] == there[1:]
    assert pairs[wrong] == " x"


def test_with_lives_a_mine_costs_one_and_the_game_goes_on() -> None:
    there = mines(7)
    script = ["uncover 0 0", f"uncover {at(there[0])}", "solve", f"uncover {at(there[1])}"]
    *_, first, advice, second = answers("new 5 6 7", *script, rules=Rules(lives=2))
    assert first.endswith(": a mine. 1 life left.")
    assert "Best guess" in advice or "Safe" in advice
    assert "0 lives left. A mine was opened: the game is lost. Score 1, " in second
    assert " s. 3BV " in second
    assert ", 2 guesses, luck " in second


def test_after_the_end_moves_are_refused_with_how_it_ended() -> None:
    said = answers("new 5 6 0", "uncover 0 0", "flag 0 0", "hint", "solve")
    assert all(line.startswith("You won! Score 30. Start another") for line in said[2:])


def test_a_game_that_is_out_of_time_is_lost() -> None:
    *_, said = answers("new 5 6 7", "uncover 0 0", "flag 4 4", rules=Rules(seconds=1e-9))
    assert said.startswith("The time is up: the game is lost. Score 1.")


# Help that never lies


def test_a_hint_opens_a_safe_cell_and_says_why_with_places_counted_from_0() -> None:
    asked = terminal(start=StartRule.ZERO)
    asked.answer("new 5 6 3")
    asked.answer("uncover 0 0")
    before = asked.answer("show")
    said = asked.answer("hint")
    why, opened = said.splitlines()
    place = why.split(" is safe: ")[0]
    assert opened.startswith(f"{place} was opened.")
    _, row, _, column = place.replace(",", "").split()
    cell = int(row) * WIDTH + int(column)
    assert cell not in mines(3, start=StartRule.ZERO)
    assert "".join(board_of(before))[2 * cell + 1] == "#"
    assert "".join(board_of(asked.answer("show")))[2 * cell + 1] in ".12345678"


def test_without_anything_proved_it_says_that_no_hint_can_be_derived() -> None:
    _, nothing_open, _, guess = answers("new 5 6 7", "hint", "uncover 0 0", "hint")
    assert nothing_open.startswith("No hint can be derived")
    assert guess.startswith("No hint can be derived")


def test_solve_marks_all_that_is_certain_and_opens_nothing() -> None:
    asked = terminal(start=StartRule.ZERO)
    asked.answer("new 5 6 3")
    asked.answer("uncover 0 0")
    before = asked.answer("show")
    said = asked.answer("solve")
    marks = "".join(board_of(said))[1::2]
    there = mines(3, start=StartRule.ZERO)
    assert "s" in marks
    assert all(cell not in there for cell, mark in enumerate(marks) if mark == "s")
    assert all(cell in there for cell, mark in enumerate(marks) if mark == "m")
    assert "Safe: row " in said
    assert asked.answer("show") == before


def test_where_nothing_is_certain_solve_names_the_best_guess_and_its_odds() -> None:
    *_, said = answers("new 5 6 7", "uncover 0 0", "solve")
    line = r"No cell is proved safe\. Best guess: row (\d), column (\d), a mine with 19\.2% odds\."
    found = re.fullmatch(line, said.splitlines()[-1])
    assert found
    row, column = map(int, found.groups())
    assert board_of(said)[row][2 * column : 2 * column + 2] == " ?"


def test_before_the_first_move_solve_says_that_any_cell_will_do() -> None:
    _, said = answers("new 5 6 7", "solve")
    assert "never a mine" in said
    _, said = answers("new 5 6 7", "solve", start=StartRule.NONE, fair=FairPlay(no_guess=True))
    assert "never a mine" in said


def test_solve_promises_a_safe_first_cell_only_if_the_game_does() -> None:
    _, said = answers("new 5 6 7", "solve", start=StartRule.NONE)
    assert "Best guess" in said
    repeated = terminal(start=StartRule.SAFE)
    repeated.begin(GameId(6, 5, 7, StartRule.NONE, SEED))
    assert "Best guess" in repeated.answer("solve")


def test_on_a_board_too_wide_to_count_solve_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    def too_wide(_board: Board) -> Odds:
        raise TooWide

    monkeypatch.setattr(certain, "odds", too_wide)
    mine = at(mines(7)[0])
    *_, said = answers("new 5 6 7", "uncover 0 0", f"uncover {mine}", "solve", rules=Rules(lives=2))
    assert said.endswith("No single number proves a cell safe, and the board is too wide to count.")


def test_too_many_flags_and_a_flag_on_a_safe_cell_are_reported() -> None:
    asked = terminal(start=StartRule.ZERO)
    asked.answer("new 5 6 3")
    asked.answer("uncover 0 0")
    marks = "".join(board_of(asked.answer("solve")))[1::2]
    said = [asked.answer(f"flag {at(cell)}") for cell in range(30) if marks[cell] in "sm"]
    wrong = [line for line in said if "That cell is proved safe: the flag is wrong." in line]
    assert len(wrong) == marks.count("s") > 0
    assert any("more flags around it than it says" in line for line in said)


def test_cells_opened_for_the_player_are_named() -> None:
    said = answers("new 5 6 7", "uncover 0 0", fair=FairPlay(assist=True))[-1]
    assert "Opened for you, as the position was ambiguous: row " in said


# Wrong use: a clear message, and the game goes on


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("dig 1 1", "There is no command 'dig'. The commands are: new, show, uncover, "),
        ("uncover 1", "That takes more words. Write: uncover ROW COLUMN"),
        ("uncover 1 2 3", "That takes fewer words. Write: uncover ROW COLUMN"),
        ("show me", "That takes fewer words. Write: show"),
        ("new 5 6", "That takes more words. Write: new ROWS COLUMNS MINES"),
        ("uncover one 2", "ROW has to be a whole number from 0 on, not 'one'."),
        ("flag 1 -2", "COLUMN has to be a whole number from 0 on, not '-2'."),
        ("flag 1 ٣", "COLUMN has to be a whole number from 0 on, not '٣'."),
        ("x" * 5000, f"There is no command '{'x' * 20}...'. The commands are: new, show, "),
        (f"flag 1 {'9' * 5000}", "COLUMN has to be a whole number from 0 on, not '99999"),
        ("uncover 5 0", "There is no row 5: they are 0 to 4."),
        ("flag 0 6", "There is no column 6: they are 0 to 5."),
        ("new 3 4 12", "12 mines do not fit: on 4x3 cells there may be 0-11."),
        ("new 0 4 0", "A board of 4x0 cells is not possible."),
        ("new 1001 2 1", "A board has at most 1000 rows and 1000 columns."),
        ("unflag 0 0", "Row 0, column 0 has no flag."),
    ],
)
def test_wrong_input_is_answered_and_the_game_goes_on(line: str, message: str) -> None:
    _, said, shown = answers("new 5 6 7", line, "show")
    assert said.startswith(message)
    assert board_of(shown) == [" # # # # # #"] * 5


def test_commands_that_need_a_game_say_how_to_start_one() -> None:
    for line in ("show", "uncover 0 0", "flag 0 0", "unflag 0 0", "hint", "solve"):
        assert answers(line) == [
            "There is no game yet. Start one with: new ROWS COLUMNS MINES",
        ]


def test_a_cell_that_is_open_or_flagged_is_not_uncovered_or_flagged_again() -> None:
    script = ["uncover 0 0", "uncover 0 0", "flag 0 0", "flag 4 5", "flag 4 5", "uncover 4 5"]
    said = answers("new 5 6 7", *script)
    assert said[2] == "Row 0, column 0 is open already."
    assert said[3] == "Row 0, column 0 is open, and only covered cells can be flagged."
    assert said[5] == "Row 4, column 5 is flagged already."
    assert said[6] == "Row 4, column 5 is flagged: unflag it first."


def test_a_mine_that_cost_a_life_is_open_and_can_not_be_flagged() -> None:
    mine = at(mines(7)[0])
    said = answers(
        "new 5 6 7",
        "uncover 0 0",
        f"uncover {mine}",
        f"uncover {mine}",
        f"flag {mine}",
        "show",
        rules=Rules(lives=2),
    )
    assert said[3].endswith("is open already.")
    assert said[4].endswith("is open, and only covered cells can be flagged.")
    assert said[5].endswith("6 mines left.")


def test_a_no_guess_board_that_is_not_found_is_reported_and_the_game_goes_on() -> None:
    _, said, shown = answers("new 5 6 27", "uncover 0 0", "show", fair=FairPlay(no_guess=True))
    assert said.endswith("needs no guess; choose fewer mines.")
    assert board_of(shown) == [" # # # # # #"] * 5


def test_empty_lines_are_passed_over_and_commands_may_be_in_capitals() -> None:
    said = answers("", "   ", "NEW 5 6 7")
    assert said[:2] == ["", ""]
    assert said[2].startswith("New game")
