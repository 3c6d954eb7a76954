"""The command ``annotate``: what it writes and prints, for one picture and for several."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import numpy as np
import pytest

import solver_bot
from solver_bot.board import Board, parse_boards
from solver_bot.solve.scan import scan
from solver_bot.vision.picture import load_picture
from tests.cli.damage import whole
from tests.cli.running import (
    ADVICE_KEYS,
    BAD_BOARD,
    CONTRADICTION,
    DONE,
    NO_BOARD,
    READ_KEYS,
    SAMPLES,
    SMALL,
    TWO_BOARDS,
    WRONG_USE,
    on_grey,
    run,
    save,
)

# What it writes and prints


def test_annotate_writes_beside_the_picture(picture: Path) -> None:
    before = picture.read_bytes()
    told = run("annotate", picture)
    marked = picture.with_name("picture.marked.png")
    assert told.code == DONE
    assert str(marked) in told.out
    before_marks, after = load_picture(picture), load_picture(marked)
    assert after.shape[1] == before_marks.shape[1]
    assert after.shape[0] > before_marks.shape[0]  # a legend is below
    assert picture.read_bytes() == before
    assert sorted(p.name for p in picture.parent.iterdir()) == ["picture.marked.png", "picture.png"]


def test_annotate_draws_only_on_the_cells_it_names(picture: Path) -> None:
    [facts] = run("annotate", "--json", picture).boards
    before = load_picture(picture)
    marked = load_picture(picture.with_name("picture.marked.png"))[: len(before)]
    changed = (before != marked).any(axis=2)
    true = whole("kmines-easy-early")
    ys, xs = np.nonzero(changed)
    touched = Counter(true.cell_at(x, y) for x, y in zip(xs + 0.5, ys + 0.5, strict=True))
    # The rim of a circle may reach a pixel into the next cell.
    drawn_on = {cell for cell, pixels in touched.items() if cell is not None and pixels > 100}
    assert drawn_on == {*facts["safe"], *facts["mine"]}


def test_a_new_game_gets_no_odds_where_the_first_click_is_safe(tmp_path: Path) -> None:
    path = save(tmp_path / "new.png", on_grey(Board.covered(9, 9, 10)))
    told = run("annotate", "--odds", "--mines", "10", path)
    assert (
        "a new game: by the usual rule the first click is safe (if not: --start none)" in told.out
    )
    marked = load_picture(tmp_path / "new.marked.png")
    assert np.array_equal(marked, load_picture(path))
    assert np.array_equal(solver_bot.annotate(path, odds=True, mines=10), marked)
    told = run("annotate", "--start", "none", "--mines", "10", path)
    assert "the best guess is" in told.out


def test_annotate_json_is_one_object_with_the_contracts_keys(picture: Path) -> None:
    told = run("annotate", "--json", picture)
    [facts] = told.boards
    true = whole("kmines-easy-early")
    assert set(facts) == READ_KEYS | ADVICE_KEYS
    assert true.safe <= set(facts["safe"])
    assert true.mines <= set(facts["mine"])
    assert facts["outcome"] == "playing"
    assert len(facts["odds"]) == 81
    assert {facts["odds"][cell] for cell in facts["safe"]} == {0.0}
    assert {facts["odds"][cell] for cell in facts["mine"]} == {1.0}
    assert told.out.count("\n") == 1


@pytest.mark.parametrize(
    ("name", "outcome"), [("kmines-easy-won", "won"), ("gnome-mines-30x16-lost", "lost")]
)
def test_a_finished_game_gets_no_marks(name: str, outcome: str, tmp_path: Path) -> None:
    source = SAMPLES / f"{name}.png"
    [facts] = run("annotate", "--json", source, "-d", tmp_path).boards
    assert (facts["outcome"], facts["safe"], facts["mine"]) == (outcome, [], [])
    assert (load_picture(tmp_path / f"{name}.marked.png") == load_picture(source)).all()


def test_explain_gives_a_reason_by_row_and_column_for_each_mark(picture: Path) -> None:
    told = run("annotate", "--explain", "all", picture)
    reasons = [
        line for line in told.out.splitlines() if " is safe: " in line or " a mine: " in line
    ]
    true = whole("kmines-easy-early")
    assert len(reasons) >= len(true.safe | true.mines)
    assert all(re.match(r"  row \d+, column \d+ is ", line) for line in reasons)


def test_explain_links_each_mark_to_the_numbers_that_prove_it(
    picture: Path, tmp_path: Path
) -> None:
    plain, linked = tmp_path / "plain.png", tmp_path / "linked.png"
    assert run("annotate", picture, "-o", plain).code == 0
    assert run("annotate", picture, "-o", linked, "--explain").code == 0
    changed = (load_picture(plain) != load_picture(linked)).any(axis=2)
    assert 0 < changed.mean() < 0.2


def test_two_boards_are_both_marked(tmp_path: Path) -> None:
    told = run("annotate", "--json", TWO_BOARDS, "-d", tmp_path)
    assert told.code == DONE
    boards = parse_boards(TWO_BOARDS.with_suffix(".txt").read_text())
    for facts, board in zip(told.boards, boards, strict=True):
        assert set(scan(board).safe) <= set(facts["safe"])
        assert facts["safe"]


def test_o_writes_where_it_is_told_and_d_makes_the_folder(picture: Path, tmp_path: Path) -> None:
    assert run("annotate", picture, "-o", tmp_path / "other.png").code == DONE
    assert run("annotate", picture, "-d", tmp_path / "new" / "deep").code == DONE
    other, deep = tmp_path / "other.png", tmp_path / "new" / "deep" / "picture.marked.png"
    assert other.read_bytes() == deep.read_bytes()
    assert not (tmp_path / "picture.marked.png").exists()


def test_a_folder_is_annotated_and_again_without_its_own_results(folder: Path) -> None:
    names = ["first.marked.png", "first.png", "second.marked.png", "second.png"]
    for _ in range(2):
        assert run("annotate", folder).code == DONE
        assert sorted(path.name for path in folder.iterdir()) == names


def test_a_picture_named_beside_its_folder_is_annotated_once(folder: Path) -> None:
    told = run("annotate", folder, folder / "first.png")
    assert told.code == DONE
    assert told.out.count(" -> ") == 2


@pytest.mark.parametrize("kind", ["empty", "without pictures"])
def test_a_folder_without_pictures_is_wrong_use(kind: str, tmp_path: Path) -> None:
    place = tmp_path / "folder"
    place.mkdir()
    if kind != "empty":
        (place / "notes.txt").write_text("no picture")
    told = run("annotate", place)
    assert told.code == WRONG_USE
    assert "no pictures" in told.err


def test_o_and_d_together_are_wrong_use(picture: Path, tmp_path: Path) -> None:
    told = run("annotate", picture, "-o", tmp_path / "a.png", "-d", tmp_path / "b")
    assert told.code == WRONG_USE
    assert sorted(tmp_path.iterdir()) == [picture]


def test_o_with_several_pictures_is_wrong_use(folder: Path, tmp_path: Path) -> None:
    told = run("annotate", folder, "-o", tmp_path / "out.png")
    assert told.code == WRONG_USE
    assert "-d" in told.err
    assert not (tmp_path / "out.png").exists()


# Several pictures of which some fail


def test_pictures_beside_a_bad_one_are_still_annotated_and_the_exit_code_is_set(
    folder: Path,
) -> None:
    (folder / "a-broken.png").write_bytes(SMALL.read_bytes()[:4000])
    (folder / "b-empty.png").touch()
    told = run("annotate", folder, folder / "missing.png")
    assert told.code == WRONG_USE
    assert len(told.err.splitlines()) == 3
    assert (folder / "first.marked.png").exists()
    assert (folder / "second.marked.png").exists()
    assert not (folder / "a-broken.marked.png").exists()


def test_the_exit_code_is_that_of_the_gravest_problem(folder: Path) -> None:
    save(folder / "nothing.png", np.zeros((200, 200, 3), dtype=np.uint8))
    (folder / "empty.png").touch()
    assert run("read", folder).code == NO_BOARD
    save(folder / "wrong.png", on_grey(CONTRADICTION))
    assert run("annotate", folder).code == BAD_BOARD
