"""A virtual desktop, and real Minesweeper programs on it: the door to this folder's modules."""

from tests.real.desktop.game import Game, start_game
from tests.real.desktop.needed import TOOLS, missing, require
from tests.real.desktop.programs import (
    BUS,
    GNOME_MINES,
    KMINES,
    PROGRAMS,
    XDEMINEUR,
    Level,
    Program,
    Setup,
)
from tests.real.desktop.virtual import Desktop, Frame, on_desktop, shared_desktop
from tests.real.desktop.waiting import (
    PATIENCE,
    DesktopError,
    end_group,
    settled,
    started,
    unchanged,
    wait_until,
)

__all__ = [
    "BUS",
    "GNOME_MINES",
    "KMINES",
    "PATIENCE",
    "PROGRAMS",
    "TOOLS",
    "XDEMINEUR",
    "Desktop",
    "DesktopError",
    "Frame",
    "Game",
    "Level",
    "Program",
    "Setup",
    "end_group",
    "missing",
    "on_desktop",
    "require",
    "settled",
    "shared_desktop",
    "start_game",
    "started",
    "unchanged",
    "wait_until",
]
