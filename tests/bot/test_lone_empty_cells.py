"""Programs that open one cell a click, and may print zeros in empty ones."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import cv2
import pytest

from solver_bot.board import EMPTY, StartRule, neighbours
from solver_bot.bot import Bot, Hands, Wishes
from solver_bot.vision.reader import SkinChoice
from solver_bot.vision.skin import Skin, Template
from tests.bot.unknown import style, titled
from tests.simulated import Habits, Window
from tests.styled import behaving, styled

SIZE = 48


def with_printed_zeros(skin: Skin) -> Skin:
    """The skin with a zero in its empty cells."""
    kept = [one for one in skin.look.templates if one.code != EMPTY]
    tile = next(one.picture for one in skin.look.templates if one.code == EMPTY).copy()
    cv2.putText(tile, "0", (14, 35), cv2.FONT_HERSHEY_SIMPLEX, 0.9, (90, 90, 90), 2, cv2.LINE_AA)
    return replace(skin, look=replace(skin.look, templates=(*kept, Template(EMPTY, "", tile))))


def opening_one_a_click(scene: Window) -> Hands:
    """The hands of a program that opens nothing around an empty cell."""

    def open_one(x: float, y: float) -> None:
        cell, truth = scene.cell_at(x, y), scene.truth
        if cell is None or truth.over:
            return
        scene.clicks.append(("left", cell))
        drawn = truth.cells.copy()
        truth.open(cell)
        if not truth.over:
            drawn[cell] = truth.cells[cell]
            truth.cells = drawn
        scene.show(bytes(truth.cells))

    return replace(titled(scene, "Minesweeper"), open=open_one)


@pytest.mark.parametrize("drawn", [with_printed_zeros, lambda skin: skin], ids=["zero", "blank"])
def test_after_an_empty_cell_that_opens_alone_one_beside_it_is_opened(
    drawn: Callable[[Skin], Skin],
) -> None:
    """A mine may be an O. But the game would be over then, and a click elsewhere no better."""
    skin = behaving(drawn(styled(style("rounded"), SIZE)), start=StartRule.ZERO)
    scene = Window(skin, 9, 9, 10, seed=1, habits=Habits(size=SIZE))
    hands, wishes = opening_one_a_click(scene), Wishes(max_seconds=200)
    session = Bot(hands, SkinChoice(unknown=True), wishes).play()
    assert session.games
    first, second = (cell for _, cell in scene.clicks[:2])
    assert first is not None
    assert second in neighbours(9, 9)[first]
