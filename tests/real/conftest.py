"""The virtual desktop, and real programs on it that end with the test that started them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from typing import Protocol

import pytest

from solver_bot.desktop.screen import Screen
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
    """What the fixture ``start`` gives: ``start_game`` on the virtual desktop."""

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
    """The virtual desktop, as the one that this process sees and clicks on."""
    require()
    with on_desktop(shared_desktop()) as shared:
        yield shared


@pytest.fixture
def screen(desktop: Desktop) -> Iterator[Screen]:
    """The virtual desktop's pictures."""
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
    """Start programs on the virtual desktop; they end with the test."""
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
