"""Minesweeper itself. Nothing here knows pixels or a screen."""
