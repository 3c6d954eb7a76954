"""Trains the nets that read boards (solver_bot/vision/boards)."""
