"""The command ``read``: boards in pictures as text and as JSON."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from solver_bot.board import parse_boards
from solver_bot.vision.picture import save_picture
from tests.cli.running import (
    DONE,
    NO_BOARD,
    READ_KEYS,
    SAMPLES,
    SMALL,
    TWO_BOARDS,
    WRONG_USE,
    Run,
    cells_of,
    run,
    sample_board,
)
from tests.vision.drawn import draw, position
from tests.vision.styles import STYLES


def test_read_prints_the_board_in_the_text_notation() -> None:
    told = run("read", SMALL)
    assert told == Run(DONE, str(sample_board("kmines-easy-early")), "")


def test_read_prints_several_boards_of_a_picture_each_under_its_header() -> None:
    told = run("read", TWO_BOARDS)
    assert told.code == DONE
    assert told.out.startswith("; board 1\n")
    assert cells_of(told.out) == cells_of(TWO_BOARDS.with_suffix(".txt").read_text())


def test_read_of_several_pictures_parses_back_board_by_board() -> None:
    told = run("read", SMALL, TWO_BOARDS, SAMPLES / "kmines-hard-small.png")
    samples = ["kmines-easy-early", "desktop-two-boards", "kmines-hard-small"]
    true = [(SAMPLES / f"{name}.txt").read_text() for name in samples]
    assert cells_of(told.out) == [rows for text in true for rows in cells_of(text)]


def test_read_of_a_folder_parses_back_board_by_board(folder: Path) -> None:
    told = run("read", folder)
    names = ["kmines-easy-early", "xdemineur-small-early"]
    assert cells_of(told.out) == [sample_board(name).rows() for name in names]
    assert f"; picture: {folder / 'first.png'}" in told.out


def test_a_printed_mine_total_is_true() -> None:
    wrong = []
    for path in sorted(SAMPLES.glob("*.png")):
        found = run("read", "--json", path).boards
        true = parse_boards(path.with_suffix(".txt").read_text())
        for facts, board in zip(found, true, strict=True):
            if facts["mines"] not in {None, board.mines}:
                wrong.append((path.stem, facts["skin"], facts["mines"], board.mines))
    assert wrong == []


def test_read_json_is_one_object_with_the_contracts_keys() -> None:
    told = run("read", "--json", TWO_BOARDS)
    for facts in told.boards:
        assert set(facts) == READ_KEYS
        assert facts["picture"] == str(TWO_BOARDS)
        assert len(facts["cells"]) == facts["rows"]
        assert {len(row) for row in facts["cells"]} == {facts["columns"]}
        assert 0 < facts["confidence"] <= 1
    assert [facts["skin"] for facts in told.boards] == ["xdemineur", "gnome-mines"]
    assert told.out.count("\n") == 1


def test_read_json_stays_one_object_when_every_picture_fails(tmp_path: Path) -> None:
    told = run("read", "--json", tmp_path / "none.png", SAMPLES / "desktop-two-boards.txt")
    assert told.code == WRONG_USE
    assert told.boards == []
    assert len(told.err.splitlines()) == 2


@pytest.mark.parametrize("command", ["read", "annotate"])
def test_json_names_the_files_that_cannot_be_read_and_why(command: str, folder: Path) -> None:
    (folder / "a-text.png").write_text("no picture")
    told = run(command, "--json", folder, folder / "none.png")
    assert told.code == WRONG_USE
    assert [error["picture"] for error in told.errors] == [
        str(folder / "a-text.png"), str(folder / "none.png"),
    ]  # fmt: skip
    assert [error["reason"] for error in told.errors] == told.err.splitlines()
    assert len(told.boards) == 2


def test_json_has_no_errors_if_every_file_was_read() -> None:
    assert run("read", "--json", SMALL).errors == []


def test_read_takes_a_picture_from_standard_input() -> None:
    with SMALL.open("rb") as source:
        done = subprocess.run(
            [sys.executable, "-m", "solver_bot", "read", "-"],
            stdin=source,
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
        )
    assert (done.returncode, done.stdout) == (DONE, str(sample_board("kmines-easy-early")))


def test_read_of_one_skin_finds_no_other_skins_board() -> None:
    told = run("read", "--skin", "classic", SMALL)
    assert told.code == NO_BOARD
    assert told.out == ""
    assert "classic" in told.err


def test_an_unknown_skin_name_is_wrong_use_and_all_names_are_listed() -> None:
    told = run("read", "--skin", "nosuch", SMALL)
    assert told.code == WRONG_USE
    assert all(name in told.err for name in ("nosuch", "classic", "gnome-mines", "kmines"))


def test_a_picture_named_twice_is_read_once() -> None:
    assert len(run("read", "--json", SMALL, SMALL, SAMPLES / "." / SMALL.name).boards) == 1


def test_read_says_why_a_board_is_reported(tmp_path: Path) -> None:
    board = position(12, 10, 18, 0.45, seed=5)
    style = next(style for style in STYLES if style.name == "dark")
    save_picture(tmp_path / "dark.png", draw(board, style, (28, 28))[0])
    told = run("read", "--why", tmp_path / "dark.png")
    assert told.code == DONE
    assert parse_boards(told.out)[0].rows() == board.rows()
    (line,) = (line for line in told.out.splitlines() if line.startswith("; 1. "))
    assert line.endswith("a board")


def test_why_of_a_known_skin_names_it() -> None:
    assert "; 9x9 cells  skin kmines  a board" in run("read", "--why", SMALL).out


def test_why_goes_with_text() -> None:
    assert run("read", "--why", "--json", SMALL).code == WRONG_USE
