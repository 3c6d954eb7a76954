"""Fixtures: the virtual desktop, and real programs on it that end with their test."""

from __future__ import annotations

import re
from collections.abc import Generator, Iterator
from contextlib import ExitStack
from typing import Protocol

import pytest

from solver_bot.desktop.screen import Screen
from solver_bot.vision.extract import read
from solver_bot.vision.picture import save_picture
from solver_bot.vision.skin_files import shipped_skins
from tests.real.desktop import (
    PROGRAMS,
    Desktop,
    Game,
    Level,
    Program,
    on_desktop,
    require,
    shared_desktop,
    start_game,
)


class Start(Protocol):
    """The fixture ``start``: ``start_game`` on the virtual desktop."""

    def __call__(
        self,
        program: Program,
        level: Level,
        size: tuple[int, int] | None = None,
        corner: tuple[int, int] = (60, 60),
        *,
        animated: bool = False,
    ) -> Game: ...


@pytest.fixture(scope="module")
def desktop() -> Iterator[Desktop]:
    """The virtual desktop. This process captures it and clicks on it."""
    require()
    with on_desktop(shared_desktop()) as shared:
        yield shared


@pytest.fixture
def screen(desktop: Desktop) -> Iterator[Screen]:
    """The screen of the virtual desktop."""
    with Screen() as opened:
        yield opened


@pytest.fixture(params=PROGRAMS)
def program(request: pytest.FixtureRequest) -> Program:
    """Each of the real programs in turn."""
    found = PROGRAMS[request.param]
    require(found)
    return found


@pytest.fixture
def start(desktop: Desktop) -> Iterator[Start]:
    """Start programs on the virtual desktop. They end with the test."""
    with ExitStack() as ends:

        def begin(
            program: Program,
            level: Level,
            size: tuple[int, int] | None = None,
            corner: tuple[int, int] = (60, 60),
            *,
            animated: bool = False,
        ) -> Game:
            require(program)
            game = start_game(desktop, program, level, size, corner, animated=animated)
            ends.callback(game.close)
            return game

        yield begin


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Function, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Save a picture of the desktop when a test fails, and describe it in the report."""
    report = yield
    if report.failed and report.when == "call" and "desktop" in item.fixturenames:
        report.sections.append(("desktop", _desktop_in_words(item)))
    return report


def _desktop_in_words(item: pytest.Function) -> str:
    folder = item.config.rootpath / ".pytest_cache" / "desktops"
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{re.sub(r'[^A-Za-z0-9]+', '-', item.name).strip('-')}.png"
    try:
        with Screen() as screen:
            picture = screen.grab()
        save_picture(path, picture)
        windows = list(shared_desktop().windows().values())
        seen = read(picture, shipped_skins())
    except Exception as error:  # the failure to report is the test's own
        return f"{type(error).__name__}: {error}"
    boards = [f"{one.skin.name} at {one.lattice.box(0)}\n{one.board}" for one in seen]
    return "\n".join([f"picture: {path.relative_to(item.config.rootpath)}", *windows, *boards])
