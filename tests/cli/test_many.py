"""Many pictures are worked on in several processes, with the answers of one."""

from __future__ import annotations

import json
import os
from multiprocessing import parent_process
from pathlib import Path

import pytest

from solver_bot.cli.many import FEWEST, each
from solver_bot.cli.report import Report
from tests.cli.running import SAMPLES, SMALL, WRONG_USE, run


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with more pictures than one process is for, one of which is none."""
    names = ["kmines-easy-early", "xdemineur-16x16-middle"]
    for number in range(FEWEST + 3):
        source = SAMPLES / f"{names[number % 2]}.png"
        (tmp_path / f"{number:02}.png").write_bytes(source.read_bytes())
    (tmp_path / "07.png").write_text("no picture")
    return tmp_path


def one_by_one(folder: Path, monkeypatch: pytest.MonkeyPatch, *words: str) -> str:
    """What a command prints that works in one process."""
    monkeypatch.setattr("solver_bot.cli.many.FEWEST", 1000)
    printed = run(*words, folder).out
    monkeypatch.undo()
    return printed


@pytest.mark.parametrize("words", [["read"], ["read", "--json"], ["annotate", "--json"]])
def test_many_pictures_give_what_each_of_them_gives(
    folder: Path, monkeypatch: pytest.MonkeyPatch, words: list[str]
) -> None:
    assert run(*words, folder).out == one_by_one(folder, monkeypatch, *words)


def test_a_file_that_is_no_picture_is_told_among_many(folder: Path) -> None:
    told = run("read", "--json", folder)
    assert told.code == WRONG_USE
    (error,) = json.loads(told.out)["errors"]
    assert error["picture"].endswith("07.png")
    assert told.err.count("07.png") == 1


def test_many_pictures_are_marked_beside_them(folder: Path) -> None:
    run("annotate", folder)
    assert len(list(folder.glob("*.marked.png"))) == FEWEST + 2


def half_done(number: int, report: Report) -> int:
    """Ends the process at 5, unless it is the first one."""
    if number == 5 and parent_process():
        os._exit(1)
    return 2 * number


def test_the_rest_is_done_if_a_process_ends(capsys: pytest.CaptureFixture[str]) -> None:
    items = list(range(20))
    assert list(each(items, half_done, Report(), apart=True)) == [2 * i for i in items]
    assert "one by one" in capsys.readouterr().err


def test_one_picture_needs_no_other_process() -> None:
    assert run("read", SMALL).err == ""
