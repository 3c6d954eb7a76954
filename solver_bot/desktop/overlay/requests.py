"""Requests of the X extensions SHAPE and Composite.

python3-xlib knows no input region and swaps arguments of SHAPE, so these are ours. The numbers are
those of the protocol specifications.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from Xlib import X
from Xlib.protocol import rq

BOUNDING, INPUT = 0, 2
"""The regions of a window: what is drawn, and what takes clicks."""
_SET = 0
_AUTOMATIC = 0
"""The server goes on drawing the window on the screen."""


class _Rectangles(rq.Request):  # type: ignore[misc] # Xlib has no types
    _request = rq.Struct(
        rq.Card8("opcode"),
        rq.Opcode(1),
        rq.RequestLength(),
        rq.Card8("operation"),
        rq.Card8("kind"),
        rq.Card8("ordering"),
        rq.Pad(1),
        rq.Window("window"),
        rq.Int16("x"),
        rq.Int16("y"),
        rq.List(
            "rects",
            rq.Struct(rq.Int16("x"), rq.Int16("y"), rq.Card16("width"), rq.Card16("height")),
        ),
    )


class _Mask(rq.Request):  # type: ignore[misc] # Xlib has no types
    _request = rq.Struct(
        rq.Card8("opcode"),
        rq.Opcode(2),
        rq.RequestLength(),
        rq.Card8("operation"),
        rq.Card8("kind"),
        rq.Pad(2),
        rq.Window("window"),
        rq.Int16("x"),
        rq.Int16("y"),
        rq.Pixmap("source", (X.NONE,)),
    )


class _Redirect(rq.Request):  # type: ignore[misc] # Xlib has no types
    _request = rq.Struct(
        rq.Card8("opcode"),
        rq.Opcode(1),
        rq.RequestLength(),
        rq.Window("window"),
        rq.Card8("update"),
        rq.Pad(3),
    )


def opcode(display: Any, extension: str) -> int | None:
    """The number of an extension's requests; None if the display lacks the extension."""
    found = display.query_extension(extension)
    return int(found.major_opcode) if found and found.present else None


def set_region(
    display: Any,
    shape: int,
    window: Any,
    kind: int,
    boxes: Sequence[tuple[int, int, int, int]],
) -> None:
    """Make a region of a window consist of these boxes: left, top, width, height."""
    _Rectangles(
        display=display.display,
        opcode=shape,
        operation=_SET,
        kind=kind,
        ordering=0,
        window=window.id,
        x=0,
        y=0,
        rects=[dict(zip(("x", "y", "width", "height"), box, strict=True)) for box in boxes],
    )


def set_mask(display: Any, shape: int, window: Any, mask: Any) -> None:
    """Draw only those pixels of a window that are 1 in the mask, a pixmap of depth 1."""
    _Mask(
        display=display.display,
        opcode=shape,
        operation=_SET,
        kind=BOUNDING,
        window=window.id,
        x=0,
        y=0,
        source=mask.id,
    )


def redirect(display: Any, composite: int, window: Any) -> None:
    """Keep a window's pixels apart from those of the windows in front of it."""
    _Redirect(display=display.display, opcode=composite, window=window.id, update=_AUTOMATIC)
