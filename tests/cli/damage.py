"""Partly hidden boards, and checks of the marks on them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from solver_bot.solve.advice import advise as exact_advice
from solver_bot.vision.arrays import Picture
from tests.cli.running import BAD_BOARD, NO_BOARD, SAMPLES, Run, run, sample, sample_board, save


@dataclass(frozen=True, slots=True)
class Whole:
    """An undamaged sample: its picture, where its cells are, and what its true board proves."""

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
    """Every mark that the true board does not prove.

    ``left`` and ``top`` are where the damaged picture begins in the sample.
    """
    wrong = []
    for facts in found:
        for what, allowed in (("safe", true.safe), ("mine", true.mines)):
            for cell in facts[what]:
                x, y = middle(facts, cell)
                if true.cell_at(x + left, y + top) not in allowed:
                    wrong.append(f"{what} at {x:.0f},{y:.0f}")
    return wrong


def advise(picture: Picture, folder: Path) -> Run:
    """Run annotate with --json. It writes its picture beside the input."""
    return run("annotate", "--json", save(folder / "picture.png", picture))


def assert_told(told: Run, true: Whole, left: int = 0, top: int = 0) -> None:
    """Check that the damage is reported, no mark is wrong, and no mine total is made up."""
    assert unproved(told.boards, true, left, top) == []
    assert told.code in {NO_BOARD, BAD_BOARD}
    assert told.err
    assert all(facts["mines"] in {None, true.facts["mines"]} for facts in told.boards)
