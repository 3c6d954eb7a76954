"""Minesweeper itself: the rules, the mines, help for the player and the text game.

This package knows nothing of pixels or a screen.
"""
