"""Helpers for tests in which a bot plays a simulated window."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from solver_bot.board import (
    COVERED,
    Board,
    parse_board,
)
from solver_bot.bot import (
    Bot,
    Decided,
    Ended,
    Event,
    Result,
    Session,
    Wishes,
)
from solver_bot.solve.odds import odds
from solver_bot.vision.arrays import Codes
from solver_bot.vision.reader import SkinChoice
from solver_bot.vision.skin_files import named_skin, shipped_skins
from tests.simulated import Habits, Window

USUAL = Habits()
SKINS = [skin.name for skin in shipped_skins()]


SMALL = (9, 9, 10)


def window(
    name: str = "xdemineur",
    level: tuple[int, int, int] = SMALL,
    seed: int = 1,
    habits: Habits = USUAL,
) -> Window:
    return Window(named_skin(name), *level, seed=seed, habits=habits)


def play_before_the_solver(scene: Window, answers: int) -> tuple[Session, list[Event], int]:
    """Play with a solver that becomes ready after the bot has asked for it ``answers`` times.

    Also returns how many cells were opened by then.
    """
    told: list[Event] = []
    asked = opened = 0

    def can_count() -> bool:
        nonlocal asked, opened
        asked += 1
        if asked <= answers:
            opened = len(scene.clicks)
        return asked > answers

    hands = replace(scene.hands(), can_count=can_count)
    session = Bot(
        hands, SkinChoice.of(shipped_skins()), Wishes(mines=scene.level[2]), told.append
    ).play()
    return session, told, opened


def play(scene: Window, **wishes: object) -> tuple[Session, Sequence[Event]]:
    """Play with the mine total given, and keep the bot's events."""
    told: list[Event] = []
    wanted = Wishes(**{"mines": scene.level[2]} | wishes)  # type: ignore[arg-type] # any wish
    session = Bot(scene.hands(), SkinChoice.of(shipped_skins()), wanted, told.append).play()
    return session, told


def decisions(told: Sequence[Event]) -> list[Decided]:
    return [event for event in told if isinstance(event, Decided)]


def odds_safe(board: Board) -> bool:
    """Whether anything on the board is certainly safe."""
    fresh = board.cells.count(COVERED) == len(board.cells)
    return not fresh and bool(odds(board).safe)


def ends(scene: Window, **wishes: object) -> tuple[Session, list[tuple[Result, bool]]]:
    """Play. Also returns each game's result as the bot reports it, and whether it was truly won."""
    said: list[tuple[Result, bool]] = []

    def tell(event: Event) -> None:
        if isinstance(event, Ended):
            said.append((event.result.result, scene.truth.won))

    wanted = Wishes(**{"mines": scene.level[2]} | wishes)  # type: ignore[arg-type] # any wish
    return Bot(scene.hands(), SkinChoice.of(shipped_skins()), wanted, tell).play(), said


def codes(text: str) -> Codes:
    board = parse_board(text)
    return np.frombuffer(board.cells, np.uint8).reshape(board.height, board.width)
