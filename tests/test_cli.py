"""The commands, from the chair of somebody who gives them everything but a good picture.

Each test says in its name what must happen. Whatever the picture, no mark may stand on a cell
that the whole board would not prove.
"""

from __future__ import annotations

import io
import json
import os
import re
import shutil
import struct
import subprocess
import sys
import zlib
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner
from PIL import Image

from solver_bot.board import Board, parse_board, parse_boards
from solver_bot.cli import commands
from solver_bot.solve.advice import advise as exact_advice
from solver_bot.solve.scan import scan
from solver_bot.vision.draw import draw_board, framed
from solver_bot.vision.lattice import Picture
from solver_bot.vision.picture import load_picture
from solver_bot.vision.skin import named_skin

SAMPLES = Path(__file__).resolve().parents[1] / "samples"
SMALL = SAMPLES / "kmines-easy-early.png"
TWO_BOARDS = SAMPLES / "desktop-two-boards.png"
WIDE = ["gnome-mines-30x16-small", "kmines-hard-small", "xdemineur-30x16-late"]
DAMAGED = ["gnome-mines-16x16-middle", "kmines-medium-middle", "xdemineur-16x16-middle"]
DONE, WRONG_USE, NO_BOARD, BAD_BOARD = 0, 2, 3, 4

READ_KEYS = {
    "picture", "skin", "left", "top", "cell_width", "cell_height",
    "columns", "rows", "mines", "cells", "confidence",
}  # fmt: skip
ADVICE_KEYS = {"safe", "mine", "guess", "odds", "outcome"}
SOLVE_KEYS = {"columns", "rows", "mines", "cells"} | ADVICE_KEYS


# How the commands are run, and what every run must keep to


@dataclass(frozen=True, slots=True)
class Run:
    code: int
    out: str
    err: str

    @property
    def boards(self) -> list[dict[str, Any]]:
        """The boards of a run with --json: standard output is one JSON object and no more."""
        answer = json.loads(self.out)
        assert list(answer) == ["boards"]
        return list(answer["boards"])


def run(*args: str | Path, text: str | None = None) -> Run:
    """Run a command in this process. A traceback fails the test."""
    result = CliRunner().invoke(
        commands, [str(arg) for arg in args], input=text, catch_exceptions=False
    )
    assert_plain(result.stderr)
    return Run(result.exit_code, result.stdout, result.stderr)


def run_process(
    *args: str | Path, before: tuple[str, ...] = (), stdout: int = subprocess.PIPE, text: str = ""
) -> Run:
    """Run a command as its own process."""
    result = subprocess.run(
        [*before, sys.executable, "-m", "solver_bot", *map(str, args)],
        stdout=stdout,
        stderr=subprocess.PIPE,
        input=text,
        encoding="utf-8",
        env=os.environ | {"PYTHONDONTWRITEBYTECODE": "1"},
        timeout=60,
        check=False,
    )
    assert_plain(result.stderr)
    return Run(result.returncode, result.stdout or "", result.stderr)


def assert_plain(err: str) -> None:
    """Every line on standard error is one or two sentences in words."""
    assert "Traceback" not in err
    assert "Errno" not in err
    for line in err.splitlines():
        if line and not line.startswith(("Usage: ", "Try ", "Error: Invalid value for ")):
            assert 1 <= len(re.findall(r"[.?](?=\s|$)", line)) <= 2, line
            assert line.endswith((".", "?")), line


def drops_privileges() -> tuple[str, ...]:
    """What to put before a command so that permissions bind it, also where tests run as root."""
    if os.geteuid() != 0:
        return ()
    before = ("setpriv", "--inh-caps=-all", "--bounding-set=-all")
    if not shutil.which("setpriv") or subprocess.run([*before, "true"], check=False).returncode:
        pytest.skip("root, and setpriv cannot take root's privileges away here")
    return before


# Boards that are drawn for a test

CONTRADICTION = parse_board("""
    .........
    .........
    ..111....
    ..181....
    ..111....
    .........
    .....111.
    .....1#1.
    .....111.
""")
CLASH = parse_board("""
    .........
    .........
    ..1121...
    ..1##1...
    ..1221...
    .........
    .....111.
    .....1#1.
    .....111.
""")
TOO_FEW_FOR_TEN_MINES = parse_board("""
    .........
    .........
    .........
    .........
    .........
    .........
    .......11
    .......1#
    .......11
""")


# Pictures


def save(path: Path, picture: Picture) -> Path:
    Image.fromarray(picture[:, :, ::-1]).save(path, compress_level=1)
    return path


def sample(name: str) -> Picture:
    return load_picture(SAMPLES / f"{name}.png").copy()


def cells_of(text: str) -> list[list[str]]:
    """The rows of every board in a text."""
    return [board.rows() for board in parse_boards(text)]


def sample_board(name: str) -> Board:
    return parse_board((SAMPLES / f"{name}.txt").read_text())


def on_grey(board: Board, skin: str = "classic", size: int = 24) -> Picture:
    """The board drawn in its frame, somewhere on a grey background."""
    cells = draw_board(board, named_skin(skin), size)
    window, _, _ = framed(cells, named_skin(skin), size)
    height, width = window.shape[:2]
    picture = np.full((height + 90, width + 70, 3), 150, dtype=np.uint8)
    picture[50 : 50 + height, 30 : 30 + width] = window
    return picture


@dataclass(frozen=True, slots=True)
class Whole:
    """A sample as it is: its picture, where its cells are, and what its true board proves."""

    picture: Picture
    facts: dict[str, Any]
    safe: frozenset[int]
    mines: frozenset[int]

    def x(self, column: float) -> int:
        return round(float(self.facts["left"] + column * self.facts["cell_width"]))

    def y(self, row: float) -> int:
        return round(float(self.facts["top"] + row * self.facts["cell_height"]))

    def cell_at(self, x: float, y: float) -> int | None:
        column = (x - self.facts["left"]) // self.facts["cell_width"]
        row = (y - self.facts["top"]) // self.facts["cell_height"]
        if not (0 <= column < self.facts["columns"] and 0 <= row < self.facts["rows"]):
            return None
        return int(row * self.facts["columns"] + column)


@cache
def whole(name: str) -> Whole:
    [facts] = run("read", "--json", SAMPLES / f"{name}.png").boards
    proved = exact_advice(sample_board(name))
    return Whole(sample(name), facts, frozenset(proved.safe), frozenset(proved.mines))


def middle(facts: dict[str, Any], cell: int) -> tuple[float, float]:
    row, column = divmod(cell, facts["columns"])
    return (
        facts["left"] + (column + 0.5) * facts["cell_width"],
        facts["top"] + (row + 0.5) * facts["cell_height"],
    )


def unproved(found: list[dict[str, Any]], true: Whole, left: int = 0, top: int = 0) -> list[str]:
    """Every mark that the true board does not bear out; the picture began at left, top of it."""
    wrong = []
    for facts in found:
        for what, allowed in (("safe", true.safe), ("mine", true.mines)):
            for cell in facts[what]:
                x, y = middle(facts, cell)
                if true.cell_at(x + left, y + top) not in allowed:
                    wrong.append(f"{what} at {x:.0f},{y:.0f}")
    return wrong


def advise(picture: Picture, folder: Path) -> Run:
    """What annotate says with --json; it writes its picture beside the input."""
    return run("annotate", "--json", save(folder / "picture.png", picture))


def assert_told(told: Run, true: Whole, left: int = 0, top: int = 0) -> None:
    """A damaged board: it is said, nothing wrong is marked, and no mine total is made up."""
    assert unproved(told.boards, true, left, top) == []
    assert told.code in {NO_BOARD, BAD_BOARD}
    assert told.err
    assert all(facts["mines"] in {None, true.facts["mines"]} for facts in told.boards)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with two good pictures."""
    place = tmp_path / "pictures"
    place.mkdir()
    shutil.copy(SMALL, place / "first.png")
    shutil.copy(SAMPLES / "xdemineur-small-early.png", place / "second.png")
    return place


@pytest.fixture
def picture(tmp_path: Path) -> Path:
    return Path(shutil.copy(SMALL, tmp_path / "picture.png"))


# read


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


# annotate: what it writes and says


def test_annotate_writes_beside_the_picture(picture: Path) -> None:
    before = picture.read_bytes()
    told = run("annotate", picture)
    marked = picture.with_name("picture.marked.png")
    assert told.code == DONE
    assert str(marked) in told.out
    assert load_picture(marked).shape == load_picture(picture).shape
    assert picture.read_bytes() == before
    assert sorted(p.name for p in picture.parent.iterdir()) == ["picture.marked.png", "picture.png"]


def test_annotate_draws_only_on_the_cells_it_names(picture: Path) -> None:
    [facts] = run("annotate", "--json", picture).boards
    changed = (load_picture(picture) != load_picture(picture.with_name("picture.marked.png"))).any(
        axis=2
    )
    true = whole("kmines-easy-early")
    ys, xs = np.nonzero(changed)
    touched = Counter(true.cell_at(x, y) for x, y in zip(xs + 0.5, ys + 0.5, strict=True))
    # The rim of a circle may reach a pixel into the next cell.
    drawn_on = {cell for cell, pixels in touched.items() if pixels > 100}
    assert drawn_on == {*facts["safe"], *facts["mine"]}


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
    told = run("annotate", "--explain", picture)
    reasons = [
        line for line in told.out.splitlines() if " is safe: " in line or " a mine: " in line
    ]
    true = whole("kmines-easy-early")
    assert len(reasons) >= len(true.safe | true.mines)
    assert all(re.match(r"  row \d+, column \d+ is ", line) for line in reasons)


def test_explain_links_each_mark_in_the_picture_with_the_numbers_that_prove_it(
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


# A batch in which some fail


def test_the_others_of_a_batch_are_still_done_and_the_exit_code_tells(folder: Path) -> None:
    (folder / "a-broken.png").write_bytes(SMALL.read_bytes()[:4000])
    (folder / "b-empty.png").touch()
    told = run("annotate", folder, folder / "missing.png")
    assert told.code == WRONG_USE
    assert len(told.err.splitlines()) == 3
    assert (folder / "first.marked.png").exists()
    assert (folder / "second.marked.png").exists()
    assert not (folder / "a-broken.marked.png").exists()


def test_the_exit_code_of_a_batch_is_its_gravest(folder: Path) -> None:
    save(folder / "nothing.png", np.zeros((200, 200, 3), dtype=np.uint8))
    (folder / "empty.png").touch()
    assert run("read", folder).code == NO_BOARD
    save(folder / "wrong.png", on_grey(CONTRADICTION))
    assert run("annotate", folder).code == BAD_BOARD


# An input is never overwritten


def test_o_that_names_the_input_is_refused(picture: Path) -> None:
    before = picture.read_bytes()
    told = run("annotate", picture, "-o", picture)
    assert told.code == WRONG_USE
    assert picture.read_bytes() == before


@pytest.mark.parametrize("link_is", ["input", "output"])
def test_o_that_leads_to_the_input_through_a_link_is_refused(
    link_is: str, picture: Path, tmp_path: Path
) -> None:
    before = picture.read_bytes()
    link = tmp_path / "link.png"
    link.symlink_to(picture)
    source, target = (link, picture) if link_is == "input" else (picture, link)
    assert run("annotate", source, "-o", target).code == WRONG_USE
    assert picture.read_bytes() == before
    assert link.is_symlink()


def test_o_through_a_folders_link_is_refused(picture: Path, tmp_path: Path) -> None:
    before = picture.read_bytes()
    (tmp_path / "same").symlink_to(tmp_path)
    assert run("annotate", picture, "-o", tmp_path / "same" / "picture.png").code == WRONG_USE
    assert picture.read_bytes() == before


def test_o_that_is_another_name_of_the_inputs_file_leaves_the_input(
    picture: Path, tmp_path: Path
) -> None:
    before = picture.read_bytes()
    twin = tmp_path / "twin.png"
    twin.hardlink_to(picture)
    run("annotate", picture, "-o", twin)
    assert picture.read_bytes() == before


def test_an_input_that_looks_like_a_result_is_not_overwritten(picture: Path) -> None:
    marked = Path(shutil.copy(picture, picture.with_name("picture.marked.png")))
    before = marked.read_bytes()
    told = run("annotate", picture, marked)
    assert told.code == WRONG_USE
    assert marked.read_bytes() == before


def test_two_inputs_for_one_output_are_refused_and_nothing_is_written(
    folder: Path, picture: Path, tmp_path: Path
) -> None:
    Path(folder / "first.png").rename(folder / "picture.png")
    told = run("annotate", picture, folder / "picture.png", "-d", tmp_path / "out")
    assert told.code == WRONG_USE
    assert "-o" in told.err
    assert not (tmp_path / "out").exists()


def test_two_kinds_of_picture_with_one_stem_are_refused(picture: Path) -> None:
    Image.open(picture).save(picture.with_suffix(".bmp"))
    assert run("annotate", picture.parent).code == WRONG_USE
    assert not picture.with_name("picture.marked.png").exists()


# An output is whole or not there at all


def test_a_full_disk_leaves_the_older_result_and_no_scraps(picture: Path) -> None:
    older = picture.with_name("picture.marked.png")
    older.write_bytes(b"older")
    limit = ("bash", "-c", 'ulimit -f 8; exec "$@"', "bash")
    told = run_process("annotate", picture, before=limit)
    assert told.code == WRONG_USE
    assert "can't be written" in told.err or "cannot be written" in told.err
    assert older.read_bytes() == b"older"
    assert sorted(path.name for path in picture.parent.iterdir()) == [older.name, picture.name]


def test_a_folder_that_may_not_be_written_to_is_told(picture: Path) -> None:
    picture.parent.chmod(0o555)
    try:
        told = run_process("annotate", picture, before=drops_privileges())
    finally:
        picture.parent.chmod(0o755)
    assert told.code == WRONG_USE
    assert "picture.marked.png" in told.err
    assert list(picture.parent.iterdir()) == [picture]


@pytest.mark.parametrize(
    "command", [["read", str(SMALL)], ["read", "--json", str(SMALL)], ["skins"]]
)
@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full here")
def test_a_full_standard_output_is_told(command: list[str]) -> None:
    with Path("/dev/full").open("w") as full:
        told = run_process(*command, stdout=full.fileno())
    assert told.code == WRONG_USE
    assert "No space left" in told.err


@pytest.mark.parametrize("place", ["missing/out.png", "folder", "device"])
def test_an_output_that_cannot_be_a_file_is_told(place: str, picture: Path) -> None:
    target = picture.parent / place
    if place == "folder":
        target.mkdir()
    if place == "device":
        os.mkfifo(target)
    told = run("annotate", picture, "-o", target)
    assert told.code == WRONG_USE
    assert str(target) in told.err
    assert not target.is_file()
    assert not list(picture.parent.glob(".*"))


def test_d_that_is_a_file_is_told(picture: Path, tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    told = run("annotate", picture, "-d", tmp_path / "file")
    assert told.code == WRONG_USE
    assert (tmp_path / "file").read_bytes() == b""


def test_an_output_that_is_a_link_keeps_the_link(picture: Path, tmp_path: Path) -> None:
    (tmp_path / "link.png").symlink_to(tmp_path / "real.png")
    assert run("annotate", picture, "-o", tmp_path / "link.png").code == DONE
    assert (tmp_path / "link.png").is_symlink()
    assert load_picture(tmp_path / "real.png").shape == load_picture(picture).shape


# Bad input: files that give no picture


def encoded(image: Image.Image, form: str, **options: Any) -> bytes:
    file = io.BytesIO()
    image.save(file, format=form, **options)
    return file.getvalue()


def forged_png(width: int, height: int) -> bytes:
    """A PNG file whose header claims a size that is not its own."""
    data = bytearray(encoded(Image.new("L", (8, 8)), "PNG"))
    data[16:24] = struct.pack(">II", width, height)
    data[29:33] = struct.pack(">I", zlib.crc32(bytes(data[12:29])))
    return bytes(data)


def half(data: bytes) -> bytes:
    return data[: len(data) // 2]


NO_PICTURES: dict[str, Callable[[], bytes]] = {
    "empty": bytes,
    "text": lambda: b"This is no picture.\n",
    "noise": lambda: np.random.default_rng(1).bytes(5000),
    "png cut in half": lambda: half(SMALL.read_bytes()),
    "png cut in its header": lambda: SMALL.read_bytes()[:20],
    "png with damaged pixels": lambda: SMALL.read_bytes()[:3000] + b"x" * 2000,
    "jpeg cut in half": lambda: half(encoded(Image.open(SMALL), "JPEG")),
    "gif cut in half": lambda: half(encoded(Image.open(SMALL), "GIF")),
    "claims 30,000 x 30,000": lambda: forged_png(30_000, 30_000),
    "claims 9,500 x 9,500": lambda: forged_png(9_500, 9_500),
    "claims 0 x 0": lambda: forged_png(0, 0),
    "claims 500 x 500 but holds less": lambda: forged_png(500, 500),
}


@pytest.mark.parametrize("kind", NO_PICTURES)
@pytest.mark.parametrize("command", ["read", "annotate"])
def test_a_file_that_gives_no_picture_is_told(command: str, kind: str, tmp_path: Path) -> None:
    path = tmp_path / "bad.png"
    path.write_bytes(NO_PICTURES[kind]())
    told = run(command, path)
    assert (told.code, told.out) == (WRONG_USE, "")
    assert str(path) in told.err
    assert len(told.err.splitlines()) == 1
    assert list(tmp_path.iterdir()) == [path]


def test_a_real_30000_x_30000_picture_is_refused_before_it_is_decoded(tmp_path: Path) -> None:
    path = tmp_path / "huge.png"
    lines = zlib.compress(bytes(30_000 * (1 + 30_000 // 8)), 1)
    data = forged_png(30_000, 30_000)
    path.write_bytes(
        data[:24]
        + b"\x01\x00\x00\x00\x00"
        + struct.pack(">I", zlib.crc32(data[12:24] + b"\x01\x00\x00\x00\x00"))
        + struct.pack(">I", len(lines))
        + b"IDAT"
        + lines
        + struct.pack(">I", zlib.crc32(b"IDAT" + lines))
        + struct.pack(">I", 0)
        + b"IEND"
        + struct.pack(">I", zlib.crc32(b"IEND"))
    )
    told = run("annotate", path)
    assert told.code == WRONG_USE
    assert "million" in told.err


@pytest.mark.parametrize("name", ["missing.png", "n" * 300 + ".png", "no/such/folder.png"])
@pytest.mark.parametrize("command", ["read", "annotate"])
def test_a_missing_file_is_told(command: str, name: str, tmp_path: Path) -> None:
    told = run(command, tmp_path / name)
    assert (told.code, told.out) == (WRONG_USE, "")
    assert name in told.err


@pytest.mark.parametrize("command", ["read", "annotate"])
def test_links_in_a_circle_are_told(command: str, tmp_path: Path) -> None:
    (tmp_path / "one.png").symlink_to(tmp_path / "two.png")
    (tmp_path / "two.png").symlink_to(tmp_path / "one.png")
    assert run(command, tmp_path / "one.png").code == WRONG_USE


def test_a_folder_may_hold_folders_and_pipes_that_are_named_like_pictures(folder: Path) -> None:
    (folder / "folder.png").mkdir()
    os.mkfifo(folder / "pipe.png")
    assert run("annotate", folder).code == DONE


@pytest.mark.parametrize("locked", ["picture", "folder"])
def test_what_may_not_be_read_is_told_and_the_others_are_done(locked: str, folder: Path) -> None:
    path = folder / "first.png" if locked == "picture" else folder / "locked"
    path.mkdir(exist_ok=True) if locked == "folder" else None
    path.chmod(0)
    try:
        told = run_process("annotate", path, folder / "second.png", before=drops_privileges())
    finally:
        path.chmod(0o755)
    assert told.code == WRONG_USE
    assert str(path) in told.err
    assert (folder / "second.marked.png").exists()


# Pictures of other kinds


LOSSLESS: dict[str, Callable[[Image.Image, Path], None]] = {
    "palette.png": lambda image, path: image.quantize(256).save(path),
    "opaque.png": lambda image, path: image.convert("RGBA").save(path),
    "transparent.png": lambda image, path: see_through(image).save(path),
    "animated.gif": lambda image, path: image.quantize(256).save(
        path, save_all=True, append_images=[Image.new("P", image.size)], duration=100
    ),
    "picture.bmp": lambda image, path: image.save(path),
    "picture.tiff": lambda image, path: image.save(path),
    "picture.webp": lambda image, path: image.save(path, lossless=True),
    "good.jpg": lambda image, path: image.save(path, quality=95),
    "cmyk.jpg": lambda image, path: image.convert("CMYK").save(path, quality=95),
    "really-a-jpeg.png": lambda image, path: image.save(path, format="JPEG", quality=95),
}
GREY: dict[str, Callable[[Image.Image, Path], None]] = {
    "grey.png": lambda image, path: image.convert("L").save(path),
    "grey-16-bit.png": lambda image, path: Image.fromarray(
        np.asarray(image.convert("L")).astype(np.uint16) * 257
    ).save(path),
    "grey-transparent.png": lambda image, path: image.convert("LA").save(path),
}


def see_through(image: Image.Image) -> Image.Image:
    """The picture on a wider background that is fully transparent, like a window's shadow."""
    wide = Image.new("RGBA", (image.width + 60, image.height + 60), (0, 0, 0, 0))
    wide.paste(image, (30, 30))
    return wide


@pytest.mark.parametrize("name", LOSSLESS)
@pytest.mark.parametrize("game", ["kmines-easy-early", "gnome-mines-8x8-early"])
def test_every_kind_of_picture_reads_the_same(game: str, name: str, tmp_path: Path) -> None:
    LOSSLESS[name](Image.open(SAMPLES / f"{game}.png"), tmp_path / name)
    assert run("read", tmp_path / name) == Run(DONE, str(sample_board(game)), "")


@pytest.mark.parametrize("name", GREY)
@pytest.mark.parametrize("game", ["kmines-easy-early", *WIDE])
def test_a_grey_picture_is_never_read_wrong(game: str, name: str, tmp_path: Path) -> None:
    GREY[name](Image.open(SAMPLES / f"{game}.png"), tmp_path / name)
    told = run("annotate", "--json", tmp_path / name)
    true = whole(game)
    assert unproved(told.boards, true) == []
    for facts in told.boards:
        for cell, symbol in enumerate("".join(facts["cells"])):
            place = true.cell_at(*middle(facts, cell))
            if symbol != "~" and place is not None:
                row, column = divmod(place, true.facts["columns"])
                assert symbol == true.facts["cells"][row][column], (row, column)


@pytest.mark.parametrize("name", GREY)
def test_a_grey_picture_of_clear_cells_reads_the_same(name: str, tmp_path: Path) -> None:
    GREY[name](Image.open(SAMPLES / "gnome-mines-8x8-early.png"), tmp_path / name)
    assert run("read", tmp_path / name).out == str(sample_board("gnome-mines-8x8-early"))


# Pictures without a board


def photo() -> Picture:
    """Something like a photo: soft shapes of many sizes with grain."""
    rng = np.random.default_rng(7)
    layers = np.zeros((480, 640, 3))
    for size in (4, 10, 30, 90):
        soft = Image.fromarray(rng.integers(0, 256, (size, size, 3), dtype=np.uint8))
        layers += np.asarray(soft.resize((640, 480), Image.Resampling.BICUBIC), dtype=np.float64)
    grain = rng.normal(0, 6, layers.shape)
    return np.clip(layers / 4 + grain, 0, 255).astype(np.uint8)


def chessboard() -> Picture:
    squares = np.indices((8, 8)).sum(axis=0) % 2 * 160 + 60
    large = np.kron(squares, np.ones((40, 40), dtype=np.int64)).astype(np.uint8)
    return np.repeat(large[:, :, None], 3, axis=2)


def no_pixels(height: int, width: int) -> Callable[[], Picture]:
    return lambda: np.full((height, width, 3), 200, dtype=np.uint8)


BOARDLESS: dict[str, Callable[[], Picture]] = {
    "photo": photo,
    "grain": lambda: np.random.default_rng(3).integers(0, 256, (400, 500, 3), dtype=np.uint8),
    "chessboard": chessboard,
    "plain": no_pixels(300, 400),
    "one pixel": no_pixels(1, 1),
    "one row": no_pixels(1, 900),
    "one column": no_pixels(900, 1),
    "two by two": no_pixels(2, 2),
    "a desktop beside the game": lambda: sample("desktop-busy")[:400, :500],
}


@pytest.mark.parametrize("kind", BOARDLESS)
def test_a_picture_without_a_board_is_told(kind: str, tmp_path: Path) -> None:
    path = save(tmp_path / "picture.png", np.ascontiguousarray(BOARDLESS[kind]()))
    told = run("annotate", path)
    assert (told.code, told.out) == (NO_BOARD, "")
    assert str(path) in told.err
    assert list(tmp_path.iterdir()) == [path]


# Boards of which only a part is seen


@pytest.mark.parametrize("name", DAMAGED)
@pytest.mark.parametrize("side", ["left", "top", "right", "bottom"])
@pytest.mark.parametrize("cells", [3, 3.5, 5.15, 5.9])
def test_a_board_cut_by_the_pictures_edge_is_told(
    name: str, side: str, cells: float, tmp_path: Path
) -> None:
    true = whole(name)
    height, width = true.picture.shape[:2]
    left = true.x(cells) if side == "left" else 0
    top = true.y(cells) if side == "top" else 0
    right = true.x(true.facts["columns"] - cells) if side == "right" else width
    bottom = true.y(true.facts["rows"] - cells) if side == "bottom" else height
    told = advise(np.ascontiguousarray(true.picture[top:bottom, left:right]), tmp_path)
    assert_told(told, true, left, top)
    assert side in told.err or told.code == NO_BOARD


@pytest.mark.parametrize("name", DAMAGED)
def test_a_board_cut_a_little_at_a_time_is_never_taken_for_whole(name: str, tmp_path: Path) -> None:
    true = whole(name)
    for right in range(true.x(11), true.x(12) + 1):
        told = advise(np.ascontiguousarray(true.picture[:, :right]), tmp_path)
        assert_told(told, true)


def flat(colour: int) -> Callable[[int, int], Picture]:
    return lambda height, width: np.full((height, width, 3), colour, dtype=np.uint8)


def textured(height: int, width: int) -> Picture:
    return np.random.default_rng(5).integers(0, 256, (height, width, 3), dtype=np.uint8)


def other_window(height: int, width: int) -> Picture:
    desktop = sample("desktop-busy")
    return desktop[-height:, -width:]


COVERS: dict[str, Callable[[int, int], Picture]] = {
    "white": flat(255),
    "grey": flat(128),
    "dark": flat(20),
    "textured": textured,
    "other window": other_window,
}
PLACES = {
    "corner": (9, 9, 30, 30),
    "right half": (8, -3, 30, 30),
    "lower half": (-3, 8, 30, 30),
    "middle": (5, 5, 10, 11),
    "strip across": (-3, 6, 30, 9),
    "strip down": (6, -3, 9, 30),
    "half cells": (7.5, 4.5, 12.5, 9.5),
    "few pixels of a column": (8.1, -3, 30, 30),
    "most of a column": (8.85, -3, 30, 30),
}


def cover(true: Whole, cover_with: str, box: tuple[float, float, float, float]) -> Picture:
    """The sample with a window over the cells from (left, top) to (right, bottom), in cells."""
    picture = true.picture.copy()
    height, width = picture.shape[:2]
    left, right = max(0, true.x(box[0])), min(width, true.x(box[2]))
    top, bottom = max(0, true.y(box[1])), min(height, true.y(box[3]))
    picture[top:bottom, left:right] = COVERS[cover_with](bottom - top, right - left)
    return picture


@pytest.mark.parametrize("name", DAMAGED)
@pytest.mark.parametrize("cover_with", COVERS)
@pytest.mark.parametrize("place", PLACES)
def test_a_board_half_under_another_window_is_told(
    name: str, cover_with: str, place: str, tmp_path: Path
) -> None:
    true = whole(name)
    assert_told(advise(cover(true, cover_with, PLACES[place]), tmp_path), true)


@pytest.mark.parametrize("name", WIDE)
@pytest.mark.parametrize("cover_with", ["white", "grey", "textured"])
@pytest.mark.parametrize("hidden", ["left", "right", "both"])
def test_sixteen_columns_left_of_an_expert_board_are_not_a_whole_board(
    name: str, cover_with: str, hidden: str, tmp_path: Path
) -> None:
    true = whole(name)
    parts = {"left": [(-9, 14)], "right": [(16, 60)], "both": [(-9, 6), (22, 60)]}[hidden]
    picture = true.picture
    for left, right in parts:
        damaged = cover(true, cover_with, (left, -99, right, 99))
        picture = np.where(damaged != true.picture, damaged, picture)
    assert_told(advise(picture, tmp_path), true)


@pytest.mark.parametrize("name", WIDE)
@pytest.mark.parametrize("first", [0, 6, 14])
def test_sixteen_columns_cut_out_of_an_expert_board_are_not_a_whole_board(
    name: str, first: int, tmp_path: Path
) -> None:
    true = whole(name)
    left = true.x(first) if first else 0
    right = true.x(first + 16) if first < 14 else true.picture.shape[1]
    told = advise(np.ascontiguousarray(true.picture[:, left:right]), tmp_path)
    assert_told(told, true, left)


@pytest.mark.parametrize("grey", [150, 175, 200, 225])
@pytest.mark.parametrize("name", ["kmines-hard-small", "gnome-mines-30x16-small"])
def test_a_small_window_in_the_colour_of_empty_cells_proves_nothing(
    name: str, grey: int, tmp_path: Path
) -> None:
    true = whole(name)
    wrong = []
    for column, row in [(2, 2), (6, 5), (9, 9), (3, 10), (10, 2)]:
        picture = true.picture.copy()
        picture[true.y(row) : true.y(row + 4), true.x(column) : true.x(column + 5)] = grey
        wrong += unproved(advise(picture, tmp_path).boards, true)
    assert wrong == []


def test_a_large_window_in_the_colour_of_empty_cells_proves_nothing(tmp_path: Path) -> None:
    true = whole("kmines-medium-questions")
    picture = true.picture.copy()
    picture[:, true.x(3) :] = 175
    assert_told(advise(picture, tmp_path), true)


def test_a_board_trimmed_to_its_cells_may_go_on_beyond_every_edge(tmp_path: Path) -> None:
    true = whole("kmines-medium-middle")
    trimmed = true.picture[true.y(0) : true.y(16), true.x(0) : true.x(16)]
    told = run("read", save(tmp_path / "trimmed.png", np.ascontiguousarray(trimmed)))
    assert told.code == BAD_BOARD
    assert "cut off" in told.err
    inner = [row[1:-1] for row in parse_board(told.out).rows()[1:-1]]
    assert inner == sample_board("kmines-medium-middle").rows()


# Boards that contradict themselves


@pytest.mark.parametrize("board", [CONTRADICTION, CLASH, TOO_FEW_FOR_TEN_MINES])
def test_a_board_that_contradicts_itself_is_told_and_not_marked(
    board: Board, tmp_path: Path
) -> None:
    told = advise(on_grey(board, "kmines"), tmp_path)  # its sizes tell the mine total
    assert told.code == BAD_BOARD
    assert "contradicts itself" in told.err
    [facts] = told.boards
    assert facts["cells"] == board.rows()
    assert (facts["safe"], facts["mine"]) == ([], [])


def test_the_sound_board_beside_a_contradiction_is_still_marked(tmp_path: Path) -> None:
    sound = parse_board("\n".join(["##1.......", "##1.......", "111......."] * 3))
    told = advise(np.hstack([on_grey(CONTRADICTION), on_grey(sound)]), tmp_path)
    assert told.code == BAD_BOARD
    assert "Board 1" in told.err
    assert "Board 2" not in told.err
    assert len(told.boards) == 2
    assert (tmp_path / "picture.marked.png").exists()


# solve


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


def test_solve_of_several_boards_says_which_is_which() -> None:
    told = solve("; board 1\n1#\n11\n; board 2\n.#\n..\n")
    assert "Board 1" in told.out
    assert "Board 2" in told.out


def test_the_mines_option_stands_in_place_of_the_texts_total() -> None:
    [facts] = solve("; mines: 3\n1#\n11\n", "--json", "--mines", "1").boards
    assert facts["mines"] == 1


def test_solve_of_a_contradiction_says_where_and_marks_nothing() -> None:
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
    "text", ["", "\n\n", "; mines: 10\n", "1#\n1\n", "1 #\n", "; mines: ten\n##\n", "1#\n11\nhello"]
)
def test_a_text_that_is_no_board_is_wrong_use(text: str) -> None:
    told = solve(text)
    assert (told.code, told.out) == (WRONG_USE, "")
    assert told.err


def test_more_mines_than_cells_are_wrong_use() -> None:
    assert solve("1#\n11\n", "--mines", "5").code == WRONG_USE
    assert solve("1#\n11\n", "--mines", "-1").code == WRONG_USE


@pytest.mark.parametrize("kind", ["missing", "folder", "picture"])
def test_a_file_that_holds_no_text_is_wrong_use(kind: str, tmp_path: Path) -> None:
    path = {"missing": tmp_path / "none.txt", "folder": tmp_path, "picture": SMALL}[kind]
    assert run("solve", path).code == WRONG_USE


# skins, and the command line as a whole


def test_skins_json_lists_every_skin_with_its_origin_and_licence() -> None:
    answer = json.loads(run("skins", "--json").out)
    assert list(answer) == ["skins"]
    names = [skin["name"] for skin in answer["skins"]]
    assert names == ["classic", "gnome-mines", "kmines", "xdemineur"]
    assert all(skin["source"] and skin["licence"] and skin["levels"] for skin in answer["skins"])


def test_skins_names_every_skin_and_level_in_full() -> None:
    out = run("skins").out
    words = ["classic", "gnome-mines", "kmines", "xdemineur", "intermediate", "30x16, 99 mines"]
    assert [word for word in words if word not in out] == []
    assert "…" not in out


@pytest.mark.parametrize("command", ["read", "annotate", "solve"])
def test_a_command_without_its_argument_is_wrong_use(command: str) -> None:
    told = run(command)
    assert told.code == WRONG_USE
    assert "Missing argument" in told.err or "Name the pictures" in told.err


@pytest.mark.parametrize("command", [[], ["read"], ["annotate"], ["solve"], ["skins"]])
def test_help_is_no_failure(command: list[str]) -> None:
    told = run(*command, "--help")
    assert told.code == DONE
    assert told.out.startswith("Usage: ")


def test_the_module_runs_as_a_program() -> None:
    told = run_process("read", SMALL)
    assert told == Run(DONE, str(sample_board("kmines-easy-early")), "")
    assert run_process("solve", "-", text="1#\n11\n").code == DONE


@pytest.mark.parametrize("command", ["read", "annotate"])
def test_the_process_ends_with_the_contracts_exit_code(command: str, tmp_path: Path) -> None:
    missing = run_process(command, "--json", tmp_path / "none.png")
    assert (missing.code, missing.boards) == (WRONG_USE, [])
    plain = run_process(command, "--json", save(tmp_path / "plain.png", BOARDLESS["plain"]()))
    assert (plain.code, plain.boards) == (NO_BOARD, [])
    wrong = run_process(command, "--json", save(tmp_path / "a.png", on_grey(CONTRADICTION)))
    assert (wrong.code, len(wrong.boards)) == (BAD_BOARD if command == "annotate" else DONE, 1)
