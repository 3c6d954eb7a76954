"""A headless mutter with the portals of GNOME, and a person at it who answers their dialog."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass

import numpy as np
import pytest

from solver_bot.desktop.region import Picture, Region
from tests.lacking import need_modules
from tests.real.desktop import (
    GNOME_MINES,
    DesktopError,
    Level,
    Program,
    Setup,
    end_group,
    unchanged,
    wait_until,
)
from tests.wayland import mutter as on_mutter
from tests.wayland import portals
from tests.wayland.mutter import Mutter
from tests.wayland.mutter_hand import Hand

BACKEND = portals.SERVICES / "xdg-desktop-portal-gnome"
BLUE = (0xE4, 0x84, 0x35)
"""The colour of the button "Share" and of the switch that is on; lighter under the pointer."""
SWITCH = -23, 198
"""Where the switch "Allow remote interaction" is, from the middle of the button."""
MONITOR = 94, 53
"""Where the monitor's name is, from the middle of the tick at "Remember this selection"."""
HEAD = 125
"""How far the top of the dialog's title bar is above that tick."""
ESCAPE = 1


@dataclass(frozen=True, slots=True)
class Gnome:
    """A desktop with portals, and a person at it."""

    mutter: Mutter
    portals: portals.Portals
    hand: Hand

    def share(self, interaction: bool = True) -> None:
        """Answer the dialog: share the monitor, and allow the use of the mouse or not."""
        x, y = self._asked()
        if interaction:
            across, down = x + SWITCH[0], y + SWITCH[1]
            self._until(lambda: self.hand.click(across, down), lambda: self._button(down - 15, 30))
        self._answer(lambda: self.hand.click(x, y))

    def share_to_see(self) -> None:
        """Answer the dialog that does not ask for the mouse: choose the monitor and share it."""
        x, y = self._asked()
        top, height = y - HEAD, 60
        self._until(
            lambda: self.hand.click(x + MONITOR[0], y + MONITOR[1]),
            lambda: self._button(top, height),
        )
        across, down = self._button(top, height) or (0, 0)
        self._answer(lambda: self.hand.click(across, top + down))

    def refuse(self) -> None:
        """Close the dialog with Escape."""
        self._asked()
        self._answer(lambda: self.hand.press(ESCAPE))

    def _asked(self) -> tuple[int, int]:
        """Wait for the dialog, and return where it is blue. It grows while it opens."""
        wait_until(self.portals.is_asking, "the question")
        return wait_until(lambda: unchanged(self._button_again, 0.5), "the dialog")

    def _answer(self, act: Callable[[], object]) -> None:
        self._until(act, lambda: not self.portals.is_asking())
        wait_until(lambda: not self._button(), "the end of the dialog")

    def _until(self, act: Callable[[], object], done: Callable[[], object]) -> None:
        """Do something, and again if nothing has come of it after a long while.

        An answer that comes twice would go to the game behind the dialog.
        """
        for _ in range(3):
            act()
            with suppress(DesktopError):
                wait_until(done, "the dialog's answer", 30)
                return
        raise DesktopError("the dialog does not react")

    def _button_again(self) -> tuple[int, int] | None:
        return blue(self.hand.look_again())

    def _button(self, top: int = 0, height: int = 1000) -> tuple[int, int] | None:
        return blue(self.hand.look()[top : top + height])


def blue(picture: Picture) -> tuple[int, int] | None:
    """The middle of what is blue like a button; None if little is."""
    ys, xs = np.nonzero((np.abs(picture.astype(int) - BLUE) < 30).all(axis=2))
    return (int(np.median(xs)), int(np.median(ys))) if len(xs) > 200 else None


@contextmanager
def gnome_desktop() -> Iterator[Gnome]:
    """A headless mutter with the portals of GNOME. This process sees and uses its desktop."""
    need_modules("jeepney")
    on_mutter.require(GNOME_MINES)
    portals.require(BACKEND)
    with closing(Mutter()) as mutter, pytest.MonkeyPatch.context() as patch:
        for name, value in mutter.session().items():
            patch.setenv(name, value)
        folder, environment = mutter.folder, mutter.environment()
        with (
            closing(portals.Portals("gnome", BACKEND, environment, folder, mutter.bus)) as doors,
            closing(Hand(mutter.bus)) as hand,
        ):
            yield Gnome(mutter, doors, hand)


@contextmanager
def running(gnome: Gnome, program: Program, level: Level) -> Iterator[None]:
    """A program on the desktop. Begins when its window is drawn and still, ends with it."""
    home = gnome.mutter.folder / "home" / program.name
    before = gnome.hand.look_again()

    def is_shown() -> bool:
        return bool((gnome.hand.look_again() != before).any(axis=2).sum() > 50_000)

    setup = Setup(level, Region(60, 60, *program.sizes[0]), home)
    process = gnome.mutter.start(program.prepare(setup), home)
    try:
        wait_until(is_shown, f"the window of {program.name}")
        unchanged(lambda: gnome.hand.look_again().tobytes(), 0.6)
        yield
    finally:
        end_group(process)
        if gnome.mutter.process.poll() is None:
            wait_until(lambda: not is_shown(), f"the end of {program.name}'s window")
