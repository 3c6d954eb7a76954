"""What every backend of the desktop offers: a screen and a mouse, with these faces."""

from __future__ import annotations

from abc import ABC, abstractmethod
from types import TracebackType
from typing import Protocol, Self

from solver_bot.desktop.region import Picture, Region, ScreenError, View


class ScreenFace(ABC):
    """A connection to the screen.

    Attributes:
        desktop: all monitors together.

    """

    desktop: Region

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    @abstractmethod
    def close(self) -> None:
        """Close the connection. It may be closed already, or the desktop may have gone."""

    @abstractmethod
    def monitors(self) -> tuple[Region, ...]:
        """All monitors, number 1 first."""

    @abstractmethod
    def grab(self, region: Region | None = None) -> Picture:
        """Capture ``region``, or the whole desktop.

        Raises:
            ScreenError: the region is not on the desktop, or the desktop has gone.

        """

    def monitor(self, number: int) -> Region:
        """The monitor with this number, counted from 1.

        Raises:
            ScreenError: there is no such monitor.

        """
        found = self.monitors()
        if not 1 <= number <= len(found):
            raise ScreenError(f"There is no monitor {number}: choose one from 1 to {len(found)}.")
        return found[number - 1]

    def view(self, region: Region | None = None) -> View:
        """Capture ``region``, or the whole desktop, and measure the view of such pictures."""
        wanted = self.desktop if region is None else region
        return View.of(wanted, self.grab(wanted))

    def on_desktop(self, region: Region | None) -> Region:
        """The same region, or the whole desktop for None.

        Raises:
            ScreenError: the region is not on the desktop.

        """
        wanted = self.desktop if region is None else region
        if not self.desktop.holds(wanted):
            raise ScreenError(
                f"The region {wanted} is not on the desktop, which is {self.desktop} "
                "(left, top, width, height): choose one inside it."
            )
        return wanted


class CuttingScreen(ScreenFace):
    """A screen that captures whole monitors anyway, and cuts pictures out of them to the pixel."""

    @abstractmethod
    def cut(self, view: View, left: int, top: int, right: int, bottom: int) -> Picture:
        """Capture a rectangle of pixels of the picture that ``view`` describes.

        Raises:
            ScreenError: the desktop has gone or changed.

        """


class MouseFace(Protocol):
    """The pointer and the keyboard. Positions are mouse points of the whole desktop.

    Every method may raise ``MouseError`` if the desktop has gone, and every action ``Stopped`` if
    the pointer is in a corner of the screen. ``moved`` is False where the pointer can't be watched.
    """

    def open(self, x: int, y: int, held: float = 0.0) -> None:
        """Open the cell at this point: a left click, with the button ``held`` for seconds."""

    def flag(self, x: int, y: int) -> None:
        """Flag the cell at this point: a right click."""

    def park(self, x: int, y: int) -> None:
        """Move the pointer out of the way."""

    def key(self, combination: str) -> None:
        """Press keys together and release them: ``"f2"``, ``"ctrl+n"``."""

    def moved(self) -> bool:
        """Whether the pointer is not where this object left it, so that the player has moved it."""

    def in_place(self) -> bool:
        """Whether the pointer is certainly where this object left it, which is in no corner."""

    def behind(self) -> bool:
        """Whether the pointer is where an earlier move left it, so that later moves are delayed."""

    def undisturbed(self) -> bool:
        """Whether certainly nobody else did anything since this was last asked.

        That is to windows or on the keyboard, before the place of the pointer was last asked for.
        """

    def fail_safe(self) -> None:
        """Check whether the pointer is in a corner of the screen; if so, raise ``Stopped``."""


def gone(error: Exception | str) -> str:
    """The message for a screen that can be captured no longer, with the reason."""
    detail = " ".join(str(error).split()) or type(error).__name__
    return (
        f"The screen can no longer be captured ({detail}): see that the graphical session is "
        "still there, and start solver-bot again."
    )


def lost(error: Exception | str) -> str:
    """The message for a mouse that can be used no longer, with the reason."""
    detail = " ".join(str(error).split()) or type(error).__name__
    return (
        f"The mouse can no longer be used ({detail}): see that the graphical session is "
        "still there, and start solver-bot again."
    )
