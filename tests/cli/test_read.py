"""Read: boards of pictures as text and as JSON."""

from __future__ import annotations

from pathlib import Path

from solver_bot.board import parse_boards
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


def test_a_mine_total_that_is_printed_is_the_true_one() -> None:
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


def test_read_of_one_skin_finds_no_other_skins_board() -> None:
    told = run("read", "--skin", "classic", SMALL)
    assert told.code == NO_BOARD
    assert told.out == ""
    assert "classic" in told.err


def test_an_unknown_skin_is_wrong_use_and_names_those_there_are() -> None:
    told = run("read", "--skin", "nosuch", SMALL)
    assert told.code == WRONG_USE
    assert all(name in told.err for name in ("nosuch", "classic", "gnome-mines", "kmines"))


def test_a_picture_named_twice_is_read_once() -> None:
    assert len(run("read", "--json", SMALL, SMALL, SAMPLES / "." / SMALL.name).boards) == 1
