"""``annotate`` of what is on the screen, and of what was copied."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from solver_bot.desktop.screen import Screen
from solver_bot.vision.picture import load_picture, save_picture
from tests.real.conftest import Start
from tests.real.desktop import KMINES, Desktop, Game
from tests.real.marked import opened


@pytest.fixture
def game(start: Start, desktop: Desktop, screen: Screen) -> Game:
    """A game with some open cells."""
    begun = start(KMINES, KMINES.level("Medium"))
    opened(desktop, screen)
    return begun


def annotate(folder: Path, *options: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "solver_bot", "annotate", *options],
        cwd=folder,
        env=dict(os.environ) | {"PYTHONPATH": str(Path(__file__).resolve().parents[2])},
        capture_output=True,
        text=True,
        check=False,
    )


def test_the_screen_is_annotated(game: Game, tmp_path: Path, screen: Screen) -> None:
    done = annotate(tmp_path, "--screen")
    assert done.returncode == 0, done.stderr
    assert "The board on the screen (kmines)" in done.stdout
    height, width = load_picture(tmp_path / "screen.marked.png").shape[:2]
    window = game.region()
    assert window.width < width < window.width + 60
    assert window.height < height < screen.grab().shape[0]


def test_a_part_of_the_screen_is_annotated_as_it_is(game: Game, tmp_path: Path) -> None:
    window = game.region()
    part = f"{window.left},{window.top},{window.width},{window.height}"
    assert annotate(tmp_path, "--screen", "--region", part).returncode == 0
    assert load_picture(tmp_path / "screen.marked.png").shape[1] == window.width


def test_boards_are_told_by_their_place_on_the_desktop(game: Game, tmp_path: Path) -> None:
    (board,) = json.loads(annotate(tmp_path, "--screen", "--json").stdout)["boards"]
    window = game.region()
    assert window.left < board["left"] < window.right
    assert window.top < board["top"] < window.bottom


def test_a_way_to_see_the_desktop_can_be_chosen(game: Game, tmp_path: Path) -> None:
    assert annotate(tmp_path, "--screen", "--backend=x11").returncode == 0
    assert game
    refused = annotate(tmp_path, "--screen", "--backend=xwayland")
    assert refused.returncode == 6
    assert "does not belong to a Wayland desktop" in refused.stderr


@contextmanager
def copied(file: Path) -> Iterator[None]:
    """A file in the clipboard, as a picture."""
    copier = subprocess.Popen(
        ["xclip", "-selection", "clipboard", "-t", "image/png", "-quiet", str(file)],
        stdin=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        yield
    finally:
        copier.terminate()
        copier.wait()


def test_the_copied_picture_is_annotated(game: Game, tmp_path: Path, screen: Screen) -> None:
    picture = tmp_path / "copied.png"
    save_picture(picture, screen.grab(game.region()))
    with copied(picture):
        done = annotate(tmp_path, "--clipboard", "-o", "out.png")
    assert done.returncode == 0, done.stderr
    assert "The board in the clipboard (kmines)" in done.stdout
    assert load_picture(tmp_path / "out.png").shape[1] == game.region().width


def test_an_empty_clipboard_is_said_so(desktop: Desktop, tmp_path: Path) -> None:
    done = annotate(tmp_path, "--clipboard")
    assert desktop
    assert done.returncode == 2
    assert "copy a screenshot first" in done.stderr
    assert list(tmp_path.iterdir()) == []


def test_what_was_copied_and_is_no_picture_is_said_so_in_plain_words(
    desktop: Desktop, tmp_path: Path
) -> None:
    text = tmp_path / "text"
    text.write_text("no picture", encoding="utf-8")
    with copied(text):
        done = annotate(tmp_path, "--clipboard")
    assert desktop
    assert done.returncode == 2
    assert (
        "The clipboard holds no picture that can be read: copy a screenshot first." in done.stderr
    )
    assert "object at" not in done.stderr


def test_without_its_tool_the_clipboard_is_refused_in_a_sentence(
    desktop: Desktop, tmp_path: Path
) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "solver_bot", "annotate", "--clipboard"],
        cwd=Path(__file__).resolve().parents[2],
        env=dict(os.environ) | {"PATH": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert desktop
    assert done.returncode == 2
    assert "install xclip" in done.stderr
