"""The screen of X11, Windows and macOS: pictures of the desktop, through mss."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from contextlib import suppress
from typing import TYPE_CHECKING, Any

import numpy as np

from solver_bot.desktop.faces import ScreenFace, gone
from solver_bot.desktop.region import Picture, Region, ScreenError, View

if TYPE_CHECKING:
    import mss

__all__ = ["Picture", "Region", "Screen", "ScreenError", "View"]

NO_DISPLAY = (
    "There is no screen, because DISPLAY is not set: "
    "start solver-bot in a graphical session, or set DISPLAY to the one to use, such as :0."
)
WAYLAND = (
    "This is a Wayland session, which cannot be seen through X11: "
    "run solver-bot desktop, which says what works here and what it needs."
)
MACOS = (
    "macOS shows solver-bot nothing but the wallpaper: allow your terminal under System Settings, "
    "Privacy & Security, Screen Recording, and start the terminal again."
)


class Screen(ScreenFace):
    """A connection to the desktop. It stays open, because opening costs as much as ten captures.

    Raises:
        ScreenError: there is no display, it cannot be reached, it is a Wayland session, or the
            system does not permit captures.

    """

    def __init__(self) -> None:
        self._capture = _open()
        try:
            found = [_region(entry) for entry in self._capture.monitors]
            self.desktop = found[0]
            self._monitors = tuple(found[1:] or found)
            if (is_wayland() or _is_xwayland(self._capture)) and not self.grab().any():
                raise ScreenError(WAYLAND)
        except BaseException:
            self.close()
            raise

    def close(self) -> None:
        """Close the connection. It may be closed already, or the desktop may have gone."""
        with suppress(Exception):
            self._capture.close()

    def monitors(self) -> tuple[Region, ...]:
        """All monitors, number 1 first."""
        return self._monitors

    def grab(self, region: Region | None = None) -> Picture:
        """Capture ``region``, or the whole desktop.

        Raises:
            ScreenError: the region is not on the desktop, or the desktop has gone.

        """
        import cv2

        wanted = self.on_desktop(region)
        try:
            shot = self._capture.grab((wanted.left, wanted.top, wanted.right, wanted.bottom))
        except Exception as error:  # if the server dies, mss fails with an AssertionError
            raise ScreenError(gone(error)) from error
        return np.asarray(cv2.cvtColor(np.asarray(shot), cv2.COLOR_BGRA2BGR), dtype=np.uint8)


def is_wayland() -> bool:
    """Whether the environment says that this is a Wayland session."""
    return bool(
        os.environ.get("WAYLAND_DISPLAY") or os.environ.get("XDG_SESSION_TYPE") == "wayland"
    )


def xwayland_monitors() -> tuple[Region, ...]:
    """The whole X screen and its monitors; none if the X server does not belong to Wayland.

    Raises:
        ScreenError: there is no X server, or it cannot be reached.

    """
    capture = _open()
    try:
        found = tuple(_region(entry) for entry in capture.monitors)
        return found if _is_xwayland(capture) else ()
    finally:
        capture.close()


def _is_xwayland(capture: mss.MSS) -> bool:
    """Whether the X server belongs to Wayland. Its captures are black, and do not fail."""
    outputs = [_entry(monitor, "output") or "" for monitor in capture.monitors]
    return any(str(name).startswith("XWAYLAND") for name in outputs)


def missing_display() -> str | None:
    """Why the environment names no screen, as a sentence that says what to do; None if it does."""
    if sys.platform in {"darwin", "win32"} or os.environ.get("DISPLAY"):
        return None
    return WAYLAND if is_wayland() else NO_DISPLAY


def unreachable_display() -> str:
    """The error message for a screen that is named but does not answer."""
    return (
        f"The X server {os.environ.get('DISPLAY', '')} cannot be reached: start it and allow this "
        "user on it (XAUTHORITY), or set DISPLAY to the one to use."
    )


def claim_pixels() -> None:
    """On Windows, make this process count in true pixels before another library decides."""
    if sys.platform == "win32":
        _open().close()


def _open() -> mss.MSS:
    if problem := missing_display():
        raise ScreenError(problem)
    if sys.platform == "darwin" and not _may_record():
        raise ScreenError(MACOS)
    import mss

    try:
        return mss.MSS()
    except (mss.ScreenShotError, OSError) as error:
        if "connect" in str(error).lower():
            raise ScreenError(unreachable_display()) from error
        raise ScreenError(f"The screen cannot be captured: {error}.") from error


def _may_record() -> bool:
    """Whether macOS lets this program see other windows; True if macOS cannot be asked."""
    import ctypes

    try:
        graphics = ctypes.CDLL("/System/Library/Frameworks/CoreGraphics.framework/CoreGraphics")
        ask = graphics.CGPreflightScreenCaptureAccess
    except (OSError, AttributeError):
        return True
    ask.restype = ctypes.c_bool
    return bool(ask())


def _entry(monitor: Any, name: str) -> Any:
    """One entry of a monitor, which is a mapping in mss 10 and an object in mss 11."""
    return monitor.get(name) if isinstance(monitor, Mapping) else getattr(monitor, name, None)


def _region(monitor: Any) -> Region:
    left, top, width, height = (
        int(_entry(monitor, name)) for name in ("left", "top", "width", "height")
    )
    return Region(left, top, width, height)
