"""A simulated Minesweeper window: a board drawn in a skin, and the game behind it.

The window has a simulated clock. Only captures, clicks and waits advance it, so that every test
with it is repeatable.
"""

from tests.simulated.game import Truth
from tests.simulated.habits import Habits
from tests.simulated.window import CAPTURE, CLICK, GREY, Window

__all__ = ["CAPTURE", "CLICK", "GREY", "Habits", "Truth", "Window"]
