"""Boards, advice and skins as plain values, for ``--json``."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from solver_bot.board import Board

if TYPE_CHECKING:
    from solver_bot.solve.advice import Advice
    from solver_bot.vision.extract import Extraction
    from solver_bot.vision.skin import Skin


def plain_facts(board: Board) -> dict[str, Any]:
    """A board with its cells in the text notation."""
    return {
        "columns": board.width,
        "rows": board.height,
        "mines": board.mines,
        "cells": board.rows(),
    }


def board_facts(path: Path, extraction: Extraction) -> dict[str, Any]:
    """A board that was read from a picture, and its place in the picture in pixels."""
    lattice = extraction.lattice
    return {
        "picture": str(path),
        "skin": extraction.skin.name,
        "left": round(lattice.left, 2),
        "top": round(lattice.top, 2),
        "cell_width": round(lattice.cell_width, 3),
        "cell_height": round(lattice.cell_height, 3),
        **plain_facts(extraction.board),
        "confidence": round(extraction.confidence, 4),
    }


def advice_facts(advice: Advice, reasons: Mapping[int, str] | None = None) -> dict[str, Any]:
    """The advice for a board, with the reasons if they are given."""
    guess = advice.guess
    facts: dict[str, Any] = {
        "safe": list(advice.safe),
        "mine": list(advice.mines),
        "guess": {"cell": guess.cell, "odds": guess.odds} if guess else None,
        "odds": list(advice.odds),
        "outcome": str(advice.outcome),
    }
    if reasons is not None:
        facts["reasons"] = {str(cell): why for cell, why in reasons.items()}
    return facts


def skin_facts(skin: Skin) -> dict[str, Any]:
    """A skin: what its file says about the program, and which cell states it lacks.

    A level's mines are None if programs of this skin also use other totals at its size.
    """
    from solver_bot.vision.learned import missing_states

    return {
        "name": skin.name,
        "title": skin.program.title,
        "source": skin.program.source,
        "licence": skin.program.licence,
        "start": str(skin.program.start),
        "new_game": skin.program.new_game,
        "learned": skin.learned,
        "missing": missing_states(skin),
        "levels": [
            {
                "name": v.name,
                "columns": v.columns,
                "rows": v.rows,
                "mines": skin.program.mines(v.columns, v.rows),
            }
            for v in skin.program.levels
        ],
    }
