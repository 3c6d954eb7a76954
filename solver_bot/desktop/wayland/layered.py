"""What compositors with layer-shell have in common: the sentry and the marks."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import Any

from solver_bot.desktop.overlay.face import Overlay, OverlayError
from solver_bot.desktop.overlay.on_screen import ScreenOverlay
from solver_bot.desktop.overlay.opening import Overlays, Seen
from solver_bot.desktop.region import Region, View
from solver_bot.desktop.virtual_mouse import NoSentry, Sentry
from solver_bot.desktop.wayland.connection import Connection, WaylandError
from solver_bot.desktop.wayland.marks import LayerCanvas
from solver_bot.desktop.wayland.protocols import LAYERS
from solver_bot.desktop.wayland.sentry import LayerSentry


def has_layers(connection: Connection) -> bool:
    """Whether the compositor offers layer-shell."""
    return LAYERS.name in connection.offered


def sentry(
    connection: Connection, seat: Any, desktop: Region, nudge: Callable[[], object]
) -> Sentry:
    """What notices that the player takes the mouse; without layer-shell it notices nothing."""
    with suppress(WaylandError):
        return LayerSentry(connection, seat, desktop, nudge)
    return NoSentry()


def layer_overlays(connection: Connection) -> Overlays:
    """The marks of a compositor, by layer-shell."""

    def open_overlay(board: Region, view: View, seen: Seen) -> Overlay:
        _check(connection)
        return ScreenOverlay(lambda place: LayerCanvas(connection, place, view), board, view, seen)

    return Overlays(open_overlay, lambda: _check(connection))


def _check(connection: Connection) -> None:
    if not has_layers(connection):
        raise OverlayError(
            "This compositor does not offer layer-shell, so no marks can be drawn over a game."
        )
