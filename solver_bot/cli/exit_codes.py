"""The numbers that commands end with, a contract: scripts depend on them."""

DONE, WRONG_CERTAIN, WRONG_USE, NO_BOARD, BAD_BOARD, STOPPED, NO_SCREEN = range(7)
"""Exit codes. ``WRONG_CERTAIN`` means that a cell called safe was a mine, which is a defect."""
