"""The command ``solve``: advice for boards in text."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.running import BAD_BOARD, DONE, SMALL, SOLVE_KEYS, TWO_BOARDS, WRONG_USE, Run, run


def solve(text: str, *options: str) -> Run:
    return run("solve", "-", *options, text=text)


def test_solve_names_each_certain_cell_by_row_and_column_from_1() -> None:
    told = solve("1#\n11\n")
    assert "mine: row 1, column 2" in told.out
    assert told.out.count("row") == 1


def test_solve_explains_with_the_numbers_that_prove() -> None:
    told = solve("1#\n11\n", "--explain")
    assert "row 1, column 2 is a mine" in told.out
    assert "the 1 at row" in told.out


def test_solve_json_is_one_object_with_the_contracts_keys() -> None:
    told = solve("; mines: 1\n1#\n11\n", "--json")
    [facts] = told.boards
    assert set(facts) == SOLVE_KEYS
    assert (facts["columns"], facts["rows"], facts["mines"]) == (2, 2, 1)
    assert facts["cells"] == ["1#", "11"]
    assert told.out.count("\n") == 1


def test_solve_takes_what_read_prints(tmp_path: Path) -> None:
    (tmp_path / "boards.txt").write_text(run("read", SMALL, TWO_BOARDS).out)
    from_text = run("solve", "--json", tmp_path / "boards.txt").boards
    pictures = [SMALL, TWO_BOARDS]
    from_pictures = run("annotate", "--json", *pictures, "-d", tmp_path / "out").boards
    assert [facts["safe"] for facts in from_text] == [facts["safe"] for facts in from_pictures]
    assert [facts["mine"] for facts in from_text] == [facts["mine"] for facts in from_pictures]


def test_solve_numbers_several_boards() -> None:
    told = solve("; board 1\n1#\n11\n; board 2\n.#\n..\n")
    assert "Board 1" in told.out
    assert "Board 2" in told.out


def test_the_mines_option_replaces_the_texts_total() -> None:
    [facts] = solve("; mines: 3\n1#\n11\n", "--json", "--mines", "1").boards
    assert facts["mines"] == 1


def test_solve_asks_for_the_total_where_no_number_touches_the_cells_that_are_left() -> None:
    text = "##2\n##2\n221\n"
    assert "no number touches the cells that are left; --mines N" in solve(text).out
    assert "no number" not in solve(text, "--mines", "4").out


def test_solve_says_where_a_board_contradicts_itself_and_marks_nothing() -> None:
    told = solve("1#3\n###\n1#.\n", "--json")
    assert told.code == BAD_BOARD
    assert "row 3, column 3" in told.err
    [facts] = told.boards
    assert (facts["safe"], facts["mine"]) == ([], [])


def test_solve_reports_a_wrong_flag_and_calls_its_cell_safe() -> None:
    told = solve("F.#\n...\n...\n", "--json")
    assert "wrong flag at row 1, column 1" in told.err
    assert 0 in told.boards[0]["safe"]


def test_a_file_with_a_byte_order_mark_is_a_board_too(tmp_path: Path) -> None:
    (tmp_path / "board.txt").write_text("\ufeff1#\r\n11\r\n", encoding="utf-8")
    assert run("solve", tmp_path / "board.txt").code == DONE


@pytest.mark.parametrize(
    "text", ["", "\n\n", "; mines: 10\n", "1#\n1\n", "; mines: ten\n##\n", "1#\n11\nhello"]
)
def test_a_text_without_a_board_is_wrong_use(text: str) -> None:
    told = solve(text)
    assert (told.code, told.out) == (WRONG_USE, "")
    assert told.err


def test_more_mines_than_cells_are_wrong_use() -> None:
    assert solve("1#\n11\n", "--mines", "5").code == WRONG_USE
    assert solve("1#\n11\n", "--mines", "-1").code == WRONG_USE


@pytest.mark.parametrize("kind", ["missing", "folder", "picture"])
def test_a_file_that_is_not_text_is_wrong_use(kind: str, tmp_path: Path) -> None:
    path = {"missing": tmp_path / "none.txt", "folder": tmp_path, "picture": SMALL}[kind]
    told = run("solve", path, "--json")
    assert (told.code, told.boards) == (WRONG_USE, [])
    assert told.errors == [{"picture": str(path), "reason": told.err.rstrip("\n")}]


def test_a_wrong_cell_is_reported_with_the_allowed_ones_and_without_the_usage() -> None:
    told = solve("#1\n#k\n")
    assert told.err.splitlines() == [
        "Standard input holds no board that can be understood: "
        "line 2: 'k' is not a cell; cells are written .12345678#F?*!x~."
    ]


@pytest.mark.parametrize(
    "text",
    ["0 1 #\n0 1 1\n", "01#\n011\n", " 0\t1 #\n. 1  1\n", "\ufeff.1#\n.11\n"],
)
def test_boards_in_loose_spelling_are_solved_and_printed_in_the_notation(text: str) -> None:
    [facts] = solve(text, "--json").boards
    assert facts["cells"] == [".1#", ".11"]
    assert facts["mine"] == [2]


def test_a_text_in_the_unicode_of_windows_shells_is_read(tmp_path: Path) -> None:
    (tmp_path / "board.txt").write_text("1#\r\n11\r\n", encoding="utf-16")
    assert "mine: row 1, column 2" in run("solve", tmp_path / "board.txt").out


def test_boards_as_the_terminal_game_prints_them_are_solved() -> None:
    game = run("practice", "--terminal", "--game", "9x9n10s#3", text="uncover 0 0\nshow\nquit\n")
    told = solve(game.out, "--json")
    *_, facts = told.boards
    assert (told.code, facts["columns"], facts["rows"], facts["mines"]) == (DONE, 9, 9, 10)


def test_a_contradictory_board_without_covered_cells_is_not_won() -> None:
    told = solve("11\n11\n")
    assert told.code == BAD_BOARD
    assert "won" not in told.out
