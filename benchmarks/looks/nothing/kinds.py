"""All kinds of things, by name."""

from __future__ import annotations

from benchmarks.looks.nothing import (
    arcade,
    boards,
    calendars,
    charts,
    coloured,
    desktop,
    devices,
    figures,
    numbered,
    pages,
    panels,
    patterns,
    pencil,
    pieces,
    puzzles,
    tables,
    tilings,
)
from benchmarks.looks.nothing.studio import Kind

_NEAR = (
    *(tables, calendars, figures, puzzles, pencil, coloured),
    *(boards, numbered, arcade, pieces, devices, tilings),
)
_FAR = (desktop, pages, panels, charts, patterns)

NEAR: dict[str, Kind] = {name: kind for module in _NEAR for name, kind in module.KINDS.items()}
"""Things with cells or numbers, as Minesweeper has."""
FAR: dict[str, Kind] = {name: kind for module in _FAR for name, kind in module.KINDS.items()}
"""What else is on screens."""
LIKE_A_NEW_GAME = patterns.LIKE_A_NEW_GAME | panels.LIKE_A_NEW_GAME
"""Plain grids without anything else. A new game of Minesweeper may look the same."""
KINDS = NEAR | FAR | LIKE_A_NEW_GAME
