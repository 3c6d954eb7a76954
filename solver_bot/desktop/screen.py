"""The screen: pictures of the desktop, and the mouse points that belong to their pixels.

The mouse counts in points, and pictures count in pixels. On most desktops a point is a pixel, but
not on a scaled desktop. The ratio is therefore measured for every picture: pixels captured divided
by points requested.
"""

from __future__ import annotations

import math
import os
import sys
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from types import TracebackType
from typing import TYPE_CHECKING, Any, Self, TypeAlias

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    import mss

Picture: TypeAlias = NDArray[np.uint8]
"""(height, width, 3) bytes; the channels are blue, green, red."""

NO_DISPLAY = (
    "There is no screen, because DISPLAY is not set: "
    "start solver-bot in a graphical session, or set DISPLAY to the one to use, such as :0."
)
WAYLAND = (
    "This is a Wayland session, in which no program can see or click the windows of another: "
    'log out and choose an X11 session ("Xorg") at the login screen.'
)
MACOS = (
    "macOS shows solver-bot nothing but the wallpaper: allow your terminal under System Settings, "
    "Privacy & Security, Screen Recording, and start the terminal again."
)


class ScreenError(RuntimeError):
    """The screen cannot be captured. The message is one sentence that tells the user what to do."""


@dataclass(frozen=True, slots=True)
class Region:
    """A rectangle of the desktop, in mouse points.

    Points left of the main monitor or above it have negative coordinates.

    Raises:
        ScreenError: the rectangle is less than one point wide or high.

    """

    left: int
    top: int
    width: int
    height: int

    def __post_init__(self) -> None:
        if min(self.width, self.height) < 1:
            raise ScreenError(
                f"A region of {self.width} x {self.height} points is empty: "
                "give it a width and a height of at least 1."
            )

    def __str__(self) -> str:
        return f"{self.left},{self.top},{self.width},{self.height}"

    @property
    def right(self) -> int:
        """The first point beyond the right edge."""
        return self.left + self.width

    @property
    def bottom(self) -> int:
        """The first point below the bottom edge."""
        return self.top + self.height

    def holds(self, other: Region) -> bool:
        """Whether ``other`` lies entirely in this region."""
        across = self.left <= other.left and other.right <= self.right
        return across and self.top <= other.top and other.bottom <= self.bottom


@dataclass(frozen=True, slots=True)
class View:
    """The place of a picture on the desktop: the region that it shows, and its scale.

    Attributes:
        region: what the picture shows.
        across: pixels per mouse point, horizontally.
        down: pixels per mouse point, vertically.

    """

    region: Region
    across: float
    down: float

    @classmethod
    def of(cls, region: Region, picture: Picture) -> View:
        """The view of a picture that was captured from ``region``."""
        height, width = picture.shape[:2]
        return cls(region, width / region.width, height / region.height)

    def point(self, x: float, y: float) -> tuple[int, int]:
        """The mouse point at the pixel (``x``, ``y``) of the picture."""
        return (
            self.region.left + math.floor((x + 0.5) / self.across),
            self.region.top + math.floor((y + 0.5) / self.down),
        )

    def pixel(self, x: float, y: float) -> tuple[int, int]:
        """The first pixel of the picture at the mouse point (``x``, ``y``)."""
        return (
            math.floor((x - self.region.left) * self.across),
            math.floor((y - self.region.top) * self.down),
        )

    def part(self, left: int, top: int, width: int, height: int) -> Region:
        """The smallest region that contains a rectangle of the picture's pixels."""
        x, y = math.floor(left / self.across), math.floor(top / self.down)
        right = math.ceil((left + width) / self.across)
        bottom = math.ceil((top + height) / self.down)
        return Region(self.region.left + x, self.region.top + y, right - x, bottom - y)


class Screen:
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
            """All monitors together."""
            self._monitors = tuple(found[1:] or found)
            if self._may_be_wayland() and not self.grab().any():
                raise ScreenError(WAYLAND)
        except BaseException:
            self.close()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """Close the connection. It may be closed already, or the desktop may have gone."""
        with suppress(Exception):
            self._capture.close()

    def monitors(self) -> tuple[Region, ...]:
        """All monitors, number 1 first."""
        return self._monitors

    def monitor(self, number: int) -> Region:
        """The monitor with this number, counted from 1.

        Raises:
            ScreenError: there is no such monitor.

        """
        if not 1 <= number <= len(self._monitors):
            raise ScreenError(
                f"There is no monitor {number}: choose one from 1 to {len(self._monitors)}."
            )
        return self._monitors[number - 1]

    def grab(self, region: Region | None = None) -> Picture:
        """Capture ``region``, or the whole desktop.

        Raises:
            ScreenError: the region is not on the desktop, or the desktop has gone.

        """
        import cv2

        wanted = self.desktop if region is None else region
        if not self.desktop.holds(wanted):
            raise ScreenError(
                f"The region {wanted} is not on the desktop, which is {self.desktop} "
                "(left, top, width, height): choose one inside it."
            )
        try:
            shot = self._capture.grab((wanted.left, wanted.top, wanted.right, wanted.bottom))
        except Exception as error:  # if the server dies, mss fails with an AssertionError
            raise ScreenError(_gone(error)) from error
        return np.asarray(cv2.cvtColor(np.asarray(shot), cv2.COLOR_BGRA2BGR), dtype=np.uint8)

    def view(self, region: Region | None = None) -> View:
        """Capture ``region``, or the whole desktop, and measure the view of such pictures."""
        wanted = self.desktop if region is None else region
        return View.of(wanted, self.grab(wanted))

    def _may_be_wayland(self) -> bool:
        """Whether the X server may belong to Wayland. Its captures are black, and do not fail."""
        outputs = [_entry(monitor, "output") or "" for monitor in self._capture.monitors]
        return is_wayland() or any(str(name).startswith("XWAYLAND") for name in outputs)


def is_wayland() -> bool:
    """Whether the environment says that this is a Wayland session."""
    return bool(
        os.environ.get("WAYLAND_DISPLAY") or os.environ.get("XDG_SESSION_TYPE") == "wayland"
    )


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


def _gone(error: Exception) -> str:
    detail = " ".join(str(error).split()) or type(error).__name__
    return (
        f"The screen can no longer be captured ({detail}): see that the graphical session is "
        "still there, and start solver-bot again."
    )


def _entry(monitor: Any, name: str) -> Any:
    """One entry of a monitor, which is a mapping in mss 10 and an object in mss 11."""
    return monitor.get(name) if isinstance(monitor, Mapping) else getattr(monitor, name, None)


def _region(monitor: Any) -> Region:
    left, top, width, height = (
        int(_entry(monitor, name)) for name in ("left", "top", "width", "height")
    )
    return Region(left, top, width, height)
