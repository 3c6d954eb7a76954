"""The window of ``replay``: it shows a record of a game, and obeys its keys."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import numpy as np
import pytest

from solver_bot.bot import Bot
from solver_bot.desktop.screen import Picture, Region, Screen
from solver_bot.live.recording import Recorder, replay
from solver_bot.live.replaying import frames
from solver_bot.vision.reader import SkinChoice
from solver_bot.vision.skin_files import named_skin, shipped_skins
from tests.real.desktop import Desktop, end_group, settled, wait_until
from tests.simulated import Window

TITLE = "solver-bot: replay"


@pytest.fixture(scope="module")
def shown(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, list[Picture]]:
    """The record of a game of the bot, and its decisions as pictures."""
    folder = tmp_path_factory.mktemp("record")
    scene = Window(named_skin("kmines"), 9, 9, 10, seed=1)
    with Recorder(folder) as recorder:
        Bot(scene.hands(), SkinChoice.of(shipped_skins()), tell=recorder.note).play()
    return folder, [frame.picture for frame in frames(list(replay(folder)))]


@pytest.fixture
def window(desktop: Desktop, shown: tuple[Path, list[Picture]]) -> Iterator[Region]:
    """The window, in front, at the first decision. It would stay there for a minute."""
    command = [sys.executable, "-m", "solver_bot", "replay", str(shown[0]), "--delay", "60000"]
    process = desktop.start(command)
    try:
        found = wait_until(lambda: window_of(desktop), "the window")
        desktop.focus(found)
        desktop.park()
        yield desktop.window_region(found)
    finally:
        end_group(process)


def window_of(desktop: Desktop) -> str | None:
    return next((one for one, title in desktop.windows().items() if title == TITLE), None)


def number_shown(screen: Screen, window: Region, pictures: list[Picture]) -> int | None:
    """Which of the pictures the window shows; None if it shows none of them."""
    seen = screen.grab(window)
    for number, picture in enumerate(pictures):
        tall, wide = picture.shape[:2]
        left = (seen.shape[1] - wide) // 2
        if np.array_equal(seen[:tall, left : left + wide], picture):
            return number
    return None


def is_shown(screen: Screen, window: Region, pictures: list[Picture], number: int) -> bool:
    return number_shown(screen, window, pictures) == number


def test_arrow_keys_step_through_the_decisions(
    desktop: Desktop, screen: Screen, window: Region, shown: tuple[Path, list[Picture]]
) -> None:
    _, pictures = shown
    at = 0
    for key, step in (("Right", 1), ("Right", 1), ("Left", -1), ("Left", -1), ("Left", 0)):
        wait_until(partial(is_shown, screen, window, pictures, at), "the decision")
        desktop.run("xdotool", "key", key)
        at += step
    wait_until(lambda: number_shown(screen, window, pictures) == 0, "the first decision")


def test_space_says_that_it_is_paused_and_how_to_go_on(
    desktop: Desktop, screen: Screen, window: Region
) -> None:
    before = settled(screen, window)
    desktop.run("xdotool", "key", "space")  # the window must not become wider by what it says then
    wait_until(lambda: not np.array_equal(screen.grab(window), before), "the pause")
    desktop.run("xdotool", "key", "space")
    wait_until(lambda: np.array_equal(screen.grab(window), before), "the end of the pause")


def test_escape_closes_it(desktop: Desktop, window: Region) -> None:
    desktop.run("xdotool", "key", "Escape")
    wait_until(lambda: window_of(desktop) is None, "the end of the window")


def test_it_goes_on_by_itself(
    desktop: Desktop, screen: Screen, shown: tuple[Path, list[Picture]]
) -> None:
    folder, pictures = shown
    command = [sys.executable, "-m", "solver_bot", "replay", str(folder), "--delay", "100"]
    process = desktop.start(command)
    try:
        found = wait_until(lambda: window_of(desktop), "the window")
        last = len(pictures) - 1

        def is_last() -> bool:
            return number_shown(screen, desktop.window_region(found), pictures) == last

        wait_until(is_last, "the last decision")
    finally:
        end_group(process)
