"""Fixtures: a headless sway for a whole file, and real programs on it that end with their test."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from typing import Protocol

import pytest

from tests.real.desktop import Level, Program
from tests.wayland.sway import Sway, SwayGame, on_sway, require, start_game


class Start(Protocol):
    """The fixture ``start``: ``start_game`` on the headless sway."""

    def __call__(
        self, program: Program, level: Level, corner: tuple[int, int] = (60, 60), **more: str
    ) -> SwayGame: ...


@pytest.fixture(scope="module")
def sway() -> Iterator[Sway]:
    """A headless sway. This process sees and uses its desktop."""
    require()
    compositor = Sway()
    try:
        with on_sway(compositor):
            yield compositor
    finally:
        compositor.close()


@pytest.fixture
def start(sway: Sway) -> Iterator[Start]:
    """Start programs on the headless sway. They end with the test."""
    with ExitStack() as ends:

        def begin(
            program: Program, level: Level, corner: tuple[int, int] = (60, 60), **more: str
        ) -> SwayGame:
            require(program)
            game = start_game(sway, program, level, corner, **more)
            ends.callback(game.close)
            return game

        yield begin
