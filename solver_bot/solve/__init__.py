"""The solver: from the numbers of a board to certain cells, odds and the best guess.

This package knows nothing of pixels or a screen.
"""
