"""The short ways: one option or one line of Python from a picture to advice."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np
import pytest
from PIL import Image

import solver_bot
from solver_bot.board import BoardError, parse_boards
from solver_bot.vision.picture import PictureError, load_picture
from tests.cli.running import DONE, SAMPLES, SMALL, TWO_BOARDS, WRONG_USE, run

Completed: TypeAlias = subprocess.CompletedProcess[str]
REFERENCE = Path(__file__).resolve().parents[2] / "docs" / "reference.md"
TRUTH = parse_boards(SMALL.with_suffix(".txt").read_text())[0]


# Options of annotate and solve


def test_explain_is_grouped_and_all_names_every_cell(picture: Path) -> None:
    brief = run("annotate", picture, "--explain").out.splitlines()
    every = run("annotate", picture, "--explain", "all").out.splitlines()
    assert len(brief) < len(every)
    assert any(" are safe: " in line for line in brief)
    assert not any(" are safe: " in line for line in every)


def test_explain_before_a_file_does_not_take_it_for_its_value(picture: Path) -> None:
    assert run("annotate", "--explain", picture).code == DONE
    assert run("annotate", "--explain", "all", picture).code == DONE


def test_a_mine_total_can_be_given_for_a_picture(picture: Path) -> None:
    [facts] = run("annotate", picture, "--mines", "12", "--json").boards
    assert facts["mines"] == 12
    assert run("annotate", picture, "--mines", "999").code == WRONG_USE


@pytest.mark.parametrize(
    "options", [["--screen", "--clipboard"], [], ["--screen", str(SMALL)], ["--monitor", "1"]]
)
def test_annotate_takes_one_kind_of_picture(options: list[str]) -> None:
    assert run("annotate", *options).code == WRONG_USE


def annotate_with_viewer(script: str, picture: Path, folder: Path) -> Completed:
    """``annotate --show`` where the system's viewer is a script."""
    viewer = folder / "xdg-open"
    viewer.write_text(f"#!/bin/sh\n{script}\n")
    viewer.chmod(0o755)
    return subprocess.run(
        [sys.executable, "-m", "solver_bot", "annotate", str(picture), "--show"],
        env=dict(os.environ) | {"PATH": f"{folder}:{os.environ['PATH']}"},
        capture_output=True,
        text=True,
        check=False,
    )


def test_show_opens_the_marked_picture(picture: Path, tmp_path: Path) -> None:
    opened = tmp_path / "opened"
    done = annotate_with_viewer(f'echo "$1" > {opened}', picture, tmp_path)
    assert done.returncode == DONE
    assert opened.read_text().strip() == str(picture.with_name("picture.marked.png"))


def test_a_viewer_that_stays_open_is_not_waited_for(picture: Path, tmp_path: Path) -> None:
    number = tmp_path / "number"
    done = annotate_with_viewer(f"echo $$ > {number}; exec sleep 1000", picture, tmp_path)
    os.kill(int(number.read_text()), signal.SIGKILL)  # it was still open
    assert done.returncode == DONE


def test_without_a_viewer_it_says_what_to_install(picture: Path, tmp_path: Path) -> None:
    done = annotate_with_viewer("exit 3", picture, tmp_path)
    assert done.returncode == WRONG_USE
    assert "install a viewer" in done.stderr


@pytest.mark.parametrize("source", ["--screen", "--clipboard"])
def test_without_a_desktop_it_says_so(
    source: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "XDG_SESSION_TYPE"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.chdir(tmp_path)
    told = run("annotate", source)
    assert told.code == 6
    assert "There is no screen, because DISPLAY is not set" in told.err
    assert list(tmp_path.iterdir()) == []


def test_solve_prints_the_board_with_its_marks() -> None:
    out = run("solve", SMALL.with_suffix(".txt")).out
    assert "1 #####o*1." in out
    assert "o safe, * mine" in out
    assert "\x1b" not in out


# Shell completion


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_every_shell_gets_a_script_for_completion(shell: str) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "solver_bot"],
        env=dict(os.environ) | {"_SOLVER_BOT_COMPLETE": f"{shell}_source"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert "_SOLVER_BOT_COMPLETE" in done.stdout


def test_commands_and_options_are_completed() -> None:
    for words, number, wanted in (
        ("solver-bot ann", 1, "annotate"),
        ("solver-bot watch --hi", 2, "--hint"),
    ):
        done = subprocess.run(
            [sys.executable, "-m", "solver_bot"],
            env=dict(os.environ)
            | {
                "_SOLVER_BOT_COMPLETE": "bash_complete",
                "COMP_WORDS": words,
                "COMP_CWORD": str(number),
            },
            capture_output=True,
            text=True,
            check=True,
        )
        assert wanted in done.stdout


# The Python interface


def test_a_picture_is_read_from_a_path_an_image_and_an_array() -> None:
    pixels = load_picture(SMALL)
    image = Image.open(SMALL)
    for source in (SMALL, str(SMALL), image, pixels):
        (found,) = solver_bot.read(source)
        assert found.board.cells == TRUTH.cells


def test_advice_comes_for_a_board_and_for_a_text() -> None:
    (found,) = solver_bot.read(SMALL)
    assert solver_bot.advise(found.board) == solver_bot.advise(str(found.board))
    assert solver_bot.advise("11#\n.1#\n.11").outcome == "playing"


def test_the_annotated_picture_is_that_of_the_command(picture: Path) -> None:
    run("annotate", picture, "--odds")
    marked = load_picture(picture.with_name("picture.marked.png"))
    assert np.array_equal(solver_bot.annotate(picture, odds=True), marked)


def test_a_mine_total_can_be_given_in_python() -> None:
    (found,) = solver_bot.read(SMALL, mines=12)
    assert found.board.mines == 12
    with pytest.raises(BoardError):
        solver_bot.advise("##\n##", mines=9)


@pytest.mark.parametrize(
    "wrong",
    [np.zeros((4, 4), np.uint8), np.zeros((4, 4, 3), float), Path("missing.png"), None, b"x.png"],
)
def test_what_is_no_picture_is_refused(wrong: Any) -> None:
    with pytest.raises(PictureError):
        solver_bot.read(wrong)


def test_several_boards_are_in_reading_order() -> None:
    found = solver_bot.read(TWO_BOARDS)
    assert [one.skin.name for one in found] == ["xdemineur", "gnome-mines"]


def test_the_example_in_the_reference_runs(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    _, _, after = REFERENCE.read_text(encoding="utf-8").partition("```python\n")
    example = after.partition("```")[0]
    assert "solver_bot" in example
    shutil.copy(SAMPLES / "kmines-medium-middle.png", tmp_path / "screenshot.png")
    monkeypatch.chdir(tmp_path)
    done = subprocess.run(
        [sys.executable, "-c", example],
        env=dict(os.environ) | {"PYTHONPATH": str(REFERENCE.parents[1])},
        capture_output=True,
        text=True,
        check=True,
    )
    assert "safe" in done.stdout
    assert (tmp_path / "marked.png").exists()
