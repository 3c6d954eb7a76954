"""What a display has to offer for marks over a game: two extensions and 24-bit colour."""

from __future__ import annotations

from typing import Any

from solver_bot.desktop.overlay.connection import connect
from solver_bot.desktop.overlay.face import OverlayError
from solver_bot.desktop.overlay.requests import opcode


def check(name: str) -> None:
    """Check that a display offers all that an overlay needs.

    Raises:
        OverlayError: it does not, or it can't be opened.

    """
    display = connect(name)
    try:
        extensions(display)
    finally:
        display.close()


def extensions(display: Any) -> tuple[int, int]:
    """The numbers of the extensions SHAPE and Composite."""
    found = opcode(display, "SHAPE"), opcode(display, "Composite")
    if found[0] is None or found[1] is None:
        lacking = "SHAPE" if found[0] is None else "Composite"
        raise OverlayError(
            f"This display lacks the {lacking} extension, so no marks can be drawn over a game."
        )
    info = display.display.info
    odd = info.image_byte_order or info.bitmap_format_bit_order
    if odd or display.screen().root_depth != 24:
        raise OverlayError("Marks can be drawn over a game on displays of 24-bit colour only.")
    return found[0], found[1]
