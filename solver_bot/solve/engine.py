"""Asks about the layouts of a board: Python itself at first, compiled functions once that pays.

Loading numba and what it compiled takes as long as Python needs for some dozens of expert boards.
So a command that asks about one board loads neither, and a game loads both at once. The functions
are the same ones, and so are the bits of every answer.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from importlib import import_module
from threading import current_thread, main_thread
from types import ModuleType
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from solver_bot.board import COVERED
from solver_bot.solve.signals import uninterrupted

Answer = tuple[
    int,
    NDArray[np.int64],
    NDArray[np.float64],
    NDArray[np.int64],
    NDArray[np.int64],
    float,
    int,
]
"""Status, classes, odds, safe cells, mines, layouts and bits: the fields of an ``Analysis``."""
CELLS = 20_000
"""How many cells Python looks at itself in one process: about as long as loading takes. They are
those of boards of up to ``counting.UNSCALED`` cells, and without a mine total of larger ones."""
_LARGEST = 2500
"""Cells of the largest board that Python looks at itself where the mine total is not known."""
_QUICKER = 4
"""How many times faster Python finds most contradictions than odds."""
_FEW_WORDS = 1 << 15
"""The most memory for one board that Python looks at itself; see ``counting.MOST_WORDS``."""


class Modules(NamedTuple):
    """The modules that count layouts, compiled or interpreted."""

    analysis: ModuleType
    counting: ModuleType
    frontier: ModuleType


@dataclass(slots=True)
class Engine:
    """What this process counts with.

    Attributes:
        left: how many cells Python may still look at itself.
        before_loading: called before the main thread loads compiled functions. It may wait until
            they are compiled.

    """

    left: int = CELLS
    before_loading: Callable[[], object] | None = None


ENGINE = Engine()


@lru_cache(maxsize=1)
def compiled() -> Modules:
    """The compiled modules. The first call loads numba, and what every answer needs."""
    ENGINE.left = 0
    if ENGINE.before_loading and current_thread() is main_thread():
        ENGINE.before_loading()
    found = _modules("compiled")
    covered = np.full(4, COVERED, np.uint8)
    uninterrupted(found.analysis.answer, covered, 2, 1, found.analysis.FULL, _FEW_WORDS)
    return found


@lru_cache(maxsize=1)
def interpreted() -> Modules:
    """The same modules, run by Python itself. Their constants are those of the compiled ones."""
    return _modules("interpreted")


def _modules(package: str) -> Modules:
    names = (f"solver_bot.solve.{package}.{name}" for name in Modules._fields)
    return Modules(*map(import_module, names))


def code_array(cells: bytes) -> NDArray[np.uint8]:
    """The cell codes as an array for compiled functions.

    It is a copy, because numba would compile everything a second time for a read-only array.
    """
    return np.frombuffer(bytearray(cells), np.uint8)


def analyse(cells: bytes, width: int, mines: int | None, alone: bool, most_words: int) -> Answer:
    """What the cell codes say: the fields of ``compiled.analysis.Analysis``.

    ``alone`` and ``most_words`` are as in ``compiled.analysis.analyse``.
    """
    codes = code_array(cells)
    total = -1 if mines is None else mines
    if len(cells) <= ENGINE.left and len(cells) <= _largest(mines):
        found = _interpreted(codes, width, total, alone)
        clash = found and found[0] == interpreted().counting.CONTRADICTION
        ENGINE.left -= len(cells) // (_QUICKER if clash else 1)
        if found:
            return found
    analysis = compiled().analysis
    effort = analysis.ALONE if alone else analysis.FULL
    counted: Answer = uninterrupted(analysis.answer, codes, width, total, effort, most_words)
    return counted


def _largest(mines: int | None) -> int:
    """The cells of the largest board that Python looks at itself."""
    return _LARGEST if mines is None else int(interpreted().counting.UNSCALED)


def _interpreted(codes: NDArray[np.uint8], width: int, mines: int, alone: bool) -> Answer | None:
    """The answer of Python itself; None if it would take long."""
    analysis, counting, _ = interpreted()
    effort = analysis.ALONE if alone else analysis.EASY
    with np.errstate(all="ignore"):  # compiled functions don't warn either
        status, *arrays, layouts, bits = analysis.answer(codes, width, mines, effort, _FEW_WORDS)
    if status == counting.TOO_WIDE:
        return None
    classes, odds, safe, mined = arrays
    return status, classes, odds, safe, mined, float(layouts), int(bits)
