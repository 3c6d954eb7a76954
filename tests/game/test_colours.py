"""The boards of the text game in colour: the same text, with colours in a terminal only."""

from __future__ import annotations

import io
import re

import pytest

from solver_bot.board import parse_board
from solver_bot.game.colours import coloured, wants_colours
from solver_bot.game.text import drawn

BOARD = parse_board("""
    .1#
    .2F
    .1*
""")


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_without_its_colours_the_text_is_the_same() -> None:
    text = f"{drawn(BOARD, {2: 's'})}\n3 mines left. Row 0 10 is a mine."
    assert re.sub(r"\x1b\[[0-9;]*m", "", coloured(text)) == text


def test_safe_cells_and_mines_have_different_colours() -> None:
    safe, mine = (coloured(drawn(BOARD, {2: mark})) for mark in "sm")
    assert "\x1b[1;32m s\x1b[0m" in safe
    assert "\x1b[1;31m m\x1b[0m" in mine


def test_only_rows_of_boards_are_coloured() -> None:
    for line in ("  0 1 2", "3 mines left", "0 1 is safe: the 1 at row 2, column 3", ""):
        assert coloured(line) == line


def test_colours_are_for_terminals_only(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NO_COLOR", raising=False)
    assert wants_colours(Terminal())
    assert not wants_colours(io.StringIO())
    monkeypatch.setenv("NO_COLOR", "1")
    assert not wants_colours(Terminal())
